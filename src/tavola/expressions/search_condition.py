"""Search conditions: equalities of attributes, all of which must hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from tavola.errors import ValidationFailed
from tavola.expressions.paths import resolve_path
from tavola.expressions.tree import And, Comparison, Condition, Path, ValueRef

__all__ = ["Equality", "find_equalities"]

Equality = tuple[str, str]
"""An attribute, and the placeholder of the value that it has."""

_COMPARATOR: Final = "Invalid comparator used in SearchConditionExpression"
_OPERATOR: Final = "Invalid operator used in SearchConditionExpression"
_NESTED: Final = "SearchConditionExpression cannot have conditions on nested attributes"
_TWICE: Final = "SearchConditionExpression must only contain one condition per attribute"


def find_equalities(tree: Condition, names: Mapping[str, str]) -> tuple[Equality, ...]:
    """Turn a checked condition into equalities, or refuse it as a search condition."""
    found: list[Equality] = []
    for leaf in _conjunction(tree):
        match leaf.left, leaf.right:
            case (Path() as path, ValueRef(ref)) | (ValueRef(ref), Path() as path):
                parts = resolve_path(path, names)
            case _:
                raise ValidationFailed(_COMPARATOR)
        head, *rest = parts
        if rest:
            raise ValidationFailed(_NESTED)
        found.append((str(head), ref))
    attributes = [name for name, _ in found]
    if len(set(attributes)) < len(attributes):
        raise ValidationFailed(_TWICE)
    return tuple(found)


def _conjunction(tree: Condition) -> Iterator[Comparison]:
    """Yield the equalities of a tree that may have no connective but AND."""
    waiting: list[Condition] = [tree]
    while waiting:
        node = waiting.pop()
        match node:
            case And(conditions):
                waiting.extend(reversed(conditions))
            case Comparison("="):
                yield node
            case Comparison():
                raise ValidationFailed(_COMPARATOR)
            case _:
                raise ValidationFailed(_OPERATOR)
