from __future__ import annotations

from typing import Any

import pytest

from tavola.engine.actions import ACTIONS
from tavola.errors import MalformedRequest, StoreError, ValidationFailed

NULL = "failed to satisfy constraint: Member must not be null"
KEY = {"Key": {"a": {"S": "a"}}}


def refusal(action: str, body: dict[str, Any]) -> tuple[type[StoreError], str]:
    with pytest.raises(StoreError) as refused:
        ACTIONS[action].check(body)
    return type(refused.value), refused.value.message


def test_a_right_request_comes_back_as_it_is() -> None:
    body = {"TableName": "things", **KEY, "ConsistentRead": True, "Unknown": 5}

    assert ACTIONS["GetItem"].check(body) is body


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ({"ConsistentRead": None, "Unknown": 1}, {}),
        ({"ConsistentRead": "TRUE"}, {"ConsistentRead": True}),
        ({"ConsistentRead": "no"}, {"ConsistentRead": False}),
    ],
)
def test_a_request_is_read_as_dynamodb_reads_it(
    given: dict[str, Any], read: dict[str, Any]
) -> None:
    wanted = {"TableName": "things", **KEY}

    assert ACTIONS["GetItem"].check({**wanted, **given}) == {**wanted, **read}


def test_fractions_of_a_whole_number_are_cut_off() -> None:
    assert ACTIONS["Scan"].check({"TableName": "things", "Limit": 2.9})["Limit"] == 2


def test_a_tables_arn_is_read_as_its_name() -> None:
    arn = "arn:aws:dynamodb:us-east-1:123456789012:table/things"

    assert ACTIONS["GetItem"].check({"TableName": arn, **KEY})["TableName"] == "things"


@pytest.mark.parametrize(
    ("action", "body", "message"),
    [
        ("GetItem", {"TableName": 5}, "NUMBER_VALUE cannot be converted to String"),
        ("GetItem", {"TableName": 5.5}, "DECIMAL_VALUE cannot be converted to String"),
        ("GetItem", {"TableName": True}, "TRUE_VALUE cannot be converted to String"),
        ("GetItem", {"TableName": False}, "FALSE_VALUE cannot be converted to String"),
        ("GetItem", {"TableName": []}, "Unrecognized collection type class java.lang.String"),
        ("GetItem", {"TableName": {}}, "Start of structure or map found where not expected"),
        ("GetItem", {"Key": 5}, "Unexpected field type"),
        (
            "GetItem",
            {"Key": []},
            "Unrecognized collection type java.util.Map<java.lang.String, "
            "com.amazonaws.dynamodb.v20120810.AttributeValue>",
        ),
        ("GetItem", {"ConsistentRead": 1}, "NUMBER_VALUE cannot be converted to Boolean"),
        ("GetItem", {"ConsistentRead": "maybe"}, "Unexpected token received from parser"),
        (
            "GetItem",
            {"ConsistentRead": []},
            "Unrecognized collection type class java.lang.Boolean",
        ),
        (
            "GetItem",
            {"ExpressionAttributeNames": []},
            "Unrecognized collection type java.util.Map<java.lang.String, java.lang.String>",
        ),
        (
            "GetItem",
            {"ExpressionAttributeNames": {"#a": 5}},
            "NUMBER_VALUE cannot be converted to String",
        ),
        ("GetItem", {"AttributesToGet": "x"}, "Unexpected field type"),
        (
            "GetItem",
            {"AttributesToGet": {}},
            "Start of structure or map found where not expected",
        ),
        ("Scan", {"Limit": "x"}, "STRING_VALUE cannot be converted to Integer"),
        ("Scan", {"Limit": True}, "TRUE_VALUE cannot be converted to Integer"),
        (
            "BatchGetItem",
            {"RequestItems": {"things": []}},
            "Unrecognized collection type class com.amazonaws.dynamodb.v20120810.KeysAndAttributes",
        ),
        (
            "CreateTable",
            {"ProvisionedThroughput": {"ReadCapacityUnits": "1"}},
            "STRING_VALUE cannot be converted to Long",
        ),
    ],
)
def test_a_wrong_json_type_is_malformed(action: str, body: dict[str, Any], message: str) -> None:
    assert refusal(action, body) == (MalformedRequest, message)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (5, "Unexpected value type in payload"),
        (
            [],
            "Unrecognized collection type class com.amazonaws.dynamodb.v20120810.AttributeValue",
        ),
        ({"S": 5}, "NUMBER_VALUE cannot be converted to String"),
        ({"B": 5}, "only base-64-encoded strings are convertible to bytes"),
        ({"SS": "a"}, "Unexpected field type"),
        ({"L": [5]}, "Unexpected value type in payload"),
        ({"M": {"x": {"BOOL": 5}}}, "NUMBER_VALUE cannot be converted to Boolean"),
    ],
)
def test_reading_again_finds_wrong_json_types_in_values(value: Any, message: str) -> None:
    with pytest.raises(MalformedRequest) as refused:
        ACTIONS["PutItem"].reread({"TableName": "things", "Item": {"a": value}})

    assert refused.value.message == message


