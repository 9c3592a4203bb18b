"""Requests over HTTP: apply, look at one's own, and for operators at an event's."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, Field

from tavola_systems.platform.access.identity import Identity
from tavola_systems.platform.access.permissions import SIGNED_IN, Requirement, role
from tavola_systems.platform.http.guard import Caller
from tavola_systems.platform.http.paging import Cursor, Limit
from tavola_systems.platform.http.problems import NotFound, Refused
from tavola_systems.platform.system import Services
from tavola_systems.requests import models
from tavola_systems.requests.api.event_routes import EventId
from tavola_systems.requests.applying import Applying, NotConfirmed
from tavola_systems.requests.desk import Desk
from tavola_systems.requests.services.intake import NotAdmitted
from tavola_systems.requests.services.request_lookup import delays_of

__all__ = ["RULES", "RequestId", "RequestView", "routes", "visible_request"]

RULES: Final[dict[str, Requirement]] = {
    "POST /api/events/{event_id}/requests": role("applicant"),
    "GET /api/events/{event_id}/requests": role("operator", scope="event_id"),
    "GET /api/requests": SIGNED_IN,
    "GET /api/requests/{request_id}": SIGNED_IN,
    "GET /api/requests/{request_id}/timeline": SIGNED_IN,
}

RequestId = Annotated[str, Path(pattern=r"^[0-9A-HJKMNP-TV-Z]{26}$")]

_AHEAD: Final = (
    "How many requests at most are undecided before it; null in a lottery, without a ticket, when"
    " it is decided, and if it was queued again."
)


class ApplicationBody(BaseModel):
    """What an event may ask for."""

    code: Annotated[str, Field(max_length=100)] = ""


class AcceptedView(BaseModel):
    """The request is taken in; ask for it by its id."""

    request_id: str
    is_duplicate: bool


class RequestView(BaseModel):
    """A request, as its user and operators see it."""

    request_id: str
    event_id: str
    event_type: str
    status: str
    ui_result: str
    ui_phase: str | None
    result_code: str | None
    ticket: int | None
    ahead: Annotated[int | None, Field(description=_AHEAD)] = None
    requested_at: datetime
    queued_at: datetime | None
    started_at: datetime | None
    finished_at: datetime | None
    queue_seconds: float | None
    total_seconds: float | None
    failure_class: str | None
    error_code: str | None
    error_message: str | None

    @classmethod
    def of(cls, found: models.Request, *, to_operator: bool, **more: Any) -> RequestView:
        """Show a request; what went wrong inside is for operators."""
        delays = delays_of(found)
        return cls(
            request_id=found.request_id,
            event_id=found.event_id,
            event_type=found.event_type,
            status=found.status,
            ui_result=found.ui_result or "PENDING",
            ui_phase=more.pop("ui_phase", found.ui_phase),
            result_code=found.result_code,
            ticket=found.ticket,
            requested_at=found.requested_at,
            queued_at=found.queued_at,
            started_at=found.started_at,
            finished_at=found.finished_at,
            queue_seconds=_seconds(delays.queue),
            total_seconds=_seconds(delays.whole),
            failure_class=found.failure_class,
            error_code=found.error_code,
            error_message=found.error_message if to_operator else None,
            **more,
        )


def _seconds(delay: timedelta | None) -> float | None:
    return None if delay is None else delay.total_seconds()


class RequestPageView(BaseModel):
    """Some requests."""

    items: list[RequestView]
    cursor: str | None


class MoveView(BaseModel):
    """A change of status."""

    from_status: str
    to_status: str
    occurred_at: datetime
    message: str | None


def visible_request(
    desk: Desk, services: Services, caller: Identity, request_id: str
) -> models.Request:
    """Return a request to its user and to operators; to others it does not exist."""
    found = desk.requests.find(request_id)
    if found is None:
        raise NotFound
    is_own = found.user_id == caller.subject
    if not is_own and not services.rules.may(caller, "operator", found.event_id):
        raise NotFound
    return found


def routes(desk: Desk, services: Services) -> APIRouter:
    """Return the routes of requests."""
    router = APIRouter(tags=["requests"])
    shared = services.shared
    applying = Applying(desk.db, shared.limits, shared.clock)

    @router.post("/events/{event_id}/requests", status_code=202)
    async def apply(
        request: Request, caller: Caller, event_id: EventId, body: ApplicationBody | None = None
    ) -> AcceptedView:
        """Ask for a place; a second time gives the first request's id again."""
        code = body.code if body else ""
        address = request.state.address
        try:
            accepted = await applying.apply_soon(
                event_id, caller.account, address=address, code=code
            )
        except (NotAdmitted, NotConfirmed) as refused:
            raise Refused(403, refused.message) from None
        return AcceptedView(request_id=accepted.request_id, is_duplicate=accepted.is_duplicate)

    _add_lists(router, desk)
    _add_one(router, desk, services)
    return router


def _add_lists(router: APIRouter, desk: Desk) -> None:
    @router.get("/events/{event_id}/requests")
    def of_event(event_id: EventId, limit: Limit = 100, cursor: Cursor = None) -> RequestPageView:
        """List an event's requests, latest first."""
        page = desk.requests.of_event(event_id, limit=limit, cursor=cursor)
        items = [RequestView.of(one, to_operator=True) for one in page.items]
        return RequestPageView(items=items, cursor=page.cursor)

    @router.get("/requests")
    def mine(caller: Caller, limit: Limit = 20, cursor: Cursor = None) -> RequestPageView:
        """List the caller's requests, latest first; each from when it is queued."""
        page = desk.requests.of_user(caller.subject, limit=limit, cursor=cursor)
        items = [RequestView.of(one, to_operator=False) for one in page.items]
        return RequestPageView(items=items, cursor=page.cursor)


def _add_one(router: APIRouter, desk: Desk, services: Services) -> None:
    @router.get("/requests/{request_id}")
    def one(caller: Caller, request_id: RequestId) -> RequestView:
        """Read a request as it is now; ask again after 1, 2 and then every 5 seconds."""
        found = visible_request(desk, services, caller, request_id)
        config = desk.events.find(found.event_id)
        phase = desk.events.phase(config) if config else found.ui_phase
        is_operator = services.rules.may(caller, "operator", found.event_id)
        standing = desk.requests.standing(found)
        return RequestView.of(found, to_operator=is_operator, ui_phase=phase, ahead=standing)

    @router.get("/requests/{request_id}/timeline")
    def timeline(caller: Caller, request_id: RequestId) -> list[MoveView]:
        """List the changes of a request's status, in order."""
        found = visible_request(desk, services, caller, request_id)
        is_operator = services.rules.may(caller, "operator", found.event_id)
        return [
            MoveView(
                from_status=one.from_status,
                to_status=one.to_status,
                occurred_at=one.occurred_at,
                message=one.message,
            )
            for one in desk.requests.timeline(request_id, for_operators=is_operator)
        ]
