"""Giving back, queueing again and dead letters over HTTP."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from fastapi import APIRouter
from pydantic import BaseModel

from tavola_systems.platform.access.permissions import SIGNED_IN, Requirement, role
from tavola_systems.platform.http.guard import Caller
from tavola_systems.platform.http.problems import NotFound
from tavola_systems.platform.system import Services
from tavola_systems.requests.api.event_routes import EventId
from tavola_systems.requests.api.request_routes import RequestId, RequestView, visible_request
from tavola_systems.requests.desk import Desk
from tavola_systems.requests.requeueing import requeue_failed
from tavola_systems.requests.services.joined_writes import Doing
from tavola_systems.requests.serving import letters_of, queue_of
from tavola_systems.requests.withdrawing import withdraw_request

__all__ = ["RULES", "routes"]

RULES: Final[dict[str, Requirement]] = {
    "POST /api/requests/{request_id}/withdraw": SIGNED_IN,
    "POST /api/requests/{request_id}/requeue": SIGNED_IN,
    "GET /api/events/{event_id}/failures": role("operator", scope="event_id"),
    "POST /api/events/{event_id}/failures/requeue": role("operator", scope="event_id"),
    "GET /api/dead-letters": role("operator"),
}


class FailureView(BaseModel):
    """A request that failed for good."""

    request_id: str
    reason: str
    failed_at: datetime


class QueuedAgainView(BaseModel):
    """How many requests were queued again, and how many failed ones are left."""

    queued: int
    left: int


class LetterView(BaseModel):
    """A message that nobody could handle."""

    body: str
    reason: str
    died_at: datetime


def routes(desk: Desk, services: Services) -> APIRouter:
    """Return the routes."""
    router = APIRouter(tags=["operating"])
    _add_ways_out(router, desk, services)
    queue = queue_of(services)

    @router.get("/events/{event_id}/failures")
    def failures(event_id: EventId) -> list[FailureView]:
        """List requests that failed for good, in the queue or at work; each may be queued again."""
        found = desk.db.run(desk.outbox.dead(event_id, limit=100))
        return [
            FailureView(request_id=one.request_id, reason=one.reason, failed_at=one.died_at)
            for one in found
        ]

    @router.post("/events/{event_id}/failures/requeue")
    def requeue_all(caller: Caller, event_id: EventId) -> QueuedAgainView:
        """Queue failed requests again, up to 100 at a time; repeat it while some are left."""
        done = requeue_failed(desk, event_id, by=caller.subject)
        return QueuedAgainView(queued=done.queued, left=done.left)

    @router.get("/dead-letters")
    def dead_letters() -> list[LetterView]:
        """List messages that nobody could handle, with the reason."""
        found = desk.db.run(Doing(queue.dead))
        return [LetterView(body=one.body, reason=one.reason, died_at=one.died_at) for one in found]

    return router


def _add_ways_out(router: APIRouter, desk: Desk, services: Services) -> None:
    letters = letters_of(services)

    @router.post("/requests/{request_id}/withdraw")
    def withdraw(caller: Caller, request_id: RequestId) -> RequestView:
        """Withdraw a request; its place goes to the next in order."""
        found = visible_request(desk, services, caller, request_id)
        by = caller.subject
        withdraw_request(desk, letters, found, by=by)
        is_operator = services.rules.may(caller, "operator", found.event_id)
        return RequestView.of(desk.requests.get(request_id), to_operator=is_operator)

    @router.post("/requests/{request_id}/requeue")
    def requeue(caller: Caller, request_id: RequestId) -> RequestView:
        """Queue a request that failed again; for operators of its event."""
        found = visible_request(desk, services, caller, request_id)
        if not services.rules.may(caller, "operator", found.event_id):
            raise NotFound
        by = caller.subject
        desk.db.run(Doing(lambda: desk.giving_back.requeue(request_id, by=by)))
        return RequestView.of(desk.requests.get(request_id), to_operator=True)
