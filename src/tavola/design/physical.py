"""The physical table as bodies of DynamoDB actions."""

from __future__ import annotations

from typing import Any

from tavola.design.schema import PhysicalIndex, TableSettings

__all__ = ["create_table_body", "point_in_time_recovery_body", "time_to_live_body"]

_STREAM_VIEWS = {
    "keysOnly": "KEYS_ONLY",
    "newImage": "NEW_IMAGE",
    "oldImage": "OLD_IMAGE",
    "newAndOldImages": "NEW_AND_OLD_IMAGES",
}
_PROJECTIONS = {"all": "ALL", "keysOnly": "KEYS_ONLY", "include": "INCLUDE"}


def create_table_body(table: TableSettings, name: str | None = None) -> dict[str, Any]:
    """Give the body of CreateTable."""
    global_indexes = [_index(one, table) for one in table.indexes if not one.is_local]
    local_indexes = [_index(one, table) for one in table.indexes if one.is_local]
    body: dict[str, Any] = {
        "TableName": name or table.name,
        "AttributeDefinitions": [
            {"AttributeName": attribute, "AttributeType": table.key_types.get(attribute, "S")}
            for attribute in table.key_attributes
        ],
        "KeySchema": _key_schema(table.keys),
        **_billing(table),
        "DeletionProtectionEnabled": table.deletion_protection,
    }
    if global_indexes:
        body["GlobalSecondaryIndexes"] = global_indexes
    if local_indexes:
        body["LocalSecondaryIndexes"] = local_indexes
    return body | _encryption(table) | _streams(table) | _tags(table)


def time_to_live_body(table: TableSettings, name: str | None = None) -> dict[str, Any] | None:
    """Give the body of UpdateTimeToLive, if the table expires items."""
    if table.ttl_attribute is None:
        return None
    return {
        "TableName": name or table.name,
        "TimeToLiveSpecification": {"AttributeName": table.ttl_attribute, "Enabled": True},
    }


def point_in_time_recovery_body(
    table: TableSettings, name: str | None = None
) -> dict[str, Any] | None:
    """Give the body of UpdateContinuousBackups, if the table wants it."""
    if not table.point_in_time_recovery:
        return None
    return {
        "TableName": name or table.name,
        "PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": True},
    }


def _key_schema(keys: tuple[str, ...], partitions: int = 1) -> list[dict[str, str]]:
    return [
        {"AttributeName": name, "KeyType": "HASH" if number < partitions else "RANGE"}
        for number, name in enumerate(keys)
    ]


def _index(index: PhysicalIndex, table: TableSettings) -> dict[str, Any]:
    projection: dict[str, Any] = {"ProjectionType": _PROJECTIONS[index.projection]}
    if index.projection == "include":
        projection["NonKeyAttributes"] = list(index.included)
    body: dict[str, Any] = {
        "IndexName": index.name,
        "KeySchema": _key_schema(index.keys, len(index.partition_keys)),
        "Projection": projection,
    }
    if table.billing == "provisioned" and not index.is_local:
        body["ProvisionedThroughput"] = _throughput(table)
    return body


def _throughput(table: TableSettings) -> dict[str, int]:
    return {
        "ReadCapacityUnits": table.read_capacity or 1,
        "WriteCapacityUnits": table.write_capacity or 1,
    }


def _billing(table: TableSettings) -> dict[str, Any]:
    if table.billing == "onDemand":
        return {"BillingMode": "PAY_PER_REQUEST"}
    return {"BillingMode": "PROVISIONED", "ProvisionedThroughput": _throughput(table)}


def _encryption(table: TableSettings) -> dict[str, Any]:
    if table.encryption == "owned":
        return {}
    specification: dict[str, Any] = {"Enabled": True, "SSEType": "KMS"}
    if table.encryption != "managed":
        specification["KMSMasterKeyId"] = table.encryption
    return {"SSESpecification": specification}


def _streams(table: TableSettings) -> dict[str, Any]:
    if table.streams is None:
        return {}
    view = _STREAM_VIEWS[table.streams]
    return {"StreamSpecification": {"StreamEnabled": True, "StreamViewType": view}}


def _tags(table: TableSettings) -> dict[str, Any]:
    if not table.tags:
        return {}
    return {"Tags": [{"Key": key, "Value": value} for key, value in table.tags.items()]}
