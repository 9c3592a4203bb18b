"""Leads and consents over HTTP: what visitors send through a site that is shown elsewhere."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Final

from fastapi import APIRouter, Path, Request, Response
from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

from tavola.errors import ItemMissing
from tavola_systems.cms.access import TenantId, in_header
from tavola_systems.cms.cms_context import CmsContext
from tavola_systems.cms.models import ConsentChoice, LeadStatus
from tavola_systems.cms.services.consents import Consents
from tavola_systems.cms.services.leads import Leads
from tavola_systems.platform.http.guard import Caller
from tavola_systems.platform.http.paging import Cursor, Limit, add_links

__all__ = ["RULES", "routes"]

RULES: Final = {
    "GET /api/leads": in_header("editor"),
    "POST /api/leads": in_header("renderer"),
    "GET /api/leads/{email}": in_header("editor"),
    "PATCH /api/leads/{email}": in_header("editor"),
    "DELETE /api/leads/{email}": in_header("editor"),
    "POST /api/consents": in_header("renderer"),
    "GET /api/consents/{visitor_id}": in_header("renderer"),
}

Email = Annotated[str, Path(max_length=200)]
VisitorId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{20,60}$")]


class NewLead(BaseModel):
    """What a form held."""

    email: Annotated[str, Field(max_length=200)]
    source: Annotated[str, Field(min_length=1, max_length=100)]
    name: Annotated[str, Field(max_length=100)] | None = None
    data: Annotated[
        dict[Annotated[str, Field(max_length=60)], Annotated[str, Field(max_length=2000)]],
        Field(max_length=20),
    ] = {}
    visitor_id: VisitorId | None = None


class LeadChange(BaseModel):
    """How far one is with a lead."""

    status: LeadStatus
    note: Annotated[str, Field(max_length=2000)] | None = None


class LeadSummary(BaseModel):
    """A lead as lists show it."""

    model_config = ConfigDict(from_attributes=True)
    email: str
    status: LeadStatus
    updated_at: datetime


class LeadView(LeadSummary):
    """A lead whole."""

    name: str | None
    source: str | None
    data: dict[str, str] | None
    note: str | None
    submissions: int
    created_at: datetime


class LeadPage(BaseModel):
    """Some leads."""

    items: list[LeadSummary]
    cursor: str | None = None


class NewConsent(BaseModel):
    """What a visitor allows."""

    visitor_id: VisitorId
    choice: ConsentChoice
    client_time: AwareDatetime | None = None


class ConsentView(BaseModel):
    """What holds for a visitor."""

    model_config = ConfigDict(from_attributes=True)
    visitor_id: str
    choice: ConsentChoice
    at: datetime


def routes(cms: CmsContext) -> APIRouter:
    """Return the routes of leads and consents."""
    router = APIRouter(tags=["leads"])

    def leads(tenant: str, caller: Caller) -> Leads:
        return Leads(cms.scope(tenant, caller))

    @router.get("/leads")
    def listed(
        request: Request,
        response: Response,
        caller: Caller,
        tenant: TenantId,
        status: LeadStatus | None = None,
        limit: Limit = 50,
        cursor: Cursor = None,
    ) -> LeadPage:
        """List leads, the latest first."""
        page = leads(tenant, caller).page(status, limit=limit, cursor=cursor)
        add_links(request, response, page)
        items = [LeadSummary.model_validate(one) for one in page.items]
        return LeadPage(items=items, cursor=page.cursor)

    @router.post("/leads", status_code=201)
    def submit(caller: Caller, tenant: TenantId, body: NewLead) -> LeadSummary:
        """Keep what somebody sent; an address is one lead however often it comes."""
        made = leads(tenant, caller).submit(
            body.email,
            source=body.source,
            name=body.name,
            data=body.data,
            visitor_id=body.visitor_id,
        )
        return LeadSummary.model_validate(made)

    @router.get("/leads/{email}")
    def get(caller: Caller, tenant: TenantId, email: Email) -> LeadView:
        """Read a lead."""
        return LeadView.model_validate(leads(tenant, caller).get(email))

    @router.patch("/leads/{email}")
    def change(caller: Caller, tenant: TenantId, email: Email, body: LeadChange) -> LeadView:
        """Say how far one is with a lead."""
        changed = leads(tenant, caller).change(email, status=body.status, note=body.note)
        return LeadView.model_validate(changed)

    @router.delete("/leads/{email}", status_code=204)
    def delete(caller: Caller, tenant: TenantId, email: Email) -> Response:
        """Forget a lead."""
        leads(tenant, caller).delete(email)
        return Response(status_code=204)

    _add_consents(router, cms)
    return router


def _add_consents(router: APIRouter, cms: CmsContext) -> None:
    @router.post("/consents", status_code=201)
    def record(caller: Caller, tenant: TenantId, body: NewConsent) -> ConsentView:
        """Keep a visitor's answer, under the server's time."""
        made = Consents(cms.scope(tenant, caller)).record(
            body.visitor_id, body.choice, client_time=body.client_time
        )
        return ConsentView.model_validate(made)

    @router.get("/consents/{visitor_id}")
    def latest(
        caller: Caller, tenant: TenantId, visitor_id: Annotated[str, Path(max_length=60)]
    ) -> ConsentView:
        """Read what holds for a visitor."""
        found = Consents(cms.scope(tenant, caller)).latest(visitor_id)
        if found is None:
            raise ItemMissing(f"Visitor {visitor_id} has not answered yet.")
        return ConsentView.model_validate(found)
