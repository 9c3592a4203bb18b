"""Does the writes: together those that come together, and in a thread those that may wait.

Writes of items that were asked for at one time, by whatever clients, share one commit. An executor
for the thread would do, at three times the cost: this one makes no future per action and wakes the
loop once for all that has been done meanwhile.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import Final

from tavola.server.responder import Outcome
from tavola.wire.actions import TRAITS

Execute = Callable[[Sequence[tuple[str, bytes]]], list[Outcome]]
"""Does writes of items in one commit, or any one action."""
Deliver = Callable[[Outcome], None]
_Asked = tuple[str, bytes, Deliver]

_MOST_TOGETHER: Final = 64
_UNAVAILABLE: Final = 503


class Writer:
    """Works on actions in the order in which they come; writers of one file take turns anyway."""

    def __init__(
        self, execute: Execute, loop: asyncio.AbstractEventLoop, hasty: Execute | None = None
    ) -> None:
        """Start; `hasty` hardly waits, so that it may work on the event loop."""
        self._execute = execute
        self._hasty = hasty
        self._loop = loop
        self._hurried: list[_Asked] = []
        """What this turn of the event loop has asked for."""
        self._waiting = 0
        """How many actions the thread has still to do or to deliver."""
        self._asked: SimpleQueue[_Asked | None] = SimpleQueue()
        self._done: deque[tuple[Deliver, Outcome]] = deque()
        self._is_called = False
        self._thread = threading.Thread(target=self._work, name="tavola-writer", daemon=True)
        self._thread.start()

    def submit(self, action: str, body: bytes, deliver: Deliver) -> None:
        """Have an action done; `deliver` is called with its outcome, on the event loop."""
        if self._hasty is None or self._waiting or not TRAITS[action].writes_items:
            self._hand_over((action, body, deliver))
            return
        if not self._hurried:
            self._loop.call_soon(self._hurry)
        self._hurried.append((action, body, deliver))

    def _hand_over(self, asked: _Asked) -> None:
        self._waiting += 1
        self._asked.put(asked)

    def _hurry(self) -> None:
        """Do at once what this turn has asked for; what would have to wait goes to the thread."""
        asked, self._hurried = self._hurried, []
        while asked and self._hasty is not None:
            group, asked = asked[:_MOST_TOGETHER], asked[_MOST_TOGETHER:]
            outcomes = self._hasty([(action, body) for action, body, _ in group])
            for one, outcome in zip(group, outcomes, strict=True):
                if outcome[0] == _UNAVAILABLE:
                    self._hand_over(one)
                else:
                    self._give(one[2], outcome)

    def close(self) -> None:
        """Finish what was asked for, and end."""
        self._hurry()
        self._asked.put(None)
        self._thread.join()

    def _work(self) -> None:
        asked = self._asked.get()
        while asked is not None:
            group = [asked]
            asked = None
            while asked is None and _may_join(group) and not self._asked.empty():
                asked = self._asked.get()
                if asked is None:
                    self._finish(group)
                    return
                if TRAITS[asked[0]].writes_items:
                    group.append(asked)
                    asked = None
            self._finish(group)
            if asked is None:
                asked = self._asked.get()

    def _finish(self, group: Sequence[_Asked]) -> None:
        outcomes = self._execute([(action, body) for action, body, _ in group])
        for one, outcome in zip(group, outcomes, strict=True):
            self._done.append((one[2], outcome))
        if not self._is_called:
            self._is_called = True
            self._loop.call_soon_threadsafe(self._deliver)

    def _deliver(self) -> None:
        # Before the look at what is done: what is appended after it calls again.
        self._is_called = False
        while self._done:
            deliver, outcome = self._done.popleft()
            self._waiting -= 1
            self._give(deliver, outcome)

    def _give(self, deliver: Deliver, outcome: Outcome) -> None:
        try:
            deliver(outcome)
        except Exception as error:  # noqa: BLE001 - one client's trouble must not cost others theirs
            context = {"message": "an answer was not delivered", "exception": error}
            self._loop.call_exception_handler(context)


def _may_join(group: Sequence[_Asked]) -> bool:
    return TRAITS[group[0][0]].writes_items and len(group) < _MOST_TOGETHER
