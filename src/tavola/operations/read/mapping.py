"""Many-to-many: the items that a mapping's items refer to, in the mapping's order."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from tavola.codec.codec import Codec
from tavola.codec.decoder import RawItem
from tavola.errors import DecodeError
from tavola.model.model import Model
from tavola.operations.context import TableContext
from tavola.operations.expiry import is_expired_instance
from tavola.operations.explain import Explained
from tavola.operations.read.get import key_text, read_batches
from tavola.operations.read.queries.query import Found, Query
from tavola.operations.steps import Steps

M = TypeVar("M", bound=Model)


class Reached(Struct, Generic[M]):
    """What was reached through a mapping: items, and cursors of the mapping's query."""

    items: list[M]
    cursor: str | None
    previous: str | None


class Reach(Explained, Generic[M], frozen=True):
    """Query a mapping, then read the items that one of its fields refers to.

    A reference to an item that is gone is skipped; `limit` counts the items that are there.
    """

    mapping: Query[Any]
    context: TableContext
    """Of the items that are reached, which may be in another table."""
    codec: Codec[M]
    field: str
    """The mapping's field, by its own name, that holds the other side's primary id."""
    cursor: str | None = None

    @property
    def access_pattern(self) -> str:
        """The mapping's question."""
        return self.mapping.access_pattern

    @property
    def limit(self) -> int | None:
        """How many items are wanted; None for all of a page."""
        return self.mapping.limit

    def steps(self) -> Steps[Reached[M]]:
        """Send Querys and BatchGetItems until there are enough items, or no more."""
        reached: Reached[M] | None = None
        query = msgspec.structs.replace(self.mapping, cursor=self.cursor)
        while True:
            found = yield from query.steps()
            items = yield from self._read(found)
            reached = _join(reached, found, items)
            onward = reached.previous if found.is_backward else reached.cursor
            missing = None if query.limit is None else query.limit - len(items)
            if onward is None or missing == 0 or (missing is None and items):
                return reached
            query = msgspec.structs.replace(query, cursor=onward, limit=missing)

    def _read(self, found: Found[Any]) -> Steps[list[M]]:
        field = self.mapping.codec.shape.by_name[self.field]
        ids = [getattr(item, field.python_name) for item in found.items]
        keys = tuple(key for one in ids if (key := self._key(one)) is not None)
        context = self.context
        read = yield from read_batches(context, keys, consistent=False)
        decode = self.codec.decoder_for(self.codec.listed).bytes
        raws = [raw for key in keys if (raw := read.get(key_text(key)))]
        how = (context.owner, context.tenant, self.mapping.on_bad_item)
        there = [decode(raw, *how) for raw in raws]
        return [
            item for item in there if item is not None and not is_expired_instance(context, item)
        ]

    def _key(self, primary_id: str) -> RawItem | None:
        try:
            return self.codec.key_from_id(primary_id, self.context.tenant)
        except DecodeError:
            return None


def _join(before: Reached[M] | None, found: Found[Any], items: list[M]) -> Reached[M]:
    if before is None:
        return Reached(items, found.cursor, found.previous)
    if found.is_backward:
        return Reached(items + before.items, before.cursor, found.previous)
    return Reached(before.items + items, found.cursor, before.previous)
