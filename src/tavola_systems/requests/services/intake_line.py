"""Requests that come at one time are taken in together: one transaction instead of many.

A commit waits for the disk, or for the network, far longer than its writes take. While one is under
way others come; the next one takes all of them in, and so on. Nobody waits for company: who comes
alone goes alone.
"""

from __future__ import annotations

from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from threading import Lock
from typing import Final

from msgspec import Struct

from tavola_systems.requests.models import AsyncEventTable, EventConfig
from tavola_systems.requests.services.intake import MOST_TOGETHER, Accepted, Applicant, Intake

__all__ = ["IntakeLine"]

_MOST_AT_ONCE: Final = 2
"""Transactions under way: one that is slow must not hold up another event."""


class _Waiting(Struct):
    config: EventConfig
    applicant: Applicant
    future: Future[Accepted]


class IntakeLine:
    """Takes requests of many threads and coroutines in; each gets its own answer."""

    def __init__(self, db: AsyncEventTable, intake: Intake) -> None:
        self._db = db
        self._intake = intake
        self._lock = Lock()
        self._waiting: deque[_Waiting] = deque()
        self._takers = 0
        self._threads = ThreadPoolExecutor(_MOST_AT_ONCE, thread_name_prefix="intake")

    def accept(self, config: EventConfig, applicant: Applicant) -> Future[Accepted]:
        """Take a request in, alone or with others; the future has its answer or refusal."""
        future: Future[Accepted] = Future()
        with self._lock:
            self._waiting.append(_Waiting(config, applicant, future))
            is_wanted = self._takers < _MOST_AT_ONCE
            self._takers += is_wanted
        if is_wanted:
            # In the context of who came first, so that what is traced or counted there is whole.
            self._threads.submit(copy_context().run, self._take_in)
        return future

    def _take_in(self) -> None:
        """Take in who waits until nobody does."""
        while some := self._next_ones():
            outcomes: list[Accepted | Exception]
            try:
                people = [one.applicant for one in some]
                outcomes = self._db.run(self._intake.accept_all(some[0].config, people))
            except Exception as error:  # noqa: BLE001 - it is everybody's, and raised to each
                outcomes = [error] * len(some)
            for one, outcome in zip(some, outcomes, strict=True):
                if isinstance(outcome, Accepted):
                    one.future.set_result(outcome)
                else:
                    one.future.set_exception(outcome)

    def _next_ones(self) -> list[_Waiting]:
        """The first in line, and who stands right behind for the same event."""
        some: list[_Waiting] = []
        with self._lock:
            while self._waiting and len(some) < MOST_TOGETHER:
                if some and self._waiting[0].config.event_id != some[0].config.event_id:
                    break
                one = self._waiting.popleft()
                # A caller that went away before its turn has not applied.
                if one.future.set_running_or_notify_cancel():
                    some.append(one)
            if not some:
                self._takers -= 1
        return some
