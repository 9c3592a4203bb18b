"""Group commit: writes that several clients ask for at one time share one transaction of SQLite.

A commit costs about as much as the write in it, with a sync of the disk many times as much; so what
waits together is committed together, each write behind a savepoint of its own. It must not know
what actions mean: it asks only whether one writes items (`wire/actions.py`), and has a group run by
`Engine.execute_together`.

The promise
    A client hears that its write was done only after a COMMIT that contains the write has
    returned; a write that is refused leaves nothing. That is what it would get alone.

The states of a write
    collected   asked for in a turn of the event loop, with an inline engine; not yet begun
    queued      in the thread's queue, behind everything that was asked for earlier
    grouped     run behind its savepoint: answered or refused, and neither is reported to anyone
    decided     the COMMIT has returned or failed; the outcome waits for the event loop
    delivered   the connection has it, and reads its client's next request

What can go wrong, and why it does no harm
    One of the group is refused (a condition fails, an item is too large). Its savepoint is rolled
    back, the others stay. It could only be seen half done by those behind it in the group, and
    they begin after the rollback.
    The COMMIT fails (full disk, lost lock). SQLite has rolled back; all answers of the group are
    thrown away, and all get the same refusal. None of them had been answered.
    SQLite rolls back by itself in the middle. A later savepoint would then begin a transaction of
    its own, and its release would commit that alone: so a write of a shared transaction first looks
    whether there still is one (`StorageTransaction.__enter__`).
    Another process changes the tables. The transaction notices when it begins, before any write:
    the whole group starts again. Nothing had been stored.
    The process dies. Before the COMMIT nothing of the group is in the file, after it everything;
    clients whose answer was lost do not know which, as with DynamoDB when a connection breaks.
    A write overtakes another. A connection has at most one request under way, so one client's
    writes stay in order whatever happens here. Between clients the order is the queue's; the
    inline engine is used only while the thread has nothing to do, so it overtakes nothing.
    The inline engine would have to wait for a lock, which the event loop must not. It gives up
    after milliseconds with 503, and 503 always means that nothing was stored; so the thread
    may run the same write again, and it has an engine that waits. The same if the write would
    take long: a condition of many comparisons on a large item.
    A wake-up is lost. The thread calls the event loop once for many outcomes; the loop clears the
    flag before it looks at what is done, so what is added later calls again.

The order of events, then: BEGIN IMMEDIATE, savepoint by savepoint in the order of the queue, COMMIT
(with its sync, if the file has one), outcomes, answers. A thread of our own takes a third of an
executor's time: it makes no future per action and wakes the event loop once for all that has been
done meanwhile. docs/adr/0005 has the alternatives.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from queue import SimpleQueue
from typing import Final

from tavola.server.responder import Outcome, execute_together
from tavola.server.worlds import World
from tavola.wire.actions import TRAITS

Deliver = Callable[[Outcome], None]
_Asked = tuple[str, bytes, Deliver, World]

_MAX_GROUP: Final = 64
_MAX_INLINE_BYTES: Final = 1 << 14
"""Of the requests of one group on the event loop: expressions of so many take 40 ms to parse."""
_UNAVAILABLE: Final = 503


class GroupCommitter:
    """Runs actions in the order in which they come; writers of one file take turns anyway."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Start; a world's inline engine hardly waits, so that it may run on the event loop."""
        self._loop = loop
        self._collected: list[_Asked] = []
        """What the event loop has asked for and not run yet."""
        self._will_run = False
        """Whether the event loop has been asked to run it."""
        self._waiting = 0
        """How many actions the thread has still to do or to deliver."""
        self._asked: SimpleQueue[_Asked | None] = SimpleQueue()
        self._done: deque[tuple[Deliver, Outcome]] = deque()
        self._is_called = False
        self._thread = threading.Thread(target=self._work, name="tavola-writer", daemon=True)
        self._thread.start()

    @property
    def is_idle(self) -> bool:
        """Whether the thread has nothing to do or to deliver."""
        return not self._waiting

    def submit(self, world: World, action: str, body: bytes, deliver: Deliver) -> None:
        """Run an action soon; `deliver` is called with its outcome, on the event loop."""
        if world.inline_engine is None or self._waiting or not TRAITS[action].writes_items:
            self._hand_over((action, body, deliver, world))
            return
        self._collected.append((action, body, deliver, world))
        self._run_soon()

    def _hand_over(self, asked: _Asked) -> None:
        self._waiting += 1
        self._asked.put(asked)

    def _run_soon(self) -> None:
        if not self._will_run:
            self._will_run = True
            self._loop.call_soon(self._run_inline)

    def _run_inline(self) -> None:
        """Run a group of what was asked for, and the rest after whoever else waits for the loop."""
        self._will_run = False
        self._run_group()
        if self._collected:
            self._run_soon()

    def _run_group(self) -> None:
        """Run the first of what was asked for; what would have to wait goes to the thread."""
        group = list(_first_group(self._collected))
        del self._collected[: len(group)]
        engine = group[0][3].inline_engine if group else None
        if engine is None:
            return  # only worlds that have one are collected
        engine.limit_work()
        outcomes = execute_together(engine, [one[:2] for one in group])
        for one, outcome in zip(group, outcomes, strict=True):
            if outcome[0] == _UNAVAILABLE:
                self._hand_over(one)
            else:
                self._give(one[2], outcome)

    def close(self) -> None:
        """Finish what was asked for, and end."""
        while self._collected:
            self._run_group()
        self._asked.put(None)
        self._thread.join()

    def _work(self) -> None:
        asked = self._asked.get()
        while asked is not None:
            group = [asked]
            asked = None
            while asked is None and self._may_join(group) and not self._asked.empty():
                asked = self._asked.get()
                if asked is None:
                    self._finish(group)
                    return
                if TRAITS[asked[0]].writes_items and asked[3].group == group[0][3].group:
                    group.append(asked)
                    asked = None
            self._finish(group)
            # Whoever waits for the next one must not keep the last one's body.
            group.clear()
            if asked is None:
                asked = self._asked.get()

    def _finish(self, group: Sequence[_Asked]) -> None:
        engine = group[0][3].engine
        outcomes = execute_together(engine, [one[:2] for one in group])
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
        except Exception as error:  # noqa: BLE001 - one client's failure must not cost others their answers
            context = {"message": "an answer was not delivered", "exception": error}
            self._loop.call_exception_handler(context)

    def _may_join(self, group: Sequence[_Asked]) -> bool:
        return TRAITS[group[0][0]].writes_items and len(group) < _MAX_GROUP


def _first_group(asked: Sequence[_Asked]) -> Iterator[_Asked]:
    """Yield those at the beginning that may share a commit, until they are large together."""
    size = 0
    for one in islice(asked, _MAX_GROUP):
        size += len(one[1])
        if one[3].group != asked[0][3].group or (size > _MAX_INLINE_BYTES and one is not asked[0]):
            return
        yield one
