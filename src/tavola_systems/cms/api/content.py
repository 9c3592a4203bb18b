"""Pages over HTTP."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request, Response

from tavola_systems.cms.access import TenantId, in_header
from tavola_systems.cms.api.views import (
    ContentPage,
    ContentView,
    DraftSave,
    DraftView,
    Edit,
    Moving,
    NewContent,
    NodeId,
    PreviewView,
    PublishedState,
    Scheduling,
    SummaryView,
    Version,
    told,
)
from tavola_systems.cms.cms_context import CmsContext
from tavola_systems.cms.models import ContentDraft
from tavola_systems.cms.previews import Previews
from tavola_systems.cms.services.content import ContentService
from tavola_systems.cms.services.content_writes import Workflow
from tavola_systems.platform.http.guard import Caller
from tavola_systems.platform.http.paging import Cursor, Limit, add_links
from tavola_systems.platform.http.problems import NotFound

__all__ = ["RULES", "routes"]

_PAGE: Final = "/api/content/{node_id}"
RULES: Final = {
    "GET /api/content": in_header("editor"),
    "POST /api/content": in_header("editor"),
    "GET /api/content/resolve": in_header("renderer"),
    f"GET {_PAGE}": in_header("editor"),
    f"PUT {_PAGE}": in_header("editor"),
    f"DELETE {_PAGE}": in_header("editor"),
    f"PUT {_PAGE}/draft": in_header("editor"),
    f"DELETE {_PAGE}/draft": in_header("editor"),
    f"POST {_PAGE}/publish": in_header("editor"),
    f"POST {_PAGE}/unpublish": in_header("editor"),
    f"PUT {_PAGE}/schedule": in_header("editor"),
    f"DELETE {_PAGE}/schedule": in_header("editor"),
    f"PUT {_PAGE}/slug": in_header("editor"),
    f"POST {_PAGE}/preview": in_header("editor"),
    f"DELETE {_PAGE}/preview": in_header("editor"),
}
Prefix = Annotated[str, Query(max_length=150, description="What titles begin with.")]
Slug = Annotated[str, Query(max_length=500)]
Revision = Annotated[int, Query(ge=0, lt=10**9)]


def routes(cms: CmsContext) -> APIRouter:
    """Return the routes of pages."""
    router = APIRouter(prefix="/content", tags=["content"])
    _reading(router, cms)
    _writing(router, cms)
    _publishing(router, cms)
    return router


def _reading(router: APIRouter, cms: CmsContext) -> None:
    @router.get("")
    def pages(
        request: Request,
        response: Response,
        caller: Caller,
        tenant: TenantId,
        workflow: Workflow | None = None,
        prefix: Prefix = "",
        limit: Limit = 50,
        cursor: Cursor = None,
    ) -> ContentPage:
        """List summaries: all, of one state, or by the beginning of the title."""
        service = ContentService(cms.scope(tenant, caller))
        page = service.pages(workflow=workflow, prefix=prefix, limit=limit, cursor=cursor)
        add_links(request, response, page)
        items = [SummaryView.model_validate(one) for one in page.items]
        return ContentPage(items=items, cursor=page.cursor)

    @router.get("/resolve")
    def resolve(caller: Caller, tenant: TenantId, slug: Slug) -> ContentView:
        """Find a published page by a slug that it has or had; `slug` in the answer is its own."""
        found = ContentService(cms.scope(tenant, caller)).resolve(slug)
        if found is None or found.content.status != "published":
            raise NotFound
        return ContentView.of(found.content)

    @router.get("/{node_id}")
    def page(caller: Caller, tenant: TenantId, node_id: NodeId) -> ContentView:
        """Read a page with its draft."""
        service = ContentService(cms.scope(tenant, caller))
        return ContentView.of(service.get(node_id), service.draft(node_id))


def _writing(router: APIRouter, cms: CmsContext) -> None:
    @router.post("", status_code=201)
    def create(caller: Caller, tenant: TenantId, body: NewContent) -> ContentView:
        """Create a page with its route."""
        given: dict[str, Any] = body.model_dump(exclude_none=True)
        with told():
            return ContentView.of(ContentService(cms.scope(tenant, caller)).create(**given))

    @router.put("/{node_id}")
    def save(caller: Caller, tenant: TenantId, node_id: NodeId, body: Edit) -> ContentView:
        """Change a page: a published one's draft, or another one by a new version."""
        service = ContentService(cms.scope(tenant, caller))
        with told():
            saved = service.save(
                node_id, body.changes(), version=body.version, revision=body.revision
            )
        draft = saved if isinstance(saved, ContentDraft) else None
        return ContentView.of(service.get(node_id), draft)

    @router.put("/{node_id}/draft")
    def save_draft(caller: Caller, tenant: TenantId, node_id: NodeId, body: DraftSave) -> DraftView:
        """Save changes that the public does not see."""
        service = ContentService(cms.scope(tenant, caller))
        with told():
            draft = service.save_draft(
                node_id,
                body.changes(),
                version=body.version,
                revision=body.revision,
                is_autosave=body.autosave,
            )
        return DraftView.of(draft)

    @router.delete("/{node_id}/draft")
    def discard(
        caller: Caller, tenant: TenantId, node_id: NodeId, revision: Revision
    ) -> ContentView:
        """Throw a draft away."""
        service = ContentService(cms.scope(tenant, caller))
        return ContentView.of(service.discard_draft(node_id, revision=revision))

    @router.put("/{node_id}/slug")
    def move(caller: Caller, tenant: TenantId, node_id: NodeId, body: Moving) -> ContentView:
        """Give a page another address; the old one leads there."""
        service = ContentService(cms.scope(tenant, caller))
        with told():
            return ContentView.of(service.move(node_id, body.slug, version=body.version))

    @router.delete("/{node_id}", status_code=204)
    def delete(caller: Caller, tenant: TenantId, node_id: NodeId, version: Version) -> Response:
        """Delete a page to the bin."""
        with told():
            ContentService(cms.scope(tenant, caller)).delete(node_id, version=version)
        return Response(status_code=204)


