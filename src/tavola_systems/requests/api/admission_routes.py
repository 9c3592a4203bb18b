"""Lists of the eligible and codes over HTTP, for operators of the event."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Path
from pydantic import BaseModel, Field

from tavola_systems.platform.access.permissions import Requirement, role
from tavola_systems.platform.http.paging import Cursor, Limit
from tavola_systems.platform.http.problems import NotFound
from tavola_systems.platform.system import Services
from tavola_systems.requests.api.event_routes import EventId
from tavola_systems.requests.desk import Desk
from tavola_systems.requests.services.admissions import MOST_AT_ONCE

__all__ = ["RULES", "routes"]

_OPERATOR: Final = role("operator", scope="event_id")
RULES: Final[dict[str, Requirement]] = {
    "GET /api/events/{event_id}/admissions": _OPERATOR,
    "POST /api/events/{event_id}/admissions": _OPERATOR,
    "DELETE /api/events/{event_id}/admissions/{email}": _OPERATOR,
    "GET /api/events/{event_id}/codes": _OPERATOR,
    "POST /api/events/{event_id}/codes": _OPERATOR,
}


class AddressesBody(BaseModel):
    """Addresses that may take part."""

    emails: Annotated[list[str], Field(min_length=1, max_length=MOST_AT_ONCE)]


class AddedView(BaseModel):
    """How many addresses are on the list now that were given."""

    added: int


class ListPage(BaseModel):
    """Some of those who may take part."""

    items: list[str]
    cursor: str | None


class CodesBody(BaseModel):
    """How many codes to make."""

    count: Annotated[int, Field(ge=1, le=MOST_AT_ONCE)]


class CodesView(BaseModel):
    """New codes; they are shown this once."""

    codes: list[str]


class CodeCountView(BaseModel):
    """How many codes there are, and how many were used."""

    made: int
    used: int


def routes(desk: Desk, services: Services) -> APIRouter:
    """Return the routes."""
    del services
    router = APIRouter(prefix="/events/{event_id}", tags=["admission"])
    admissions = desk.admissions

    @router.get("/admissions")
    def listed(event_id: EventId, limit: Limit = 100, cursor: Cursor = None) -> ListPage:
        """List who may take part."""
        page = admissions.listed(event_id, limit=limit, cursor=cursor)
        return ListPage(items=[one.email for one in page.items], cursor=page.cursor)

    @router.post("/admissions", status_code=201)
    def add(event_id: EventId, body: AddressesBody) -> AddedView:
        """Put addresses on the list; one that is there stays."""
        return AddedView(added=admissions.add(event_id, body.emails))

    @router.delete("/admissions/{email}", status_code=204)
    def remove(event_id: EventId, email: Annotated[str, Path(max_length=200)]) -> None:
        """Take an address off the list."""
        if not admissions.remove(event_id, email):
            raise NotFound

    @router.get("/codes")
    def count(event_id: EventId) -> CodeCountView:
        """Say how many codes there are."""
        made, used = admissions.count(event_id)
        return CodeCountView(made=made, used=used)

    @router.post("/codes", status_code=201)
    def make(event_id: EventId, body: CodesBody) -> CodesView:
        """Make codes; each admits one request."""
        return CodesView(codes=admissions.make_codes(event_id, body.count))

    return router