def test_reading_again_drops_nulls_and_unknown_types() -> None:
    body = {"TableName": "things", "Item": {"a": {"S": None, "N": "1", "X": 5}}}

    assert ACTIONS["PutItem"].reread(body)["Item"] == {"a": {"N": "1"}}


@pytest.mark.parametrize(
    ("action", "body", "message"),
    [
        (
            "GetItem",
            {},
            f"2 validation errors detected: Value null at 'key' {NULL}; Value null at 'tableName' "
            f"{NULL}",
        ),
        (
            "DeleteItem",
            {},
            f"2 validation errors detected: Value null at 'tableName' {NULL}; Value null at 'key' "
            f"{NULL}",
        ),
        (
            "GetItem",
            {"TableName": "", **KEY},
            "1 validation error detected: Value '' at 'tableName' failed to satisfy constraint: "
            "Member must have length greater than or equal to 1",
        ),
        (
            "GetItem",
            {"TableName": "abc!", **KEY, "ReturnConsumedCapacity": "X", "AttributesToGet": []},
            "3 validation errors detected: Value 'abc!' at 'tableName' failed to satisfy "
            "constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+; "
            "Value 'X' at 'returnConsumedCapacity' failed to satisfy constraint: Member must "
            "satisfy enum value set: [INDEXES, TOTAL, NONE]; "
            "Value '[]' at 'attributesToGet' failed to satisfy constraint: Member must have length "
            "greater than or equal to 1",
        ),
        (
            "PutItem",
            {
                "TableName": "things",
                "Item": {},
                "ReturnItemCollectionMetrics": "X",
                "ReturnValues": "X",
            },
            "2 validation errors detected: Failed to satisfy constraint: Member must satisfy enum "
            "value set: [ALL_OLD, UPDATED_OLD, ALL_NEW, UPDATE_NEW, NONE]; Value 'X' at "
            "'returnItemCollectionMetrics' failed to satisfy constraint: Member must satisfy enum "
            "value set: [SIZE, NONE]",
        ),
        (
            "Scan",
            {"TableName": "things", "Limit": 0, "TotalSegments": 1_000_001, "Select": "X"},
            "3 validation errors detected: Value 'X' at 'select' failed to satisfy constraint: "
            "Member must satisfy enum value set: [SPECIFIC_ATTRIBUTES, COUNT, ALL_ATTRIBUTES, "
            "ALL_PROJECTED_ATTRIBUTES]; Value '0' at 'limit' failed to satisfy constraint: Member "
            "must have value greater than or equal to 1; Value '1000001' at 'totalSegments' failed "
            "to satisfy constraint: Member must have value less than or equal to 1000000",
        ),
        (
            "CreateTable",
            {},
            "The parameter 'TableName' is required but was not present in the request",
        ),
        (
            "DescribeTable",
            {"TableName": "a!"},
            "TableName must be at least 3 characters long and at most 255 characters long",
        ),
        (
            "CreateTable",
            {
                "TableName": "things",
                "AttributeDefinitions": [],
                "KeySchema": [{"AttributeName": "a", "KeyType": "HASH"}] * 3,
            },
            "1 validation error detected: Value '[KeySchemaElement(attributeName=a, keyType=HASH), "
            "KeySchemaElement(attributeName=a, keyType=HASH), KeySchemaElement(attributeName=a, "
            "keyType=HASH)]' at 'keySchema' failed to satisfy constraint: Member must have length "
            "less than or equal to 2",
        ),
    ],
)
def test_broken_constraints_are_all_reported_in_dynamodbs_order(
    action: str, body: dict[str, Any], message: str
) -> None:
    assert refusal(action, body) == (ValidationFailed, message)


def test_at_most_ten_faults_are_reported() -> None:
    actions: list[dict[str, Any]] = [{"Put": {}} for _ in range(20)]

    _, message = refusal("TransactWriteItems", {"TransactItems": actions})

    assert message.startswith("10 validation errors detected: ")
    assert message.count(NULL) == 10


def test_a_wrong_type_is_reported_before_a_broken_constraint() -> None:
    kind, _ = refusal("GetItem", {"TableName": "a!", "ConsistentRead": 5})

    assert kind is MalformedRequest
