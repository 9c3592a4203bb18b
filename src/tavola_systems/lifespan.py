"""When an application's table closes: as its server ends, also by a signal."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager

from fastapi import FastAPI

from tavola.table import Table

__all__ = ["Lifespan", "closing", "together"]

Lifespan = Callable[[FastAPI], AbstractAsyncContextManager[None]]


def closing(table: Table) -> Lifespan:
    """Close the table after the last request; a file is then whole, with no log beside it."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
        del app
        with table:
            yield

    return lifespan


def together(apps: Iterable[FastAPI], announce: Callable[[], None]) -> Lifespan:
    """Begin and end mounted applications, which a server does not; announce that they serve."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
        del app
        async with AsyncExitStack() as stack:
            for mounted in apps:
                await stack.enter_async_context(mounted.router.lifespan_context(mounted))
            announce()
            yield

    return lifespan
