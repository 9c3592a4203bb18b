"""Checks a request's parameters before an action looks at them.

    body = parameters.check("GetItem", body)

Wrong JSON types end in MalformedRequest, broken constraints in ValidationFailed, both in DynamoDB's
words and order. A good request comes back as it is; one that DynamoDB would read differently (a
null member, "true" for true, an ARN for a table's name) comes back as DynamoDB reads it. Attribute
values are not looked into here: `reread` does that once an action has refused a request, so that a
wrong JSON type inside a value is reported first, as DynamoDB does.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

from tavola.engine.request.item_parameters import ITEM_ACTIONS
from tavola.engine.request.messages import constraint_fault
from tavola.engine.request.shapes import Predicate, Structure
from tavola.engine.request.statement_parameters import STATEMENT_ACTIONS
from tavola.engine.request.stream_parameters import STREAM_ACTIONS
from tavola.engine.request.table_parameters import NAMED_FIRST, TABLE_ACTIONS
from tavola.engine.request.transfer_parameters import TRANSFER_ACTIONS
from tavola.errors import ValidationFailed

_MAX_REPORTED_FAULTS = 10

_SHAPES: Mapping[str, Structure] = {
    action: Structure(action + "Input", fields)
    for actions in (
        ITEM_ACTIONS,
        TABLE_ACTIONS,
        STREAM_ACTIONS,
        STATEMENT_ACTIONS,
        TRANSFER_ACTIONS,
    )
    for action, fields in actions.items()
}
_FITS: Mapping[str, Predicate] = {
    action: shape.predicate() for action, shape in _SHAPES.items() if action not in NAMED_FIRST
}


def check(action: str, body: dict[str, Any]) -> dict[str, Any]:
    """Return the request as DynamoDB reads it, or refuse it."""
    fits = _FITS.get(action)
    if fits is not None and fits(body):
        return body
    return _check_slowly(action, body)


def reread(action: str, body: dict[str, Any]) -> dict[str, Any]:
    """Read a request again down to every attribute value, refusing wrong JSON types."""
    return _SHAPES[action].read(body, 0)


def _check_slowly(action: str, body: dict[str, Any]) -> dict[str, Any]:
    """Read every part, then collect every fault; only for requests that are not plainly right."""
    shape = _SHAPES[action]
    request = shape.read(body, 0)
    if action in NAMED_FIRST and "TableName" not in request:
        raise ValidationFailed(
            "The parameter 'TableName' is required but was not present in the request"
        )
    faults = list(islice(shape.faults(request, ""), _MAX_REPORTED_FAULTS))
    if faults:
        raise constraint_fault(action, request, faults)
    return request
