"""Pages: the first items of a query, cursors to its neighbours, and loops that read on.

    page = db.post.posts_for_user(user_id, limit=20)
    page.items, page.cursor             # this page's, whatever is read later
    for post in page: ...               # to the limit, or to the end where none was given
    for post in page.all(): ...         # to the end in any case

DynamoDB ends a page after a megabyte, wherever that is; a loop does not. It keeps nothing of what
it has yielded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from tavola.model.model import Model

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

    from tavola.operations.read.mapping import Reach, Reached
    from tavola.operations.read.queries.query import Found, Query

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

    def __bool__(self) -> bool:
        """Whether anything was found."""
        return bool(self._found.items)

    @property
    def _wanted(self) -> int | None:
        """How many items a loop yields; None for all."""
        return self._query.limit

    def _after(self, cursor: str) -> Query[M] | Reach[M]:
        return msgspec.structs.replace(self._query, cursor=cursor)


class Page(_Found[M], Generic[M]):
    """A page; a loop yields its items and reads on, to the limit or to the end."""

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
        return self._walk(self._wanted)

    def all(self) -> Iterator[M]:
        """These items and all that follow, past the limit too, read as they are taken."""
        return self._walk(None)

    def _walk(self, wanted: int | None) -> Iterator[M]:
        found = self._found
        while True:
            yield from found.items[:wanted]
            if wanted is not None:
                wanted -= min(wanted, len(found.items))
            if found.cursor is None or wanted == 0:
                return
            found = self._run(self._after(found.cursor))


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

    def __aiter__(self) -> AsyncIterator[M]:
        return self._walk(self._wanted)

    def all(self) -> AsyncIterator[M]:
        """These items and all that follow, past the limit too, read as they are taken."""
        return self._walk(None)

    async def _walk(self, wanted: int | None) -> AsyncIterator[M]:
        found = self._found
        while True:
            for item in found.items[:wanted]:
                yield item
            if wanted is not None:
                wanted -= min(wanted, len(found.items))
            if found.cursor is None or wanted == 0:
                return
            found = await self._run(self._after(found.cursor))
