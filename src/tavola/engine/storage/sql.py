# ruff: noqa: S608 - the names in these texts are numbers that the file itself counted
"""The SQL of one table: its layout in SQLite and every statement that reads or writes it.

Each DynamoDB table is one SQLite table with an index on `pk` (hash ‖ key bytes) and `sk`; each
secondary index has a slot, up to four columns of the same row, and a partial SQLite index.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

__all__ = [
    "IndexStatements",
    "TableStatements",
    "add_index",
    "add_slot",
    "create_table",
    "drop_index",
    "drop_table",
    "index_columns",
    "index_statements",
    "row_deletion",
    "slot_clearing",
    "table_statements",
]

BASE_COLUMNS = ("pk", "sk", "item", "size", "expires")


class RangeStatements(Struct, frozen=True):
    """The four ways to read a range; every range is half open, `low <= key < high`.

    Bytes need no other: see `after` and `after_prefix` in key_encoding.py.
    """

    ascending: str
    descending: str
    ascending_after: str
    descending_after: str


class TableStatements(Struct, frozen=True):
    """Statements on the table itself."""

    get: str
    compare: str
    """Whether an item is what it was, without handing it out."""
    put: str
    replace: str | None
    """Puts an item that is there with the same index keys, without touching an index; None for a
    table that has none."""
    delete: str
    query: RangeStatements
    scan: RangeStatements
    collection_size: str
    row_after: str
    totals: str
    step: str
    set_expiry: str
    expired: str


class IndexStatements(Struct, frozen=True):
    """Statements on one secondary index; `fetch` adds the whole item to what is projected."""

    query: RangeStatements
    fetch: RangeStatements
    scan: RangeStatements
    totals: str
    backfill: str


def index_columns(slot: int, *, projected: bool) -> tuple[str, ...]:
    """Name the columns of an index; one that projects everything needs no copy of the item."""
    columns = slot_columns(slot)
    return columns if projected else columns[:2]


def slot_columns(slot: int) -> tuple[str, str, str, str]:
    """Name the columns that one index after another may use."""
    return f"g{slot}_pk", f"g{slot}_sk", f"g{slot}_item", f"g{slot}_size"


def create_table(table_id: int) -> tuple[str, ...]:
    """Make the SQLite table; its indexes are added one by one.

    It has a rowid: without one, SQLite keeps whole items in the inner nodes of the tree, which
    gets deep, and splits them at every other insert.
    """
    return (
        f"CREATE TABLE t{table_id} (pk BLOB NOT NULL, sk BLOB NOT NULL, item BLOB NOT NULL,"
        " size INTEGER NOT NULL, expires INTEGER, PRIMARY KEY (pk, sk))",
        f"CREATE INDEX t{table_id}_expires ON t{table_id} (expires) WHERE expires IS NOT NULL",
    )


FORMAT = "PRAGMA user_version"
"""Gives the file's format, see sqlite.py."""
FIND_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 't[0-9]*'"
FIND_LEFT_TABLE = (
    "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
    " AND NOT EXISTS (SELECT 1 FROM catalog WHERE id = ?)"
)
"""Finds a SQLite table that is no longer in the catalog."""


def drop_table(table_id: int) -> str:
    """Remove the SQLite table with all its indexes."""
    return f"DROP TABLE t{table_id}"


def row_deletion(table_id: int) -> tuple[str, str]:
    """Write how to delete some rows, whichever, and how to find one that is left."""
    return (
        f"DELETE FROM t{table_id} WHERE rowid IN (SELECT rowid FROM t{table_id} LIMIT ?)",
        f"SELECT 1 FROM t{table_id} LIMIT 1",
    )


def add_slot(table_id: int, slot: int) -> tuple[str, ...]:
    """Add the columns of a new slot."""
    return tuple(
        f"ALTER TABLE t{table_id} ADD COLUMN {column} {_column_type(column)}"
        for column in slot_columns(slot)
    )


def add_index(table_id: int, index_id: int, slot: int) -> tuple[str, ...]:
    """Add the SQLite index over the keys in a slot; the primary key breaks ties."""
    pk, sk, _, _ = slot_columns(slot)
    return (
        f"CREATE INDEX t{table_id}_i{index_id} ON t{table_id} ({pk}, {sk}, pk, sk)"
        f" WHERE {pk} IS NOT NULL",
    )


def drop_index(table_id: int, index_id: int) -> tuple[str, ...]:
    """Remove an index; its slot is cleared later, because SQLite drops columns in one long step."""
    return (f"DROP INDEX t{table_id}_i{index_id}",)


def slot_clearing(table_id: int, slot: int) -> tuple[str, str]:
    """Write how to find the next items that still fill a slot, and how to clear one of them."""
    cleared = ", ".join(f"{column} = NULL" for column in slot_columns(slot))
    return (
        f"SELECT pk, sk, '{{}}' FROM t{table_id} WHERE (pk, sk) > (?, ?)"
        f" AND {slot_columns(slot)[0]} IS NOT NULL ORDER BY pk, sk LIMIT ?",
        f"UPDATE t{table_id} SET {cleared} WHERE pk = ? AND sk = ?",
    )


