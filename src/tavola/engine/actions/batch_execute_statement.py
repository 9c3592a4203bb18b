"""BatchExecuteStatement: up to 25 PartiQL reads or writes of single items, each by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tavola.engine.actions.execute_statement import run_write
from tavola.engine.capacity import Consumption, read_units
from tavola.engine.database import Database
from tavola.engine.item_keys import check_key
from tavola.engine.partiql.binding import parse_statement
from tavola.engine.partiql.keys import find_item_key
from tavola.engine.partiql.selecting import find_selected, projection_of
from tavola.engine.partiql.statements import Exists, Insert, Select, Statement
from tavola.engine.partiql.writing import WriteStatement, prepare_write, returned
from tavola.engine.write_responses import units_by_table, wants_report
from tavola.engine.writes import decode, encode
from tavola.errors import ConditionFailed, StoreError, ValidationFailed

_KEY_NEEDED: Final = (
    "Select statements within BatchExecuteStatement must specify the primary key in the where "
    "clause."
)
_CODES: Final[Mapping[str, str]] = {
    "ConditionalCheckFailedException": "ConditionalCheckFailed",
    "DuplicateItemException": "DuplicateItem",
    "ResourceNotFoundException": "ResourceNotFound",
    "ValidationException": "ValidationError",
}
"""What errors are called in a batch's answer."""


@dataclass(slots=True)
class _Member:
    """One statement of a batch, or why it is none."""

    request: Mapping[str, Any]
    statement: Statement | None = None
    fault: StoreError | None = None
    consumed: Consumption | None = None

    @property
    def is_read(self) -> bool:
        """Whether it reads."""
        return isinstance(self.statement, Select)


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer a BatchExecuteStatement request; a fault of one statement is its own answer."""
    members = [_parse(request) for request in body["Statements"]]
    parsed = [member for member in members if member.statement is not None]
    if len({member.is_read for member in parsed}) > 1:
        raise ValidationFailed(
            "Read and write requests together in the same batch is not supported."
        )
    _check_distinct(database, parsed)
    responses = [_answer(database, member) for member in members]
    response: dict[str, Any] = {"Responses": responses}
    if wants_report(body):
        response["ConsumedCapacity"] = _reports(members, body["ReturnConsumedCapacity"])
    return encode(response)


def _parse(request: Mapping[str, Any]) -> _Member:
    try:
        statement = parse_statement(request["Statement"], request.get("Parameters", ()))
        if isinstance(statement, Exists):
            raise ValidationFailed("EXISTS can only be used in ExecuteTransaction write requests.")
        return _Member(request, statement)
    except StoreError as fault:
        return _Member(request, fault=fault)


def _check_distinct(database: Database, members: Sequence[_Member]) -> None:
    seen: set[tuple[str, bytes, bytes]] = set()
    for member in members:
        try:
            place = _place(database, member.statement)
        except StoreError:
            # It is reported as that statement's own fault.
            continue
        if place in seen:
            raise ValidationFailed("Provided list of item keys contains duplicates")
        seen.add(place)


def _place(database: Database, statement: Statement | None) -> tuple[str, bytes, bytes]:
    if isinstance(statement, Select):
        table = find_selected(database, statement).table
        key = find_item_key(table, statement.where, statement.values).key
        return table.name, *check_key(table, key)
    if statement is None:
        raise ValidationFailed(_KEY_NEEDED)
    write = prepare_write(database, statement)
    return write.table.name, write.pk, write.sk


def _answer(database: Database, member: _Member) -> dict[str, Any]:
    statement = member.statement
    if statement is None:
        return {} if member.fault is None else {"Error": _error(member.fault)}
    try:
        if isinstance(statement, Select):
            return _read(database, statement, member)
        return _write(database, statement, member)
    except StoreError as fault:
        answer: dict[str, Any] = {"Error": _error(fault)}
        if not isinstance(fault, ValidationFailed):
            answer["TableName"] = statement.table
        return answer


def _read(database: Database, select: Select, member: _Member) -> dict[str, Any]:
    table = find_selected(database, select).table
    try:
        found = find_item_key(table, select.where, select.values)
    except ValidationFailed:
        raise ValidationFailed(_KEY_NEEDED) from None
    if found.rest is not None or select.index is not None:
        raise ValidationFailed(_KEY_NEEDED)
    data, size = database.storage.get(table, *check_key(table, found.key)) or (b"", 0)
    member.consumed = Consumption(table)
    is_consistent = member.request.get("ConsistentRead", False)
    member.consumed.table_units = read_units(size, consistent=is_consistent)
    answer: dict[str, Any] = {"TableName": select.table}
    if data:
        item, projection = decode(data), projection_of(select)
        answer["Item"] = item if projection is None else projection.apply(item)
    return answer


def _write(database: Database, statement: WriteStatement, member: _Member) -> dict[str, Any]:
    write = run_write(database, statement, member.request)
    (member.consumed,) = units_by_table([write]).values()
    returning = None if isinstance(statement, Insert | Exists) else statement.returning
    item = returned(returning, write)
    answer: dict[str, Any] = {"TableName": statement.table}
    return answer if item is None else {**answer, "Item": item}


def _error(fault: StoreError) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "Code": _CODES.get(fault.code, "InternalServerError"),
        "Message": fault.message,
    }
    if isinstance(fault, ConditionFailed) and fault.item is not None:
        shown["Item"] = fault.item
    return shown


def _reports(members: Sequence[_Member], detail: str) -> list[dict[str, Any]]:
    totals: dict[str, Consumption] = {}
    for member in members:
        if member.consumed is None:
            continue
        total = totals.setdefault(member.consumed.table.name, Consumption(member.consumed.table))
        total.table_units += member.consumed.table_units
        for name, units in member.consumed.index_units.items():
            total.add_index(name, units)
    return [total.report(detail) for total in totals.values()]
