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
from typing import Final

from tavola.server.responder import Outcome

Execute = Callable[[str, bytes], Outcome]
Deliver = Callable[[Outcome], None]

_ITEM_WRITES: Final = frozenset(
    {"BatchWriteItem", "DeleteItem", "PutItem", "TransactWriteItems", "UpdateItem"}
)
_UNAVAILABLE: Final = 503


class Writer:
    """Works on actions in the order in which they come; writers of one file take turns anyway."""

    def __init__(
        self, execute: Execute, loop: asyncio.AbstractEventLoop, hasty: Execute | None = None
    ) -> None:
        self._execute = execute
        self._hasty = hasty
        self._loop = loop
        self._waiting = 0
        self._asked: SimpleQueue[tuple[str, bytes, Deliver] | None] = SimpleQueue()
        self._done: deque[tuple[Deliver, Outcome]] = deque()
        self._is_called = False
        self._thread = threading.Thread(target=self._work, name="tavola-writer", daemon=True)
        self._thread.start()

    def attempt(self, action: str, body: bytes) -> Outcome | None:
        """Do a write at once if that is quick and nobody waits; None if it must be submitted."""
        if self._hasty is None or self._waiting or action not in _ITEM_WRITES:
            return None
        outcome = self._hasty(action, body)
        return None if outcome[0] == _UNAVAILABLE else outcome

    def submit(self, action: str, body: bytes, deliver: Deliver) -> None:
        """Have an action done; `deliver` is called with its outcome, on the event loop."""
        self._waiting += 1
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
            self._waiting -= 1
            deliver(outcome)
