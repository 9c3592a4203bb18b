"""What was, over HTTP: versions of pages, the bin, redirects, the audit trail."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Response
from pydantic import AwareDatetime

from tavola_systems.cms.access import TenantId, in_header
from tavola_systems.cms.api.views import (
    AuditPage,
    AuditView,
    BinPage,
    BinView,
    ContentView,
    DifferenceView,
    NodeId,
    RedirectPage,
    RedirectView,
    Restoring,
    Version,
    VersionPage,
    VersionPath,
    VersionView,
    told,
)
from tavola_systems.cms.cms_context import CmsContext
from tavola_systems.cms.services.audit import Audit
from tavola_systems.cms.services.content import ContentService
from tavola_systems.cms.services.content_writes import values_of
from tavola_systems.platform.http.guard import Caller
from tavola_systems.platform.http.paging import Cursor, Limit
from tavola_systems.platform.http.problems import NotFound

__all__ = ["RULES", "routes"]

_PAGE: Final = "/api/content/{node_id}"
RULES: Final = {
    f"GET {_PAGE}/versions": in_header("editor"),
    f"GET {_PAGE}/versions/{{version}}": in_header("editor"),
    f"GET {_PAGE}/compare": in_header("editor"),
    f"POST {_PAGE}/restore": in_header("editor"),
    "GET /api/bin": in_header("editor"),
    "POST /api/bin/{node_id}": in_header("editor"),
    "GET /api/redirects": in_header("editor"),
    "DELETE /api/redirects": in_header("editor"),
    "GET /api/audit": in_header("editor"),
    "GET /api/audit/{audit_id}": in_header("editor"),
}


def routes(cms: CmsContext) -> APIRouter:
    """Return the routes of what was."""
    router = APIRouter(tags=["history"])
    _versions(router, cms)
    _addresses(router, cms)
    _audit(router, cms)
    return router


def _versions(router: APIRouter, cms: CmsContext) -> None:
    @router.get("/content/{node_id}/versions")
    def versions(
        caller: Caller, tenant: TenantId, node_id: NodeId, limit: Limit = 20, cursor: Cursor = None
    ) -> VersionPage:
        """List the versions before the latest, newest first."""
        service = ContentService(cms.scope(tenant, caller))
        page = service.versions(node_id, limit=limit, cursor=cursor)
        items = [VersionView.model_validate(one) for one in page.items]
        return VersionPage(items=items, cursor=page.cursor)

    @router.get("/content/{node_id}/versions/{version}")
    def version(
        caller: Caller, tenant: TenantId, node_id: NodeId, version: VersionPath
    ) -> dict[str, Any]:
        """Read one version whole."""
        found = ContentService(cms.scope(tenant, caller)).version(node_id, version)
        return {"version": found.version, **values_of(found)}

    @router.get("/content/{node_id}/compare")
    def compare(
        caller: Caller, tenant: TenantId, node_id: NodeId, before: Version, after: Version
    ) -> list[DifferenceView]:
        """Say what differs between two versions."""
        service = ContentService(cms.scope(tenant, caller))
        return [DifferenceView.of(one) for one in service.compare(node_id, before, after)]

    @router.post("/content/{node_id}/restore")
    def restore(caller: Caller, tenant: TenantId, node_id: NodeId, body: Restoring) -> ContentView:
        """Make an earlier version the latest, as a new one."""
        service = ContentService(cms.scope(tenant, caller))
        with told():
            return ContentView.of(service.restore(node_id, body.restore, version=body.version))


def _addresses(router: APIRouter, cms: CmsContext) -> None:
    @router.get("/bin")
    def binned(
        caller: Caller, tenant: TenantId, limit: Limit = 50, cursor: Cursor = None
    ) -> BinPage:
        """List deleted pages."""
        page = ContentService(cms.scope(tenant, caller)).bin(limit=limit, cursor=cursor)
        items = [BinView.model_validate(one) for one in page.items]
        return BinPage(items=items, cursor=page.cursor)

    @router.post("/bin/{node_id}")
    def bring_back(caller: Caller, tenant: TenantId, node_id: NodeId) -> ContentView:
        """Take a page out of the bin, as a draft."""
        with told():
            return ContentView.of(ContentService(cms.scope(tenant, caller)).bring_back(node_id))

    @router.get("/redirects")
    def redirects(
        caller: Caller, tenant: TenantId, limit: Limit = 50, cursor: Cursor = None
    ) -> RedirectPage:
        """List the slugs that pages had before."""
        page = cms.scope(tenant, caller).db.route.redirects(limit=limit, cursor=cursor)
        items = [RedirectView.model_validate(one) for one in page.items]
        return RedirectPage(items=items, cursor=page.cursor)

    @router.delete("/redirects", status_code=204)
    def free(
        caller: Caller, tenant: TenantId, slug: Annotated[str, Query(max_length=200)]
    ) -> Response:
        """Let a former slug lead nowhere."""
        ContentService(cms.scope(tenant, caller)).free_redirect(slug)
        return Response(status_code=204)


def _audit(router: APIRouter, cms: CmsContext) -> None:
    @router.get("/audit")
    def trail(
        caller: Caller,
        tenant: TenantId,
        actor: Annotated[str, Query(max_length=200)] = "",
        target: Annotated[str, Query(max_length=60)] = "",
        limit: Limit = 50,
        cursor: Cursor = None,
    ) -> AuditPage:
        """List what happened, newest first: all, by an actor's address or by a target's id."""
        audit = Audit(cms.scope(tenant, caller))
        page: Any = (
            audit.by_actor(actor, limit=limit, cursor=cursor)
            if actor
            else audit.by_target(target, limit=limit, cursor=cursor)
            if target
            else audit.latest(limit=limit, cursor=cursor)
        )
        items = [AuditView.model_validate(one) for one in page.items]
        return AuditPage(items=items, cursor=page.cursor)

    @router.get("/audit/{audit_id}")
    def entry(
        caller: Caller, tenant: TenantId, audit_id: NodeId, at: AwareDatetime
    ) -> dict[str, Any]:
        """Read an entry with its snapshot."""
        found = Audit(cms.scope(tenant, caller)).find(at, audit_id)
        if found is None:
            raise NotFound
        shown = AuditView.model_validate(found).model_dump(mode="json")
        return {**shown, "snapshot": found.snapshot}
