"""Settings of a new table are tried at their bounds; refusals are DynamoDB's, word for word."""

from __future__ import annotations

from typing import Any

import pytest

from tavola.engine import Engine
from tests.engine.client import Client

INVALID = "One or more parameter values were invalid: "
PAGE = (
    "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/on-demand-capacity-mode.html"
)
BELOW_INITIAL = "is lower than initial throughput for OnDemand. See: " + PAGE
ON_DEMAND = {"BillingMode": "PAY_PER_REQUEST"}
PAID = {"ProvisionedThroughput": {"ReadCapacityUnits": 5, "WriteCapacityUnits": 7}}
MOST_UNITS = 1_000_000_000_000


def index(**settings: Any) -> dict[str, Any]:
    schema = [{"AttributeName": "b", "KeyType": "HASH"}]
    projection = {"ProjectionType": "ALL"}
    return {"IndexName": "by_b", "KeySchema": schema, "Projection": projection, **settings}


def request(**settings: Any) -> dict[str, Any]:
    names = ("a", "b") if "GlobalSecondaryIndexes" in settings else ("a",)
    return {
        "TableName": "made",
        "AttributeDefinitions": [{"AttributeName": each, "AttributeType": "S"} for each in names],
        "KeySchema": [{"AttributeName": "a", "KeyType": "HASH"}],
        **settings,
    }


def with_index(mode: dict[str, Any], **settings: Any) -> dict[str, Any]:
    return {**mode, "GlobalSecondaryIndexes": [index(**settings)]}


def tags(count: int) -> list[dict[str, str]]:
    return [{"Key": f"k{number}", "Value": ""} for number in range(count)]


def tagged(key: str, value: str = "") -> dict[str, Any]:
    return {**ON_DEMAND, "Tags": [{"Key": "first", "Value": "1"}, {"Key": key, "Value": value}]}


def pattern_fault(text: str, part: str) -> str:
    return (
        f"1 validation error detected: Value '{text}' at 'tags.2.member.{part}' failed to "
        "satisfy constraint: Member must satisfy regular expression pattern: "
        r"^([\p{L}\p{Z}\p{N}_.:/=+\-@]*)$"
    )


@pytest.fixture
def client(engine: Engine) -> Client:
    """A client of an engine without tables."""
    return Client(engine)


