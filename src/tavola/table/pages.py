"""Pages: the items of one page, cursors to its neighbours, and a way to all that follow."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any, Generic, TypeVar

import msgspec

from tavola.model.model import Model
from tavola.operations.read.mapping import Reach, Reached
from tavola.operations.read.query import Found, Query

M = TypeVar("M", bound=Model)


class _Found(Generic[M]):
    """What both kinds of page show."""

    __slots__ = ("_found", "_query")

    def __init__(self, query: Query[M] | Reach[M], found: Found[M] | Reached[M]) -> None:
        self._query = query
        self._found = found

    @property
    def items(self) -> list[M]:
        """The items of this page."""
        return self._found.items

    @property
    def cursor(self) -> str | None:
        """Where the next page begins; None when this is the last one."""
        return self._found.cursor

    @property
    def previous(self) -> str | None:
        """A cursor to the page before this one; None when this is the first."""
        return self._found.previous

    def __repr__(self) -> str:
        return f"{type(self).__name__}(items={self.items!r}, cursor={self.cursor!r})"

    def __len__(self) -> int:
        return len(self._found.items)

    def _after(self, cursor: str) -> Query[M] | Reach[M]:
        return msgspec.structs.replace(self._query, cursor=cursor)


class Page(_Found[M], Generic[M]):
    """A page; iterating it yields its own items, `all()` goes on."""

    __slots__ = ("_run",)

    def __init__(
        self,
        query: Query[M] | Reach[M],
        found: Found[M] | Reached[M],
        run: Callable[[Any], Any],
    ) -> None:
        super().__init__(query, found)
        self._run = run

    def __iter__(self) -> Iterator[M]:
        return iter(self._found.items)

    def all(self) -> Iterator[M]:
        """These items and all that follow, read page by page as they are taken."""
        found = self._found
        while True:
            yield from found.items
            cursor = found.cursor
            if cursor is None:
                return
            found = self._run(self._after(cursor))


class AsyncPage(_Found[M], Generic[M]):
    """The same for `async for`."""

    __slots__ = ("_run",)

    def __init__(
        self,
        query: Query[M] | Reach[M],
        found: Found[M] | Reached[M],
        run: Callable[[Any], Awaitable[Any]],
    ) -> None:
        super().__init__(query, found)
        self._run = run

    def __iter__(self) -> Iterator[M]:
        return iter(self._found.items)

    async def all(self) -> AsyncIterator[M]:
        """These items and all that follow, read page by page as they are taken."""
        found = self._found
        while True:
            for item in found.items:
                yield item
            cursor = found.cursor
            if cursor is None:
                return
            found = await self._run(self._after(cursor))
