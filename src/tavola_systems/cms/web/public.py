"""The public site: pages by slug, redirects, previews, images, sitemap and feed.

A page is two reads, its route and the page; what was rendered is kept by version. It is served
under `/s/{tenant}`, and at the tenant's own domain, once that is proven, without this prefix.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import RedirectResponse
from markupsafe import Markup

from tavola_systems.cms.access import TenantPath
from tavola_systems.cms.context import CmsContext
from tavola_systems.cms.models import Content, ContentDraft
from tavola_systems.cms.previews import Previews
from tavola_systems.cms.services.blocks import Rendering, render_blocks
from tavola_systems.cms.services.comments import policy_of
from tavola_systems.cms.services.content import ContentService
from tavola_systems.cms.services.media import WIDTHS, MediaLibrary
from tavola_systems.cms.services.products import Products, shown_price
from tavola_systems.cms.web.feeds import to_atom, to_sitemap
from tavola_systems.cms.web.site_frame import SiteFrame, base_of, theme_css
from tavola_systems.platform.access.rules import PUBLIC
from tavola_systems.platform.http.etags import matches, not_modified, tag_of, validators
from tavola_systems.platform.http.problems import NotFound

__all__ = ["RULES", "PublicSite", "routes"]

_SITE: Final = "/s/{tenant}"
RULES: Final = {
    f"GET {_SITE}": PUBLIC,
    f"GET {_SITE}/theme.css": PUBLIC,
    f"GET {_SITE}/sitemap.xml": PUBLIC,
    f"GET {_SITE}/feed.xml": PUBLIC,
    f"GET {_SITE}/robots.txt": PUBLIC,
    f"GET {_SITE}/media/{{asset_id}}/{{width}}": PUBLIC,
    f"GET {_SITE}/preview/{{token}}": PUBLIC,
    f"GET {_SITE}/{{slug:path}}": PUBLIC,
}
_MAX_KEPT_BYTES: Final = 64 * 1024 * 1024
_MAX_LISTED: Final = 1000
_REDIRECT_SECONDS: Final = 3600
_MOVING_BLOCKS: Final = frozenset({"form", "products"})
"""Blocks that show what can change without a new version of their page."""


class PublicSite:
    """Renders the pages of all tenants, and keeps what it rendered."""

    def __init__(self, cms: CmsContext) -> None:
        self._cms = cms
        self._kept: OrderedDict[tuple[object, ...], tuple[str, bytes]] = OrderedDict()
        self._kept_bytes = 0

    def page(self, request: Request, tenant_id: str, slug: str) -> Response:
        """Answer an address of a site."""
        scope, base = self._cms.public_scope(tenant_id), base_of(request, tenant_id)
        found = ContentService(scope).resolve(slug)
        if found is None or found.content.status != "published":
            return self.missing(request, tenant_id)
        if found.is_redirect or slug != found.content.slug:
            # A slug can be claimed back, so that a redirect must not be kept for ever.
            headers = {"Cache-Control": f"public, max-age={_REDIRECT_SECONDS}"}
            return RedirectResponse(f"{base}{found.content.slug}", 301, headers)
        tag, body = self._rendered(request, tenant_id, found.content)
        headers = validators(tag)
        if matches(request.headers.get("if-none-match"), tag):
            return not_modified(headers)
        return Response(body, headers=headers, media_type="text/html")

    def _rendered(self, request: Request, tenant_id: str, page: Content) -> tuple[str, bytes]:
        """Return a page's tag and HTML, as they were rendered before if they can be."""
        config, base = self._cms.tenant(tenant_id), base_of(request, tenant_id)
        host = request.headers.get("host", "")
        key = (tenant_id, page.node_id, page.version, config.revision, base, host)
        kept = self._kept.get(key)
        if kept is not None:
            return kept
        body = self.render(request, tenant_id, page)
        made = tag_of(body), body
        if not _MOVING_BLOCKS.intersection(one.get("type") for one in page.blocks or ()):
            self._keep(key, made)
        return made

    def _keep(self, key: tuple[object, ...], made: tuple[str, bytes]) -> None:
        self._kept[key] = made
        self._kept_bytes += len(made[1])
        while self._kept_bytes > _MAX_KEPT_BYTES:
            _, (_, oldest) = self._kept.popitem(last=False)
            self._kept_bytes -= len(oldest)

    def render(
        self, request: Request, tenant_id: str, shown: Content | ContentDraft, *, slug: str = ""
    ) -> bytes:
        """Render a page, or the draft of one, in its site's frame."""
        frame = SiteFrame.of(self._cms.tenant(tenant_id), base_of(request, tenant_id))
        around = self.rendering(tenant_id, frame.base)
        own = shown.slug if isinstance(shown, Content) else slug
        response = self._cms.services.pages.render(
            request,
            "site/page.html",
            site=frame,
            page=shown,
            address=f"{self._origin(request)}{frame.base}{own}",
            image=around.image(shown.share_image or ""),
            body=render_blocks(shown.blocks or (), around),
            has_comments=policy_of(self._cms.tenant(tenant_id)) != "off",
        )
        return bytes(response.body)

    def rendering(self, tenant_id: str, base: str) -> Rendering:
        """What blocks of a site are shown with."""
        scope = self._cms.public_scope(tenant_id)

        def image(asset: str) -> str | None:
            return f"{base}/media/{asset}/960" if len(asset) == 26 else None

        def widths(asset: str) -> str:
            return ", ".join(f"{base}/media/{asset}/{one} {one}w" for one in WIDTHS)

        def products(block: Mapping[str, Any]) -> Markup:
            category, limit = str(block.get("category") or ""), int(block.get("limit") or 12)
            found = Products(scope).in_category(category, limit=limit).items if category else ()
            shown = Markup().join(
                Markup("<li><strong>{}</strong> <span>{} {}</span></li>").format(
                    one.title, shown_price(one), one.currency
                )
                for one in found
            )
            return Markup('<ul class="products">{}</ul>').format(shown)

        def form(block: Mapping[str, Any]) -> Markup:
            return self._cms.services.pages.fragment("site/block_form.html", base=base, block=block)

        return Rendering(image=image, widths=widths, form=form, products=products)

    def missing(self, request: Request, tenant_id: str) -> Response:
        """Say in the site's own frame that there is nothing."""
        frame = SiteFrame.of(self._cms.tenant(tenant_id), base_of(request, tenant_id))
        return self._cms.services.pages.render(request, "site/missing.html", status=404, site=frame)

    def _origin(self, request: Request) -> str:
        return f"{request.url.scheme}://{request.headers.get('host', '')}"

    def listed(self, tenant_id: str) -> list[Any]:
        """Summaries of the published pages, the latest change first; a thousand at most."""
        db = self._cms.public_scope(tenant_id).db
        found: list[Any] = []
        for state in ("published", "changed"):
            found += db.content.pages_in_state(workflow=state, limit=_MAX_LISTED).items
        planned = db.content.content_by_workflow(
            workflow="scheduled",
            only=("node_id", "title", "slug", "status", "updated_at"),
            limit=_MAX_LISTED,
        )
        found += [one for one in planned.items if one.status == "published"]
        return sorted(found, key=lambda one: one.updated_at, reverse=True)[:_MAX_LISTED]


