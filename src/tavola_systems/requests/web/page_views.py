"""What pages show of events and requests: states and figures, ready for templates."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal

from msgspec import Struct

from tavola_systems.requests.desk import Desk
from tavola_systems.requests.models import EventConfig, Request
from tavola_systems.requests.rules import FINAL
from tavola_systems.requests.services.promises import Prospect, prospect_of
from tavola_systems.requests.services.request_lookup import delays_of

__all__ = ["EventCard", "EventState", "RequestSight", "card_of", "sight_of", "state_of"]

EventState = Literal["draft", "soon", "open", "paused", "closed", "drawing", "announced"]


def state_of(event: EventConfig, now: datetime) -> EventState:
    """Say in one word what somebody who wants a place has to know."""
    if event.status == "DRAFT":
        return "draft"
    if event.status == "ANNOUNCED":
        return "announced"
    if event.status == "CLOSED" or (event.ends_at is not None and event.ends_at <= now):
        return "drawing" if event.event_type == "LOTTERY" else "closed"
    if event.is_paused:
        return "paused"
    return "soon" if event.opens_at is not None and event.opens_at > now else "open"


class EventCard(Struct, frozen=True):
    """An event in the list of all."""

    event: EventConfig
    state: EventState
    date_label: str
    date: datetime | None


def card_of(event: EventConfig, now: datetime) -> EventCard:
    """Show the one date of an event that matters now."""
    state = state_of(event, now)
    if state in {"draft", "soon"}:
        return EventCard(event, state, "Opens", event.opens_at)
    if state == "announced":
        return EventCard(event, state, "Results since", event.announced_at)
    is_lottery = event.event_type == "LOTTERY"
    return EventCard(event, state, "Cutoff" if is_lottery else "Ends", event.ends_at)


class RequestSight(Struct, frozen=True):
    """A request as its page shows it."""

    request: Request
    mood: str
    is_final: bool
    phase: str | None
    ahead: int
    prospect: Prospect | None
    places_left: int
    may_withdraw: bool
    drawn_place: int | None
    accept_delay: int | None
    """Delays are milliseconds."""
    queue_delay: int | None
    total_delay: int | None


_MOODS = {"SUCCEEDED": "won", "REJECTED": "lost", "FAILED_FINAL": "failed"}


def sight_of(desk: Desk, event: EventConfig, request: Request) -> RequestSight:
    """Gather what a request's page says: where it stands, honestly, by what the table knows."""
    delays = delays_of(request)
    places = desk.events.capacity(event.event_id)
    ahead = desk.requests.standing(request) or 0
    accepted = None
    if request.queued_at is not None:
        accepted = max(timedelta(), request.queued_at - request.requested_at)
    return RequestSight(
        request=request,
        mood=_MOODS.get(request.status, ""),
        is_final=request.status in FINAL,
        phase=desk.events.phase(event),
        ahead=ahead,
        prospect=prospect_of(places, request, ahead) if places else None,
        places_left=places.capacity_remaining if places else 0,
        may_withdraw=may_withdraw(request),
        drawn_place=_drawn_place(desk, request),
        accept_delay=_milliseconds(accepted),
        queue_delay=_milliseconds(delays.queue),
        total_delay=_milliseconds(delays.whole),
    )


def may_withdraw(request: Request) -> bool:
    """Say whether there is something to give back."""
    return request.status in {"RECEIVED", "QUEUED", "PROCESSING", "SUCCEEDED"}


def _drawn_place(desk: Desk, request: Request) -> int | None:
    """Return at which place a request was drawn; only a drawn lottery has one."""
    if request.event_type != "LOTTERY" or request.status not in FINAL:
        return None
    return desk.draws.place_of(request.event_id, request.request_id)


def _milliseconds(delay: timedelta | None) -> int | None:
    return None if delay is None else round(delay / timedelta(milliseconds=1))
