"""A table acts: drivers, handles, records. The only place where operations meet stores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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

if TYPE_CHECKING:
    from tavola.table.async_handles import AsyncHandle
    from tavola.table.async_table import AsyncTable


def __getattr__(name: str) -> Any:
    """Import the async classes when they are used: they bring asyncio with them."""
    if name == "AsyncHandle":
        from tavola.table.async_handles import AsyncHandle

        return AsyncHandle
    if name == "AsyncTable":
        from tavola.table.async_table import AsyncTable

        return AsyncTable
    raise AttributeError(f"module 'tavola.table' has no attribute {name!r}")


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
