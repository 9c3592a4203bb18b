"""A table acts: drivers, handles, records. The only place where operations meet stores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tavola.table.collections import CollectionPlans, Collections
from tavola.table.handles import Handle
from tavola.table.methods import Methods
from tavola.table.pages import AsyncPage, Page
from tavola.table.plans import Plans
from tavola.table.query_options import (
    CollectOptions,
    IndexOptions,
    PageOptions,
    PatternOptions,
    QueryOptions,
)
from tavola.table.record import AsyncRecord, Record, table_of
from tavola.table.table import Table
from tavola.table.transactions import AsyncTransactionBlock, TransactionBlock

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


def transaction(*tables: Table, token: str | None = None) -> TransactionBlock:
    """Collect writes to several tables of one store, and send them as one transaction."""
    return TransactionBlock(tables, token)


def async_transaction(*tables: AsyncTable, token: str | None = None) -> AsyncTransactionBlock:
    """Collect writes to several tables of one store, and send them as one transaction."""
    return AsyncTransactionBlock(tables, token)


__all__ = [
    "AsyncHandle",
    "AsyncPage",
    "AsyncRecord",
    "AsyncTable",
    "AsyncTransactionBlock",
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
    "TransactionBlock",
    "async_transaction",
    "table_of",
    "transaction",
]
