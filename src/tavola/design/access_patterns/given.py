"""What an access pattern is given: arguments of a call, and constants that are not arguments."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from tavola.design.fields.member_paths import key_field
from tavola.design.models.filter_checks import check_value
from tavola.design.names import suggest
from tavola.design.reading.reader import Reader
from tavola.design.reading.yaml_tree import Node
from tavola.design.schema import Literals, ModelSchema

__all__ = ["Given", "read_given"]

_CONDITIONS = (
    "equals",
    "beginsWith",
    "between",
    "lessThan",
    "atMost",
    "greaterThan",
    "atLeast",
)
_REMEDY = "Write one condition with its value, as {equals: open}."

FindField = Callable[[str], str | None]
"""Gives the field that a name means; one that is not there is reported."""


class Given(Struct, frozen=True):
    """The key fields that a pattern knows, each with its condition."""

    conditions: dict[str, str]
    constants: dict[str, Literals]
    """Those of them that the design fixes, with their values; a list of two with `between`."""


def read_given(reader: Reader, model: ModelSchema, find_field: FindField) -> Given | None:
    """Read `given`; None when one of its fields is not known."""
    node = reader.child("given")
    if node is None:
        return Given({}, {})
    inner = Reader(node, f"{reader.where}.given", reader.findings)
    named = list(node.value) if isinstance(node.value, dict) else list(reader.texts("given"))
    found = Given({}, {})
    for name in named:
        field = find_field(name)
        if field is None:
            return None
        entry = node.entries.get(name)
        if entry is None:
            found.conditions[field] = "equals"
        elif isinstance(entry.value, dict):
            _read_constant(inner, model, field, entry, found)
        else:
            found.conditions[field] = inner.choice(name, _CONDITIONS) or "equals"
    return found


def _read_constant(reader: Reader, model: ModelSchema, name: str, node: Node, found: Given) -> None:
    found.conditions[name] = "equals"
    if len(node.entries) != 1:
        said = ", ".join(node.entries) or "nothing"
        _complain(reader, node, f"'{name}' has {said}.", _REMEDY)
        return
    ((condition, value),) = node.entries.items()
    if condition not in _CONDITIONS:
        problem = f"'{name}' has unknown condition '{condition}'."
        _complain(reader, node, problem, suggest(condition, _CONDITIONS))
        return
    members = value.value if condition == "between" else [value]
    if not isinstance(members, list) or len(members) != (2 if condition == "between" else 1):
        _complain(reader, value, f"'between' has {value.plain()!r}.", "Write [low, high].")
        return
    if any(member.value is None for member in members):
        _complain(reader, value, f"'{name}' {condition} nothing.", _REMEDY)
        return
    if condition == "beginsWith":
        if not isinstance(value.value, str):
            _complain(reader, value, f"'beginsWith' has {value.plain()!r}.", "It takes a string.")
    else:
        for member in members:
            check_value(reader, key_field(model, name), member)
    found.conditions[name] = condition
    found.constants[name] = value.plain()


def _complain(reader: Reader, node: Node, problem: str, remedy: str) -> None:
    reader.findings.error(node, reader.where, problem, remedy)
