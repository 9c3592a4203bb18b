"""Faults that conditions, updates and projections share, in DynamoDB's words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from tavola.errors import ValidationFailed
from tavola.expressions.checking.reserved import is_reserved
from tavola.expressions.paths import ResolvedPath, path_text
from tavola.expressions.tree import Function, NameRef, Path, ValueRef
from tavola.values import MAX_NESTING

__all__ = [
    "MAX_EXPRESSION_BYTES",
    "MAX_OPERATORS",
    "check_operator_count",
    "check_size",
    "find_clash",
    "find_undefined",
    "find_wrong_part",
    "find_wrong_path",
    "wrong_count",
    "wrong_type",
]

# DynamoDB: 4 KB of text, 300 operators; calls do not count. Developer guide, ServiceQuotas.
MAX_EXPRESSION_BYTES: Final = 4096
MAX_OPERATORS: Final = 300
_MAX_LIST_INDEX: Final = 2**31 - 1


def check_size(text: str, *, shows_size: bool = True) -> None:
    """Refuse empty and overlong text."""
    if not text:
        raise ValidationFailed("The expression can not be empty;")
    size = len(text) if text.isascii() else len(text.encode("utf-8", "replace"))
    if size > MAX_EXPRESSION_BYTES:
        shown = f" expression size: {size}" if shows_size else ""
        raise ValidationFailed(f"Expression size has exceeded the maximum allowed size;{shown}")


def check_operator_count(count: int) -> None:
    """Refuse an expression with too many operators."""
    # DynamoDB: it stops counting at the first one too many.
    if count > MAX_OPERATORS:
        raise ValidationFailed(
            f"The expression contains too many operators; operator count: {MAX_OPERATORS + 1}",
        )


def find_wrong_part(paths: Iterable[Path]) -> str | None:
    """Name the first reserved word or impossible list index that stands in a path."""
    for path in paths:
        for part in path.parts:
            if isinstance(part, str) and is_reserved(part):
                return f"Attribute name is a reserved keyword; reserved keyword: {part}"
            if isinstance(part, int) and part > _MAX_LIST_INDEX:
                return f"List index is not within the allowable range; index: [{part}]"
    return None


def find_wrong_path(paths: Iterable[Path], names: Mapping[str, str]) -> str | None:
    """Name the first path that is too deep, or its placeholder that is not defined."""
    for path in paths:
        for part in path.parts:
            if isinstance(part, NameRef) and part.text not in names:
                return (
                    "An expression attribute name used in the document path is not defined; "
                    f"attribute name: {part.text}"
                )
        if len(path.parts) > MAX_NESTING:
            return (
                f"The document path has too many nesting levels; nesting levels: {len(path.parts)}"
            )
    return None


def find_undefined(
    operands: Iterable[Path | ValueRef | Function],
    names: Mapping[str, str],
    values: Mapping[str, Any],
) -> str | None:
    """Name the first placeholder, of a name or a value, that the request does not define."""
    for operand in operands:
        if isinstance(operand, Path):
            if fault := find_wrong_path((operand,), names):
                return fault
        elif isinstance(operand, ValueRef) and operand.text not in values:
            return (
                "An expression attribute value used in expression is not defined; "
                f"attribute value: {operand.text}"
            )
    return None


def wrong_count(operator: str, given: int) -> str:
    """Say that a function has too many or too few operands."""
    return (
        "Incorrect number of operands for operator or function; "
        f"operator or function: {operator}, number of operands: {given}"
    )


def wrong_type(operator: str, kind: str) -> str:
    """Say that an operand has a type that its operator cannot take."""
    return (
        "Incorrect operand type for operator or function; "
        f"operator or function: {operator}, operand type: {kind}"
    )


def find_clash(paths: Sequence[ResolvedPath]) -> str | None:
    """Name the first two paths of which one lies within the other or needs another type."""
    conflict: str | None = None
    root = _Branch()
    for number, path in enumerate(paths):
        overlapping, conflicting = root.meet(path)
        if overlapping:
            return _clash("overlap", paths[min(overlapping)], path)
        if conflicting and conflict is None:
            conflict = _clash("conflict", paths[min(conflicting)], path)
        root.add(path, number)
    return conflict


def _clash(relation: str, first: ResolvedPath, second: ResolvedPath) -> str:
    return (
        f"Two document paths {relation} with each other; must remove or rewrite one of these paths;"
        f" path one: {path_text(first)}, path two: {path_text(second)}"
    )


class _Branch:
    """What earlier paths have in one place; each of them is known by its number.

    To look through the tree takes a path's length; to compare it with hundreds of others, 60 ms.
    """

    __slots__ = ("end", "first", "kinds", "members")

    def __init__(self) -> None:
        self.first: int | None = None
        """The first path that goes through here, or ends."""
        self.end: int | None = None
        """The path that ends here."""
        self.kinds: dict[type, int] = {}
        """The first path that goes on with a name, and with an index."""
        self.members: dict[str | int, _Branch] = {}

    def meet(self, path: ResolvedPath) -> tuple[list[int], list[int]]:
        """Find the earlier paths that overlap with one, and that conflict: the first of each."""
        overlapping: list[int] = []
        conflicting: list[int] = []
        branch = self
        for part in path:
            conflicting += (one for kind, one in branch.kinds.items() if kind is not type(part))
            found = branch.members.get(part)
            if found is None:
                return overlapping, conflicting
            branch = found
            if branch.end is not None:
                overlapping.append(branch.end)
        if branch.first is not None:
            overlapping.append(branch.first)
        return overlapping, conflicting

    def add(self, path: ResolvedPath, number: int) -> None:
        """Take note of a path."""
        branch = self
        for part in path:
            branch.kinds.setdefault(type(part), number)
            branch = branch.members.setdefault(part, _Branch())
            if branch.first is None:
                branch.first = number
        branch.end = number
