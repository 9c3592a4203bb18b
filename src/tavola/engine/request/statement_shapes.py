"""The parameters of one PartiQL statement, wherever it stands in a request."""

from __future__ import annotations

from tavola.engine.request.shapes import Fields, ListShape, StringShape
from tavola.engine.request.value_shapes import AttributeValueShape

STATEMENT_FIELDS: Fields = {
    "Statement": StringShape(required=True, shortest=1, longest=8192),
    "Parameters": ListShape(AttributeValueShape(), shortest=1),
    "ReturnValuesOnConditionCheckFailure": StringShape(values=("ALL_OLD", "NONE")),
}
