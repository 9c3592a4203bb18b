"""Queries: one partition of the table or an index, in order, page by page.

`limit` is the number of items wanted, whatever a filter or an expiry drops on the way.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import compress
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Raw, Struct

from tavola.codec.bad_items import OnBadItem
from tavola.codec.codec import Codec
from tavola.codec.decoder import RawItem, any_item
from tavola.design.schema import IndexSchema
from tavola.errors import OperationError, ValidationFailed
from tavola.expressions import tree
from tavola.keys import TENANT, SortCondition, sort_bounds, sort_ranges
from tavola.model.field_expressions import Expr
from tavola.model.model import Model
from tavola.operations.context import TableContext
from tavola.operations.expiry import is_expired_instance
from tavola.operations.explain import Explained
from tavola.operations.options import check_page
from tavola.operations.read.get import key_text, read_batches
from tavola.operations.read.matching import bytes_matcher
from tavola.operations.read.pages.cursor import (
    Position,
    fingerprint,
    format_cursor,
    parse_cursor,
    refuse_cursor,
)
from tavola.operations.read.pages.pace import PageSizes
from tavola.operations.read.pages.raw_pages import decode_raw_page
from tavola.operations.request_bodies import QueryRange, add_expressions, attributes_of
from tavola.operations.steps import Request, Steps

M = TypeVar("M", bound=Model)

# With a filter a page is read in larger steps than what is wanted: most of it may be dropped.
STEP_WITH_FILTER = 200


class Found(Generic[M]):
    """What a query found: items, and cursors to what is after and before them."""

    __slots__ = ("_after", "_before", "_query", "is_backward", "items")

    def __init__(
        self,
        query: Query[M],
        items: list[M],
        after: Edge | None,
        before: Edge | None,
        *,
        is_backward: bool = False,
    ) -> None:
        self._query = query
        self._after = after
        self._before = before
        self.items = items
        self.is_backward = is_backward
        """Whether it was read by a cursor to a previous page."""

    @property
    def cursor(self) -> str | None:
        """Where the next page begins; None when this is the last one."""
        return self._query.format_cursor(self._after, backward=False)

    @property
    def previous(self) -> str | None:
        """A cursor to the page before this one; None when this is the first."""
        return self._query.format_cursor(self._before, backward=True)


class Edge(Struct, frozen=True):
    """An item at the end of a page: its place in the response that brought it."""

    response: bytes
    number: int
    partition: int = 0
    """Which partition it stands in, of a query that reads several."""


class Source(Struct, frozen=True):
    """A response, and which of its items were found."""

    response: bytes
    numbers: Sequence[int]


def _edge_of(sources: Iterable[Source], position: int) -> Edge | None:
    """Say where the item at some place among all that were found comes from."""
    for source in sources:
        if position < len(source.numbers):
            return Edge(source.response, source.numbers[position])
        position -= len(source.numbers)
    return None


class Query(Explained, Generic[M], frozen=True):
    """Ask one index (or the table itself) for the items of a partition."""

    context: TableContext
    codec: Codec[M]
    index: IndexSchema
    given: Mapping[str, Any]
    """Values of key fields by their own names; the last sort component may be a condition."""
    limit: int | None = None
    cursor: str | None = None
    descending: bool = False
    filter: Expr | None = None
    only: tuple[str, ...] = ()
    consistent: bool = False
    include_expired: bool = False
    name: str = ""
    """The access pattern's or the index's name in the design."""
    on_bad_item: OnBadItem = "raise"

    @property
    def access_pattern(self) -> str:
        """The model and the name of the question: `Post.postsForUser`."""
        return f"{self.codec.schema.name}.{self.name or self.index.name}"

    def steps(self) -> Steps[Found[M]]:
        """Send Querys until there are enough items, or no more."""
        self.check()
        body = self.body()
        position = None
        if self.cursor:
            position = parse_cursor(self.cursor, self._mark(body), self.context.cursor_key)
        backward = position is not None and position.backward
        body["ScanIndexForward"] = self.descending is backward
        start = self._start(position)
        items: list[M] = []
        sources: list[Source] = []
        pace = self._pace()
        while True:
            pace.set_limit(body, len(items))
            if start is not None:
                body["ExclusiveStartKey"] = start
            try:
                response = yield Request("Query", body)
            except ValidationFailed as refused:
                refuse_cursor(None if items else self.cursor, refused)
                raise
            numbers, page, start = yield from self.decode(response)
            if self.codec.ttl is not None and not self.include_expired:
                numbers, page = self.alive(numbers, page)
            items += page
            if page:  # of pages without an item nothing is kept, however many a filter drops
                sources.append(Source(response, numbers))
            if start is None or self._has_enough(len(items)):
                break
        return self._found(items, sources, position, start is not None)

    def alive(self, numbers: Sequence[int], page: list[M]) -> tuple[Sequence[int], list[M]]:
        """Leave out what has expired."""
        alive = [not is_expired_instance(self.context, instance) for instance in page]
        return list(compress(numbers, alive)), list(compress(page, alive))

    def body(self) -> dict[str, Any]:
        """The Query without position and limit."""
        return self.body_of(self.key_range())

    def body_of(self, key: QueryRange) -> dict[str, Any]:
        """The Query of some range, without position and limit."""
        body: dict[str, Any] = {"TableName": self.context.table}
        if self.index.physical is not None:
            body["IndexName"] = self.index.physical.name
        if self.consistent:
            body["ConsistentRead"] = True
        return add_expressions(
            body,
            key=key,
            filter=None if self.reads_from_table else self.filter_tree(),
            projection=self._projection(),
        )

    def check(self) -> None:
        """Refuse what no query of the index can have."""
        where = f"{self.codec.schema.name}.{self.index.python_name}"
        check_page(where, self.limit, self.cursor, self.on_bad_item)
        if self.consistent and self.index.physical and not self.index.physical.is_local:
            raise OperationError(
                f"{where}: a global secondary index has no consistent reads. "
                "Leave consistent out, or query the primary key."
            )
        keys = self.index.key.natural
        for name in attributes_of(self.filter_tree()) if keys and self.filter is not None else ():
            # DynamoDB: a filter names no key of what is queried. API reference, Query.
            if name in keys and name in self.index.key.names:
                raise OperationError(
                    f"{where}: the filter names {name!r}, which is a key of it. "
                    "Give it as an argument, or look at the items that are found."
                )

    def key_range(self) -> QueryRange:
        """The range of the index's key; a missing part is an OperationError."""
        scope = self.key_scope()
        return self.range_in(scope, scope)

    def key_ranges(self) -> Sequence[QueryRange]:
        """All ranges that it reads."""
        return (self.key_range(),)

    def key_scope(self) -> dict[str, Any]:
        """What the key's templates are filled from, checked."""
        scope = dict(self.given)
        pair = self.index.key
        asked = pair.asked
        unknown = [name for name in scope if name not in asked]
        if unknown:
            raise OperationError(
                f"{self.codec.schema.name}.{self.index.python_name}: {unknown[0]!r} is not part of "
                f"its key. It has {', '.join(asked)}."
            )
        if TENANT in pair.partition_fields:
            scope[TENANT] = self.codec.need_tenant(self.context.tenant)
        conditioned = [
            name
            for name in pair.partition_asked
            if isinstance(scope.get(name), SortCondition) and name != self.index.date_part
        ]
        if conditioned:
            raise OperationError(
                f"{self.codec.schema.name}.{self.index.python_name}: {conditioned[0]!r} is in the "
                "partition key. Give it by equality."
            )
        return scope

    def range_in(self, scope: Mapping[str, Any], asked: Mapping[str, Any]) -> QueryRange:
        """The range of the partition that `scope` says, of which the sort key is asked for."""
        pair = self.index.key
        partition, tag = pair.partition.format_all(scope), pair.partition.tag
        if pair.more_partition or pair.more_sort:
            return self._composite_range(partition, scope, asked)
        sort = None
        if pair.sort:
            sort = sort_bounds(pair.sort, {name: asked.get(name) for name in pair.sort.fields})
        return QueryRange(pair.partition_attribute, partition, pair.sort_attribute, sort, tag)

    def _composite_range(
        self, partition: str, scope: Mapping[str, Any], asked: Mapping[str, Any]
    ) -> QueryRange:
        """The range of a key of several attributes: leading ones by equality, then a condition."""
        pair = self.index.key
        found = sort_ranges([one.template for one in pair.sorts], asked)
        leading = [
            (one.name, {bounds.tag: bounds.low})
            for one, bounds in zip(pair.sorts, found[:-1], strict=False)
            if bounds is not None
        ]
        return QueryRange(
            pair.partition_attribute,
            partition,
            pair.sorts[len(found) - 1].name if found else None,
            found[-1] if found else None,
            pair.partition.tag,
            tuple(
                (one.name, {one.template.tag: one.template.format_all(scope)})
                for one in pair.more_partition
            ),
            tuple(leading),
        )

    @property
    def _wanted(self) -> frozenset[str] | None:
        """The fields to read; None for all."""
        codec = self.codec
        if not self.only:
            return codec.listed
        schema = codec.schema
        names = {*(codec.field(name).name for name in self.only), *schema.key_fields}
        return frozenset(names | {schema.ttl_field} if schema.ttl_field else names)

    def _projection(self) -> list[str] | None:
        if self.reads_from_table:
            return None
        wanted = self._wanted
        if wanted is None:
            return None
        return sorted(self.codec.attribute_names(wanted) | self.identifying)

    @property
    def identifying(self) -> frozenset[str]:
        """The attributes that say where an item stands in this index, and whose it is."""
        name = self.codec.design.table.type_attribute
        is_needed = bool(self.index.foreign) or self.codec.shares_keys
        also = {name} if name is not None and is_needed else set[str]()
        return self.edge_attributes | also

    @property
    def edge_attributes(self) -> frozenset[str]:
        """The attributes that say where an item stands in this index."""
        return frozenset((*self.index.key.names, *self.codec.schema.key.names))

    @property
    def reads_from_table(self) -> bool:
        """Whether the index lacks attributes, so that items are read from the table itself."""
        physical = self.index.physical
        if physical is None or physical.projection == "all":
            return False
        needed = self.codec.attribute_names(self._wanted or self.codec.schema.fields)
        if self.codec.shares_keys:
            needed |= self.identifying
        return not needed.union(attributes_of(self.filter_tree())) <= self._projected()

    def _projected(self) -> frozenset[str]:
        physical = self.index.physical
        assert physical is not None  # noqa: S101 - only asked for secondary indexes
        return frozenset(physical.included) | self.edge_attributes

    def filter_tree(self) -> tree.Condition | None:
        """What the items have to fulfil beside their keys."""
        return self.filter.tree if self.filter is not None else None

    @property
    def mark(self) -> bytes:
        """What distinguishes it from other queries, in its cursors."""
        return self._mark(self.body())

    def _mark(self, body: dict[str, Any]) -> bytes:
        hidden = self.filter_tree() if self.reads_from_table else None
        return fingerprint(
            body, self.descending, repr(hidden), self.context.tenant, self.codec.schema.name
        )

    def _start(self, position: Position | None) -> RawItem | None:
        if position is None:
            return None
        return self.start_in(self.key_range(), position)

    def start_in(self, key: QueryRange, position: Position) -> RawItem:
        """Where a query goes on in a partition."""
        start = {**position.keys, **key.partition_values}
        if frozenset(start) != self.edge_attributes:
            raise OperationError("The cursor does not fit this query. Pass it unchanged.")
        return start

    def _pace(self) -> PageSizes:
        return PageSizes(self.limit, at_least=1 if self.filter is None else STEP_WITH_FILTER)

    def _has_enough(self, have: int) -> bool:
        return have > 0 if self.limit is None else have > self.limit

    def decode(self, response: bytes) -> Steps[tuple[Sequence[int], list[M], RawItem | None]]:
        """Give the items of a page, each with its number in it, and where the next one begins."""
        if self.reads_from_table:
            return (yield from self._hydrate(response))
        decoder = self.codec.decoder_for(self._wanted)
        decode = decoder.own_page if self.index.foreign else decoder.page
        rows = decode(response, self.context.owner, self.context.tenant, self.on_bad_item)
        return rows.numbers, rows.items, rows.last_key

    def _hydrate(self, response: bytes) -> Steps[tuple[Sequence[int], list[M], RawItem | None]]:
        page = decode_raw_page(response)
        decoder = self.codec.decoder_for(self._wanted)
        may_be_own = decoder.may_be_own if self.index.foreign else any_item
        keys = {
            number: self._edge_keys(item, self.codec.schema.key)
            for number, item in enumerate(page.Items)
            if may_be_own(item)
        }
        found = yield from read_batches(self.context, list(keys.values()), self.consistent)
        matches = bytes_matcher(self.filter_tree())
        items: dict[int, M] = {}
        for number, key in keys.items():
            raw = found.get(key_text(key))
            if raw is None or not may_be_own(raw) or not matches(raw):
                continue
            own = decoder.bytes(raw, self.context.owner, self.context.tenant, self.on_bad_item)
            if own is not None:
                items[number] = own
        return list(items), list(items.values()), page.LastEvaluatedKey

    def _edge_keys(self, item: Raw, *pairs: Any) -> RawItem:
        attributes: RawItem = msgspec.json.decode(item)
        return {name: attributes[name] for pair in pairs for name in pair.names}

    def _found(
        self, items: list[M], sources: list[Source], position: Position | None, more: bool
    ) -> Found[M]:
        if self.limit is not None and len(items) > self.limit:
            more = True
            del items[self.limit :]
        if not items:
            return Found(self, items, None, None)
        ahead = _edge_of(sources, len(items) - 1) if more else None
        behind = _edge_of(sources, 0) if position is not None else None
        if position is not None and position.backward:
            items.reverse()
            return Found(self, items, after=behind, before=ahead, is_backward=True)
        return Found(self, items, after=ahead, before=behind)

    def format_cursor(self, edge: Edge | None, *, backward: bool) -> str | None:
        """Write the place beside an item as a cursor."""
        if edge is None:
            return None
        item = decode_raw_page(edge.response).Items[edge.number]
        keys = self._edge_keys(item, self.index.key, self.codec.schema.key)
        for one in self.index.key.partitions:
            del keys[one.name]
        position = Position(keys, backward, edge.partition)
        return format_cursor(position, self.mark, self.context.cursor_key)
