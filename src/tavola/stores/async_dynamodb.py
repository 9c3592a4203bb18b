"""DynamoDB, or any service that speaks its API, as a store for an event loop.

It only drives: what to send, and whether to try again, is the conversation's business.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Self

from tavola.errors import StoreUnavailable
from tavola.stores.http.assembly import Assembly, assemble
from tavola.stores.http.conversation import (
    REFRESH_TIMED_OUT,
    Outcome,
    Pause,
    Refresh,
    Send,
    Steps,
)
from tavola.stores.http.endpoint_settings import EndpointSettings
from tavola.stores.http.stream_pool import StreamPool
from tavola.stores.http.transport_faults import TransportFault
from tavola.stores.store import Call
from tavola.wire.http1 import Response

__all__ = ["AsyncDynamoDBStore"]


class AsyncDynamoDBStore:
    """Answers from DynamoDB over HTTP; one event loop uses it at a time."""

    def __init__(
        self, parts: Assembly, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self.settings = parts.settings
        self._first_seconds = parts.settings.first_seconds
        self._conversation = parts.conversation
        self._route = parts.route
        self._sleep = sleep
        self._pool: StreamPool | None = None
        self._is_closed = False

    @property
    def pool(self) -> StreamPool:
        """The connections of the running loop; those of a loop that has ended are of no use."""
        loop = asyncio.get_running_loop()
        if self._is_closed:
            raise StoreUnavailable("The store is closed; open a new one.")
        if self._pool is None or self._pool.loop is not loop:
            settings = self.settings
            self._pool = StreamPool(self._route, settings.connections, settings.idle_seconds, loop)
        return self._pool

    @classmethod
    def open(cls, location: str | EndpointSettings, **options: Any) -> Self:
        """Open a location with the options of `assemble`; nothing is sent."""
        return cls(assemble(location, **options))

    async def execute(self, action: str, body: dict[str, Any]) -> bytes:
        """Answer one request; a refusal is raised as a StoreError."""
        talk = self._conversation
        call = talk.begin(action, body)
        wire = call.wire
        outcome = None if wire is None else await self._exchange(wire, self._first_seconds)
        answer = talk.accept(call, outcome)
        return await self._drive(talk.rest(call, outcome)) if answer is None else answer

    async def _exchange(self, wire: bytes, seconds: float) -> Response | TransportFault:
        """Send a request and wait for its answer."""
        pool = self.pool
        now = pool.loop.time()
        try:
            connection = pool.find_idle(now) or await pool.take(seconds)
            try:
                return await connection.send(wire, now + seconds)
            finally:
                pool.give_back(connection, now)
        except TransportFault as fault:
            return fault

    async def _drive(self, steps: Steps) -> bytes:
        outcome: Outcome = None
        try:
            while True:
                step = steps.send(outcome)
                outcome = None
                if isinstance(step, Send):
                    outcome = await self._exchange(step.wire, step.seconds)
                elif isinstance(step, Pause):
                    await self._sleep(step.seconds)
                else:
                    await self._refresh(step)
        except StopIteration as done:
            body: bytes = done.value
            return body

    async def _refresh(self, step: Refresh) -> None:
        try:
            async with asyncio.timeout(step.seconds):
                await asyncio.to_thread(step.source.refresh, step.now)
        except TimeoutError as error:
            raise StoreUnavailable(REFRESH_TIMED_OUT) from error

    async def execute_all(self, calls: Sequence[Call]) -> list[bytes]:
        """Answer several requests at once; when one fails, the others are still awaited."""
        answers = await asyncio.gather(
            *(self.execute(action, body) for action, body in calls), return_exceptions=True
        )
        whole = [answer for answer in answers if isinstance(answer, bytes)]
        if len(whole) < len(answers):
            raise next(answer for answer in answers if isinstance(answer, BaseException))
        return whole

    async def close(self) -> None:
        """Close the connections."""
        self._is_closed = True
        if self._pool is not None:
            self._pool.close()

    def __repr__(self) -> str:
        url = self.settings.endpoint.url
        return f"AsyncDynamoDBStore({url!r}, region={self.settings.region!r})"
