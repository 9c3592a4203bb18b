"""What is done for events beside requests: draws' entries and results, progress, and counts.

And messages that were lost are sent again.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

from tavola_systems.requests.desk import Desk
from tavola_systems.requests.each_event import EachEvent
from tavola_systems.requests.models import Request
from tavola_systems.requests.queues.interface import WorkQueue
from tavola_systems.requests.rules import WrongState
from tavola_systems.requests.services.joined_writes import Doing
from tavola_systems.requests.services.progress import ProgressKeeper
from tavola_systems.requests.services.resending import LostMessages

__all__ = ["Upkeep"]


_LEFT_TO_OTHERS: Final = timedelta(seconds=10)
_SHORTEST_PAUSE: Final = timedelta(seconds=1)
_LONGEST_PAUSE: Final = timedelta(seconds=8)
"""How rarely an event is looked at where nothing is left to count."""


class Upkeep:
    """Looks after events; safe in several processes, since each write is conditioned.

    Whoever finds that another process counts an event leaves it to that one for a while.
    """

    def __init__(self, desk: Desk, queue: WorkQueue | None = None) -> None:
        """With a `queue`, messages that it lost are sent again."""
        self._desk = desk
        self._lost = LostMessages(desk.db, queue) if queue is not None else None
        self._progress = ProgressKeeper(desk.db)
        self._each = EachEvent(desk.db.now)
        self._not_before: dict[str, datetime] = {}
        self._pauses: dict[str, timedelta] = {}

    def step(self) -> int:
        """Do some of what is due for each event; return how much was done."""
        types = {one.event_id: one.event_type for one in self._desk.events.all().all()}
        return self._each.do(types, lambda one: self._event(one, types[one]))

    def _event(self, event_id: str, event_type: str) -> int:
        desk = self._desk
        done = self._lottery(event_id) if event_type == "LOTTERY" else 0
        now = desk.db.now()
        if self._not_before.get(event_id, now) > now:
            return done
        frontier = desk.db.run(Doing(lambda: self._progress.settle(event_id)))
        self._send_again(frontier.blocker)
        counted = desk.counts.step(event_id, frontier.settled_through)
        if counted is None:
            self._not_before[event_id] = now + _LEFT_TO_OTHERS
            return done
        if counted:
            self._pauses.pop(event_id, None)
            return done + counted
        pause = self._pauses.get(event_id, _SHORTEST_PAUSE)
        self._pauses[event_id] = min(_LONGEST_PAUSE, 2 * pause)
        self._not_before[event_id] = now + pause
        return done

    def _send_again(self, blocker: Request | None) -> None:
        lost = self._lost
        if lost is not None:
            self._desk.db.run(Doing(lambda: lost.send_again(blocker)))

    def _lottery(self, event_id: str) -> int:
        """Fix who takes part as soon as the cutoff has passed, and give the results of a draw."""
        desk = self._desk
        config, draw = desk.events.find(event_id), desk.draws.find(event_id)
        is_over = config is not None and desk.events.phase(config) == "DRAWING"
        if draw is not None and draw.state == "COMMITTED" and is_over:
            # Accepted requests that the queue has not got yet are waited for.
            with suppress(WrongState):
                desk.draws.freeze(event_id)
                return 1
        return desk.results.step(event_id)
