"""What each table action takes, parameter by parameter, in the order of its faults' report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tavola.engine.request.shapes import Flag, ListOf, Predicate, Shape, Structure, Text, Whole
from tavola.engine.request.value_shapes import NAME_PATTERN, TableName
from tavola.errors import ValidationFailed


@dataclass(frozen=True, slots=True)
class ManagedTableName:
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
        yield from Text(pattern=NAME_PATTERN).faults(value, path)

    def show(self, value: Any) -> str:
        """Print the name."""
        return str(value)


_MANAGED = ManagedTableName()
_NEW_NAME = Text(pattern=NAME_PATTERN, shortest=3, longest=255)
_INDEX_NAME = Text(required=True, pattern=NAME_PATTERN, shortest=3, longest=255)
_KEY_NAME = Text(required=True, shortest=1, longest=255)
_BILLING = Text(values=("PROVISIONED", "PAY_PER_REQUEST"))
_UNITS = Whole("Long", required=True, least=1)
_LONG = Whole("Long")


def _throughput(*, required: bool = False) -> Structure:
    units = {"WriteCapacityUnits": _UNITS, "ReadCapacityUnits": _UNITS}
    return Structure("ProvisionedThroughput", units, required=required)


def _definitions(*, required: bool = False) -> ListOf:
    element = Structure(
        "AttributeDefinition",
        {"AttributeName": _KEY_NAME, "AttributeType": Text(required=True, values=("B", "N", "S"))},
    )
    return ListOf(element, required=required)


def _key_schema(*, longest: int) -> ListOf:
    element = Structure(
        "KeySchemaElement",
        {"AttributeName": _KEY_NAME, "KeyType": Text(required=True, values=("HASH", "RANGE"))},
    )
    return ListOf(element, required=True, shortest=1, longest=longest)


_PROJECTION = Structure(
    "Projection",
    {
        "ProjectionType": Text(values=("ALL", "INCLUDE", "KEYS_ONLY")),
        "NonKeyAttributes": ListOf(Text(shortest=1, longest=255), shortest=1, longest=20),
    },
    required=True,
)
_ON_DEMAND = Structure(
    "OnDemandThroughput", {"MaxReadRequestUnits": _LONG, "MaxWriteRequestUnits": _LONG}
)
_WARM = Structure("WarmThroughput", {"ReadUnitsPerSecond": _LONG, "WriteUnitsPerSecond": _LONG})
_STREAM = Structure(
    "StreamSpecification",
    {
        "StreamEnabled": Flag(required=True),
        "StreamViewType": Text(
            values=("NEW_IMAGE", "OLD_IMAGE", "NEW_AND_OLD_IMAGES", "KEYS_ONLY")
        ),
    },
)
_SSE = Structure(
    "SSESpecification",
    {"Enabled": Flag(), "SSEType": Text(values=("AES256", "KMS")), "KMSMasterKeyId": Text()},
)
_TAGS = ListOf(
    Structure(
        "Tag",
        {
            "Key": Text(required=True, shortest=1, longest=128),
            "Value": Text(required=True, longest=256),
        },
    )
)
# DynamoDB: an index's key may have up to four partition and four sort attributes.
_INDEX_KEY = _key_schema(longest=8)
_GLOBAL_INDEX: Mapping[str, Shape] = {
    "KeySchema": _INDEX_KEY,
    "Projection": _PROJECTION,
    "IndexName": _INDEX_NAME,
    "ProvisionedThroughput": _throughput(),
    "OnDemandThroughput": _ON_DEMAND,
    "WarmThroughput": _WARM,
}
_SETTINGS: Mapping[str, Shape] = {
    "BillingMode": _BILLING,
    "ProvisionedThroughput": _throughput(),
    "StreamSpecification": _STREAM,
    "SSESpecification": _SSE,
    "TableClass": Text(),
    "DeletionProtectionEnabled": Flag(),
    "OnDemandThroughput": _ON_DEMAND,
    "WarmThroughput": _WARM,
}
_ARN = Text()
_POLICY_ARN = Text(required=True, shortest=1, longest=1283)
_REVISION = Text(shortest=1, longest=255)
_WATCHED_INDEX = Text(pattern=NAME_PATTERN, shortest=3, longest=255)

TABLE_ACTIONS: Mapping[str, Mapping[str, Shape]] = {
    "CreateTable": {
        "TableName": _NEW_NAME,
        "KeySchema": _key_schema(longest=2),
        "AttributeDefinitions": _definitions(required=True),
        **_SETTINGS,
        "GlobalSecondaryIndexes": ListOf(Structure("GlobalSecondaryIndex", _GLOBAL_INDEX)),
        "LocalSecondaryIndexes": ListOf(
            Structure(
                "LocalSecondaryIndex",
                {
                    "KeySchema": _key_schema(longest=2),
                    "Projection": _PROJECTION,
                    "IndexName": _INDEX_NAME,
                },
            )
        ),
        "Tags": _TAGS,
        "ResourcePolicy": Text(),
    },
    "UpdateTable": {
        "TableName": _MANAGED,
        "AttributeDefinitions": _definitions(),
        **_SETTINGS,
        "GlobalSecondaryIndexUpdates": ListOf(
            Structure(
                "GlobalSecondaryIndexUpdate",
                {
                    "Update": Structure(
                        "UpdateGlobalSecondaryIndexAction",
                        {
                            "IndexName": _INDEX_NAME,
                            "ProvisionedThroughput": _throughput(),
                            "OnDemandThroughput": _ON_DEMAND,
                            "WarmThroughput": _WARM,
                        },
                    ),
                    "Create": Structure("CreateGlobalSecondaryIndexAction", _GLOBAL_INDEX),
                    "Delete": Structure(
                        "DeleteGlobalSecondaryIndexAction", {"IndexName": _INDEX_NAME}
                    ),
                },
            )
        ),
    },
    "DescribeTable": {"TableName": _MANAGED},
    "DeleteTable": {"TableName": _MANAGED},
    "ListTables": {
        "ExclusiveStartTableName": _NEW_NAME,
        "Limit": Whole(least=1, most=100),
    },
    "UpdateTimeToLive": {
        "TableName": _MANAGED,
        "TimeToLiveSpecification": Structure(
            "TimeToLiveSpecification",
            {"Enabled": Flag(required=True), "AttributeName": _KEY_NAME},
            required=True,
        ),
    },
    "DescribeTimeToLive": {"TableName": _MANAGED},
    "DescribeContinuousBackups": {"TableName": _MANAGED},
    "UpdateContinuousBackups": {
        "TableName": _MANAGED,
        "PointInTimeRecoverySpecification": Structure(
            "PointInTimeRecoverySpecification",
            {
                "PointInTimeRecoveryEnabled": Flag(required=True),
                "RecoveryPeriodInDays": Whole(least=1, most=35),
            },
            required=True,
        ),
    },
    "TagResource": {"ResourceArn": _ARN, "Tags": _TAGS},
    "UntagResource": {"ResourceArn": _ARN, "TagKeys": ListOf(Text(shortest=1, longest=128))},
    "ListTagsOfResource": {"ResourceArn": _ARN, "NextToken": Text()},
    "PutResourcePolicy": {
        "ResourceArn": _POLICY_ARN,
        "Policy": Text(required=True),
        "ExpectedRevisionId": _REVISION,
        "ConfirmRemoveSelfResourceAccess": Flag(),
    },
    "GetResourcePolicy": {"ResourceArn": _POLICY_ARN},
    "DeleteResourcePolicy": {"ResourceArn": _POLICY_ARN, "ExpectedRevisionId": _REVISION},
    "UpdateContributorInsights": {
        "TableName": _MANAGED,
        "IndexName": _WATCHED_INDEX,
        "ContributorInsightsAction": Text(required=True, values=("ENABLE", "DISABLE")),
    },
    "DescribeContributorInsights": {"TableName": _MANAGED, "IndexName": _WATCHED_INDEX},
    "ListContributorInsights": {
        "TableName": TableName(required=False),
        "NextToken": Text(),
        "MaxResults": Whole(most=100),
    },
    "DescribeLimits": {},
    "DescribeEndpoints": {},
}
"""Parameters of the actions on tables and their settings."""

NAMED_FIRST = frozenset(
    action
    for action, fields in TABLE_ACTIONS.items()
    if "TableName" in fields and action != "ListContributorInsights"
)
"""Actions whose missing table name is reported before anything else, in its own words."""
