# ruff: noqa: S608 - the names in these texts are numbers that the file itself counted
"""The SQL of one table: its layout in SQLite and every statement that reads or writes it.

Each DynamoDB table is one SQLite table without rowid, ordered by `pk` (hash ‖ key bytes) and `sk`;
each secondary index is two or four columns of the same row and a partial SQLite index on them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = [
    "IndexStatements",
    "TableStatements",
    "add_index",
    "create_table",
    "drop_index",
    "drop_table",
    "index_columns",
    "index_statements",
    "table_statements",
]

BASE_COLUMNS = ("pk", "sk", "item", "size", "expires")


@dataclass(frozen=True, slots=True)
class Reading:
    """The four ways to read a range; every range is half open, `low <= key < high`.

    Bytes need no other: see `after` and `after_prefix` in layout.py.
    """

    ascending: str
    descending: str
    ascending_after: str
    descending_after: str


@dataclass(frozen=True, slots=True)
class TableStatements:
    """Statements on the table itself."""

    get: str
    put: str
    delete: str
    query: Reading
    scan: Reading
    collection_size: str
    totals: str
    step: str
    set_expiry: str
    expired: str


@dataclass(frozen=True, slots=True)
class IndexStatements:
    """Statements on one secondary index; `fetch` adds the whole item to what is projected."""

    query: Reading
    fetch: Reading
    scan: Reading
    totals: str
    backfill: str


def index_columns(index_id: int, *, projected: bool) -> tuple[str, ...]:
    """Name the columns of an index; one that projects everything needs no copy of the item."""
    keys = (f"g{index_id}_pk", f"g{index_id}_sk")
    return (*keys, f"g{index_id}_item", f"g{index_id}_size") if projected else keys


def create_table(table_id: int) -> tuple[str, ...]:
    """Make the SQLite table; its indexes are added one by one."""
    return (
        f"CREATE TABLE t{table_id} (pk BLOB NOT NULL, sk BLOB NOT NULL, item BLOB NOT NULL,"
        " size INTEGER NOT NULL, expires INTEGER, PRIMARY KEY (pk, sk)) WITHOUT ROWID",
        f"CREATE INDEX t{table_id}_expires ON t{table_id} (expires) WHERE expires IS NOT NULL",
    )


def drop_table(table_id: int) -> tuple[str, ...]:
    """Remove the SQLite table with all its indexes."""
    return (f"DROP TABLE t{table_id}",)


def add_index(table_id: int, index_id: int, *, projected: bool) -> tuple[str, ...]:
    """Add an index's columns and the SQLite index over its keys."""
    name, pk, sk = f"t{table_id}_g{index_id}", f"g{index_id}_pk", f"g{index_id}_sk"
    return (
        *(
            f"ALTER TABLE t{table_id} ADD COLUMN {column} {_column_type(column)}"
            for column in index_columns(index_id, projected=projected)
        ),
        f"CREATE INDEX {name} ON t{table_id} ({pk}, {sk}) WHERE {pk} IS NOT NULL",
    )


def drop_index(table_id: int, index_id: int, *, projected: bool) -> tuple[str, ...]:
    """Remove an index and its columns."""
    return (
        f"DROP INDEX t{table_id}_g{index_id}",
        *(
            f"ALTER TABLE t{table_id} DROP COLUMN {column}"
            for column in index_columns(index_id, projected=projected)
        ),
    )


def table_statements(table_id: int, columns: Sequence[str]) -> TableStatements:
    """Write the statements of a table whose index columns are `columns`."""
    table = f"t{table_id}"
    written = (*BASE_COLUMNS, *columns)
    changed = ", ".join(f"{column} = excluded.{column}" for column in written[2:])
    return TableStatements(
        get=f"SELECT item, size FROM {table} WHERE pk = ? AND sk = ?",
        # An upsert, not a REPLACE: index entries whose keys stay the same are not touched.
        put=f"INSERT INTO {table} ({', '.join(written)}) VALUES ({', '.join('?' * len(written))})"
        f" ON CONFLICT (pk, sk) DO UPDATE SET {changed}",
        delete=f"DELETE FROM {table} WHERE pk = ? AND sk = ?",
        query=_reading(f"SELECT item, size FROM {table}", "pk = ?", "sk", ("sk",)),
        scan=_reading(f"SELECT item, size FROM {table}", "", "pk", ("pk", "sk")),
        collection_size=f"SELECT total(size) FROM {table} WHERE pk = ?",
        totals=f"SELECT count(*), total(size) FROM {table}",
        step=f"SELECT pk, sk, item FROM {table} WHERE (pk, sk) > (?, ?) ORDER BY pk, sk LIMIT ?",
        set_expiry=f"UPDATE {table} SET expires = ? WHERE pk = ? AND sk = ?",
        expired=f"SELECT pk, sk FROM {table} INDEXED BY {table}_expires"
        " WHERE expires > ? AND expires < ? ORDER BY expires LIMIT ?",
    )


def index_statements(table_id: int, index_id: int, *, projected: bool) -> IndexStatements:
    """Write the statements of one index."""
    pk, sk = f"g{index_id}_pk", f"g{index_id}_sk"
    item, size = (f"g{index_id}_item", f"g{index_id}_size") if projected else ("item", "size")
    source = f"FROM t{table_id} INDEXED BY t{table_id}_g{index_id}"
    entries = f"SELECT {item}, {size} {source}"
    changed = ", ".join(f"{column} = ?" for column in index_columns(index_id, projected=projected))
    return IndexStatements(
        query=_reading(entries, f"{pk} = ?", sk, (sk, "pk", "sk")),
        fetch=_reading(
            f"SELECT {item}, {size}, item, size {source}", f"{pk} = ?", sk, (sk, "pk", "sk")
        ),
        scan=_reading(entries, "", pk, (pk, sk, "pk", "sk")),
        totals=f"SELECT count(*), total({size}) {source} WHERE {pk} IS NOT NULL",
        backfill=f"UPDATE t{table_id} SET {changed} WHERE pk = ? AND sk = ?",
    )


def _reading(select: str, partition: str, bounded: str, order: tuple[str, ...]) -> Reading:
    where = f"{select} WHERE {partition} AND " if partition else f"{select} WHERE "
    limits = f"{bounded} >= ? AND {bounded} < ?"
    position, marks = ", ".join(order), ", ".join("?" * len(order))
    # A start position takes the place of the bound on its side: with both, SQLite might seek to
    # the bound and walk from there.
    upwards = f" ORDER BY {position}"
    downwards = " ORDER BY " + ", ".join(f"{column} DESC" for column in order)
    return Reading(
        ascending=f"{where}{limits}{upwards}",
        descending=f"{where}{limits}{downwards}",
        ascending_after=f"{where}({position}) > ({marks}) AND {bounded} < ?{upwards}",
        descending_after=f"{where}{bounded} >= ? AND ({position}) < ({marks}){downwards}",
    )


def _column_type(column: str) -> str:
    return "INTEGER" if column.endswith("_size") else "BLOB"
