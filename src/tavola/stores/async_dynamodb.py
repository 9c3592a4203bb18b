"""DynamoDB, or any service that speaks its API, as a store for an event loop.

It only drives: what to send, and whether to try again, is the conversation's business.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Self

from tavola.errors import StoreUnavailable
from tavola.stores.http.assembly import Assembly, assemble
from tavola.stores.http.conversation import Pause, Refresh, Send
from tavola.stores.http.faults import TransportFault
from tavola.stores.http.settings import Settings
from tavola.stores.http.streams import Pool
from tavola.stores.store import Call
from tavola.wire.http1 import Response

__all__ = ["AsyncDynamoDBStore"]


class AsyncDynamoDBStore:
    """Answers from DynamoDB over HTTP; one event loop uses it at a time."""

    def __init__(
        self, parts: Assembly, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self.settings = parts.settings
        self._conversation = parts.conversation
        self._route = parts.route
        self._sleep = sleep
        self._pool: Pool | None = None
        self._is_closed = False

    @property
    def pool(self) -> Pool:
        """The connections of the running loop; those of a loop that has ended are of no use."""
        loop = asyncio.get_running_loop()
        if self._is_closed:
            raise StoreUnavailable("store: it is closed. Open it anew.")
        if self._pool is None or self._pool.loop is not loop:
            settings = self.settings
            self._pool = Pool(self._route, settings.connections, settings.idle_seconds, loop)
        return self._pool

    @classmethod
    def open(cls, location: str | Settings, **options: Any) -> Self:
        """Open a location with the options of `assemble`; nothing is sent."""
        return cls(assemble(location, **options))

    async def execute(self, action: str, body: dict[str, Any]) -> bytes:
        """Answer one request; a refusal is raised as a StoreError."""
        steps = self._conversation.steps(action, body)
        step = next(steps)
        while True:
            try:
                try:
                    answer = await (
                        self._send(step) if isinstance(step, Send) else self._prepare(step)
                    )
                except TransportFault as fault:
                    step = steps.throw(fault)
                else:
                    step = steps.send(answer)
            except StopIteration as done:
                content: bytes = done.value
                return content

    async def _send(self, step: Send) -> Response:
        pool = self.pool
        now = pool.loop.time()
        connection = pool.find_idle(now) or await pool.take(step.seconds)
        try:
            pool.watch()
            return await connection.send(step.wire, now + step.seconds)
        finally:
            pool.give_back(connection, now)

    async def _prepare(self, step: Pause | Refresh) -> None:
        if isinstance(step, Pause):
            await self._sleep(step.seconds)
        else:
            await asyncio.to_thread(step.source.refresh, step.now)

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
