"""What a write reports about itself: consumed capacity and item collection metrics."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tavola.engine.database import Database
from tavola.engine.items.capacity_units import (
    Consumption,
    collection_range,
    entry_write_units,
    write_units,
)
from tavola.engine.items.writes import ItemWrite, encode
from tavola.engine.storage.collection_limit import FILE_BYTES

__all__ = ["collection_metrics", "respond", "units_by_table", "wants_report"]


def wants_report(body: Mapping[str, Any]) -> bool:
    """Return whether a request asks for capacity, for which a write must know what it replaces."""
    return body.get("ReturnConsumedCapacity") in ("TOTAL", "INDEXES")


def respond(
    database: Database,
    body: Mapping[str, Any],
    write: ItemWrite,
    attributes: Mapping[str, Any] | None,
) -> bytes:
    """Write the response of an action on one item."""
    response: dict[str, Any] = {}
    if attributes:
        response["Attributes"] = attributes
    if wants_report(body):
        (consumed,) = units_by_table([write]).values()
        response["ConsumedCapacity"] = consumed.report(body["ReturnConsumedCapacity"])
    if body.get("ReturnItemCollectionMetrics") == "SIZE" and write.table.local_indexes:
        response["ItemCollectionMetrics"] = _metrics(database, write)
    return encode(response) if response else b"{}"


def units_by_table(
    writes: Iterable[ItemWrite], *, factor: float = 1.0, kind: str | None = None
) -> dict[str, Consumption]:
    """Add up what writes consume of each table; a transaction's factor is two."""
    totals: dict[str, Consumption] = {}
    for write in writes:
        total = totals.setdefault(write.table.name, Consumption(write.table, kind))
        total.table_units += factor * write_units(write.table_size)
        for name, (before, after) in write.index_entries().items():
            units = entry_write_units(before, after)
            if units:
                total.add_index(name, units)
        for name, size in write.vector_bytes().items():
            total.add_vector(name, size)
    return totals


def collection_metrics(
    database: Database, writes: Iterable[ItemWrite]
) -> dict[str, list[dict[str, Any]]]:
    """Report each item collection that was written, by table; only local indexes make them."""
    seen: set[tuple[str, bytes]] = set()
    metrics: dict[str, list[dict[str, Any]]] = {}
    for write in writes:
        collection = (write.table.name, write.pk)
        if write.table.local_indexes and collection not in seen:
            seen.add(collection)
            metrics.setdefault(write.table.name, []).append(_metrics(database, write))
    return metrics


def _metrics(database: Database, write: ItemWrite) -> dict[str, Any]:
    table = write.table
    name = table.partition_key
    return {
        "ItemCollectionKey": {name: write.key[name]},
        "SizeEstimateRangeGB": _collection_range(database, write),
    }


def _collection_range(database: Database, write: ItemWrite) -> list[float]:
    """The gigabytes of a collection; it is read only if all items together are in another range."""
    total = database.storage.total
    least = collection_range(0)
    if collection_range(total(FILE_BYTES)) == least:
        return least
    return collection_range(int(total(write.table.statements.collection_size, (write.pk,))))
