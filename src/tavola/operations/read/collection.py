"""Collections: items of several models that stand in one partition, read by one query."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Raw, Struct

from tavola.codec.bad_items import OnBadItem
from tavola.codec.codec import Codec
from tavola.codec.decoder import RawItem
from tavola.design.schema import CollectionSchema
from tavola.errors import OperationError, ValidationFailed
from tavola.keys import HIGHEST, TENANT, SortRange
from tavola.model.model import Model
from tavola.operations.context import TableContext
from tavola.operations.expiry import is_expired_instance
from tavola.operations.explain import Explained
from tavola.operations.options import check_page
from tavola.operations.read.get import key_text, read_batches
from tavola.operations.read.pages.cursor import (
    Position,
    fingerprint,
    format_cursor,
    parse_cursor,
    refuse_cursor,
)
from tavola.operations.read.pages.pace import PageSizes
from tavola.operations.read.pages.raw_pages import decode_raw_page
from tavola.operations.request_bodies import QueryRange, add_expressions
from tavola.operations.steps import Request, Steps

M = TypeVar("M", bound=Model)
T = TypeVar("T", bound=Model)


class Collected(Struct, Generic[M], frozen=True):
    """What a collection holds, in the order of its sort key, and by model."""

    items: list[M]
    by_model: Mapping[str, list[Any]]
    """The items by their models' names."""
    cursor: str | None
    """Where the next page begins; None when this is the last one."""
    previous: str | None = None
    """A cursor to the page before this one; None when this is the first."""

    def of(self, model: type[T]) -> list[T]:
        """The items of one model: `file.of(Ballot)`."""
        name = model.__shape__.schema.name
        if name not in self.by_model:
            has = ", ".join(self.by_model)
            raise OperationError(f"{name} is not part of this collection. It has {has}.")
        return self.by_model[name]


class _Member(Struct, frozen=True):
    """An item of a collection: its model's name, and its keys in what was queried."""

    model: str
    instance: Model
    keys: RawItem


