"""The public site: pages by address and by domain, redirects, previews, sitemap and feed."""

from __future__ import annotations

from typing import Any

import pytest

from tavola_systems.cms.models import Content
from tavola_systems.cms.previews import Previews
from tavola_systems.cms.services.content import ContentService
from tests.systems.cms.conftest import CmsSite


def text(markdown: str) -> list[dict[str, Any]]:
    return [{"type": "text", "markdown": markdown}]


@pytest.fixture(name="pages")
def content_service(luna: CmsSite) -> ContentService:
    return ContentService(luna.scope)


@pytest.fixture(name="live")
def published_page(pages: ContentService) -> Content:
    return pages.create("About us", blocks=text("Hello *world*"), publish=True)


def visit(luna: CmsSite, path: str, **headers: str) -> Any:
    return luna.site.client(follow_redirects=False).get(f"/cms/s/luna{path}", headers=headers)


def own_domain(luna: CmsSite) -> None:
    luna.scope.root.tenant_config.update("luna", domain="luna.example")


def test_a_published_page_is_shown_in_its_site(luna: CmsSite, live: Content) -> None:
    answer = visit(luna, live.slug)
    assert (answer.status_code, "Hello <em>world</em>" in answer.text) == (200, True)
    assert "<title>About us · Luna</title>" in answer.text
    assert "set-cookie" not in answer.headers
    assert visit(luna, "").status_code == 200


def test_a_draft_and_a_page_that_is_not_there_look_alike(
    luna: CmsSite, pages: ContentService
) -> None:
    pages.create("Secret plan")
    hidden, missing = visit(luna, "/secret-plan"), visit(luna, "/nowhere")
    assert (hidden.status_code, missing.status_code) == (404, 404)
    assert hidden.text == missing.text
    assert luna.site.client().get("/cms/s/nowhere/").status_code == 404


def test_a_change_is_seen_at_once_and_an_etag_saves_the_rest(
    luna: CmsSite, pages: ContentService, live: Content
) -> None:
    tag = visit(luna, live.slug).headers["etag"]
    assert visit(luna, live.slug, **{"If-None-Match": tag}).status_code == 304
    pages.save_draft(live.node_id, {"blocks": text("New")}, version=1)
    assert visit(luna, live.slug, **{"If-None-Match": tag}).status_code == 304
    pages.publish(live.node_id, version=1)
    changed = visit(luna, live.slug, **{"If-None-Match": tag})
    assert (changed.status_code, "<p>New</p>" in changed.text) == (200, True)


def test_a_former_slug_leads_on_and_is_not_kept_for_ever(
    luna: CmsSite, pages: ContentService, live: Content
) -> None:
    pages.move(live.node_id, "/who", version=1)
    answer = visit(luna, "/about-us")
    assert (answer.status_code, answer.headers["location"]) == (301, "/cms/s/luna/who")
    assert answer.headers["cache-control"] == "public, max-age=3600"
    untidy = visit(luna, "/Who/")
    assert (untidy.status_code, untidy.headers["location"]) == (301, "/cms/s/luna/who")


def test_a_proven_domain_shows_its_site_and_nothing_else(luna: CmsSite, live: Content) -> None:
    own_domain(luna)
    client = luna.site.client(follow_redirects=False)
    at_luna = {"Host": "Luna.example:443"}
    shown = client.get(live.slug, headers=at_luna)
    assert (shown.status_code, 'href="/contact"' in shown.text) == (200, True)
    assert client.get("/", headers=at_luna).status_code == 200
    elsewhere = ("/cms/", "/cms/sign-in", "/cms/api/tenants", "/health", "/cms/s/luna")
    assert {client.get(path, headers=at_luna).status_code for path in elsewhere} == {404}


def test_a_host_that_nobody_has_proven_is_not_served(luna: CmsSite) -> None:
    luna.scope.root.tenant_config.update("luna", wanted_domain="luna.example")
    answer = luna.site.client().get("/", headers={"Host": "luna.example"})
    assert answer.status_code == 421


def test_a_preview_link_shows_the_draft_until_it_is_ended(
    luna: CmsSite, pages: ContentService, live: Content
) -> None:
    pages.save_draft(live.node_id, {"blocks": text("Not yet")}, version=1)
    program = luna.program()
    url = program.post(f"content/{live.node_id}/preview").json()["url"]
    shown = luna.site.client().get(url)
    assert (shown.status_code, "Not yet" in shown.text) == (200, True)
    assert (shown.headers["x-robots-tag"], shown.headers["cache-control"]) == (
        "noindex",
        "private, no-store",
    )
    assert shown.headers["referrer-policy"] == "no-referrer"
    program.delete(f"content/{live.node_id}/preview")
    assert luna.site.client().get(url).status_code == 404


def test_a_preview_link_is_for_one_page_for_a_week(
    luna: CmsSite, pages: ContentService, live: Content
) -> None:
    other = pages.create("Other")
    services = luna.cms.services
    token = Previews(services.shared.keys, services.clock).token("luna", live)
    assert visit(luna, f"/preview/{token}").status_code == 200
    forged = token.replace(live.node_id, other.node_id)
    assert visit(luna, f"/preview/{forged}").status_code == 404
    assert visit(luna, "/preview/x").status_code == 404
    luna.site.clock.forward(7 * 24 * 3600 + 1)
    assert visit(luna, f"/preview/{token}").status_code == 404


def test_sitemap_and_feed_name_what_is_published(
    luna: CmsSite, pages: ContentService, live: Content
) -> None:
    pages.create("Secret plan")
    pages.save_draft(live.node_id, {"title": "x"}, version=1)
    for path in ("/sitemap.xml", "/feed.xml"):
        found = visit(luna, path).text
        assert "http://testserver/cms/s/luna/about-us" in found
        assert "secret-plan" not in found
    assert "Sitemap: http://testserver/cms/s/luna/sitemap.xml" in visit(luna, "/robots.txt").text


def test_settings_give_a_site_its_navigation_and_colours(luna: CmsSite) -> None:
    settings = {
        "navigation": [
            {"label": "Shop", "path": "/shop"},
            {"label": "Bad", "path": "javascript:alert(1)"},
        ],
        "theme": {"primaryColor": "#aa0000", "textColor": "red; } body { display: none"},
        "footer": "© Luna <script>",
    }
    luna.program("admin").patch("settings", json={"settings": settings})
    luna.site.clock.forward(2)
    shown = visit(luna, "").text
    assert 'href="/cms/s/luna/shop"' in shown
    assert "javascript:" not in shown
    assert "© Luna &lt;script&gt;" in shown
    css = visit(luna, "/theme.css").text
    assert "--site-primary: #aa0000;" in css
    assert "display" not in css


def test_nothing_that_editors_write_becomes_code(luna: CmsSite, pages: ContentService) -> None:
    evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
    blocks = [
        {"type": "heading", "text": evil},
        {"type": "text", "markdown": f"{evil} [x](javascript:alert(1))"},
        {"type": "image", "asset": "0" * 26, "alt": evil, "caption": evil},
        {"type": "gallery", "images": [{"asset": "0" * 26, "alt": evil}]},
        {"type": "quote", "text": evil, "cite": evil},
        {"type": "code", "text": evil, "language": evil[:30]},
    ]
    page = pages.create(f"Evil {evil}", slug="/evil", blocks=blocks, description=evil, publish=True)
    shown = visit(luna, page.slug).text
    assert shown.count("<script") == shown.count('<script type="module" src="/static/') == 1
    assert "<img src=x" not in shown
    assert 'href="javascript' not in shown
