"""What tables there are: their definitions as frozen data, and their form in the file.

    table = catalog.find("vote_data")          # TableInfo | None; takes an ARN too
    table.partition_key, table.sort_key        # attribute names; sort_key may be None
    index = table.indexes["GSI-1"]             # IndexInfo, local or global
    index.statements, table.statements         # their SQL, see sql.py

Knows nothing of SQLite but the texts of its statements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, Literal

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from tavola.engine.storage.key_encoding import HashName, PartitionHash, partition_hash
from tavola.engine.storage.sql import (
    IndexStatements,
    TableStatements,
    index_columns,
    index_statements,
    table_statements,
)
from tavola.engine.storage.vector_sql import VectorStatements, vector_statements

__all__ = [
    "Catalog",
    "Distance",
    "IndexInfo",
    "IndexKey",
    "KeyType",
    "RestoreInfo",
    "SearchRole",
    "Status",
    "TableInfo",
    "Throughput",
    "VectorIndexInfo",
    "decode_table",
    "encode_table",
    "table_name",
]

KeyType = Literal["S", "N", "B"]
Projection = Literal["ALL", "KEYS_ONLY", "INCLUDE"]
Distance = Literal["COSINE", "DOT_PRODUCT", "EUCLIDEAN"]
SearchRole = Literal["HASH", "INLINE_FILTER"]
Status = Literal["CREATING", "UPDATING", "DELETING", "ACTIVE"]


class Throughput(Struct, frozen=True):
    """Provisioned capacity, and how often and when it was changed."""

    read_units: int = 0
    write_units: int = 0
    decreases_today: int = 0
    increased_at: float | None = None
    decreased_at: float | None = None


class RestoreInfo(Struct, frozen=True):
    """Which backup a table was made from, and whether all its items are there."""

    backup_arn: str
    number: int
    table_arn: str
    made_at: float
    is_done: bool = False


class IndexInfo(Struct, frozen=True, dict=True):
    """One secondary index; its key has several attributes only if it is global."""

    name: str
    id: int
    slot: int
    is_global: bool
    partition_keys: tuple[str, ...]
    sort_keys: tuple[str, ...]
    projection: Projection
    non_key_attributes: tuple[str, ...] = ()
    status: Status = "ACTIVE"
    throughput: Throughput = field(default_factory=Throughput)
    on_demand_limits: Mapping[str, int] | None = None
    warm_throughput: Mapping[str, int] | None = None

    @property
    def is_projected(self) -> bool:
        """Whether the index keeps its own, smaller copy of each item."""
        return self.projection != "ALL"

    @cached_property
    def key_attributes(self) -> tuple[str, ...]:
        """The attributes that an item needs in order to be in this index."""
        return (*self.partition_keys, *self.sort_keys)

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The SQLite columns of this index, in the order in which rows hold them."""
        return index_columns(self.slot, projected=self.is_projected)


class VectorIndexInfo(Struct, frozen=True, dict=True):
    """One vector index; its columns hold the partition, nothing, the packed vector, its size."""

    name: str
    id: int
    slot: int
    attribute: str
    dimensions: int
    distance: Distance
    projection: Projection
    non_key_attributes: tuple[str, ...] = ()
    search_schema: tuple[tuple[str, SearchRole], ...] = ()
    status: Status = "ACTIVE"

    @cached_property
    def partition_key(self) -> str | None:
        """The attribute by which the index is divided; every search names its value."""
        return next((name for name, role in self.search_schema if role == "HASH"), None)

    @cached_property
    def filters(self) -> tuple[str, ...]:
        """The attributes by which a search may choose."""
        return tuple(name for name, role in self.search_schema if role == "INLINE_FILTER")

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The SQLite columns of this index, in the order in which rows hold them."""
        return index_columns(self.slot, projected=True)


class IndexKey(Struct, frozen=True):
    """An index's key, attribute by attribute, and all that a copy of the item keeps."""

    index: IndexInfo
    partition: tuple[tuple[str, KeyType], ...]
    sort: tuple[tuple[str, KeyType], ...]
    projected: frozenset[str]
    hash_key: PartitionHash


