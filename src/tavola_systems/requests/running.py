"""Running dispatchers and workers: in threads of the server, or by themselves at a terminal."""

from __future__ import annotations

import os
import secrets
import socket
import threading
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Final, Protocol

from tavola_systems.platform.running.workers import error_line
from tavola_systems.requests.desk import open_desk
from tavola_systems.requests.each_event import EachEvent
from tavola_systems.requests.models import AsyncEventTable
from tavola_systems.requests.queues.interface import WorkQueue
from tavola_systems.requests.services.dispatching import Dispatcher
from tavola_systems.requests.services.events import EventService
from tavola_systems.requests.services.joined_writes import Doing
from tavola_systems.requests.services.letters import Letters
from tavola_systems.requests.services.sweeping import LockSweep
from tavola_systems.requests.services.working import RequestWorker, WorkerSettings
from tavola_systems.requests.upkeep import Upkeep

__all__ = ["DispatchLoop", "Loop", "UpkeepLoop", "WorkLoop", "new_name", "run_loops"]

_PAUSE_SECONDS = 0.2
_SHORTEST_PAUSE: Final = timedelta(seconds=1)
_LONGEST_PAUSE: Final = timedelta(minutes=1)
"""How rarely an event is looked after that is over, and where nothing is left to do."""
_PAUSE_AFTER_ERROR_SECONDS = 2.0


class Loop(Protocol):
    """Work that is done again and again."""

    def step(self) -> int:
        """Do what is due; say how much that was."""
        ...

    def stop(self) -> None:
        """Let go of what is held."""
        ...


def new_name(kind: str) -> str:
    """Return a name that nobody else has: of the machine, the process and a draw."""
    return f"{kind}-{socket.gethostname()[:40]}-{os.getpid()}-{secrets.token_hex(4)}"


class DispatchLoop:
    """A dispatcher that looks after all active events."""

    def __init__(
        self,
        db: AsyncEventTable,
        queue: WorkQueue,
        *,
        name: str = "",
        letters: Letters | None = None,
    ) -> None:
        self._db = db
        self._events = EventService(db)
        self._sweep = LockSweep(db)
        self._each = EachEvent(db.now)
        self._pauses: dict[str, timedelta] = {}
        self._not_before: dict[str, datetime] = {}
        self._dispatcher = Dispatcher(
            db, queue, holder=name or new_name("dispatcher"), letters=letters
        )

    def step(self) -> int:
        """Look after every event that is due; say how many requests were queued."""
        now = self._db.now()
        due = [one for one in self._events.active() if self._not_before.get(one, now) <= now]
        return self._each.do(due, self._look_after)

    def _look_after(self, event_id: str) -> int:
        """Look after one event; one that is over, and where nothing is left to do, ever rarer."""
        is_open = self._events.watch(event_id)
        count: int = self._db.run(Doing(lambda: self._dispatcher.look_after(event_id)))
        is_swept = self._db.run(Doing(lambda: self._sweep.sweep(event_id)))
        if is_open or count or not is_swept:
            self._pauses.pop(event_id, None)
            return count
        pause = min(_LONGEST_PAUSE, 2 * self._pauses.get(event_id, _SHORTEST_PAUSE))
        self._pauses[event_id] = pause
        self._not_before[event_id] = self._db.now() + pause
        return count

    def stop(self) -> None:
        """Give the leases up, so that others need not wait until they are over."""
        EachEvent(self._db.now).do(self._dispatcher.held, self._release)

    def _release(self, event_id: str) -> int:
        self._db.run(Doing(lambda: self._dispatcher.release(event_id)))
        return 0


class UpkeepLoop:
    """Results of draws, how far tickets are, counts, and messages that were lost."""

    def __init__(
        self, db: AsyncEventTable, letters: Letters | None = None, queue: WorkQueue | None = None
    ) -> None:
        self._upkeep = Upkeep(open_desk(db, letters), queue)

    def step(self) -> int:
        """Do some of what is due; say how much was done."""
        return self._upkeep.step()

    def stop(self) -> None:
        """Nothing is held between two steps."""


class WorkLoop:
    """A worker."""

    def __init__(
        self,
        db: AsyncEventTable,
        queue: WorkQueue,
        *,
        name: str = "",
        letters: Letters | None = None,
        settings: WorkerSettings | None = None,
    ) -> None:
        self._db = db
        self._worker = RequestWorker(
            db, queue, name=name or new_name("worker"), letters=letters, settings=settings
        )

    def step(self) -> int:
        """Work off what is there; say how many messages were taken out."""
        return self._db.run(Doing(self._worker.work))

    def stop(self) -> None:
        """Nothing is held between two steps."""


def run_loops(
    loops: Sequence[Loop],
    stop: threading.Event,
    say: Callable[[str], None],
    *,
    pause_after_error: float = _PAUSE_AFTER_ERROR_SECONDS,
) -> None:
    """Run each loop in a thread of its own until asked to stop; each ends between two steps."""
    threads = [
        threading.Thread(target=_run, args=(loop, stop, say, pause_after_error)) for loop in loops
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _run(
    loop: Loop, stop: threading.Event, say: Callable[[str], None], pause_after_error: float
) -> None:
    while not stop.is_set():
        pause = _PAUSE_SECONDS
        try:
            if loop.step():
                continue
        except Exception as error:  # noqa: BLE001 - it is told, and a thread never vanishes
            say(error_line(error))
            pause = pause_after_error
        stop.wait(pause)
    try:
        loop.stop()
    except Exception as error:  # noqa: BLE001 - it is told, and a thread never vanishes
        say(error_line(error))
