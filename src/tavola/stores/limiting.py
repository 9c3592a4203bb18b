"""A client-side rate limit: requests wait their turn instead of being throttled.

    store, table = open_store("dynamodb://eu-west-1/blog")
    limited = LimitedStore(store, RateLimit(per_second=500, burst=100))
    db = Blog.open("dynamodb://eu-west-1/blog", store=limited, table=table)

A limit counts requests, or capacity units as the responses tell them.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Literal

from tavola.errors import OperationError
from tavola.stores.store import AsyncStore, Call, Store, identity_of
from tavola.wire.metering import Units, consumed_units, with_capacity

Unit = Literal["requests", "capacity"]


class RateLimit:
    """A token bucket that may go into debt: who comes next waits for it to be paid."""

    def __init__(self, per_second: float, burst: float, *, unit: Unit = "requests") -> None:
        if per_second <= 0 or burst <= 0:
            raise OperationError(
                f"rate limit: {per_second} per second with a burst of {burst} lets nothing"
                " through. Give numbers above zero."
            )
        self.unit = unit
        self._per_second = per_second
        self._burst = burst
        self._left = burst
        self._at = 0.0
        self._lock = threading.Lock()

    def reserve(self, now: float) -> float:
        """Take a place in the queue; return how long to wait for it."""
        with self._lock:
            self._regain(now)
            wait = max(0.0, -self._left / self._per_second)
            if self.unit == "requests":
                self._left -= 1.0
                wait = max(0.0, -self._left / self._per_second)
            return wait

    def charge(self, units: float, now: float) -> None:
        """Count the capacity that a response reports."""
        if self.unit == "capacity":
            with self._lock:
                self._regain(now)
                self._left -= units

    def _regain(self, now: float) -> None:
        elapsed = max(0.0, now - self._at)
        self._at = max(now, self._at)
        self._left = min(self._burst, self._left + elapsed * self._per_second)

    def prepare(self, action: str, body: dict[str, Any]) -> dict[str, Any]:
        """Make a request tell its capacity if that is what counts."""
        return with_capacity(action, body) if self.unit == "capacity" else body


class LimitedStore:
    """Keeps the requests to a store within a limit."""

    def __init__(
        self,
        store: Store,
        limit: RateLimit,
        *,
        sleep: Callable[[float], None] = time.sleep,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.store = store
        self._limit = limit
        self._sleep = sleep
        self._monotonic = monotonic

    @property
    def identity(self) -> object:
        """What two stores of one place have in common."""
        return identity_of(self.store)

    def execute(self, action: str, body: dict[str, Any]) -> bytes:
        """Answer one request when its turn has come."""
        wait = self._limit.reserve(self._monotonic())
        if wait:
            self._sleep(wait)
        answer = self.store.execute(action, self._limit.prepare(action, body))
        units = consumed_units(action, answer) or Units()
        self._limit.charge(units.total, self._monotonic())
        return answer

    def execute_all(self, calls: Sequence[Call]) -> list[bytes]:
        """Answer one after the other."""
        return [self.execute(action, body) for action, body in calls]

    def close(self) -> None:
        """Close the store behind."""
        self.store.close()


class AsyncLimitedStore:
    """The same, awaited."""

    def __init__(
        self,
        store: AsyncStore,
        limit: RateLimit,
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.store = store
        self._limit = limit
        self._sleep = sleep
        self._monotonic = monotonic

    @property
    def identity(self) -> object:
        """What two stores of one place have in common."""
        return identity_of(self.store)

    async def execute(self, action: str, body: dict[str, Any]) -> bytes:
        """Answer one request when its turn has come."""
        wait = self._limit.reserve(self._monotonic())
        if wait:
            await self._sleep(wait)
        answer = await self.store.execute(action, self._limit.prepare(action, body))
        units = consumed_units(action, answer) or Units()
        self._limit.charge(units.total, self._monotonic())
        return answer

    async def execute_all(self, calls: Sequence[Call]) -> list[bytes]:
        """Answer several at once, each in its turn; when one fails, the others are awaited."""
        answers = await asyncio.gather(
            *(self.execute(action, body) for action, body in calls), return_exceptions=True
        )
        whole = [answer for answer in answers if isinstance(answer, bytes)]
        if len(whole) < len(answers):
            raise next(answer for answer in answers if isinstance(answer, BaseException))
        return whole

    async def close(self) -> None:
        """Close the store behind."""
        await self.store.close()
