"""A schema as constructor calls: a design's texts stand in them as literals, never as code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from msgspec import Struct
from msgspec.structs import fields

from tavola.design.python_source import is_worth_writing
from tavola.design.schema import PhysicalIndex
from tavola.generate.imports import Imports
from tavola.generate.layout import Group, Node, quote

__all__ = ["literal"]

_UNNAMED: Mapping[str, int] = {
    "FieldSchema": 3,
    "IndexSchema": 3,
    "KeyAttribute": 2,
    "KeyPair": 4,
    "PhysicalIndex": 3,
    "Placeholder": 2,
    "Relation": 3,
    "Template": 1,
}
"""How many leading arguments need no word: `Placeholder("userId")`, `KeyPair("PK", …)`."""


def literal(value: Any, imports: Imports, named: Mapping[PhysicalIndex, str]) -> Node:
    """Write a schema as an expression that makes an equal one.

    `named` has the constants that stand for indexes. Defaults and line numbers are left out, so
    that the text changes only when the meaning does.
    """
    if isinstance(value, PhysicalIndex) and value in named:
        return named[value]
    if isinstance(value, Struct):
        return _call(value, imports, named)
    if isinstance(value, Mapping):
        mapping = cast("Mapping[str, Any]", value)
        pairs = tuple(
            (f"{quote(key)}: ", literal(one, imports, named)) for key, one in mapping.items()
        )
        return Group("{", pairs, "}", "display")
    if isinstance(value, tuple | list):
        sequence = cast("Sequence[Any]", value)
        members = tuple(("", literal(one, imports, named)) for one in sequence)
        opening, closing = "()" if isinstance(value, tuple) else "[]"
        return Group(opening, members, closing, "display")
    return quote(value) if isinstance(value, str) else repr(value)


def _call(value: Any, imports: Imports, named: Mapping[PhysicalIndex, str]) -> Node:
    name = imports.name(type(value).__name__)
    unnamed = _UNNAMED.get(type(value).__name__, 0)
    members: list[tuple[str, Node]] = []
    for number, item in enumerate(fields(value)):
        if is_worth_writing(item, getattr(value, item.name)):
            is_unnamed = number < unnamed and number == len(members)
            label = "" if is_unnamed else f"{item.name}="
            members.append((label, literal(getattr(value, item.name), imports, named)))
    return Group(f"{name}(", tuple(members), ")")
