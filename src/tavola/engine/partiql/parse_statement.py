"""Whole statements: SELECT, INSERT, UPDATE, DELETE, EXISTS."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, NoReturn, cast

from msgspec import Struct

from tavola.engine.partiql.lexer import TokenReader
from tavola.engine.partiql.statements import (
    DeleteStatement,
    ExistsStatement,
    InsertStatement,
    Ordering,
    Returning,
    SelectStatement,
    SetCall,
    Statement,
    UpdateStatement,
)
from tavola.engine.partiql.terms import (
    is_name,
    parse_name,
    parse_path,
    parse_struct,
    refuse_term,
)
from tavola.engine.partiql.update_clauses import parse_update
from tavola.engine.partiql.where_clause import accept_type, parse_condition
from tavola.errors import ValidationFailed
from tavola.expressions.text_cache import keep_parsed
from tavola.expressions.tree import Condition, Path, UpdateTree

__all__ = ["Parsed", "parse_text", "selected_name"]

_TABLE_NAME: Final = re.compile("[a-zA-Z0-9_.-]{3,255}")
_CACHED: Final = 1024
_UNSUPPORTED: Final = frozenset({"GROUP", "HAVING", "LIMIT", "OFFSET"})
_EMPTY: Final = "Path component cannot be an empty string"


class Parsed(Struct, frozen=True):
    """A statement and the number of its parameters."""

    statement: Statement
    parameters: int


@keep_parsed(_CACHED)
def parse_text(text: str) -> Parsed:
    """Parse a statement whose values are not checked yet; the same text is parsed once."""
    reader = TokenReader(text)
    parse = _KINDS.get(reader.current.word)
    if parse is None:
        _refuse_statement(reader)
    reader.take()
    statement = parse(reader)
    reader.finish()
    return Parsed(statement, reader.parameters)


def _refuse_statement(reader: TokenReader) -> NoReturn:
    """Refuse what is not a statement; a bare expression is PartiQL, but not DynamoDB's."""
    if is_name(reader) and reader.following.word == "IS":
        parse_path(reader)
        reader.take_word("IS")
        accept_type(reader)
        raise ValidationFailed("Unsupported operation: IsType")
    reader.fail("Expected data manipulation")


def _parse_select(reader: TokenReader) -> SelectStatement:
    call = _find_selected_call(reader)
    paths = () if call is not None else _parse_projection(reader)
    reader.take_word("FROM")
    table, index = _parse_source(reader)
    if call is not None and index is None:
        raise ValidationFailed(call)
    where = _parse_where(reader)
    order = _parse_order(reader)
    if reader.current.word in _UNSUPPORTED:
        token = reader.current
        raise ValidationFailed(f"Unsupported clause: {token.word} at {token.position}")
    return SelectStatement(
        table=table,
        index=index,
        paths=paths,
        where=where,
        order=order,
        values=reader.values,
        fault=call,
    )


def _find_selected_call(reader: TokenReader) -> str | None:
    """Read a call where the first path to select should stand; say what is wrong with it."""
    token = reader.current
    if token.kind != "name" or reader.following.text != "(":
        return None
    while not reader.is_word("FROM") and reader.current.kind != "end":
        reader.take()
    return f"Unexpected path component at {token.position}"


def _parse_projection(reader: TokenReader) -> tuple[Path, ...]:
    if reader.accept_symbol("*"):
        if reader.is_symbol(","):
            raise ValidationFailed(
                "Other attributes should not be present in the projection when '*' is used."
            )
        return ()
    paths = [_parse_selected(reader)]
    while reader.accept_symbol(","):
        paths.append(_parse_selected(reader))
    names: set[str] = set()
    for name in map(selected_name, paths):
        if name in names:
            raise ValidationFailed(f"Duplicate identifiers in select clause: {name}")
        names.add(name)
    return tuple(paths)


def _parse_selected(reader: TokenReader) -> Path:
    token = reader.current
    if token.kind == "name" and reader.following.text == "(":
        raise ValidationFailed(f"Unexpected path component at {token.position}")
    if reader.is_symbol("*"):
        raise ValidationFailed(
            "Other attributes should not be present in the projection when '*' is used."
        )
    path = parse_path(reader)
    if reader.is_word("AS"):
        raise ValidationFailed("Aliasing is not supported")
    return path


def selected_name(path: Path) -> str:
    """Name what a path selects by its last name, with the list indexes behind it."""
    parts = list(path.parts)
    last = max(number for number, part in enumerate(parts) if isinstance(part, str))
    return str(parts[last]) + "".join(f"[{part}]" for part in parts[last + 1 :])


def _parse_source(reader: TokenReader) -> tuple[str, str | None]:
    if not is_name(reader):
        refuse_term(reader)
    table = _parse_table(reader)
    index = parse_name(reader, "Invalid path dot component") if reader.accept_symbol(".") else None
    if index == "":
        raise ValidationFailed(_EMPTY)
    if reader.is_symbol("."):
        raise ValidationFailed("A path may contain at most 2 components in the FROM clause")
    if reader.is_symbol(","):
        raise ValidationFailed("Only select from a single table or index is supported.")
    _refuse_alias(reader)
    return table, index


