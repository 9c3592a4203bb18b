"""Query: read the items of one partition, in the order of their sort key."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from tavola.engine.action import Action
from tavola.engine.database import Database
from tavola.engine.items.key_ranges import (
    ReadTarget,
    check_start_in_query,
    check_start_values,
    find_target,
    range_of,
    start_after,
)
from tavola.engine.items.read_pages import Row, read_rows, respond_with_page
from tavola.engine.items.selections import Selection, check_target, read_selection
from tavola.engine.pacing import UNPACED, Pace, Steps, finish
from tavola.engine.request.expression_use import ExpressionUse
from tavola.engine.request.item_shapes import BOOLEAN, CONDITIONS, READ_FIELDS, STRING
from tavola.engine.request.messages import for_query
from tavola.engine.request.shapes import Fields
from tavola.errors import ValidationFailed
from tavola.expressions import KeyCondition, Scope, legacy_key_condition
from tavola.values import Item

EXPRESSIONS = ExpressionUse(
    ("ProjectionExpression", "FilterExpression", "KeyConditionExpression"),
    ("AttributesToGet", "QueryFilter", "ConditionalOperator", "KeyConditions"),
)

INPUT: Final[Fields] = {
    **READ_FIELDS,
    "QueryFilter": CONDITIONS,
    "KeyConditions": CONDITIONS,
    "KeyConditionExpression": STRING,
    "ScanIndexForward": BOOLEAN,
}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Return a page of the partition."""
    return finish(steps(database, body, UNPACED))


def steps(database: Database, body: dict[str, Any], pace: Pace) -> Steps:
    """Return a page, in steps."""
    scope = EXPRESSIONS.scope(body)
    start = check_start_values(body)
    keys, selection = _read_expressions(scope, body)
    target = find_target(database, body)
    position = None if start is None else start_after(target, start, is_scan=False)
    found = keys.bind(target.partition_keys, target.sort_keys, target.table.key_types)
    partition, limits = range_of(target, found)
    if position is not None:
        check_start_in_query(position, partition, limits)
    _check_filter(
        target, selection, "QueryFilter" if "QueryFilter" in body else "Filter Expression"
    )
    selection = check_target(target, selection)
    is_ascending: bool = body.get("ScanIndexForward", True)

    def read(last: Item | None) -> Iterable[Row]:
        behind = position if last is None else start_after(target, last, is_scan=False)
        after = () if behind is None else behind[1:]
        return read_rows(
            database, target, partition, limits, is_ascending=is_ascending, after=after
        )

    return (yield from respond_with_page(database, target, read, selection, body, pace))


ACTION: Final = Action("Query", run, INPUT, steps=steps, report=for_query)


def _read_expressions(
    scope: Scope | None, body: Mapping[str, Any]
) -> tuple[KeyCondition, Selection]:
    if scope is None or ("KeyConditions" not in body and "KeyConditionExpression" not in body):
        raise ValidationFailed(
            "Either the KeyConditions or KeyConditionExpression parameter must be specified in "
            "the request."
        )
    if body.get("FilterExpression") == "":
        # DynamoDB: an empty filter is named before anything that is wrong with the keys.
        scope.condition("", kind="FilterExpression")
    if "KeyConditions" in body:
        keys = legacy_key_condition(body["KeyConditions"])
    else:
        keys = scope.key_condition(body["KeyConditionExpression"])
    selection = read_selection(scope, body, "QueryFilter")
    scope.check_all_used()
    return keys, selection


def _check_filter(target: ReadTarget, selection: Selection, label: str) -> None:
    """Refuse a filter on attributes of the key."""
    if selection.filter is None:
        return
    for name in (*target.partition_keys, *target.sort_keys):
        if name in selection.filter.attributes:
            raise ValidationFailed(
                f"{label} can only contain non-primary key attributes: Primary key attribute: "
                f"{name}"
            )
