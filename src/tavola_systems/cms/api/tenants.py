"""Tenants over HTTP: sites are created by who runs all, and changed by who runs one."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Final

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from tavola_systems.cms.access import TenantId, in_header
from tavola_systems.cms.cms_context import CmsContext, actor_of
from tavola_systems.cms.models import TenantConfig
from tavola_systems.cms.services.tenants import redacted
from tavola_systems.platform.access.identity import EVERYWHERE
from tavola_systems.platform.access.permissions import role
from tavola_systems.platform.http.guard import Caller
from tavola_systems.platform.http.paging import Cursor, Limit, add_links
from tavola_systems.platform.system import Services

__all__ = ["RULES", "routes"]

RULES: Final = {
    "GET /api/tenants": role("renderer", in_any_scope=True),
    "POST /api/tenants": role("global_admin"),
    "GET /api/tenant": in_header("renderer"),
    "GET /api/settings": in_header("admin"),
    "PATCH /api/settings": in_header("admin"),
}

SettingName = Annotated[str, Field(max_length=60, pattern=r"^[A-Za-z][A-Za-z0-9_]*$")]


class NewTenant(BaseModel):
    """A site to be made; its id is made from its name."""

    name: Annotated[str, Field(min_length=1, max_length=100)]


class TenantView(BaseModel):
    """A site."""

    tenant_id: str
    name: str
    domain: str | None
    created_at: datetime

    @classmethod
    def of(cls, config: TenantConfig) -> TenantView:
        """Show a tenant without its settings."""
        return cls(
            tenant_id=config.tenant_id,
            name=config.name,
            domain=config.domain,
            created_at=config.created_at,
        )


class TenantPage(BaseModel):
    """Some sites."""

    items: list[TenantView]
    cursor: str | None = None


class SettingsChange(BaseModel):
    """Settings to change: what is given replaces, null removes, the rest stays."""

    settings: Annotated[dict[SettingName, Any], Field(max_length=50)] = {}
    secrets: Annotated[dict[SettingName, Any], Field(max_length=50)] = {}
    revision: Annotated[int, Field(ge=0, lt=10**9)] | None = None


class SettingsView(BaseModel):
    """Settings as they are; of secrets only which are set."""

    settings: dict[str, Any]
    secrets: dict[str, Any]
    revision: int

    @classmethod
    def of(cls, config: TenantConfig) -> SettingsView:
        """Show the settings of a tenant."""
        return cls(
            settings=config.settings or {},
            secrets=redacted(config.secrets or {}),
            revision=config.revision,
        )


def routes(cms: CmsContext) -> APIRouter:
    """Return the routes of tenants and settings."""
    router, services = APIRouter(tags=["tenants"]), cms.services

    @router.get("/tenants")
    def tenants(
        request: Request,
        response: Response,
        caller: Caller,
        limit: Limit = 50,
        cursor: Cursor = None,
    ) -> TenantPage:
        """List the sites that the caller belongs to."""
        if _sees_all(services, caller):
            page = cms.tenants.all(limit=limit, cursor=cursor)
            add_links(request, response, page)
            return TenantPage(items=[TenantView.of(one) for one in page.items], cursor=page.cursor)
        mine = cms.tenants.some(set(caller.account.roles) - {EVERYWHERE})
        return TenantPage(items=[TenantView.of(one) for one in mine])

    @router.post("/tenants", status_code=201)
    def create(caller: Caller, body: NewTenant) -> TenantView:
        """Create a site with its home and contact pages."""
        return TenantView.of(cms.tenants.create(body.name, actor_of(caller)))

    @router.get("/tenant")
    def tenant(caller: Caller, tenant: TenantId) -> TenantView:
        """Read the site that the header names."""
        return TenantView.of(cms.tenants.get(cms.scope(tenant, caller).tenant_id))

    @router.get("/settings")
    def settings(caller: Caller, tenant: TenantId) -> SettingsView:
        """Read the settings; of secrets only which are set."""
        return SettingsView.of(cms.tenants.get(cms.scope(tenant, caller).tenant_id))

    @router.patch("/settings")
    def change(caller: Caller, tenant: TenantId, body: SettingsChange) -> SettingsView:
        """Change settings."""
        scope = cms.scope(tenant, caller)
        config = cms.tenants.change(scope, body.settings, body.secrets, expected=body.revision)
        return SettingsView.of(config)

    return router


def _sees_all(services: Services, caller: Caller) -> bool:
    return services.rules.may(caller, "renderer")
