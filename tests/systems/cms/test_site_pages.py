"""What stands on a public page beside its blocks, what is kept of it, and maps of large sites."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tavola_systems.cms.models import Content
from tavola_systems.cms.services.blocks import BLOCK_TYPES, BlockType
from tavola_systems.cms.services.comments import CommentKey, Comments
from tavola_systems.cms.services.content import ContentService
from tavola_systems.cms.services.site_map import SiteMapPart, SiteMaps
from tavola_systems.cms.web.kept_pages import KeptPages, RenderedPage
from tests.systems.cms.conftest import CmsSite


@pytest.fixture(name="pages")
def content_service(luna: CmsSite) -> ContentService:
    return ContentService(luna.scope)


@pytest.fixture(name="live")
def published_page(pages: ContentService) -> Content:
    return pages.create("About us", blocks=[{"type": "text", "markdown": "Hello"}], publish=True)


def visit(luna: CmsSite, path: str, **options: Any) -> Any:
    return luna.site.client(follow_redirects=False).get(f"/cms/s/luna{path}", **options)


def test_comments_stand_on_the_page_itself_as_soon_as_they_are_approved(
    luna: CmsSite, live: Content
) -> None:
    comments = Comments(luna.scope)
    said = comments.post(live.node_id, author="Bea", body="So true", policy="before")
    key = CommentKey(live.node_id, said.posted_at, said.comment_id)
    before = visit(luna, live.slug).text
    comments.moderate(key, "approved")
    approved = visit(luna, live.slug).text
    comments.delete(key)
    after = visit(luna, live.slug).text
    assert ["So true" in one for one in (before, approved, after)] == [False, True, False]


def test_who_has_commented_comes_back_to_the_page(luna: CmsSite, live: Content) -> None:
    visitor = luna.site.client(follow_redirects=False)
    at = f"/cms/s/luna/comments/{live.node_id}"
    sent = visitor.post(at, data={"author": "Bea", "body": "So true"})
    assert (sent.status_code, sent.headers["location"]) == (
        303,
        "/cms/s/luna/about-us#comment-sent",
    )
    assert 'id="comment-sent"' in visit(luna, live.slug).text


def test_a_comment_on_a_page_that_has_moved_is_shown_at_its_new_address(
    luna: CmsSite, pages: ContentService, live: Content
) -> None:
    comments = Comments(luna.scope)
    said = comments.post(live.node_id, author="Bea", body="So true", policy="before")
    pages.move(live.node_id, "/who-we-are", version=1)
    assert "So true" not in visit(luna, "/who-we-are").text
    comments.moderate(CommentKey(live.node_id, said.posted_at, said.comment_id), "approved")
    assert "So true" in visit(luna, "/who-we-are").text


def test_a_comment_on_a_deleted_page_can_still_be_moderated(
    luna: CmsSite, pages: ContentService, live: Content
) -> None:
    comments = Comments(luna.scope)
    said = comments.post(live.node_id, author="Bea", body="So true", policy="after")
    pages.delete(live.node_id, version=1)
    key = CommentKey(live.node_id, said.posted_at, said.comment_id)
    assert comments.moderate(key, "rejected").status == "rejected"


def test_a_page_is_the_same_for_all_and_leaves_nothing_in_a_browser(
    luna: CmsSite, live: Content
) -> None:
    editor = luna.browser("editor")
    seen = editor.get(f"/cms/s/luna{live.slug}")
    anybody = visit(luna, live.slug)
    assert seen.content == anybody.content
    assert "set-cookie" not in anybody.headers
    assert "_csrf" not in anybody.text


def test_addresses_on_a_page_come_from_the_settings_and_not_from_who_asks(
    luna: CmsSite, live: Content
) -> None:
    text = visit(luna, live.slug, headers={"Host": "testserver:9999"}).text
    assert '<link rel="canonical" href="http://testserver/cms/s/luna/about-us">' in text
    luna.scope.root.tenant_config.update("luna", domain="luna.example")
    luna.cms.tenants.forget("luna")
    luna.site.clock.forward(2)
    assert (
        '<link rel="canonical" href="http://luna.example/about-us">' in visit(luna, live.slug).text
    )


def test_what_is_refused_on_a_site_is_told_in_its_own_frame(luna: CmsSite) -> None:
    missing = visit(luna, "/media/01ARZ3NDEKTSV4RRFFQ69G5FAV/480")
    assert (missing.status_code, "There is nothing here" in missing.text) == (404, True)
    visitor = luna.site.client()
    sent = {"email": "bea@example.com"}
    answer = [visitor.post("/cms/s/luna/forms", data=sent) for _ in range(11)][-1]
    assert (answer.status_code, "Sign in" in answer.text) == (429, False)
    assert "retry-after" in answer.headers
    assert "That did not work" in answer.text


def test_who_answers_about_cookies_goes_on_where_they_were(luna: CmsSite, live: Content) -> None:
    visitor = luna.site.client(follow_redirects=False)
    field = re.search(r'name="back" value="([^"]+)"', visit(luna, live.slug).text)
    assert field is not None
    sent = visitor.post("/cms/s/luna/consent", data={"choice": "all", "back": field[1]})
    assert sent.headers["location"] == "/cms/s/luna/about-us"
    elsewhere = {"choice": "all", "back": "//evil.example/"}
    sent = visitor.post("/cms/s/luna/consent", data=elsewhere)
    assert sent.headers["location"] == "/cms/s/luna/consent"


def test_a_product_list_on_a_page_leads_to_its_products(
    luna: CmsSite, pages: ContentService
) -> None:
    program = luna.program()
    product = {"title": "Mug", "price": "12.50", "currency": "EUR", "categories": ["Kitchen"]}
    program.post("products", json={**product, "status": "active"})
    blocks = [{"type": "products", "category": "kitchen"}]
    pages.create("Shop", blocks=blocks, publish=True)
    assert 'href="/cms/s/luna/products/mug"' in visit(luna, "/shop").text
    program.post("products", json={**product, "title": "Bowl", "status": "active"})
    assert "Bowl" in visit(luna, "/shop").text


@pytest.mark.parametrize("kind", BLOCK_TYPES.values(), ids=BLOCK_TYPES)
def test_a_block_of_what_is_required_alone_is_shown(
    luna: CmsSite, pages: ContentService, kind: BlockType
) -> None:
    samples: dict[str, Any] = {"asset": "01ARZ3NDEKTSV4RRFFQ69G5FAV"}
    block = {one.name: samples.get(one.kind, "Text") for one in kind.fields if one.is_required}
    page = pages.create("Short", blocks=[{"type": kind.name, **block}], publish=True)
    editor = luna.browser().get(f"/cms/t/luna/content/{page.node_id}")
    assert (visit(luna, "/short").status_code, editor.status_code) == (200, 200)


def test_a_long_page_is_rendered_beside_the_loop_and_kept(
    luna: CmsSite, pages: ContentService
) -> None:
    pages.create("Long", blocks=[{"type": "text", "markdown": "word " * 20_000}], publish=True)
    first, second = visit(luna, "/long"), visit(luna, "/long")
    assert (first.status_code, first.content == second.content) == (200, True)


def test_kept_pages_stay_within_their_bound() -> None:
    kept = KeptPages(10)
    for name in ("a", "b", "a", "c"):
        kept.find_or_make((name,), lambda: RenderedPage(b"four", "tag"))
    assert [kept.find((name,)) is None for name in ("a", "b", "c")] == [False, True, False]


def test_a_small_site_has_one_map_and_a_large_one_a_map_of_maps(
    luna: CmsSite, pages: ContentService
) -> None:
    slugs = {f"/page-{number}" for number in range(7)}
    for number in range(7):
        pages.create(f"Page {number}", publish=True)
    pages.create("A draft")
    assert visit(luna, "/sitemap.xml").text.count("<loc>") == 9
    maps = SiteMaps(luna.site.clock, part_pages=3)
    parts = maps.parts("luna", luna.scope.db)
    found = [page.slug for part in parts for page in maps.pages(luna.scope.db, part)]
    assert len(parts) == 3
    assert sorted(found) == sorted({"/", "/contact", *slugs})


def test_a_large_site_s_parts_are_served_and_no_more(
    luna: CmsSite, pages: ContentService, monkeypatch: pytest.MonkeyPatch
) -> None:
    def two(*_: object) -> list[SiteMapPart]:
        return [SiteMapPart("published", None), SiteMapPart("published", None)]

    monkeypatch.setattr(SiteMaps, "parts", two)
    index = visit(luna, "/sitemap.xml").text
    assert "<sitemapindex" in index
    assert "http://testserver/cms/s/luna/sitemap/2.xml" in index
    assert "/contact</loc>" in visit(luna, "/sitemap/2.xml").text
    for wrong in ("0", "3", "-1", "²", "x"):
        assert visit(luna, f"/sitemap/{wrong}.xml").status_code == 404
    with pytest.raises(Exception, match="used by the site itself"):
        pages.create("Sitemap")


def test_an_address_with_control_characters_is_refused(luna: CmsSite) -> None:
    answer = luna.program().get("content/%0A")
    assert (answer.status_code, answer.headers["content-type"]) == (400, "application/problem+json")
