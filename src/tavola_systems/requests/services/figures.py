"""The figures of an event's console: what waits, what was decided, how long that took."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Final

from msgspec import Struct

from tavola.keys import ge
from tavola.model.identifiers import decode_ulid
from tavola_systems.requests.models import AsyncEventTable
from tavola_systems.requests.rules import MOST_IN_RUN, SHARDS
from tavola_systems.requests.services.counts import BOUNDS_MS, MinuteTotals, percentile
from tavola_systems.requests.services.joined_writes import now_of

__all__ = ["Figures", "ResultLine", "figures_of", "last_ticket"]

_RECENT: Final = timedelta(minutes=5)
_STATUS: Final = {"SUCC": "SUCCEEDED", "REJE": "REJECTED", "FAIL": "FAILED_FINAL"}


class ResultLine(Struct, frozen=True):
    """How many requests have a result."""

    status: str
    code: str
    count: int


class Figures(Struct, frozen=True):
    """What an operator looks at first."""

    undispatched: int
    undecided: int
    oldest_ms: int | None
    depth: int
    throughput: float
    """Results per minute, over the last five."""
    p50: int | None
    p95: int | None
    """Milliseconds from queue to result, over all that is counted."""
    results: list[ResultLine]


def figures_of(
    db: AsyncEventTable,
    event_id: str,
    *,
    undispatched: int,
    depth: int,
    minutes: Sequence[MinuteTotals],
    by_result: Mapping[str, int],
) -> Figures:
    """Put an event's figures together."""
    undecided, oldest = _undecided(db, event_id)
    unqueued = _oldest_unqueued(db, event_id) if undispatched else None
    now = now_of(db)
    recent = [one for one in minutes if one.minute > now - _RECENT]
    waited = [sum(one.waited[part] for one in minutes) for part in range(len(BOUNDS_MS))]
    return Figures(
        undispatched=undispatched,
        undecided=undecided,
        oldest_ms=max((one for one in (oldest, unqueued) if one is not None), default=None),
        depth=depth,
        throughput=sum(one.finished for one in recent) / (_RECENT / timedelta(minutes=1)),
        p50=_whole(percentile(waited, 0.5)),
        p95=_whole(percentile(waited, 0.95)),
        results=[
            ResultLine(_STATUS.get(code[:4], "REJECTED"), code, count)
            for code, count in sorted(by_result.items())
        ],
    )


def last_ticket(db: AsyncEventTable, event_id: str) -> int:
    """Return the last ticket that somebody got; blocks reserve more."""
    blocks = db.ticket_block
    last = blocks.first(
        blocks.plan.ticket_blocks(event_id=event_id, descending=True, consistent=True)
    )
    return 0 if last is None else last.from_ticket - 1 + last.used


def _undecided(db: AsyncEventTable, event_id: str) -> tuple[int, int | None]:
    """Tickets that were given and are not decided, about; and how long the first one waits."""
    progress = db.progress.get(event_id)
    if progress is None:
        return 0, None
    undecided = max(0, last_ticket(db, event_id) - progress.settled_through)
    if not undecided:
        return 0, None
    return undecided, _age_of_next(db, event_id, progress.settled_through + 1)


def _oldest_unqueued(db: AsyncEventTable, event_id: str) -> int | None:
    """How long the first request waits that has no ticket yet; ids begin with their time."""
    entries = db.outbox_entry
    firsts = [
        entries.first(entries.plan.outbox_entries(event_id=event_id, shard=one, consistent=True))
        for one in range(SHARDS)
    ]
    made = [decode_ulid(one.request_id) >> 80 for one in firsts if one is not None]
    return max(0, round(now_of(db).timestamp() * 1000) - min(made)) if made else None


def _age_of_next(db: AsyncEventTable, event_id: str, ticket: int) -> int | None:
    bound = ge(max(1, ticket - MOST_IN_RUN + 1))
    runs = db.ticket_run.ticket_runs(event_id=event_id, from_ticket=bound, consistent=True)
    for run in runs.all():
        if ticket < run.from_ticket + len(run.request_ids):
            request = db.request.get(run.request_ids[max(0, ticket - run.from_ticket)])
            if request is None or request.queued_at is None:
                return None
            age = now_of(db) - request.queued_at
            return max(0, round(age / timedelta(milliseconds=1)))
    return None


def _whole(value: float | None) -> int | None:
    return None if value is None else round(value)