def table_statements(table_id: int, columns: Sequence[str]) -> TableStatements:
    """Write the statements of a table whose index columns are `columns`."""
    table = f"t{table_id}"
    written = (*BASE_COLUMNS, *columns)
    changed = ", ".join(f"{column} = excluded.{column}" for column in written[2:])
    return TableStatements(
        get=f"SELECT item, size FROM {table} WHERE pk = ? AND sk = ?",
        compare=f"SELECT item = ? FROM {table} WHERE pk = ? AND sk = ?",
        # An upsert, not a REPLACE, which would delete and insert the row.
        put=f"INSERT INTO {table} ({', '.join(written)}) VALUES ({', '.join('?' * len(written))})"
        f" ON CONFLICT (pk, sk) DO UPDATE SET {changed}",
        replace=_replace(table, written) if columns else None,
        delete=f"DELETE FROM {table} WHERE pk = ? AND sk = ?",
        query=_reading(f"SELECT item, size FROM {table}", "pk = ?", "sk", ("sk",)),
        scan=_reading(f"SELECT item, size FROM {table}", "", "pk", ("pk", "sk")),
        collection_size=f"SELECT total(size) FROM {table} WHERE pk = ?",
        row_after=f"SELECT rowid FROM {table} WHERE rowid > ? ORDER BY rowid LIMIT 1 OFFSET ?",
        totals=f"SELECT count(*), total(size) FROM {table} WHERE rowid > ? AND rowid <= ?",
        step=f"SELECT pk, sk, item FROM {table} WHERE (pk, sk) > (?, ?) ORDER BY pk, sk LIMIT ?",
        set_expiry=f"UPDATE {table} SET expires = ? WHERE pk = ? AND sk = ?",
        expired=f"SELECT pk, sk FROM {table} INDEXED BY {table}_expires"
        " WHERE expires > ? AND expires < ? ORDER BY expires LIMIT ?",
    )


def _replace(table: str, written: Sequence[str]) -> str:
    # SQLite rewrites the entries of an index when its columns are assigned, changed or not.
    copies = ("item", "size")
    with_ids = [(column, f"?{number}") for number, column in enumerate(written, 1)]
    assigned = (f"{name} = {mark}" for name, mark in with_ids if name.endswith(copies))
    kept = (f"{name} IS {mark}" for name, mark in with_ids if not name.endswith(copies))
    return f"UPDATE {table} SET {', '.join(assigned)} WHERE {' AND '.join(kept)}"


def index_statements(
    table_id: int, index_id: int, slot: int, *, projected: bool
) -> IndexStatements:
    """Write the statements of one index."""
    pk, sk, *copies = slot_columns(slot)
    item, size = copies if projected else ("item", "size")
    # Its number is never used again, so nobody reads another index for one that is gone.
    source = f"FROM t{table_id} INDEXED BY t{table_id}_i{index_id}"
    entries = f"SELECT {item}, {size} {source}"
    changed = ", ".join(f"{column} = ?" for column in index_columns(slot, projected=projected))
    return IndexStatements(
        query=_reading(entries, f"{pk} = ?", sk, (sk, "pk", "sk")),
        fetch=_reading(
            f"SELECT {item}, {size}, item, size {source}", f"{pk} = ?", sk, (sk, "pk", "sk")
        ),
        scan=_reading(entries, "", pk, (pk, sk, "pk", "sk")),
        totals=f"SELECT count(*), total({size}) FROM t{table_id}"
        f" WHERE rowid > ? AND rowid <= ? AND {pk} IS NOT NULL",
        backfill=f"UPDATE t{table_id} SET {changed} WHERE pk = ? AND sk = ?",
    )


def _reading(select: str, partition: str, bounded: str, order: tuple[str, ...]) -> RangeStatements:
    where = f"{select} WHERE {partition} AND " if partition else f"{select} WHERE "
    limits = f"{bounded} >= ? AND {bounded} < ?"
    position, marks = ", ".join(order), ", ".join("?" * len(order))
    # A start position takes the place of the bound on its side: with both, SQLite might seek to
    # the bound and walk from there.
    upwards = f" ORDER BY {position}"
    downwards = " ORDER BY " + ", ".join(f"{column} DESC" for column in order)
    return RangeStatements(
        ascending=f"{where}{limits}{upwards}",
        descending=f"{where}{limits}{downwards}",
        ascending_after=f"{where}({position}) > ({marks}) AND {bounded} < ?{upwards}",
        descending_after=f"{where}{bounded} >= ? AND ({position}) < ({marks}){downwards}",
    )


def _column_type(column: str) -> str:
    return "INTEGER" if column.endswith("_size") else "BLOB"
