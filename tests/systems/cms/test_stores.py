"""The CMS on any store: the public site, which does not read at once there, and a whole tenant."""

from __future__ import annotations

from typing import Any

import pytest

from tavola.errors import UniqueTaken
from tavola_systems.cms.services.comments import CommentKey, Comments
from tavola_systems.cms.services.content import ContentService
from tavola_systems.cms.services.leads import Leads
from tavola_systems.cms.services.media import MediaLibrary
from tavola_systems.cms.services.products import ProductInput, Products
from tavola_systems.cms.services.tenant_files import delete_tenant, export_tenant
from tests.patience import eventually
from tests.systems.cms.conftest import CmsSite


def visit(luna: CmsSite, path: str) -> Any:
    return luna.site.client(follow_redirects=False).get(f"/cms/s/luna{path}")


def test_a_page_lives_on_the_public_site(luna: CmsSite) -> None:
    pages = ContentService(luna.scope)
    blocks = [{"type": "text", "markdown": "Hello *world*"}]
    page = pages.create("About us", blocks=blocks, publish=True)
    assert "Hello <em>world</em>" in visit(luna, "/about-us").text
    pages.move(page.node_id, "/who-we-are", version=1)
    moved = visit(luna, "/about-us")
    assert (moved.status_code, moved.headers["location"]) == (301, "/cms/s/luna/who-we-are")
    said = Comments(luna.scope).post(page.node_id, author="Bea", body="True", policy="before")
    Comments(luna.scope).moderate(
        CommentKey(page.node_id, said.posted_at, said.comment_id), "approved"
    )
    assert '<p class="said">True</p>' in visit(luna, "/who-we-are").text
    pages.delete(page.node_id, version=2)
    assert visit(luna, "/who-we-are").status_code == 404
    luna.site.clock.forward(700)
    eventually(lambda: "/who-we-are" in visit(luna, "/sitemap.xml").text, False)


def test_what_one_process_publishes_another_shows_at_once(luna: CmsSite) -> None:
    pages = ContentService(luna.scope)
    page = pages.create("News", blocks=[{"type": "text", "markdown": "One"}], publish=True)
    assert "One" in visit(luna, "/news").text
    # Another process has caches of its own; a service made anew stands for it.
    other = ContentService(luna.cms.tenants.scope("luna", luna.scope.actor))
    draft = other.save_draft(
        page.node_id, {"blocks": [{"type": "text", "markdown": "Two"}]}, version=1
    )
    other.publish(page.node_id, version=1, revision=draft.revision)
    assert "Two" in visit(luna, "/news").text


def test_a_tenant_is_read_whole_and_goes_whole(luna: CmsSite) -> None:
    ContentService(luna.scope).create("About us")
    before = len(list(export_tenant(luna.cms.db, "luna")))
    assert delete_tenant(luna.cms.db, "luna") == before - 1
    eventually(lambda: list(luna.scope.db.content.pages()), [])


def test_a_picture_is_listed_and_served(luna: CmsSite) -> None:
    drawing = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1"/></svg>'
    made = MediaLibrary(luna.scope, luna.cms.storage).upload("dot.svg", drawing, alt="A dot")
    assert visit(luna, f"/media/{made.asset_id}/480").headers["content-type"] == "image/svg+xml"
    library = MediaLibrary(luna.scope, luna.cms.storage)
    eventually(lambda: [one.alt for one in library.page()], ["A dot"])


def test_products_and_leads_are_kept_once(luna: CmsSite) -> None:
    products, leads = Products(luna.scope), Leads(luna.scope)
    new = ProductInput(
        title="Mug", price="12,50", currency="eur", categories=["Kitchen"], status="active"
    )
    made = products.create(new)
    with pytest.raises(UniqueTaken):
        products.create(new)
    assert [one.slug for one in products.in_category("KITCHEN")] == ["mug"]
    products.delete(made.product_id)
    assert not products.in_category("kitchen")
    leads.submit("Bea@Example.com", source="form")
    leads.submit("bea@example.com", source="other")
    eventually(lambda: [one.email for one in leads.page()], ["bea@example.com"])
    assert leads.get("bea@example.com").submissions == 2
