"""Counts for the console: what became of requests minute by minute, and how long they waited.

Every ticket is counted once, when all tickets up to it are final: one transaction writes the
minutes that some tickets belong to, and moves the cursor, on the condition that nobody else moved
it. So the counts are exact through a crash, and cost the workers nothing. What changes afterwards
(a place that is given back) is seen by a recount.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from tavola.errors import ConditionFailed
from tavola.keys import ge
from tavola.model.field_expressions import Expr
from tavola_systems.requests.models import (
    AsyncEventTable,
    CountCursor,
    MinuteCount,
    Request,
    TicketRun,
)
from tavola_systems.requests.rules import FINAL, MOST_IN_RUN, SHARDS, WrongState
from tavola_systems.requests.services.joined_writes import now_of
from tavola_systems.requests.services.request_lookup import delays_of

__all__ = ["BOUNDS_MS", "Counts", "MinuteTotals", "percentile"]

BOUNDS_MS: Final = (100, 300, 1_000, 3_000, 10_000, 60_000, 600_000, 3_600_000)
"""Up to where the parts of the histogram reach; the last one holds all that is longer."""
_RUNS_AT_ONCE: Final = 20
_MOST_MINUTES: Final = 80
_LEFT_BEHIND: Final = timedelta(minutes=1)
"""After this time a recount has died; another may begin."""
_OUTCOMES: Final = {"SUCCEEDED": "succeeded", "REJECTED": "rejected", "FAILED_FINAL": "failed"}


@dataclass(slots=True)
class MinuteTotals:
    """What happened in one minute, over all shards."""

    minute: datetime
    queued: int = 0
    succeeded: int = 0
    rejected: int = 0
    failed: int = 0
    waited: list[int] = field(default_factory=lambda: [0] * len(BOUNDS_MS))

    @property
    def finished(self) -> int:
        """How many got a result."""
        return self.succeeded + self.rejected + self.failed

    def add(self, item: MinuteCount) -> None:
        """Add what one shard counted."""
        self.queued += item.queued or 0
        self.succeeded += item.succeeded or 0
        self.rejected += item.rejected or 0
        self.failed += item.failed or 0
        for part in range(len(BOUNDS_MS)):
            self.waited[part] += getattr(item, f"waited{part}") or 0


def percentile(waited: Sequence[int], share: float) -> float | None:
    """Estimate a percentile in milliseconds, as if waits were spread evenly in each part."""
    total = sum(waited)
    if not total:
        return None
    wanted, seen, low = share * total, 0, 0
    for count, high in zip(waited, BOUNDS_MS, strict=True):
        if count and seen + count >= wanted:
            return low + (high - low) * (wanted - seen) / count
        seen, low = seen + count, high
    return float(BOUNDS_MS[-1])


class Counts:
    """Counts events, and reads what was counted."""

    def __init__(self, db: AsyncEventTable) -> None:
        self._db = db

    def minutes(self, event_id: str) -> list[MinuteTotals]:
        """Return an event's minutes in order; those in which nothing happened are left out."""
        found: dict[datetime, MinuteTotals] = {}
        for item in self._items(event_id):
            found.setdefault(item.minute, MinuteTotals(item.minute)).add(item)
        return [found[minute] for minute in sorted(found)]

    def _items(self, event_id: str) -> Iterator[MinuteCount]:
        for shard in range(SHARDS):
            yield from self._db.minute_count.minute_counts(
                event_id=event_id, shard=shard, consistent=True
            ).all()

    def by_result(self, event_id: str) -> dict[str, int]:
        """Return how many requests have each result: counted tickets, and what never had one."""
        cursor = self._db.count_cursor.get(event_id)
        found = Counter(cursor.by_result if cursor else {})
        found.update(self._unticketed(event_id))
        return dict(found)

    def _unticketed(self, event_id: str) -> Iterator[str]:
        """Yield the results of requests that ended before they had a ticket."""
        ended = self._db.unticketed_request.unticketed_requests(event_id=event_id, consistent=True)
        silent: list[str] = []
        for one in ended.all():
            if one.result_code is None:
                silent.append(one.request_id)  # written before it said its result
            else:
                yield one.result_code
        for request in self._db.request.get_many(silent):
            if request is not None:
                yield request.result_code or request.status

    def step(self, event_id: str, settled_through: int) -> int | None:
        """Count tickets that are final and were not counted; return how many.

        None if somebody else counted them meanwhile.
        """
        cursor = self._take_over(self._cursor(event_id))
        if cursor.is_recounting or cursor.counted_through >= settled_through:
            return 0
        requests, through = self._following(event_id, cursor.counted_through, settled_through)
        return through - cursor.counted_through if self._kept(cursor, requests, through) else None

    def catch_up(self, event_id: str, settled_through: int) -> int:
        """Count all that can be counted."""
        total = 0
        while done := self.step(event_id, settled_through):
            total += done
        return total

    def recount(self, event_id: str, settled_through: int) -> int:
        """Count everything again, exactly; one that was interrupted is taken over in a minute."""
        self._cursor(event_id)
        self._begin_again(event_id)
        return self.catch_up(event_id, settled_through)

    def _take_over(self, cursor: CountCursor) -> CountCursor:
        """Begin a recount again that has died: nothing is counted as long as it lasts."""
        begun = cursor.recounting_at
        is_alive = begun is not None and begun >= now_of(self._db) - _LEFT_BEHIND
        if not cursor.is_recounting or is_alive:
            return cursor
        with suppress(WrongState):  # somebody else was faster
            self._begin_again(cursor.event_id)
        return self._cursor(cursor.event_id)

    def _begin_again(self, event_id: str) -> None:
        """Forget all counts, unless somebody else is about it."""
        fields, begun = CountCursor.fields, now_of(self._db)
        is_left = fields.recounting_at.is_missing() | (fields.recounting_at < begun - _LEFT_BEHIND)
        is_free = (fields.is_recounting == False) | is_left  # noqa: E712 - a condition of the store's
        self._claim(event_id, is_free, is_recounting=True, recounting_at=begun)
        keys = [(event_id, one.shard, one.minute) for one in self._items(event_id)]
        self._db.minute_count.delete_all(keys)
        is_mine = fields.recounting_at == begun
        self._claim(event_id, is_mine, counted_through=0, by_result={}, is_recounting=False)

    def _claim(self, event_id: str, condition: Expr, **values: Any) -> None:
        try:
            self._db.count_cursor.update(event_id, condition=condition, **values)
        except ConditionFailed:
            raise WrongState(
                f"Event {event_id} is being counted again already. Look again in a minute."
            ) from None

    def _cursor(self, event_id: str) -> CountCursor:
        found = self._db.count_cursor.get(event_id)
        if found is not None:
            return found
        new = CountCursor(event_id=event_id, counted_through=0, by_result={}, is_recounting=False)
        try:
            with self._db.transaction() as tx:
                tx.create(new)
        except ConditionFailed:
            pass  # somebody else was faster
        return self._db.count_cursor.get(event_id) or new

    def _following(self, event_id: str, counted: int, settled: int) -> tuple[list[Request], int]:
        """The next tickets' requests, and the last ticket; void tickets have no request."""
        runs = self._runs(event_id, counted + 1)
        found: list[Request] = []
        minutes: set[datetime] = set()
        for run in runs:
            for place, request in enumerate(self._db.request.get_many(run.request_ids)):
                ticket = run.from_ticket + place
                if not counted < ticket <= settled or request is None:
                    continue
                minutes |= {minute for minute, _ in _marks(request)}
                if len(minutes) > _MOST_MINUTES:
                    return found, ticket - 1
                found.append(request)
        if len(runs) < _RUNS_AT_ONCE:
            return found, settled
        return found, min(settled, runs[-1].from_ticket + len(runs[-1].request_ids) - 1)

    def _runs(self, event_id: str, ticket: int) -> list[TicketRun]:
        """Some runs of tickets, from the one that holds a ticket on."""
        bound = ge(max(1, ticket - MOST_IN_RUN + 1))
        page = self._db.ticket_run.ticket_runs(
            event_id=event_id, from_ticket=bound, limit=_RUNS_AT_ONCE, consistent=True
        )
        return list(page.items)

    def _kept(self, cursor: CountCursor, requests: Sequence[Request], through: int) -> bool:
        """Add requests to their minutes, and move the cursor; False if it was moved meanwhile."""
        event_id, fields = cursor.event_id, CountCursor.fields
        shard = cursor.counted_through // MOST_IN_RUN % SHARDS
        items = self._added(event_id, shard, requests)
        results: Counter[str] = Counter(cursor.by_result)
        results.update(one.result_code or one.status for one in requests)
        as_read = fields.counted_through == cursor.counted_through
        as_read &= fields.is_recounting == False  # noqa: E712 - a condition of the store's
        move = self._db.count_cursor.plan.update(
            event_id,
            condition=as_read,
            counted_through=through,
            by_result=dict(results),
            counted_at=now_of(self._db),
        )
        try:
            with self._db.transaction() as tx:
                tx.add(move)
                for item in items:
                    tx.put(item)
        except ConditionFailed:
            return False
        return True

    def _added(self, event_id: str, shard: int, requests: Iterable[Request]) -> list[MinuteCount]:
        counted: dict[datetime, Counter[str]] = {}
        for request in requests:
            for minute, name in _marks(request):
                counted.setdefault(minute, Counter())[name] += 1
        keys = [(event_id, shard, minute) for minute in counted]
        known = self._db.minute_count.get_many(keys, include_expired=True)
        items: list[MinuteCount] = []
        for (_, _, minute), before in zip(keys, known, strict=True):
            item = before or MinuteCount(event_id=event_id, shard=shard, minute=minute)
            for name, count in counted[minute].items():
                setattr(item, name, (getattr(item, name) or 0) + count)
            items.append(item)
        return items


def _marks(request: Request) -> list[tuple[datetime, str]]:
    """Which counters of which minutes a request belongs to."""
    found: list[tuple[datetime, str]] = []
    if request.queued_at is not None:
        found.append((_minute(request.queued_at), "queued"))
    if request.finished_at is None or request.status not in FINAL:
        return found
    minute = _minute(request.finished_at)
    found.append((minute, _OUTCOMES[request.status]))
    delay = delays_of(request).whole
    if delay is not None and request.result_code != "REJECTED_WITHDRAWN":
        found.append((minute, f"waited{_part(delay)}"))
    return found


def _part(delay: timedelta) -> int:
    waited = delay / timedelta(milliseconds=1)
    parts = (part for part, bound in enumerate(BOUNDS_MS) if waited <= bound)
    return next(parts, len(BOUNDS_MS) - 1)


def _minute(moment: datetime) -> datetime:
    return moment.astimezone(UTC).replace(second=0, microsecond=0)
