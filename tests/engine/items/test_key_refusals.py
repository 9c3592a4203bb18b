"""Keys of items, of indexes and of starting points that do not fit, in DynamoDB's words."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.client import Client, key, n, s

INVALID = "One or more parameter values were invalid: "
NOT_VALID = "One or more parameter values are not valid. "
MISMATCH = "The provided key element does not match the schema"
START = "The provided starting key is invalid"
LONG_HASH = f"{INVALID}Size of hashkey has exceeded the maximum size limit of2048 bytes"
LONG_SORT = f"{INVALID}Aggregated size of all range keys has exceeded the size limit of 1024 bytes"
EMPTY = "The AttributeValue for a key attribute cannot contain an empty {} value."
SECONDARY = f"{NOT_VALID}A value specified for a secondary index key is not supported. "


def text_table(client: Client) -> None:
    names = ("pk", "sk", "g", "h")
    client(
        "CreateTable",
        TableName="texts",
        BillingMode="PAY_PER_REQUEST",
        AttributeDefinitions=[{"AttributeName": name, "AttributeType": "S"} for name in names],
        KeySchema=[
            {"AttributeName": "pk", "KeyType": "HASH"},
            {"AttributeName": "sk", "KeyType": "RANGE"},
        ],
        GlobalSecondaryIndexes=[
            {
                "IndexName": name,
                "KeySchema": [
                    {"AttributeName": "g", "KeyType": "HASH"},
                    {"AttributeName": "h", "KeyType": "RANGE"},
                ],
                "Projection": {"ProjectionType": "ALL"},
            }
            for name in ("zeta", "alpha")
        ],
    )


def pair(partition: str, sort: str, **more: Any) -> dict[str, Any]:
    return {"pk": s(partition), "sk": s(sort), **more}


@pytest.mark.parametrize(
    ("item", "message"),
    [
        (pair("", "b"), f"{NOT_VALID}{EMPTY.format('string')} Key: pk"),
        (pair("a", ""), f"{NOT_VALID}{EMPTY.format('string')} Key: sk"),
        (pair("x" * 2049, "b"), LONG_HASH),
        (pair("a", "x" * 1025), LONG_SORT),
        (pair("a", "é" * 513), LONG_SORT),
        (pair("a", "b", g=s("x" * 2049)), LONG_HASH),
        (pair("a", "b", h=s("x" * 1025)), LONG_SORT),
        (pair("a", "b", h=s("é" * 513)), LONG_SORT),
        (
            pair("a", "b", g=s("")),
            f"{SECONDARY}{EMPTY.format('string')} IndexName: alpha, IndexKey: g",
        ),
        (
            pair("a", "b", h=n(1)),
            f"{INVALID}Type mismatch for Index Key h Expected: S Actual: N IndexName: alpha",
        ),
        ({"sk": s("b")}, f"{INVALID}Missing the key pk in the item"),
        (
            {"pk": s("a"), "sk": n(1)},
            f"{INVALID}Type mismatch for key sk expected: S actual: N",
        ),
    ],
)
def test_a_key_that_does_not_fit_is_refused(
    client: Client, item: dict[str, Any], message: str
) -> None:
    text_table(client)

    assert client.invalid("PutItem", TableName="texts", Item=item) == message
    assert client.items("texts") == []


@pytest.mark.parametrize(
    "item",
    [
        pair("x" * 2048, "x" * 1024),
        pair("é" * 1024, "é" * 512),
        pair("a", "b", g=s("x" * 2048), h=s("x" * 1024)),
        pair("a", "b", g=s("é" * 1024), h=s("é" * 512)),
    ],
)
def test_the_longest_keys_are_taken(client: Client, item: dict[str, Any]) -> None:
    text_table(client)

    client.put("texts", item)

    assert client.items("texts") == [item]


@pytest.mark.parametrize(
    ("named", "message"),
    [
        ({"pk": s("a")}, MISMATCH),
        (pair("a", "b", x=s("c")), MISMATCH),
        ({"pk": s("a"), "x": s("b")}, MISMATCH),
        ({"pk": s("a"), "sk": n(1)}, MISMATCH),
        (pair("", "b"), f"{NOT_VALID}{EMPTY.format('string')} Key: pk"),
        (pair("a", ""), f"{NOT_VALID}{EMPTY.format('string')} Key: sk"),
        (pair("x" * 2049, "b"), LONG_HASH),
        (pair("a", "x" * 1025), LONG_SORT),
    ],
)
def test_a_key_that_names_no_item_is_refused(
    client: Client, named: dict[str, Any], message: str
) -> None:
    text_table(client)

    assert client.invalid("GetItem", TableName="texts", Key=named) == message
    assert client.invalid("DeleteItem", TableName="texts", Key=named) == message


def test_an_update_may_not_empty_an_index_key(client: Client) -> None:
    message = client.invalid(
        "UpdateItem",
        TableName="things",
        Key=key("a", 1),
        UpdateExpression="SET b = :b",
        ExpressionAttributeValues={":b": {"B": ""}},
    )

    assert message == (
        f"{NOT_VALID}The update expression attempted to update a secondary index key to a value "
        f"that is not supported. {EMPTY.format('binary')}"
    )


WHOLE = {**key("a", 1), "g": s("x")}


@pytest.mark.parametrize(
    ("start", "message"),
    [
        ({**WHOLE, "extra": s("y")}, START),
        (key("a", 1), START),
        ({**WHOLE, "g": n(1)}, MISMATCH),
        ({**WHOLE, "g": s("")}, START),
        ({**WHOLE, "sk": s("1")}, f"{START}: {MISMATCH}"),
        (
            {**WHOLE, "pk": s("")},
            f"{START}: {NOT_VALID}{EMPTY.format('string')} Key: pk",
        ),
    ],
)
def test_a_start_in_an_index_has_its_key_and_the_items(
    client: Client, start: dict[str, Any], message: str
) -> None:
    client.put("things", WHOLE)

    found = client.invalid("Scan", TableName="things", IndexName="whole", ExclusiveStartKey=start)

    assert found == message


@pytest.mark.parametrize(
    ("start", "message"),
    [
        ({"pk": s("a")}, f"{START}: {MISMATCH}"),
        ({**key("a", 1), "g": s("x")}, f"{START}: {MISMATCH}"),
        ({"pk": s("a"), "sk": s("1")}, f"{START}: {MISMATCH}"),
        (
            {"pk": s("a"), "sk": {"N": "x"}},
            "The parameter cannot be converted to a numeric value: x",
        ),
        (
            {"pk": s("a"), "sk": {"N": "1" * 39}},
            "Attempting to store more than 38 significant digits in a Number",
        ),
        (
            {"pk": s("a"), "sk": {}},
            f"{START}: Supplied AttributeValue is empty, must contain exactly one of the "
            "supported datatypes",
        ),
    ],
)
def test_a_start_in_a_table_has_its_key(
    client: Client, start: dict[str, Any], message: str
) -> None:
    assert client.invalid("Scan", TableName="things", ExclusiveStartKey=start) == message


def test_a_start_of_another_partition_is_refused(client: Client) -> None:
    message = client.invalid(
        "Query",
        TableName="things",
        KeyConditionExpression="pk = :p",
        ExpressionAttributeValues={":p": s("a")},
        ExclusiveStartKey=key("b", 1),
    )

    assert message == (
        "The provided starting key is outside query boundaries based on provided conditions"
    )


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (
            {"IndexName": "nowhere"},
            "The table does not have the specified index: nowhere",
        ),
        (
            {"IndexName": "whole", "ConsistentRead": True},
            "Consistent reads are not supported on global secondary indexes",
        ),
    ],
)
def test_an_index_that_cannot_be_read_is_refused(
    client: Client, request_: dict[str, Any], message: str
) -> None:
    assert client.invalid("Scan", TableName="things", **request_) == message
