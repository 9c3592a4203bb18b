"""What each PartiQL action takes, parameter by parameter, in the order of its faults' report."""

from __future__ import annotations

from collections.abc import Mapping

from tavola.engine.request.shapes import Flag, ListOf, Shape, Structure, Text, Whole
from tavola.engine.request.value_shapes import AttributeValue

__all__ = ["STATEMENT_ACTIONS"]

_CAPACITY = Text(values=("INDEXES", "TOTAL", "NONE"))
_STATEMENT: Mapping[str, Shape] = {
    "Statement": Text(required=True, shortest=1, longest=8192),
    "Parameters": ListOf(AttributeValue(), shortest=1),
    "ReturnValuesOnConditionCheckFailure": Text(values=("ALL_OLD", "NONE")),
}

STATEMENT_ACTIONS: Mapping[str, Mapping[str, Shape]] = {
    "ExecuteStatement": {
        **_STATEMENT,
        "ConsistentRead": Flag(),
        "NextToken": Text(shortest=1, longest=32_768),
        "ReturnConsumedCapacity": _CAPACITY,
        "Limit": Whole(least=1),
    },
    "BatchExecuteStatement": {
        "Statements": ListOf(
            Structure("BatchStatementRequest", {**_STATEMENT, "ConsistentRead": Flag()}),
            required=True,
            shortest=1,
            longest=25,
        ),
        "ReturnConsumedCapacity": _CAPACITY,
    },
    "ExecuteTransaction": {
        "TransactStatements": ListOf(
            Structure("ParameterizedStatement", _STATEMENT), required=True, shortest=1, longest=100
        ),
        "ClientRequestToken": Text(shortest=1, longest=36),
        "ReturnConsumedCapacity": _CAPACITY,
    },
}
"""Parameters of the actions that run PartiQL statements."""
