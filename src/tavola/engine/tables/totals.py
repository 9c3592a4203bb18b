"""How many items a table or an index has, and their size.

Small ones are counted each time; large ones every six hours, as DynamoDB does, because counting
reads them whole. That goes in steps, so it may see some of what is written meanwhile.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Final

from tavola.engine.database import Database
from tavola.engine.pacing import Pace
from tavola.engine.storage.catalog import IndexInfo, TableInfo, VectorIndexInfo

__all__ = ["Totals", "count_items"]

Totals = Mapping[int, tuple[int, int]]
"""Items and their bytes, by the number of an index; 0 is the table itself."""

_COUNTED_EACH_TIME: Final = 10_000
# DynamoDB: counts and sizes are updated about every six hours. API reference, TableDescription.
_KEPT_SECONDS: Final = 6 * 60 * 60
# Rows of 4 KB stand on a page each, and a page that was not read lately takes some microseconds.
_ROWS_PER_STEP: Final = 500
_NO_ROW: Final = -(1 << 63)
_LAST_ROW: Final = (1 << 63) - 1


def count_items(database: Database, table: TableInfo, pace: Pace) -> Generator[None, None, Totals]:
    """Count the items of a table and of each of its indexes, in steps."""
    is_large = yield from _is_large(database, table, pace)
    now = database.clock()
    if is_large:
        totals, counted_at = database.totals.get(table.id, ({}, 0.0))
        is_whole = totals.keys() >= {index.id for index in table.every_index}
        if is_whole and counted_at > now - _KEPT_SECONDS:
            return totals
    totals = {0: (yield from _count(database, table, None, pace))}
    for index in table.every_index:
        totals[index.id] = yield from _count(database, table, index, pace)
    if is_large:
        # In memory, not in the file: who only asks must not wait for who writes.
        database.totals[table.id] = totals, now
    return totals


def _is_large(database: Database, table: TableInfo, pace: Pace) -> Generator[None, None, bool]:
    """Whether a table has too many items to be counted each time."""
    row_after, behind = table.statements.row_after, _NO_ROW
    for _ in range(_COUNTED_EACH_TIME // _ROWS_PER_STEP):
        end = database.storage.total(row_after, (behind, _ROWS_PER_STEP - 1))
        if end is None:
            return False
        behind = end
        if pace.is_over():
            yield
    return database.storage.total(row_after, (behind, 0)) is not None


def _count(
    database: Database, table: TableInfo, index: IndexInfo | VectorIndexInfo | None, pace: Pace
) -> Generator[None, None, tuple[int, int]]:
    total = database.storage.total
    source = table.statements if index is None else table.index_statements(index)
    count, size, behind = 0, 0.0, _NO_ROW
    while True:
        end = total(table.statements.row_after, (behind, _ROWS_PER_STEP - 1))
        found = total(source.totals, (behind, _LAST_ROW if end is None else end))
        count, size = count + found[0], size + found[1]
        if end is None:
            return count, int(size)
        behind = end
        if pace.is_over():
            yield
