"""Looking at requests: one by id, somebody's own, an event's, their timelines, where one stands."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from msgspec import Struct

from tavola.errors import ItemMissing
from tavola.table import Page
from tavola_systems.requests.models import AsyncEventTable, Request, StatusLog
from tavola_systems.requests.rules import FINAL, SHARDS

__all__ = ["Delays", "RequestQueries", "delays_of"]


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
        """Say how many tickets stand before a request; None if that is not known or matters not."""
        if request.ticket is None or request.status in FINAL:
            return None
        progress = self._db.progress.get(request.event_id)
        return None if progress is None else max(0, request.ticket - 1 - progress.settled_through)
