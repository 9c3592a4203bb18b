"""How many items a table or an index has, and their size.

Small ones are counted each time; large ones every six hours, as DynamoDB does, because counting
reads them whole.
"""

from __future__ import annotations

from typing import Final

from tavola.engine.database import Database
from tavola.engine.storage.catalog import IndexInfo, TableInfo

__all__ = ["count_items"]

_COUNTED_EACH_TIME: Final = 10_000
# DynamoDB: counts and sizes are updated about every six hours. API reference, TableDescription.
_KEPT_SECONDS: Final = 6 * 60 * 60
_NO_LIMIT: Final = -1


def count_items(
    database: Database, table: TableInfo, index: IndexInfo | None = None
) -> tuple[int, int]:
    """Return the number of items and their bytes."""
    source = table.statements if index is None else table.index_statements(index)
    count, size = database.storage.total(source.totals, (_COUNTED_EACH_TIME + 1,))
    if count <= _COUNTED_EACH_TIME:
        return count, int(size)
    ids = (table.id, 0 if index is None else index.id)
    now = database.clock()
    kept = database.storage.find_totals(ids, since=now - _KEPT_SECONDS)
    if kept is not None:
        return kept
    count, size = database.storage.total(source.totals, (_NO_LIMIT,))
    with database.storage.transaction() as tx:
        tx.keep_totals(ids, (count, int(size)), now=now)
    return count, int(size)
