"""A table acts: drivers, handles, records. The only place where operations meet stores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tavola.late_names import late_names

if TYPE_CHECKING:
    from tavola.table.async_handles import AsyncHandle
    from tavola.table.async_table import AsyncTable
    from tavola.table.collections import CollectionPlans, Collections
    from tavola.table.handles import Handle
    from tavola.table.methods import Methods
    from tavola.table.plans import Plans
    from tavola.table.query_options import (
        CollectOptions,
        IndexOptions,
        PageOptions,
        PatternOptions,
        QueryOptions,
    )
    from tavola.table.record import AsyncRecord, Record, table_of
    from tavola.table.result_pages import AsyncPage, Page
    from tavola.table.table import Table

__all__ = [
    "AsyncHandle",
    "AsyncPage",
    "AsyncRecord",
    "AsyncTable",
    "CollectOptions",
    "CollectionPlans",
    "Collections",
    "Handle",
    "IndexOptions",
    "Methods",
    "Page",
    "PageOptions",
    "PatternOptions",
    "Plans",
    "QueryOptions",
    "Record",
    "Table",
    "table_of",
]

# The async classes bring asyncio with them, and generated modules name what they need.
__getattr__ = late_names(
    __name__,
    {
        "tavola.table.collections": (
            "CollectionPlans",
            "Collections",
        ),
        "tavola.table.handles": ("Handle",),
        "tavola.table.methods": ("Methods",),
        "tavola.table.plans": ("Plans",),
        "tavola.table.query_options": (
            "CollectOptions",
            "IndexOptions",
            "PageOptions",
            "PatternOptions",
            "QueryOptions",
        ),
        "tavola.table.record": (
            "AsyncRecord",
            "Record",
            "table_of",
        ),
        "tavola.table.result_pages": (
            "AsyncPage",
            "Page",
        ),
        "tavola.table.table": ("Table",),
        "tavola.table.async_handles": ("AsyncHandle",),
        "tavola.table.async_table": ("AsyncTable",),
    },
)
