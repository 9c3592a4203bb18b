"""UpdateTable: changes a table's settings, or adds or deletes one of its indexes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from tavola.engine.action import Action
from tavola.engine.database import Database
from tavola.engine.pacing import UNPACED, Pace, Steps, finish
from tavola.engine.request.shapes import Fields, ListShape, StructureShape
from tavola.engine.request.table_shapes import (
    GLOBAL_INDEX_FIELDS,
    INDEX_NAME,
    MANAGED_TABLE_NAME,
    ON_DEMAND_THROUGHPUT,
    SETTINGS_FIELDS,
    VECTOR_INDEX_FIELDS,
    WARM_THROUGHPUT,
    attribute_definitions,
    throughput,
)
from tavola.engine.storage import sql
from tavola.engine.storage.catalog import IndexInfo, TableInfo, VectorIndexInfo
from tavola.engine.storage.storage import StorageTransaction
from tavola.engine.storage.vector_sql import drop_vector_index
from tavola.engine.streams.table_streams import close_stream, open_stream
from tavola.engine.tables.backfill import complete
from tavola.engine.tables.definitions import new_vector_index
from tavola.engine.tables.descriptions import describe_table
from tavola.engine.tables.rules.lenient_rules import accept_leniently
from tavola.engine.tables.rules.update_rules import check_change, check_request
from tavola.engine.tables.totals import Totals, count_items
from tavola.engine.tables.updates import change_table, deleted_index

INPUT: Final[Fields] = {
    "TableName": MANAGED_TABLE_NAME,
    "AttributeDefinitions": attribute_definitions(),
    **SETTINGS_FIELDS,
    "GlobalSecondaryIndexUpdates": ListShape(
        StructureShape(
            "GlobalSecondaryIndexUpdate",
            {
                "Update": StructureShape(
                    "UpdateGlobalSecondaryIndexAction",
                    {
                        "IndexName": INDEX_NAME,
                        "ProvisionedThroughput": throughput(),
                        "OnDemandThroughput": ON_DEMAND_THROUGHPUT,
                        "WarmThroughput": WARM_THROUGHPUT,
                    },
                ),
                "Create": StructureShape("CreateGlobalSecondaryIndexAction", GLOBAL_INDEX_FIELDS),
                "Delete": StructureShape(
                    "DeleteGlobalSecondaryIndexAction", {"IndexName": INDEX_NAME}
                ),
            },
        )
    ),
    "VectorIndexUpdates": ListShape(
        StructureShape(
            "VectorIndexUpdate",
            {
                "Create": StructureShape("CreateVectorIndexAction", VECTOR_INDEX_FIELDS),
                "Delete": StructureShape("DeleteVectorIndexAction", {"IndexName": INDEX_NAME}),
            },
        )
    ),
}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer an UpdateTable request; a new index is filled before it returns."""
    return finish(steps(database, body, UNPACED))


def steps(database: Database, body: dict[str, Any], pace: Pace) -> Steps:
    """Answer, in steps, between which items are filled into a new index."""
    body = _check(database, body, check_request)
    table = database.managed_table(body["TableName"])
    body = _check(database, body, partial(check_change, table))
    changed = change_table(database, table, body)
    deleted = deleted_index(table, body)
    totals = yield from count_items(database, table, pace)
    description = _describe_deletion(database, table, totals, deleted) if deleted else None
    with database.storage.transaction() as tx:
        database.check_current(table)
        if changed.stream != table.stream:
            close_stream(database, tx, table)
            changed = open_stream(database, tx, changed)
        saved = _save(tx, table, changed, deleted)
    if description is None:
        description = _describe_change(database, table, totals, saved)
    yield from complete(database, table.name, pace)
    return msgspec.json.encode({"TableDescription": description})


ACTION: Final = Action("UpdateTable", run, INPUT, steps=steps, requires_table_first=True)


def _check(
    database: Database, body: dict[str, Any], check: Callable[[Mapping[str, Any]], None]
) -> dict[str, Any]:
    if database.is_lenient:
        return accept_leniently(ACTION.name, body, check)
    check(body)
    return body


def _save(
    tx: StorageTransaction,
    table: TableInfo,
    changed: TableInfo,
    deleted: IndexInfo | VectorIndexInfo | None,
) -> TableInfo:
    changes: list[str] = []
    saved = changed
    if deleted is not None:
        is_vector = isinstance(deleted, VectorIndexInfo)
        drop = drop_vector_index if is_vector else sql.drop_index
        changes += drop(table.id, deleted.id)
        saved = replace(saved, unclean_slots=(*saved.unclean_slots, deleted.slot))
    for index in changed.indexes.values():
        if index.id == 0:
            saved, slot, new_columns = _take_slot(saved)
            placed = replace(index, id=tx.next_id("index"), slot=slot)
            saved = replace(saved, indexes={**saved.indexes, index.name: placed})
            changes += [*new_columns, *sql.add_index(table.id, placed.id, slot)]
    for vector in changed.vector_indexes.values():
        if vector.id == 0:
            saved, slot, new_columns = _take_slot(saved)
            made = replace(vector, id=tx.next_id("index"), slot=slot)
            saved = replace(saved, vector_indexes={**saved.vector_indexes, vector.name: made})
            changes += [*new_columns, *new_vector_index(table, made)]
    tx.save_table(saved, changes)
    return saved


def _take_slot(table: TableInfo) -> tuple[TableInfo, int, tuple[str, ...]]:
    """Give a slot that an earlier index left, or a new one, whose columns are added."""
    if table.free_slots:
        slot, *left = table.free_slots
        return replace(table, free_slots=tuple(left)), slot, ()
    grown = replace(table, slots=table.slots + 1)
    return grown, table.slots, sql.add_slot(table.id, table.slots)


def _describe_deletion(
    database: Database, table: TableInfo, totals: Totals, deleted: IndexInfo | VectorIndexInfo
) -> dict[str, Any]:
    if isinstance(deleted, VectorIndexInfo):
        vectors = {**table.vector_indexes, deleted.name: replace(deleted, status="DELETING")}
        shown = replace(table, vector_indexes=vectors)
    else:
        going = replace(deleted, status="DELETING")
        shown = replace(table, indexes={**table.indexes, going.name: going})
    return describe_table(database, shown, totals, "UPDATING")


def _describe_change(
    database: Database, table: TableInfo, totals: Totals, saved: TableInfo
) -> dict[str, Any]:
    """Show the table as it is while the change is under way: with its old throughput."""
    is_updating = (
        table.billing_mode,
        table.throughput,
        table.indexes,
        table.vector_indexes,
        table.stream,
    ) != (
        saved.billing_mode,
        saved.throughput,
        saved.indexes,
        saved.vector_indexes,
        saved.stream,
    )
    shown = saved
    if table.billing_mode == saved.billing_mode:
        now_asked = saved.throughput
        shown = replace(
            saved,
            throughput=replace(
                now_asked,
                read_units=table.throughput.read_units,
                write_units=table.throughput.write_units,
                decreases_today=table.throughput.decreases_today,
            ),
        )
    return describe_table(database, shown, totals, "UPDATING" if is_updating else None)
