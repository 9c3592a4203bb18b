"""The engine as a store, called in-process."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from os.path import realpath
from typing import Any

from tavola.engine import Engine
from tavola.errors import StoreUnavailable
from tavola.stores.store import Call
from tavola.wire.actions import traits_of


class EmbeddedStore:
    """Answers from an engine."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.execute = engine.execute

    @property
    def identity(self) -> object:
        """What two stores of one place have in common: a file's path, or nothing but themselves."""
        path = self.engine.storage.path
        return self.engine if path is None else realpath(path)

    def execute_all(self, calls: Sequence[Call]) -> list[bytes]:
        """Answer one after the other: the engine is faster than a thread is started."""
        return [self.engine.execute(action, body) for action, body in calls]

    def close(self) -> None:
        """Close the engine."""
        self.engine.close()


class AsyncEmbeddedStore:
    """Answers from an engine without holding up the event loop.

    A read takes microseconds and is answered at once; a write to a file waits for the disk and
    for other processes, so it runs in a thread. A caller cancelled meanwhile is not notified, and
    the write goes on to its end.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._change = threading.Condition()
        self._under_way = 0
        """How many writes threads have begun, whether or not anybody still waits for them."""
        self._is_closed = False

    @property
    def identity(self) -> object:
        """What two stores of one place have in common: a file's path, or nothing but themselves."""
        path = self.engine.storage.path
        return self.engine if path is None else realpath(path)

    async def execute(self, action: str, body: dict[str, Any]) -> bytes:
        """Answer one request."""
        if self.engine.storage.path is None or traits_of(action).reads_items:
            return self.engine.execute(action, body)
        return await asyncio.to_thread(self._write, action, body)

    def _write(self, action: str, body: dict[str, Any]) -> bytes:
        with self._change:
            if self._is_closed:
                raise StoreUnavailable("The store is closed; open a new one.")
            self._under_way += 1
        try:
            return self.engine.execute(action, body)
        finally:
            with self._change:
                self._under_way -= 1
                self._change.notify_all()

    async def execute_all(self, calls: Sequence[Call]) -> list[bytes]:
        """Answer one after the other."""
        return [await self.execute(action, body) for action, body in calls]

    async def close(self) -> None:
        """Close the engine when the writes that have begun are at their end."""
        with self._change:
            self._is_closed = True
            is_busy = self._under_way > 0
        if is_busy:
            await asyncio.to_thread(self._wait_for_writes)
        self.engine.close()

    def _wait_for_writes(self) -> None:
        with self._change:
            self._change.wait_for(lambda: not self._under_way)
