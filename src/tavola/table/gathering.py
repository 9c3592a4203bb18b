"""Gets that travel together: joined by a block, or in async by a turn of the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

from tavola.errors import OperationError
from tavola.model.model import Model
from tavola.operations.get import Get, GetBatch

M = TypeVar("M", bound=Model)


class Pending(Generic[M]):
    """An item that is read when its block ends."""

    __slots__ = ("_is_read", "_item")

    def __init__(self) -> None:
        self._is_read = False
        self._item: M | None = None

    def fill(self, item: M | None) -> None:
        """Take the answer."""
        self._item = item
        self._is_read = True

    @property
    def item(self) -> M | None:
        """The item, or None if there is none."""
        if not self._is_read:
            raise OperationError("batch: items are read when the block ends. Ask after it.")
        return self._item


class Gathering:
    """Collects gets in a block: `ada = batch.get(db.user.plan.get(user_id))`, later `ada.item`."""

    def __init__(self, run: Callable[[GetBatch], list[Any]]) -> None:
        self._run = run
        self._gets: list[Get[Any]] = []
        self._pending: list[Pending[Any]] = []

    def get(self, get: Get[M]) -> Pending[M]:
        """Add one get."""
        pending: Pending[M] = Pending()
        self._gets.append(get)
        self._pending.append(pending)
        return pending

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None and self._gets:
            found = self._run(GetBatch(tuple(self._gets)))
            for pending, item in zip(self._pending, found, strict=True):
                pending.fill(item)


class Turn:
    """The gets of one turn of the event loop."""

    def __init__(self, run: Callable[[Any], Awaitable[Any]]) -> None:
        self._run = run
        self._waiting: list[tuple[Get[Any], asyncio.Future[Any]]] = []
        self._tasks: set[asyncio.Task[None]] = set()

    async def get(self, get: Get[M]) -> M | None:
        """Read an item together with all others that are asked for in this turn."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[M | None] = loop.create_future()
        if not self._waiting:
            loop.call_soon(self._send)
        self._waiting.append((get, future))
        return await future

    def _send(self) -> None:
        waiting, self._waiting = self._waiting, []
        task = asyncio.ensure_future(self._answer(waiting))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, waiting: list[tuple[Get[Any], asyncio.Future[Any]]]) -> None:
        gets = tuple(get for get, _ in waiting)
        try:
            found = (
                await self._run(GetBatch(gets))
                if len(gets) > 1
                else [await self._run(waiting[0][0])]
            )
        except BaseException as error:
            for _, future in waiting:
                if not future.done():
                    future.set_exception(error)
            if not isinstance(error, Exception):
                raise
            return
        for (_, future), item in zip(waiting, found, strict=True):
            if not future.done():
                future.set_result(item)
