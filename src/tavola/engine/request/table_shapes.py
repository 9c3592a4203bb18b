"""Parameters that several actions on tables and their settings have in common."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from tavola.engine.request.shapes import (
    Boolean,
    Fields,
    Integer,
    ListOf,
    Predicate,
    String,
    Structure,
)
from tavola.engine.request.value_shapes import NAME_PATTERN, TableName
from tavola.errors import ValidationFailed


class ManagedTableName(Struct, frozen=True):
    """The name of the table that an action describes or changes; DynamoDB checks it first."""

    required: bool = False

    def predicate(self) -> Predicate:
        """Make the quick test."""
        return TableName().predicate()

    def read(self, value: Any, depth: int) -> str:
        """Accept a name or an ARN of the right length."""
        name = TableName().read(value, depth)
        if not 3 <= len(name) <= 255:
            raise ValidationFailed(
                "TableName must be at least 3 characters long and at most 255 characters long"
            )
        return name

    def faults(self, value: Any, path: str) -> Iterator[str]:
        """List a broken pattern."""
        yield from String(pattern=NAME_PATTERN).faults(value, path)

    def show(self, value: Any) -> str:
        """Print the name."""
        return str(value)


MANAGED_TABLE_NAME = ManagedTableName()
NEW_TABLE_NAME = String(pattern=NAME_PATTERN, shortest=3, longest=255)
INDEX_NAME = String(required=True, pattern=NAME_PATTERN, shortest=3, longest=255)
ATTRIBUTE_NAME = String(required=True, shortest=1, longest=255)
_BILLING = String(values=("PROVISIONED", "PAY_PER_REQUEST"))
_UNITS = Integer("Long", required=True, least=1)
_LONG = Integer("Long")


def throughput(*, required: bool = False) -> Structure:
    """Provisioned capacity."""
    units = {"WriteCapacityUnits": _UNITS, "ReadCapacityUnits": _UNITS}
    return Structure("ProvisionedThroughput", units, required=required)


def attribute_definitions(*, required: bool = False) -> ListOf:
    """The types of key attributes."""
    element = Structure(
        "AttributeDefinition",
        {
            "AttributeName": ATTRIBUTE_NAME,
            "AttributeType": String(required=True, values=("B", "N", "S")),
        },
    )
    return ListOf(element, required=required)


def key_schema(*, longest: int) -> ListOf:
    """A key of at most so many attributes."""
    element = Structure(
        "KeySchemaElement",
        {
            "AttributeName": ATTRIBUTE_NAME,
            "KeyType": String(required=True, values=("HASH", "RANGE")),
        },
    )
    return ListOf(element, required=True, shortest=1, longest=longest)


PROJECTION = Structure(
    "Projection",
    {
        "ProjectionType": String(values=("ALL", "INCLUDE", "KEYS_ONLY")),
        "NonKeyAttributes": ListOf(String(shortest=1, longest=255), shortest=1, longest=20),
    },
    required=True,
)
ON_DEMAND_THROUGHPUT = Structure(
    "OnDemandThroughput", {"MaxReadRequestUnits": _LONG, "MaxWriteRequestUnits": _LONG}
)
WARM_THROUGHPUT = Structure(
    "WarmThroughput", {"ReadUnitsPerSecond": _LONG, "WriteUnitsPerSecond": _LONG}
)
_STREAM = Structure(
    "StreamSpecification",
    {
        "StreamEnabled": Boolean(required=True),
        "StreamViewType": String(
            values=("NEW_IMAGE", "OLD_IMAGE", "NEW_AND_OLD_IMAGES", "KEYS_ONLY")
        ),
    },
)
_SSE = Structure(
    "SSESpecification",
    {"Enabled": Boolean(), "SSEType": String(values=("AES256", "KMS")), "KMSMasterKeyId": String()},
)
TAGS = ListOf(
    Structure(
        "Tag",
        {
            "Key": String(required=True, shortest=1, longest=128),
            "Value": String(required=True, longest=256),
        },
    )
)
# DynamoDB: an index's key may have up to four partition and four sort attributes.
_INDEX_KEY = key_schema(longest=8)
GLOBAL_INDEX_FIELDS: Fields = {
    "KeySchema": _INDEX_KEY,
    "Projection": PROJECTION,
    "IndexName": INDEX_NAME,
    "ProvisionedThroughput": throughput(),
    "OnDemandThroughput": ON_DEMAND_THROUGHPUT,
    "WarmThroughput": WARM_THROUGHPUT,
}
SETTINGS_FIELDS: Fields = {
    "BillingMode": _BILLING,
    "ProvisionedThroughput": throughput(),
    "StreamSpecification": _STREAM,
    "SSESpecification": _SSE,
    "TableClass": String(),
    "DeletionProtectionEnabled": Boolean(),
    "OnDemandThroughput": ON_DEMAND_THROUGHPUT,
    "WarmThroughput": WARM_THROUGHPUT,
}
ANY_ARN = String()
RESOURCE_ARN = String(required=True, shortest=1, longest=1283)
REVISION_ID = String(shortest=1, longest=255)
WATCHED_INDEX = String(pattern=NAME_PATTERN, shortest=3, longest=255)