@pytest.mark.parametrize(
    "settings",
    [
        {**ON_DEMAND, "WarmThroughput": {"ReadUnitsPerSecond": 12_000}},
        {**ON_DEMAND, "WarmThroughput": {"WriteUnitsPerSecond": 4_000}},
        {**PAID, "WarmThroughput": {"ReadUnitsPerSecond": 5, "WriteUnitsPerSecond": 7}},
        {**ON_DEMAND, "OnDemandThroughput": {"MaxReadRequestUnits": 1}},
        {
            "ProvisionedThroughput": {
                "ReadCapacityUnits": MOST_UNITS,
                "WriteCapacityUnits": MOST_UNITS,
            }
        },
        {**ON_DEMAND, "SSESpecification": {"Enabled": True, "SSEType": "KMS"}},
        {**ON_DEMAND, "SSESpecification": {"Enabled": False}},
        {
            **ON_DEMAND,
            "SSESpecification": {"Enabled": True, "SSEType": "KMS", "KMSMasterKeyId": "x"},
        },
        {**ON_DEMAND, "Tags": tags(50)},
        tagged("Größe 9_.:/=+-@", "é 1"),
        tagged("raws:x"),
        with_index(ON_DEMAND, OnDemandThroughput={"MaxReadRequestUnits": 1}),
        with_index(ON_DEMAND, WarmThroughput={"ReadUnitsPerSecond": 12_000}),
        with_index(PAID, **PAID, WarmThroughput={"WriteUnitsPerSecond": 7}),
    ],
)
def test_a_setting_at_its_bound_is_taken(client: Client, settings: dict[str, Any]) -> None:
    answer = client("CreateTable", **request(**settings))

    assert answer["TableDescription"]["TableStatus"] == "CREATING"


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (
            {**ON_DEMAND, "WarmThroughput": {"ReadUnitsPerSecond": 11_999}},
            f"{INVALID}Requested ReadUnitsPerSecond for WarmThroughput for table {BELOW_INITIAL}",
        ),
        (
            {**ON_DEMAND, "WarmThroughput": {"WriteUnitsPerSecond": 3_999}},
            f"{INVALID}Requested WriteUnitsPerSecond for WarmThroughput for table {BELOW_INITIAL}",
        ),
        (
            {**PAID, "WarmThroughput": {"ReadUnitsPerSecond": 4}},
            f"{INVALID}Requested ReadUnitsPerSecond for WarmThroughput for table is lower than "
            "ReadCapacityUnits of ProvisionedThroughput",
        ),
        (
            {**PAID, "WarmThroughput": {"ReadUnitsPerSecond": 5, "WriteUnitsPerSecond": 6}},
            f"{INVALID}Requested WriteUnitsPerSecond for WarmThroughput for table is lower than "
            "WriteCapacityUnits of ProvisionedThroughput",
        ),
        (
            with_index(ON_DEMAND, WarmThroughput={"ReadUnitsPerSecond": 11_999}),
            f"{INVALID}Requested ReadUnitsPerSecond for WarmThroughput for index by_b "
            f"{BELOW_INITIAL}",
        ),
        (
            with_index(PAID, **PAID, WarmThroughput={"WriteUnitsPerSecond": 6}),
            f"{INVALID}Requested WriteUnitsPerSecond for WarmThroughput for index by_b is lower "
            "than WriteCapacityUnits of ProvisionedThroughput",
        ),
        (
            {**ON_DEMAND, "OnDemandThroughput": {"MaxReadRequestUnits": 0}},
            f"{INVALID}Requested MaxReadRequestUnits for OnDemandThroughput for table is outside "
            "of valid range",
        ),
        (
            {**ON_DEMAND, "OnDemandThroughput": {"MaxReadRequestUnits": -1}},
            f"{INVALID}Requested MaxReadRequestUnits for OnDemandThroughput for table is outside "
            "of valid range",
        ),
        (
            with_index(ON_DEMAND, OnDemandThroughput={"MaxWriteRequestUnits": -1}),
            f"{INVALID}Requested MaxWriteRequestUnits for OnDemandThroughput for index : by_b is "
            "outside of valid range",
        ),
        (
            {**PAID, "OnDemandThroughput": {"MaxWriteRequestUnits": 1}},
            f"{INVALID}MaxWriteRequestUnits for OnDemandThroughput cannot be specified when table "
            "BillingMode is PROVISIONED.",
        ),
        (
            with_index(PAID, **PAID, OnDemandThroughput={"MaxWriteRequestUnits": 1}),
            f"{INVALID}MaxWriteRequestUnits for OnDemandThroughput for index: by_b cannot be "
            "specified when table BillingMode is PROVISIONED.",
        ),
        (
            with_index(ON_DEMAND, **PAID),
            f"{INVALID}ProvisionedThroughput should not be specified for index: by_b when "
            "BillingMode is PAY_PER_REQUEST",
        ),
        (
            with_index(PAID),
            f"{INVALID}ProvisionedThroughput is not specified for index: by_b",
        ),
        (
            with_index(
                PAID,
                ProvisionedThroughput={
                    "ReadCapacityUnits": MOST_UNITS + 1,
                    "WriteCapacityUnits": 1,
                },
            ),
            "Given value 1000000000001 for ReadCapacityUnits is out of bounds",
        ),
        (
            {
                "ProvisionedThroughput": {
                    "ReadCapacityUnits": 1,
                    "WriteCapacityUnits": MOST_UNITS + 1,
                }
            },
            "Given value 1000000000001 for WriteCapacityUnits is out of bounds",
        ),
        (
            {**ON_DEMAND, "SSESpecification": {"Enabled": True, "SSEType": "AES256"}},
            f"{INVALID}SSEType AES256 is not supported",
        ),
        (
            {**ON_DEMAND, "SSESpecification": {"Enabled": True, "KMSMasterKeyId": "x"}},
            f"{INVALID}SSEType KMS is required if KMSMasterKeyId is specified",
        ),
        (
            {**ON_DEMAND, "SSESpecification": {"Enabled": False, "SSEType": "KMS"}},
            f"{INVALID}SSEType can not be specified if Enabled is false",
        ),
        (
            {**ON_DEMAND, "SSESpecification": {"KMSMasterKeyId": "x"}},
            f"{INVALID}KMSMasterKeyId can not be specified if Enabled is false",
        ),
        (
            {**ON_DEMAND, "Tags": tags(51)},
            "Number of Tags exceed the current limit for the provided ResourceArn",
        ),
        (tagged("aws:x"), "Tag Key cannot be prefixed with aws:, Key: aws:x"),
        (
            tagged("first"),
            "Duplicate Tag Keys provided as input: Duplicate Tag Key found first",
        ),
        (tagged("a;b"), pattern_fault("a;b", "key")),
        (tagged("a", "b*"), pattern_fault("b*", "value")),
    ],
)
def test_a_setting_beyond_its_bound_is_refused(
    client: Client, settings: dict[str, Any], message: str
) -> None:
    assert client.invalid("CreateTable", **request(**settings)) == message
    assert client("ListTables") == {"TableNames": []}
