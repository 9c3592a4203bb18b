"""A thread for actions that may wait, so that the event loop does not.

An executor would do, at three times the cost: this one makes no future per action and wakes the
loop once for all that has been done meanwhile.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from queue import SimpleQueue

from tavola.server.responder import Outcome

Deliver = Callable[[Outcome], None]


class Writer:
    """Works on actions in the order in which they come; writers of one file take turns anyway."""

    def __init__(
        self, execute: Callable[[str, bytes], Outcome], loop: asyncio.AbstractEventLoop
    ) -> None:
        self._execute = execute
        self._loop = loop
        self._asked: SimpleQueue[tuple[str, bytes, Deliver] | None] = SimpleQueue()
        self._done: deque[tuple[Deliver, Outcome]] = deque()
        self._is_called = False
        self._thread = threading.Thread(target=self._work, name="tavola-writer", daemon=True)
        self._thread.start()

    def submit(self, action: str, body: bytes, deliver: Deliver) -> None:
        """Have an action done; `deliver` is called with its outcome, on the event loop."""
        self._asked.put((action, body, deliver))

    def close(self) -> None:
        """Finish what was asked for, and end."""
        self._asked.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (asked := self._asked.get()) is not None:
            action, body, deliver = asked
            self._done.append((deliver, self._execute(action, body)))
            if not self._is_called:
                self._is_called = True
                self._loop.call_soon_threadsafe(self._deliver)

    def _deliver(self) -> None:
        # Before the look at what is done: what is appended after it calls again.
        self._is_called = False
        while self._done:
            deliver, outcome = self._done.popleft()
            deliver(outcome)
