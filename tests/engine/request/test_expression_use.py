"""Parameters of expressions and the older ones: which go together, and what is said if not."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.client import Client, s

ONE = "1 validation error detected: "
KEY = {"Key": {"id": s("a")}}
BODIES: dict[str, dict[str, Any]] = {
    "PutItem": {"Item": {"id": s("a")}},
    "UpdateItem": KEY,
    "DeleteItem": KEY,
    "GetItem": KEY,
    "Query": {},
    "Scan": {},
}
WRITES = ("PutItem", "UpdateItem", "DeleteItem")
ABSENT = {"v": {"Exists": False}}
NULL = {"v": {"ComparisonOperator": "NULL"}}
VALUES = {":a": s("x")}
NEITHER = "ConditionalOperator cannot be used without Filter or Expected"
NO_QUERY = (
    "Either the KeyConditions or KeyConditionExpression parameter must be specified in the request."
)
UNUSED_NAMES = "ExpressionAttributeNames can only be specified when using expressions"
UNUSED_VALUES = "ExpressionAttributeValues can only be specified when using expressions"
V20120810 = "com.amazonaws.dynamodb.v20120810."


def both(older: str, newer: str) -> str:
    return (
        "Can not use both expression and non-expression parameters in the same request: "
        f"Non-expression parameters: {{{older}}} Expression parameters: {{{newer}}}"
    )


@pytest.mark.parametrize(
    ("action", "more", "message"),
    [
        *((each, {"ExpressionAttributeValues": VALUES}, ONE + UNUSED_VALUES) for each in WRITES),
        *((each, {"ExpressionAttributeNames": {"#a": "x"}}, ONE + UNUSED_NAMES) for each in WRITES),
        *((each, {"ConditionalOperator": "OR"}, ONE + NEITHER) for each in WRITES),
        *(
            (
                each,
                {"Expected": ABSENT, "ConditionalOperator": "AND"},
                f"{ONE}ConditionalOperator can only be used when Filter or Expected has two or "
                "more elements",
            )
            for each in WRITES
        ),
        *(
            (
                each,
                {"ConditionExpression": "attribute_exists(v)", "Expected": ABSENT},
                ONE + both("Expected", "ConditionExpression"),
            )
            for each in WRITES
        ),
        (
            "UpdateItem",
            {"UpdateExpression": "REMOVE v", "AttributeUpdates": {"v": {"Action": "DELETE"}}},
            ONE + both("AttributeUpdates", "UpdateExpression"),
        ),
        ("GetItem", {"ExpressionAttributeNames": {"#a": "x"}}, UNUSED_NAMES),
        ("Query", {"ExpressionAttributeNames": {"#a": "x"}}, UNUSED_NAMES),
        ("Scan", {"ExpressionAttributeNames": {"#a": "x"}}, UNUSED_NAMES),
        *(
            (
                each,
                {"ProjectionExpression": "v", "AttributesToGet": ["v"]},
                both("AttributesToGet", "ProjectionExpression"),
            )
            for each in ("GetItem", "Query", "Scan")
        ),
        (
            "Query",
            {"ExpressionAttributeValues": VALUES},
            f"{UNUSED_VALUES}: FilterExpression and KeyConditionExpression are null",
        ),
        (
            "Scan",
            {"ExpressionAttributeValues": VALUES},
            f"{UNUSED_VALUES}: FilterExpression is null",
        ),
        ("Scan", {"ConditionalOperator": "OR"}, NEITHER),
        (
            "Scan",
            {"ConditionalOperator": "OR", "ScanFilter": NULL},
            "ConditionalOperator can only be used when Filter or Expected has two or more elements",
        ),
        ("Query", {"ConditionalOperator": "OR"}, NO_QUERY),
        ("Query", {}, NO_QUERY),
        (
            "Query",
            {
                "QueryFilter": NULL,
                "ConditionalOperator": "OR",
                "KeyConditionExpression": "id = :a",
            },
            both("QueryFilter, ConditionalOperator", "KeyConditionExpression"),
        ),
        (
            "Query",
            {
                "KeyConditions": {},
                "KeyConditionExpression": "id = :a",
                "ExpressionAttributeValues": VALUES,
            },
            both("KeyConditions", "KeyConditionExpression"),
        ),
        (
            "Scan",
            {
                "FilterExpression": "attribute_exists(v)",
                "ScanFilter": NULL,
                "AttributesToGet": ["v"],
            },
            both("AttributesToGet, ScanFilter", "FilterExpression"),
        ),
        *(
            (
                each,
                {"ReturnValues": "ALL"},
                f"{ONE}Failed to satisfy constraint: Member must satisfy enum value set: [ALL_OLD, "
                "UPDATED_OLD, ALL_NEW, UPDATE_NEW, NONE]",
            )
            for each in WRITES
        ),
        *(
            (
                each,
                {"Select": "SOME"},
                f"{ONE}Value 'SOME' at 'select' failed to satisfy constraint: Member must satisfy "
                "enum value set: [SPECIFIC_ATTRIBUTES, COUNT, ALL_ATTRIBUTES, "
                "ALL_PROJECTED_ATTRIBUTES]",
            )
            for each in ("Query", "Scan")
        ),
        *(
            (
                each,
                {"ReturnConsumedCapacity": "X"},
                f"{ONE}Value 'X' at 'returnConsumedCapacity' failed to satisfy constraint: Member "
                "must satisfy enum value set: [INDEXES, TOTAL, NONE]",
            )
            for each in BODIES
        ),
    ],
)
def test_parameters_that_do_not_go_together_are_refused(
    client: Client, action: str, more: dict[str, Any], message: str
) -> None:
    body = {"TableName": "flat", **BODIES[action], **more}

    assert client.invalid(action, **body) == message


@pytest.mark.parametrize(
    ("action", "parameter", "java"),
    [
        ("PutItem", "Expected", f"{V20120810}ExpectedAttributeValue"),
        ("PutItem", "Item", f"{V20120810}AttributeValue"),
        ("UpdateItem", "AttributeUpdates", f"{V20120810}AttributeValueUpdate"),
        ("Query", "KeyConditions", f"{V20120810}Condition"),
        ("Query", "QueryFilter", f"{V20120810}Condition"),
        ("Scan", "ScanFilter", f"{V20120810}Condition"),
        ("Scan", "ExpressionAttributeNames", "java.lang.String"),
        ("BatchGetItem", "RequestItems", f"{V20120810}KeysAndAttributes"),
        (
            "BatchWriteItem",
            "RequestItems",
            f"java.util.List<{V20120810}WriteRequest>",
        ),
    ],
)
def test_a_list_where_a_map_should_be_is_named_as_java_names_it(
    client: Client, action: str, parameter: str, java: str
) -> None:
    body: dict[str, Any] = {"TableName": "flat", **BODIES.get(action, {}), parameter: []}

    assert client.refusal(action, **body) == (
        "SerializationException",
        f"Unrecognized collection type java.util.Map<java.lang.String, {java}>",
    )
