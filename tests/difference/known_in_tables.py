"""Differences in actions on tables that are kept, each with its reason."""

from __future__ import annotations

from tests.difference.compare import Request
from tests.difference.known import (
    ANYTHING,
    QUIRKS,
    REFUSED,
    Known,
    without_settings,
)

CREATION = {
    "TableName": "known",
    "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
    "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
    "BillingMode": "PAY_PER_REQUEST",
}
REMOVAL = (
    # Another test may have protected it.
    Request("UpdateTable", {"TableName": "known", "DeletionProtectionEnabled": False}),
    Request("DeleteTable", {"TableName": "known"}),
)

MULTI_ATTRIBUTE_INDEX = {
    "IndexName": "several",
    "KeySchema": [
        {"AttributeName": "id", "KeyType": "HASH"},
        {"AttributeName": "at", "KeyType": "HASH"},
    ],
    "Projection": {"ProjectionType": "ALL"},
}
INDEXED = {
    "AttributeDefinitions": [
        {"AttributeName": "id", "AttributeType": "S"},
        {"AttributeName": "at", "AttributeType": "S"},
    ],
    "GlobalSecondaryIndexes": [MULTI_ATTRIBUTE_INDEX],
}

PROVISIONED = {
    "BillingMode": "PROVISIONED",
    "ProvisionedThroughput": {"ReadCapacityUnits": 1, "WriteCapacityUnits": 1},
    "GlobalSecondaryIndexes": [
        {
            "IndexName": "one-index",
            "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
            "Projection": {"ProjectionType": "ALL"},
        }
    ],
}

TABLES = (
    Known(
        "AWS shows warm throughput and deletion protection. API reference, TableDescription.",
        "dynoxide",
        "OK",
        "OK",
        Request("CreateTable", CREATION),
        REMOVAL,
        "CreateTable|DescribeTable|DeleteTable",
        without_settings,
    ),
    Known(
        "Every parameter is held to its documented constraints, all of them before anything else.",
        "dynoxide",
        r"ValidationException: (\d+ validation errors detected: )?Value .* failed to satisfy ",
        ANYTHING,
        Request("CreateTable", CREATION | {"Tags": [{"Key": "", "Value": "v"}]}),
        REMOVAL,
        "CreateTable",
        source="API reference, CreateTable.",
    ),
    Known(
        "AWS names undefined and duplicate attributes before other faults.",
        "dynoxide",
        r"ValidationException: (Attribute Name is duplicated|The KeySchema contains multiple|.*: "
        r"(Some index key attributes are not defined|ProvisionedThroughput should not be))",
        REFUSED,
        Request("CreateTable", CREATION | {"AttributeDefinitions": []}),
        REMOVAL,
        source=QUIRKS,
    ),
    Known(
        "AWS names the table classes in words of its own.",
        "dynoxide",
        r"ValidationException: Invalid table-class parameter provided\.",
        REFUSED,
        Request("CreateTable", CREATION | {"TableClass": "COLD"}),
        REMOVAL,
        source=QUIRKS,
    ),
)
