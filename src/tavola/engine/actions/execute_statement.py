"""ExecuteStatement: runs one PartiQL statement."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tavola.engine.action import Action
from tavola.engine.database import Database
from tavola.engine.items.write_responses import units_by_table, wants_report
from tavola.engine.items.writes import ItemWrite, decide_ahead, encode, store
from tavola.engine.pacing import UNPACED, Pace, Steps, finish
from tavola.engine.partiql.binding import parse_statement
from tavola.engine.partiql.select_items import select_page
from tavola.engine.partiql.statements import ExistsStatement, SelectStatement
from tavola.engine.partiql.write_items import WriteStatement, prepare_write, returned_attributes
from tavola.engine.request.item_shapes import CAPACITY_DETAIL
from tavola.engine.request.shapes import BooleanShape, Fields, IntegerShape, StringShape
from tavola.engine.request.statement_shapes import STATEMENT_FIELDS
from tavola.errors import ValidationFailed

INPUT: Final[Fields] = {
    **STATEMENT_FIELDS,
    "ConsistentRead": BooleanShape(),
    "NextToken": StringShape(shortest=1, longest=32_768),
    "ReturnConsumedCapacity": CAPACITY_DETAIL,
    "Limit": IntegerShape(least=1),
}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer an ExecuteStatement request."""
    statement = parse_statement(body["Statement"], body.get("Parameters", ()))
    if isinstance(statement, SelectStatement):
        with database.storage.alone_in_memory():
            return finish(select_page(database, statement, body, UNPACED))
    return _change(database, statement, body)


def steps(database: Database, body: dict[str, Any], pace: Pace) -> Steps:
    """Answer an ExecuteStatement request; a SELECT in steps."""
    statement = parse_statement(body["Statement"], body.get("Parameters", ()))
    if isinstance(statement, SelectStatement):
        if pace.is_over():
            yield
        return (yield from select_page(database, statement, body, pace))
    return _change(database, statement, body)


ACTION: Final = Action("ExecuteStatement", run, INPUT, steps=steps, may_run_apart=True)


def _change(database: Database, statement: WriteStatement, body: Mapping[str, Any]) -> bytes:
    """Answer a statement that writes."""
    if isinstance(statement, ExistsStatement):
        raise ValidationFailed("EXISTS can only be used in ExecuteTransaction write requests.")
    write = run_write(database, statement, body)
    item = returned_attributes(getattr(statement, "returning", None), write)
    response: dict[str, Any] = {"Items": [] if item is None else [item]}
    if wants_report(body):
        (consumed,) = units_by_table([write]).values()
        response["ConsumedCapacity"] = consumed.report(body["ReturnConsumedCapacity"])
    return encode(response)


def run_write(
    database: Database, statement: WriteStatement, request: Mapping[str, Any]
) -> ItemWrite:
    """Do what one statement says, in a transaction of its own."""
    shows_old = request.get("ReturnValuesOnConditionCheckFailure") == "ALL_OLD"
    write = prepare_write(database, statement, shows_old=shows_old)
    decide_ahead(database, [write])
    with database.storage.transaction() as tx:
        write.load(tx)
        write.decide()
        store(database, tx, write)
    return write
