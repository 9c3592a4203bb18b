"""The parameters of one PartiQL statement, wherever it stands in a request."""

from __future__ import annotations

from tavola.engine.request.shapes import Fields, ListOf, String
from tavola.engine.request.value_shapes import AttributeValue

STATEMENT_FIELDS: Fields = {
    "Statement": String(required=True, shortest=1, longest=8192),
    "Parameters": ListOf(AttributeValue(), shortest=1),
    "ReturnValuesOnConditionCheckFailure": String(values=("ALL_OLD", "NONE")),
}