class TableInfo(Struct, frozen=True, dict=True):
    """One table: its definition and settings, and the number it has in the file."""

    name: str
    id: int
    table_id: str
    arn: str
    created_at: float
    partition_key: str
    sort_key: str | None
    key_types: Mapping[str, KeyType]
    indexes: Mapping[str, IndexInfo] = field(default_factory=dict[str, IndexInfo])
    slots: int = 0
    free_slots: tuple[int, ...] = ()
    unclean_slots: tuple[int, ...] = ()
    ready_at: float | None = None
    billing_mode: Literal["PROVISIONED", "PAY_PER_REQUEST"] = "PROVISIONED"
    on_demand_since: float | None = None
    throughput: Throughput = field(default_factory=Throughput)
    on_demand_limits: Mapping[str, int] | None = None
    warm_throughput: Mapping[str, int] | None = None
    ttl_attribute: str | None = None
    is_ttl_filled: bool = True
    tags: Mapping[str, str] = field(default_factory=dict[str, str])
    stream: Mapping[str, Any] | None = None
    stream_label: str | None = None
    stream_id: int = 0
    encryption: Mapping[str, Any] | None = None
    table_class: str | None = None
    is_protected: bool = False
    recovery: Mapping[str, Any] | None = None
    resource_policy: str | None = None
    policy_revision: int = 0
    """When the policy became what it is; 0 if that was with the table."""
    insights: Mapping[str, float] = field(default_factory=dict[str, float])
    restore: RestoreInfo | None = None
    vector_indexes: Mapping[str, VectorIndexInfo] = field(
        default_factory=dict[str, VectorIndexInfo]
    )
    partition_hash: HashName = "crc32"
    """By what partition keys are hashed; definitions of earlier formats do not name it."""

    def status_at(self, now: float) -> Status:
        """Return the status; a table is CREATING until it is ready."""
        return "CREATING" if self.ready_at is not None and now < self.ready_at else "ACTIVE"

    @cached_property
    def key_attributes(self) -> tuple[str, ...]:
        """The attributes of the primary key, partition key first."""
        return (
            (self.partition_key,) if self.sort_key is None else (self.partition_key, self.sort_key)
        )

    @cached_property
    def hash_key(self) -> PartitionHash:
        """Put the hash of an encoded partition key before it."""
        return partition_hash(self.partition_hash, [self.key_types[self.partition_key]])

    @cached_property
    def local_indexes(self) -> tuple[IndexInfo, ...]:
        """The local indexes, in the order of their making."""
        return tuple(index for index in self.indexes.values() if not index.is_global)

    @cached_property
    def global_indexes(self) -> tuple[IndexInfo, ...]:
        """The global indexes, in the order of their making."""
        return tuple(index for index in self.indexes.values() if index.is_global)

    @cached_property
    def every_index(self) -> tuple[IndexInfo | VectorIndexInfo, ...]:
        """All indexes, in the order in which a row has their columns."""
        return (*self.indexes.values(), *self.vector_indexes.values())

    @cached_property
    def index_keys(self) -> tuple[IndexKey, ...]:
        """Each index with the names and types of its key, in the order of `indexes`."""
        return tuple(
            IndexKey(
                index,
                tuple((name, self.key_types[name]) for name in index.partition_keys),
                tuple((name, self.key_types[name]) for name in index.sort_keys),
                frozenset((*self.key_attributes, *index.key_attributes, *index.non_key_attributes)),
                partition_hash(
                    self.partition_hash, [self.key_types[name] for name in index.partition_keys]
                ),
            )
            for index in self.indexes.values()
        )

    @cached_property
    def statements(self) -> TableStatements:
        """The SQL of the table; a row has the base columns, then each index's, in order."""
        columns = [column for index in self.every_index for column in index.columns]
        return table_statements(self.id, columns)

    def with_ids(self, next_id: Callable[[Literal["table", "index"]], int]) -> TableInfo:
        """Return a new definition with the numbers that it and its indexes have in the file."""
        indexes = {
            name: replace(index, id=next_id("index"), slot=slot)
            for slot, (name, index) in enumerate(self.indexes.items())
        }
        vectors = {
            name: replace(index, id=next_id("index"), slot=slot)
            for slot, (name, index) in enumerate(self.vector_indexes.items(), len(indexes))
        }
        slots = len(indexes) + len(vectors)
        return replace(
            self, id=next_id("table"), indexes=indexes, vector_indexes=vectors, slots=slots
        )

    def index_statements(self, index: IndexInfo | VectorIndexInfo) -> IndexStatements:
        """Return the SQL of one index."""
        return self._index_statements[index.name]

    def vector_statements(self, index: VectorIndexInfo) -> VectorStatements:
        """Return the SQL by which a vector index is searched."""
        return self._vector_statements[index.name]

    @cached_property
    def _index_statements(self) -> Mapping[str, IndexStatements]:
        own = {
            name: index_statements(self.id, index.id, index.slot, projected=index.is_projected)
            for name, index in self.indexes.items()
        }
        vectors = {
            name: index_statements(self.id, index.id, index.slot, projected=True)
            for name, index in self.vector_indexes.items()
        }
        return own | vectors

    @cached_property
    def _vector_statements(self) -> Mapping[str, VectorStatements]:
        return {
            name: vector_statements(self.id, index.id, index.slot)
            for name, index in self.vector_indexes.items()
        }


class Catalog:
    """All tables at one version of the file; never changed, only replaced."""

    def __init__(self, version: int, tables: Iterable[TableInfo]) -> None:
        self.version = version
        self.tables: Mapping[str, TableInfo] = {table.name: table for table in tables}

    def find(self, name_or_arn: str) -> TableInfo | None:
        """Find a table by its name or ARN."""
        table = self.tables.get(name_or_arn)
        return table if table is not None else self.tables.get(table_name(name_or_arn))


def table_name(name_or_arn: str) -> str:
    """Take the table's name out of an ARN; a name is returned as it is."""
    if not name_or_arn.startswith("arn:"):
        return name_or_arn
    _, _, resource = name_or_arn.partition(":table/")
    return resource.partition("/")[0]


def encode_table(table: TableInfo) -> bytes:
    """Write a definition as JSON."""
    return msgspec.json.encode(table)


def decode_table(data: bytes) -> TableInfo:
    """Read a definition from JSON."""
    return _DECODER.decode(data)


_DECODER = msgspec.json.Decoder(TableInfo)
