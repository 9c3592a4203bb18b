"""Fills the columns of a new index or time to live for older items; clears a deleted index's.

It goes in short transactions, so that other writers wait for a step at most; from the first of them
on, they fill the columns of what they write themselves. It may be ended at any point and taken up
again, also by another process, also by two at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from tavola.engine.database import Database
from tavola.engine.storage.catalog import TableInfo
from tavola.engine.storage.rows import expiry_of, index_values
from tavola.engine.storage.sql import slot_clearing
from tavola.engine.storage.storage import StaleCatalog, StorageTransaction
from tavola.values import Item

__all__ = ["complete", "resume"]

_ITEMS_PER_STEP = 200

Fill = Callable[[StorageTransaction, bytes, bytes, Item], Any]

_decode = msgspec.json.Decoder(dict[str, dict[str, Any]]).decode


def resume(database: Database) -> None:
    """Complete what another process left unfinished."""
    for name in list(database.storage.refresh().tables):
        complete(database, name)


def complete(database: Database, name: str) -> None:
    """Fill new indexes and clear the slots of deleted ones, then mark the table as ready."""
    while (table := database.storage.refresh().find(name)) is not None:
        is_filled = all(index.status == "ACTIVE" for index in table.indexes.values())
        if is_filled and table.is_ttl_filled and not table.unclean_slots:
            return
        try:
            if not (is_filled and table.is_ttl_filled):
                _walk(database, table, _fill_of(table))
            for slot in table.unclean_slots:
                _clear(database, *slot_clearing(table.id, slot))
            _declare_ready(database, table)
        except StaleCatalog:
            # The tables changed meanwhile; what was filled stays filled.
            continue


def _fill_of(table: TableInfo) -> Fill:
    keys = [key for key in table.index_keys if key.index.status == "CREATING"]
    updates = [(key, table.index_statements(key.index).backfill) for key in keys]
    attribute = None if table.is_ttl_filled else table.ttl_attribute

    def fill(tx: StorageTransaction, pk: bytes, sk: bytes, item: Item) -> None:
        for key, update in updates:
            values = index_values(key, item)
            if values[0] is not None:
                tx.run(update, (*values, pk, sk))
        if attribute is not None:
            tx.run(table.statements.set_expiry, (expiry_of(item, attribute), pk, sk))

    return fill


def _walk(database: Database, table: TableInfo, fill: Fill) -> None:
    position = (b"", b"")
    while True:
        with database.storage.transaction() as tx:
            items = tx.run(table.statements.step, (*position, _ITEMS_PER_STEP))
            for pk, sk, item in items:
                fill(tx, pk, sk, _decode(item))
        if len(items) < _ITEMS_PER_STEP:
            return
        position = items[-1][:2]


def _clear(database: Database, find: str, clear: str) -> None:
    position: tuple[bytes, bytes] = (b"", b"")
    while True:
        with database.storage.transaction() as tx:
            items = tx.run(find, (*position, _ITEMS_PER_STEP))
            for pk, sk in items:
                tx.run(clear, (pk, sk))
        if len(items) < _ITEMS_PER_STEP:
            return
        position = items[-1]


def _declare_ready(database: Database, table: TableInfo) -> None:
    indexes = {name: replace(index, status="ACTIVE") for name, index in table.indexes.items()}
    with database.storage.transaction() as tx:
        tx.save_table(
            replace(
                table,
                indexes=indexes,
                is_ttl_filled=True,
                free_slots=(*table.free_slots, *table.unclean_slots),
                unclean_slots=(),
            )
        )
