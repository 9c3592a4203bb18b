"""BatchExecuteStatement: up to 25 PartiQL reads or writes of single items, each by itself."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import Any, Final

from msgspec import Raw, Struct

from tavola.engine.action import Action
from tavola.engine.database import Database
from tavola.engine.items.capacity_units import Consumption, read_units
from tavola.engine.items.item_keys import check_key
from tavola.engine.items.read_pages import project_in_steps
from tavola.engine.items.write_responses import units_by_table, wants_report
from tavola.engine.items.writes import ItemWrite, decide_ahead, encode, store
from tavola.engine.pacing import UNPACED, Pace, Steps, finish
from tavola.engine.partiql.binding import parse_statement
from tavola.engine.partiql.select_items import find_selected, projection_of
from tavola.engine.partiql.statements import (
    DeleteStatement,
    ExistsStatement,
    SelectStatement,
    Statement,
    UpdateStatement,
)
from tavola.engine.partiql.where_keys import find_item_key
from tavola.engine.partiql.write_items import prepare_write, returned_attributes
from tavola.engine.request.item_shapes import CAPACITY_DETAIL
from tavola.engine.request.shapes import BooleanShape, Fields, ListShape, StructureShape
from tavola.engine.request.statement_shapes import STATEMENT_FIELDS
from tavola.engine.storage.catalog import TableInfo
from tavola.errors import ConditionFailed, StoreError, ValidationFailed, held_item

_KEY_NEEDED: Final = (
    "Select statements within BatchExecuteStatement must specify the primary key in the where "
    "clause."
)
_CODES: Final[Mapping[str, str]] = {
    "ConditionalCheckFailedException": "ConditionalCheckFailed",
    "DuplicateItemException": "DuplicateItem",
    "ItemCollectionSizeLimitExceededException": "ItemCollectionSizeLimitExceeded",
    "ResourceNotFoundException": "ResourceNotFound",
    "ValidationException": "ValidationError",
}
"""What errors are called in a batch's answer."""


class _BatchStatement(Struct):
    """One statement of a batch: what it does, or why it failed."""

    request: Mapping[str, Any]
    statement: Statement | None = None
    address: tuple[TableInfo, bytes, bytes] | None = None
    write: ItemWrite | None = None
    fault: StoreError | None = None
    consumed: Consumption | None = None


