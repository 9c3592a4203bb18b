"""A table's rows as they are at one moment, copied in short transactions while others write.

How a copy that takes many steps is of one moment is explained in storage/backup_sql.py. It may end
at any point and taken up again, also by another process, also by two at once: a row is copied once,
by whoever comes first. A table that is deleted meanwhile leaves its rows to the copy as they go.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import suppress
from typing import Final

from tavola.engine.database import Database
from tavola.engine.pacing import Pace
from tavola.engine.storage import backup_sql
from tavola.engine.storage.sessions import StaleCatalog, StorageTransaction

__all__ = [
    "begin_moment",
    "copy_moment",
    "drop_moment",
    "end_moment",
    "forget_moment",
    "read_moment",
]

Position = tuple[bytes, bytes]
CopiedRow = tuple[bytes, int]
"""An item and its size."""

_ROWS_PER_STEP: Final = 200
_BYTES_PER_STEP: Final = 1 << 20
_ROWS_READ_AT_ONCE: Final = 100
_ROWS_DELETED_AT_ONCE: Final = 100


def begin_moment(tx: StorageTransaction, table_id: int) -> int:
    """Fix the moment; gives the number of the copy that is to be made."""
    number = tx.next_id("table")
    for statement in backup_sql.begin_backup(number, table_id):
        tx.run(statement)
    return number


def copy_moment(database: Database, number: int, table_id: int, pace: Pace) -> Generator[None]:
    """Copy what no trigger has copied."""
    position: Position | None = (b"", b"")
    while position is not None:
        try:
            with database.storage.transaction() as tx:
                position = _copy_some(tx, number, table_id, position)
        except StaleCatalog:
            # Tables changed, which is nothing to this one.
            continue
        if pace.is_over():
            yield


def _copy_some(
    tx: StorageTransaction, number: int, table_id: int, behind: Position
) -> Position | None:
    """Copy some rows; gives the last one, None if that was all."""
    if not tx.run(backup_sql.FIND_SQLITE_TABLE, (f"t{table_id}",)):
        # Deleted, row by row: the triggers have copied all of them.
        return None
    found = tx.run(backup_sql.find_rows(table_id), (*behind, _ROWS_PER_STEP))
    last: Position | None = None
    left = _BYTES_PER_STEP
    for pk, sk, size in found:
        last = (pk, sk)
        left -= size
        if left < 0:
            break
    if last is not None:
        tx.run(backup_sql.copy_rows(number, table_id), (*behind, *last))
    return last


def end_moment(tx: StorageTransaction, number: int) -> None:
    """Copy nothing more of what others change."""
    for statement in backup_sql.drop_triggers(number):
        tx.run(statement)


def read_moment(database: Database, number: int) -> Iterator[CopiedRow]:
    """Yield the items of a whole copy; between two, nothing of SQLite's is open."""
    behind: Position = (b"", b"")
    while rows := database.storage.rows(
        backup_sql.read_backup(number), (*behind, _ROWS_READ_AT_ONCE)
    ):
        yield from ((item, size) for _, _, size, item in rows)
        behind = rows[-1][0], rows[-1][1]


def forget_moment(database: Database, number: int, pace: Pace) -> Generator[None]:
    """Remove a copy, whole or not."""
    is_ended = False
    while not is_ended:
        with suppress(StaleCatalog), database.storage.transaction() as tx:
            end_moment(tx, number)
            is_ended = True
    yield from drop_moment(database, number, pace)


def drop_moment(database: Database, number: int, pace: Pace) -> Generator[None]:
    """Remove the rows of a copy that nothing is added to any more."""
    delete, find = backup_sql.row_deletion(number)
    is_left = True
    while is_left:
        try:
            with database.storage.transaction() as tx:
                is_left = bool(tx.run(backup_sql.FIND_SQLITE_TABLE, (f"b{number}",)))
                if is_left:
                    tx.run(delete, (_ROWS_DELETED_AT_ONCE,))
                    is_left = bool(tx.run(find))
                    if not is_left:
                        tx.run(backup_sql.drop_backup(number))
        except StaleCatalog:
            continue
        if pace.is_over():
            yield
