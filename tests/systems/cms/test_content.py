"""Pages: created with their route, changed by copy-on-write, published when somebody says so."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tavola.errors import AlreadyExists, ConditionFailed, ItemMissing, OperationError
from tavola.patterns.redirects import AddressFixed, AddressTaken
from tavola.patterns.versions import VersionConflict
from tavola_systems.cms.models import Content
from tavola_systems.cms.services.content import ContentService, DraftConflict
from tavola_systems.cms.services.content_writes import Workflow
from tests.patience import eventually, until
from tests.systems.cms.conftest import CmsSite


def text(markdown: str) -> list[dict[str, Any]]:
    return [{"type": "text", "markdown": markdown}]


@pytest.fixture(name="pages")
def content_service(luna: CmsSite) -> ContentService:
    return ContentService(luna.scope)


@pytest.fixture(name="about")
def about_page(pages: ContentService) -> Content:
    return pages.create("About us", blocks=text("one"))


@pytest.fixture(name="live")
def published_page(pages: ContentService, about: Content) -> Content:
    return pages.publish(about.node_id, version=1)


def test_a_page_is_created_with_its_route(pages: ContentService, about: Content) -> None:
    found = pages.resolve("/about-us")
    assert found is not None
    assert (found.content.node_id, found.is_redirect) == (about.node_id, False)
    assert (about.version, about.status, about.slug) == (1, "draft", "/about-us")


def test_a_taken_slug_is_refused_and_nothing_is_written(
    luna: CmsSite, pages: ContentService, about: Content
) -> None:
    del about
    with pytest.raises(AddressTaken):
        pages.create("Another", slug="About_Us")
    assert [one.title for one in pages.pages(prefix="Another")] == []
    eventually(lambda: len(list(luna.scope.db.content.pages())), 3)


def test_an_update_keeps_what_the_page_was(pages: ContentService, about: Content) -> None:
    changed = pages.update(about.node_id, {"blocks": text("two")}, version=1)
    assert (changed.version, changed.blocks) == (2, text("two"))
    assert pages.version(about.node_id, 1).blocks == text("one")
    assert [one.version for one in pages.versions(about.node_id)] == [1]


def test_an_update_that_changes_nothing_makes_no_version(
    pages: ContentService, about: Content
) -> None:
    assert pages.update(about.node_id, {"blocks": text("one")}, version=1).version == 1


def test_of_two_editors_one_gets_a_conflict_with_what_the_other_changed(
    pages: ContentService, about: Content
) -> None:
    pages.update(about.node_id, {"title": "About Luna"}, version=1)
    with pytest.raises(VersionConflict) as refused:
        pages.update(about.node_id, {"title": "Who we are"}, version=1)
    assert refused.value.current.title == "About Luna"
    assert [(one.path, one.before, one.after) for one in refused.value.differences] == [
        (("title",), "About us", "About Luna")
    ]


def test_versions_sort_as_numbers(pages: ContentService, about: Content) -> None:
    for number in range(1, 12):
        pages.update(about.node_id, {"blocks": text(f"text {number}")}, version=number)
    assert [one.version for one in pages.versions(about.node_id)] == list(range(11, 0, -1))


def test_any_two_versions_can_be_compared(pages: ContentService, about: Content) -> None:
    pages.update(about.node_id, {"blocks": text("two")}, version=1)
    pages.update(about.node_id, {"blocks": text("three")}, version=2)
    found = pages.compare(about.node_id, 1, 3)
    assert [(one.path, one.before, one.after) for one in found] == [
        (("blocks", 0, "markdown"), "one", "three")
    ]


def test_a_restore_goes_forwards(pages: ContentService, about: Content) -> None:
    pages.update(about.node_id, {"blocks": text("two")}, version=1)
    restored = pages.restore(about.node_id, 1, version=2)
    assert (restored.version, restored.blocks, restored.restored_from) == (3, text("one"), 1)
    assert pages.version(about.node_id, 2).blocks == text("two")
    with pytest.raises(ItemMissing, match="has no version 9"):
        pages.restore(about.node_id, 9, version=3)


def test_an_edit_of_a_published_page_does_not_change_it(
    pages: ContentService, live: Content
) -> None:
    pages.save(live.node_id, {"blocks": text("new")}, version=live.version)
    now = pages.get(live.node_id)
    assert (now.blocks, now.version, now.workflow) == (text("one"), live.version, "changed")
    draft = pages.draft(live.node_id)
    assert draft is not None
    assert (draft.blocks, draft.revision) == (text("new"), 1)


def test_publishing_makes_the_draft_the_latest_version(
    pages: ContentService, live: Content
) -> None:
    pages.save_draft(live.node_id, {"blocks": text("new")}, version=live.version)
    published = pages.publish(live.node_id, version=live.version, revision=1)
    assert (published.blocks, published.workflow) == (text("new"), "published")
    assert published.version == live.version + 1
    assert pages.draft(live.node_id) is None
    assert pages.version(live.node_id, live.version).blocks == text("one")


def test_a_draft_that_somebody_else_saved_is_a_conflict(
    pages: ContentService, live: Content
) -> None:
    pages.save_draft(live.node_id, {"title": "First"}, version=live.version)
    with pytest.raises(DraftConflict) as refused:
        pages.save_draft(live.node_id, {"title": "Second"}, version=live.version)
    assert refused.value.current.title == "First"
    with pytest.raises(DraftConflict):
        pages.publish(live.node_id, version=live.version, revision=2)


def test_a_discarded_draft_leaves_the_page_as_it_is(pages: ContentService, live: Content) -> None:
    pages.save_draft(live.node_id, {"title": "Never mind"}, version=live.version)
    kept = pages.discard_draft(live.node_id, revision=1)
    assert (kept.title, kept.workflow, pages.draft(live.node_id)) == ("About us", "published", None)


def test_an_unpublished_page_keeps_its_draft(pages: ContentService, live: Content) -> None:
    pages.save_draft(live.node_id, {"title": "Later"}, version=live.version)
    hidden = pages.unpublish(live.node_id, version=live.version)
    assert (hidden.status, hidden.workflow) == ("draft", "draft")
    assert pages.draft(live.node_id) is not None


def test_lists_show_where_pages_stand(pages: ContentService, live: Content) -> None:
    pages.create("Ideas")
    pages.create("Plans")
    states: list[Workflow] = ["draft", "published", "changed", "scheduled"]

    def found() -> list[list[str]]:
        return [sorted(one.title for one in pages.pages(workflow=state)) for state in states]

    eventually(found, [["Ideas", "Plans"], ["About us", "Contact", "Home"], [], []])
    pages.save_draft(live.node_id, {"title": "x"}, version=live.version)
    eventually(found, [["Ideas", "Plans"], ["Contact", "Home"], ["About us"], []])


def test_titles_are_found_by_prefix_whatever_their_case(
    pages: ContentService, about: Content
) -> None:
    pages.create("ABOUT the weather")
    found = pages.pages(prefix="about")
    assert [one.title for one in found] == ["ABOUT the weather", "About us"]
    pages.update(about.node_id, {"title": "Who we are"}, version=1)
    assert [one.title for one in pages.pages(prefix="about")] == ["ABOUT the weather"]
    assert [one.slug for one in pages.pages(prefix="who")] == ["/about-us"]


def test_a_list_never_reads_blocks(pages: ContentService, about: Content) -> None:
    del about
    until(lambda: pages.pages().items, "a list of pages")
    assert "blocks" not in str(pages.pages().items[0])


def test_a_slug_change_leaves_a_redirect_that_names_its_page(
    luna: CmsSite, pages: ContentService, about: Content
) -> None:
    moved = pages.move(about.node_id, "/who", version=1)
    assert (moved.slug, moved.former_slugs, moved.version) == ("/who", ["/about-us"], 2)
    found = pages.resolve("/about-us")
    assert found is not None
    assert (found.is_redirect, found.content.slug) == (True, "/who")
    raw = luna.scope.db.route.get("/about-us")
    assert raw is not None
    assert (raw.is_redirect, raw.node_id, raw.target_slug) == (True, about.node_id, "/who")


def test_resolving_takes_two_reads_however_often_a_page_has_moved(
    luna: CmsSite, pages: ContentService, about: Content
) -> None:
    for number, slug in enumerate(("/a", "/b", "/c"), start=1):
        pages.move(about.node_id, slug, version=number)
    with luna.scope.db.consumed() as used:
        found = pages.resolve("/about-us")
    assert found is not None
    assert found.content.slug == "/c"
    assert len(used.operations) == 2


def test_a_page_may_claim_its_old_slug_back(pages: ContentService, about: Content) -> None:
    pages.move(about.node_id, "/who", version=1)
    back = pages.move(about.node_id, "/about-us", version=2)
    assert (back.slug, back.former_slugs) == ("/about-us", ["/who"])
    found = pages.resolve("/who")
    assert found is not None
    assert (found.is_redirect, found.content.slug) == (True, "/about-us")


def test_another_page_cannot_take_a_redirect(pages: ContentService, about: Content) -> None:
    pages.move(about.node_id, "/who", version=1)
    other = pages.create("Other")
    with pytest.raises(AddressTaken, match="leads to another page"):
        pages.move(other.node_id, "/about-us", version=1)
    pages.free_redirect("/about-us")
    assert pages.move(other.node_id, "/about-us", version=1).slug == "/about-us"
    assert pages.get(about.node_id).former_slugs == []


@pytest.mark.parametrize("slug", ["/", "/contact"])
def test_system_pages_neither_move_nor_go(pages: ContentService, slug: str) -> None:
    found = pages.resolve(slug)
    assert found is not None
    node = found.content.node_id
    with pytest.raises(AddressFixed):
        pages.move(node, "/elsewhere", version=1)
    with pytest.raises(AddressFixed):
        pages.delete(node, version=1)
    assert pages.resolve(slug) is not None


@pytest.mark.parametrize("slug", ["/", "/contact"])
def test_the_routes_of_system_pages_hold_whatever_the_page_says(
    luna: CmsSite, pages: ContentService, slug: str
) -> None:
    found = pages.resolve(slug)
    assert found is not None
    node = found.content.node_id
    luna.scope.db.content.update(node, is_system=False)
    with pytest.raises(ConditionFailed):
        pages.delete(node, version=1)
    with pytest.raises(ConditionFailed):
        pages.move(node, "/elsewhere", version=1)
    assert pages.resolve(slug) is not None


def test_a_deleted_page_frees_its_slugs_and_keeps_its_versions(
    pages: ContentService, about: Content
) -> None:
    pages.move(about.node_id, "/who", version=1)
    pages.delete(about.node_id, version=2)
    assert (pages.resolve("/who"), pages.resolve("/about-us")) == (None, None)
    assert not pages.pages(prefix="about")
    assert [one.version for one in pages.versions(about.node_id)] == [2, 1]
    assert pages.create("Who").slug == "/who"


def test_a_page_comes_back_from_the_bin_at_its_slug_if_it_is_free(
    pages: ContentService, about: Content
) -> None:
    pages.delete(about.node_id, version=1)
    assert [one.title for one in pages.bin()] == ["About us"]
    back = pages.bring_back(about.node_id)
    assert (back.slug, back.version, back.status, back.blocks) == (
        "/about-us",
        2,
        "draft",
        text("one"),
    )
    assert not pages.bin()


def test_a_page_comes_back_beside_its_slug_if_that_is_taken(
    pages: ContentService, about: Content
) -> None:
    pages.delete(about.node_id, version=1)
    pages.create("About us")
    assert pages.bring_back(about.node_id).slug == "/about-us-2"


def test_what_is_too_large_is_refused_with_its_size(pages: ContentService, about: Content) -> None:
    blocks = [{"type": "text", "markdown": "x" * 250_000}] * 2
    with pytest.raises(OperationError, match=r"the item has 50\d{4} bytes"):
        pages.update(about.node_id, {"blocks": blocks}, version=1)
    with pytest.raises(OperationError, match="DynamoDB takes 409600"):
        pages.create("Large", blocks=blocks)
    assert pages.get(about.node_id).version == 1


def test_a_schedule_shows_and_is_taken_back(luna: CmsSite, pages: ContentService) -> None:
    page = pages.create("Soon")
    at = luna.scope.now() + timedelta(hours=1)
    planned = pages.schedule(page.node_id, "publish", at, version=1)
    assert (planned.workflow, planned.scheduled_for) == ("scheduled", at)
    eventually(lambda: [one.scheduled_for for one in pages.pages(workflow="scheduled")], [at])
    assert pages.cancel_schedule(page.node_id, version=1).workflow == "draft"
    with pytest.raises(OperationError, match="not in the future"):
        pages.schedule(page.node_id, "publish", luna.scope.now(), version=1)


@pytest.mark.parametrize(
    ("block", "message"),
    [
        ({"type": "script"}, "blocks.0.type: 'script' is not one of heading"),
        ({"type": "heading"}, "blocks.0.text: it is missing"),
        ({"type": "heading", "txt": "x"}, "no such value. Did you mean 'text'"),
        ({"type": "heading", "text": "x", "level": 7}, "whole number of 1 to 4"),
        ({"type": "image", "asset": "../x", "alt": "x"}, "is not the id of an image"),
        ({"type": "text", "markdown": 7}, "is not a text"),
        ("text", "is not a block"),
    ],
)
def test_a_wrong_block_is_refused_by_its_place(
    pages: ContentService, block: Any, message: str
) -> None:
    with pytest.raises(OperationError, match=message):
        pages.create("Wrong", blocks=[block])


def test_a_page_needs_a_title_and_a_slug(pages: ContentService) -> None:
    with pytest.raises(OperationError, match="title: use 1 to 150"):
        pages.create("  ")
    with pytest.raises((OperationError, AlreadyExists), match="slug"):
        pages.create("!!!")
