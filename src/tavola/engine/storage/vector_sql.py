# ruff: noqa: S608 - the names in these texts are numbers that the file itself counted
"""The SQL of vector indexes: how one is read, and the log by which copies in memory stay right.

A search compares with vectors that were read before and are kept in memory. Triggers write down
which entries of an index have changed since, in the transaction that changes them and whoever does
it: a put, a transaction, a time to live, another process. The log is short; whoever has missed its
beginning reads the whole index again.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from tavola.engine.storage.sql import add_index, drop_index, slot_columns

__all__ = [
    "KEPT_CHANGES",
    "LAST_CHANGE",
    "VectorStatements",
    "add_vector_index",
    "drop_vector_index",
    "vector_statements",
]

KEPT_CHANGES: Final = 50_000
_LOG: Final = (
    "CREATE TABLE IF NOT EXISTS vector_changes (sequence INTEGER PRIMARY KEY AUTOINCREMENT,"
    " entry INTEGER NOT NULL, part BLOB NOT NULL, pk BLOB NOT NULL, sk BLOB NOT NULL)",
    "CREATE INDEX IF NOT EXISTS vector_changes_entry ON vector_changes (entry, part, sequence)",
)
# Versions of Tavola that know no vector indexes would leave their columns as they are; those read
# formats 1 and 2.
_FORMAT: Final = "PRAGMA user_version = 3"
_LAST: Final = "(SELECT seq FROM sqlite_sequence WHERE name = 'vector_changes')"
# Each new line takes at most two old ones away: no write pays for all that others have left.
_TRIM: Final = (
    "DELETE FROM vector_changes WHERE sequence IN (SELECT sequence FROM vector_changes"
    f" WHERE sequence <= {_LAST} - {KEPT_CHANGES} ORDER BY sequence LIMIT 2)"
)
LAST_CHANGE: Final = f"SELECT coalesce({_LAST}, 0)"


class VectorStatements(Struct, frozen=True):
    """Statements on one vector index."""

    count: str
    """How many entries a partition has, counted up to a limit."""
    page: str
    """The next entries of a partition, in the order of the primary key."""
    entry: str
    """One entry with its item."""
    changes: str
    """What has changed in a partition behind a place in the log."""


def vector_statements(table_id: int, index_id: int, slot: int) -> VectorStatements:
    """Write the statements of one vector index."""
    part, mark, data, _ = slot_columns(slot)
    source = f"FROM t{table_id} INDEXED BY t{table_id}_i{index_id} WHERE {part} = ?"
    return VectorStatements(
        count=f"SELECT count(*) FROM (SELECT 1 {source} LIMIT ?)",
        page=f"SELECT pk, sk, {data} {source} AND {mark} = x'' AND (pk, sk) > (?, ?)"
        " ORDER BY pk, sk LIMIT ?",
        entry=f"SELECT {data}, item FROM t{table_id} WHERE pk = ? AND sk = ? AND {part} = ?",
        changes="SELECT sequence, pk, sk FROM vector_changes"
        f" WHERE entry = {index_id} AND part = ? AND sequence > ? ORDER BY sequence LIMIT ?",
    )


def add_vector_index(
    table_id: int, index_id: int, slot: int, *, is_in_earlier_format: bool
) -> tuple[str, ...]:
    """Add the SQLite index over the partitions in a slot, and what logs its changes."""
    part, _, data, _ = slot_columns(slot)
    has_changed = f"OLD.{data} IS NOT NEW.{data} OR OLD.{part} IS NOT NEW.{part}"
    return (
        *_LOG,
        *((_FORMAT,) if is_in_earlier_format else ()),
        *add_index(table_id, index_id, slot),
        _trigger(table_id, index_id, "INSERT", f"NEW.{part} IS NOT NULL", (f"NEW.{part}",)),
        _trigger(table_id, index_id, "DELETE", f"OLD.{part} IS NOT NULL", (f"OLD.{part}",)),
        _trigger(table_id, index_id, "UPDATE", has_changed, (f"OLD.{part}", f"NEW.{part}")),
    )


def drop_vector_index(table_id: int, index_id: int) -> tuple[str, ...]:
    """Remove a vector index; its slot is cleared later."""
    events = ("insert", "delete", "update")
    triggers = (f"DROP TRIGGER t{table_id}_v{index_id}_{event}" for event in events)
    return (*drop_index(table_id, index_id), *triggers)


def _trigger(table_id: int, index_id: int, event: str, when: str, parts: tuple[str, ...]) -> str:
    row = "OLD" if event == "DELETE" else "NEW"
    lines = " ".join(
        f"INSERT INTO vector_changes (entry, part, pk, sk) SELECT {index_id}, {part}, {row}.pk,"
        f" {row}.sk WHERE {part} IS NOT NULL;"
        for part in parts
    )
    return (
        f"CREATE TRIGGER t{table_id}_v{index_id}_{event.lower()} AFTER {event} ON t{table_id}"
        f" WHEN {when} BEGIN {lines} {_TRIM}; END"
    )
