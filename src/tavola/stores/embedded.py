"""The engine as a store, called in-process."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from os.path import realpath
from typing import Any

from tavola.engine import Engine
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
    for other processes, so it runs in a thread.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    @property
    def identity(self) -> object:
        """What two stores of one place have in common: a file's path, or nothing but themselves."""
        path = self.engine.storage.path
        return self.engine if path is None else realpath(path)

    async def execute(self, action: str, body: dict[str, Any]) -> bytes:
        """Answer one request."""
        if self.engine.storage.path is None or traits_of(action).reads_items:
            return self.engine.execute(action, body)
        return await asyncio.to_thread(self.engine.execute, action, body)

    async def execute_all(self, calls: Sequence[Call]) -> list[bytes]:
        """Answer one after the other."""
        return [await self.execute(action, body) for action, body in calls]

    async def close(self) -> None:
        """Close the engine."""
        self.engine.close()
