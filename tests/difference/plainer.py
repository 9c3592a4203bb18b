"""What AWS reads and the other engines refuse, written so that they read it too.

They are then asked the plainer request, and our answer to the first one has to be theirs.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from botocore.session import get_session

from tests.difference.compare import Request
from tests.difference.known import is_body, is_list


@dataclass(frozen=True, slots=True)
class Reading:
    """A liberty that AWS allows, with its source, and a request that takes it."""

    reason: str
    rewrite: Callable[[Request], Request]
    example: Request


def make_plainer(request: Request) -> Request:
    """Write a request without any of the liberties that AWS allows."""
    for reading in READINGS:
        request = reading.rewrite(request)
    return request


def _shape_of(action: str) -> Any:
    return _SERVICE.operation_model(action).input_shape


_SERVICE: Any = get_session().get_service_model("dynamodb")


def _read_json(request: Request) -> Request:
    return replace(request, body=_read(request.body, _shape_of(request.action)))


def _read(value: Any, shape: Any) -> Any:
    kind = shape.type_name
    if kind == "structure" and is_body(value):
        known = shape.members
        given = {k: v for k, v in value.items() if k in known and v is not None}
        return {k: _read(v, known[k]) for k, v in given.items()}
    if kind == "map" and is_body(value):
        return {k: _read(v, shape.value) for k, v in value.items()}
    if kind == "list" and is_list(value):
        return [_read(one, shape.member) for one in value]
    if kind == "boolean" and isinstance(value, str):
        return _BOOLEANS.get(value.lower(), value)
    return int(value) if kind in ("integer", "long") and isinstance(value, float) else value


_BOOLEANS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_OPERAND = re.compile(
    r"(?<![\w)])\( *([#:]?[A-Za-z_][\w.\[\]#]*) *\)(?= *(?:[<>=]|IN\b|BETWEEN\b))"
)


def _bare_operands(request: Request) -> Request:
    text: Any = request.body.get("ConditionExpression")
    if not isinstance(text, str):
        return request
    bare = _OPERAND.sub(r" \1 ", text)
    return replace(request, body={**request.body, "ConditionExpression": bare})


_TWO_EQUALITIES = re.compile(r"(\S+) = (\S+) AND (\S+) = (\S+)")


def _partition_first(request: Request) -> Request:
    """Turn two equalities round; which of them is the partition key the engine says itself."""
    text: Any = request.body.get("KeyConditionExpression")
    found = _TWO_EQUALITIES.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        return request
    turned = f"{found[3]} = {found[4]} AND {found[1]} = {found[2]}"
    return replace(request, body={**request.body, "KeyConditionExpression": turned})


READINGS = (
    Reading(
        'AWS reads "true", "yes" and "1" as a Boolean in any case, cuts a number down to a whole '
        "one, takes null for an absent member and ignores members that it does not know. Seen in "
        "its answers by the authors of dynalite, whose tests run against AWS.",
        _read_json,
        Request(
            "GetItem",
            {"TableName": "open-simple", "Key": {"id": {"S": "p"}}, "ConsistentRead": "true"},
        ),
    ),
    Reading(
        "An operand may stand in parentheses: `condition` includes ( condition ), and AWS takes "
        "its operands so too. Developer guide, Expressions.OperatorsAndFunctions.",
        _bare_operands,
        Request(
            "PutItem",
            {
                "TableName": "open-simple",
                "Item": {"id": {"S": "p"}},
                "ConditionExpression": "NOT (a) = b",
            },
        ),
    ),
    Reading(
        "The conditions of a key stand in any order. Developer guide, "
        "Query.KeyConditionExpressions.",
        _partition_first,
        Request(
            "Query",
            {
                "TableName": "fixed-compound",
                "KeyConditionExpression": "#a = :n AND id = :p",
                "ExpressionAttributeNames": {"#a": "at"},
                "ExpressionAttributeValues": {":p": {"S": "p"}, ":n": {"N": "1"}},
            },
        ),
    ),
)
