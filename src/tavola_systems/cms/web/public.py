"""The public site: pages by slug, redirects, and previews.

A page is two reads, its route and the page; what was rendered is kept by version. It is served
under `/s/{tenant}`, and at the tenant's own domain, once that is proven, without this prefix.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import RedirectResponse

from tavola.errors import TavolaError
from tavola.stores.embedded import EmbeddedStore
from tavola_systems.cms.access import TenantPath
from tavola_systems.cms.cms_context import CmsContext
from tavola_systems.cms.models import Content
from tavola_systems.cms.previews import Previews
from tavola_systems.cms.services.blocks import texts_of
from tavola_systems.cms.services.content import ContentService, Resolved, resolve
from tavola_systems.cms.web.kept_pages import MAX_KEPT_BYTES, KeptPages, RenderedPage
from tavola_systems.cms.web.page_rendering import PageRenderer, can_be_kept
from tavola_systems.cms.web.site_frame import SiteFrame, base_of
from tavola_systems.platform.access.permissions import PUBLIC
from tavola_systems.platform.http.etags import matches, not_modified, validators
from tavola_systems.platform.http.problems import NotFound, Problem

__all__ = ["RULES", "PublicSite", "problem_page", "routes"]

_SITE: Final = "/s/{tenant}"
RULES: Final = {
    f"GET {_SITE}": PUBLIC,
    f"GET {_SITE}/preview/{{token}}": PUBLIC,
    f"GET {_SITE}/{{slug:path}}": PUBLIC,
}
_REDIRECT_SECONDS: Final = 3600
_SHORT_CHARACTERS: Final = 20_000


class PublicSite:
    """Answers the addresses of all sites, and keeps what was rendered."""

    def __init__(self, cms: CmsContext, *, kept_bytes: int = MAX_KEPT_BYTES) -> None:
        self._cms = cms
        self._renderer = PageRenderer(cms)
        self._kept = KeptPages(kept_bytes)
        self._reads_at_once = isinstance(cms.db.store, EmbeddedStore)

    def home(self, request: Request, tenant: TenantPath) -> Response:
        """Answer the address of the site itself."""
        return self._answer(request, tenant, "/")

    def page(self, request: Request, tenant: TenantPath, slug: str) -> Response:
        """Answer an address of a site."""
        return self._answer(request, tenant, f"/{slug}")

    def at_once(self, request: Request, parameters: Mapping[str, Any]) -> Response | None:
        """Answer where that needs no other machine, and a page is kept or soon rendered.

        To render is work for the processor alone: in threads, many readers would only take it from
        each other.
        """
        if not self._reads_at_once:
            return None
        tenant, slug = parameters["tenant"], f"/{parameters.get('slug', '')}"
        try:
            found = self._resolve(request, tenant, slug)
            if found is None or found.content.status != "published":
                return None
            if _is_shown_at(found, slug):
                kept = self._kept.find(self._key(request, tenant, found))
                if kept is not None:
                    return _answer_with(request, kept)
            is_short = _is_short(found.content)
            return self._show(request, tenant, slug, found) if is_short else None
        except (NotFound, TavolaError):  # Told on the usual way.
            return None

    def _answer(self, request: Request, tenant: str, slug: str) -> Response:
        found = self._resolve(request, tenant, slug)
        if found is None or found.content.status != "published":
            return _missing(self._cms, request, tenant)
        return self._show(request, tenant, slug, found)

    def _show(self, request: Request, tenant: str, slug: str, found: Resolved) -> Response:
        base = base_of(request, tenant)
        if not _is_shown_at(found, slug):
            # A slug can be claimed back, so that a redirect must not be kept for ever.
            headers = {"Cache-Control": f"public, max-age={_REDIRECT_SECONDS}"}
            return RedirectResponse(f"{base}{found.content.slug}", 301, headers)
        return _answer_with(request, self._rendered(request, tenant, found))

    def _resolve(self, request: Request, tenant: str, slug: str) -> Resolved | None:
        """Read where an address leads, once for each request."""
        state = request.state
        if not hasattr(state, "resolved"):
            state.resolved = resolve(self._cms.public_scope(tenant).db, slug)
        found: Resolved | None = state.resolved
        return found

    def _key(self, request: Request, tenant: str, found: Resolved) -> tuple[object, ...]:
        """All that a rendered page depends on."""
        config, page = self._cms.tenant(tenant), found.content
        base = base_of(request, tenant)
        return (
            tenant,
            page.node_id,
            page.version,
            found.comment_mark,
            config.revision,
            config.domain,
            base,
        )

    def _rendered(self, request: Request, tenant: str, found: Resolved) -> RenderedPage:
        """Return a page's HTML, as it was rendered before if it can be."""
        key, base = self._key(request, tenant, found), base_of(request, tenant)

        def render() -> RenderedPage:
            return RenderedPage.of(self._renderer.page(tenant, base, found.content))

        return self._kept.find_or_make(key, render) if can_be_kept(found.content) else render()


