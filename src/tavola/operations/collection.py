"""Collections: items of several models that stand in one partition, read by one query."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from msgspec import Raw, Struct

from tavola.codec.codec import Codec
from tavola.codec.decoder import RawItem
from tavola.design.schema import CollectionSchema
from tavola.errors import OperationError, ValidationFailed
from tavola.keys import TENANT, SortRange
from tavola.model.model import Model
from tavola.operations.bodies import add_expressions, key_condition
from tavola.operations.cursor import (
    Position,
    blame_cursor,
    fingerprint,
    format_cursor,
    parse_cursor,
)
from tavola.operations.explain import Explained
from tavola.operations.iterate import is_item_of
from tavola.operations.options import check_page
from tavola.operations.place import Place
from tavola.operations.raw_pages import decode_raw_page
from tavola.operations.steps import Request, Steps

M = TypeVar("M", bound=Model)
T = TypeVar("T", bound=Model)


class Collected(Struct, Generic[M], frozen=True):
    """What a collection holds, in the order of its sort key, and by model."""

    items: list[M]
    by_model: Mapping[str, list[Any]]
    """The items by their models' names."""
    cursor: str | None

    def of(self, model: type[T]) -> list[T]:
        """The items of one model: `file.of(Ballot)`."""
        return self.by_model[model.__shape__.schema.name]


class Collect(Explained, Generic[M], frozen=True):
    """Read a partition with items of several models."""

    place: Place
    schema: CollectionSchema
    codecs: tuple[Codec[Any], ...]
    given: Mapping[str, Any]
    limit: int | None = None
    cursor: str | None = None
    newest_first: bool = False
    consistent: bool = False

    @property
    def access_pattern(self) -> str:
        """The collection's name."""
        return self.schema.name

    def steps(self) -> Steps[Collected[M]]:
        """Send Querys until there are enough items, or, without a limit, no more."""
        check_page(self.schema.name, self.limit, self.cursor)
        body = self.body()
        mark = fingerprint(body, self.newest_first, self.place.tenant, self.schema.name)
        start = self._start(mark)
        body["ScanIndexForward"] = not self.newest_first
        found: list[tuple[str, Model]] = []
        while True:
            if start is not None:
                body["ExclusiveStartKey"] = start
            if self.limit is not None:
                body["Limit"] = self.limit - len(found)
            try:
                response = yield Request("Query", body)
            except ValidationFailed as refused:
                blame_cursor(None if found else self.cursor, refused)
                raise
            page = decode_raw_page(response)
            found += [pair for item in page.Items if (pair := self._decoded(item)) is not None]
            start = page.LastEvaluatedKey
            if start is None or (self.limit is not None and len(found) >= self.limit):
                break
        return self._collected(found, start, mark)

    def body(self) -> dict[str, Any]:
        """The Query without position and limit."""
        body: dict[str, Any] = {"TableName": self.place.table}
        if self.schema.physical is not None:
            body["IndexName"] = self.schema.physical.name
        if self.consistent:
            body["ConsistentRead"] = True
        sort = None
        scope = self._scope()
        if self.schema.sort_prefix is not None:
            sort = SortRange("begins_with", self.schema.sort_prefix.prefix(scope))
        partition = self.schema.partition.format_all(scope)
        key = key_condition(
            self.schema.partition_attribute, partition, self.schema.sort_attribute, sort
        )
        return add_expressions(body, key=key)

    def _scope(self) -> dict[str, Any]:
        scope = dict(self.given)
        if self.schema.is_tenanted:
            scope[TENANT] = self._need_tenant()
        return scope

    def _need_tenant(self) -> str:
        if self.place.tenant is None:
            name = self.schema.python_name
            raise OperationError(f"{name}: no tenant is given. Use db.tenant('…').{name}(…).")
        return self.place.tenant

    def _start(self, mark: bytes) -> RawItem | None:
        if self.cursor is None:
            return None
        position = parse_cursor(self.cursor, mark, self.place.cursor_key)
        if position.backward:
            raise OperationError("cursor: a collection is read forward. Pass its own cursor.")
        partition = {"S": self.schema.partition.format_all(self._scope())}
        return {**position.keys, self.schema.partition_attribute: partition}

    def _decoded(self, item: Raw) -> tuple[str, Model] | None:
        for codec in self.codecs:
            if is_item_of(self.place, codec, item):
                instance = codec.decoder.bytes(item, self.place.owner)
                if self.place.is_expired(instance):
                    return None
                return codec.schema.name, instance
        return None

    def _collected(
        self, found: list[tuple[str, Model]], start: RawItem | None, mark: bytes
    ) -> Collected[M]:
        by_model: dict[str, list[Any]] = {name: [] for name in self.schema.models}
        for name, instance in found:
            by_model[name].append(instance)
        cursor = None
        if start is not None:
            keys = {n: v for n, v in start.items() if n != self.schema.partition_attribute}
            cursor = format_cursor(Position(keys), mark, self.place.cursor_key)
        items: list[Any] = [instance for _, instance in found]
        return Collected(items, by_model, cursor)
