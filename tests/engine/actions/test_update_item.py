from __future__ import annotations

from typing import Any

import pytest

from tavola.errors import ConditionFailed
from tests.engine.client import Client, key, n, s, units

OLD = {**key("a", 1), "x": s("old"), "m": {"M": {"a": n(1), "b": n(2)}}, "y": s("y")}
SET_X = {"UpdateExpression": "SET x = :x", "ExpressionAttributeValues": {":x": s("new")}}


def test_an_update_changes_only_what_it_names(client: Client) -> None:
    client.put("things", OLD)

    client("UpdateItem", TableName="things", Key=key("a", 1), **SET_X)

    assert client.items("things") == [{**OLD, "x": s("new")}]


def test_an_update_makes_the_item_if_there_is_none(client: Client) -> None:
    client("UpdateItem", TableName="things", Key=key("a", 1), **SET_X)

    assert client.items("things") == [{**key("a", 1), "x": s("new")}]


def test_an_update_without_expression_makes_an_item_of_its_key(client: Client) -> None:
    client("UpdateItem", TableName="things", Key=key("a", 1))

    assert client.items("things") == [key("a", 1)]


def test_every_clause_sees_the_item_as_it_was(client: Client) -> None:
    client.put("things", {**key("a", 1), "v": n(1), "w": n(2), "c": s("c")})

    client(
        "UpdateItem",
        TableName="things",
        Key=key("a", 1),
        UpdateExpression="SET v = w, w = v REMOVE c ADD d :one",
        ExpressionAttributeValues={":one": n(1)},
    )

    assert client.items("things") == [{**key("a", 1), "v": n(2), "w": n(1), "d": n(1)}]


def test_elements_past_the_end_of_a_list_are_appended(client: Client) -> None:
    client.put("things", {**key("a", 1), "l": {"L": [n(1)]}})

    client(
        "UpdateItem",
        TableName="things",
        Key=key("a", 1),
        UpdateExpression="SET l[7] = :x",
        ExpressionAttributeValues={":x": n(2)},
    )

    assert client.items("things") == [{**key("a", 1), "l": {"L": [n(1), n(2)]}}]


@pytest.mark.parametrize(
    ("wanted", "attributes"),
    [
        ("ALL_OLD", OLD),
        ("UPDATED_OLD", {"x": s("old"), "m": {"M": {"a": n(1)}}, "y": s("y")}),
        (
            "ALL_NEW",
            {**key("a", 1), "x": s("new"), "m": {"M": {"a": s("new"), "b": n(2)}}},
        ),
        ("UPDATED_NEW", {"x": s("new"), "m": {"M": {"a": s("new")}}}),
    ],
)
def test_every_kind_of_return_value(
    client: Client, wanted: str, attributes: dict[str, Any]
) -> None:
    client.put("things", OLD)

    answer = client(
        "UpdateItem",
        TableName="things",
        Key=key("a", 1),
        UpdateExpression="SET x = :x, m.a = :x REMOVE y",
        ExpressionAttributeValues={":x": s("new")},
        ReturnValues=wanted,
    )

    assert answer == {"Attributes": attributes}


@pytest.mark.parametrize("wanted", ["ALL_OLD", "UPDATED_OLD", "NONE"])
def test_a_new_item_has_no_old_values(client: Client, wanted: str) -> None:
    answer = client("UpdateItem", TableName="things", Key=key("a", 1), **SET_X, ReturnValues=wanted)

    assert answer == {}


def test_a_failed_condition_shows_the_item_and_changes_nothing(client: Client) -> None:
    client.put("things", OLD)

    with pytest.raises(ConditionFailed) as refused:
        client(
            "UpdateItem",
            TableName="things",
            Key=key("a", 1),
            UpdateExpression="SET x = :x",
            ConditionExpression="x = :x",
            ExpressionAttributeValues={":x": s("new")},
            ReturnValuesOnConditionCheckFailure="ALL_OLD",
        )

    assert (refused.value.item, client.items("things")) == (OLD, [OLD])


@pytest.mark.parametrize(
    ("expression", "value", "message"),
    [
        (
            "SET pk = :x",
            s("b"),
            "One or more parameter values were invalid: Cannot update attribute pk. This attribute "
            "is part of the key",
        ),
        (
            "SET g = :x",
            n(1),
            "One or more parameter values were invalid: Type mismatch for Index Key g Expected: S "
            "Actual: N IndexName: keys",
        ),
        (
            "SET g = :x",
            s(""),
            "One or more parameter values are not valid. The update expression attempted to update "
            "a secondary index key to a value that is not supported. The AttributeValue for a key "
            "attribute cannot contain an empty string value.",
        ),
        (
            "SET z = :x",
            s("x" * 409_600),
            "Item size to update has exceeded the maximum allowed size",
        ),
        (
            "SET z.a = :x",
            s("x"),
            "The document path provided in the update expression is invalid for update",
        ),
        (
            "SET z = nothing",
            None,
            "The provided expression refers to an attribute that does not exist in the item",
        ),
    ],
)
def test_an_update_that_cannot_be_is_refused_and_changes_nothing(
    client: Client, expression: str, value: dict[str, str] | None, message: str
) -> None:
    client.put("things", OLD)
    values = {"ExpressionAttributeValues": {":x": value}} if value else {}

    refused = client.invalid(
        "UpdateItem", TableName="things", Key=key("a", 1), UpdateExpression=expression, **values
    )

    assert (refused, client.items("things")) == (message, [OLD])


def test_a_key_is_checked_before_what_is_updated(client: Client) -> None:
    message = client.invalid(
        "UpdateItem",
        TableName="things",
        Key={"pk": s("a")},
        UpdateExpression="SET pk = :x",
        ExpressionAttributeValues={":x": s("x")},
    )

    assert message == "The provided key element does not match the schema"


def test_an_update_costs_the_larger_of_before_and_after(client: Client) -> None:
    client.put("things", {**key("a", 1), "x": s("x" * 3000), "g": s("g")})

    answer = client(
        "UpdateItem",
        TableName="things",
        Key=key("a", 1),
        UpdateExpression="REMOVE x",
        ReturnConsumedCapacity="INDEXES",
    )

    assert units(answer["ConsumedCapacity"]) == {"total": 6.0, "table": 3.0, "whole": 3.0}


def test_an_update_moves_the_item_in_its_indexes(client: Client) -> None:
    client.put("things", {**key("a", 1), "g": s("before")})

    client(
        "UpdateItem",
        TableName="things",
        Key=key("a", 1),
        UpdateExpression="SET g = :g",
        ExpressionAttributeValues={":g": s("after")},
    )

    found = client("Scan", TableName="things", IndexName="whole")
    assert found["Items"] == [{**key("a", 1), "g": s("after")}]
