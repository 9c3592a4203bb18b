"""Parameters that several actions on tables and their settings have in common."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from tavola.engine.request.shapes import (
    BooleanShape,
    Fields,
    IntegerShape,
    ListShape,
    Predicate,
    StringShape,
    StructureShape,
)
from tavola.engine.request.value_shapes import NAME_PATTERN, TableNameShape
from tavola.errors import ValidationFailed


class ManagedTableNameShape(Struct, frozen=True):
    """The name of the table that an action describes or changes; DynamoDB checks it first."""

    required: bool = False

    def predicate(self) -> Predicate:
        """Make the quick test."""
        return TableNameShape().predicate()

    def read(self, value: Any, depth: int) -> str:
        """Accept a name or an ARN of the right length."""
        name = TableNameShape().read(value, depth)
        if not 3 <= len(name) <= 255:
            raise ValidationFailed(
                "TableName must be at least 3 characters long and at most 255 characters long"
            )
        return name

    def faults(self, value: Any, path: str) -> Iterator[str]:
        """List a broken pattern."""
        yield from StringShape(pattern=NAME_PATTERN).faults(value, path)

    def show(self, value: Any) -> str:
        """Print the name."""
        return str(value)


MANAGED_TABLE_NAME = ManagedTableNameShape()
NEW_TABLE_NAME = StringShape(pattern=NAME_PATTERN, shortest=3, longest=255)
INDEX_NAME = StringShape(required=True, pattern=NAME_PATTERN, shortest=3, longest=255)
ATTRIBUTE_NAME = StringShape(required=True, shortest=1, longest=255)
_BILLING = StringShape(values=("PROVISIONED", "PAY_PER_REQUEST"))
_UNITS = IntegerShape("Long", required=True, least=1)
_LONG = IntegerShape("Long")


def throughput(*, required: bool = False) -> StructureShape:
    """Provisioned capacity."""
    units = {"WriteCapacityUnits": _UNITS, "ReadCapacityUnits": _UNITS}
    return StructureShape("ProvisionedThroughput", units, required=required)


def attribute_definitions(*, required: bool = False) -> ListShape:
    """The types of key attributes."""
    element = StructureShape(
        "AttributeDefinition",
        {
            "AttributeName": ATTRIBUTE_NAME,
            "AttributeType": StringShape(required=True, values=("B", "N", "S")),
        },
    )
    return ListShape(element, required=required)


def key_schema(*, longest: int) -> ListShape:
    """A key of at most so many attributes."""
    element = StructureShape(
        "KeySchemaElement",
        {
            "AttributeName": ATTRIBUTE_NAME,
            "KeyType": StringShape(required=True, values=("HASH", "RANGE")),
        },
    )
    return ListShape(element, required=True, shortest=1, longest=longest)


PROJECTION = StructureShape(
    "Projection",
    {
        "ProjectionType": StringShape(values=("ALL", "INCLUDE", "KEYS_ONLY")),
        "NonKeyAttributes": ListShape(StringShape(shortest=1, longest=255), shortest=1, longest=20),
    },
    required=True,
)
ON_DEMAND_THROUGHPUT = StructureShape(
    "OnDemandThroughput", {"MaxReadRequestUnits": _LONG, "MaxWriteRequestUnits": _LONG}
)
WARM_THROUGHPUT = StructureShape(
    "WarmThroughput", {"ReadUnitsPerSecond": _LONG, "WriteUnitsPerSecond": _LONG}
)
_STREAM = StructureShape(
    "StreamSpecification",
    {
        "StreamEnabled": BooleanShape(required=True),
        "StreamViewType": StringShape(
            values=("NEW_IMAGE", "OLD_IMAGE", "NEW_AND_OLD_IMAGES", "KEYS_ONLY")
        ),
    },
)
_SSE = StructureShape(
    "SSESpecification",
    {
        "Enabled": BooleanShape(),
        "SSEType": StringShape(values=("AES256", "KMS")),
        "KMSMasterKeyId": StringShape(),
    },
)
TAGS = ListShape(
    StructureShape(
        "Tag",
        {
            "Key": StringShape(required=True, shortest=1, longest=128),
            "Value": StringShape(required=True, longest=256),
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
VECTOR_INDEX_FIELDS: Fields = {
    "IndexName": INDEX_NAME,
    "VectorAttribute": StructureShape(
        "VectorAttributeDefinition", {"AttributeName": ATTRIBUTE_NAME}, required=True
    ),
    "SearchSchema": ListShape(
        StructureShape(
            "SearchSchemaElement",
            {
                "AttributeName": ATTRIBUTE_NAME,
                "SearchSchemaElementType": StringShape(
                    required=True, values=("HASH", "INLINE_FILTER")
                ),
            },
        ),
        shortest=1,
    ),
    "Projection": PROJECTION,
    "Dimensions": IntegerShape("Long", required=True, least=1),
    "DistanceFunction": StringShape(required=True, values=("COSINE", "DOT_PRODUCT", "EUCLIDEAN")),
}
LOCAL_INDEX_FIELDS: Fields = {
    "KeySchema": key_schema(longest=2),
    "Projection": PROJECTION,
    "IndexName": INDEX_NAME,
}
SETTINGS_FIELDS: Fields = {
    "BillingMode": _BILLING,
    "ProvisionedThroughput": throughput(),
    "StreamSpecification": _STREAM,
    "SSESpecification": _SSE,
    "TableClass": StringShape(),
    "DeletionProtectionEnabled": BooleanShape(),
    "OnDemandThroughput": ON_DEMAND_THROUGHPUT,
    "WarmThroughput": WARM_THROUGHPUT,
}
ANY_ARN = StringShape()
RESOURCE_ARN = StringShape(required=True, shortest=1, longest=1283)
REVISION_ID = StringShape(shortest=1, longest=255)
WATCHED_INDEX = StringShape(pattern=NAME_PATTERN, shortest=3, longest=255)