class Collect(Explained, Generic[M], frozen=True):
    """Read a partition with items of several models."""

    context: TableContext
    schema: CollectionSchema
    codecs: tuple[Codec[Any], ...]
    given: Mapping[str, Any]
    limit: int | None = None
    cursor: str | None = None
    descending: bool = False
    consistent: bool = False
    include_expired: bool = False
    on_bad_item: OnBadItem = "raise"

    @property
    def access_pattern(self) -> str:
        """The collection's name."""
        return self.schema.name

    def steps(self) -> Steps[Collected[M]]:
        """Send Querys until there are enough items, or, without a limit, no more."""
        check_page(self.schema.name, self.limit, self.cursor, self.on_bad_item)
        body = self.body()
        mark = fingerprint(body, self.descending, self.context.tenant, self.schema.name)
        position = parse_cursor(self.cursor, mark, self.context.cursor_key) if self.cursor else None
        body["ScanIndexForward"] = self.descending is (position is not None and position.backward)
        start = self._start(position)
        found: list[_Member] = []
        pace = PageSizes(self.limit)
        while True:
            pace.set_limit(body, len(found))
            if start is not None:
                body["ExclusiveStartKey"] = start
            try:
                response = yield Request("Query", body)
            except ValidationFailed as refused:
                refuse_cursor(None if found else self.cursor, refused)
                raise
            page = decode_raw_page(response)
            found += yield from self._members(page.Items)
            start = page.LastEvaluatedKey
            if start is None or (self.limit is not None and len(found) > self.limit):
                break
        return self._collected(found, position, mark)

    def body(self) -> dict[str, Any]:
        """The Query without position and limit."""
        body: dict[str, Any] = {"TableName": self.context.table}
        if self.schema.physical is not None:
            body["IndexName"] = self.schema.physical.name
        if self.consistent:
            body["ConsistentRead"] = True
        scope = self._scope()
        sort = self._sort_range(scope)
        partition = self.schema.partition.format_all(scope)
        schema, tag = self.schema, self.schema.partition.tag
        key = QueryRange(schema.partition_attribute, partition, schema.sort_attribute, sort, tag)
        return add_expressions(body, key=key, projection=self._projection())

    def _sort_range(self, scope: Mapping[str, Any]) -> SortRange | None:
        """The part of the partition to read, if not all of it."""
        schema = self.schema
        if schema.sort_prefix is not None:
            return SortRange("begins_with", schema.sort_prefix.prefix(scope))
        low = schema.sort_from.prefix(scope) if schema.sort_from is not None else ""
        high = schema.sort_to.prefix(scope) + HIGHEST if schema.sort_to is not None else ""
        if low and high:
            # DynamoDB: refuses bounds the wrong way round. No key holds HIGHEST.
            return SortRange("between", low, high) if low <= high else SortRange("=", HIGHEST)
        if low:
            return SortRange(">=", low)
        return SortRange("<=", high) if high else None

    def _projection(self) -> list[str] | None:
        if self._reads_from_table or all(one.listed is None for one in self.codecs):
            return None
        return sorted(self._needed | self._edge_attributes)

    @property
    def _needed(self) -> frozenset[str]:
        """The attributes that items of all models are made of; lists leave heavy fields out."""
        names = {
            name
            for codec in self.codecs
            for name in codec.attribute_names(codec.listed or codec.schema.fields)
        }
        kind = self.context.design.table.type_attribute
        return frozenset(names | {kind} if kind else names)

    @property
    def _edge_attributes(self) -> frozenset[str]:
        """The attributes that say where an item stands in what is queried."""
        own = (self.schema.partition_attribute, self.schema.sort_attribute)
        names = (*own, *self.codecs[0].primary_attributes)
        return frozenset(name for name in names if name)

    @property
    def _reads_from_table(self) -> bool:
        """Whether the index lacks attributes, so that items are read from the table itself."""
        physical = self.schema.physical
        if physical is None or physical.projection == "all":
            return False
        return not self._needed <= {*physical.included, *self._edge_attributes}

    def _scope(self) -> dict[str, Any]:
        scope = dict(self.given)
        if self.schema.is_tenanted:
            scope[TENANT] = self._need_tenant()
        return scope

    def _need_tenant(self) -> str:
        if self.context.tenant is None:
            name = self.schema.python_name
            raise OperationError(f"{name}: no tenant is given. Use db.tenant('…').{name}(…).")
        return self.context.tenant

    def _start(self, position: Position | None) -> RawItem | None:
        if position is None:
            return None
        template = self.schema.partition
        partition = {template.tag: template.format_all(self._scope())}
        start = {**position.keys, self.schema.partition_attribute: partition}
        if frozenset(start) != self._edge_attributes:
            raise OperationError("The cursor does not fit this collection. Pass it unchanged.")
        return start

    def _members(self, items: Sequence[Raw]) -> Steps[list[_Member]]:
        """Decode the items of a page; an index that lacks attributes only says which they are."""
        edges: list[RawItem] = [msgspec.json.decode(item) for item in items]
        edges = [{name: item[name] for name in self._edge_attributes} for item in edges]
        if not self._reads_from_table:
            whole: Sequence[Raw | None] = items
        else:
            names = self.codecs[0].primary_attributes
            keys = [{name: edge[name] for name in names} for edge in edges]
            read = yield from read_batches(self.context, keys, self.consistent)
            whole = [read.get(key_text(key)) for key in keys]
        pairs = [self._decoded(raw) for raw in whole]
        return [
            _Member(*pair, edge)
            for pair, edge in zip(pairs, edges, strict=True)
            if pair is not None
        ]

    def _decoded(self, item: Raw | None) -> tuple[str, Model] | None:
        if item is None:
            return None
        for codec in self.codecs:
            decoder = codec.decoder_for(codec.listed)
            if not decoder.may_be_own(item):
                continue
            owner, tenant = self.context.owner, self.context.tenant
            instance = decoder.bytes(item, owner, tenant, self.on_bad_item)
            if instance is None:
                continue
            if not self.include_expired and is_expired_instance(self.context, instance):
                return None
            return codec.schema.name, instance
        return None

    def _collected(
        self, found: list[_Member], position: Position | None, mark: bytes
    ) -> Collected[M]:
        ahead = behind = None
        if self.limit is not None and len(found) > self.limit:
            del found[self.limit :]
            ahead = found[-1].keys
        if position is not None and found:
            behind = found[0].keys
        if position is not None and position.backward:
            found.reverse()
            ahead, behind = behind, ahead
        by_model: dict[str, list[Any]] = {name: [] for name in self.schema.models}
        for member in found:
            by_model[member.model].append(member.instance)
        items: list[Any] = [member.instance for member in found]
        return Collected(
            items,
            by_model,
            self._format_cursor(ahead, mark, backward=False),
            self._format_cursor(behind, mark, backward=True),
        )

    def _format_cursor(self, edge: RawItem | None, mark: bytes, *, backward: bool) -> str | None:
        if edge is None:
            return None
        keys = {n: value for n, value in edge.items() if n != self.schema.partition_attribute}
        return format_cursor(Position(keys, backward), mark, self.context.cursor_key)
