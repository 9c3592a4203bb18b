"""From trees to expression text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tavola.expressions.tree import (
    And,
    Arithmetic,
    Between,
    Comparison,
    Condition,
    Function,
    In,
    Literal,
    NameRef,
    Not,
    Operand,
    Or,
    Path,
    ProjectionTree,
    UpdateAction,
    UpdateTree,
    ValueRef,
)

__all__ = ["Placeholders", "render"]


class Placeholders:
    """The `#n` and `:v` of one request, given out as its expressions are rendered."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self.values: dict[str, Mapping[str, Any]] = {}

    def begin(self, names: Iterable[str], *values: Mapping[str, Any]) -> None:
        """Give the first placeholders out, to an expression that is rendered already."""
        self._names = {name: f"#n{number}" for number, name in enumerate(names)}
        self.values = {f":v{number}": value for number, value in enumerate(values)}

    @property
    def names(self) -> dict[str, str]:
        """What `ExpressionAttributeNames` has to hold."""
        return {ref: name for name, ref in self._names.items()}

    def name(self, name: str) -> str:
        """Return the placeholder of an attribute name, the same for the same name."""
        return self._names.setdefault(name, f"#n{len(self._names)}")

    def value(self, value: Mapping[str, Any]) -> str:
        """Return a new placeholder for a value."""
        ref = f":v{len(self.values)}"
        self.values[ref] = value
        return ref


def render(
    tree: Condition | UpdateTree | ProjectionTree | Operand,
    placeholders: Placeholders | None = None,
) -> str:
    """Render a tree; literal names and values become placeholders where those are given."""
    return _Renderer(placeholders).text(tree)


class _Renderer:
    def __init__(self, placeholders: Placeholders | None) -> None:
        self.placeholders = placeholders

    def text(self, tree: Condition | UpdateTree | ProjectionTree | Operand) -> str:
        match tree:
            case ProjectionTree(paths):
                return ", ".join(map(self.path, paths))
            case UpdateTree(sections):
                return " ".join(
                    f"{section.keyword} {', '.join(map(self.action, section.actions))}"
                    if section.keyword == "SET" or section.keyword == "REMOVE"
                    else f"{section.keyword} {', '.join(map(self.change, section.actions))}"
                    for section in sections
                )
            case Path() | ValueRef() | Literal() | Arithmetic():
                return self.operand(tree)
            case _:
                return self.condition(tree)

    def condition(self, tree: Condition) -> str:
        match tree:
            case Comparison(operator, left, right):
                return f"{self.operand(left)} {operator} {self.operand(right)}"
            case Between(operand, low, high):
                bounds = f"{self.operand(low)} AND {self.operand(high)}"
                return f"{self.operand(operand)} BETWEEN {bounds}"
            case In(operand, options):
                return f"{self.operand(operand)} IN ({', '.join(map(self.operand, options))})"
            case And(conditions):
                return " AND ".join(map(self.all_of_part, conditions))
            case Or(conditions):
                return " OR ".join(map(self.any_of_part, conditions))
            case Not(condition):
                return f"NOT {self.negated(condition)}"
            case Function():
                return self.operand(tree)

    def all_of_part(self, condition: Condition) -> str:
        text = self.condition(condition)
        return f"({text})" if isinstance(condition, And | Or) else text

    def any_of_part(self, condition: Condition) -> str:
        text = self.condition(condition)
        return f"({text})" if isinstance(condition, Or) else text

    def negated(self, condition: Condition) -> str:
        text = self.condition(condition)
        return f"({text})" if isinstance(condition, And | Or) else text

    def operand(self, operand: Operand) -> str:
        match operand:
            case Path():
                return self.path(operand)
            case ValueRef(text):
                return text
            case Function(name, arguments):
                return f"{name}({', '.join(map(self.operand, arguments))})"
            case Arithmetic(operator, left, right):
                return f"{self.operand(left)} {operator} {self.operand(right)}"
            case Literal(value):
                if self.placeholders is None:
                    message = "A tree with literal values needs placeholders to be rendered."
                    raise TypeError(message)
                return self.placeholders.value(value)

    def path(self, path: Path) -> str:
        first, *rest = path.parts
        text = self.part(first)
        for part in rest:
            text += f"[{part}]" if isinstance(part, int) else f".{self.part(part)}"
        return text

    def part(self, part: str | NameRef | int) -> str:
        if isinstance(part, NameRef):
            return part.text
        if self.placeholders is None or isinstance(part, int):
            return str(part)
        return self.placeholders.name(part)

    def action(self, action: UpdateAction) -> str:
        if action.value is None:
            return self.path(action.path)
        return f"{self.path(action.path)} = {self.operand(action.value)}"

    def change(self, action: UpdateAction) -> str:
        value = "" if action.value is None else f" {self.operand(action.value)}"
        return self.path(action.path) + value
