"""What a write costs where vectors are indexed, in bytes.

# DynamoDB: an index whose entry changes is written with the larger of its sizes before and after,
# at least 1,024 bytes; the vector itself has 4 bytes per dimension, in the table too. Measured on
# AWS by the dynamodb-conformance suite, August and October 2026.
"""

from __future__ import annotations

from typing import Final

from tavola.engine.storage.catalog import TableInfo, VectorIndexInfo
from tavola.engine.storage.vector_rows import (
    FLOAT_BYTES,
    entry_of,
    entry_size,
    projected_entry,
)
from tavola.values import Item, value_size

__all__ = ["LEAST_VECTOR_BYTES", "billed_size", "changed_vector_bytes"]

LEAST_VECTOR_BYTES: Final = 1024


def changed_vector_bytes(table: TableInfo, old: Item | None, new: Item | None) -> dict[str, float]:
    """Return the bytes written to each vector index whose entry changes."""
    changed: dict[str, float] = {}
    for index in table.vector_indexes.values():
        before, after = _view(table, index, old), _view(table, index, new)
        if before != after:
            sizes = (each[2] for each in (before, after) if each is not None)
            changed[index.name] = float(max(LEAST_VECTOR_BYTES, *sizes))
    return changed


def billed_size(table: TableInfo, item: Item | None, size: int) -> int:
    """Return the bytes of an item whose indexed vectors count as packed ones."""
    if item is None:
        return size
    dimensions = {index.attribute: index.dimensions for index in table.vector_indexes.values()}
    for name, count in dimensions.items():
        value = item.get(name)
        if value is not None and len(value.get("L", ())) == count:
            size += FLOAT_BYTES * count - value_size(value)
    return size


def _view(
    table: TableInfo, index: VectorIndexInfo, item: Item | None
) -> tuple[tuple[bytes, bytes], Item, int] | None:
    entry = None if item is None else entry_of(table, index, item)
    if item is None or entry is None:
        return None
    return entry, projected_entry(table, index, item), entry_size(table, index, item)
