"""Fills the columns of a new index or time to live for older items; removes what was deleted.

It goes in short transactions, so that other writers wait for a step at most; from the first of them
on, they fill the columns of what they write themselves. It may be ended at any point and taken up
again, also by another process, also by two at once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator
from functools import partial
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from tavola.engine.database import Database
from tavola.engine.pacing import UNPACED, Pace
from tavola.engine.storage import sql
from tavola.engine.storage.catalog import TableInfo
from tavola.engine.storage.large_items import decode_for_row
from tavola.engine.storage.rows import expiry_of, index_values
from tavola.engine.storage.storage import StaleCatalog, StorageTransaction
from tavola.engine.storage.vector_rows import vector_values
from tavola.values import Item

__all__ = ["complete", "drop", "resume"]

_ITEMS_PER_STEP: Final = 200
_BYTES_PER_STEP: Final = 1 << 20
_ROWS_DELETED_AT_ONCE: Final = 100
_DELETIONS_PER_STEP: Final = 50

T = TypeVar("T")
Fill = Callable[[StorageTransaction, bytes, bytes, Item], Any]
Position = tuple[bytes, bytes]


def resume(database: Database) -> None:
    """Complete what another process left unfinished."""
    tables = database.storage.refresh().tables
    for name in list(tables):
        _finish(complete(database, name, UNPACED))
    kept = {table.id for table in tables.values()}
    for table_id in sorted(database.storage.find_table_ids() - kept):
        _finish(drop(database, table_id, UNPACED))


def _finish(steps: Iterator[None]) -> None:
    deque(steps, 0)


def drop(database: Database, table_id: int, pace: Pace) -> Generator[None]:
    """Remove what a table that stands in no catalog any more has left in the file.

    SQLite would drop a large table in one long step, so its rows go first.
    """
    while True:
        try:
            with database.storage.transaction() as tx:
                if not tx.run(sql.FIND_LEFT_TABLE, (f"t{table_id}", table_id)):
                    return
                if _delete_rows(tx, table_id, pace):
                    tx.run(sql.drop_table(table_id))
        except StaleCatalog:
            # Another table changed, which is nothing to this one.
            continue
        if pace.is_over():
            yield


def _delete_rows(tx: StorageTransaction, table_id: int, pace: Pace) -> bool:
    """Delete some rows; True if none is left."""
    delete, find = sql.row_deletion(table_id)
    for _ in range(_DELETIONS_PER_STEP):
        tx.run(delete, (_ROWS_DELETED_AT_ONCE,))
        if not tx.run(find):
            return True
        if pace.is_over():
            break
    return False


def complete(database: Database, name: str, pace: Pace) -> Generator[None]:
    """Fill new indexes and clear the slots of deleted ones, then mark the table as ready."""
    while (table := database.storage.refresh().find(name)) is not None:
        is_filled = all(index.status == "ACTIVE" for index in table.every_index)
        if is_filled and table.is_ttl_filled and not table.unclean_slots:
            return
        try:
            if not (is_filled and table.is_ttl_filled):
                yield from _walk(database, table, table.statements.step, _fill_of(table), pace)
            for slot in table.unclean_slots:
                find, clear = sql.slot_clearing(table.id, slot)
                yield from _walk(database, table, find, _clear_by(clear), pace)
            _declare_ready(database, table)
        except StaleCatalog:
            # The tables changed meanwhile; what was filled stays filled.
            continue


def _clear_by(statement: str) -> Fill:
    return lambda tx, pk, sk, _: tx.run(statement, (pk, sk))


def _fill_of(table: TableInfo) -> Fill:
    keys = [key for key in table.index_keys if key.index.status == "CREATING"]
    updates = [(key, table.index_statements(key.index).backfill) for key in keys]
    made = [index for index in table.vector_indexes.values() if index.status == "CREATING"]
    vectors = [(index, table.index_statements(index).backfill) for index in made]
    attribute = None if table.is_ttl_filled else table.ttl_attribute

    def fill(tx: StorageTransaction, pk: bytes, sk: bytes, item: Item) -> None:
        for key, update in updates:
            values = index_values(key, item)
            if values[0] is not None:
                tx.run(update, (*values, pk, sk))
        for index, update in vectors:
            values = vector_values(table, index, item)
            if values[0] is not None:
                tx.run(update, (*values, pk, sk))
        if attribute is not None:
            tx.run(table.statements.set_expiry, (expiry_of(item, attribute), pk, sk))

    return fill


def _walk(
    database: Database, table: TableInfo, find: str, fill: Fill, pace: Pace
) -> Generator[None]:
    """Visit every item that `find` finds, in order, some in each transaction."""
    position: Position | None = (b"", b"")
    while position is not None:
        position = _write(database, table, partial(_take_step, table, find, fill, position, pace))
        if pace.is_over():
            yield


def _write(database: Database, table: TableInfo, write: Callable[[StorageTransaction], T]) -> T:
    """Write to a table that is what it was; StaleCatalog if it is not.

    Begun again for every other table that somebody makes, the work might never come to an end.
    """
    while True:
        try:
            with database.storage.transaction() as tx:
                database.check_current(table)
                return write(tx)
        except StaleCatalog:
            if database.storage.refresh().find(table.name) != table:
                raise


def _take_step(
    table: TableInfo,
    find: str,
    fill: Fill,
    position: Position,
    pace: Pace,
    tx: StorageTransaction,
) -> Position | None:
    """Visit some items, as many as a step may have; gives the last one, None if that was all."""
    items = tx.run_some(find, (*position, _ITEMS_PER_STEP), _BYTES_PER_STEP)
    for pk, sk, item in items:
        fill(tx, pk, sk, decode_for_row(table, item))
        if pace.is_over():
            return pk, sk
    return items[-1][:2] if items else None


def _declare_ready(database: Database, table: TableInfo) -> None:
    indexes = {name: replace(index, status="ACTIVE") for name, index in table.indexes.items()}
    vectors = {
        name: replace(index, status="ACTIVE") for name, index in table.vector_indexes.items()
    }
    ready = replace(
        table,
        indexes=indexes,
        vector_indexes=vectors,
        is_ttl_filled=True,
        free_slots=(*table.free_slots, *table.unclean_slots),
        unclean_slots=(),
    )
    _write(database, table, lambda tx: tx.save_table(ready))
