"""Draws over HTTP: what was promised and published is everybody's; operators fix and draw."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Final

from fastapi import APIRouter, Path, Response
from pydantic import BaseModel, Field

from tavola_systems.platform.access.permissions import PUBLIC, Requirement, role
from tavola_systems.platform.http.guard import Caller, Visitor
from tavola_systems.platform.http.problems import NotFound
from tavola_systems.platform.system import Services
from tavola_systems.requests.api.event_routes import EventId
from tavola_systems.requests.desk import Desk
from tavola_systems.requests.domain.draw import sha256_hex
from tavola_systems.requests.models import Draw
from tavola_systems.requests.offered_files import answer_file, names_of
from tavola_systems.requests.services.draw_results import DrawResults
from tavola_systems.requests.serving import letters_of
from tavola_systems.requests.visibility import is_visible

__all__ = ["RULES", "routes"]

_OPERATOR: Final = role("operator", scope="event_id")
RULES: Final[dict[str, Requirement]] = {
    "GET /api/events/{event_id}/draws": PUBLIC,
    "GET /api/events/{event_id}/draws/{attempt}/{name}": PUBLIC,
    "POST /api/events/{event_id}/draw/freeze": _OPERATOR,
    "POST /api/events/{event_id}/draw": _OPERATOR,
    "POST /api/events/{event_id}/draw/abandon": _OPERATOR,
}
_STEPS_AT_ONCE: Final = 30
"""So many stretches of results are written at once; the rest follows by itself."""


class ValueBody(BaseModel):
    """The public value, as it was published; empty if none was promised."""

    public_value: Annotated[str, Field(max_length=1000)] = ""


class ReasonBody(BaseModel):
    """Why a draw is given up; everybody can read it."""

    reason: Annotated[str, Field(min_length=1, max_length=300)]


class DrawView(BaseModel):
    """A draw, as everybody sees it."""

    attempt: int
    state: str
    places: int
    public_source: str | None
    public_value: str | None
    commitment_sha256: str
    entry_count: int | None
    entries_sha256: str | None
    order_sha256: str | None
    decided: int
    winners: int
    committed_at: datetime
    frozen_at: datetime | None
    drawn_at: datetime | None
    settled_at: datetime | None
    abandoned_at: datetime | None
    abandoned_reason: str | None
    files: list[str]

    @classmethod
    def of(cls, draw: Draw) -> DrawView:
        """Show a draw; its seed is in its files once it is drawn."""
        names = set(cls.model_fields) - {"commitment_sha256", "files"}
        shown = {name: getattr(draw, name) for name in names}
        digest = sha256_hex(draw.commitment.encode())
        return cls(**shown, commitment_sha256=digest, files=names_of(draw))


def routes(desk: Desk, services: Services) -> APIRouter:
    """Return the routes of draws."""
    router = APIRouter(prefix="/events/{event_id}", tags=["draws"])
    _add_published(router, desk, services)
    results = DrawResults(desk.db, desk.events, desk.draws, letters_of(services))

    @router.post("/draw/freeze")
    def freeze(event_id: EventId) -> DrawView:
        """Fix who takes part, once the event is over and every accepted request is queued."""
        return DrawView.of(desk.draws.freeze(event_id))

    @router.post("/draw")
    def draw(event_id: EventId, body: ValueBody) -> DrawView:
        """Draw the order, once; results follow by themselves."""
        desk.draws.draw(event_id, body.public_value)
        for _ in range(_STEPS_AT_ONCE):
            if not results.step(event_id):
                break
        return DrawView.of(desk.draws.get(event_id))

    @router.post("/draw/abandon")
    def abandon(caller: Caller, event_id: EventId, body: ReasonBody) -> DrawView:
        """Give a draw up before it is drawn; it stays visible, and a new one is promised."""
        return DrawView.of(desk.draws.abandon(event_id, body.reason, caller.subject))

    return router


def _add_published(router: APIRouter, desk: Desk, services: Services) -> None:
    @router.get("/draws")
    def all_draws(visitor: Visitor, event_id: EventId) -> list[DrawView]:
        """List an event's draws; all but the last were abandoned."""
        event = desk.events.find(event_id)
        if event is None or not is_visible(services, visitor, event):
            raise NotFound
        return [DrawView.of(one) for one in desk.draws.all(event_id)]

    @router.get("/draws/{attempt}/{name}")
    def published(
        visitor: Visitor,
        event_id: EventId,
        attempt: Annotated[int, Path(ge=1, lt=10**6)],
        name: Annotated[str, Path(max_length=60)],
    ) -> Response:
        """Fetch a file that was published of a draw, or all of them as `files.zip`."""
        event = desk.events.find(event_id)
        if event is None or not is_visible(services, visitor, event):
            raise NotFound
        return answer_file(desk, event_id, attempt, name)
