"""Transactions across several tables of one store."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tavola.table.transactions import AsyncTransactionBlock, TransactionBlock

if TYPE_CHECKING:
    from tavola.table.async_table import AsyncTable
    from tavola.table.table import Table


def transaction(*tables: Table, token: str | None = None) -> TransactionBlock:
    """Collect writes to several tables of one store, and send them as one transaction."""
    return TransactionBlock(tables, token)


def async_transaction(*tables: AsyncTable, token: str | None = None) -> AsyncTransactionBlock:
    """Collect writes to several tables of one store, and send them as one transaction."""
    return AsyncTransactionBlock(tables, token)
