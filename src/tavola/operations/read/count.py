"""Counting without reading items out."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from tavola.codec.decoder import RawItem
from tavola.model.model import Model
from tavola.operations.bodies import add_expressions, all_of
from tavola.operations.expiry import live_condition
from tavola.operations.explain import Explained
from tavola.operations.read.query import Query
from tavola.operations.steps import Request, Steps

M = TypeVar("M", bound=Model)


class _Counted(Struct, frozen=True):
    Count: int
    LastEvaluatedKey: RawItem | None = None


_DECODER = msgspec.json.Decoder(_Counted)


class Count(Explained, Generic[M], frozen=True):
    """Count what a query would find, over all pages."""

    query: Query[M]

    @property
    def access_pattern(self) -> str:
        """What is counted."""
        return self.query.access_pattern

    def steps(self) -> Steps[int]:
        """Send Querys that count, or that read keys where items of other models may stand."""
        if self.query.reads_from_table:
            return (yield from self._count_items())
        if not self.query.index.is_sealed:
            return (yield from self._count_keys())
        body = {**self._body(), "Select": "COUNT"}
        total = 0
        while True:
            counted = _DECODER.decode((yield Request("Query", body)))
            total += counted.Count
            if counted.LastEvaluatedKey is None:
                return total
            body["ExclusiveStartKey"] = counted.LastEvaluatedKey

    def _count_keys(self) -> Steps[int]:
        query, context = self.query, self.query.context
        names = frozenset(query.codec.schema.key_fields)
        decoder = query.codec.decoder_for(names)
        decode = decoder.own_page if query.index.foreign else decoder.page
        body = self._body(names | query.told_by)
        total = 0
        while True:
            rows = decode((yield Request("Query", body)), context.owner, context.tenant)
            total += len(rows.items)
            if rows.last_key is None:
                return total
            body["ExclusiveStartKey"] = rows.last_key

    def _body(self, read: frozenset[str] | None = None) -> dict[str, Any]:
        query = self.query
        body: dict[str, Any] = {"TableName": query.context.table}
        if query.index.physical is not None:
            body["IndexName"] = query.index.physical.name
        if query.consistent:
            body["ConsistentRead"] = True
        projection = None if read is None else sorted(read)
        ttl = query.codec.schema.ttl_field
        alive = live_condition(query.context, ttl) if ttl and not query.include_expired else None
        return add_expressions(
            body, key=query.key_range(), filter=all_of(query.filter, alive), projection=projection
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
