"""The seam: all that a generated module imports of Tavola, beside what `tavola` exports.

The promise: a module that was generated for `VERSION` of this seam runs on every Tavola that has
this version. What is imported here keeps its name and its meaning as long as the version stays;
whatever stands behind may move. A change that an earlier module would not survive raises the
version, and such a module then says in one line that it must be generated again (`require`).

Code that people write imports from `tavola` alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tavola.codec.bad_items import OnBadItem
from tavola.design.schema import (
    CollectionArgument,
    CollectionSchema,
    Design,
    FieldSchema,
    IndexSchema,
    IterationSchema,
    KeyAttribute,
    KeyPair,
    ModelSchema,
    PatternSchema,
    PhysicalIndex,
    Relation,
    TableSettings,
    UniqueSchema,
)
from tavola.keys import Placeholder, Template
from tavola.model import (
    FieldRef,
    Fields,
    ListRef,
    MapRef,
    NumberRef,
    SetRef,
    TextRef,
    TypedListRef,
    TypedMapRef,
    auto,
    member,
)
from tavola.operations.filters import Filter
from tavola.operations.read.collection import Collect
from tavola.operations.read.get import Get, GetMany
from tavola.operations.read.lookup import FindByUnique
from tavola.operations.read.query import Query
from tavola.operations.write.batch import BatchWrite
from tavola.operations.write.operations import Create, Delete, Update
from tavola.operations.write.upsert import Upsert
from tavola.runtime.descriptors import create_method, handle, method, upsert_method
from tavola.runtime.version import VERSION, require
from tavola.table import (
    CollectionPlans,
    Collections,
    CollectOptions,
    Handle,
    IndexOptions,
    Methods,
    PageOptions,
    PatternOptions,
    Plans,
    QueryOptions,
    table_of,
)

if TYPE_CHECKING:
    from tavola.table import AsyncHandle

__all__ = [
    "VERSION",
    "AsyncHandle",
    "BatchWrite",
    "Collect",
    "CollectOptions",
    "CollectionArgument",
    "CollectionPlans",
    "CollectionSchema",
    "Collections",
    "Create",
    "Delete",
    "Design",
    "FieldRef",
    "FieldSchema",
    "Fields",
    "Filter",
    "FindByUnique",
    "Get",
    "GetMany",
    "Handle",
    "IndexOptions",
    "IndexSchema",
    "IterationSchema",
    "KeyAttribute",
    "KeyPair",
    "ListRef",
    "MapRef",
    "Methods",
    "ModelSchema",
    "NumberRef",
    "OnBadItem",
    "PageOptions",
    "PatternOptions",
    "PatternSchema",
    "PhysicalIndex",
    "Placeholder",
    "Plans",
    "Query",
    "QueryOptions",
    "Relation",
    "SetRef",
    "TableSettings",
    "Template",
    "TextRef",
    "TypedListRef",
    "TypedMapRef",
    "UniqueSchema",
    "Update",
    "Upsert",
    "auto",
    "create_method",
    "handle",
    "member",
    "method",
    "require",
    "table_of",
    "upsert_method",
]


def __getattr__(name: str) -> Any:
    """Import the async handle when it is used: it brings asyncio with it."""
    if name == "AsyncHandle":
        from tavola.table import AsyncHandle

        return AsyncHandle
    raise AttributeError(f"module 'tavola.runtime' has no attribute {name!r}")
