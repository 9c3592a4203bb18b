"""A live table as plain data, read from DynamoDB's descriptions of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

Body = Mapping[str, Any]


class IndexState(Struct, frozen=True):
    """A secondary index as it is."""

    name: str
    keys: tuple[str, ...]
    """The attributes of the partition key, and those of the sort key if there is one."""
    projection: str
    """`ALL`, `KEYS_ONLY` or `INCLUDE`."""
    included: tuple[str, ...] = ()
    status: str = "ACTIVE"
    is_local: bool = False
    partitions: int = 1
    """How many of the keys are the partition key's."""


class TableState(Struct, frozen=True):
    """A table as it is; None stands for what the service does not tell."""

    name: str
    status: str
    arn: str
    keys: tuple[str, ...]
    key_types: Mapping[str, str]
    indexes: tuple[IndexState, ...]
    billing: str
    read_capacity: int
    write_capacity: int
    deletion_protection: bool
    stream: str | None
    encryption: str
    """`owned`, or the ARN of the KMS key."""
    item_count: int
    size_bytes: int
    ttl_attribute: str | None = None
    has_ttl: bool | None = None
    point_in_time_recovery: bool | None = None
    tags: Mapping[str, str] | None = None

    def index(self, name: str) -> IndexState | None:
        """Find an index."""
        return next((index for index in self.indexes if index.name == name), None)


def read_state(
    table: Body, ttl: Body | None, backups: Body | None, tags: Mapping[str, str] | None
) -> TableState:
    """Read the responses of DescribeTable, DescribeTimeToLive and DescribeContinuousBackups."""
    throughput: Body = table.get("ProvisionedThroughput") or {}
    stream: Body = table.get("StreamSpecification") or {}
    expiry: Body = (ttl or {}).get("TimeToLiveDescription") or {}
    return TableState(
        name=table["TableName"],
        status=table["TableStatus"],
        arn=table.get("TableArn", ""),
        keys=_keys(table["KeySchema"]),
        key_types={
            definition["AttributeName"]: definition["AttributeType"]
            for definition in table.get("AttributeDefinitions", ())
        },
        indexes=(
            *(_read_index(index) for index in table.get("GlobalSecondaryIndexes") or ()),
            *(
                _read_index(index, is_local=True)
                for index in table.get("LocalSecondaryIndexes") or ()
            ),
        ),
        billing=_billing(table),
        read_capacity=throughput.get("ReadCapacityUnits", 0),
        write_capacity=throughput.get("WriteCapacityUnits", 0),
        deletion_protection=bool(table.get("DeletionProtectionEnabled")),
        stream=stream.get("StreamViewType") if stream.get("StreamEnabled") else None,
        encryption=_encryption(table.get("SSEDescription") or {}),
        item_count=table.get("ItemCount", 0),
        size_bytes=table.get("TableSizeBytes", 0),
        ttl_attribute=expiry.get("AttributeName"),
        has_ttl=None if ttl is None else expiry.get("TimeToLiveStatus") in ("ENABLED", "ENABLING"),
        point_in_time_recovery=_recovery(backups),
        tags=tags,
    )


def _keys(schema: Any) -> tuple[str, ...]:
    # HASH comes first in DynamoDB's own answers, but not in every service's.
    ordered = sorted(schema, key=lambda part: part["KeyType"] != "HASH")
    return tuple(part["AttributeName"] for part in ordered)


def _read_index(index: Body, *, is_local: bool = False) -> IndexState:
    projection: Body = index.get("Projection") or {}
    return IndexState(
        name=index["IndexName"],
        keys=_keys(index["KeySchema"]),
        partitions=sum(part["KeyType"] == "HASH" for part in index["KeySchema"]),
        projection=projection.get("ProjectionType", "ALL"),
        included=tuple(sorted(projection.get("NonKeyAttributes") or ())),
        status=index.get("IndexStatus", "ACTIVE"),
        is_local=is_local,
    )


def _billing(table: Body) -> str:
    # DynamoDB: a table that was always provisioned has no BillingModeSummary. DescribeTable.
    summary: Body = table.get("BillingModeSummary") or {}
    return str(summary.get("BillingMode", "PROVISIONED"))


def _encryption(description: Body) -> str:
    if description.get("Status") not in ("ENABLED", "ENABLING", "UPDATING"):
        return "owned"
    return str(description.get("KMSMasterKeyArn", "managed"))


def _recovery(backups: Body | None) -> bool | None:
    if backups is None:
        return None
    description: Body = backups.get("ContinuousBackupsDescription") or {}
    recovery: Body = description.get("PointInTimeRecoveryDescription") or {}
    return recovery.get("PointInTimeRecoveryStatus") == "ENABLED"
