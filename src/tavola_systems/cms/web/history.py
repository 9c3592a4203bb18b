"""What was, for editors: versions with their differences, the bin, redirects, the audit trail."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request, Response

from tavola_systems.cms.access import TenantPath, in_path
from tavola_systems.cms.cms_context import CmsContext
from tavola_systems.cms.services.audit import Audit
from tavola_systems.cms.services.content import ContentService
from tavola_systems.cms.web.desk import Desk
from tavola_systems.cms.web.text_differences import line_differences, lines_of
from tavola_systems.platform.http.guard import Caller, SentForm
from tavola_systems.platform.http.paging import Cursor

__all__ = ["RULES", "routes"]

_VERSIONS: Final = "/t/{tenant}/content/{node_id}/versions"
RULES: Final = {
    f"GET {_VERSIONS}": in_path("editor"),
    f"POST {_VERSIONS}": in_path("editor"),
    "GET /t/{tenant}/bin": in_path("editor"),
    "POST /t/{tenant}/bin/{node_id}": in_path("editor"),
    "GET /t/{tenant}/redirects": in_path("editor"),
    "POST /t/{tenant}/redirects": in_path("editor"),
    "GET /t/{tenant}/audit": in_path("editor"),
}


def routes(cms: CmsContext) -> APIRouter:
    """Serve the pages of what was."""
    router = APIRouter()
    _versions(router, cms)
    _addresses(router, cms)
    _audit(router, cms)
    return router


def _versions(router: APIRouter, cms: CmsContext) -> None:
    number = Query(ge=0, lt=10**8)

    @router.get(_VERSIONS)
    def versions(
        request: Request,
        tenant: TenantPath,
        caller: Caller,
        node_id: str,
        before: Annotated[int, number] = 0,
        after: Annotated[int, number] = 0,
        cursor: Cursor = None,
    ) -> Response:
        desk = Desk(cms, tenant, caller)
        service = ContentService(desk.scope)
        page = service.get(node_id)
        new = after or page.version
        old = before or max(1, new - 1)
        lines = line_differences(
            lines_of(service.version(node_id, old)), lines_of(service.version(node_id, new))
        )
        return desk.show(
            request,
            "cms/versions.html",
            page=page,
            versions=service.versions(node_id, cursor=cursor),
            before=old,
            after=new,
            lines=lines,
        )

    @router.post(_VERSIONS)
    def restore(tenant: TenantPath, caller: Caller, node_id: str, form: SentForm) -> Response:
        desk = Desk(cms, tenant, caller)
        wanted, version = form.number("restore") or 0, form.number("version") or 0
        page = ContentService(desk.scope).restore(
            node_id,
            wanted,
            version=version,
        )
        return desk.leave(
            f"/content/{node_id}", f"Version {wanted} is back, as version {page.version}."
        )


def _addresses(router: APIRouter, cms: CmsContext) -> None:
    @router.get("/t/{tenant}/bin")
    def binned(
        request: Request, tenant: TenantPath, caller: Caller, cursor: Cursor = None
    ) -> Response:
        desk = Desk(cms, tenant, caller)
        page = ContentService(desk.scope).bin(cursor=cursor)
        return desk.show(request, "cms/bin.html", page=page)

    @router.post("/t/{tenant}/bin/{node_id}")
    def bring_back(tenant: TenantPath, caller: Caller, node_id: str) -> Response:
        desk = Desk(cms, tenant, caller)
        page = ContentService(desk.scope).bring_back(node_id)
        return desk.leave(
            f"/content/{node_id}", f"{page.title} is back at {page.slug}, as a draft."
        )

    @router.get("/t/{tenant}/redirects")
    def redirects(
        request: Request, tenant: TenantPath, caller: Caller, cursor: Cursor = None
    ) -> Response:
        desk = Desk(cms, tenant, caller)
        page = desk.scope.db.route.redirects(cursor=cursor)
        return desk.show(request, "cms/redirects.html", page=page)

    @router.post("/t/{tenant}/redirects")
    def free(tenant: TenantPath, caller: Caller, form: SentForm) -> Response:
        desk = Desk(cms, tenant, caller)
        ContentService(desk.scope).free_redirect(form.text("slug"))
        return desk.leave("/redirects", "The address leads nowhere now.")


def _audit(router: APIRouter, cms: CmsContext) -> None:
    @router.get("/t/{tenant}/audit")
    def trail(
        request: Request,
        tenant: TenantPath,
        caller: Caller,
        actor: Annotated[str, Query(max_length=200)] = "",
        target: Annotated[str, Query(max_length=60)] = "",
        cursor: Cursor = None,
    ) -> Response:
        desk = Desk(cms, tenant, caller)
        audit = Audit(desk.scope)
        page: Any = audit.latest(cursor=cursor)
        if actor:
            page = audit.by_actor(actor, cursor=cursor)
        elif target:
            page = audit.by_target(target, cursor=cursor)
        return desk.show(request, "cms/audit.html", page=page, actor=actor, target=target)
