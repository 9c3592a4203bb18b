"""Counting without reading items out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from tavola.codec.decoder import RawItem
from tavola.model.model import Model
from tavola.operations.expiry import live_condition
from tavola.operations.explain import Explained
from tavola.operations.read.queries.query import Query
from tavola.operations.request_bodies import QueryRange, add_expressions, all_of
from tavola.operations.steps import Request, Steps

M = TypeVar("M", bound=Model)


class _Counted(Struct, frozen=True):
    Count: int
    LastEvaluatedKey: RawItem | None = None


MAX_SIDE_BY_SIDE = 32
"""As many partitions are read at once."""

_DECODER = msgspec.json.Decoder(_Counted)


def _count_of(response: bytes) -> tuple[int, RawItem | None]:
    counted = _DECODER.decode(response)
    return counted.Count, counted.LastEvaluatedKey


def _sum(
    bodies: list[dict[str, Any]], count: Callable[[bytes], tuple[int, RawItem | None]]
) -> Steps[int]:
    """Read every range to its end, all side by side."""
    total = 0
    while bodies:
        now, bodies = bodies[:MAX_SIDE_BY_SIDE], bodies[MAX_SIDE_BY_SIDE:]
        responses = yield tuple(Request("Query", body) for body in now)
        for body, response in zip(now, responses, strict=True):
            number, start = count(response)
            total += number
            if start is not None:
                bodies.append({**body, "ExclusiveStartKey": start})
    return total


class Count(Explained, Generic[M], frozen=True):
    """Count what a query would find, over all pages."""

    query: Query[M]

    @property
    def access_pattern(self) -> str:
        """What is counted."""
        return self.query.access_pattern

    def steps(self) -> Steps[int]:
        """Send Querys that count, or that read keys where items of other models may stand."""
        ttl = self.query.codec.ttl_attribute
        if self.query.reads_from_table or ttl in self.query.index.key.natural:
            return (yield from self._count_items())
        if not self.query.index.is_sealed:
            return (yield from self._count_keys())
        return (yield from _sum(self._bodies(), _count_of))

    def _count_keys(self) -> Steps[int]:
        query, context = self.query, self.query.context
        names = frozenset(query.codec.schema.key_fields)
        decoder = query.codec.decoder_for(names)
        decode = decoder.own_page if query.index.foreign else decoder.page

        def own(response: bytes) -> tuple[int, RawItem | None]:
            rows = decode(response, context.owner, context.tenant)
            return len(rows.items), rows.last_key

        return (
            yield from _sum(
                self._bodies(query.codec.attribute_names(names) | query.identifying), own
            )
        )

    def _bodies(self, read: frozenset[str] | None = None) -> list[dict[str, Any]]:
        """The Query of every range, each from its beginning."""
        return [self._body(key, read) for key in self.query.key_ranges()]

    def _body(self, key: QueryRange, read: frozenset[str] | None) -> dict[str, Any]:
        query = self.query
        body: dict[str, Any] = {"TableName": query.context.table}
        if query.index.physical is not None:
            body["IndexName"] = query.index.physical.name
        if query.consistent:
            body["ConsistentRead"] = True
        if read is None:
            body["Select"] = "COUNT"
        projection = None if read is None else sorted(read)
        ttl = query.codec.ttl_attribute
        alive = live_condition(query.context, ttl) if ttl and not query.include_expired else None
        return add_expressions(
            body, key=key, filter=all_of(query.filter_tree(), alive), projection=projection
        )

    def _count_items(self) -> Steps[int]:
        total = 0
        query = msgspec.structs.replace(self.query, limit=None)
        while True:
            found = yield from query.steps()
            total += len(found.items)
            cursor = found.cursor
            if cursor is None:
                return total
            query = msgspec.structs.replace(query, cursor=cursor)
