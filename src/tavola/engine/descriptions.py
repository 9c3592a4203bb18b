"""Tables as DescribeTable and the actions that change them show them."""

from __future__ import annotations

from typing import Any

from tavola.engine.catalog import IndexInfo, TableInfo, Throughput
from tavola.engine.database import Database

__all__ = ["describe_table"]


def describe_table(database: Database, table: TableInfo) -> dict[str, Any]:
    """Describe a table with its counts."""
    count, size = database.storage.total(table.statements.totals)
    description: dict[str, Any] = {
        "AttributeDefinitions": [
            {"AttributeName": name, "AttributeType": kind} for name, kind in table.key_types.items()
        ],
        "TableName": table.name,
        "KeySchema": _key_schema(
            (table.partition_key,), () if table.sort_key is None else (table.sort_key,)
        ),
        "TableStatus": table.status,
        "CreationDateTime": table.created_at,
        "ProvisionedThroughput": _throughput(table.throughput),
        "TableSizeBytes": int(size),
        "ItemCount": count,
        "TableArn": table.arn,
        "TableId": table.table_id,
        "DeletionProtectionEnabled": table.is_protected,
    }
    if table.local_indexes:
        description["LocalSecondaryIndexes"] = [
            _index(database, table, index) for index in table.local_indexes
        ]
    if table.global_indexes:
        description["GlobalSecondaryIndexes"] = [
            _index(database, table, index) for index in table.global_indexes
        ]
    return description


def _index(database: Database, table: TableInfo, index: IndexInfo) -> dict[str, Any]:
    count, size = database.storage.total(table.index_statements(index).totals)
    projection: dict[str, Any] = {"ProjectionType": index.projection}
    if index.projection == "INCLUDE":
        projection["NonKeyAttributes"] = list(index.non_key_attributes)
    description: dict[str, Any] = {
        "IndexName": index.name,
        "KeySchema": _key_schema(index.partition_keys, index.sort_keys),
        "Projection": projection,
        "IndexSizeBytes": int(size),
        "ItemCount": count,
        "IndexArn": f"{table.arn}/index/{index.name}",
    }
    if index.is_global:
        description["IndexStatus"] = index.status
        description["ProvisionedThroughput"] = _throughput(index.throughput)
    return description


def _key_schema(partition: tuple[str, ...], sort: tuple[str, ...]) -> list[dict[str, str]]:
    return [
        *({"AttributeName": name, "KeyType": "HASH"} for name in partition),
        *({"AttributeName": name, "KeyType": "RANGE"} for name in sort),
    ]


def _throughput(throughput: Throughput) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "NumberOfDecreasesToday": throughput.decreases_today,
        "ReadCapacityUnits": throughput.read_units,
        "WriteCapacityUnits": throughput.write_units,
    }
    if throughput.increased_at is not None:
        shown["LastIncreaseDateTime"] = throughput.increased_at
    if throughput.decreased_at is not None:
        shown["LastDecreaseDateTime"] = throughput.decreased_at
    return shown
