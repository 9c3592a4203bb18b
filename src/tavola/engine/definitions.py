"""Table definitions out of CreateTable and UpdateTable requests."""

from __future__ import annotations

import uuid
from typing import Any, cast

from tavola.engine.catalog import IndexInfo, Projection, TableInfo, Throughput
from tavola.engine.database import Database

__all__ = ["define_index", "define_table"]


def define_table(database: Database, body: dict[str, Any]) -> TableInfo:
    """Make the definition that a checked CreateTable request asks for; its ids are still 0."""
    name: str = body["TableName"]
    partition, sort = _key_names(body["KeySchema"])
    local = [define_index(each, is_global=False) for each in body.get("LocalSecondaryIndexes", ())]
    indexes = [
        define_index(each, is_global=True) for each in body.get("GlobalSecondaryIndexes", ())
    ]
    return TableInfo(
        name=name,
        id=0,
        table_id=str(uuid.uuid4()),
        arn=f"arn:aws:dynamodb:{database.region}:{database.account_id}:table/{name}",
        created_at=database.clock(),
        partition_key=partition[0],
        sort_key=sort[0] if sort else None,
        key_types={
            each["AttributeName"]: each["AttributeType"] for each in body["AttributeDefinitions"]
        },
        indexes={index.name: index for index in (*local, *indexes)},
        billing_mode=body.get("BillingMode", "PROVISIONED"),
        throughput=_throughput(body),
    )


def define_index(request: dict[str, Any], *, is_global: bool) -> IndexInfo:
    """Make the definition of one index; its id is still 0."""
    partition, sort = _key_names(request["KeySchema"])
    projection = request["Projection"]
    return IndexInfo(
        name=request["IndexName"],
        id=0,
        is_global=is_global,
        partition_keys=partition,
        sort_keys=sort,
        projection=cast("Projection", projection["ProjectionType"]),
        non_key_attributes=tuple(projection.get("NonKeyAttributes", ())),
        throughput=_throughput(request),
    )


def _key_names(schema: list[dict[str, str]]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    partition = tuple(each["AttributeName"] for each in schema if each["KeyType"] == "HASH")
    return partition, tuple(each["AttributeName"] for each in schema if each["KeyType"] == "RANGE")


def _throughput(request: dict[str, Any]) -> Throughput:
    units = request.get("ProvisionedThroughput")
    if units is None:
        return Throughput()
    return Throughput(units["ReadCapacityUnits"], units["WriteCapacityUnits"])
