"""Workers: receive messages of a queue or an outbox, handle each, and see to what goes wrong."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Generic, TypeVar

from tavola.model.model import Model
from tavola.operations.write.operations import Write
from tavola.patterns.queue import Queue, ReceiptLost
from tavola.table.async_table import AsyncTable
from tavola.table.table import Table

__all__ = ["AsyncWorker", "Worker"]

M = TypeVar("M", bound=Model)

Effect = Sequence[Write[Any]] | None
"""Writes that belong into the transaction that takes the message out; None for none."""
Report = Callable[[Any, Exception], Any]
"""Is given every message that could not be handled."""


def _ignore(message: Any, error: Exception) -> None:
    del message, error


class Worker(Generic[M]):
    """Handles messages one after another; several may work at one queue.

    `handle` returns the writes of its effect, if they are in the same store. If it raises, the
    message comes back later, and is dead after as many times as the queue says.
    """

    def __init__(
        self,
        table: Table,
        queue: Queue[M, Any],
        handle: Callable[[M], Effect],
        *,
        report: Report = _ignore,
        limit: int = 10,
        seconds: float = 30.0,
    ) -> None:
        self._table = table
        self._queue = queue
        self._handle = handle
        self._report = report
        self._limit = limit
        self._seconds = seconds

    def run_once(self) -> int:
        """Handle what is there, up to the limit; says how many messages are done."""
        received = self._table.run(self._queue.receive(limit=self._limit, seconds=self._seconds))
        return sum(self._work(message) for message in received)

    def run(self, stop: threading.Event, *, idle_seconds: float = 1.0) -> None:
        """Work until asked to stop, with pauses while there is nothing to do."""
        while not stop.is_set():
            if not self.run_once():
                stop.wait(idle_seconds)

    def _work(self, message: M) -> bool:
        try:
            effect = self._handle(message)
            self._table.run(self._queue.done(message, also=effect or ()))
        except ReceiptLost as lost:
            self._report(message, lost)
            return False
        except Exception as error:  # noqa: BLE001 - whatever goes wrong, the message comes back
            self._report(message, error)
            self._give_back(message)
            return False
        return True

    def _give_back(self, message: M) -> None:
        try:
            self._table.run(self._queue.retry(message))
        except ReceiptLost as lost:
            self._report(message, lost)


class AsyncWorker(Generic[M]):
    """The same on an event loop; `handle` is a coroutine function."""

    def __init__(
        self,
        table: AsyncTable,
        queue: Queue[M, Any],
        handle: Callable[[M], Awaitable[Effect]],
        *,
        report: Report = _ignore,
        limit: int = 10,
        seconds: float = 30.0,
    ) -> None:
        self._table = table
        self._queue = queue
        self._handle = handle
        self._report = report
        self._limit = limit
        self._seconds = seconds

    async def run_once(self) -> int:
        """Handle what is there, up to the limit, at the same time; says how many are done."""
        receive = self._queue.receive(limit=self._limit, seconds=self._seconds)
        received = await self._table.run(receive)
        return sum(await asyncio.gather(*map(self._work, received)))

    async def run(self, stop: asyncio.Event, *, idle_seconds: float = 1.0) -> None:
        """Work until asked to stop, with pauses while there is nothing to do."""
        while not stop.is_set():
            if await self.run_once():
                continue
            try:
                await asyncio.wait_for(stop.wait(), idle_seconds)
            except TimeoutError:
                continue

    async def _work(self, message: M) -> bool:
        try:
            effect = await self._handle(message)
            await self._table.run(self._queue.done(message, also=effect or ()))
        except ReceiptLost as lost:
            self._report(message, lost)
            return False
        except Exception as error:  # noqa: BLE001 - whatever goes wrong, the message comes back
            self._report(message, error)
            await self._give_back(message)
            return False
        return True

    async def _give_back(self, message: M) -> None:
        try:
            await self._table.run(self._queue.retry(message))
        except ReceiptLost as lost:
            self._report(message, lost)
