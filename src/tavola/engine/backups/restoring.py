"""Makes a table from a backup: its definition at once, its items in steps.

Until all of them are there, the table is CREATING and no action on items finds it. Which backup it
is made of stands in its definition, so that any process may go on where another one ended.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from typing import Any, Final

from msgspec.structs import replace

from tavola.engine.backups.backup_records import BackupRecord, describe_backup, find_backup
from tavola.engine.database import Database
from tavola.engine.pacing import Pace
from tavola.engine.storage import backup_sql
from tavola.engine.storage.catalog import RestoreInfo, TableInfo
from tavola.engine.storage.large_items import decode_for_row
from tavola.engine.storage.rows import row_of
from tavola.engine.storage.storage import StaleCatalog, StorageTransaction
from tavola.engine.tables.definitions import creation_statements, define_table
from tavola.engine.tables.rules.create_rules import check_create_table
from tavola.engine.tables.rules.index_rules import INVALID, key_names
from tavola.errors import StoreError, ValidationFailed

__all__ = ["begin_restore", "complete_restore"]

Request = Mapping[str, Any]
Position = tuple[bytes, bytes]

_ITEMS_PER_STEP: Final = 200
_BYTES_PER_STEP: Final = 1 << 20
# The end of the year 9999: until its last item is there, nobody knows when a table is ready.
_NOT_YET: Final = 253_402_300_799.0
_LISTS: Final = (
    ("LocalSecondaryIndexes", "LocalSecondaryIndexOverride"),
    ("GlobalSecondaryIndexes", "GlobalSecondaryIndexOverride"),
    ("VectorIndexes", "VectorIndexOverride"),
)
_SCHEMAS: Final = ("KeySchema", "SearchSchema")
_KEPT: Final = (*_SCHEMAS, "Projection", "VectorAttribute", "Dimensions", "DistanceFunction")


def begin_restore(database: Database, body: Request) -> TableInfo:
    """Make the new table, still without items."""
    record = find_backup(database, body["BackupArn"])
    if record.status != "AVAILABLE":
        raise StoreError(f"Backup is being created: {record.arn}", code="BackupInUseException")
    request = _creation_request(database, record, body)
    check_create_table(request)
    definition = replace(
        define_table(database, request),
        table_class=record.table.table_class,
        ready_at=_NOT_YET,
        restore=RestoreInfo(record.arn, record.number, record.table.arn, record.created_at),
    )
    if "SSESpecificationOverride" not in body:
        definition = replace(definition, encryption=record.table.encryption)
    with database.storage.transaction() as tx:
        if database.storage.catalog().find(definition.name) is not None:
            raise StoreError(
                f"Table already exists: {definition.name}", code="TableAlreadyExistsException"
            )
        # Who deleted the backup meanwhile has removed its rows as well.
        find_backup(database, record.arn)
        table = definition.with_ids(tx.next_id)
        tx.save_table(table, creation_statements(table))
    return table


def complete_restore(database: Database, name: str, pace: Pace) -> Generator[None]:
    """Put the items of its backup into a table, then declare it ready."""
    position: Position | None = (b"", b"")
    while (table := database.storage.refresh().find(name)) is not None:
        if table.restore is None or table.restore.is_done:
            return
        try:
            with database.storage.transaction() as tx:
                if position is not None:
                    position = _put_some(tx, table, table.restore.number, position)
                else:
                    is_done = replace(table.restore, is_done=True)
                    tx.save_table(replace(table, restore=is_done, ready_at=None))
        except StaleCatalog:
            continue
        if pace.is_over():
            yield


def _put_some(
    tx: StorageTransaction, table: TableInfo, number: int, behind: Position
) -> Position | None:
    """Put some items; gives the key of the last one, None if that was all."""
    rows = tx.run_some(backup_sql.read_backup(number), (*behind, _ITEMS_PER_STEP), _BYTES_PER_STEP)
    for _, _, size, item in rows:
        tx.put(table, row_of(table, decode_for_row(table, item), item, size))
    return rows[-1][:2] if rows else None


def _creation_request(database: Database, record: BackupRecord, body: Request) -> dict[str, Any]:
    """Write the CreateTable request for the table that is wanted."""
    described = describe_backup(database, record)
    source, features = described["SourceTableDetails"], described["SourceTableFeatureDetails"]
    mode = body.get("BillingModeOverride", record.table.billing_mode)
    request: dict[str, Any] = {
        "TableName": body["TargetTableName"],
        "KeySchema": source["KeySchema"],
        "BillingMode": mode,
    }
    if "ProvisionedThroughputOverride" in body:
        request["ProvisionedThroughput"] = body["ProvisionedThroughputOverride"]
    elif mode == record.table.billing_mode == "PROVISIONED":
        request["ProvisionedThroughput"] = source["ProvisionedThroughput"]
    limits = body.get("OnDemandThroughputOverride", source.get("OnDemandThroughput"))
    if limits is not None and (mode != "PROVISIONED" or "OnDemandThroughputOverride" in body):
        request["OnDemandThroughput"] = limits
    if "SSESpecificationOverride" in body:
        request["SSESpecification"] = body["SSESpecificationOverride"]
    for kind, override in _LISTS:
        chosen = list(_choose(features.get(kind, []), body.get(override), override))
        if chosen:
            request[kind] = [_with_capacity(each, mode, kind) for each in chosen]
    request["AttributeDefinitions"] = _definitions(record.table, request)
    return request


def _choose(
    kept: list[dict[str, Any]], wanted: list[dict[str, Any]] | None, override: str
) -> Iterator[dict[str, Any]]:
    """Give the indexes that the new table has: those of the backup, or the ones asked for."""
    if wanted is None:
        yield from kept
        return
    known = {each["IndexName"]: each for each in kept}
    for each in wanted:
        mine = known.get(each["IndexName"])
        if mine is None or any(mine.get(part) != each.get(part) for part in _KEPT):
            raise ValidationFailed(
                f"{INVALID}{override}: {each['IndexName']} is not an index of the backup. Its "
                f"indexes are: [{', '.join(known)}]"
            )
        yield {**mine, **each}


def _with_capacity(index: dict[str, Any], mode: str, kind: str) -> dict[str, Any]:
    """Leave out the capacity that the new table's mode does not take."""
    shown = dict(index)
    units = shown.pop("ProvisionedThroughput", None)
    if kind != "GlobalSecondaryIndexes" or mode != "PROVISIONED":
        return shown
    shown.pop("OnDemandThroughput", None)
    if units is not None and units["ReadCapacityUnits"]:
        wanted = ("ReadCapacityUnits", "WriteCapacityUnits")
        shown["ProvisionedThroughput"] = {name: units[name] for name in wanted}
    return shown


def _definitions(table: TableInfo, request: Request) -> list[dict[str, str]]:
    used = {*key_names(request["KeySchema"])}
    for kind, _ in _LISTS:
        for index in request.get(kind, ()):
            for schema in _SCHEMAS:
                used.update(key_names(index.get(schema, ())))
    return [
        {"AttributeName": name, "AttributeType": kind}
        for name, kind in table.key_types.items()
        if name in used
    ]
