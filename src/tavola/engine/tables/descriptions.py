"""Tables as DescribeTable and the actions that change them show them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tavola.engine.database import Database
from tavola.engine.storage.catalog import IndexInfo, Status, TableInfo, Throughput, VectorIndexInfo
from tavola.engine.tables.totals import Totals

__all__ = ["define_vector_index", "describe_table"]

# DynamoDB: an on-demand table can take these rates at once. Developer guide, warm-throughput.
_NOTHING = (0, 0)
_ON_DEMAND_WARM_THROUGHPUT = {"ReadUnitsPerSecond": 12_000, "WriteUnitsPerSecond": 4_000}


def describe_table(
    database: Database, table: TableInfo, totals: Totals, status: Status | None = None
) -> dict[str, Any]:
    """Describe a table with its counts; `status` shows it as it was when a change began."""
    count, size = totals.get(0, _NOTHING)
    shown = status or table.status_at(database.clock())
    sort = () if table.sort_key is None else (table.sort_key,)
    description: dict[str, Any] = {
        "AttributeDefinitions": [
            {"AttributeName": name, "AttributeType": kind} for name, kind in table.key_types.items()
        ],
        "TableName": table.name,
        "KeySchema": _key_schema((table.partition_key,), sort),
        "TableStatus": shown,
        "CreationDateTime": table.created_at,
        "ProvisionedThroughput": _throughput(table.throughput),
        "TableSizeBytes": size,
        "ItemCount": count,
        "TableArn": table.arn,
        "TableId": table.table_id,
    }
    description |= _billing(table)
    description |= _indexes(table, totals, shown)
    description |= _settings(table)
    description["WarmThroughput"] = _warm_throughput(
        table, table.throughput, table.warm_throughput, shown
    )
    description["DeletionProtectionEnabled"] = table.is_protected
    return description


def _billing(table: TableInfo) -> dict[str, Any]:
    if table.on_demand_since is None:
        return {}
    shown: dict[str, Any] = {
        "BillingModeSummary": {
            "BillingMode": table.billing_mode,
            "LastUpdateToPayPerRequestDateTime": table.on_demand_since,
        }
    }
    if table.billing_mode == "PAY_PER_REQUEST" and table.on_demand_limits:
        shown["OnDemandThroughput"] = _limits(table.on_demand_limits)
    return shown


def _settings(table: TableInfo) -> dict[str, Any]:
    shown: dict[str, Any] = {}
    if table.stream is not None:
        shown["StreamSpecification"] = dict(table.stream)
    if table.stream_label is not None:
        shown["LatestStreamLabel"] = table.stream_label
        shown["LatestStreamArn"] = f"{table.arn}/stream/{table.stream_label}"
    if table.encryption is not None:
        shown["SSEDescription"] = dict(table.encryption)
    if table.table_class is not None:
        shown["TableClassSummary"] = {"TableClass": table.table_class}
    if table.restore is not None:
        shown["RestoreSummary"] = {
            "SourceBackupArn": table.restore.backup_arn,
            "SourceTableArn": table.restore.table_arn,
            "RestoreDateTime": table.restore.made_at,
            "RestoreInProgress": not table.restore.is_done,
        }
    return shown


def _indexes(table: TableInfo, totals: Totals, status: Status) -> dict[str, Any]:
    shown: dict[str, Any] = {}
    if table.local_indexes:
        shown["LocalSecondaryIndexes"] = [
            _index(table, totals, index) for index in table.local_indexes
        ]
    if table.global_indexes:
        shown["GlobalSecondaryIndexes"] = [
            _global_index(table, totals, index, status) for index in table.global_indexes
        ]
    if table.vector_indexes:
        shown["VectorIndexes"] = [
            _vector_index(table, totals, index, status) for index in table.vector_indexes.values()
        ]
    return shown


def _vector_index(
    table: TableInfo, totals: Totals, index: VectorIndexInfo, table_status: Status
) -> dict[str, Any]:
    count, size = totals.get(index.id, _NOTHING)
    status = "CREATING" if table_status == "CREATING" else index.status
    shown: dict[str, Any] = {
        **define_vector_index(index),
        "IndexStatus": status,
        "IndexSizeBytes": size,
        "ItemCount": count,
        "IndexArn": f"{table.arn}/index/{index.name}",
    }
    if status == "CREATING" and table_status != "CREATING":
        shown["Backfilling"] = True
    return shown


def define_vector_index(index: VectorIndexInfo) -> dict[str, Any]:
    """Write the definition of a vector index as a request would."""
    shown: dict[str, Any] = {
        "IndexName": index.name,
        "VectorAttribute": {"AttributeName": index.attribute},
        "Dimensions": index.dimensions,
        "DistanceFunction": index.distance,
        "Projection": _projection(index),
    }
    if index.search_schema:
        shown["SearchSchema"] = [
            {"AttributeName": name, "SearchSchemaElementType": role}
            for name, role in index.search_schema
        ]
    return shown


def _global_index(
    table: TableInfo, totals: Totals, index: IndexInfo, table_status: Status
) -> dict[str, Any]:
    status = "CREATING" if table_status == "CREATING" else index.status
    shown = _index(table, totals, index)
    shown["IndexStatus"] = status
    shown["ProvisionedThroughput"] = _throughput(index.throughput)
    if status == "CREATING" and table_status != "CREATING":
        shown["Backfilling"] = True
    if table.billing_mode == "PAY_PER_REQUEST" and index.on_demand_limits:
        shown["OnDemandThroughput"] = _limits(index.on_demand_limits)
    shown["WarmThroughput"] = _warm_throughput(
        table, index.throughput, index.warm_throughput, table_status
    )
    return shown


def _index(table: TableInfo, totals: Totals, index: IndexInfo) -> dict[str, Any]:
    count, size = totals.get(index.id, _NOTHING)
    return {
        "IndexName": index.name,
        "KeySchema": _key_schema(index.partition_keys, index.sort_keys),
        "Projection": _projection(index),
        "IndexSizeBytes": size,
        "ItemCount": count,
        "IndexArn": f"{table.arn}/index/{index.name}",
    }


def _projection(index: IndexInfo | VectorIndexInfo) -> dict[str, Any]:
    if index.projection != "INCLUDE":
        return {"ProjectionType": index.projection}
    names = list(index.non_key_attributes)
    return {"ProjectionType": "INCLUDE", "NonKeyAttributes": names}


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


def _limits(limits: Mapping[str, int]) -> dict[str, int]:
    return {name: limits.get(name, -1) for name in ("MaxReadRequestUnits", "MaxWriteRequestUnits")}


def _warm_throughput(
    table: TableInfo, throughput: Throughput, asked: Mapping[str, int] | None, status: Status
) -> dict[str, Any]:
    own = {
        "ReadUnitsPerSecond": throughput.read_units,
        "WriteUnitsPerSecond": throughput.write_units,
    }
    least = _ON_DEMAND_WARM_THROUGHPUT if table.billing_mode == "PAY_PER_REQUEST" else own
    return {**least, **(asked or {}), "Status": "ACTIVE" if status == "ACTIVE" else "UPDATING"}
