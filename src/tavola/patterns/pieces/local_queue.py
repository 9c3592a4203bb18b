"""A queue of the operations of one process that all want the same item.

Operations that compete for one item cost each other retries: n of them need about n² requests. In
a queue they need n. It is there for speed alone: other processes know nothing of it, so whatever
stands behind it must hold without it.

Threads wait for their turn where they are; on an event loop the task waits. Both may share a queue.
A task that is cancelled tells its operation nothing: its end gives the turn, or the place, back.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Hashable
from typing import Any
from weakref import WeakValueDictionary

from tavola.operations.steps import Await, Steps

__all__ = ["LocalQueue", "LocalQueues"]


class _Ticket:
    """One that waits, or whose turn it is."""

    def __init__(self, loop: asyncio.AbstractEventLoop | None) -> None:
        self.has_turn = False
        self._loop = loop
        self._event = threading.Event() if loop is None else asyncio.Event()
        self._task: asyncio.Task[Any] | None = None
        self._end: Callable[[Any], None] | None = None

    def follow(self, task: asyncio.Task[Any] | None, leave: Callable[[_Ticket], None]) -> None:
        """Leave the queue when a task ends, however it ends."""
        if task is not None:
            self._task, self._end = task, lambda _: leave(self)
            task.add_done_callback(self._end)

    def forget(self) -> None:
        """Leave the task alone."""
        if self._task is not None and self._end is not None:
            self._task.remove_done_callback(self._end)
            self._task = self._end = None

    def call(self) -> bool:
        """Wake up who waits; says whether there is anybody left to wake."""
        self.has_turn = True
        if self._loop is None:
            self._event.set()
            return True
        try:
            self._loop.call_soon_threadsafe(self._event.set)
        except RuntimeError:  # its loop is closed, and whoever waited there is gone
            return False
        return True

    def wait(self, seconds: float) -> Steps[None]:
        """Wait until it is called, or the time is over."""
        event = self._event
        if isinstance(event, threading.Event):
            event.wait(seconds)
            yield from ()
        else:
            yield Await(_wait_for(event, seconds))


async def _wait_for(event: asyncio.Event, seconds: float) -> None:
    try:
        await asyncio.wait_for(event.wait(), seconds)
    except TimeoutError:
        return


class LocalQueue:
    """First come, first served, within one process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: deque[_Ticket] = deque()
        self._current: _Ticket | None = None

    def enter(self, *, is_async: bool, seconds: float) -> Steps[Any]:
        """Wait for a turn; returns what to leave with, or None when the time was over first."""
        ticket = _Ticket(asyncio.get_running_loop() if is_async else None)
        ticket.follow(asyncio.current_task() if is_async else None, self.leave)
        with self._lock:
            if self._current is None:
                self._current = ticket
                ticket.has_turn = True
                return ticket
            self._waiting.append(ticket)
        try:
            yield from ticket.wait(seconds)
        except BaseException:
            self.leave(ticket)
            raise
        with self._lock:
            if not ticket.has_turn:
                self._waiting.remove(ticket)
        if ticket.has_turn:
            return ticket
        ticket.forget()
        return None

    def leave(self, ticket: Any) -> None:
        """Give the turn to the next, or the place in the queue up."""
        if ticket is not None:
            ticket.forget()
        with self._lock:
            if ticket is not self._current:
                if ticket in self._waiting:
                    self._waiting.remove(ticket)
                return
            self._current = None
            while self._waiting:
                following = self._waiting.popleft()
                if following.call():
                    self._current = following
                    return


class LocalQueues:
    """A queue for each item that is wanted, for as long as anybody is in it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._queues: WeakValueDictionary[Hashable, LocalQueue] = WeakValueDictionary()

    def of(self, item: Hashable) -> LocalQueue:
        """Return the queue before an item; whoever is in it keeps it."""
        with self._lock:
            queue = self._queues.get(item)
            if queue is None:
                queue = self._queues[item] = LocalQueue()
            return queue
