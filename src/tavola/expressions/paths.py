"""Document paths with their placeholders resolved, and reading along them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from tavola.expressions.tree import (
    And,
    Arithmetic,
    Between,
    Comparison,
    Condition,
    Function,
    In,
    NameRef,
    Not,
    Operand,
    Or,
    Path,
    ValueRef,
)
from tavola.values import Value

__all__ = [
    "Leaf",
    "ResolvedPath",
    "find_value",
    "leaves_of",
    "operands_of",
    "operands_within",
    "path_reader",
    "path_text",
    "resolve_path",
]

ResolvedPath = tuple[str | int, ...]
Leaf = Comparison | Between | In | Function


def resolve_path(path: Path, names: Mapping[str, str]) -> ResolvedPath:
    """Put the names where the placeholders stand."""
    return tuple(names[part.text] if isinstance(part, NameRef) else part for part in path.parts)


def path_text(path: ResolvedPath) -> str:
    """Write a path as DynamoDB's messages do: `[a, [0], b]`."""
    parts = (f"[{part}]" if isinstance(part, int) else part for part in path)
    return f"[{', '.join(parts)}]"


def path_reader(path: ResolvedPath) -> Callable[[Mapping[str, Value]], Value | None]:
    """Return a function that reads an item's value at the path, None if there is none."""
    name, *rest = path
    if rest:
        return lambda item: find_value(item, path)
    first = str(name)
    return lambda item: item.get(first)


def find_value(item: Mapping[str, Value], path: ResolvedPath) -> Value | None:
    """Return the value that stands at the path, None if there is none."""
    value = item.get(str(path[0]))
    for part in path[1:]:
        if value is None:
            return None
        value = _member(value, part)
    return value


def _member(value: Value, part: str | int) -> Value | None:
    if isinstance(part, str):
        return value["M"].get(part) if "M" in value else None
    members: list[Value] = value.get("L", [])
    return members[part] if part < len(members) else None


def leaves_of(tree: Condition) -> Iterator[Leaf]:
    """Yield the comparisons and calls of a condition, in the order of the text."""
    waiting: list[Condition] = [tree]
    while waiting:
        node = waiting.pop()
        match node:
            case And(conditions) | Or(conditions):
                waiting.extend(reversed(conditions))
            case Not(condition):
                waiting.append(condition)
            case _:
                yield node


def operands_of(leaf: Leaf | Arithmetic) -> Sequence[Operand]:
    """Return the operands of a comparison or call."""
    match leaf:
        case Comparison(_, left, right) | Arithmetic(_, left, right):
            return (left, right)
        case Between(operand, low, high):
            return (operand, low, high)
        case In(operand, options):
            return (operand, *options)
        case Function(_, arguments):
            return arguments


def operands_within(operands: Sequence[Operand]) -> Iterator[Path | ValueRef | Function]:
    """Yield operands and the operands of calls within, inner ones first."""
    waiting: list[tuple[Operand, bool]] = [(operand, False) for operand in reversed(operands)]
    while waiting:
        operand, is_open = waiting.pop()
        if isinstance(operand, Function | Arithmetic) and not is_open:
            waiting.append((operand, True))
            waiting.extend((inner, False) for inner in reversed(operands_of(operand)))
        elif isinstance(operand, Path | ValueRef | Function):
            yield operand