def _publishing(router: APIRouter, cms: CmsContext) -> None:
    previews = Previews(cms.services.shared.keys, cms.services.clock)

    @router.post("/{node_id}/publish")
    def publish(
        caller: Caller, tenant: TenantId, node_id: NodeId, body: PublishedState
    ) -> ContentView:
        """Show a page to the public, with its draft."""
        service = ContentService(cms.scope(tenant, caller))
        with told():
            return ContentView.of(
                service.publish(node_id, version=body.version, revision=body.revision)
            )

    @router.post("/{node_id}/unpublish")
    def unpublish(
        caller: Caller, tenant: TenantId, node_id: NodeId, body: PublishedState
    ) -> ContentView:
        """Hide a page from the public."""
        service = ContentService(cms.scope(tenant, caller))
        with told():
            return ContentView.of(service.unpublish(node_id, version=body.version))

    @router.put("/{node_id}/schedule")
    def schedule(
        caller: Caller, tenant: TenantId, node_id: NodeId, body: Scheduling
    ) -> ContentView:
        """Publish or unpublish a page at a time."""
        service = ContentService(cms.scope(tenant, caller))
        with told():
            return ContentView.of(
                service.schedule(node_id, body.action, body.at, version=body.version)
            )

    @router.delete("/{node_id}/schedule")
    def cancel(caller: Caller, tenant: TenantId, node_id: NodeId, version: Version) -> ContentView:
        """Take a schedule back."""
        service = ContentService(cms.scope(tenant, caller))
        with told():
            return ContentView.of(service.cancel_schedule(node_id, version=version))

    @router.post("/{node_id}/preview")
    def preview(caller: Caller, tenant: TenantId, node_id: NodeId) -> PreviewView:
        """Make a link that shows a page as it will be, for a week."""
        scope = cms.scope(tenant, caller)
        token = previews.token(scope.tenant_id, ContentService(scope).get(node_id))
        base = cms.services.shared.base_url.rstrip("/")
        return PreviewView(url=f"{base}/cms/s/{scope.tenant_id}/preview/{token}")

    @router.delete("/{node_id}/preview", status_code=204)
    def end_previews(caller: Caller, tenant: TenantId, node_id: NodeId) -> Response:
        """End all preview links of a page."""
        ContentService(cms.scope(tenant, caller)).end_previews(node_id)
        return Response(status_code=204)
