"""Giving back and queueing again: the ways out of a status that was final.

Whoever withdraws gives the place back exactly once, in the transaction that ends their request; it
is vacant then, and goes to the next in order. A request that failed may be queued again by an
operator: it keeps its ticket, and takes only what is left.
"""

from __future__ import annotations

from typing import Any, Final

from tavola.errors import ConditionFailed, ItemMissing
from tavola.operations.steps import Steps
from tavola.operations.write.operations import Write
from tavola.patterns.pieces.parts import part_of
from tavola_systems.requests.models import (
    AsyncEventTable,
    Capacity,
    EventConfig,
    FailedEntry,
    OutboxEntry,
    Progress,
    Request,
)
from tavola_systems.requests.rules import WrongState
from tavola_systems.requests.services.intake import outbox_of
from tavola_systems.requests.services.joined_writes import now_of, together
from tavola_systems.requests.services.letters import Letters, NoLetters
from tavola_systems.requests.services.moves import moving, withdrawn

__all__ = ["GivingBack"]

_TRIES: Final = 20
_CLEARED: Final[dict[str, Any]] = {
    "ui_result": "PENDING",
    "result_code": None,
    "failure_class": None,
    "error_code": None,
    "error_message": None,
    "started_at": None,
    "finished_at": None,
    "attempts": None,
}


class GivingBack:
    """Withdraws requests, and queues failed ones again."""

    def __init__(self, db: AsyncEventTable, letters: Letters | None = None) -> None:
        """`letters` tells those whose request somebody else withdrew."""
        self._db = db
        self._letters = letters or NoLetters()
        self._outbox = outbox_of(db)

    def withdraw(self, request_id: str, *, by: str) -> Steps[Request]:
        """Withdraw a request; a place that it had is vacant in the same moment."""
        for _ in range(_TRIES):
            request = yield from self._get(request_id)
            if request.result_code == "REJECTED_WITHDRAWN":
                return request
            if request.status in {"REJECTED", "FAILED_FINAL"}:
                raise WrongState(
                    f"Request {request_id} is {request.status}, so that there is nothing to"
                    " withdraw."
                )
            if (yield from self._sent(self._withdrawing(request, by))):
                return request
        raise WrongState(f"request {request_id}: it changes all the time. Try again.")

    def _withdrawing(self, request: Request, by: str) -> list[Write[Any]]:
        event_id = request.event_id
        before = request.status
        writes = withdrawn(self._db, request, by=by)
        if before == "RECEIVED":
            key = self._outbox.items.place_of(self._entry(request))
            exists = OutboxEntry.fields.request_id.exists()
            writes.append(part_of(self._db, OutboxEntry).delete(key, condition=exists))
        elif before == "SUCCEEDED" and request.event_type == "FIRST_COME":
            vacate = self._db.capacity.plan.update(event_id, Capacity.fields.vacant.add(1))
            writes.append(vacate)
        if by != request.user_id:
            writes += self._letters.writes(request, "withdrawn")
        return writes

    def _entry(self, request: Request) -> OutboxEntry:
        entry = OutboxEntry(event_id=request.event_id, shard=0, request_id=request.request_id)
        entry.shard = self._outbox.items.shard_of(entry)
        return entry

    def requeue(self, request_id: str, *, by: str) -> Steps[Request]:
        """Queue a request that failed again; it keeps its ticket if it has one."""
        for _ in range(_TRIES):
            request = yield from self._get(request_id)
            if request.status != "FAILED_FINAL":
                raise WrongState(
                    f"Request {request_id} is {request.status}. Only what failed for good can be"
                    " queued again."
                )
            progress = yield from self._db.progress.plan.get(request.event_id).steps()
            if progress is None:
                raise ItemMissing(f"Event {request.event_id} does not exist.")
            if (yield from self._sent(self._requeueing(request, progress, by))):
                return request
        raise WrongState(f"request {request_id}: it changes all the time. Try again.")

    def _requeueing(self, request: Request, progress: Progress, by: str) -> list[Write[Any]]:
        entry = self._entry(request)
        entry.ticket = request.ticket
        values = {**_CLEARED, "requeued_at": now_of(self._db) if request.ticket else None}
        writes = moving(self._db, request, "RECEIVED", by=by, message="queued again", **values)
        key = self._outbox.items.place_of(entry)
        writes.append(part_of(self._db, FailedEntry).delete(key))
        writes.append(self._outbox.add(entry))
        writes.append(self._sweeping_again(request.event_id))
        if request.ticket is not None:
            writes.append(self._looking_again(progress, request.ticket))
        else:
            gone = self._db.unticketed_request.plan.delete(request.event_id, request.request_id)
            writes.append(gone)
        return writes

    def _sweeping_again(self, event_id: str) -> Write[Any]:
        """Its lock, and the list of those without a ticket, are to be looked at once more."""
        revised = EventConfig.fields.revision.add(1)
        return self._db.event_config.plan.update(event_id, revised, locks_swept_at=None)

    def _looking_again(self, progress: Progress, ticket: int) -> Write[Any]:
        """If it is refused in the end, a place that is given back must find it."""
        fields = Progress.fields
        passed = min(progress.passed_through, ticket - 1)
        return self._db.progress.plan.update(
            progress.event_id,
            fields.requeues.add(1),
            condition=fields.passed_through == progress.passed_through,
            passed_through=passed,
        )

    def _get(self, request_id: str) -> Steps[Request]:
        found = yield from self._db.request.plan.get(request_id).steps()
        if found is None:
            raise ItemMissing(f"Request {request_id} does not exist.")
        return found

    def _sent(self, writes: list[Write[Any]]) -> Steps[bool]:
        try:
            yield from together(self._db, writes)
        except ConditionFailed:
            return False
        return True
