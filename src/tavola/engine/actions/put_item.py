"""PutItem: store an item, replacing the one of the same key."""

from __future__ import annotations

from typing import Any, Final

from tavola.engine.action import Action
from tavola.engine.database import Database
from tavola.engine.items.write_responses import respond, wants_report
from tavola.engine.items.writes import PutWrite, check_item_size, decide_ahead, store
from tavola.engine.request.expression_use import ExpressionUse, write_condition
from tavola.engine.request.item_shapes import ITEM, WRITE_FIELDS
from tavola.engine.request.messages import (
    as_single_error,
    for_single_write,
    is_read_by_older_checks,
)
from tavola.engine.request.shapes import Fields
from tavola.errors import ValidationFailed
from tavola.values import measure_item

EXPRESSIONS = ExpressionUse(
    ("ConditionExpression",), ("Expected", "ConditionalOperator"), lists_missing=False
)

INPUT: Final[Fields] = {**WRITE_FIELDS, "Item": ITEM}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Store the item if the condition holds."""
    check_return_values_of_deep(body)
    try:
        scope = EXPRESSIONS.scope(body)
        item, size = measure_item(body["Item"])
        check_return_values(body)
        condition = None if scope is None else write_condition(scope, body)
    except ValidationFailed as fault:
        raise as_single_error(fault) from None
    check_item_size(item, size)
    write = PutWrite.prepare(database.table(body["TableName"]), item, size)
    write.condition = condition
    write.shows_old = body.get("ReturnValuesOnConditionCheckFailure") == "ALL_OLD"
    returns_old = body.get("ReturnValues") == "ALL_OLD"
    is_seen = condition is not None or returns_old or wants_report(body)
    if is_seen:
        decide_ahead(database, [write])
    with database.storage.transaction() as tx:
        if is_seen:
            write.load(tx)
            write.decide()
        store(database, tx, write)
    return respond(database, body, write, write.old if returns_old else None)


ACTION: Final = Action("PutItem", run, INPUT, report=for_single_write("Item"))


def check_return_values(body: dict[str, Any]) -> None:
    """Refuse what only an update can return."""
    if body.get("ReturnValues", "NONE") not in ("NONE", "ALL_OLD"):
        raise ValidationFailed("ReturnValues can only be ALL_OLD or NONE")


def check_return_values_of_deep(body: dict[str, Any]) -> None:
    """Refuse it before everything else, and without a count, in a request that is very deep."""
    if body.get("ReturnValues", "NONE") != "NONE" and is_read_by_older_checks(body):
        check_return_values(body)
