"""Gets that travel together, joined by a turn of the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from tavola.errors import DecodeError
from tavola.model.model import Model
from tavola.operations.get import Get, GetBatch

M = TypeVar("M", bound=Model)


class Turn:
    """The gets of one turn of the event loop."""

    def __init__(self, run: Callable[[Any], Awaitable[Any]]) -> None:
        self._run = run
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting: list[tuple[Get[Any], asyncio.Future[Any]]] = []
        self._tasks: set[asyncio.Task[None]] = set()

    async def get(self, get: Get[M]) -> M | None:
        """Read an item together with all others that are asked for in this turn."""
        loop = asyncio.get_running_loop()
        if loop is not self._loop:
            # Gets of a loop that was closed before they were sent wait for nobody.
            self._loop, self._waiting = loop, []
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
            if future.done():
                continue
            if isinstance(item, DecodeError):
                future.set_exception(item)
            else:
                future.set_result(item)
