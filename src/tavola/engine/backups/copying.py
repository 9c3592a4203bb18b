"""Copies a table into a backup and takes backups out of the list (tables/moments.py copies)."""

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
from tavola.engine.storage.storage import StaleCatalog
from tavola.engine.tables.moments import begin_moment, copy_moment, end_moment
from tavola.engine.transfers.transfers import transfer_id
from tavola.errors import StoreError

__all__ = ["begin_backup", "complete_backup", "find_orphans", "forget_backup"]

_COUNTED_PER_STEP: Final = 500
_LAST_ROW: Final = (1 << 63) - 1


def begin_backup(database: Database, table: TableInfo, name: str) -> BackupRecord:
    """Fix the moment that a backup is of."""
    now = round(database.clock(), 3)
    with database.storage.transaction() as tx:
        record = BackupRecord(
            arn=f"{table.arn}/backup/{transfer_id(database, now)}",
            name=name,
            number=begin_moment(tx, table.id),
            created_at=now,
            table=table,
        )
        save_backup(tx, record)
    return record


def complete_backup(database: Database, record: BackupRecord, pace: Pace) -> Generator[None]:
    """Copy what no trigger has copied, then declare the backup available."""
    yield from copy_moment(database, record.number, record.table.id, pace)
    count, size = yield from _count(database, record.number, pace)
    _declare_available(database, replace(record, item_count=count, size=size))


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
                end_moment(tx, record.number)
                # Whoever has deleted it meanwhile must not find it again.
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
        end_moment(tx, record.number)
        tx.run(ledger.FORGET_BACKUP, (arn,))
    return replace(record, status="DELETED")


def find_orphans(database: Database) -> list[int]:
    """Find the numbers of backups whose rows are there, but which no list has any more."""
    kept = {record.number for record in all_backups(database)}
    names = database.storage.rows(backup_sql.FIND_BACKUP_TABLES)
    return sorted({int(name[1:]) for (name,) in names} - kept)