def _is_shown_at(found: Resolved, slug: str) -> bool:
    """Whether a page is published at this address, in exactly this form."""
    page = found.content
    return page.status == "published" and not found.is_redirect and slug == page.slug


def _is_short(page: Content) -> bool:
    """Whether a page is rendered within some milliseconds."""
    return sum(map(len, texts_of(page.blocks or ()))) <= _SHORT_CHARACTERS


def _answer_with(request: Request, page: RenderedPage) -> Response:
    headers = validators(page.tag)
    if matches(request.headers.get("if-none-match"), page.tag):
        return not_modified(headers)
    return Response(page.body, headers=headers, media_type="text/html")


def _missing(cms: CmsContext, request: Request, tenant_id: str) -> Response:
    """Say in the site's own frame that there is nothing."""
    frame = SiteFrame.of(cms.tenant(tenant_id), base_of(request, tenant_id))
    return cms.services.pages.render(request, "site/missing.html", status=404, site=frame)


def problem_page(cms: CmsContext) -> Callable[[Request, Problem], Response | None]:
    """Return what shows a refusal in the frame of the site where it happened."""

    def show(request: Request, problem: Problem) -> Response | None:
        tenant_id = request.path_params.get("tenant", "")
        config = cms.tenants.known(tenant_id)
        path = request.url.path.removeprefix(request.scope.get("root_path", ""))
        if config is None or not path.startswith(f"/s/{tenant_id}/"):
            return None
        if problem.status == 404:
            return _missing(cms, request, tenant_id)
        frame = SiteFrame.of(config, base_of(request, tenant_id))
        response = cms.services.pages.render(
            request, "site/problem.html", status=problem.status, site=frame, problem=problem
        )
        response.headers.update(problem.headers)
        return response

    return show


def routes(cms: CmsContext) -> APIRouter:
    """Serve the public sites."""
    router, site = APIRouter(prefix=_SITE), PublicSite(cms)
    _previews(router, cms)
    router.get("")(site.home)
    router.get("/{slug:path}")(site.page)
    return router


def _previews(router: APIRouter, cms: CmsContext) -> None:
    previews, renderer = Previews(cms.keys, cms.services.clock), PageRenderer(cms)

    @router.get("/preview/{token}")
    def preview(
        request: Request, tenant: TenantPath, token: Annotated[str, Path(max_length=200)]
    ) -> Response:
        service, node = ContentService(cms.public_scope(tenant)), previews.node_of(token)
        page = service.find(node)
        if page is None or not previews.is_good(tenant, page, token):
            raise NotFound
        shown = service.draft(node) or page
        until = datetime.fromtimestamp(previews.ends(token), UTC)
        body = renderer.preview(tenant, base_of(request, tenant), shown, page.slug, until)
        headers = {
            "Cache-Control": "private, no-store",
            "Referrer-Policy": "no-referrer",
            "X-Robots-Tag": "noindex",
        }
        return Response(body, headers=headers, media_type="text/html")
