from __future__ import annotations

from typing import Any

import pytest

from tests.engine.client import Client, key, n, s

MISMATCH = "The provided key element does not match the schema"


def test_an_item_comes_back_as_it_was_put(client: Client) -> None:
    item = {**key("a", 1), "name": s("Ada"), "tags": {"SS": ["x", "y"]}, "ok": {"BOOL": True}}
    client.put("things", item)

    assert client("GetItem", TableName="things", Key=key("a", 1)) == {"Item": item}


def test_a_missing_item_gives_an_empty_answer(client: Client) -> None:
    assert client("GetItem", TableName="things", Key=key("a", 1)) == {}


def test_equal_numbers_are_one_key(client: Client) -> None:
    client.put("things", {**key("a", 1), "x": s("x")})

    found = client("GetItem", TableName="things", Key={"pk": s("a"), "sk": {"N": "1.0e0"}})

    assert found == {"Item": {**key("a", 1), "x": s("x")}}


def test_a_projection_takes_what_it_names(client: Client) -> None:
    client.put("things", {**key("a", 1), "m": {"M": {"x": n(1), "y": n(2)}}, "l": {"L": [n(1)]}})

    found = client(
        "GetItem",
        TableName="things",
        Key=key("a", 1),
        ProjectionExpression="m.x, #l",
        ExpressionAttributeNames={"#l": "l"},
    )

    assert found == {"Item": {"m": {"M": {"x": n(1)}}, "l": {"L": [n(1)]}}}


def test_a_projection_of_nothing_that_is_there_gives_an_empty_item(client: Client) -> None:
    client.put("things", key("a", 1))

    found = client("GetItem", TableName="things", Key=key("a", 1), ProjectionExpression="z")

    assert found == {"Item": {}}


def test_attributes_to_get_takes_whole_attributes(client: Client) -> None:
    client.put("things", {**key("a", 1), "x": s("x"), "y": s("y")})

    found = client("GetItem", TableName="things", Key=key("a", 1), AttributesToGet=["x", "z"])

    assert found == {"Item": {"x": s("x")}}


@pytest.mark.parametrize(
    ("consistent", "length", "units"),
    [(False, 10, 0.5), (True, 10, 1.0), (False, 4100, 1.0), (True, 4100, 2.0)],
)
def test_a_read_costs_by_size_and_consistency(
    client: Client, consistent: bool, length: int, units: float
) -> None:
    client.put("flat", {"id": s("a"), "x": s("x" * length)})

    answer = client(
        "GetItem",
        TableName="flat",
        Key={"id": s("a")},
        ConsistentRead=consistent,
        ReturnConsumedCapacity="INDEXES",
    )

    assert answer["ConsumedCapacity"] == {
        "TableName": "flat",
        "CapacityUnits": units,
        "Table": {"CapacityUnits": units},
    }


def test_reading_nothing_costs_a_read(client: Client) -> None:
    answer = client("GetItem", TableName="flat", Key={"id": s("a")}, ReturnConsumedCapacity="TOTAL")

    assert answer == {"ConsumedCapacity": {"TableName": "flat", "CapacityUnits": 0.5}}


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ({}, MISMATCH),
        ({"pk": s("a")}, MISMATCH),
        ({"pk": s("a"), "sk": s("1")}, MISMATCH),
        ({"pk": s("a"), "z": n(1)}, MISMATCH),
        ({**key("a", 1), "z": n(1)}, MISMATCH),
        (
            key("", 1),
            "One or more parameter values are not valid. The AttributeValue for a key attribute "
            "cannot contain an empty string value. Key: pk",
        ),
        (
            key("a" * 2049, 1),
            "One or more parameter values were invalid: Size of hashkey has exceeded the maximum "
            "size limit of2048 bytes",
        ),
        (
            {"pk": s("a"), "sk": {"N": "one"}},
            "The parameter cannot be converted to a numeric value: one",
        ),
        (
            {"pk": s("a"), "sk": {}},
            "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes",
        ),
    ],
)
def test_a_key_must_fit_the_table(client: Client, wanted: dict[str, Any], message: str) -> None:
    assert client.invalid("GetItem", TableName="things", Key=wanted) == message


def test_the_longest_keys_are_accepted(client: Client) -> None:
    assert client("GetItem", TableName="things", Key=key("a" * 2048, 1)) == {}


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        (
            {"ProjectionExpression": ""},
            "Invalid ProjectionExpression: The expression can not be empty;",
        ),
        (
            {"ExpressionAttributeNames": {"#a": "a"}},
            "ExpressionAttributeNames can only be specified when using expressions",
        ),
        (
            {"ProjectionExpression": "b", "ExpressionAttributeNames": {"#a": "a"}},
            "Value provided in ExpressionAttributeNames unused in expressions: keys: {#a}",
        ),
        (
            {"ProjectionExpression": "b", "AttributesToGet": ["a"]},
            "Can not use both expression and non-expression parameters in the same request: "
            "Non-expression parameters: {AttributesToGet} "
            "Expression parameters: {ProjectionExpression}",
        ),
        (
            {"AttributesToGet": ["a", "a"]},
            "One or more parameter values were invalid: Duplicate value in attribute name: a",
        ),
    ],
)
def test_expressions_must_be_used_rightly(
    client: Client, parameters: dict[str, Any], message: str
) -> None:
    refused = client.invalid("GetItem", TableName="things", Key=key("a", 1), **parameters)

    assert refused == message


def test_a_missing_table_is_not_found(client: Client) -> None:
    refused = client.refusal("GetItem", TableName="nothing", Key=key("a", 1))

    assert refused == ("ResourceNotFoundException", "Requested resource not found")


@pytest.mark.parametrize(
    ("parameters", "code"),
    [
        ({"Key": {"pk": {"S": 5}}, "ProjectionExpression": ""}, "SerializationException"),
        ({"Key": {"pk": {"N": "x"}}}, "ValidationException"),
        ({"Key": {}, "ProjectionExpression": ""}, "ValidationException"),
        ({"Key": {}}, "ResourceNotFoundException"),
    ],
)
def test_values_and_expressions_are_checked_before_the_table(
    client: Client, parameters: dict[str, Any], code: str
) -> None:
    assert client.refusal("GetItem", TableName="nothing", **parameters)[0] == code


def test_a_table_may_be_named_by_its_arn(client: Client) -> None:
    client.put("flat", {"id": s("a")})
    arn = client("DescribeTable", TableName="flat")["Table"]["TableArn"]

    assert client("GetItem", TableName=arn, Key={"id": s("a")}) == {"Item": {"id": s("a")}}
