"""A table's definition after a checked UpdateTable request."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from tavola.engine.database import Database
from tavola.engine.storage.catalog import IndexInfo, TableInfo, Throughput, VectorIndexInfo
from tavola.engine.tables.definitions import (
    define_encryption,
    define_index,
    make_vector_index,
    stream_label,
)

__all__ = ["change_table", "deleted_index"]

Request = Mapping[str, Any]


def change_table(database: Database, table: TableInfo, body: Request) -> TableInfo:
    """Apply a request; a new index is CREATING and its id still 0, a deleted one is gone."""
    now = round(database.clock(), 3)
    changed = _change_billing(table, body, now)
    changed = _change_stream(changed, body.get("StreamSpecification"), now)
    for update in body.get("GlobalSecondaryIndexUpdates", ()):
        changed = _change_index(changed, body, update, now)
    for update in body.get("VectorIndexUpdates", ()):
        changed = _change_vector_index(changed, body, update)
    if "SSESpecification" in body:
        changed = replace(changed, encryption=define_encryption(database, body["SSESpecification"]))
    return replace(
        changed,
        is_protected=body.get("DeletionProtectionEnabled", table.is_protected),
        table_class=body.get("TableClass", table.table_class),
        on_demand_limits=_merge(table.on_demand_limits, body.get("OnDemandThroughput")),
        warm_throughput=_merge(table.warm_throughput, body.get("WarmThroughput")),
    )


def deleted_index(table: TableInfo, body: Request) -> IndexInfo | VectorIndexInfo | None:
    """Return the index that a request deletes, if any."""
    for update in body.get("VectorIndexUpdates", ()):
        if "Delete" in update:
            return table.vector_indexes[update["Delete"]["IndexName"]]
    for update in body.get("GlobalSecondaryIndexUpdates", ()):
        if "Delete" in update:
            return table.indexes[update["Delete"]["IndexName"]]
    return None


def _change_billing(table: TableInfo, body: Request, now: float) -> TableInfo:
    mode = body.get("BillingMode", table.billing_mode)
    throughput = _change_throughput(table.throughput, body.get("ProvisionedThroughput"), now)
    if mode == table.billing_mode:
        return replace(table, throughput=throughput)
    if mode == "PROVISIONED":
        return replace(table, billing_mode=mode, throughput=throughput)
    indexes = {
        name: replace(index, throughput=_unprovisioned(index.throughput))
        for name, index in table.indexes.items()
    }
    return replace(
        table,
        billing_mode=mode,
        on_demand_since=now,
        throughput=_unprovisioned(table.throughput),
        indexes=indexes,
    )


def _change_throughput(
    current: Throughput, asked: Mapping[str, int] | None, now: float
) -> Throughput:
    if asked is None:
        return current
    reads, writes = asked["ReadCapacityUnits"], asked["WriteCapacityUnits"]
    is_increased = reads > current.read_units or writes > current.write_units
    is_decreased = reads < current.read_units or writes < current.write_units
    return Throughput(
        reads,
        writes,
        decreases_today=current.decreases_today + is_decreased,
        increased_at=now if is_increased else current.increased_at,
        decreased_at=now if is_decreased else current.decreased_at,
    )


def _unprovisioned(throughput: Throughput) -> Throughput:
    return replace(throughput, read_units=0, write_units=0)


def _change_stream(table: TableInfo, stream: Request | None, now: float) -> TableInfo:
    if stream is None:
        return table
    if not stream["StreamEnabled"]:
        return replace(table, stream=None)
    return replace(table, stream=stream, stream_label=stream_label(now))


def _change_index(table: TableInfo, body: Request, update: Request, now: float) -> TableInfo:
    if "Create" in update:
        index = replace(define_index(update["Create"], is_global=True), status="CREATING")
        types = {each["AttributeName"]: each["AttributeType"] for each in _definitions(body)}
        new = {name: types[name] for name in index.key_attributes if name not in table.key_types}
        return replace(
            table,
            key_types={**table.key_types, **new},
            indexes={**table.indexes, index.name: index},
        )
    if "Delete" in update:
        return _without_index(table, update["Delete"]["IndexName"])
    asked = update["Update"]
    index = table.indexes[asked["IndexName"]]
    changed = replace(
        index,
        throughput=_change_throughput(index.throughput, asked.get("ProvisionedThroughput"), now),
        on_demand_limits=_merge(index.on_demand_limits, asked.get("OnDemandThroughput")),
        warm_throughput=_merge(index.warm_throughput, asked.get("WarmThroughput")),
    )
    return replace(table, indexes={**table.indexes, index.name: changed})


def _change_vector_index(table: TableInfo, body: Request, update: Request) -> TableInfo:
    if "Delete" in update:
        return _without_index(table, update["Delete"]["IndexName"])
    index = replace(make_vector_index(update["Create"]), status="CREATING")
    types = {each["AttributeName"]: each["AttributeType"] for each in _definitions(body)}
    used = {name: types[name] for name, _ in index.search_schema if name not in table.key_types}
    return replace(
        table,
        key_types={**table.key_types, **used},
        vector_indexes={**table.vector_indexes, index.name: index},
    )


def _without_index(table: TableInfo, name: str) -> TableInfo:
    indexes = {key: index for key, index in table.indexes.items() if key != name}
    vectors = {key: index for key, index in table.vector_indexes.items() if key != name}
    used = {attribute for index in indexes.values() for attribute in index.key_attributes}
    used.update(each for index in vectors.values() for each, _ in index.search_schema)
    used.update(table.key_attributes)
    types = {key: kind for key, kind in table.key_types.items() if key in used}
    return replace(table, key_types=types, indexes=indexes, vector_indexes=vectors)


def _definitions(body: Request) -> list[dict[str, Any]]:
    definitions: list[dict[str, Any]] = body.get("AttributeDefinitions", [])
    return definitions


def _merge(
    current: Mapping[str, int] | None, asked: Mapping[str, int] | None
) -> Mapping[str, int] | None:
    if asked is None:
        return current
    # DynamoDB: -1 takes a limit away.
    merged = {name: value for name, value in {**(current or {}), **asked}.items() if value != -1}
    return merged or None
