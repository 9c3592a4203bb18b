"""Copies a table into a backup and removes backups, in short transactions.

How a copy that takes many steps is of one moment is told in storage/backup_sql.py. It may be ended
at any point and taken up again, also by another process, also by two at once: a row is copied once,
by whoever comes first. A table that is deleted meanwhile leaves its rows to the backup as they go.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Final

from msgspec.structs import replace

from tavola.engine.backups.backup_records import (
    BackupRecord,
    all_backups,
    find_backup,
    save_backup,
)
from tavola.engine.database import Database
from tavola.engine.pacing import Pace
from tavola.engine.storage import backup_sql, ledger
from tavola.engine.storage.catalog import TableInfo
from tavola.engine.storage.storage import StaleCatalog, StorageTransaction
from tavola.engine.transfers.transfers import transfer_id
from tavola.errors import StoreError

__all__ = ["begin_backup", "complete_backup", "drop_rows", "find_orphans", "forget_backup"]

Position = tuple[bytes, bytes]

_ROWS_PER_STEP: Final = 200
_BYTES_PER_STEP: Final = 1 << 20
_COUNTED_PER_STEP: Final = 2_000
_ROWS_DELETED_AT_ONCE: Final = 100
_LAST_ROW: Final = (1 << 63) - 1


def begin_backup(database: Database, table: TableInfo, name: str) -> BackupRecord:
    """Fix the moment that a backup is of."""
    now = round(database.clock(), 3)
    with database.storage.transaction() as tx:
        record = BackupRecord(
            arn=f"{table.arn}/backup/{transfer_id(database, now)}",
            name=name,
            number=tx.next_id("table"),
            created_at=now,
            table=table,
        )
        for statement in backup_sql.begin_backup(record.number, table.id):
            tx.run(statement)
        save_backup(tx, record)
    return record


def complete_backup(database: Database, record: BackupRecord, pace: Pace) -> Generator[None]:
    """Copy what no trigger has copied, then declare the backup available."""
    position: Position | None = (b"", b"")
    while position is not None:
        try:
            with database.storage.transaction() as tx:
                position = _copy_some(tx, record, position)
        except StaleCatalog:
            # Tables changed, which is nothing to this one.
            continue
        if pace.is_over():
            yield
    count, size = yield from _count(database, record.number, pace)
    _declare_available(database, replace(record, item_count=count, size=size))


def _copy_some(tx: StorageTransaction, record: BackupRecord, behind: Position) -> Position | None:
    """Copy some rows; gives the last one, None if that was all."""
    table_id = record.table.id
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
        tx.run(backup_sql.copy_rows(record.number, table_id), (*behind, *last))
    return last


def _count(database: Database, number: int, pace: Pace) -> Generator[None, None, tuple[int, int]]:
    find_end, total = backup_sql.backup_counting(number)
    count, size, behind = 0, 0.0, 0
    while True:
        end = database.storage.total(find_end, (behind, _COUNTED_PER_STEP - 1))
        found = database.storage.total(total, (behind, _LAST_ROW if end is None else end))
        count, size = count + found[0], size + found[1]
        if end is None:
            return count, int(size)
        behind = end
        if pace.is_over():
            yield


def _declare_available(database: Database, record: BackupRecord) -> None:
    while True:
        try:
            with database.storage.transaction() as tx:
                for statement in backup_sql.drop_triggers(record.number):
                    tx.run(statement)
                # Who has deleted it meanwhile must not find it again.
                if tx.run(ledger.FIND_BACKUP, (record.arn,)):
                    save_backup(tx, replace(record, status="AVAILABLE"))
            return
        except StaleCatalog:
            continue


def forget_backup(database: Database, arn: str, *, is_unfinished: bool = False) -> BackupRecord:
    """Take a backup out of the list; its rows stay until they are dropped."""
    record = find_backup(database, arn)
    tables = database.storage.refresh().tables.values()
    is_restored_from = any(
        table.restore is not None and not table.restore.is_done and table.restore.backup_arn == arn
        for table in tables
    )
    if (record.status == "CREATING" and not is_unfinished) or is_restored_from:
        raise StoreError(f"Backup is being created or restored: {arn}", code="BackupInUseException")
    with database.storage.transaction() as tx:
        for statement in backup_sql.drop_triggers(record.number):
            tx.run(statement)
        tx.run(ledger.FORGET_BACKUP, (arn,))
    return replace(record, status="DELETED")


def drop_rows(database: Database, number: int, pace: Pace) -> Generator[None]:
    """Remove what a backup that is not listed any more has left in the file."""
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


def find_orphans(database: Database) -> list[int]:
    """Find the numbers of backups whose rows are there, but which no list has any more."""
    kept = {record.number for record in all_backups(database)}
    names = database.storage.rows(backup_sql.FIND_BACKUP_TABLES)
    return sorted({int(name[1:]) for (name,) in names} - kept)
