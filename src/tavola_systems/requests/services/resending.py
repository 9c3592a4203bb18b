"""Messages that a queue lost: a retention that was too short, a purge, a mistake of an operator.

A ticket whose message is lost is begun by whoever waits for it, but the last ones have nobody who
does. So upkeep sends again what the first undecided ticket's message named. Nothing depends on
whether the first message was lost or only late: a second one finds its requests finished.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from tavola.keys import le
from tavola.operations.steps import Steps
from tavola_systems.requests.models import AsyncEventTable, Request
from tavola_systems.requests.queues.interface import WorkQueue
from tavola_systems.requests.services.dispatching import body_of

__all__ = ["LostMessages"]

_WAITED: Final = timedelta(seconds=60)
"""So long nobody has been at a ticket whose message seems to be lost."""
_BETWEEN: Final = timedelta(seconds=5)
"""So long is between two messages of an event, so that a long queue does not grow by them."""


class LostMessages:
    """Sends messages again, one of an event at a time; the same one once in a minute at most."""

    def __init__(self, db: AsyncEventTable, queue: WorkQueue) -> None:
        self._db = db
        self._queue = queue
        self._sent: dict[str, tuple[str, datetime]] = {}

    def send_again(self, blocker: Request | None) -> Steps[int]:
        """Send the message of the first undecided ticket again, if nobody has been at it."""
        if blocker is None or not self._is_due(blocker):
            return 0
        waiting = yield from self._together_with(blocker)
        ids = [one.request_id for one in waiting]
        self._sent[blocker.event_id] = (blocker.request_id, self._db.now())
        yield from self._queue.send([body_of(blocker.event_id, ids)])
        return len(ids)

    def _is_due(self, blocker: Request) -> bool:
        last = self._sent.get(blocker.event_id)
        if last is None:
            return self._is_left(blocker)
        request_id, at = last
        pause = _WAITED if request_id == blocker.request_id else _BETWEEN
        return self._db.now() - at > pause and self._is_left(blocker)

    def _is_left(self, request: Request) -> bool:
        """Whether nobody has been at it for long; what is drawn has no messages."""
        if request.event_type == "LOTTERY" or request.status not in {"QUEUED", "PROCESSING"}:
            return False
        since = [request.moved_at, request.queued_at, request.lease_until]
        latest = max(one for one in since if one is not None)
        return self._db.now() - latest > _WAITED

    def _together_with(self, blocker: Request) -> Steps[list[Request]]:
        """Those whose tickets were given together with a ticket, and who are left alone as it is.

        They are up to thirty, like those of a message: a purge of many messages is soon made good.
        """
        query = self._db.ticket_run.plan.ticket_runs(
            event_id=blocker.event_id,
            from_ticket=le(blocker.ticket or 0),
            descending=True,
            limit=1,
            consistent=True,
        )
        runs = (yield from query.steps()).items
        ids = runs[0].request_ids if runs else []
        found = yield from self._db.request.plan.get_many(ids).steps()
        return [one for one in found if one is not None and self._is_left(one)] or [blocker]