INPUT: Final[Fields] = {
    "Statements": ListShape(
        StructureShape(
            "BatchStatementRequest", {**STATEMENT_FIELDS, "ConsistentRead": BooleanShape()}
        ),
        required=True,
        shortest=1,
        longest=25,
    ),
    "ReturnConsumedCapacity": CAPACITY_DETAIL,
}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer a BatchExecuteStatement request; a statement that fails is answered by its error."""
    return finish(steps(database, body, UNPACED))


def steps(database: Database, body: dict[str, Any], pace: Pace) -> Steps:
    """Answer a BatchExecuteStatement request; reads in steps."""
    members = yield from _parse_all(database, body["Statements"], pace)
    _check_kinds(members)
    for member in members:
        _prepare(database, member)
        if pace.is_over():
            yield
    _check_distinct(members)
    _store(database, members)
    answers: list[dict[str, Any]] = []
    for member in members:
        answers.append((yield from _answer(database, member, pace)))
        if pace.is_over():
            yield
    response: dict[str, Any] = {"Responses": answers}
    if wants_report(body):
        response["ConsumedCapacity"] = _reports(members, body["ReturnConsumedCapacity"])
    return encode(response)


ACTION: Final = Action("BatchExecuteStatement", run, INPUT, steps=steps, may_run_apart=True)


def _parse_all(
    database: Database, requests: Sequence[Mapping[str, Any]], pace: Pace
) -> Generator[None, None, list[_BatchStatement]]:
    database.check_texts(request["Statement"] for request in requests)
    members: list[_BatchStatement] = []
    for request in requests:
        members.append(_parse(request))
        if pace.is_over():
            yield
    return members


def _parse(request: Mapping[str, Any]) -> _BatchStatement:
    member = _BatchStatement(request)
    try:
        statement = parse_statement(request["Statement"], request.get("Parameters", ()))
        if isinstance(statement, ExistsStatement):
            raise ValidationFailed("EXISTS can only be used in ExecuteTransaction write requests.")
        member.statement = statement
    except StoreError as fault:
        # Without the frames that it came through: they hold what holds it.
        member.fault = fault.with_traceback(None)
    return member


def _check_kinds(members: Sequence[_BatchStatement]) -> None:
    parsed = [member.statement for member in members if member.statement is not None]
    if len({isinstance(statement, SelectStatement) for statement in parsed}) > 1:
        raise ValidationFailed(
            "Read and write requests together in the same batch is not supported."
        )


def _prepare(database: Database, member: _BatchStatement) -> None:
    """Find the one item that a statement is about."""
    statement = member.statement
    try:
        if isinstance(statement, SelectStatement):
            member.address = _selected_address(database, statement)
        elif statement is not None:
            shows_old = member.request.get("ReturnValuesOnConditionCheckFailure") == "ALL_OLD"
            write = prepare_write(database, statement, shows_old=shows_old)
            member.write, member.address = write, (write.table, write.pk, write.sk)
    except StoreError as fault:
        # Without the frames that it came through: they hold what holds it.
        member.fault = fault.with_traceback(None)


def _selected_address(
    database: Database, select: SelectStatement
) -> tuple[TableInfo, bytes, bytes]:
    table = find_selected(database, select).table
    try:
        found = find_item_key(table, select.where, select.values)
    except ValidationFailed:
        raise ValidationFailed(_KEY_NEEDED) from None
    if found.rest is not None or select.index is not None:
        raise ValidationFailed(_KEY_NEEDED)
    return table, *check_key(table, found.key)


def _check_distinct(members: Sequence[_BatchStatement]) -> None:
    addresses = [
        (member.address[0].name, *member.address[1:]) for member in members if member.address
    ]
    if len(set(addresses)) < len(addresses):
        raise ValidationFailed("Provided list of item keys contains duplicates")


def _store(database: Database, members: Sequence[_BatchStatement]) -> None:
    """Store every write in one transaction: the action may have to be run again."""
    writing = [(member, member.write) for member in members if member.write is not None]
    if not writing:
        return
    for _, write in writing:
        write.is_one_of_many = len(writing) > 1
    decide_ahead(database, (write for _, write in writing))
    with database.storage.transaction() as tx:
        for member, write in writing:
            write.load(tx)
            try:
                write.decide()
                store(database, tx, write)
            except StoreError as fault:
                # Without the frames that it came through: they hold what holds it.
                member.fault = fault.with_traceback(None)


def _answer(
    database: Database, member: _BatchStatement, pace: Pace
) -> Generator[None, None, dict[str, Any]]:
    statement, fault = member.statement, member.fault
    if fault is not None:
        answer: dict[str, Any] = {"Error": _error(fault)}
        if statement is not None and not isinstance(fault, ValidationFailed):
            answer["TableName"] = statement.table
        return answer
    if statement is None:
        return {}
    item: Raw | None
    if isinstance(statement, SelectStatement):
        item = yield from _read(database, statement, member, pace)
    else:
        item = _written(member)
    return {"TableName": statement.table, **({} if item is None else {"Item": item})}


def _read(
    database: Database, select: SelectStatement, member: _BatchStatement, pace: Pace
) -> Generator[None, None, Raw | None]:
    if member.address is None:
        return None
    table, pk, sk = member.address
    with database.storage.alone_in_memory():
        data, size = database.storage.get(table, pk, sk) or (b"", 0)
    member.consumed = Consumption(table)
    is_consistent = member.request.get("ConsistentRead", False)
    member.consumed.table_units = read_units(size, consistent=is_consistent)
    if not data:
        return None
    projection = projection_of(select)
    return Raw(
        data if projection is None else (yield from project_in_steps(data, projection, pace))
    )


def _written(member: _BatchStatement) -> Raw | None:
    """Return the attributes that a write returns, encoded: 25 large items are not held at once."""
    if member.write is None or not isinstance(member.statement, UpdateStatement | DeleteStatement):
        return None
    item = returned_attributes(member.statement.returning, member.write)
    return None if item is None else Raw(encode(item))


def _error(fault: StoreError) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "Code": _CODES.get(fault.code, "InternalServerError"),
        "Message": fault.message,
    }
    if isinstance(fault, ConditionFailed) and (item := held_item(fault)) is not None:
        shown["Item"] = item
    return shown


def _reports(members: Sequence[_BatchStatement], detail: str) -> list[dict[str, Any]]:
    totals: dict[str, Consumption] = {}
    for consumed in filter(None, map(_consumed, members)):
        total = totals.setdefault(consumed.table.name, Consumption(consumed.table))
        total.table_units += consumed.table_units
        for name, units in consumed.index_units.items():
            total.add_index(name, units)
    return [total.report(detail) for total in totals.values()]


def _consumed(member: _BatchStatement) -> Consumption | None:
    """Return what a statement consumed, None if it failed."""
    if member.write is None or member.fault is not None:
        return member.consumed
    return units_by_table([member.write])[member.write.table.name]
