"""What a site serves beside its pages: colours, images, sitemap, feed and robots.txt."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Request, Response

from tavola_systems.cms.access import TenantPath
from tavola_systems.cms.cms_context import CmsContext
from tavola_systems.cms.services.media import MediaLibrary
from tavola_systems.cms.services.site_map import SiteMaps, latest_pages
from tavola_systems.cms.web.feeds import to_atom, to_sitemap, to_sitemap_index
from tavola_systems.cms.web.page_rendering import PageRenderer
from tavola_systems.cms.web.site_frame import SiteFrame, theme_css
from tavola_systems.platform.access.permissions import PUBLIC
from tavola_systems.platform.http.etags import matches, not_modified, tag_of, validators
from tavola_systems.platform.http.problems import NotFound

__all__ = ["RULES", "routes"]

_SITE: Final = "/s/{tenant}"
RULES: Final = {
    f"GET {_SITE}/theme.css": PUBLIC,
    f"GET {_SITE}/sitemap.xml": PUBLIC,
    f"GET {_SITE}/sitemap/{{number}}.xml": PUBLIC,
    f"GET {_SITE}/feed.xml": PUBLIC,
    f"GET {_SITE}/robots.txt": PUBLIC,
    f"GET {_SITE}/media/{{asset_id}}/{{width}}": PUBLIC,
}
_FEED_PAGES: Final = 50


def routes(cms: CmsContext) -> APIRouter:
    """Serve the files of sites."""
    router = APIRouter(prefix=_SITE)
    _add_maps(router, cms, SiteMaps(cms.services.clock))
    _add_feed(router, cms)
    _add_media(router, cms)
    return router


def _text(request: Request, body: str | bytes, media_type: str) -> Response:
    tag = tag_of(body)
    headers = validators(tag)
    if matches(request.headers.get("if-none-match"), tag):
        return not_modified(headers)
    return Response(body, headers=headers, media_type=media_type)


def _add_maps(router: APIRouter, cms: CmsContext, maps: SiteMaps) -> None:
    renderer = PageRenderer(cms)

    @router.get("/sitemap.xml")
    def sitemap(request: Request, tenant: TenantPath) -> Response:
        db, home = cms.public_scope(tenant).db, renderer.home_of(cms.tenant(tenant))
        parts = maps.parts(tenant, db)
        # Each state begins a part of its own, so that a small site has a few of them.
        if len(parts) <= len({one.state for one in parts}):
            body = to_sitemap(home, [page for one in parts for page in maps.pages(db, one)])
        else:
            body = to_sitemap_index(home, len(parts))
        return _text(request, body, "application/xml")

    @router.get("/sitemap/{number}.xml")
    def part(request: Request, tenant: TenantPath, number: str) -> Response:
        db, home = cms.public_scope(tenant).db, renderer.home_of(cms.tenant(tenant))
        parts = maps.parts(tenant, db)
        wanted = int(number) if number.isascii() and number.isdigit() and len(number) < 6 else 0
        if not 1 <= wanted <= len(parts):
            raise NotFound
        body = to_sitemap(home, maps.pages(db, parts[wanted - 1]))
        return _text(request, body, "application/xml")

    @router.get("/robots.txt")
    def robots(tenant: TenantPath) -> Response:
        home = renderer.home_of(cms.tenant(tenant))
        lines = f"User-agent: *\nDisallow: /preview/\nSitemap: {home}/sitemap.xml\n"
        return Response(lines, media_type="text/plain")


def _add_feed(router: APIRouter, cms: CmsContext) -> None:
    renderer = PageRenderer(cms)

    @router.get("/feed.xml")
    def feed(request: Request, tenant: TenantPath) -> Response:
        config = cms.tenant(tenant)
        pages = latest_pages(cms.public_scope(tenant).db, _FEED_PAGES)
        body = to_atom(SiteFrame.of(config, "").title, renderer.home_of(config), pages)
        return _text(request, body, "application/atom+xml")

    @router.get("/theme.css")
    def theme(request: Request, tenant: TenantPath) -> Response:
        return _text(request, theme_css(cms.tenant(tenant)), "text/css")


def _add_media(router: APIRouter, cms: CmsContext) -> None:
    @router.get("/media/{asset_id}/{width}")
    def media(request: Request, tenant: TenantPath, asset_id: str, width: str) -> Response:
        library = MediaLibrary(cms.public_scope(tenant), cms.storage)
        found = library.file(asset_id, width if width.isdigit() else "original")
        headers = {
            **validators(found.tag, cache_seconds=3600),
            "Content-Security-Policy": "default-src 'none'; sandbox",
            "Cross-Origin-Resource-Policy": "same-site",
        }
        if matches(request.headers.get("if-none-match"), found.tag):
            return not_modified(headers)
        return Response(found.content, headers=headers, media_type=found.media_type)
