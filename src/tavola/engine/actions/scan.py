"""Scan: read every item of a table or index, or one segment of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from tavola.engine.action import Action
from tavola.engine.database import Database
from tavola.engine.items.key_ranges import (
    EVERYTHING,
    Range,
    check_start_in_segment,
    check_start_values,
    find_target,
    start_after,
)
from tavola.engine.items.read_pages import Row, read_rows, respond_with_page
from tavola.engine.items.selections import check_target, read_selection
from tavola.engine.pacing import UNPACED, Pace, Steps, finish
from tavola.engine.request.expression_use import ExpressionUse
from tavola.engine.request.item_shapes import CONDITIONS, READ_FIELDS
from tavola.engine.request.shapes import Fields, IntegerShape
from tavola.engine.storage.key_encoding import hash_bounds
from tavola.errors import ValidationFailed
from tavola.values import Item

EXPRESSIONS = ExpressionUse(
    ("ProjectionExpression", "FilterExpression"),
    ("AttributesToGet", "ScanFilter", "ConditionalOperator"),
)

INPUT: Final[Fields] = {
    **READ_FIELDS,
    "TotalSegments": IntegerShape(least=1, most=1_000_000),
    "Segment": IntegerShape(least=0, most=999_999),
    "ScanFilter": CONDITIONS,
}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Return a page of the table, index or segment."""
    return finish(steps(database, body, UNPACED))


def steps(database: Database, body: dict[str, Any], pace: Pace) -> Steps:
    """Return a page, in steps."""
    scope = EXPRESSIONS.scope(body)
    start = check_start_values(body)
    limits = _segment(body)
    selection = read_selection(scope, body, "ScanFilter")
    if scope is not None:
        scope.check_all_used()
    target = find_target(database, body)
    position = () if start is None else start_after(target, start, is_scan=True)
    if position and "TotalSegments" in body:
        check_start_in_segment(position, limits, body["Segment"], body["TotalSegments"])
    selection = check_target(target, selection)

    def read(last: Item | None) -> Iterable[Row]:
        after = position if last is None else start_after(target, last, is_scan=True)
        return read_rows(database, target, None, limits, after=after)

    return (yield from respond_with_page(database, target, read, selection, body, pace))


ACTION: Final = Action("Scan", run, INPUT, steps=steps, has_older_messages=True)


def _segment(body: Mapping[str, Any]) -> Range:
    """Return the range of hashed keys that the request asks for."""
    segment, total = body.get("Segment"), body.get("TotalSegments")
    if segment is None and total is None:
        return EVERYTHING
    if total is None:
        raise ValidationFailed(
            "The TotalSegments parameter is required but was not present in the request when "
            "Segment parameter is present"
        )
    if segment is None:
        raise ValidationFailed(
            "The Segment parameter is required but was not present in the request when parameter "
            "TotalSegments is present"
        )
    if segment >= total:
        raise ValidationFailed(
            "The Segment parameter is zero-based and must be less than parameter TotalSegments: "
            f"Segment: {segment} is not less than TotalSegments: {total}"
        )
    return hash_bounds(segment, total)
