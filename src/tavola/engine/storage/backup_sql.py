# ruff: noqa: S608 - the names in these texts are numbers that the file itself counted
"""The SQL of on-demand backups: the rows of each, and triggers that keep them of one moment.

A backup is copied in short steps while others write. From its first moment on, triggers save what
those writes replace or delete before the copy has come to it, and remember what was not there yet
(a row without an item). They stand in the file, so every process that writes to it keeps them.
"""

from __future__ import annotations

from typing import Final

__all__ = [
    "FIND_BACKUP_TABLES",
    "FIND_SQLITE_TABLE",
    "backup_counting",
    "begin_backup",
    "copy_rows",
    "drop_backup",
    "drop_triggers",
    "find_rows",
    "read_backup",
    "row_deletion",
]

FIND_BACKUP_TABLES: Final = (
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'b[0-9]*'"
)
FIND_SQLITE_TABLE: Final = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"


def begin_backup(number: int, table_id: int) -> tuple[str, ...]:
    """Make the table of a backup and the triggers that fill it when others write."""
    return (
        f"CREATE TABLE b{number} (pk BLOB NOT NULL, sk BLOB NOT NULL, size INTEGER NOT NULL,"
        " item BLOB, PRIMARY KEY (pk, sk))",
        _trigger(number, table_id, "UPDATE", "OLD", "OLD.size, OLD.item"),
        _trigger(number, table_id, "DELETE", "OLD", "OLD.size, OLD.item"),
        # After an insert only: an upsert that ends as an update fires what stands before one too.
        _trigger(number, table_id, "INSERT", "NEW", "0, NULL"),
    )


def _trigger(number: int, table_id: int, event: str, row: str, kept: str) -> str:
    return (
        f"CREATE TRIGGER b{number}_{event.lower()} AFTER {event} ON t{table_id} BEGIN"
        f" INSERT INTO b{number} SELECT {row}.pk, {row}.sk, {kept} WHERE NOT EXISTS"
        f" (SELECT 1 FROM b{number} WHERE pk = {row}.pk AND sk = {row}.sk); END"
    )


def drop_triggers(number: int) -> tuple[str, ...]:
    """Write how to end the copying of what others change."""
    events = ("update", "delete", "insert")
    return tuple(f"DROP TRIGGER IF EXISTS b{number}_{event}" for event in events)


def find_rows(table_id: int) -> str:
    """Write how to find the next rows to copy, with their sizes."""
    return f"SELECT pk, sk, size FROM t{table_id} WHERE (pk, sk) > (?, ?) ORDER BY pk, sk LIMIT ?"


def copy_rows(number: int, table_id: int) -> str:
    """Write how to copy a range of rows that no trigger has copied yet."""
    return (
        f"INSERT INTO b{number} SELECT pk, sk, size, item FROM t{table_id} AS source"
        " WHERE (pk, sk) > (?, ?) AND (pk, sk) <= (?, ?) AND NOT EXISTS"
        f" (SELECT 1 FROM b{number} WHERE pk = source.pk AND sk = source.sk)"
    )


def backup_counting(number: int) -> tuple[str, str]:
    """Write how to find the end of a stretch of rows, and how to count its items and bytes."""
    return (
        f"SELECT rowid FROM b{number} WHERE rowid > ? ORDER BY rowid LIMIT 1 OFFSET ?",
        f"SELECT count(*), total(size) FROM b{number}"
        " WHERE rowid > ? AND rowid <= ? AND item IS NOT NULL",
    )


def read_backup(number: int) -> str:
    """Write how to read the next items of a backup."""
    return (
        f"SELECT pk, sk, size, item FROM b{number} WHERE (pk, sk) > (?, ?) AND item IS NOT NULL"
        " ORDER BY pk, sk LIMIT ?"
    )


def row_deletion(number: int) -> tuple[str, str]:
    """Write how to delete some rows, whichever, and how to find one that is left."""
    return (
        f"DELETE FROM b{number} WHERE rowid IN (SELECT rowid FROM b{number} LIMIT ?)",
        f"SELECT 1 FROM b{number} LIMIT 1",
    )


def drop_backup(number: int) -> str:
    """Write how to remove a backup's table."""
    return f"DROP TABLE b{number}"
