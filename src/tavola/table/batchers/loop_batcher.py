"""Gets that travel together, joined by a turn of the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

from tavola.errors import DecodeError
from tavola.model.model import Model
from tavola.operations.read.get import Get, GetBatch
from tavola.table.base import counting

M = TypeVar("M", bound=Model)
_FEW: Final = 8
_MANY: Final = 256
_Waiting = list[tuple[Get[Any], asyncio.Future[Any]]]


class LoopBatcher:
    """The gets of one turn of the event loop.

    The first one leads: it waits for the turn to end, and takes the others along. Alone, it is sent
    by its own caller, which costs neither a future nor a task. Where gets come one after another,
    the next one does not even wait.
    """

    def __init__(
        self, get_alone: Callable[[Get[Any]], Awaitable[Any]], run: Callable[[Any], Awaitable[Any]]
    ) -> None:
        self._get_alone = get_alone
        self._run = run
        self._loop: asyncio.AbstractEventLoop | None = None
        self._followers: dict[int, _Waiting] = {}
        """Who joined the leaders of this turn. Gets of two blocks that count their capacity
        travel apart, so that each block pays for its own."""
        self._tasks: set[asyncio.Task[None]] = set()
        self.alone_in_a_row = 0
        self.under_way = 0
        """How many gets travel alone just now."""

    def is_waiting_useless(self) -> bool:
        """Say whether a get would wait now without being joined by another, as those before it.

        Now and then it waits all the same: a store in the process answers without ever giving the
        loop to other tasks.
        """
        return _FEW <= self.alone_in_a_row < _MANY and not self.under_way and not self._followers

    async def get(self, get: Get[M]) -> M | None:
        """Read an item together with all others that are asked for in this turn."""
        loop = asyncio.get_running_loop()
        if loop is not self._loop:
            # The leader of a loop that was closed before its turn ended comes never.
            self._loop, self._followers = loop, {}
        if self.under_way or self.alone_in_a_row >= _MANY:
            self.alone_in_a_row = 0
        block = id(counting.get())
        joined = self._followers.get(block)
        if joined is not None:
            future: asyncio.Future[M | None] = loop.create_future()
            joined.append((get, future))
            return await future
        followers: _Waiting = []
        self._followers[block] = followers
        try:
            await asyncio.sleep(0)
        except BaseException:
            # The leader may be cancelled; its followers are still read, unless the loop is over.
            self._followers.pop(block, None)
            if followers and not loop.is_closed():
                self._send(loop, followers)
            raise
        self._followers.pop(block, None)
        if not followers:
            alone: M | None = await self._get_alone(get)
            return alone
        self.alone_in_a_row = 0
        future = loop.create_future()
        self._send(loop, [(get, future), *followers])
        return await future

    def _send(self, loop: asyncio.AbstractEventLoop, waiting: _Waiting) -> None:
        task = loop.create_task(self._answer(waiting))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, waiting: _Waiting) -> None:
        try:
            found = await self._run(GetBatch(tuple(get for get, _ in waiting)))
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
