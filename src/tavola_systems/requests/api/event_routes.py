"""Events over HTTP."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Final

from fastapi import APIRouter, Path
from pydantic import AwareDatetime, BaseModel, Field

from tavola_systems.platform.access.permissions import PUBLIC, Requirement, role
from tavola_systems.platform.http.guard import Visitor
from tavola_systems.platform.http.paging import Cursor, Limit
from tavola_systems.platform.http.problems import NotFound
from tavola_systems.platform.system import Services
from tavola_systems.requests.desk import Desk
from tavola_systems.requests.models import EventConfig
from tavola_systems.requests.rules import MOST_PLACES, AdmissionKind, EventType
from tavola_systems.requests.services.events import NewEvent
from tavola_systems.requests.visibility import is_visible, visible_events

__all__ = ["RULES", "EventId", "EventView", "routes"]

_OPERATOR: Final = role("operator", scope="event_id")
RULES: Final[dict[str, Requirement]] = {
    "GET /api/events": PUBLIC,
    "GET /api/events/{event_id}": PUBLIC,
    "POST /api/events": role("operator"),
    "POST /api/events/{event_id}/open": _OPERATOR,
    "POST /api/events/{event_id}/pause": _OPERATOR,
    "POST /api/events/{event_id}/resume": _OPERATOR,
    "POST /api/events/{event_id}/close": _OPERATOR,
    "POST /api/events/{event_id}/announce": _OPERATOR,
    "PUT /api/events/{event_id}/end": _OPERATOR,
    "PUT /api/events/{event_id}/capacity": _OPERATOR,
}

_ID_PATTERN: Final = r"^[a-z0-9]([a-z0-9-]{0,58}[a-z0-9])?$"
EventId = Annotated[str, Path(pattern=_ID_PATTERN)]
Places = Annotated[int, Field(ge=1, le=MOST_PLACES)]


class EventBody(BaseModel):
    """A new event."""

    event_id: Annotated[str, Field(pattern=_ID_PATTERN)]
    title: Annotated[str, Field(min_length=1, max_length=200)]
    event_type: EventType
    capacity: Places
    description: Annotated[str, Field(max_length=4000)] | None = None
    admission: AdmissionKind = "ANYBODY"
    opens_at: AwareDatetime | None = None
    ends_at: AwareDatetime | None = None
    public_source: Annotated[str, Field(max_length=300)] | None = None


class EndBody(BaseModel):
    """When intake ends."""

    ends_at: AwareDatetime


class CapacityBody(BaseModel):
    """How many places there are."""

    total: Places


class EventView(BaseModel):
    """An event, as the front end shows it."""

    event_id: str
    title: str
    description: str | None
    event_type: EventType
    status: str
    is_paused: bool
    takes_requests: bool
    ui_phase: str | None
    capacity_total: int
    admission: AdmissionKind
    opens_at: datetime | None
    ends_at: datetime | None
    announced_at: datetime | None

    @classmethod
    def of(cls, config: EventConfig, desk: Desk) -> EventView:
        """Show an event."""
        return cls(
            event_id=config.event_id,
            title=config.title,
            description=config.description,
            event_type=config.event_type,
            status=config.status,
            is_paused=bool(config.is_paused),
            takes_requests=desk.events.takes_requests(config),
            ui_phase=desk.events.phase(config),
            capacity_total=config.capacity_total,
            admission=config.admission,
            opens_at=config.opens_at,
            ends_at=config.ends_at,
            announced_at=config.announced_at,
        )


class EventLine(BaseModel):
    """An event in the list."""

    event_id: str
    title: str
    event_type: str


class EventPage(BaseModel):
    """Some events."""

    items: list[EventLine]
    cursor: str | None


def routes(desk: Desk, services: Services) -> APIRouter:
    """Return the routes of events."""
    router = APIRouter(prefix="/events", tags=["events"])
    _add_reading(router, desk, services)
    _add_steering(router, desk)
    return router


def _add_reading(router: APIRouter, desk: Desk, services: Services) -> None:
    events = desk.events

    @router.get("")
    def all_events(visitor: Visitor, limit: Limit = 50, cursor: Cursor = None) -> EventPage:
        """List the events by id; drafts are shown to their operators."""
        page = events.all(limit=limit, cursor=cursor)
        found = visible_events(desk, services, visitor, (one.event_id for one in page.items))
        lines = [
            EventLine(event_id=one.event_id, title=one.title, event_type=one.event_type)
            for one in found
        ]
        return EventPage(items=lines, cursor=page.cursor)

    @router.get("/{event_id}")
    def event(visitor: Visitor, event_id: EventId) -> EventView:
        """Read an event, with the phase that its page shows; a draft is its operators'."""
        config = events.find(event_id)
        if config is None or not is_visible(services, visitor, config):
            raise NotFound
        return EventView.of(config, desk)

    @router.post("", status_code=201)
    def create(body: EventBody) -> EventView:
        """Create an event; it takes no requests until it is opened."""
        return EventView.of(events.create(NewEvent(**body.model_dump())), desk)


def _add_steering(router: APIRouter, desk: Desk) -> None:
    events = desk.events

    @router.post("/{event_id}/open")
    def open_event(event_id: EventId) -> EventView:
        """Take requests, from `opens_at` on if one is set."""
        return EventView.of(events.open(event_id), desk)

    @router.post("/{event_id}/pause")
    def pause(event_id: EventId) -> EventView:
        """Take no requests for a while."""
        return EventView.of(events.pause(event_id), desk)

    @router.post("/{event_id}/resume")
    def resume(event_id: EventId) -> EventView:
        """Take requests again."""
        return EventView.of(events.resume(event_id), desk)

    @router.post("/{event_id}/close")
    def close(event_id: EventId) -> EventView:
        """Take no more requests, for good."""
        return EventView.of(events.close(event_id), desk)

    @router.post("/{event_id}/announce")
    def announce(event_id: EventId) -> EventView:
        """Say that all results are out."""
        return EventView.of(events.announce(event_id), desk)

    @router.put("/{event_id}/end")
    def prolong(event_id: EventId, body: EndBody) -> EventView:
        """Let intake end at another time."""
        return EventView.of(events.prolong(event_id, body.ends_at), desk)

    @router.put("/{event_id}/capacity")
    def change_capacity(event_id: EventId, body: CapacityBody) -> EventView:
        """Change the number of places of a first-come event."""
        events.change_capacity(event_id, body.total)
        return EventView.of(events.get(event_id), desk)
