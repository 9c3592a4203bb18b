"""Equality and order of canonical values, as conditions see them."""

from __future__ import annotations

from binascii import a2b_base64
from collections.abc import Mapping
from typing import Any, Final

from tavola.values.numbers import number_sort_key

__all__ = ["ORDERED_TYPES", "compare_values", "has_set", "key_bytes", "values_equal"]

ORDERED_TYPES: Final = frozenset({"S", "N", "B"})
_SETS: Final = frozenset({"SS", "NS", "BS"})
# Whole numbers of this many characters compare faster as Python's own.
_SHORT: Final = 18


def values_equal(left: Mapping[str, Any], right: Mapping[str, Any]) -> bool:
    """Say whether two canonical values are the same value; sets have no order."""
    return left == right or _is_same_unordered(left, right)


def _is_same_unordered(left: Mapping[str, Any], right: Mapping[str, Any]) -> bool:
    """Say whether two values that are not written alike are the same but for the order of sets."""
    (kind,) = left
    if kind not in right:
        return False
    ours, theirs = left[kind], right[kind]
    if kind in _SETS:
        return len(ours) == len(theirs) and set(ours) == set(theirs)
    if kind == "L":
        return len(ours) == len(theirs) and all(map(_is_same_unordered, ours, theirs))
    if kind == "M":
        return ours.keys() == theirs.keys() and all(
            _is_same_unordered(value, theirs[name]) for name, value in ours.items()
        )
    return bool(ours == theirs)


def has_set(value: Mapping[str, Any]) -> bool:
    """Say whether a value is a set or has one inside, so that it may be written in two ways."""
    ((kind, content),) = value.items()
    if kind in {"L", "M"}:
        return any(map(has_set, content if kind == "L" else content.values()))
    return kind in _SETS


def compare_values(left: Mapping[str, Any], right: Mapping[str, Any]) -> int | None:
    """Return -1, 0 or 1, or None for values of different or unordered types."""
    (kind,) = left
    if kind not in right or kind not in ORDERED_TYPES:
        return None
    ours: Any
    theirs: Any
    ours, theirs = left[kind], right[kind]
    if ours == theirs:
        return 0
    if kind == "N":
        ours, theirs = _ordered_numbers(ours, theirs)
    elif kind == "B":
        ours, theirs = a2b_base64(ours), a2b_base64(theirs)
    return -1 if ours < theirs else 1


def _ordered_numbers(left: str, right: str) -> tuple[Any, Any]:
    if len(left) <= _SHORT >= len(right) and "." not in left and "." not in right:
        return int(left), int(right)
    return number_sort_key(left), number_sort_key(right)


def key_bytes(value: Mapping[str, Any], kind: str) -> bytes:
    """Encode a canonical key value of type S, N or B so that bytes compare as the values do."""
    content: str = value[kind]
    if kind == "S":
        return content.encode()
    if kind == "N":
        return number_sort_key(content)
    return a2b_base64(content)