def _parse_table(reader: TokenReader) -> str:
    name = parse_name(reader, "Expected identifier for simple path")
    if not name:
        raise ValidationFailed(_EMPTY)
    # Names of tables may have dashes and dots, which need no quotes in many other places.
    if not _TABLE_NAME.fullmatch(name):
        raise ValidationFailed(
            "Table name should be within the length [3, 255] and only contain "
            "'a-z', 'A-Z', '0-9', '-', '_', '.'."
        )
    return name


def _parse_target(reader: TokenReader) -> str:
    table = _parse_table(reader)
    if reader.is_symbol("."):
        raise ValidationFailed("This operation is not supported on an index")
    return table


def _refuse_alias(reader: TokenReader) -> None:
    if reader.is_word("AS") or is_name(reader):
        raise ValidationFailed("Aliasing is not supported")


def _parse_where(reader: TokenReader) -> Condition | None:
    return parse_condition(reader) if reader.accept_word("WHERE") else None


def _parse_order(reader: TokenReader) -> tuple[Ordering, ...]:
    if not reader.accept_word("ORDER"):
        return ()
    reader.take_word("BY")
    order: list[Ordering] = []
    while True:
        name = parse_name(reader, "Unexpected term")
        is_descending = reader.accept_word("DESC")
        if not is_descending:
            reader.accept_word("ASC")
        order.append(Ordering(name, is_ascending=not is_descending))
        if not reader.accept_symbol(","):
            return tuple(order)


def _parse_insert(reader: TokenReader) -> InsertStatement:
    reader.take_word("INTO")
    table = _parse_target(reader)
    if is_name(reader):
        reader.fail("Unexpected token after expression")
    reader.take_word("VALUE")
    if not reader.is_symbol("{"):
        raise ValidationFailed(
            "Unsupported format in item expression. Please use struct format {...} to express item "
            "values for insert statement."
        )
    item = parse_struct(reader)
    if reader.is_word("RETURNING"):
        raise ValidationFailed("RETURNING is not supported in INSERT")
    return InsertStatement(table=table, item=item, ignores_conflict=_parse_conflict_action(reader))


def _parse_conflict_action(reader: TokenReader) -> bool:
    if not reader.accept_word("ON"):
        return False
    words = [reader.take().word for _ in range(3)]
    if words != ["CONFLICT", "DO", "NOTHING"]:
        raise ValidationFailed('Invalid conflict action. Only "DO NOTHING" action is supported.')
    return True


def _parse_update(reader: TokenReader) -> UpdateStatement:
    table = _parse_target(reader)
    _refuse_alias(reader)
    update, sets = parse_update(reader)
    return _finish_update(reader, table, update, sets, _parse_where(reader))


def _parse_update_of_source(reader: TokenReader) -> UpdateStatement:
    """Read `FROM table WHERE … SET …`: an update whose clauses stand in another order."""
    table = _parse_target(reader)
    _refuse_alias(reader)
    where = _parse_where(reader)
    update, sets = parse_update(reader)
    return _finish_update(reader, table, update, sets, where)


def _finish_update(
    reader: TokenReader,
    table: str,
    update: UpdateTree,
    sets: tuple[SetCall, ...],
    where: Condition | None,
) -> UpdateStatement:
    returning = _parse_returning(reader)
    return UpdateStatement(
        table=table,
        update=update,
        where=where,
        sets=sets,
        returning=returning,
        values=reader.values,
    )


def _parse_delete(reader: TokenReader) -> DeleteStatement:
    reader.take_word("FROM")
    table = _parse_target(reader)
    _refuse_alias(reader)
    where = _parse_where(reader)
    returning = _parse_returning(reader)
    if returning not in (None, "ALL OLD"):
        raise ValidationFailed(
            f"Invalid returning clause: RETURNING {returning} *. Only RETURNING ALL OLD * is "
            "allowed in DELETE statements."
        )
    return DeleteStatement(table=table, where=where, returning=returning, values=reader.values)


def _parse_returning(reader: TokenReader) -> Returning | None:
    if not reader.accept_word("RETURNING"):
        return None
    extent, version = reader.take().word, reader.take().word
    is_known = extent in ("ALL", "MODIFIED") and version in ("OLD", "NEW")
    if not is_known or not reader.accept_symbol("*"):
        reader.fail("Expected '*' after ( MODIFIED | ALL ) ( NEW | OLD ) in RETURNING clause")
    if reader.is_symbol(","):
        raise ValidationFailed(
            "Invalid syntax with multiple returning elements in RETURNING clause"
        )
    return cast("Returning", f"{extent} {version}")


def _parse_exists(reader: TokenReader) -> ExistsStatement:
    reader.take_symbol("(", "LEFT_PAREN")
    reader.take_word("SELECT")
    select = _parse_select(reader)
    reader.take_symbol(")", "RIGHT_PAREN")
    return ExistsStatement(select)


_KINDS: Final[Mapping[str, Callable[[TokenReader], Statement]]] = {
    "SELECT": _parse_select,
    "INSERT": _parse_insert,
    "UPDATE": _parse_update,
    "DELETE": _parse_delete,
    "FROM": _parse_update_of_source,
    "EXISTS": _parse_exists,
}
