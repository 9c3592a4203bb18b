"""What a file remembers of its backups, and how they are shown."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from tavola.engine.database import Database
from tavola.engine.storage import ledger
from tavola.engine.storage.catalog import TableInfo
from tavola.engine.storage.storage import StorageTransaction
from tavola.engine.tables.descriptions import define_vector_index, describe_table
from tavola.errors import StoreError

__all__ = [
    "BackupRecord",
    "all_backups",
    "backup_details",
    "describe_backup",
    "find_backup",
    "save_backup",
]

_INDEX_DETAILS = (
    "IndexName",
    "KeySchema",
    "Projection",
    "ProvisionedThroughput",
    "OnDemandThroughput",
)


class BackupRecord(Struct, frozen=True):
    """One backup: its number in the file, and the table as it was defined then."""

    arn: str
    name: str
    number: int
    created_at: float
    table: TableInfo
    status: Literal["CREATING", "AVAILABLE", "DELETED"] = "CREATING"
    item_count: int = 0
    size: int = 0


_decode = msgspec.json.Decoder(BackupRecord).decode


def save_backup(tx: StorageTransaction, record: BackupRecord) -> None:
    """Remember a backup, new or changed."""
    tx.run(ledger.SAVE_BACKUP, (record.arn, msgspec.json.encode(record)))


def find_backup(database: Database, arn: str) -> BackupRecord:
    """Find a backup by its ARN, or refuse as DynamoDB does."""
    for (definition,) in database.storage.rows(ledger.FIND_BACKUP, (arn,)):
        return _decode(definition)
    raise StoreError(f"Backup not found: {arn}", code="BackupNotFoundException")


def all_backups(database: Database) -> list[BackupRecord]:
    """List every backup, oldest first."""
    rows = database.storage.rows(ledger.ALL_BACKUPS)
    records = [_decode(definition) for (definition,) in rows]
    return sorted(records, key=lambda each: (each.arn.rpartition("/")[2], each.arn))


def backup_details(record: BackupRecord) -> dict[str, Any]:
    """Show a backup without its table."""
    return {
        "BackupArn": record.arn,
        "BackupName": record.name,
        "BackupSizeBytes": record.size,
        "BackupStatus": record.status,
        "BackupType": "USER",
        "BackupCreationDateTime": record.created_at,
    }


def describe_backup(database: Database, record: BackupRecord) -> dict[str, Any]:
    """Show a backup with the table that it was made of, as it was then."""
    table = record.table
    shown = describe_table(database, table, {})
    source: dict[str, Any] = {
        "TableName": table.name,
        "TableId": table.table_id,
        "TableArn": table.arn,
        "TableSizeBytes": record.size,
        "KeySchema": shown["KeySchema"],
        "TableCreationDateTime": table.created_at,
        "ProvisionedThroughput": {
            "ReadCapacityUnits": table.throughput.read_units,
            "WriteCapacityUnits": table.throughput.write_units,
        },
        "ItemCount": record.item_count,
        "BillingMode": table.billing_mode,
    }
    if "OnDemandThroughput" in shown:
        source["OnDemandThroughput"] = shown["OnDemandThroughput"]
    return {
        "BackupDetails": backup_details(record),
        "SourceTableDetails": source,
        "SourceTableFeatureDetails": _features(table, shown),
    }


def _features(table: TableInfo, shown: dict[str, Any]) -> dict[str, Any]:
    features: dict[str, Any] = {
        kind: [_brief(each) for each in shown[kind]]
        for kind in ("LocalSecondaryIndexes", "GlobalSecondaryIndexes")
        if kind in shown
    }
    if table.vector_indexes:
        features["VectorIndexes"] = [
            define_vector_index(index) for index in table.vector_indexes.values()
        ]
    if table.stream is not None:
        features["StreamDescription"] = dict(table.stream)
    if table.ttl_attribute is not None:
        features["TimeToLiveDescription"] = {
            "TimeToLiveStatus": "ENABLED",
            "AttributeName": table.ttl_attribute,
        }
    if table.encryption is not None:
        features["SSEDescription"] = dict(table.encryption)
    return features


def _brief(index: dict[str, Any]) -> dict[str, Any]:
    return {name: index[name] for name in _INDEX_DETAILS if name in index}
