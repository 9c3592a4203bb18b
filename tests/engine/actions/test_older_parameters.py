"""The parameters that expressions replaced still work, each in the actions that have it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.client import Client, key, n, s

TWICE = "ConditionalOperator can only be used when Filter or Expected has two or more elements"


def test_expected_guards_a_put(client: Client) -> None:
    client.put("things", {**key("a", 1), "v": n(1)})
    request = {"TableName": "things", "Item": {**key("a", 1), "v": n(2)}}

    refused = client.refusal("PutItem", **request, Expected={"v": {"Value": n(5)}})
    client("PutItem", **request, Expected={"v": {"Value": n(1)}})

    assert refused == ("ConditionalCheckFailedException", "The conditional request failed")
    assert client.items("things") == [{**key("a", 1), "v": n(2)}]


EITHER = {
    "v": {"ComparisonOperator": "GT", "AttributeValueList": [n(0)]},
    "w": {"Exists": True, "Value": n(1)},
}


def test_all_conditions_must_hold_unless_one_is_enough(client: Client) -> None:
    client.put("things", {**key("a", 1), "v": n(1)})
    request = {"TableName": "things", "Key": key("a", 1), "Expected": EITHER}

    refused = client.refusal("DeleteItem", **request, ConditionalOperator="AND")
    client("DeleteItem", **request, ConditionalOperator="OR")

    assert refused[0] == "ConditionalCheckFailedException"
    assert client.items("things") == []


def test_attribute_updates_change_an_item(client: Client) -> None:
    client.put("things", {**key("a", 1), "v": n(1), "x": s("x"), "t": {"SS": ["p", "q"]}})

    answer = client(
        "UpdateItem",
        TableName="things",
        Key=key("a", 1),
        AttributeUpdates={
            "v": {"Action": "ADD", "Value": n(2)},
            "x": {"Action": "DELETE"},
            "t": {"Action": "DELETE", "Value": {"SS": ["p"]}},
            "y": {"Value": s("y")},
        },
        ReturnValues="ALL_NEW",
    )

    assert answer["Attributes"] == {
        **key("a", 1),
        "v": n(3),
        "t": {"SS": ["q"]},
        "y": s("y"),
    }


def test_key_conditions_and_filter_query_a_partition(client: Client) -> None:
    client.put("things", *({**key("a", number), "x": n(number % 2)} for number in range(6)))

    answer = client(
        "Query",
        TableName="things",
        KeyConditions={
            "pk": {"ComparisonOperator": "EQ", "AttributeValueList": [s("a")]},
            "sk": {"ComparisonOperator": "BETWEEN", "AttributeValueList": [n(1), n(4)]},
        },
        QueryFilter={"x": {"ComparisonOperator": "EQ", "AttributeValueList": [n(1)]}},
        AttributesToGet=["sk"],
    )

    assert answer == {"Items": [{"sk": n(1)}, {"sk": n(3)}], "Count": 2, "ScannedCount": 4}


def test_a_scan_filter_drops_items(client: Client) -> None:
    client.put("things", {**key("a", 1), "x": s("x")}, key("a", 2))

    answer = client(
        "Scan", TableName="things", ScanFilter={"x": {"ComparisonOperator": "NOT_NULL"}}
    )

    assert (answer["Count"], answer["ScannedCount"]) == (1, 2)


@pytest.mark.parametrize(
    ("action", "parameters", "message"),
    [
        (
            "Scan",
            {"ConditionalOperator": "OR"},
            "ConditionalOperator cannot be used without Filter or Expected",
        ),
        (
            "Scan",
            {"ConditionalOperator": "OR", "ScanFilter": {"x": {"ComparisonOperator": "NULL"}}},
            TWICE,
        ),
        (
            "PutItem",
            {
                "Item": key("a", 1),
                "ConditionalOperator": "OR",
                "Expected": {"x": {"Exists": False}},
            },
            f"1 validation error detected: {TWICE}",
        ),
        (
            "UpdateItem",
            {"Key": key("a", 1), "AttributeUpdates": {"pk": {"Value": s("b")}}},
            "One or more parameter values were invalid: Cannot update attribute pk. This attribute "
            "is part of the key",
        ),
        (
            "Query",
            {
                "KeyConditions": {
                    "pk": {"ComparisonOperator": "EQ", "AttributeValueList": [s("a")]}
                },
                "QueryFilter": {"sk": {"ComparisonOperator": "NOT_NULL"}},
            },
            "QueryFilter can only contain non-primary key attributes: Primary key attribute: sk",
        ),
        (
            "Query",
            {"KeyConditions": {"pk": {"ComparisonOperator": "X"}}},
            "1 validation error detected: Value 'X' at "
            "'keyConditions.pk.member.comparisonOperator' failed to satisfy constraint: Member "
            "must satisfy enum value set: [IN, NULL, BETWEEN, LT, NOT_CONTAINS, EQ, GT, NOT_NULL, "
            "NE, LE, BEGINS_WITH, GE, CONTAINS]",
        ),
    ],
)
def test_older_parameters_are_checked(
    client: Client, action: str, parameters: dict[str, Any], message: str
) -> None:
    assert client.invalid(action, TableName="things", **parameters) == message
