"""Pages for their editors: list, editor, conflict, versions, bin, redirects, audit."""

from __future__ import annotations

from typing import Any

import pytest

from tavola_systems.cms.models import Content
from tavola_systems.cms.services.content import ContentService
from tavola_systems.cms.services.worker import CmsWorker
from tests.systems.cms.conftest import CmsSite


@pytest.fixture(name="pages")
def content_service(luna: CmsSite) -> ContentService:
    return ContentService(luna.scope)


@pytest.fixture(name="about")
def about_page(pages: ContentService) -> Content:
    return pages.create("About us", blocks=[{"type": "text", "markdown": "one"}])


def sent(luna: CmsSite, client: Any, page: Content, do: str, **fields: str) -> Any:
    at = f"/t/luna/content/{page.node_id}"
    form = {"version": "1", "revision": "0", "title": page.title, "b0-type": "text", "do": do}
    return luna.send(client, at, at, **{**form, "b0-markdown": "one", **fields})


def test_a_page_is_created_edited_and_published_in_the_browser(
    luna: CmsSite, pages: ContentService
) -> None:
    browser = luna.browser()
    made = luna.send(browser, "/t/luna/content", "/t/luna/content", title="Our story")
    assert "Our story is created, as a draft." in made.text
    page = pages.get(str(made.url).rpartition("/")[2])
    added = sent(luna, browser, page, "add:heading", **{"b0-markdown": "Once"})
    assert 'name="b1-text"' in added.text
    saved = sent(luna, browser, page, "save", **{"b1-type": "heading", "b1-text": "Then"})
    assert "Saved as version 2." in saved.text
    published = sent(luna, browser, page, "publish", version="2", **{"b0-markdown": "Later"})
    assert "Published." in published.text
    assert pages.get(page.node_id).blocks == [{"type": "text", "markdown": "Later"}]
    assert "Later" in luna.site.client().get("/cms/s/luna/our-story").text


def test_the_list_shows_states_and_searches_titles(
    luna: CmsSite, pages: ContentService, about: Content
) -> None:
    pages.publish(about.node_id, version=1)
    pages.save_draft(about.node_id, {"title": "x"}, version=2)
    browser = luna.browser()
    assert "Unpublished changes" in browser.get("/cms/t/luna/content?state=changed").text
    assert "About us" in browser.get("/cms/t/luna/content?q=ABOUT").text
    assert "No pages here" in browser.get("/cms/t/luna/content?q=nothing").text


def test_a_conflict_shows_both_texts_and_keeps_what_was_typed(
    luna: CmsSite, pages: ContentService, about: Content
) -> None:
    browser = luna.browser()
    pages.update(about.node_id, {"blocks": [{"type": "text", "markdown": "theirs"}]}, version=1)
    answer = sent(luna, browser, about, "save", **{"b0-markdown": "mine"})
    assert answer.status_code == 409
    assert "<del>theirs</del>" in answer.text
    assert "<ins>mine</ins>" in answer.text
    assert ">mine</textarea>" in answer.text
    again = sent(luna, browser, about, "save", version="2", **{"b0-markdown": "mine"})
    assert "Saved as version 3." in again.text


def test_a_published_page_is_saved_as_a_draft_and_discarded(
    luna: CmsSite, pages: ContentService, about: Content
) -> None:
    pages.publish(about.node_id, version=1)
    browser = luna.browser()
    saved = sent(luna, browser, about, "save", version="2", **{"b0-markdown": "soon"})
    assert "The public sees it when you publish." in saved.text
    at = f"/t/luna/content/{about.node_id}"
    luna.send(browser, at, f"{at}/state", do="discard", version="2", revision="1")
    assert pages.draft(about.node_id) is None


def autosave(luna: CmsSite, page: Content, revision: int, **fields: str) -> Any:
    browser = luna.browser()
    at = f"/cms/t/luna/content/{page.node_id}"
    token = luna.site.form_token(browser, at)
    sent = {"_csrf": token, "do": "autosave", "version": "1", "revision": str(revision)}
    return browser.post(at, data={**sent, **fields}, headers={"Accept": "application/json"})


def test_the_editor_s_script_keeps_a_draft_beside_the_page(luna: CmsSite, about: Content) -> None:
    fields = {"title": "Typing", "b0-type": "text", "b0-markdown": "Hel", "b1-type": "quote"}
    first = autosave(luna, about, 0, **fields)
    assert (first.status_code, first.json()["revision"]) == (200, 1)
    draft = ContentService(luna.scope).draft(about.node_id)
    assert draft is not None
    assert (draft.title, draft.blocks) == ("Typing", [{"type": "text", "markdown": "Hel"}])
    assert ContentService(luna.scope).get(about.node_id).title == "About us"


