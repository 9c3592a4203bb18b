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
    kept = database.totals.get(ids)
    if kept is not None and kept[2] > now - _KEPT_SECONDS:
        return kept[:2]
    count, size = database.storage.total(source.totals, (_NO_LIMIT,))
    # In memory, not in the file: who only asks must not wait for who writes.
    database.totals[ids] = count, int(size), now
    return count, int(size)
