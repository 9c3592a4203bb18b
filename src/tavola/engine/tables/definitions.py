"""Table definitions out of checked CreateTable and UpdateTable requests."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, cast

from tavola.engine.callers import ACCOUNT_ID, REGION
from tavola.engine.database import Database
from tavola.engine.storage import sql
from tavola.engine.storage.catalog import (
    IndexInfo,
    Projection,
    TableInfo,
    Throughput,
    VectorIndexInfo,
)
from tavola.engine.storage.vector_sql import add_vector_index

__all__ = [
    "creation_statements",
    "define_encryption",
    "define_index",
    "define_table",
    "make_vector_index",
    "new_vector_index",
    "stream_label",
]


def define_table(database: Database, body: Mapping[str, Any]) -> TableInfo:
    """Make the definition that a CreateTable request asks for; its ids are still 0."""
    name: str = body["TableName"]
    now = round(database.clock(), 3)
    partition, sort = _key_names(body["KeySchema"])
    stream = body.get("StreamSpecification")
    is_streamed = stream is not None and stream["StreamEnabled"]
    mode = body.get("BillingMode", "PROVISIONED")
    return TableInfo(
        name=name,
        id=0,
        table_id=database.new_id(),
        arn=f"arn:aws:dynamodb:{REGION}:{ACCOUNT_ID}:table/{name}",
        created_at=now,
        partition_key=partition[0],
        sort_key=sort[0] if sort else None,
        key_types={
            each["AttributeName"]: each["AttributeType"] for each in body["AttributeDefinitions"]
        },
        indexes=_define_indexes(body),
        vector_indexes={
            each["IndexName"]: make_vector_index(each) for each in body.get("VectorIndexes", ())
        },
        ready_at=now + database.table_delay if database.table_delay else None,
        billing_mode=mode,
        on_demand_since=now if mode == "PAY_PER_REQUEST" else None,
        throughput=_throughput(body),
        on_demand_limits=body.get("OnDemandThroughput"),
        warm_throughput=body.get("WarmThroughput"),
        tags={tag["Key"]: tag["Value"] for tag in body.get("Tags", ())},
        stream=stream if is_streamed else None,
        stream_label=stream_label(now) if is_streamed else None,
        encryption=define_encryption(database, body.get("SSESpecification")),
        table_class=body.get("TableClass"),
        is_protected=body.get("DeletionProtectionEnabled", False),
        resource_policy=body.get("ResourcePolicy"),
        partition_hash=database.storage.partition_hash(),
    )


def define_index(request: Mapping[str, Any], *, is_global: bool) -> IndexInfo:
    """Make the definition of one index; its id is still 0."""
    partition, sort = _key_names(request["KeySchema"])
    projection = request["Projection"]
    return IndexInfo(
        name=request["IndexName"],
        id=0,
        slot=0,
        is_global=is_global,
        partition_keys=partition,
        sort_keys=sort,
        projection=cast("Projection", projection["ProjectionType"]),
        non_key_attributes=tuple(projection.get("NonKeyAttributes", ())),
        throughput=_throughput(request),
        on_demand_limits=request.get("OnDemandThroughput"),
        warm_throughput=request.get("WarmThroughput"),
    )


def make_vector_index(request: Mapping[str, Any]) -> VectorIndexInfo:
    """Make the definition of one vector index; its id is still 0."""
    projection = request["Projection"]
    return VectorIndexInfo(
        name=request["IndexName"],
        id=0,
        slot=0,
        attribute=request["VectorAttribute"]["AttributeName"],
        dimensions=request["Dimensions"],
        distance=request["DistanceFunction"],
        projection=cast("Projection", projection["ProjectionType"]),
        non_key_attributes=tuple(projection.get("NonKeyAttributes", ())),
        search_schema=tuple(
            (each["AttributeName"], each["SearchSchemaElementType"])
            for each in request.get("SearchSchema", ())
        ),
    )


def creation_statements(table: TableInfo) -> list[str]:
    """Write what a new table, with all its indexes, changes in the file."""
    changes = [*sql.create_table(table.id)]
    for index in table.indexes.values():
        changes += sql.add_slot(table.id, index.slot)
        changes += sql.add_index(table.id, index.id, index.slot)
    for vector in table.vector_indexes.values():
        changes += sql.add_slot(table.id, vector.slot)
        changes += new_vector_index(table, vector)
    return changes


def new_vector_index(table: TableInfo, index: VectorIndexInfo) -> tuple[str, ...]:
    """Write what a new vector index, whose slot is there, changes in the file."""
    # Only formats that hash by crc32 are older than vector indexes.
    is_earlier = table.partition_hash == "crc32"
    return add_vector_index(table.id, index.id, index.slot, is_in_earlier_format=is_earlier)


def define_encryption(
    database: Database, request: Mapping[str, Any] | None
) -> Mapping[str, str] | None:
    """Define how a table is encrypted; None is DynamoDB's own key, which is not shown."""
    if request is None or not request.get("Enabled", False):
        return None
    key: str = request.get("KMSMasterKeyId", "alias/aws/dynamodb")
    if not key.startswith("arn:"):
        kind = "" if key.startswith("alias/") else "key/"
        key = f"arn:aws:kms:{database.region}:{database.account_id}:{kind}{key}"
    return {"Status": "ENABLED", "SSEType": "KMS", "KMSMasterKeyArn": key}


def stream_label(now: float) -> str:
    """Name a stream by the moment it began, as DynamoDB does."""
    return datetime.fromtimestamp(now, UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3]


def _define_indexes(body: Mapping[str, Any]) -> dict[str, IndexInfo]:
    local = [define_index(each, is_global=False) for each in body.get("LocalSecondaryIndexes", ())]
    every = [define_index(each, is_global=True) for each in body.get("GlobalSecondaryIndexes", ())]
    return {index.name: index for index in (*local, *every)}


def _key_names(schema: list[dict[str, str]]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    partition = tuple(each["AttributeName"] for each in schema if each["KeyType"] == "HASH")
    return partition, tuple(each["AttributeName"] for each in schema if each["KeyType"] == "RANGE")


def _throughput(request: Mapping[str, Any]) -> Throughput:
    units = request.get("ProvisionedThroughput")
    if units is None:
        return Throughput()
    return Throughput(units["ReadCapacityUnits"], units["WriteCapacityUnits"])
