"""The words of refusals, which differ between actions since DynamoDB's checks were rewritten."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.client import Client, key, n, s

ONE = "1 validation error detected: "
INVALID = "One or more parameter values were invalid: "
NOT_NUMERIC = "The parameter cannot be converted to a numeric value"
OVERFLOW = (
    "Number overflow. Attempting to store a number with magnitude larger than supported range"
)
UNDERFLOW = (
    "Number underflow. Attempting to store a number with magnitude smaller than supported range"
)
NESTING = (
    "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels "
    "beyond supported limit"
)
RETURN_VALUES = (
    "Failed to satisfy constraint: Member must satisfy enum value set: "
    "[ALL_OLD, UPDATED_OLD, ALL_NEW, UPDATE_NEW, NONE]"
)
CAPACITY = (
    "Value 'X' at 'returnConsumedCapacity' failed to satisfy constraint: Member must satisfy enum "
    "value set: [INDEXES, TOTAL, NONE]"
)
SYNTAX = 'Invalid ConditionExpression: Syntax error; token: "=", near: "= = b"'

NUMBERS = [
    ("abc", f"{NOT_NUMERIC}: abc", f"{NOT_NUMERIC}: abc"),
    ("", f"{NOT_NUMERIC}: ", NOT_NUMERIC),
    ("1e126", OVERFLOW, OVERFLOW),
    ("1e2147483647", OVERFLOW, UNDERFLOW),
    ("1e2147483648", OVERFLOW, f"{NOT_NUMERIC}: 1e2147483648"),
    ("1e-131", UNDERFLOW, UNDERFLOW),
]
SETS = [
    (
        {"SS": ["b", "a", "b"]},
        f'{INVALID}Input collection ["a", "b", "b"] contains duplicates.',
        f"{INVALID}Input collection [b, a, b] contains duplicates.",
    ),
    (
        {"BS": ["/w==", "AA==", "AA=="]},
        f'{INVALID}Input collection ["AA==","/w==","AA=="]of type BS contains duplicates.',
        f"{INVALID}Input collection [/w==, AA==, AA==]of type BS contains duplicates.",
    ),
    (
        {"NS": ["2", "1", "2"]},
        f"{INVALID}Input collection contains duplicates.",
        "Input collection contains duplicates",
    ),
]
VALUES = [*(({"N": text}, newer, older) for text, newer, older in NUMBERS), *SETS]


def nested(levels: int) -> dict[str, Any]:
    value: dict[str, Any] = s("leaf")
    for _ in range(levels):
        value = {"M": {"n": value}}
    return value


@pytest.mark.parametrize(("value", "newer", "older"), VALUES)
def test_a_single_write_counts_the_fault_of_a_value(
    client: Client, value: dict[str, Any], newer: str, older: str
) -> None:
    put = client.invalid("PutItem", TableName="things", Item={**key("a", 1), "v": value})
    updated = client.invalid(
        "UpdateItem",
        TableName="things",
        Key=key("a", 1),
        UpdateExpression="SET v = :v",
        ExpressionAttributeValues={":v": value},
    )
    deleted = client.invalid("DeleteItem", TableName="things", Key={**key("a", 1), "pk": value})

    assert [put, updated, deleted] == [ONE + newer] * 3


@pytest.mark.parametrize(("value", "newer", "older"), VALUES)
def test_a_read_tells_the_fault_of_a_value_alone(
    client: Client, value: dict[str, Any], newer: str, older: str
) -> None:
    got = client.invalid("GetItem", TableName="things", Key={**key("a", 1), "pk": value})
    queried = client.invalid(
        "Query",
        TableName="things",
        KeyConditionExpression="pk = :p",
        FilterExpression="v = :v",
        ExpressionAttributeValues={":p": s("a"), ":v": value},
    )

    assert [got, queried] == [newer] * 2


@pytest.mark.parametrize(("value", "newer", "older"), VALUES)
def test_batches_transactions_and_scans_use_older_words(
    client: Client, value: dict[str, Any], newer: str, older: str
) -> None:
    item = {**key("a", 1), "v": value}
    batch = {"things": [{"PutRequest": {"Item": item}}]}
    filtered = {"FilterExpression": "v = :v", "ExpressionAttributeValues": {":v": value}}
    put = {"Put": {"TableName": "things", "Item": item}}

    written = client.invalid("BatchWriteItem", RequestItems=batch)
    transacted = client.invalid("TransactWriteItems", TransactItems=[put])
    scanned = client.invalid("Scan", TableName="things", **filtered)

    wrapped = f"ExpressionAttributeValues contains invalid value: {older} for key :v"
    assert [written, transacted, scanned] == [older, older, wrapped]


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        (
            {"TableName": ""},
            "Value at 'TableName' failed to satisfy constraint: Member must have "
            "length greater than or equal to 1",
        ),
        (
            {"ReturnValues": "X", "TableName": ""},
            "Value at 'TableName' failed to satisfy "
            "constraint: Member must have length greater than or equal to 1",
        ),
        (
            {"TableName": "ab"},
            "Value 'ab' at 'tableName' failed to satisfy constraint: Member must have "
            "length greater than or equal to 3",
        ),
        ({"ReturnValues": "X"}, RETURN_VALUES),
        ({"ReturnValues": "ALL_NEW"}, "ReturnValues can only be ALL_OLD or NONE"),
        ({"ConditionExpression": "a = = b"}, SYNTAX),
        (
            {"ConditionExpression": "a" * 4097},
            "Invalid ConditionExpression: Expression size has exceeded the maximum allowed size; "
            "expression size: 4097",
        ),
        (
            {"ConditionalOperator": "XOR", "Expected": {"a": {"Exists": False}}},
            "Failed to satisfy constraint: Member must satisfy enum value set: [ALL, OR]",
        ),
        (
            {"Expected": {"a": {"Exists": True}}},
            f"{INVALID}Value must be provided when Exists is true for Attribute: a",
        ),
        (
            {"ExpressionAttributeNames": {"#a": "a"}},
            "ExpressionAttributeNames can only be specified when using expressions",
        ),
    ],
)
def test_a_single_write_counts_a_fault_of_the_request(
    client: Client, parameters: dict[str, Any], message: str
) -> None:
    body: dict[str, Any] = {"TableName": "nothing", "Item": key("a", 1), **parameters}

    assert client.invalid("PutItem", **body) == ONE + message


def test_what_depends_on_the_table_is_not_counted(client: Client) -> None:
    refused = client.invalid(
        "UpdateItem",
        TableName="things",
        Key=key("a", 1),
        UpdateExpression="SET pk = :v",
        ExpressionAttributeValues={":v": s("b")},
    )

    assert refused == f"{INVALID}Cannot update attribute pk. This attribute is part of the key"


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ("DeleteItem", f"2 validation errors detected: {CAPACITY}; {RETURN_VALUES}"),
        ("UpdateItem", ONE + RETURN_VALUES),
    ],
)
def test_an_update_reports_wrong_return_values_alone(
    client: Client, action: str, message: str
) -> None:
    wrong = {"ReturnValues": "X", "ReturnConsumedCapacity": "X"}

    assert client.invalid(action, TableName="things", Key=key("a", 1), **wrong) == message


def test_faults_beside_a_missing_key_keep_their_older_words(client: Client) -> None:
    wrong = {"ReturnValues": "X", "ReturnConsumedCapacity": "X"}

    assert client.invalid("UpdateItem", TableName="", **wrong) == (
        f"4 validation errors detected: {CAPACITY}; Value '' at 'tableName' failed to satisfy "
        "constraint: Member must have length greater than or equal to 1; Value 'X' at "
        "'returnValues' failed to satisfy constraint: Member must satisfy enum value set: "
        "[ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW]; Value null at 'key' failed to satisfy "
        "constraint: Member must not be null"
    )


def test_faults_beside_values_of_more_than_62_levels_keep_their_older_words(
    client: Client,
) -> None:
    refused = client.invalid(
        "DeleteItem", TableName="things", Key={**key("a", 1), "d": nested(63)}, ReturnValues="X"
    )

    assert refused == (
        f"{ONE}Value 'X' at 'returnValues' failed to satisfy constraint: Member must satisfy enum "
        "value set: [ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW]"
    )


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([("d", nested(40), None), ("", s("x"), None)], NESTING),
        ([("", s("x"), None), ("d", nested(40), None)], "Empty attribute name"),
        ([("d", nested(40), None), ("v", n(1), "a = = b")], NESTING),
        ([("v", n(1), "a = = b"), ("d", nested(40), None)], SYNTAX),
        ([("d", nested(40), "a = = b")], SYNTAX),
    ],
)
def test_a_transaction_reports_the_first_wrong_action_before_any_table(
    client: Client, actions: list[tuple[str, dict[str, Any], str | None]], message: str
) -> None:
    puts = [
        {"Put": {"TableName": "nothing", "Item": {**key("a", 1), name: value}, **_when(condition)}}
        for name, value, condition in actions
    ]

    assert client.invalid("TransactWriteItems", TransactItems=puts) == message


def _when(condition: str | None) -> dict[str, str]:
    return {} if condition is None else {"ConditionExpression": condition}


def test_an_update_that_is_too_long_is_refused_without_its_size(client: Client) -> None:
    update = {"TableName": "nothing", "Key": key("a", 1), "UpdateExpression": "S" * 4097}

    assert client.invalid("TransactWriteItems", TransactItems=[{"Update": update}]) == (
        "Invalid UpdateExpression: Expression size has exceeded the maximum allowed size;"
    )


@pytest.mark.parametrize(
    ("action", "parameters", "message"),
    [
        ("PutItem", {"Item": {"pk": s("a"), "": s("x")}}, f"{ONE}Empty attribute name"),
        (
            "PutItem",
            {"Item": {**key("a", 1), "x" * 65_536: n(1)}},
            "Attribute name is too large, must be less than 65536 bytes",
        ),
        (
            "GetItem",
            {"Key": key("a", 1), "AttributesToGet": ["x" * 65_536]},
            "Attribute name is too large, must be less than 65536 bytes",
        ),
        (
            "GetItem",
            {
                "Key": key("a", 1),
                "ProjectionExpression": "#x",
                "ExpressionAttributeNames": {"#x": "x" * 65_536},
            },
            "ExpressionAttributeNames contains invalid value: Attribute name is too large, must be "
            "less than 65536 bytes for key #x",
        ),
        (
            "UpdateItem",
            {"Key": key("a", 1), "AttributeUpdates": {"x" * 65_536: {"Value": n(1)}}},
            f"{ONE}Attribute name is too large, must be less than 65536 bytes",
        ),
    ],
)
def test_an_attribute_has_a_name_shorter_than_64_kb(
    client: Client, action: str, parameters: dict[str, Any], message: str
) -> None:
    assert client.invalid(action, TableName="things", **parameters) == message


def test_a_name_of_65535_bytes_is_kept(client: Client) -> None:
    item = {**key("a", 1), "x" * 65_535: n(1)}
    client.put("things", item)

    assert client.items("things") == [item]
