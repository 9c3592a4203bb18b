"""ExecuteTransaction: up to 100 PartiQL reads at one moment, or writes, all of them or none."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import Any, Final

from tavola.engine.action import Action
from tavola.engine.actions.transact_get_items import read_together
from tavola.engine.database import Database
from tavola.engine.items.cancellations import reason_of
from tavola.engine.items.item_keys import EmptyKey
from tavola.engine.items.write_transactions import commit
from tavola.engine.items.writes import ItemWrite, encode
from tavola.engine.pacing import UNPACED, Pace, Steps, finish
from tavola.engine.partiql.binding import ParameterFault, parse_statement
from tavola.engine.partiql.select_items import find_selected, projection_of
from tavola.engine.partiql.statements import (
    ExistsStatement,
    InsertStatement,
    SelectStatement,
    Statement,
)
from tavola.engine.partiql.where_keys import StatementFault, find_item_key
from tavola.engine.partiql.write_items import WriteStatement, prepare_write
from tavola.engine.request.item_shapes import CAPACITY_DETAIL
from tavola.engine.request.shapes import Fields, ListShape, StringShape, StructureShape
from tavola.engine.request.statement_shapes import STATEMENT_FIELDS
from tavola.engine.storage.catalog import TableInfo
from tavola.errors import CancellationReason, ValidationFailed
from tavola.expressions import Projection
from tavola.values import Item

_KEY_NEEDED: Final = (
    "Select statements within ExecuteTransaction must specify the primary key in the where clause."
)

INPUT: Final[Fields] = {
    "TransactStatements": ListShape(
        StructureShape("ParameterizedStatement", STATEMENT_FIELDS),
        required=True,
        shortest=1,
        longest=100,
    ),
    "ClientRequestToken": StringShape(shortest=1, longest=36),
    "ReturnConsumedCapacity": CAPACITY_DETAIL,
}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer an ExecuteTransaction request."""
    return finish(steps(database, body, UNPACED))


def steps(database: Database, body: dict[str, Any], pace: Pace) -> Steps:
    """Answer an ExecuteTransaction request; reads in steps."""
    requests: list[Mapping[str, Any]] = body["TransactStatements"]
    statements = yield from _parse_all(database, requests, pace)
    reads = [each for each in statements if isinstance(each, SelectStatement)]
    if len(reads) == len(statements):
        return (yield from _read(database, reads, body, pace))
    if reads:
        raise ValidationFailed(
            "ExecuteTransaction API does not support both read and write operations in the same "
            "request."
        )
    changes = [each for each in statements if not isinstance(each, SelectStatement)]
    prepared = [
        _prepare(database, number, statement, request)
        for number, (statement, request) in enumerate(zip(changes, requests, strict=True))
    ]
    report = commit(database, body, prepared, asked=requests)
    return encode({"Responses": [], **report})


ACTION: Final = Action("ExecuteTransaction", run, INPUT, steps=steps, may_run_apart=True)


def _parse_all(
    database: Database, requests: Sequence[Mapping[str, Any]], pace: Pace
) -> Generator[None, None, list[Statement]]:
    database.check_texts(request["Statement"] for request in requests)
    statements: list[Statement] = []
    for number, request in enumerate(requests):
        statements.append(_parse(number, request))
        if pace.is_over():
            yield
    return statements


def _parse(number: int, request: Mapping[str, Any]) -> Statement:
    try:
        statement = parse_statement(request["Statement"], request.get("Parameters", ()))
        _check(statement)
    except ParameterFault:
        raise
    except ValidationFailed as fault:
        raise _at(number, fault.message) from None
    return statement


def _at(number: int, fault: str) -> ValidationFailed:
    """Refuse a request for a fault in one of its statements, by number."""
    return ValidationFailed(f"Validation failed in TransactStatements[{number}]: {fault}")


def _check(statement: Statement) -> None:
    """Refuse what a transaction cannot do, whatever the tables are."""
    if isinstance(statement, ExistsStatement) and statement.select.index is not None:
        raise ValidationFailed("Operations on indices are not supported in transactions")
    if isinstance(statement, SelectStatement) and statement.index is not None:
        raise ValidationFailed("Reads on indices are not supported within transactions.")
    if isinstance(statement, SelectStatement | InsertStatement | ExistsStatement):
        return
    if statement.returning is not None:
        raise ValidationFailed("RETURNING clause is not supported in ExecuteTransaction.")


def _prepare(
    database: Database, number: int, statement: WriteStatement, request: Mapping[str, Any]
) -> ItemWrite | CancellationReason:
    shows_old = request.get("ReturnValuesOnConditionCheckFailure") == "ALL_OLD"
    try:
        return prepare_write(database, statement, shows_old=shows_old)
    except StatementFault as fault:
        raise _at(number, fault.message) from None
    except EmptyKey:
        raise
    except ValidationFailed as fault:
        return reason_of(fault)


def _read(
    database: Database, selects: Sequence[SelectStatement], body: Mapping[str, Any], pace: Pace
) -> Steps:
    tables = [find_selected(database, select).table for select in selects]
    keys: list[Item] = []
    projections: list[Projection | None] = []
    for number, (table, select) in enumerate(zip(tables, selects, strict=True)):
        keys.append(_find_key(number, table, select))
        projections.append(projection_of(select))
        if pace.is_over():
            yield
    return (yield from read_together(database, tables, keys, projections, body, pace))


def _find_key(number: int, table: TableInfo, select: SelectStatement) -> Item:
    try:
        found = find_item_key(table, select.where, select.values)
    except StatementFault:
        found = None
    if found is None or found.rest is not None:
        raise _at(number, _KEY_NEEDED)
    return found.key
