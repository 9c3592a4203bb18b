"""The sites that somebody may see, and the way into one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from fastapi import APIRouter, Request, Response

from tavola.errors import AlreadyExists, OperationError
from tavola_systems.cms.access import TenantPath, in_path
from tavola_systems.cms.cms_context import CmsContext, actor_of
from tavola_systems.cms.web.desk import told_of
from tavola_systems.platform.access.identity import EVERYWHERE
from tavola_systems.platform.access.permissions import role
from tavola_systems.platform.http.guard import Caller, SentForm
from tavola_systems.platform.http.paging import Cursor

__all__ = ["RULES", "routes"]

RULES: Final = {
    "GET /": role("renderer", in_any_scope=True),
    "POST /tenants": role("global_admin"),
    "GET /t/{tenant}": in_path("editor"),
}


def routes(cms: CmsContext) -> APIRouter:
    """Serve the list of sites, and lead into one."""
    router, pages = APIRouter(), cms.services.pages

    def show(request: Request, caller: Caller, cursor: str | None, **more: Any) -> Response:
        page = None
        if cms.services.rules.may(caller, "renderer"):
            page = cms.tenants.all(cursor=cursor)
            found: Sequence[Any] = page.items
        else:
            found = cms.tenants.some(set(caller.account.roles) - {EVERYWHERE})
        return pages.render(request, "cms/sites.html", sites=found, page=page, **more)

    @router.get("/")
    def sites(request: Request, caller: Caller, cursor: Cursor = None) -> Response:
        return show(request, caller, cursor)

    @router.post("/tenants")
    def create(request: Request, caller: Caller, form: SentForm) -> Response:
        name = " ".join(form.text("name").split())
        try:
            if not 0 < len(name) <= 100:
                raise OperationError("name: use 1 to 100 characters.")  # noqa: TRY301 - told below
            config = cms.tenants.create(name, actor_of(caller))
        except (AlreadyExists, OperationError) as error:
            told = told_of(error)
            return show(
                request, caller, None, status=422, errors={"name": told}, values=form.values()
            )
        return pages.redirect(f"/t/{config.tenant_id}", toast=f"{name} is ready.")

    @router.get("/t/{tenant}")
    def site(tenant: TenantPath, caller: Caller) -> Response:
        return pages.redirect(f"/t/{cms.scope(tenant, caller).tenant_id}/content")

    return router
