"""DeleteItem: remove an item, if it is there."""

from __future__ import annotations

from typing import Any, Final

from tavola.engine.action import Action
from tavola.engine.actions.put_item import (
    EXPRESSIONS,
    check_return_values,
    check_return_values_of_deep,
)
from tavola.engine.database import Database
from tavola.engine.items.item_keys import check_key
from tavola.engine.items.write_responses import respond, wants_report
from tavola.engine.items.writes import DeleteWrite, decide_ahead, store
from tavola.engine.request.expression_use import write_condition
from tavola.engine.request.item_shapes import ITEM, WRITE_FIELDS
from tavola.engine.request.messages import as_single_error, for_single_write
from tavola.engine.request.shapes import Fields
from tavola.errors import ValidationFailed
from tavola.values import check_item

INPUT: Final[Fields] = {**WRITE_FIELDS, "Key": ITEM}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Remove the item if the condition holds."""
    check_return_values_of_deep(body)
    try:
        scope = EXPRESSIONS.scope(body)
        key = check_item(body["Key"])
        check_return_values(body)
        condition = None if scope is None else write_condition(scope, body)
    except ValidationFailed as fault:
        raise as_single_error(fault) from None
    table = database.table(body["TableName"])
    pk, sk = check_key(table, key)
    write = DeleteWrite(table=table, key=key, pk=pk, sk=sk, condition=condition)
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


ACTION: Final = Action("DeleteItem", run, INPUT, report=for_single_write("Key"))
