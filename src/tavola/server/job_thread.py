"""A thread beside the event loop, for work that takes long and that nobody else has to wait for.

It must not know what it does: jobs come in and results go out, one after the other, in order.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, TypeVar

T = TypeVar("T")
_Job = tuple[Callable[[], Any], Callable[[Any], None]]


class JobThread:
    """Does one job at a time; its thread begins with the first one."""

    def __init__(self, name: str, loop: asyncio.AbstractEventLoop) -> None:
        self._name = name
        self._loop = loop
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._waiting = 0

    @property
    def is_idle(self) -> bool:
        """Whether nothing is to be done or to be delivered."""
        return not self._waiting

    def submit(self, work: Callable[[], T], deliver: Callable[[T], None]) -> None:
        """Do something soon; `deliver` is called with the result, on the event loop.

        `work` must not fail: who is not answered waits for ever.
        """
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
            self._thread.start()
        self._waiting += 1
        self._jobs.put((work, deliver))

    def close(self) -> None:
        """Finish what was asked for, and end."""
        if self._thread is not None:
            self._jobs.put(None)
            self._thread.join()

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            work, deliver = job
            self._loop.call_soon_threadsafe(self._deliver, deliver, work())
            # Whoever waits for the next job must not keep the last one's body.
            del job, work, deliver

    def _deliver(self, deliver: Callable[[Any], None], result: Any) -> None:
        self._waiting -= 1
        deliver(result)
