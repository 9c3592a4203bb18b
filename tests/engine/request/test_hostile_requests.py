"""Whatever bytes come, the answer is one of our errors, in bounded time."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tavola.errors import StoreError
from tests.engine.client import Client, key, s

ACTIONS = (
    "BatchGetItem",
    "BatchWriteItem",
    "DeleteItem",
    "GetItem",
    "PutItem",
    "Query",
    "Scan",
    "TransactGetItems",
    "TransactWriteItems",
    "UpdateItem",
)
MEMBERS = (
    *("S", "N", "B", "BOOL", "NULL", "SS", "NS", "BS", "L", "M"),
    *("pk", "sk", "g", "things", ":v", "#n"),
    *("Put", "Get", "Update", "Delete", "ConditionCheck", "PutRequest", "DeleteRequest"),
    *("TableName", "Key", "Keys", "Item", "Value", "Exists", "Action", "UpdateExpression"),
    *("ComparisonOperator", "AttributeValueList", "ConditionExpression"),
)
quickly = settings(
    max_examples=100,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["things", "EQ", "PUT", "pk = :v", "SET a = :v", "#n", "ALL_OLD"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(MEMBERS), inner, max_size=3)
    ),
    max_leaves=10,
)
NAMES = (
    "TableName",
    "Key",
    "Item",
    "RequestItems",
    "TransactItems",
    "KeyConditionExpression",
    "FilterExpression",
    "UpdateExpression",
    "ExpressionAttributeValues",
    "ExpressionAttributeNames",
    "ExclusiveStartKey",
    "Limit",
    "Expected",
    "AttributeUpdates",
    "AttributesToGet",
    "ClientRequestToken",
    "ConditionExpression",
    "ConditionalOperator",
    "ConsistentRead",
    "IndexName",
    "KeyConditions",
    "ProjectionExpression",
    "QueryFilter",
    "ReturnConsumedCapacity",
    "ReturnValues",
    "ScanFilter",
    "Segment",
    "Select",
    "TotalSegments",
)


OUTCOMES = (
    "done",
    "SerializationException",
    "ValidationException",
    "ResourceNotFoundException",
    "TransactionCanceledException",
    "ConditionalCheckFailedException",
    "IdempotentParameterMismatchException",
)


def outcome(client: Client, action: str, body: Any) -> str:
    try:
        client.engine.execute(action, body)
    except StoreError as refused:
        return refused.code
    return "done"


@quickly
@given(st.sampled_from(ACTIONS), st.binary(max_size=200))
def test_random_bytes(client: Client, action: str, body: bytes) -> None:
    assert outcome(client, action, body) in ("SerializationException", "ValidationException")


@quickly
@given(
    st.sampled_from(ACTIONS),
    st.dictionaries(st.sampled_from(NAMES), json_values, max_size=8),
    st.booleans(),
)
def test_random_parameters(
    client: Client, action: str, body: dict[str, Any], is_named: bool
) -> None:
    request = {**body, "TableName": "things"} if is_named else body

    assert outcome(client, action, request) in OUTCOMES


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b'{"TableName": "\xff\xfe"}',
        b'{"TableName": "\\ud800"}',
        b'{"TableName":"things","Item":' + b'{"a":{"M":' * 200_000,
        b"[" * 1_000_000,
    ],
)
def test_what_is_not_a_request(client: Client, body: bytes) -> None:
    assert outcome(client, "PutItem", body) == "SerializationException"


def nested(depth: int) -> dict[str, Any]:
    value: dict[str, Any] = s("deep")
    for _ in range(depth):
        value = {"M": {"a": value}}
    return value


@pytest.mark.parametrize(("depth", "expected"), [(31, "done"), (32, "ValidationException")])
def test_values_nest_32_levels_with_the_innermost(
    client: Client, depth: int, expected: str
) -> None:
    item = {**key("a", 1), "x": nested(depth)}

    assert outcome(client, "PutItem", {"TableName": "things", "Item": item}) == expected


def test_a_very_deep_value_is_refused(client: Client) -> None:
    item = {**key("a", 1), "x": nested(20_000)}

    assert outcome(client, "PutItem", {"TableName": "things", "Item": item}) in (
        "ValidationException",
        "SerializationException",
    )


@pytest.mark.parametrize(
    "expression",
    [
        "a = b AND " * 100_000 + "a = b",
        "(" * 100_000 + "a = b" + ")" * 100_000,
        "NOT " * 100_000 + "a = b",
        "a" + ".b" * 300_000 + " = c",
        "size(" * 100_000,
        "a" * 1_000_000 + " = b",
    ],
)
def test_megabytes_of_expression_are_refused(client: Client, expression: str) -> None:
    request = {"TableName": "things", "Item": key("a", 1), "ConditionExpression": expression}

    assert outcome(client, "PutItem", request) == "ValidationException"


@pytest.mark.parametrize(
    "number", ["9" * 100_000, "1e999999999999", "-1E-400", "0x10", "NaN", "Infinity", "１", " 1"]
)
def test_numbers_that_are_none(client: Client, number: str) -> None:
    item = {**key("a", 1), "x": {"N": number}}

    assert outcome(client, "PutItem", {"TableName": "things", "Item": item}) == (
        "ValidationException"
    )


@pytest.mark.parametrize("place", ["TableName", "name", "text", "key"])
def test_lone_surrogates_are_refused_wherever_they_stand(client: Client, place: str) -> None:
    bad = "\ud800"
    requests: dict[str, dict[str, Any]] = {
        "TableName": {"TableName": bad, "Item": key("a", 1)},
        "name": {"TableName": "things", "Item": {**key("a", 1), bad: s("x")}},
        "text": {"TableName": "things", "Item": {**key("a", 1), "x": s(bad)}},
        "key": {"TableName": "things", "Item": key(bad, 1)},
    }

    assert outcome(client, "PutItem", requests[place]) in (
        "SerializationException",
        "ValidationException",
    )


VALUES = {"ExpressionAttributeNames": {"#x": "x"}, "ExpressionAttributeValues": {":v": s("v")}}
RIGHT: list[tuple[str, dict[str, Any]]] = [
    (
        "PutItem",
        {
            "TableName": "things",
            "Item": {**key("a", 1), "l": {"L": [s("x"), {"M": {"y": {"NS": ["1"]}}}]}},
            "ConditionExpression": "#x = :v OR attribute_not_exists(pk)",
            **VALUES,
        },
    ),
    (
        "UpdateItem",
        {
            "TableName": "things",
            "Key": key("a", 1),
            "UpdateExpression": "SET #x = :v REMOVE l[0]",
            "ReturnValues": "ALL_NEW",
            "ReturnConsumedCapacity": "INDEXES",
            **VALUES,
        },
    ),
    (
        "UpdateItem",
        {
            "TableName": "things",
            "Key": key("a", 1),
            "AttributeUpdates": {"x": {"Action": "ADD", "Value": {"N": "1"}}},
            "Expected": {"x": {"ComparisonOperator": "NE", "AttributeValueList": [s("x")]}},
        },
    ),
    (
        "Query",
        {
            "TableName": "things",
            "IndexName": "local",
            "KeyConditionExpression": "pk = :v",
            "FilterExpression": "#x <> :v",
            "ExclusiveStartKey": {**key("v", 1), "h": s("h")},
            "Limit": 5,
            "ScanIndexForward": False,
            **VALUES,
        },
    ),
    (
        "Query",
        {
            "TableName": "things",
            "KeyConditions": {"pk": {"ComparisonOperator": "EQ", "AttributeValueList": [s("a")]}},
            "QueryFilter": {"x": {"ComparisonOperator": "IN", "AttributeValueList": [s("a")]}},
        },
    ),
    ("Scan", {"TableName": "things", "Segment": 0, "TotalSegments": 2, "Select": "COUNT"}),
    (
        "BatchGetItem",
        {"RequestItems": {"things": {"Keys": [key("a", 1)], "ProjectionExpression": "l[1].y"}}},
    ),
    (
        "BatchWriteItem",
        {
            "RequestItems": {
                "things": [
                    {"PutRequest": {"Item": key("a", 1)}},
                    {"DeleteRequest": {"Key": key("a", 2)}},
                ]
            }
        },
    ),
    (
        "TransactWriteItems",
        {
            "TransactItems": [
                {"Put": {"TableName": "things", "Item": key("a", 1)}},
                {
                    "ConditionCheck": {
                        "TableName": "things",
                        "Key": key("a", 2),
                        "ConditionExpression": "attribute_not_exists(pk)",
                    }
                },
            ],
            "ClientRequestToken": "t",
        },
    ),
    ("TransactGetItems", {"TransactItems": [{"Get": {"TableName": "things", "Key": key("a", 1)}}]}),
]


def spoiled(request: Any, path: list[int], junk: Any) -> Any:
    """Put junk in the place of one part of a request, found by a list of choices."""
    kind: Any = request.__class__
    if not path or not request or kind not in (dict, list):
        return junk
    names: list[Any] = list(request if kind is dict else range(len(request)))
    members = {name: request[name] for name in names}
    chosen = names[path[0] % len(names)]
    members[chosen] = spoiled(members[chosen], path[1:], junk)
    return members if kind is dict else list(members.values())


@quickly
@given(
    st.sampled_from(RIGHT),
    st.lists(st.integers(0, 7), min_size=1, max_size=7),
    json_values,
)
def test_right_requests_with_one_part_spoiled(
    client: Client, right: tuple[str, dict[str, Any]], path: list[int], junk: Any
) -> None:
    action, request = right

    assert outcome(client, action, spoiled(request, path, junk)) in OUTCOMES
