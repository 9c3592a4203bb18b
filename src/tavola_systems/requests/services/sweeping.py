"""When an event is over, its locks get a time of expiry.

Not before, so that prolonging an event admits nobody twice. The sweep goes through the tickets, and
keeps how far it came: after a crash it goes on from there. Then come the requests that ended before
they had one. It asks no request: an event may be open for longer than its requests are kept.

Why no lock is left out, whatever happens between two requests of the sweep. A request of an event
stands in its outbox, or has a ticket, or is listed as having ended without one; each move between
these is one transaction. Only `requeue` leads back into the outbox. It counts the config's revision
up and takes `locksSweptAt` away in its own transaction, and the sweep's last write is on condition
that the revision is the one that it read at first. So between that read and that write

- nobody came: intake asks a gate, and all were shut in the transaction that closed the event;
- nobody went back into the outbox. Whoever was not there when the sweep looked stayed out, so that
  an empty outbox means that all have a ticket, or are listed;
- tickets rise, so that the runs after `locksThrough` are all that were not gone through; and a list
  of the others in which none lacks its expiry has them all.

Whoever is queued again later finds `locksSweptAt` gone, and the sweep begins with its next look.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from tavola.errors import ConditionFailed
from tavola.keys import gt
from tavola.operations.steps import Steps
from tavola.operations.write.operations import Update
from tavola_systems.requests.models import (
    AsyncEventTable,
    EventConfig,
    TicketRun,
    UnticketedRequest,
)
from tavola_systems.requests.services.intake import outbox_of
from tavola_systems.requests.services.joined_writes import now_of

__all__ = ["LockSweep"]

_KEPT: Final = timedelta(days=7)
_RUNS_AT_ONCE: Final = 20
_UNTICKETED_AT_ONCE: Final = 200
_LISTED: Final = timedelta(days=90)
"""As long as the requests themselves."""


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
            yield from self._expire(config, (yield from self._users_of(run)))
            yield from self._db.progress.plan.update(
                event_id, locks_through=run.from_ticket
            ).steps()
        if len(runs) == _RUNS_AT_ONCE:
            return False
        if (yield from self._expire_unticketed(config)):
            return False
        return (yield from self._end_if_unchanged(config))

    def _end_if_unchanged(self, config: EventConfig) -> Steps[bool]:
        """Write down that all is done, unless work came for the event meanwhile."""
        done = self._db.event_config.plan.update(
            config.event_id,
            condition=EventConfig.fields.revision == config.revision,
            locks_swept_at=now_of(self._db),
        )
        try:
            yield from done.steps()
        except ConditionFailed:
            return False
        return True

    def _users_of(self, run: TicketRun) -> Steps[list[str]]:
        """Whose the tickets are; of runs that do not say, by the requests that are still there."""
        if run.user_ids is not None:
            return run.user_ids
        requests = yield from self._db.request.plan.get_many(run.request_ids).steps()
        return [one.user_id for one in requests if one is not None]

    def _expire_unticketed(self, config: EventConfig) -> Steps[bool]:
        """Do the same for requests that ended without a ticket; True if there were some."""
        query = self._db.unticketed_request.plan.unticketed_requests(
            event_id=config.event_id,
            limit=_UNTICKETED_AT_ONCE,
            consistent=True,
            filter=UnticketedRequest.fields.ttl.is_missing(),
        )
        found = (yield from query.steps()).items
        for one in found:
            yield from self._expire(config, [one.user_id])
            kept = max(self._end(config), now_of(self._db) + _LISTED)
            update = self._db.unticketed_request.plan.update(
                config.event_id, one.request_id, ttl=kept
            )
            yield from _if_it_is_there(update)
        return bool(found)

    def _end(self, config: EventConfig) -> datetime:
        return (config.closed_at or now_of(self._db)) + _KEPT

    def _expire(self, config: EventConfig, user_ids: list[str]) -> Steps[None]:
        for user_id in user_ids:
            update = self._db.idempotency_lock.plan.update(
                config.event_id, user_id, ttl=self._end(config)
            )
            yield from _if_it_is_there(update)


def _if_it_is_there(update: Update[Any]) -> Steps[None]:
    try:
        yield from update.steps()
    except ConditionFailed:
        return
