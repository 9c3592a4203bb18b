"""The one expression tree: made by models or by parsing, rendered to text or evaluated.

Nodes are plain data. Names and values stand in them literally (`"plan"`, `Literal`) or as the
placeholders of a request (`NameRef("#p")`, `ValueRef(":v")`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from typing import Literal as OneOf

__all__ = [
    "Action",
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
    "Projection",
    "Section",
    "Update",
    "ValueRef",
]

Comparator = OneOf["=", "<>", "<", "<=", ">", ">="]
Keyword = OneOf["SET", "REMOVE", "ADD", "DELETE"]


@dataclass(frozen=True, slots=True)
class NameRef:
    """A name placeholder, `#p`."""

    text: str


@dataclass(frozen=True, slots=True)
class ValueRef:
    """A value placeholder, `:v`."""

    text: str


@dataclass(frozen=True, slots=True)
class Literal:
    """A value given by itself, in DynamoDB JSON."""

    value: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Path:
    """A document path: attribute names and list indexes."""

    parts: tuple[str | NameRef | int, ...]


@dataclass(frozen=True, slots=True)
class Function:
    """A function call, such as `size(a)` or `begins_with(a, :v)`."""

    name: str
    arguments: tuple[Operand, ...]


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """A sum or difference in an update."""

    operator: OneOf["+", "-"]
    left: Operand
    right: Operand


Operand = Path | ValueRef | Literal | Function | Arithmetic


@dataclass(frozen=True, slots=True)
class Comparison:
    """`left = right` and its kin."""

    operator: Comparator
    left: Operand
    right: Operand


@dataclass(frozen=True, slots=True)
class Between:
    """`operand BETWEEN low AND high`, bounds included."""

    operand: Operand
    low: Operand
    high: Operand


@dataclass(frozen=True, slots=True)
class In:
    """`operand IN (a, b, …)`."""

    operand: Operand
    options: tuple[Operand, ...]


@dataclass(frozen=True, slots=True)
class And:
    """All of two or more conditions."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """Any of two or more conditions."""

    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """The opposite of a condition."""

    condition: Condition


Condition = Comparison | Between | In | Function | And | Or | Not


@dataclass(frozen=True, slots=True)
class Action:
    """One change of an update; REMOVE has no value."""

    path: Path
    value: Operand | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """One keyword of an update with its actions."""

    keyword: Keyword
    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Update:
    """A whole update expression."""

    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class Projection:
    """A whole projection expression."""

    paths: tuple[Path, ...]
