"""The seam: all that a generated module imports of Tavola, beside what `tavola` exports.

The promise: a module that was generated for `VERSION` of this seam runs on every Tavola that has
this version. What is imported here keeps its name and its meaning as long as the version stays;
whatever stands behind may move. A change that an earlier module would not survive raises the
version, and such a module then says in one line that it must be generated again (`require`).

Code that people write imports from `tavola` alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tavola.late_names import late_names
from tavola.runtime.version import VERSION, require

if TYPE_CHECKING:
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
    from tavola.operations.read.queries.query import Query
    from tavola.operations.write.batch import BatchWrite
    from tavola.operations.write.operations import Create, Delete, Update
    from tavola.operations.write.upsert import Upsert
    from tavola.runtime.descriptors import create_method, handle, method, upsert_method
    from tavola.table import (
        AsyncHandle,
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


__getattr__ = late_names(
    __name__,
    {
        "tavola.codec.bad_items": ("OnBadItem",),
        "tavola.design.schema": (
            "CollectionArgument",
            "CollectionSchema",
            "Design",
            "FieldSchema",
            "IndexSchema",
            "IterationSchema",
            "KeyAttribute",
            "KeyPair",
            "ModelSchema",
            "PatternSchema",
            "PhysicalIndex",
            "Relation",
            "TableSettings",
            "UniqueSchema",
        ),
        "tavola.keys": ("Placeholder", "Template"),
        "tavola.model": (
            "FieldRef",
            "Fields",
            "ListRef",
            "MapRef",
            "NumberRef",
            "SetRef",
            "TextRef",
            "TypedListRef",
            "TypedMapRef",
            "auto",
            "member",
        ),
        "tavola.operations.filters": ("Filter",),
        "tavola.operations.read.collection": ("Collect",),
        "tavola.operations.read.get": ("Get", "GetMany"),
        "tavola.operations.read.lookup": ("FindByUnique",),
        "tavola.operations.read.queries.query": ("Query",),
        "tavola.operations.write.batch": ("BatchWrite",),
        "tavola.operations.write.operations": ("Create", "Delete", "Update"),
        "tavola.operations.write.upsert": ("Upsert",),
        "tavola.runtime.descriptors": ("create_method", "handle", "method", "upsert_method"),
        "tavola.table": (
            "AsyncHandle",
            "CollectOptions",
            "CollectionPlans",
            "Collections",
            "Handle",
            "IndexOptions",
            "Methods",
            "PageOptions",
            "PatternOptions",
            "Plans",
            "QueryOptions",
            "table_of",
        ),
    },
)