def test_the_script_is_told_of_others_and_of_what_is_wrong(luna: CmsSite, about: Content) -> None:
    assert autosave(luna, about, 0, title="Mine").status_code == 200
    late = autosave(luna, about, 0, title="Theirs")
    assert (late.status_code, late.json()["told"][:28]) == (409, "Somebody else has saved this")
    wrong = autosave(luna, about, 1, title="")
    assert (wrong.status_code, wrong.json()["told"][:14]) == (422, "Not kept yet: ")
    draft = ContentService(luna.scope).draft(about.node_id)
    assert draft is not None
    assert draft.title == "Mine"


def test_a_wrong_block_is_told_and_nothing_is_lost(luna: CmsSite, about: Content) -> None:
    answer = sent(luna, luna.browser(), about, "save", title="Kept", **{"b0-markdown": ""})
    assert (answer.status_code, "is missing. Fill it in." in answer.text) == (422, True)
    assert 'value="Kept"' in answer.text


@pytest.mark.parametrize("typed", ["<b>", "-1", "1e999", "²", "9" * 5000, "99", "0"])
@pytest.mark.parametrize("field", ["heading-level", "products-limit"])
def test_a_number_that_is_none_is_told_and_nothing_is_written(
    luna: CmsSite, pages: ContentService, about: Content, field: str, typed: str
) -> None:
    kind, _, name = field.partition("-")
    block = {"b0-type": kind, "b0-text": "Hi", "b0-category": "tea", f"b0-{name}": typed}
    answer = sent(luna, luna.browser(), about, "save", **block)
    assert (answer.status_code, pages.get(about.node_id)) == (422, about)


@pytest.mark.parametrize("typed", ["", "x", "²", "9" * 5000])
def test_a_version_that_is_none_is_not_restored(
    luna: CmsSite, pages: ContentService, about: Content, typed: str
) -> None:
    at = f"/t/luna/content/{about.node_id}/versions"
    answer = luna.send(luna.browser(), at, at, restore=typed, version=typed)
    assert answer.status_code in {404, 409, 422}
    assert pages.get(about.node_id) == about


def test_lines_end_as_they_are_written_whatever_browsers_send(
    luna: CmsSite, pages: ContentService, about: Content
) -> None:
    sent(luna, luna.browser(), about, "save", **{"b0-markdown": "a\r\nb"})
    assert pages.get(about.node_id).blocks == [{"type": "text", "markdown": "a\nb"}]


def test_versions_show_what_differs_and_come_back(
    luna: CmsSite, pages: ContentService, about: Content
) -> None:
    pages.update(about.node_id, {"blocks": [{"type": "text", "markdown": "two"}]}, version=1)
    browser, at = luna.browser(), f"/t/luna/content/{about.node_id}/versions"
    shown = browser.get(f"/cms{at}").text
    assert "<del>one</del>" in shown
    assert "<ins>two</ins>" in shown
    assert "as version 3" in luna.send(browser, at, at, restore="1", version="2").text


def test_a_page_is_scheduled_moved_deleted_and_brought_back(
    luna: CmsSite, pages: ContentService, about: Content
) -> None:
    browser, at = luna.browser(), f"/t/luna/content/{about.node_id}"
    when = {"at": "2030-01-01T10:00", "at_zone": "UTC", "action": "publish", "version": "1"}
    assert "It is scheduled." in luna.send(browser, at, f"{at}/schedule", **when).text
    assert pages.get(about.node_id).workflow == "scheduled"
    luna.send(browser, at, f"{at}/state", do="cancel", version="1")
    luna.send(browser, at, f"{at}/slug", slug="/who", version="1")
    assert "/about-us" in browser.get("/cms/t/luna/redirects").text
    luna.send(browser, "/t/luna/redirects", "/t/luna/redirects", slug="/about-us")
    assert "No redirects" in browser.get("/cms/t/luna/redirects").text
    luna.send(browser, at, f"{at}/delete", version="2")
    back = luna.send(browser, "/t/luna/bin", f"/t/luna/bin/{about.node_id}")
    assert "is back at /who, as a draft." in back.text


def test_the_trail_is_shown_by_actor_and_target(luna: CmsSite, about: Content) -> None:
    CmsWorker(luna.cms.db, luna.cms.tenants).step()
    browser = luna.browser()
    for query in ("", "?actor=ada@example.com", f"?target={about.node_id}"):
        assert "create page" in browser.get(f"/cms/t/luna/audit{query}").text


def test_the_trail_says_who_ended_preview_links(luna: CmsSite, about: Content) -> None:
    at = f"/t/luna/content/{about.node_id}"
    luna.send(luna.browser(), at, f"{at}/state", do="end-previews", version="1")
    CmsWorker(luna.cms.db, luna.cms.tenants, limit=100).step()
    assert "end previews page" in luna.browser().get("/cms/t/luna/audit").text


def test_a_preview_opens_from_the_editor(luna: CmsSite, about: Content) -> None:
    browser, at = luna.browser(), f"/t/luna/content/{about.node_id}"
    shown = luna.send(browser, at, f"{at}/preview")
    assert (shown.status_code, shown.headers["x-robots-tag"]) == (200, "noindex")
