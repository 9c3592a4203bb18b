"""Behaviour of items and index keys that DynamoDB's users observed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.client import Client, key, n, s

INVALID = "One or more parameter values were invalid: "


@pytest.mark.parametrize(
    "parameters",
    [
        {"UpdateExpression": "REMOVE x"},
        {
            "UpdateExpression": "DELETE x :x",
            "ExpressionAttributeValues": {":x": {"SS": ["a"]}},
        },
        {"AttributeUpdates": {"x": {"Action": "DELETE"}}},
        {"AttributeUpdates": {"x": {"Action": "DELETE", "Value": {"SS": ["a"]}}}},
    ],
)
def test_an_update_that_only_removes_makes_no_item(
    client: Client, parameters: dict[str, Any]
) -> None:
    answer = client(
        "UpdateItem", TableName="things", Key=key("a", 1), ReturnValues="ALL_NEW", **parameters
    )

    assert (answer, client.items("things")) == ({}, [])


@pytest.mark.parametrize(
    ("parameters", "made"),
    [
        ({}, {}),
        ({"AttributeUpdates": {}}, {}),
        ({"AttributeUpdates": {"x": {"Action": "ADD", "Value": n(2)}}}, {"x": n(2)}),
        (
            {"UpdateExpression": "REMOVE y ADD x :x", "ExpressionAttributeValues": {":x": n(2)}},
            {"x": n(2)},
        ),
    ],
)
def test_any_other_update_makes_an_item(
    client: Client, parameters: dict[str, Any], made: dict[str, Any]
) -> None:
    client("UpdateItem", TableName="things", Key=key("a", 1), **parameters)

    assert client.items("things") == [{**key("a", 1), **made}]


def test_a_removal_in_a_transaction_makes_no_item(client: Client) -> None:
    update = {"TableName": "things", "Key": key("a", 1), "UpdateExpression": "REMOVE x"}

    client("TransactWriteItems", TransactItems=[{"Update": update}])

    assert client.items("things") == []


def test_sets_come_back_in_order(client: Client) -> None:
    client.put("things", {**key("a", 1), "t": {"SS": ["b", "a"]}, "v": {"NS": ["10", "9"]}})
    client(
        "UpdateItem",
        TableName="things",
        Key=key("a", 1),
        UpdateExpression="ADD t :t, v :v",
        ExpressionAttributeValues={":t": {"SS": [""]}, ":v": {"NS": ["-1", "9.5"]}},
    )

    assert client.items("things") == [
        {**key("a", 1), "t": {"SS": ["", "a", "b"]}, "v": {"NS": ["-1", "9", "9.5", "10"]}}
    ]


def test_nothing_is_known_of_what_an_absent_attribute_does_not_contain(client: Client) -> None:
    client.put("things", key("a", 1))
    condition = {"x": {"ComparisonOperator": "NOT_CONTAINS", "AttributeValueList": [s("a")]}}

    refused = client.refusal("DeleteItem", TableName="things", Key=key("a", 1), Expected=condition)

    assert refused == ("ConditionalCheckFailedException", "The conditional request failed")


def test_a_part_of_an_index_key_cannot_be_updated(client: Client) -> None:
    refused = client.invalid(
        "UpdateItem",
        TableName="things",
        Key=key("a", 1),
        UpdateExpression="SET g.x = :x",
        ExpressionAttributeValues={":x": n(1)},
    )

    assert refused == (
        "Key attributes must be scalars; list random access '[]' and map lookup '.' are not "
        "allowed: IndexKey: g"
    )


@pytest.mark.parametrize(
    ("attribute", "size", "message"),
    [
        (
            "g",
            2049,
            f"{INVALID}Size of hashkey has exceeded the maximum size limit of2048 bytes",
        ),
        (
            "h",
            1025,
            f"{INVALID}Aggregated size of all range keys has exceeded the size limit of 1024 bytes",
        ),
    ],
)
def test_the_key_of_an_index_is_as_short_as_that_of_a_table(
    client: Client, attribute: str, size: int, message: str
) -> None:
    item = {**key("a", 1), "g": s("g"), attribute: s("é" * (size // 2) + "x")}

    assert client.invalid("PutItem", TableName="things", Item=item) == message


def test_an_attribute_of_a_key_keeps_its_type(client: Client) -> None:
    index = {
        "IndexName": "another",
        "KeySchema": [{"AttributeName": "g", "KeyType": "HASH"}],
        "Projection": {"ProjectionType": "ALL"},
    }

    refused = client.invalid(
        "UpdateTable",
        TableName="things",
        AttributeDefinitions=[{"AttributeName": "g", "AttributeType": "N"}],
        GlobalSecondaryIndexUpdates=[{"Create": index}],
    )

    assert refused == (
        f"{INVALID}Attributes cannot be redefined. Please check that your attribute has the same "
        "type as previously defined. Existing schema: Schema:[SchemaElement: key{g:S:HASH}] New "
        "schema: Schema:[SchemaElement: key{g:N:HASH}]"
    )


def test_indexes_come_and_go_one_at_a_time(client: Client) -> None:
    refused = client.refusal(
        "UpdateTable",
        TableName="things",
        GlobalSecondaryIndexUpdates=[
            {"Delete": {"IndexName": "nothing"}},
            {"Delete": {"IndexName": "nobody"}},
        ],
    )

    assert refused == (
        "LimitExceededException",
        "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously "
        "per table",
    )
