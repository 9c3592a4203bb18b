"""Differences in the parameters that expressions have replaced; each is kept for a reason."""

from __future__ import annotations

from typing import Any

from tests.difference.compare import Request
from tests.difference.known import ANYTHING, BOTH, FIXED, ID, SIMPLE, Known

WRONG = r"ValidationException: One or more parameter values were invalid: "
MIXED = ({"S": "a"}, {"N": "1"})


def _delete(**parameters: Any) -> Request:
    return Request("DeleteItem", {"TableName": SIMPLE, "Key": ID} | parameters)


def _compare(operator: str, *values: Any) -> dict[str, Any]:
    return {"ComparisonOperator": operator, "AttributeValueList": [*values]}


def _query(**conditions: Any) -> Request:
    return Request("Query", {"TableName": FIXED, "KeyConditions": conditions})


BY_KEY = {"TableName": FIXED, "KeyConditions": {"id": _compare("EQ", {"S": "p"})}}

OLDER_PARAMETERS = (
    Known(
        "Nothing is known of what an attribute that is not there does not contain.",
        BOTH,
        ANYTHING,
        r"OK",
        _delete(Expected={"a": _compare("NOT_CONTAINS", {"S": "x"})}),
        request='.*"NOT_CONTAINS"',
    ),
    Known(
        "An operator takes the types that it can compare. API reference, Condition.",
        BOTH,
        WRONG + r"ComparisonOperator \w+ is not valid for \w+ AttributeValue type",
        ANYTHING,
        _delete(Expected={"a": _compare("GE", {"L": []})}),
    ),
    Known(
        "Only several conditions can be joined. API reference, ConditionalOperator, and AWS's own "
        "words for it.",
        BOTH,
        r"ValidationException: ConditionalOperator can only be used when Filter or Expected has",
        ANYTHING,
        _delete(Expected={"a": _compare("NULL")}, ConditionalOperator="OR"),
    ),
    Known(
        "A value stands beside Exists where it is true, and only there. API reference, "
        "ExpectedAttributeValue.",
        BOTH,
        WRONG + r"Value (must be provided when Exists is true|cannot be used when Exists is false)",
        ANYTHING,
        _delete(Expected={"a": {"Exists": True}}),
    ),
    Known(
        "DELETE takes values out of sets only. API reference, AttributeValueUpdate.",
        BOTH,
        WRONG + r"DELETE action with value is not supported for the type",
        ANYTHING,
        Request(
            "UpdateItem",
            {
                "TableName": SIMPLE,
                "Key": ID,
                "AttributeUpdates": {"n": {"Action": "DELETE", "Value": {"N": "1"}}},
            },
        ),
    ),
    Known(
        "ADD begins a list where there is none, although the reference speaks of numbers and sets.",
        "ExtendDB",
        "OK",
        r"ValidationException: An operand in the update expression has an incorrect data type",
        Request(
            "UpdateItem",
            {
                "TableName": SIMPLE,
                "Key": ID,
                "AttributeUpdates": {"l": {"Action": "ADD", "Value": {"L": []}}},
            },
        ),
        (Request("DeleteItem", {"TableName": SIMPLE, "Key": ID}),),
    ),
    Known(
        "An attribute is asked for once. API reference, AttributesToGet.",
        "ExtendDB",
        WRONG + r"Duplicate value in attribute name: ",
        "OK",
        Request("GetItem", {"TableName": SIMPLE, "Key": ID, "AttributesToGet": ["a", "a"]}),
    ),
    Known(
        "What a key cannot be compared with is said in AWS's words.",
        BOTH,
        r"ValidationException: (Attempted conditional constraint is not an indexable operation|"
        r"The BETWEEN condition was provided a range where the lower bound is greater)",
        ANYTHING,
        _query(id=_compare("NOT_NULL")),
    ),
    Known(
        "A list of values has one type and as many members as its operator takes. API reference, "
        "Condition.",
        BOTH,
        WRONG + r"(AttributeValues inside AttributeValueList must be|Invalid number of argument)",
        ANYTHING,
        Request("Scan", {"TableName": FIXED, "ScanFilter": {"a": _compare("IN", *MIXED)}}),
    ),
    Known(
        "ConditionalOperator joins conditions. API reference, ConditionalOperator.",
        BOTH,
        r"ValidationException: ConditionalOperator cannot be used without Filter or Expected",
        ANYTHING,
        _delete(ConditionalOperator="OR"),
    ),
    Known(
        "JSON of another type is refused in every parameter.",
        BOTH,
        r"SerializationException: ",
        ANYTHING,
        _delete(Expected={"a": {"ComparisonOperator": 1, "AttributeValueList": []}}),
        request=r'.*"(Expected|AttributeUpdates|KeyConditions|QueryFilter|ScanFilter)"',
    ),
    Known(
        "KeyConditions may stand beside the newer filter and projection.",
        BOTH,
        ANYTHING,
        r"ValidationException: Can not use both expression and .*: \{KeyConditions\} Expression",
        Request("Query", BY_KEY | {"ProjectionExpression": "a"}),
    ),
)
