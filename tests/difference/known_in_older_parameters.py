"""Differences in the parameters that expressions have replaced; each is kept for a reason."""

from __future__ import annotations

from typing import Any

from tests.difference.compare import Difference, Request
from tests.difference.known import (
    ALTERNATOR,
    ANYTHING,
    BOTH,
    DYNALITE,
    FIXED,
    ID,
    NOTHING,
    SIMPLE,
    Known,
    has_left_out_some,
)

WRONG = r"ValidationException: One or more parameter values were invalid: "
MIXED = ({"S": "a"}, {"N": "1"})


def _delete(**parameters: Any) -> Request:
    return Request("DeleteItem", {"TableName": SIMPLE, "Key": ID} | parameters)


def _compare(operator: str, *values: Any) -> dict[str, Any]:
    return {"ComparisonOperator": operator, "AttributeValueList": [*values]}


def _query(**conditions: Any) -> Request:
    return Request("Query", {"TableName": FIXED, "KeyConditions": conditions})


BY_KEY = {"TableName": FIXED, "KeyConditions": {"id": _compare("EQ", {"S": "p"})}}


def _asks_what_is_absent(difference: Difference) -> bool:
    """Whether an item that was judged otherwise lacks an attribute that NOT_CONTAINS asks about."""
    body, ours, theirs = difference.request.body, difference.ours, difference.theirs
    parts = (body.get(part, {}) for part in ("Expected", "ScanFilter", "QueryFilter"))
    asked = {
        name
        for part in parts
        for name, condition in part.items()
        if condition.get("ComparisonOperator") == "NOT_CONTAINS"
    }
    if ours.is_error:
        # The item that the scenario has put there, if it has.
        return not asked <= difference.before[-1].body.get("Item", {}).keys()
    if "AttributesToGet" in body:
        return True
    left_out = [one for one in theirs.body.get("Items", []) if one not in ours.body["Items"]]
    return all(not asked <= one.keys() for one in left_out)


OLDER_PARAMETERS = (
    Known(
        "Nothing is known of what an attribute that is not there does not contain.",
        BOTH,
        r"OK|ConditionalCheckFailedException: ",
        r"OK",
        _delete(Expected={"a": _compare("NOT_CONTAINS", {"S": "x"})}),
        (NOTHING,),
        request='.*"NOT_CONTAINS"',
        when=_asks_what_is_absent,
        is_same=has_left_out_some,
        source=ALTERNATOR,
    ),
    Known(
        "An operator takes the types that it can compare. API reference, Condition.",
        BOTH,
        WRONG + r"ComparisonOperator \w+ is not valid for \w+ AttributeValue type",
        ANYTHING,
        _delete(Expected={"a": _compare("GE", {"L": []})}),
        source="API reference, Condition; the words: " + DYNALITE,
    ),
    Known(
        "Only several conditions can be joined. API reference, ConditionalOperator, and AWS's own "
        "words for it.",
        "dynoxide",
        r"ValidationException: ConditionalOperator can only be used when Filter or Expected has",
        ANYTHING,
        _delete(Expected={"a": _compare("NULL")}, ConditionalOperator="OR"),
    ),
    Known(
        "A value stands beside Exists where it is true, and only there. API reference, "
        "ExpectedAttributeValue.",
        "ExtendDB",
        WRONG + r"Value (must be provided when Exists is true|cannot be used when Exists is false)",
        ANYTHING,
        _delete(Expected={"a": {"Exists": True}}),
    ),
    Known(
        "DELETE takes values out of sets only. API reference, AttributeValueUpdate.",
        "ExtendDB",
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
        source=DYNALITE,
    ),
    Known(
        "A list of values has one type and as many members as its operator takes. API reference, "
        "Condition.",
        BOTH,
        WRONG + r"(AttributeValues inside AttributeValueList must be|Invalid number of argument)",
        ANYTHING,
        Request("Scan", {"TableName": FIXED, "ScanFilter": {"a": _compare("IN", *MIXED)}}),
        source="API reference, Condition; the words: " + DYNALITE,
    ),
)
