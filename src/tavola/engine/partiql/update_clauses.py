"""SET and REMOVE: the changes of an UPDATE, onto the tree of update expressions."""

from __future__ import annotations

from typing import Final

from tavola.engine.partiql.lexer import PartiqlToken, TokenReader
from tavola.engine.partiql.statements import SetCall
from tavola.engine.partiql.terms import is_name, parse_call, parse_path, parse_value, refuse_call
from tavola.errors import ValidationFailed
from tavola.expressions.tree import (
    Arithmetic,
    Keyword,
    Operand,
    Path,
    UpdateAction,
    UpdateClause,
    UpdateTree,
    ValueRef,
)

__all__ = ["parse_update", "wrong_set"]

_SET_CALLS: Final[dict[str, Keyword]] = {"set_add": "ADD", "set_delete": "DELETE"}
_CALLS: Final = frozenset({"if_not_exists", "list_append"})


def parse_update(reader: TokenReader) -> tuple[UpdateTree, tuple[SetCall, ...]]:
    """Read one SET or REMOVE after another; also return the calls whose sets must be checked."""
    sections: list[UpdateClause] = []
    calls: list[SetCall] = []
    while True:
        if reader.accept_word("SET"):
            sections.append(_parse_assignment(reader, calls))
            while reader.accept_symbol(","):
                sections.append(_parse_assignment(reader, calls))
        elif reader.accept_word("REMOVE"):
            sections.append(UpdateClause("REMOVE", (UpdateAction(parse_path(reader)),)))
            while reader.accept_symbol(","):
                sections.append(UpdateClause("REMOVE", (UpdateAction(parse_path(reader)),)))
        else:
            break
    if not sections:
        reader.fail("Expected data manipulation")
    return UpdateTree(tuple(sections)), tuple(calls)


def _parse_assignment(reader: TokenReader, calls: list[SetCall]) -> UpdateClause:
    path = parse_path(reader)
    reader.take_symbol("=", "EQ")
    token = reader.current
    keyword = _SET_CALLS.get(token.text.lower()) if token.kind == "name" else None
    if keyword is not None and reader.following.text == "(":
        return UpdateClause(keyword, (UpdateAction(path, _parse_set_call(reader, path, calls)),))
    return UpdateClause("SET", (UpdateAction(path, _parse_sum(reader)),))


def _parse_set_call(reader: TokenReader, target: Path, calls: list[SetCall]) -> ValueRef:
    """Read `set_add(path, <<…>>)`, which adds to the path that it is assigned to."""
    call = reader.take()
    name = call.text.upper()
    places: list[PartiqlToken] = []
    arguments: list[Operand] = []
    reader.take_symbol("(", "LEFT_PAREN")
    while not reader.is_symbol(")"):
        places.append(reader.current)
        arguments.append(_parse_operand(reader))
        if not reader.accept_symbol(","):
            break
    reader.take_symbol(")", "RIGHT_PAREN")
    if len(arguments) != 2:
        raise ValidationFailed(f"{name} must have exactly two arguments at {call.position}")
    if arguments[0] != target:
        raise ValidationFailed(
            f"The first argument to {name} must equal the assignment value at {call.position}"
        )
    value = arguments[1]
    if not isinstance(value, ValueRef):
        raise wrong_set(name, places[0].position)
    calls.append(SetCall(name, value.text, places[0].position))
    return value


def wrong_set(name: str, position: str) -> ValidationFailed:
    """The error for a call whose second argument is not a set."""
    # DynamoDB: the position is that of the first argument.
    return ValidationFailed(
        f"The second argument to {name} must be a value with type SET at {position}"
    )


def _parse_sum(reader: TokenReader) -> Operand:
    left = _parse_operand(reader)
    if reader.accept_symbol("+"):
        return Arithmetic("+", left, _parse_operand(reader))
    if reader.accept_symbol("-"):
        return Arithmetic("-", left, _parse_operand(reader))
    return left


def _parse_operand(reader: TokenReader) -> Operand:
    if reader.current.kind == "name" and reader.following.text == "(":
        if reader.current.text.lower() not in _CALLS:
            refuse_call(reader)
        return parse_call(reader, _parse_operand)
    return parse_path(reader) if is_name(reader) else reader.keep(parse_value(reader))