def routes(cms: CmsContext) -> APIRouter:
    """Serve the public sites."""
    router, site = APIRouter(prefix=_SITE), PublicSite(cms)
    _files(router, cms, site)
    _previews(router, cms, site)

    @router.get("")
    def home(request: Request, tenant: TenantPath) -> Response:
        return site.page(request, tenant, "/")

    @router.get("/{slug:path}")
    def page(request: Request, tenant: TenantPath, slug: str) -> Response:
        return site.page(request, tenant, f"/{slug}")

    return router


def _files(router: APIRouter, cms: CmsContext, site: PublicSite) -> None:
    def base(request: Request, tenant: str) -> str:
        return f"{request.url.scheme}://{request.headers.get('host', '')}{base_of(request, tenant)}"

    @router.get("/theme.css")
    def theme(request: Request, tenant: TenantPath) -> Response:
        css = theme_css(cms.tenant(tenant))
        headers = validators(tag_of(css))
        if matches(request.headers.get("if-none-match"), tag_of(css)):
            return not_modified(headers)
        return Response(css, headers=headers, media_type="text/css")

    @router.get("/sitemap.xml")
    def sitemap(request: Request, tenant: TenantPath) -> Response:
        body = to_sitemap(base(request, tenant), site.listed(tenant))
        return Response(body, media_type="application/xml", headers=validators(tag_of(body)))

    @router.get("/feed.xml")
    def feed(request: Request, tenant: TenantPath) -> Response:
        title = SiteFrame.of(cms.tenant(tenant), "").title
        body = to_atom(title, base(request, tenant), site.listed(tenant)[:50])
        return Response(body, media_type="application/atom+xml", headers=validators(tag_of(body)))

    @router.get("/robots.txt")
    def robots(request: Request, tenant: TenantPath) -> Response:
        cms.tenant(tenant)
        lines = (
            f"User-agent: *\nDisallow: /preview/\nSitemap: {base(request, tenant)}/sitemap.xml\n"
        )
        return Response(lines, media_type="text/plain")

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


def _previews(router: APIRouter, cms: CmsContext, site: PublicSite) -> None:
    previews = Previews(cms.keys, cms.services.clock)

    @router.get("/preview/{token}")
    def preview(
        request: Request, tenant: TenantPath, token: Annotated[str, Path(max_length=200)]
    ) -> Response:
        service, node = ContentService(cms.public_scope(tenant)), previews.node_of(token)
        page = service.find(node)
        if page is None or not previews.is_good(tenant, page, token):
            raise NotFound
        shown = service.draft(node) or page
        body = site.render(request, tenant, shown, slug=page.slug)
        headers = {
            "Cache-Control": "private, no-store",
            "Referrer-Policy": "no-referrer",
            "X-Robots-Tag": "noindex",
        }
        return Response(body, headers=headers, media_type="text/html")
