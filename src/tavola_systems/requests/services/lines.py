"""What comes at one time is done together: one transaction instead of many.

A commit waits for the disk, or for the network, far longer than its writes take, and whoever writes
waits for all others who do. While one group of a line is under way others come; the next one takes
all of them, and so on. Who comes alone goes alone, at once; in a crowd the groups of a line begin
thirty milliseconds apart at least.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from threading import Lock
from time import monotonic, sleep
from typing import Final, Generic, TypeVar

from msgspec import Struct

__all__ = ["PACE_SECONDS", "Lines"]

T = TypeVar("T")
R = TypeVar("R")

_MOST_AT_ONCE: Final = 2
"""Groups under way, one of a line: one that is slow must not hold up another line."""

PACE_SECONDS: Final = 0.03
"""Between the beginnings of two groups of a line: a crowd goes in fewer of them."""
_MOST_REMEMBERED: Final = 1_000


class _Waiting(Struct, Generic[T, R]):
    one: T
    future: Future[R]


class Lines(Generic[T, R]):
    """Takes what many threads and coroutines bring, in a line for each name.

    `take` is called with a line's name and the first ones of it; it returns an answer, or what to
    raise, for each of them.
    """

    def __init__(
        self,
        take: Callable[[str, Sequence[T]], Sequence[R | Exception]],
        *,
        most: int,
        clock: Callable[[], float] = monotonic,
        pause: Callable[[float], None] = sleep,
    ) -> None:
        self._take = take
        self._most = most
        self._clock = clock
        self._pause = pause
        self._lock = Lock()
        self._lines: dict[str, deque[_Waiting[T, R]]] = {}
        """Who waits in each line, the longest waiting line first."""
        self._taken: set[str] = set()
        """Lines that somebody is taking in."""
        self._begun: dict[str, float] = {}
        """When the last group of each line was begun."""
        self._threads = ThreadPoolExecutor(_MOST_AT_ONCE, thread_name_prefix="line")

    def join(self, name: str, one: T) -> Future[R]:
        """Line up; the future has one's own answer or refusal."""
        future: Future[R] = Future()
        with self._lock:
            self._lines.setdefault(name, deque()).append(_Waiting(one, future))
            is_wanted = name not in self._taken and len(self._taken) < _MOST_AT_ONCE
            if is_wanted:
                self._taken.add(name)
        if is_wanted:
            # In the context of who came first, so that what is traced or counted there is whole.
            self._threads.submit(copy_context().run, self._take_in, name)
        return future

    def _take_in(self, name: str | None) -> None:
        """Take some of one line after some of another, until nobody waits."""
        while name is not None:
            self._keep_pace(name)
            self._take_together(name, self._next_ones(name))
            name = self._next_line(name)

    def _keep_pace(self, name: str) -> None:
        """Wait until a line's last group was begun so long ago; mostly it was."""
        left = self._begun.get(name, -PACE_SECONDS) + PACE_SECONDS - self._clock()
        if left > 0:
            self._pause(left)
        if len(self._begun) >= _MOST_REMEMBERED:
            self._begun.clear()
        self._begun[name] = self._clock()

    def _take_together(self, name: str, some: list[_Waiting[T, R]]) -> None:
        if not some:
            return
        outcomes: Sequence[R | Exception]
        try:
            outcomes = self._take(name, [each.one for each in some])
        except Exception as error:  # noqa: BLE001 - it is everybody's, and raised to each
            outcomes = [error] * len(some)
        for each, outcome in zip(some, outcomes, strict=True):
            if isinstance(outcome, Exception):
                each.future.set_exception(outcome)
            else:
                each.future.set_result(outcome)

    def _next_ones(self, name: str) -> list[_Waiting[T, R]]:
        """The first in a line, as many as go together."""
        some: list[_Waiting[T, R]] = []
        with self._lock:
            line = self._lines[name]
            while line and len(some) < self._most:
                each = line.popleft()
                # A caller that went away before its turn is left out.
                if each.future.set_running_or_notify_cancel():
                    some.append(each)
        return some

    def _next_line(self, done: str) -> str | None:
        """Leave a line for the first that nobody takes in; None if there is none."""
        with self._lock:
            self._taken.remove(done)
            # Who still waits there has waited less long than those of other lines.
            if line := self._lines.pop(done):
                self._lines[done] = line
            found = next((one for one in self._lines if one not in self._taken), None)
            if found is not None:
                self._taken.add(found)
        return found
