"""A design's table in DynamoDB's words: the parts of a CreateTable request."""

from __future__ import annotations

from typing import Any, Final

from tavola.design import Design, PhysicalIndex, TableSettings

PROJECTIONS: Final = {"all": "ALL", "keysOnly": "KEYS_ONLY", "include": "INCLUDE"}
STREAM_VIEWS: Final = {
    "keysOnly": "KEYS_ONLY",
    "newImage": "NEW_IMAGE",
    "oldImage": "OLD_IMAGE",
    "newAndOldImages": "NEW_AND_OLD_IMAGES",
}
BILLING_MODES: Final = {"onDemand": "PAY_PER_REQUEST", "provisioned": "PROVISIONED"}
TEXT: Final = "S"
"""The type of key attributes, where the design does not say another."""

_DEFAULT_CAPACITY: Final = 5

Body = dict[str, Any]


def create_body(design: Design, name: str | None = None) -> Body:
    """Write the CreateTable request of a design; `name` replaces the design's table name."""
    table = design.table
    body: Body = {
        "TableName": name or table.name,
        "AttributeDefinitions": attribute_definitions(table, table.key_attributes),
        "KeySchema": key_schema(table.keys),
        "BillingMode": BILLING_MODES[table.billing],
        "DeletionProtectionEnabled": table.deletion_protection,
    }
    optional: Body = {
        "ProvisionedThroughput": throughput(table),
        "GlobalSecondaryIndexes": [
            index_body(index, table) for index in table.indexes if not index.is_local
        ],
        "LocalSecondaryIndexes": [
            index_body(index, None) for index in table.indexes if index.is_local
        ],
        "StreamSpecification": stream_body(table),
        "SSESpecification": encryption_body(table),
        "Tags": tag_list(table.tags),
    }
    return body | {key: value for key, value in optional.items() if value}


def attribute_definitions(table: TableSettings, names: tuple[str, ...]) -> list[Body]:
    """Declare key attributes."""
    return [
        {"AttributeName": name, "AttributeType": table.key_types.get(name, TEXT)} for name in names
    ]


def key_schema(keys: tuple[str, ...], partition_keys: int = 1) -> list[Body]:
    """Write a key as DynamoDB does; the first attributes are the partition key's."""
    return [
        {"AttributeName": name, "KeyType": "HASH" if number < partition_keys else "RANGE"}
        for number, name in enumerate(keys)
    ]


def index_body(index: PhysicalIndex, table: TableSettings | None) -> Body:
    """Write an index; a global one needs the table's billing."""
    body: Body = {
        "IndexName": index.name,
        "KeySchema": key_schema(index.keys, len(index.partition_keys)),
        "Projection": projection_body(index),
    }
    provisioned = throughput(table) if table is not None else None
    return body | ({"ProvisionedThroughput": provisioned} if provisioned else {})


def projection_body(index: PhysicalIndex) -> Body:
    """Say which attributes an index holds."""
    body: Body = {"ProjectionType": PROJECTIONS[index.projection]}
    if index.projection == "include":
        body["NonKeyAttributes"] = list(index.included)
    return body


def throughput(table: TableSettings) -> Body | None:
    """Give the provisioned capacity, None on demand."""
    if table.billing == "onDemand":
        return None
    return {
        "ReadCapacityUnits": table.read_capacity or _DEFAULT_CAPACITY,
        "WriteCapacityUnits": table.write_capacity or _DEFAULT_CAPACITY,
    }


def describe_throughput(units: Body) -> str:
    """Say a provisioned capacity in words."""
    return f"{units['ReadCapacityUnits']} reads and {units['WriteCapacityUnits']} writes a second"


def stream_body(table: TableSettings) -> Body | None:
    """Say what a stream shows, None without one."""
    if table.streams is None:
        return None
    return {"StreamEnabled": True, "StreamViewType": STREAM_VIEWS[table.streams]}


def encryption_body(table: TableSettings) -> Body | None:
    """Say which key encrypts the table, None for the key that DynamoDB owns."""
    if table.encryption == "owned":
        return None
    body: Body = {"Enabled": True, "SSEType": "KMS"}
    if table.encryption != "managed":
        body["KMSMasterKeyId"] = table.encryption
    return body


def tag_list(tags: Any) -> list[Body]:
    """Write tags as DynamoDB does."""
    return [{"Key": key, "Value": value} for key, value in sorted(tags.items())]
