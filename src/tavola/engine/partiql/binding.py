"""Statements with their values: parameters put in their places, and everything checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from msgspec.structs import replace

from tavola.engine.partiql.lexer import PARAMETER
from tavola.engine.partiql.parse_statement import parse_text
from tavola.engine.partiql.statements import (
    DeleteStatement,
    ExistsStatement,
    InsertStatement,
    SelectStatement,
    Statement,
    UpdateStatement,
)
from tavola.engine.partiql.terms import BAG, bag_of
from tavola.engine.partiql.update_clauses import wrong_set
from tavola.errors import ValidationFailed
from tavola.expressions.checking.check_condition import check_leaves
from tavola.expressions.checking.check_update import check_update_values
from tavola.expressions.text_cache import keep_parsed
from tavola.values import Item, Value, check_item, check_value
from tavola.values.refusals import ValueRefused

__all__ = ["ParameterFault", "parse_statement"]

_SETS: Final = ("SS", "NS", "BS")
_CACHED: Final = 1024


def parse_statement(text: str, parameters: Sequence[Any] = ()) -> Statement:
    """Parse a statement, with the values of its parameters put in their places."""
    if not parameters:
        return _parse_alone(text)
    parsed = parse_text(text)
    _check_count(parsed.parameters, len(parameters))
    return _bind(parsed.statement, [_check_parameter(each) for each in parameters])


def _check_parameter(value: Any) -> Value:
    try:
        return check_value(value)
    except ValueRefused as refusal:
        raise ParameterFault(refusal.older) from None


class ParameterFault(ValidationFailed):
    """A parameter that DynamoDB does not take: a fault of the request, not of its statement."""


@keep_parsed(_CACHED)
def _parse_alone(text: str) -> Statement:
    """Parse a statement that has no parameters: once and for all."""
    parsed = parse_text(text)
    _check_count(parsed.parameters, 0)
    return _bind(parsed.statement, ())


def _check_count(wanted: int, given: int) -> None:
    if wanted != given:
        raise ValidationFailed("Number of parameters in request and statement don't match.")


def _bind(statement: Statement, parameters: Sequence[Value]) -> Statement:
    match statement:
        case InsertStatement():
            bound = {name: _bound(value, parameters) for name, value in statement.item.items()}
            return replace(statement, item=_check_inserted(bound))
        case ExistsStatement(select):
            return ExistsStatement(_bind_select(select, parameters))
        case SelectStatement():
            return _bind_select(statement, parameters)
        case UpdateStatement():
            values = _bind_values(statement.values, parameters)
            for call in statement.sets:
                if values[call.ref].keys().isdisjoint(_SETS):
                    raise wrong_set(call.name, call.position)
            check_update_values(statement.update, {}, values)
            bound_update = replace(statement, values=values)
            _check_where(bound_update)
            return bound_update
        case DeleteStatement():
            bound_delete = replace(statement, values=_bind_values(statement.values, parameters))
            _check_where(bound_delete)
            return bound_delete


def _bind_select(select: SelectStatement, parameters: Sequence[Value]) -> SelectStatement:
    bound = replace(select, values=_bind_values(select.values, parameters))
    _check_where(bound)
    return bound


def _check_where(statement: SelectStatement | UpdateStatement | DeleteStatement) -> None:
    if statement.where is not None:
        check_leaves(statement.where, {}, statement.values)


def _bind_values(values: Mapping[str, Value], parameters: Sequence[Value]) -> dict[str, Value]:
    return {ref: _check_literal(_bound(value, parameters)) for ref, value in values.items()}


def _check_inserted(item: Item) -> Item:
    try:
        return check_item(item)
    except ValueRefused as refusal:
        raise ValidationFailed(refusal.older) from None


def _check_literal(value: Value) -> Value:
    try:
        return check_value(value)
    except ValueRefused as refusal:
        raise ValidationFailed(refusal.older) from None


def _bound(value: Value, parameters: Sequence[Value]) -> Value:
    """Put the parameters into a value, however deep they are."""
    ((kind, content),) = value.items()
    if kind == PARAMETER:
        return parameters[int(content)]
    if kind == "L":
        return {"L": [_bound(member, parameters) for member in cast("list[Value]", content)]}
    if kind == "M":
        members = cast("dict[str, Value]", content)
        return {"M": {name: _bound(member, parameters) for name, member in members.items()}}
    if kind == BAG:
        return bag_of([_bound(member, parameters) for member in cast("list[Value]", content)])
    return value
