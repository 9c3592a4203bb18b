"""A table acts: drivers, handles, records. The only place where operations meet stores."""

from tavola.table.handles import AsyncHandle, Handle
from tavola.table.pages import AsyncPage, Page
from tavola.table.plans import (
    UNSET,
    CollectOptions,
    IndexOptions,
    PageOptions,
    PatternOptions,
    Plans,
    QueryOptions,
    ReadOptions,
)
from tavola.table.record import AsyncRecord, Record, table_of
from tavola.table.table import AsyncTable, Table
from tavola.table.transactions import AsyncTransacting, Transacting


def transaction(*tables: Table, token: str | None = None) -> Transacting:
    """Collect writes to several tables of one store, and send them as one transaction."""
    return Transacting(tables, token)


def async_transaction(*tables: AsyncTable, token: str | None = None) -> AsyncTransacting:
    """Collect writes to several tables of one store, and send them as one transaction."""
    return AsyncTransacting(tables, token)


__all__ = [
    "UNSET",
    "AsyncHandle",
    "AsyncPage",
    "AsyncRecord",
    "AsyncTable",
    "AsyncTransacting",
    "CollectOptions",
    "Handle",
    "IndexOptions",
    "Page",
    "PageOptions",
    "PatternOptions",
    "Plans",
    "QueryOptions",
    "ReadOptions",
    "Record",
    "Table",
    "Transacting",
    "async_transaction",
    "table_of",
    "transaction",
]
