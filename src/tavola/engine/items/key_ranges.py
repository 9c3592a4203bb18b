"""Where a Query or Scan reads: the table or an index, between which keys, and after which item."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from tavola.engine.database import Database
from tavola.engine.items.item_keys import MISMATCH, check_key
from tavola.engine.storage.catalog import IndexInfo, IndexKey, TableInfo
from tavola.engine.storage.key_encoding import (
    TOP,
    PartitionHash,
    after,
    after_prefix,
    join_parts,
    part_prefix,
)
from tavola.engine.storage.rows import index_values
from tavola.engine.storage.sql import RangeStatements
from tavola.errors import ValidationFailed
from tavola.expressions import KeyRange
from tavola.values import Item, check_value, key_bytes

__all__ = ["Range", "ReadTarget", "find_target", "range_of", "start_after"]

Range = tuple[bytes, bytes]

EVERYTHING: Final[Range] = (b"", TOP)
_START: Final = "The provided starting key is invalid"
# DynamoDB: these faults of a value in a starting key are reported without saying where they are.
_UNPREFIXED: Final = (
    "contains duplicates",
    "number set",
    "numeric value",
    "significant digits",
    "number with magnitude",
)


class ReadTarget(Struct, frozen=True):
    """A table, or one of its indexes."""

    table: TableInfo
    index: IndexInfo | None

    @property
    def partition_keys(self) -> tuple[str, ...]:
        """The attributes of the partition key."""
        return (self.table.partition_key,) if self.index is None else self.index.partition_keys

    @property
    def sort_keys(self) -> tuple[str, ...]:
        """The attributes of the sort key."""
        if self.index is not None:
            return self.index.sort_keys
        return () if self.table.sort_key is None else (self.table.sort_key,)

    @property
    def key_names(self) -> tuple[str, ...]:
        """The attributes that say where an item is: the primary key and the index's."""
        if self.index is None:
            return self.table.key_attributes
        return tuple(dict.fromkeys((*self.table.key_attributes, *self.index.key_attributes)))

    @property
    def index_key(self) -> IndexKey:
        """The key of the index, if it is one."""
        (key,) = (key for key in self.table.index_keys if key.index is self.index)
        return key

    @property
    def hash_key(self) -> PartitionHash:
        """What puts the hash of an encoded partition key before it."""
        return self.table.hash_key if self.index is None else self.index_key.hash_key

    @property
    def is_global_index(self) -> bool:
        """Whether this is an index that is only eventually like its table."""
        return self.index is not None and self.index.is_global

    @property
    def queries(self) -> RangeStatements:
        """The statements that read one partition."""
        if self.index is None:
            return self.table.statements.query
        return self.table.index_statements(self.index).query

    @property
    def scans(self) -> RangeStatements:
        """The statements that read everything."""
        if self.index is None:
            return self.table.statements.scan
        return self.table.index_statements(self.index).scan


def find_target(database: Database, body: Mapping[str, Any]) -> ReadTarget:
    """Find what a request reads, or refuse as DynamoDB does."""
    table = database.table(body["TableName"])
    name = body.get("IndexName")
    if name is None:
        return ReadTarget(table, None)
    index = table.indexes.get(name)
    if index is None:
        raise ValidationFailed(f"The table does not have the specified index: {name}")
    if index.status != "ACTIVE":
        raise ValidationFailed(f"Cannot read from backfilling global secondary index: {name}")
    if index.is_global and body.get("ConsistentRead"):
        raise ValidationFailed("Consistent reads are not supported on global secondary indexes")
    return ReadTarget(table, index)


def range_of(target: ReadTarget, found: KeyRange) -> tuple[bytes, Range]:
    """Turn a key condition into the hashed partition key and a half-open range of sort keys."""
    types = target.table.key_types
    names = target.sort_keys
    partition = target.hash_key(
        join_parts(
            [
                key_bytes(value, types[name])
                for name, value in zip(target.partition_keys, found.partition, strict=True)
            ]
        )
    )
    fixed = [key_bytes(value, types[name]) for name, value in zip(names, found.sort, strict=False)]
    if len(fixed) == len(names):
        if not names:
            return partition, EVERYTHING
        exact = join_parts(fixed)
        return partition, (exact, after(exact))
    base = b"".join(part_prefix(part) for part in fixed)
    if found.operator is None:
        return partition, (base, after_prefix(base))
    kind = types[names[len(fixed)]]
    bounds = [key_bytes(value, kind) for value in found.bounds]
    is_last = len(fixed) + 1 == len(names)
    return partition, _bounded(base, found.operator, bounds, is_last=is_last)


def _bounded(base: bytes, operator: str, bounds: list[bytes], *, is_last: bool) -> Range:
    """Bound the next part of a sort key whose earlier parts are `base`."""
    if operator == "begins_with":
        prefix = base + (bounds[0] if is_last else part_prefix(bounds[0])[:-2])
        return prefix, after_prefix(prefix)
    edges = [base + (bound if is_last else part_prefix(bound)) for bound in bounds]
    beyond = after if is_last else after_prefix
    match operator:
        case "<":
            return base, edges[0]
        case "<=":
            return base, beyond(edges[0])
        case ">":
            return beyond(edges[0]), after_prefix(base)
        case ">=":
            return edges[0], after_prefix(base)
        case _:
            return edges[0], beyond(edges[1])


def check_start_values(body: Mapping[str, Any]) -> Item | None:
    """Return the starting key of a request in canonical form."""
    start = body.get("ExclusiveStartKey")
    if start is None:
        return None
    checked: Item = {}
    for name, value in start.items():
        try:
            checked[name] = check_value(value)
        except ValidationFailed as error:
            if any(text in error.message for text in _UNPREFIXED):
                raise
            raise ValidationFailed(f"{_START}: {error.message}") from None
    return checked


def start_after(target: ReadTarget, start: Item, *, is_scan: bool) -> tuple[bytes, ...]:
    """Return a starting key as a position: (index pk, index sk, pk, sk), or (pk, sk) of a table."""
    if set(start) != set(target.key_names):
        if is_scan and target.index is None:
            raise ValidationFailed(f"{_START}: {MISMATCH}")
        raise ValidationFailed(_START)
    types = target.table.key_types
    if target.index is not None:
        for name in target.index.key_attributes:
            if types[name] not in start[name]:
                raise ValidationFailed(MISMATCH)
    own = {name: start[name] for name in target.table.key_attributes}
    try:
        address = check_key(target.table, own)
    except ValidationFailed as error:
        raise ValidationFailed(f"{_START}: {error.message}") from None
    if target.index is None:
        return address
    columns = index_values(target.index_key, start)
    if columns[0] is None:
        raise ValidationFailed(_START)
    return (*columns[:2], *address)


def check_start_in_query(start: tuple[bytes, ...], partition: bytes, limits: Range) -> None:
    """Refuse a starting key that the query cannot have given."""
    if not limits[0] <= start[1] < limits[1]:
        raise ValidationFailed("The provided starting key does not match the range key predicate")
    if start[0] != partition:
        raise ValidationFailed(
            "The provided starting key is outside query boundaries based on provided conditions"
        )


def check_start_in_segment(
    start: tuple[bytes, ...], limits: Range, segment: int, total: int
) -> None:
    """Refuse a starting key that another segment of a parallel scan gave."""
    if not limits[0] <= start[0] < limits[1]:
        raise ValidationFailed(
            f"{_START}: Invalid ExclusiveStartKey. Please use ExclusiveStartKey with correct "
            f"Segment. TotalSegments: {total} Segment: {segment}"
        )
