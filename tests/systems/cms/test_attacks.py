"""What attackers and accidents do to the CMS: hostile addresses, forged links, dying workers."""

from __future__ import annotations

from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tavola.errors import ConditionFailed, OperationError
from tavola.patterns.redirects import AddressTaken
from tavola_systems.cms.models import Content
from tavola_systems.cms.previews import Previews
from tavola_systems.cms.services.audit import Audit
from tavola_systems.cms.services.content import ContentService
from tavola_systems.cms.services.slugs import normalise_slug
from tavola_systems.cms.services.worker import CmsWorker
from tests.systems.cms.conftest import CmsSite

HOSTILE_SLUGS = [
    "//evil.example/",
    "/\\evil.example",
    "https://evil.example/",
    "javascript:alert(1)",
    "/../../t/luna/content",
    "/%2e%2e/admin",
    "/a\r\nSet-Cookie: x=1",
    "/\u202egnp.exe",
    "/<script>alert(1)</script>",
    "/' OR 1=1 --",
    "/ROUTE#/contact",
    "/a#LATEST",
    "/{{7*7}}",
]


@given(text=st.text(max_size=60))
@example("İ")
@example("ŉ")
@example("ΐ")
@example("ﬃ/ﬆ")
@example("a\u0345b")
@example("/Ǆ/ⅽontact")
def test_a_slug_has_one_form_in_which_it_is_found_again(text: str) -> None:
    try:
        slug = normalise_slug(text)
    except OperationError:
        return
    assert normalise_slug(slug) == slug
    assert slug.startswith("/")
    assert "//" not in slug
    assert not set(slug) & set("\\?#%<>\"' \r\n\t")


@pytest.mark.parametrize("slug", HOSTILE_SLUGS)
def test_a_hostile_slug_is_made_harmless_or_refused(luna: CmsSite, slug: str) -> None:
    pages = ContentService(luna.scope)
    page = pages.create("About us", publish=True)
    try:
        moved = pages.move(page.node_id, slug, version=1)
    except OperationError:
        return
    visitor = luna.site.client(follow_redirects=False)
    answer = visitor.get("/cms/s/luna/about-us")
    assert answer.status_code == 301
    assert answer.headers["location"].startswith("/cms/s/luna/")
    assert "set-cookie" not in answer.headers
    assert visitor.get(f"/cms/s/luna{moved.slug}").status_code == 200


@pytest.mark.parametrize(
    "slug", ["/contact", "CONTACT", "/contact/", "//contact", "/ⅽontact", "／contact", "/contact?x"]
)
def test_no_spelling_takes_the_place_of_a_system_page(luna: CmsSite, slug: str) -> None:
    pages = ContentService(luna.scope)
    with pytest.raises(AddressTaken):
        pages.create("Mine", slug=slug)
    page = pages.create("Mine")
    with pytest.raises(AddressTaken):
        pages.move(page.node_id, slug, version=1)
    found = pages.resolve("/contact")
    assert found is not None
    assert found.content.title == "Contact"


def test_no_way_moves_deletes_or_hides_the_route_of_a_system_page(luna: CmsSite) -> None:
    pages = ContentService(luna.scope)
    found = pages.resolve("/contact")
    assert found is not None
    node = found.content.node_id
    for attempt in (
        lambda: pages.move(node, "/elsewhere", version=1),
        lambda: pages.delete(node, version=1),
        lambda: pages.free_redirect("/contact"),
    ):
        with pytest.raises((ConditionFailed, OperationError)):
            attempt()
    editor = luna.browser()
    at = f"/t/luna/content/{node}"
    luna.send(editor, at, f"{at}/slug", slug="/elsewhere", version="1")
    luna.send(editor, at, f"{at}/delete", version="1")
    program = luna.program()
    program.request("DELETE", f"content/{node}", params={"version": 1})
    program.put(f"content/{node}/slug", json={"slug": "/elsewhere", "version": 1})
    again = pages.resolve("/contact")
    assert again is not None
    assert (again.content.node_id, again.is_redirect) == (node, False)
    assert pages.resolve("/elsewhere") is None


def forgeries(token: str, other: Content) -> list[str]:
    node, until, signature = token.split(".")
    return [
        f"{other.node_id}.{until}.{signature}",
        f"{node}.{int(until) + 1}.{signature}",
        f"{node}.{until}.{signature[:-2]}xx",
        f"{node}.{until}.",
        f"{node}..{signature}",
        f"{node}.-1.{signature}",
        f"{node}.９{until[1:]}.{signature}",
        f"{node}.{until}.{signature}.{signature}",
        node,
        "...",
        "x" * 200,
    ]


def test_a_forged_preview_shows_nothing(luna: CmsSite) -> None:
    pages = ContentService(luna.scope)
    hidden = pages.create("Plans", blocks=[{"type": "text", "markdown": "Hush"}])
    other = pages.create("Other", blocks=[{"type": "text", "markdown": "Hush"}])
    luna.cms.tenants.create("Moon", luna.scope.actor)
    previews = Previews(luna.cms.keys, luna.site.clock)
    token = previews.token("luna", hidden)
    visitor = luna.site.client()
    assert "Hush" in visitor.get(f"/cms/s/luna/preview/{token}").text
    for forged in forgeries(token, other):
        answer = visitor.get(f"/cms/s/luna/preview/{forged}")
        assert (answer.status_code, "Hush" in answer.text) == (404, False), forged
    assert visitor.get(f"/cms/s/moon/preview/{token}").status_code == 404


class Killed(BaseException):
    """The worker's process is gone."""


def run_until_killed(luna: CmsSite, request: int, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Let a worker die before its nth request to the store; say whether it came so far."""
    store: Any = luna.cms.db.store
    execute, numbers = store.execute, count(1)

    def dying(action: str, body: Any) -> bytes:
        if next(numbers) >= request:
            raise Killed
        answer: bytes = execute(action, body)
        return answer

    with monkeypatch.context() as patched:
        patched.setattr(store, "execute", dying)
        try:
            while CmsWorker(luna.cms.db, luna.cms.tenants).step():
                pass
        except Killed:
            return True
    return False


def test_a_worker_may_die_at_any_request_and_nothing_is_lost_or_done_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reached = 0
    for request in range(1, 80, 3):
        luna = CmsSite()
        pages = ContentService(luna.scope)
        page = pages.create("Soon")
        at = luna.scope.now() + timedelta(minutes=1)
        pages.schedule(page.node_id, "publish", at, version=1)
        luna.site.clock.forward(120)
        reached += run_until_killed(luna, request, monkeypatch)
        for _ in range(3):  # A message comes back when the time of who held it is over.
            luna.site.clock.forward(3600)
            CmsWorker(luna.cms.db, luna.cms.tenants).step()
        found = pages.get(page.node_id)
        assert (found.status, found.version) == ("published", 2)
        actions = sorted(one.action for one in Audit(luna.scope).latest())
        assert actions == ["CREATE_PAGE", "CREATE_TENANT", "PUBLISH_PAGE", "SCHEDULE_PAGE"]
        luna.site.process.close()
    assert reached >= 5
