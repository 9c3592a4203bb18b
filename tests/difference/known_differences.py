"""Differences that are kept, each with its reason: there AWS's documentation is on our side."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.difference.compare import Difference, Request
from tests.reference.endpoint import Answer

SIMPLE, FIXED = "open-simple", "fixed-compound"
ID = {"id": {"S": "p"}}


@dataclass(frozen=True, slots=True)
class Known:
    """A kind of difference: what we say, what the reference engine says, and why ours stands.

    `ours` and `theirs` are patterns of "Code: message", or of "OK" and the body. The example, after
    its preparation, shows the difference: when it no longer does, the entry can go.
    """

    reason: str
    reference: str
    ours: str
    theirs: str
    example: Request
    preparation: Sequence[Request] = field(default=())

    def explains(self, difference: Difference) -> bool:
        """Whether a difference is of this kind."""
        return (
            re.fullmatch(self.reference, difference.reference) is not None
            and re.match(self.ours, _text(difference.ours), re.DOTALL) is not None
            and re.match(self.theirs, _text(difference.theirs), re.DOTALL) is not None
        )


def _text(answer: Answer) -> str:
    return f"{answer.code}: {answer.message}" if answer.is_error else f"OK {answer.body}"


def is_known(difference: Difference) -> bool:
    """Whether a difference has a reason."""
    return any(known.explains(difference) for known in KNOWN)


def _put(condition: str, **parameters: Any) -> Request:
    body = {"TableName": SIMPLE, "Item": ID, "ConditionExpression": condition}
    return Request("PutItem", body | parameters)


def _update(expression: str, **parameters: Any) -> Request:
    body = {"TableName": SIMPLE, "Key": ID, "UpdateExpression": expression}
    return Request("UpdateItem", body | parameters)


def _values(**values: dict[str, Any]) -> dict[str, Any]:
    return {"ExpressionAttributeValues": {f":{name}": value for name, value in values.items()}}


NOTHING = Request("DeleteItem", {"TableName": SIMPLE, "Key": ID})
INVALID = r"ValidationException: Invalid \w+Expression: "
ANY_REFUSAL = r"(?!OK)"

KNOWN: tuple[Known, ...] = (
    Known(
        "Both describe syntax errors in words of their own; AWS names the token and what is near.",
        "dynoxide|ExtendDB",
        INVALID + r'Syntax error; token: ".*", near: ',
        ANY_REFUSAL,
        _put("a = = b"),
    ),
    Known(
        "Only strings, numbers and binary values have an order: AWS refuses other literals beside "
        "<, <=, >, >= and BETWEEN, whatever the item. API reference, Condition.",
        "dynoxide",
        INVALID + r"Incorrect operand type for operator or function; operator or function: [<>B]",
        "",
        _put("NOT a < :l", **_values(l={"L": []})),
    ),
    Known(
        "begins_with compares a string or binary value; a size is a number. Developer guide, "
        "Expressions.OperatorsAndFunctions.",
        "dynoxide|ExtendDB",
        INVALID + r"Incorrect operand type .* operator or function: begins_with, operand type: N",
        "",
        _put("NOT begins_with(a, size(b))"),
    ),
    Known(
        "AWS refuses to compare a path with itself.",
        "dynoxide|ExtendDB",
        INVALID + r"The first operand must be distinct from the remaining operands",
        "",
        _put("attribute_not_exists(id) OR a = a"),
    ),
    Known(
        "No two clauses may touch the same path. Developer guide, Expressions.UpdateExpressions.",
        "ExtendDB",
        INVALID + r"Two document paths (overlap|conflict) with each other",
        "",
        _update("REMOVE a, a"),
    ),
    Known(
        "AWS names overlapping paths before operands of a wrong type, and in their order.",
        "dynoxide",
        INVALID + r"Two document paths (overlap|conflict) with each other",
        INVALID + r"(Two document paths|Incorrect operand type)",
        _update("REMOVE a, a.b"),
    ),
    Known(
        "DELETE takes a set, ADD a number or a set. API reference, UpdateItem, UpdateExpression.",
        "ExtendDB",
        INVALID + r"Incorrect operand type for operator or function; operator: (DELETE|ADD), ",
        "",
        _update("DELETE a :m", **_values(m={"M": {}})),
    ),
    Known(
        "A path through what is not there cannot be written to: AWS makes no parents.",
        "ExtendDB",
        r"ValidationException: The document path provided in the update expression is invalid",
        "",
        _update("ADD a.b :n", **_values(n={"N": "1"})),
        (NOTHING,),
    ),
    Known(
        "An undefined name or value is reported with the expression that uses it.",
        "dynoxide",
        INVALID + r"An expression attribute (name|value) used in ",
        ANY_REFUSAL,
        _put("#x = :x"),
    ),
    Known(
        "Where no item was, ALL_OLD returns nothing. API reference, UpdateItem, ReturnValues.",
        "dynoxide",
        r"OK (?!.*Attributes)",
        r"OK .*Attributes",
        _update("SET a = :n", ReturnValues="ALL_OLD", **_values(n={"N": "1"})),
        (NOTHING,),
    ),
    Known(
        "A query of a global index asks only for what is projected. Developer guide, GSI.",
        "dynoxide|ExtendDB",
        r"ValidationException: .* Global secondary index \w+ does not project ",
        "",
        Request(
            "Query",
            {
                "TableName": FIXED,
                "IndexName": "globalKeys",
                "KeyConditionExpression": "#p = :p",
                "ProjectionExpression": "m",
                "ExpressionAttributeNames": {"#p": "rank"},
                **_values(p={"N": "1"}),
            },
        ),
    ),
    Known(
        "A value is refused with the name of the parameter and the placeholder that brought it.",
        "dynoxide",
        r"ValidationException: ExpressionAttributeValues contains invalid value: ",
        ANY_REFUSAL,
        _put("a = :n", **_values(n={"N": "x"})),
    ),
    Known(
        "Their parsers describe JSON of another type in words of their own.",
        "dynoxide|ExtendDB",
        r"SerializationException: ",
        ANY_REFUSAL,
        _put("a = :n", **_values(n={"N": []})),
    ),
)
