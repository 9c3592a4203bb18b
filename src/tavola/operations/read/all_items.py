"""All items of a model in pages: the buckets of its iteration index, one after another."""

from __future__ import annotations

import re
from typing import Any, Final, Generic, TypeVar

from tavola.codec.codec import Codec
from tavola.design.schema import IndexSchema
from tavola.errors import OperationError
from tavola.keys import BUCKET
from tavola.model.model import Model
from tavola.operations.options import check_page
from tavola.operations.read.iterate import need_iteration
from tavola.operations.read.pages.cursor import Position, format_cursor, parse_cursor
from tavola.operations.read.queries.query import Found, Query
from tavola.operations.steps import Steps

M = TypeVar("M", bound=Model)

ALL: Final = "all"
"""The name of the iteration index, where a model has no index of that name itself."""


def find_all_index(codec: Codec[M]) -> IndexSchema | None:
    """Give the iteration index as one that is queried; None if `all` means no such thing."""
    iteration = codec.schema.iteration
    if iteration is None or ALL in codec.schema.indexes:
        return None
    return IndexSchema(ALL, ALL, iteration.key, iteration.physical, iteration.foreign)


def across_buckets(query: Query[M]) -> QueryAll[M]:
    """Ask what a query of the iteration index asks, of all its buckets."""
    return QueryAll(**{name: getattr(query, name) for name in Query.__struct_fields__})


class FoundAll(Found[M], Generic[M]):
    """Items of one or more buckets; pages lead forward only."""

    __slots__ = ("_next",)

    def __init__(self, query: Query[M], items: list[M], cursor: str | None) -> None:
        super().__init__(query, items, None, None)
        self._next = cursor

    @property
    def cursor(self) -> str | None:
        """Where the next page begins; None when this is the last one."""
        return self._next


class QueryAll(Query[M], Generic[M], frozen=True):
    """Ask for all items of a model, page by page; a cursor is a bucket and a place in it."""

    @property
    def reads_from_table(self) -> bool:
        """Counting reads the items: there is no one partition whose items could be counted."""
        return True

    def steps(self) -> Steps[Found[M]]:
        """Query one bucket after another until there are enough items, or no more."""
        self._check_asked()
        bucket, inner = self._begin()
        items: list[M] = []
        while bucket < self._count:
            missing = None if self.limit is None else self.limit - len(items)
            found = yield from self._bucket(bucket, missing, inner).steps()
            items += found.items
            if found.cursor is not None:
                return FoundAll(self, items, f"{bucket}.{found.cursor}")
            bucket, inner = bucket + 1, None
            if items and (self.limit is None or len(items) == self.limit):
                return FoundAll(self, items, (yield from self._find_next(bucket)))
        return FoundAll(self, items, None)

    def _check_asked(self) -> None:
        where = f"{self.codec.schema.name}.{ALL}"
        check_page(where, self.limit, self.cursor, self.on_bad_item)
        if self.given:
            raise OperationError(f"{where} takes no {next(iter(self.given))!r}. Use a filter.")
        if self.descending and self._count > 1:
            raise OperationError(
                f"{where}: its {self._count} buckets have no common order. Leave descending out."
            )

    @property
    def _count(self) -> int:
        return need_iteration(self.codec).read_buckets

    def _bucket(self, bucket: int, limit: int | None, cursor: str | None = None) -> Query[M]:
        """Plan the query of one bucket."""
        asked: dict[str, Any] = {name: getattr(self, name) for name in _SAME}
        given = {BUCKET: bucket} if BUCKET in self.index.key.fields else {}
        return Query(**asked, given=given, limit=limit, cursor=cursor)

    def _begin(self) -> tuple[int, str | None]:
        """Read from the cursor which bucket to begin with, and where in it."""
        if not self.cursor:
            return 0, None
        number, _, inner = self.cursor.partition(".")
        if not re.fullmatch("[0-9]{1,4}", number) or int(number) >= self._count:
            raise OperationError(
                f"cursor: {self.cursor[:60]!r} is damaged. "
                "Pass the cursor of a page of this very query, unchanged."
            )
        bucket = int(number)
        mark = self._bucket(bucket, None).mark
        position = parse_cursor(inner, mark, self.context.cursor_key)
        return bucket, inner if position.keys else None

    def _find_next(self, bucket: int) -> Steps[str | None]:
        """Find the first bucket from here on that has an item, and write where it begins."""
        for number in range(bucket, self._count):
            found = yield from self._bucket(number, 1).steps()
            if found.items:
                mark = self._bucket(number, None).mark
                return f"{number}.{format_cursor(Position({}), mark, self.context.cursor_key)}"
        return None


_SAME: Final = frozenset(Query.__struct_fields__) - {"given", "limit", "cursor"}
