"""Reads and writes of items as AWS answered them when it was asked.

Each test names where its answer was captured: P is paritysuite/dynamodb-conformance (eu-west-2 and
us-east-1, October 2026), M moto's tests that are marked aws_verified, X ExtendDB's parity tests.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.client import Client, s

ONE = "1 validation error detected: "
OVERFLOW = (
    "Number overflow. Attempting to store a number with magnitude larger than supported range"
)
UNDERFLOW = (
    "Number underflow. Attempting to store a number with magnitude smaller than supported range"
)
NOT_NUMERIC = "The parameter cannot be converted to a numeric value"
QUERY: dict[str, Any] = {
    "TableName": "flat",
    "KeyConditionExpression": "id = :p",
    "ExpressionAttributeValues": {":p": s("x")},
}


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        (
            {"Select": "ALL_PROJECTED_ATTRIBUTES"},
            "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName",
        ),
        (
            {"Select": "COUNT", "ProjectionExpression": "a"},
            "Cannot specify the ProjectionExpression when choosing to get only the Count",
        ),
        (
            {"Select": "ALL_ATTRIBUTES", "ProjectionExpression": "a"},
            "Cannot specify the ProjectionExpression when choosing to get ALL_ATTRIBUTES",
        ),
        (
            {"Select": "SPECIFIC_ATTRIBUTES"},
            "Must specify the AttributesToGet or ProjectionExpression when choosing to get "
            "SPECIFIC_ATTRIBUTES",
        ),
    ],
)
def test_a_query_counts_a_wrong_select_and_a_scan_does_not(
    client: Client, parameters: dict[str, Any], message: str
) -> None:
    # M: ALL_PROJECTED_ATTRIBUTES without an index; X: COUNT with a ProjectionExpression.
    assert client.invalid("Query", **QUERY, **parameters) == ONE + message
    assert client.invalid("Scan", TableName="flat", **parameters) == message


def test_an_empty_filter_is_named_before_a_wrong_key_condition(client: Client) -> None:
    body = QUERY | {"KeyConditionExpression": "id = = :p", "FilterExpression": ""}

    message = client.invalid("Query", **body)

    assert message == "Invalid FilterExpression: The expression can not be empty;"


@pytest.fixture
def ranges(client: Client) -> Client:
    """A table whose index has one HASH and three RANGE attributes."""
    names = ("id", "h", "a", "b", "c")
    kinds = ("HASH", "RANGE", "RANGE", "RANGE")
    schema = [
        {"AttributeName": name, "KeyType": kind}
        for name, kind in zip(names[1:], kinds, strict=True)
    ]
    client(
        "CreateTable",
        TableName="ranges",
        BillingMode="PAY_PER_REQUEST",
        AttributeDefinitions=[{"AttributeName": name, "AttributeType": "S"} for name in names],
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
        GlobalSecondaryIndexes=[
            {
                "IndexName": "gsi",
                "KeySchema": schema,
                "Projection": {"ProjectionType": "ALL"},
            }
        ],
    )
    return client


@pytest.mark.parametrize(
    ("condition", "loose", "last"),
    [
        ("h = :v AND a = :v AND c = :v", "b", "c"),
        ("h = :v AND a = :v AND b > :v AND c = :v", "b", "c"),
        ("h = :v AND b = :v", "a", "b"),
    ],
)
def test_a_gap_in_a_key_of_several_attributes_is_named(
    ranges: Client, condition: str, loose: str, last: str
) -> None:
    # P, in tests/tier1/query/multiAttributeGsiKey.test.ts
    message = ranges.invalid(
        "Query",
        TableName="ranges",
        IndexName="gsi",
        KeyConditionExpression=condition,
        ExpressionAttributeValues={":v": s("x")},
    )

    assert message == (
        f"RANGE key attributes {loose} must have equality conditions specified in the query "
        f"because a condition is present on key attribute {last}"
    )


@pytest.mark.parametrize(
    ("number", "message"),
    [
        ("1e99999999999", OVERFLOW),
        ("1e-99999999999", UNDERFLOW),
        ("1e2147483648", OVERFLOW),
        ("1e9223372036854775808", f"{NOT_NUMERIC}: 1e9223372036854775808"),
        ("0e126", OVERFLOW),
        ("0e-131", UNDERFLOW),
        ("-0e126", OVERFLOW),
    ],
)
def test_an_exponent_must_fit_also_of_zero(client: Client, number: str, message: str) -> None:
    # P, in tests/tier3/limits/numberExponent.test.ts
    item = {"id": s("x"), "val": {"N": number}}

    assert client.invalid("PutItem", TableName="flat", Item=item) == ONE + message


@pytest.mark.parametrize(
    ("number", "kept"),
    [("0e125", "0"), ("0e-130", "0"), ("0.00", "0"), ("1e-130", f"0.{'0' * 129}1")],
)
def test_an_exponent_within_the_range_is_kept(client: Client, number: str, kept: str) -> None:
    client.put("flat", {"id": s("x"), "val": {"N": number}})

    assert client.items("flat") == [{"id": s("x"), "val": {"N": kept}}]


def deep(depth: int) -> dict[str, Any]:
    value: dict[str, Any] = s("leaf")
    for _ in range(depth):
        value = {"M": {"n": value}}
    return value


ENUM = (
    "1 validation error detected: Value 'BOGUS' at 'returnValues' failed to satisfy constraint: "
    "Member must satisfy enum value set: [ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW]"
)


@pytest.mark.parametrize(
    "parameters",
    [
        {
            "Key": {"id": s("a")},
            "ConditionExpression": "d = :deep",
            "ExpressionAttributeValues": {":deep": deep(63)},
        },
        {"Key": {"id": s("a")}, "Expected": {"d": {"Value": deep(63)}}},
        {"Key": {"id": deep(100)}},
    ],
)
def test_a_deletion_judges_return_values_before_the_depth_of_values(
    client: Client, parameters: dict[str, Any]
) -> None:
    # P, in tests/tier3/validation-ordering/deepRequests.test.ts
    message = client.invalid("DeleteItem", TableName="none", ReturnValues="BOGUS", **parameters)

    assert message == ENUM


def test_a_deletion_that_returns_what_it_cannot_says_so_before_a_deep_value(
    client: Client,
) -> None:
    # P, in tests/tier3/validation-ordering/deepRequests.test.ts
    message = client.invalid(
        "DeleteItem",
        TableName="none",
        Key={"id": s("a")},
        ConditionExpression="#d = :deep",
        ExpressionAttributeNames={"#d": "d"},
        ExpressionAttributeValues={":deep": deep(100)},
        ReturnValues="UPDATED_NEW",
    )

    assert message == "ReturnValues can only be ALL_OLD or NONE"


def test_numbers_of_keys_are_judged_alike(client: Client) -> None:
    # P, in tests/tier3/limits/numberExponent.test.ts
    key = {"pk": s("a"), "sk": {"N": "1e99999999999"}}

    assert client.invalid("GetItem", TableName="things", Key=key) == OVERFLOW
    assert client.invalid("DeleteItem", TableName="things", Key=key) == ONE + OVERFLOW
