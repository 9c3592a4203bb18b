"""Strategies for PartiQL statements: reads of the tables that stand, writes to the open ones.

They leave out what dynoxide does not read: functions such as `size`, `IS NULL`, `FROM … SET`.
"""

from __future__ import annotations

import re
from typing import Any

from hypothesis import strategies as st

from tests.difference import values as va
from tests.difference.compare import Request, Scenario
from tests.difference.pieces import POOLS, Body, chance, given, item_at, read_back
from tests.difference.tables import FIXED_COMPOUND, FIXED_SIMPLE, OPEN_COMPOUND, OPEN_SIMPLE, Table

PATHS = st.sampled_from(["a", "n", "m.b", "l[0]", "ss", "z", '"status"', "label"])
PLAIN_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")
COMPARISONS = ("=", "<>", "<", "<=", ">", ">=")
SEVERAL = (
    ("Statements", "BatchExecuteStatement"),
    ("TransactStatements", "ExecuteTransaction"),
)
RETURNING = ("ALL OLD", "ALL NEW", "MODIFIED OLD", "MODIFIED NEW")


class Writer:
    """Writes one statement: some values stand in its text, the others in its parameters."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw
        self.parameters: list[va.Value] = []

    def value(self, value: va.Value) -> str:
        """Return what stands for a value in the text."""
        if _needs_parameter(value) or self.draw(st.booleans()):
            self.parameters.append(value)
            return "?"
        return literal(value)

    def statement(self, text: str) -> Body:
        """Return the request parameters of the whole."""
        return {"Statement": text} | ({"Parameters": self.parameters} if self.parameters else {})


def _needs_parameter(value: va.Value) -> bool:
    match value:
        case {"N": str(number)}:
            return not PLAIN_NUMBER.fullmatch(number)
        case {"S": _} | {"BOOL": _} | {"NULL": _} | {"SS": _} | {"NS": _}:
            return False
        case {"L": members}:
            return any(map(_needs_parameter, members))
        case {"M": members}:
            return any(map(_needs_parameter, members.values()))
        case _:
            return True


def literal(value: Any) -> str:
    """Write a value as PartiQL does."""
    match value:
        case {"S": text}:
            return _quoted(text)
        case {"N": number}:
            return str(number)
        case {"BOOL": truth}:
            return "true" if truth else "false"
        case {"SS": members}:
            return f"<<{', '.join(map(_quoted, members))}>>"
        case {"NS": members}:
            return f"<<{', '.join(members)}>>"
        case {"L": members}:
            return f"[{', '.join(map(literal, members))}]"
        case {"M": members}:
            return f"{{{', '.join(f'{_quoted(k)}: {literal(v)}' for k, v in members.items())}}}"
        case _:
            return "null"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _plain_values() -> st.SearchStrategy[va.Value]:
    return st.one_of(
        va.typed("S", st.sampled_from(["x", "xx", "b1", "it's", ""])),
        va.typed("N", st.integers(-20, 60).map(str)),
        va.typed("BOOL", st.booleans()),
    )


def _condition(writer: Writer) -> str:
    draw = writer.draw
    path = draw(PATHS)
    match draw(st.integers(0, 5)):
        case 0:
            low, high = (writer.value(draw(_plain_values())) for _ in range(2))
            return f"{path} BETWEEN {low} AND {high}"
        case 1:
            members = [writer.value(draw(_plain_values())) for _ in range(draw(st.integers(1, 3)))]
            return f"{path} IN [{', '.join(members)}]"
        case 2:
            function = draw(st.sampled_from(["begins_with", "contains"]))
            return f"{function}({path}, {writer.value({'S': draw(st.sampled_from('xb'))})})"
        case 3:
            return f"{path} IS {draw(st.sampled_from(['MISSING', 'NOT MISSING']))}"
        case _:
            operator = draw(st.sampled_from(COMPARISONS))
            return f"{path} {operator} {writer.value(draw(_plain_values()))}"


def _conditions(writer: Writer) -> str:
    first = _condition(writer)
    if not chance(writer.draw, 3):
        return first
    joint = writer.draw(st.sampled_from(["AND", "OR", "AND NOT"]))
    return f"({first} {joint} {_condition(writer)})"


def _key(writer: Writer, key: Body) -> str:
    return " AND ".join(f'"{name}" = {writer.value(value)}' for name, value in key.items())


def _select(writer: Writer) -> str:
    draw = writer.draw
    table = draw(st.sampled_from([FIXED_COMPOUND, FIXED_SIMPLE]))
    wanted = draw(
        st.just("*") | st.lists(PATHS, min_size=1, max_size=2, unique=True).map(", ".join)
    )
    pool = POOLS["S"] if table is FIXED_COMPOUND else [{"S": text} for text in "abcz"]
    parts = [f"id = {writer.value(draw(st.sampled_from(pool)))}"]
    if table is FIXED_COMPOUND and draw(st.booleans()):
        operator = draw(st.sampled_from(["=", "<", ">="]))
        parts.append(f'"at" {operator} {writer.value(draw(st.sampled_from(POOLS["N"])))}')
    if draw(st.booleans()):
        parts.append(_conditions(writer))
    order = ""
    if table is FIXED_COMPOUND and chance(draw, 3):
        order = f' ORDER BY "at" {draw(st.sampled_from(["ASC", "DESC"]))}'
    return f'SELECT {wanted} FROM "{table.name}" WHERE {" AND ".join(parts)}{order}'


def _select_of_index(writer: Writer) -> str:
    draw = writer.draw
    index = draw(st.sampled_from(sorted(FIXED_COMPOUND.index_keys())))
    partition, sort = FIXED_COMPOUND.keys_of(index)
    types = {**FIXED_COMPOUND.key_types, **FIXED_COMPOUND.attribute_types}
    parts = [f'"{partition}" = {writer.value(draw(st.sampled_from(POOLS[types[partition]])))}']
    if sort and draw(st.booleans()):
        operator = draw(st.sampled_from(["=", "<", ">="]))
        parts.append(
            f'"{sort}" {operator} {writer.value(draw(st.sampled_from(POOLS[types[sort]])))}'
        )
    return f'SELECT * FROM "{FIXED_COMPOUND.name}"."{index}" WHERE {" AND ".join(parts)}'


@st.composite
def selections_of_indexes(draw: st.DrawFn) -> Scenario:
    """Read items of one partition of an index; an unknown one is refused."""
    writer = Writer(draw)
    text = _select_of_index(writer)
    if chance(draw, 6):
        text = text.replace('"."', '"."no-such-', 1)
    return (Request("ExecuteStatement", writer.statement(text)),)


@st.composite
def selections(draw: st.DrawFn) -> Scenario:
    """Read items of one partition."""
    writer = Writer(draw)
    return (Request("ExecuteStatement", writer.statement(_select(writer))),)


def _insert(writer: Writer, table: Table, key: Body) -> str:
    item = writer.draw(item_at(table, key))
    members = ", ".join(f"{_quoted(name)}: {writer.value(v)}" for name, v in item.items())
    return f'INSERT INTO "{table.name}" VALUE {{{members}}}'


def _update(writer: Writer, table: Table, key: Body) -> str:
    draw = writer.draw
    path = draw(st.sampled_from(["a", "n", "z", "ss", "m.a", "l[0]"]))
    change = draw(st.sampled_from(["SET", "SET", "REMOVE"]))
    clause = f"REMOVE {path}"
    if change == "SET":
        clause = f"SET {path} = {writer.value(draw(_plain_values()))}"
    text = f'UPDATE "{table.name}" {clause} WHERE {_key(writer, key)}'
    if chance(draw, 3):
        text += f" AND {_condition(writer)}"
    return text + (f" RETURNING {draw(st.sampled_from(RETURNING))} *" if chance(draw, 2) else "")


def _delete(writer: Writer, table: Table, key: Body) -> str:
    text = f'DELETE FROM "{table.name}" WHERE {_key(writer, key)}'
    if chance(writer.draw, 3):
        text += f" AND {_condition(writer)}"
    return text + (" RETURNING ALL OLD *" if chance(writer.draw, 2) else "")


def write_statement(draw: st.DrawFn, table: Table, key: Body, *, may_return: bool = True) -> Body:
    """Insert, update or delete one item by a statement."""
    writer = Writer(draw)
    write = draw(st.sampled_from([_insert, _update, _delete]))
    text = write(writer, table, key)
    return writer.statement(text if may_return else text.partition(" RETURNING")[0])


@st.composite
def writing_statements(draw: st.DrawFn) -> Scenario:
    """Insert, update or delete an item that stands there or does not."""
    table = draw(st.sampled_from([OPEN_SIMPLE, OPEN_COMPOUND]))
    key = draw(va.keys(table))
    before = draw(st.none() | item_at(table, key))
    written = Request("ExecuteStatement", write_statement(draw, table, key))
    return (given(table, key, before), written, read_back(table, key))


@st.composite
def several_statements(draw: st.DrawFn) -> Scenario:
    """Write two items by a batch or a transaction of statements."""
    keys: list[Body] = [{"id": {"S": "s"}, "at": {"N": str(n)}} for n in range(2)]
    table = OPEN_COMPOUND
    setup = [given(table, key, draw(st.none() | item_at(table, key))) for key in keys]
    is_transaction = draw(st.booleans())
    name, action = SEVERAL[is_transaction]
    statements = [write_statement(draw, table, key, may_return=not is_transaction) for key in keys]
    return (*setup, Request(action, {name: statements}), *(read_back(table, key) for key in keys))
