"""Looking at requests: one by id, somebody's own, an event's, their timelines, where one stands."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from msgspec import Struct

from tavola.errors import ItemMissing
from tavola.keys import ge
from tavola.table import Page
from tavola_systems.requests.models import AsyncEventTable, Request, StatusLog
from tavola_systems.requests.rules import FINAL, MOST_IN_RUN, SHARDS

__all__ = ["Delays", "RequestQueries", "count_undecided", "delays_of", "requests_from"]


_WORKERS_NOTES: Final = frozenset({"PROCESSING", "FAILED_FINAL"})


class Delays(Struct, frozen=True):
    """How long a request waited for a worker, and for its end; clocks that differ make it 0."""

    queue: timedelta | None
    whole: timedelta | None


def delays_of(request: Request) -> Delays:
    """Return how long a request waited."""
    return Delays(
        _between(request.queued_at, request.started_at),
        _between(request.queued_at, request.finished_at),
    )


def _between(begin: datetime | None, end: datetime | None) -> timedelta | None:
    return None if begin is None or end is None else max(end - begin, timedelta())


def requests_from(db: AsyncEventTable, event_id: str, ticket: int) -> Iterator[tuple[int, Request]]:
    """Yield requests by their tickets; void tickets and expired requests are left out."""
    bound = ge(max(1, ticket - MOST_IN_RUN + 1))
    runs = db.ticket_run.ticket_runs(event_id=event_id, from_ticket=bound, consistent=True)
    for run in runs.all():
        found = db.request.get_many(run.request_ids, consistent=True)
        for number, request in enumerate(found, run.from_ticket):
            if number >= ticket and request is not None:
                yield number, request


def count_undecided(db: AsyncEventTable, event_id: str) -> int:
    """Count the requests of an event that have no result yet, as they are."""
    progress, outbox = db.progress.get(event_id), db.outbox_entry
    waiting = sum(
        outbox.count(outbox.plan.outbox_entries(event_id=event_id, shard=shard, consistent=True))
        for shard in range(SHARDS)
    )
    # What was queued again holds up nobody, so that it may wait behind the settled tickets.
    settled = progress.settled_through if progress and not progress.requeues else 0
    held = requests_from(db, event_id, settled + 1)
    # Those that were received are in the outbox.
    return waiting + sum(one.status in {"QUEUED", "PROCESSING"} for _, one in held)


class RequestQueries:
    """The questions about requests. Lists are read from indexes, which may lag a little."""

    def __init__(self, db: AsyncEventTable) -> None:
        self._db = db

    def find(self, request_id: str) -> Request | None:
        """Return a request as it is now, if there is one."""
        return self._db.request.get(request_id)

    def get(self, request_id: str) -> Request:
        """Return a request as it is now."""
        found = self.find(request_id)
        if found is None:
            raise ItemMissing(f"Request {request_id} does not exist.")
        return found

    def timeline(self, request_id: str, *, for_operators: bool) -> list[StatusLog]:
        """List the changes of a request's status, in order.

        What workers note of failures and of each other is for operators: it may name machines.
        """
        found = list(self._db.status_log.timeline(request_id=request_id, consistent=True).all())
        for one in found:
            if not for_operators and one.to_status in _WORKERS_NOTES:
                one.message = None
        return found

    def of_user(self, user_id: str, *, limit: int = 20, cursor: str | None = None) -> Page[Request]:
        """List somebody's requests, latest first; each from when it is queued."""
        return self._db.request.requests_of_user(
            user_id=user_id, limit=limit, cursor=cursor, descending=True
        )

    def of_event(
        self,
        event_id: str,
        *,
        limit: int = 100,
        cursor: str | None = None,
        descending: bool = True,
    ) -> Page[Request]:
        """List an event's requests by when they were queued; of all shards, in one order."""
        return self._db.request.requests_of_event(
            event_id=event_id, limit=limit, cursor=cursor, descending=descending
        )

    def all_of_event(self, event_id: str) -> Iterator[Request]:
        """Yield all of an event's requests by when they were queued, then those that never were."""
        yield from self.of_event(event_id, limit=500, descending=False).all()
        ended = self._db.unticketed_request.unticketed_requests(event_id=event_id, consistent=True)
        ids = [one.request_id for one in ended.all()]
        for shard in range(SHARDS):
            waiting = self._db.outbox_entry.outbox_entries(
                event_id=event_id, shard=shard, consistent=True
            )
            ids += [one.request_id for one in waiting.all()]
        found = self._db.request.get_many(sorted(set(ids)))
        yield from (one for one in found if one is not None and one.queued_at is None)

    def standing(self, request: Request) -> int | None:
        """Say how many requests at most are undecided before one; None where tickets do not count.

        So it is in a lottery, without a ticket, after the end, and for what was queued again.
        """
        is_in_line = request.event_type == "FIRST_COME" and request.requeued_at is None
        if request.ticket is None or request.status in FINAL or not is_in_line:
            return None
        progress = self._db.progress.get(request.event_id)
        return None if progress is None else max(0, request.ticket - 1 - progress.settled_through)
