"""Looking at requests: one by id, somebody's own, an event's, their timelines, where one stands."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from tavola.errors import ItemMissing, OperationError
from tavola.keys import ge, le
from tavola.table import Page
from tavola_systems.requests.models import AsyncEventTable, Request, StatusLog
from tavola_systems.requests.rules import FINAL, SHARDS

__all__ = ["Delays", "RequestPage", "RequestQueries", "delays_of"]

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class RequestPage:
    """Some of an event's requests, and where the next ones begin."""

    items: list[Request]
    cursor: str | None


@dataclass(frozen=True, slots=True)
class Delays:
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
            raise ItemMissing(f"request {request_id}: does not exist.")
        return found

    def timeline(self, request_id: str) -> list[StatusLog]:
        """List the changes of a request's status, in order."""
        return list(self._db.status_log.timeline(request_id=request_id, consistent=True).all())

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
    ) -> RequestPage:
        """List an event's requests by when they were queued; of all shards, in one order."""
        after = _parse_cursor(cursor) if cursor else None
        shards = [self._shard(event_id, shard, after, descending) for shard in range(SHARDS)]
        merged = heapq.merge(*shards, key=_place, reverse=descending)
        items = [one for _, one in zip(range(limit + 1), merged, strict=False)]
        more = len(items) > limit
        items = items[:limit]
        return RequestPage(items, _cursor_of(items[-1]) if more else None)

    def all_of_event(self, event_id: str) -> Iterator[Request]:
        """Yield all of an event's requests by when they were queued."""
        shards = [self._shard(event_id, shard, None, False) for shard in range(SHARDS)]
        return heapq.merge(*shards, key=_place)

    def _shard(
        self, event_id: str, shard: int, after: tuple[int, str] | None, descending: bool
    ) -> Iterator[Request]:
        bound = None
        if after is not None:
            at = _EPOCH + timedelta(milliseconds=after[0])
            bound = le(at) if descending else ge(at)
        found = self._db.request.requests_in_shard(
            event_id=event_id, shard=shard, queued_at=bound, descending=descending, limit=50
        )
        for one in found.all():
            if after is None or (_place(one) < after if descending else _place(one) > after):
                yield one

    def standing(self, request: Request) -> int | None:
        """Say how many tickets stand before a request; None if that is not known or matters not."""
        if request.ticket is None or request.status in FINAL:
            return None
        progress = self._db.progress.get(request.event_id)
        return None if progress is None else max(0, request.ticket - 1 - progress.settled_through)


def _place(request: Request) -> tuple[int, str]:
    assert request.queued_at is not None  # noqa: S101 - it stands in the index by it
    return round((request.queued_at - _EPOCH) / timedelta(milliseconds=1)), request.request_id


def _cursor_of(request: Request) -> str:
    at, request_id = _place(request)
    return f"{at}.{request_id}"


def _parse_cursor(text: str) -> tuple[int, str]:
    at, _, request_id = text.partition(".")
    if not (at.isascii() and at.isdigit() and len(at) <= 13) or not request_id:
        raise OperationError("cursor: is not one of this list. Begin again without it.")
    return int(at), request_id
