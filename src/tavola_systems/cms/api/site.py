"""The running of a site over HTTP: its domain, its people, and what it knows of a person."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Query, Response
from pydantic import BaseModel, Field

from tavola_systems.cms.access import TenantId, in_header
from tavola_systems.cms.cms_context import CmsContext
from tavola_systems.cms.models import TenantConfig
from tavola_systems.cms.people import People
from tavola_systems.cms.services.domains import record_name, record_value
from tavola_systems.cms.services.personal_data import PersonalData
from tavola_systems.platform.http.guard import Caller
from tavola_systems.platform.http.paging import Cursor, Limit

__all__ = ["RULES", "routes"]

RULES: Final = {
    "GET /api/domain": in_header("admin"),
    "PUT /api/domain": in_header("admin"),
    "DELETE /api/domain": in_header("admin"),
    "POST /api/domain/proof": in_header("admin"),
    "POST /api/domain/approval": in_header("global_admin"),
    "GET /api/people": in_header("admin"),
    "POST /api/people": in_header("admin"),
    "DELETE /api/people/{user_id}": in_header("admin"),
    "GET /api/personal-data": in_header("admin"),
    "POST /api/personal-data/erasure": in_header("admin"),
}


class WantedDomain(BaseModel):
    """A host that a site should answer at."""

    domain: Annotated[str, Field(min_length=1, max_length=260)]


class DomainView(BaseModel):
    """Where a site answers, and what is missing for where it should."""

    domain: str | None
    wanted: str | None
    record_name: str | None
    record_value: str | None

    @classmethod
    def of(cls, config: TenantConfig) -> DomainView:
        """Show the domain of a tenant."""
        host, token = config.wanted_domain, config.domain_token
        return cls(
            domain=config.domain,
            wanted=host,
            record_name=record_name(host) if host else None,
            record_value=record_value(token) if token else None,
        )


class Invitation(BaseModel):
    """Somebody who is to have a role in a site."""

    email: Annotated[str, Field(max_length=200)]
    name: Annotated[str, Field(min_length=1, max_length=100)]
    role: Annotated[str, Field(max_length=40)]


class PersonView(BaseModel):
    """Somebody with a role in a site."""

    user_id: str
    email: str
    name: str
    role: str


class PeoplePage(BaseModel):
    """Some people of a site."""

    items: list[PersonView]
    cursor: str | None = None


class Erasure(BaseModel):
    """Who is to be forgotten."""

    email: Annotated[str, Field(max_length=200)]


class ErasureView(BaseModel):
    """What was changed."""

    changes: list[str]


def routes(cms: CmsContext) -> APIRouter:
    """Return the routes of what administrators do."""
    router = APIRouter(tags=["site"])
    _add_domain(router, cms)
    _add_people(router, cms)
    _add_personal_data(router, cms)
    return router


def _add_domain(router: APIRouter, cms: CmsContext) -> None:
    @router.get("/domain")
    def domain(caller: Caller, tenant: TenantId) -> DomainView:
        """Read where the site answers, and the record that proves the host it wants."""
        return DomainView.of(cms.tenants.get(cms.scope(tenant, caller).tenant_id))

    @router.put("/domain")
    def want(caller: Caller, tenant: TenantId, body: WantedDomain) -> DomainView:
        """Ask for a host; it works once it is proven."""
        return DomainView.of(cms.domains.want(cms.scope(tenant, caller), body.domain))

    @router.delete("/domain")
    def release(caller: Caller, tenant: TenantId) -> DomainView:
        """Give the host up."""
        return DomainView.of(cms.domains.release(cms.scope(tenant, caller)))

    @router.post("/domain/proof")
    def prove(caller: Caller, tenant: TenantId) -> DomainView:
        """Look for the TXT record, and answer at the host if it is there."""
        return DomainView.of(cms.domains.prove(cms.scope(tenant, caller)))

    @router.post("/domain/approval")
    def approve(caller: Caller, tenant: TenantId) -> DomainView:
        """Take the host without a record, on the word of who runs all sites."""
        return DomainView.of(cms.domains.approve(cms.scope(tenant, caller)))


def _add_people(router: APIRouter, cms: CmsContext) -> None:
    def people(tenant: str, caller: Caller) -> People:
        return People(cms.scope(tenant, caller), cms.services)

    @router.get("/people")
    def listed(
        caller: Caller, tenant: TenantId, limit: Limit = 50, cursor: Cursor = None
    ) -> PeoplePage:
        """List who has a role in the site."""
        members, page = people(tenant, caller).page(limit=limit, cursor=cursor)
        items = [
            PersonView(
                user_id=one.user.user_id, email=one.user.email, name=one.user.name, role=one.role
            )
            for one in members
        ]
        return PeoplePage(items=items, cursor=page.cursor)

    @router.post("/people", status_code=201)
    def invite(caller: Caller, tenant: TenantId, body: Invitation) -> PersonView:
        """Give somebody a role, in place of the one they have, and mail them about it."""
        user = people(tenant, caller).invite(caller, body.email, body.name, body.role)
        return PersonView(user_id=user.user_id, email=user.email, name=user.name, role=body.role)

    @router.delete("/people/{user_id}", status_code=204)
    def withdraw(
        caller: Caller, tenant: TenantId, user_id: Annotated[str, Path(max_length=26)]
    ) -> Response:
        """Take somebody's role in the site away."""
        people(tenant, caller).withdraw(caller, user_id)
        return Response(status_code=204)


def _add_personal_data(router: APIRouter, cms: CmsContext) -> None:
    @router.get("/personal-data")
    def export(
        caller: Caller, tenant: TenantId, email: Annotated[str, Query(max_length=200)]
    ) -> list[dict[str, Any]]:
        """Read everything that the site knows of a person."""
        return list(PersonalData(cms.scope(tenant, caller)).export(email))

    @router.post("/personal-data/erasure")
    def erase(caller: Caller, tenant: TenantId, body: Erasure) -> ErasureView:
        """Forget a person, and say what was changed."""
        return ErasureView(changes=list(PersonalData(cms.scope(tenant, caller)).erase(body.email)))
