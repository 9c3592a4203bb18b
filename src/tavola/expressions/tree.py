"""The one expression tree: made by models or by parsing, rendered to text or evaluated.

Nodes are plain data. Names and values stand in them literally (`"plan"`, `Literal`) or as the
placeholders of a request (`NameRef("#p")`, `ValueRef(":v")`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from typing import Literal as OneOf

from msgspec import Struct

__all__ = [
    "And",
    "Arithmetic",
    "Between",
    "Comparator",
    "Comparison",
    "Condition",
    "Function",
    "In",
    "Keyword",
    "Literal",
    "NameRef",
    "Not",
    "Operand",
    "Or",
    "Path",
    "ProjectionTree",
    "UpdateAction",
    "UpdateClause",
    "UpdateTree",
    "ValueRef",
]

Comparator = OneOf["=", "<>", "<", "<=", ">", ">="]
Keyword = OneOf["SET", "REMOVE", "ADD", "DELETE"]


class NameRef(Struct, frozen=True):
    """A name placeholder, `#p`."""

    text: str


class ValueRef(Struct, frozen=True):
    """A value placeholder, `:v`."""

    text: str


class Literal(Struct, frozen=True):
    """A value given by itself, in DynamoDB JSON."""

    value: Mapping[str, Any]


class Path(Struct, frozen=True):
    """A document path: attribute names and list indexes."""

    parts: tuple[str | NameRef | int, ...]


class Function(Struct, frozen=True):
    """A function call, such as `size(a)` or `begins_with(a, :v)`."""

    name: str
    arguments: tuple[Operand, ...]


class Arithmetic(Struct, frozen=True):
    """A sum or difference in an update."""

    operator: OneOf["+", "-"]
    left: Operand
    right: Operand


Operand = Path | ValueRef | Literal | Function | Arithmetic


class Comparison(Struct, frozen=True):
    """`left = right` and its kin."""

    operator: Comparator
    left: Operand
    right: Operand


class Between(Struct, frozen=True):
    """`operand BETWEEN low AND high`, bounds included."""

    operand: Operand
    low: Operand
    high: Operand


class In(Struct, frozen=True):
    """`operand IN (a, b, …)`."""

    operand: Operand
    options: tuple[Operand, ...]


class And(Struct, frozen=True):
    """All of two or more conditions."""

    conditions: tuple[Condition, ...]


class Or(Struct, frozen=True):
    """Any of two or more conditions."""

    conditions: tuple[Condition, ...]


class Not(Struct, frozen=True):
    """The opposite of a condition."""

    condition: Condition


Condition = Comparison | Between | In | Function | And | Or | Not


class UpdateAction(Struct, frozen=True):
    """One change of an update; REMOVE has no value."""

    path: Path
    value: Operand | None = None


class UpdateClause(Struct, frozen=True):
    """One keyword of an update with its actions."""

    keyword: Keyword
    actions: tuple[UpdateAction, ...]


class UpdateTree(Struct, frozen=True):
    """A whole update expression."""

    sections: tuple[UpdateClause, ...]


class ProjectionTree(Struct, frozen=True):
    """A whole projection expression."""

    paths: tuple[Path, ...]
