"""When an event is over, its locks get a time of expiry.

Not before, so that prolonging an event admits nobody twice. The sweep goes through the tickets, and
keeps how far it came: after a crash it goes on from there.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from tavola.errors import ConditionFailed
from tavola.keys import gt
from tavola.operations.steps import Steps
from tavola_systems.requests.models import AsyncEventTable, EventConfig
from tavola_systems.requests.services.intake import outbox_of
from tavola_systems.requests.services.joined_writes import now_of

__all__ = ["LockSweep"]

_KEPT: Final = timedelta(days=7)
_RUNS_AT_ONCE: Final = 20
_MOST_FAILED: Final = 1000


class LockSweep:
    """Lets the locks of events that are over expire."""

    def __init__(self, db: AsyncEventTable) -> None:
        self._db = db
        self._outbox = outbox_of(db)

    def sweep(self, event_id: str) -> Steps[bool]:
        """Do a part of it; True when nothing is left to do."""
        config = yield from self._db.event_config.plan.get(event_id).steps()
        if config is None or config.closed_at is None:
            return False
        if config.locks_swept_at is not None:
            return True
        if (yield from self._outbox.waiting(event_id, limit=1).steps()):
            return False  # they have no tickets yet
        progress = yield from self._db.progress.plan.get(event_id).steps()
        begin = (progress.locks_through or 0) if progress else 0
        query = self._db.ticket_run.plan.ticket_runs(
            event_id=event_id, from_ticket=gt(begin), limit=_RUNS_AT_ONCE, consistent=True
        )
        runs = (yield from query.steps()).items
        for run in runs:
            yield from self._expire(config, run.request_ids)
            yield from self._db.progress.plan.update(
                event_id, locks_through=run.from_ticket
            ).steps()
        if len(runs) == _RUNS_AT_ONCE:
            return False
        failed = yield from self._outbox.dead(event_id, limit=_MOST_FAILED).steps()
        yield from self._expire(config, [one.request_id for one in failed])
        done = self._db.event_config.plan.update(event_id, locks_swept_at=now_of(self._db))
        yield from done.steps()
        return True

    def _expire(self, config: EventConfig, request_ids: list[str]) -> Steps[None]:
        end = (config.closed_at or now_of(self._db)) + _KEPT
        found = yield from self._db.request.plan.get_many(request_ids).steps()
        for request in found:
            if request is None:
                continue
            update = self._db.idempotency_lock.plan.update(
                config.event_id, request.user_id, ttl=end
            )
            try:
                yield from update.steps()
            except ConditionFailed:
                continue  # it is gone already
