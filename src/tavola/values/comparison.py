"""Equality and order of canonical values, as conditions see them."""

from __future__ import annotations

from binascii import a2b_base64
from collections.abc import Iterator, Mapping, Sequence
from itertools import starmap
from typing import Any, Final

from tavola.values.numbers import number_sort_key

__all__ = [
    "ORDERED_TYPES",
    "PIECE",
    "compare_values",
    "has_set",
    "in_pieces",
    "key_bytes",
    "values_equal",
]

ORDERED_TYPES: Final = frozenset({"S", "N", "B"})
_SETS: Final = frozenset({"SS", "NS", "BS"})
# Whole numbers of this many characters compare faster as Python's own.
_SHORT: Final = 18
PIECE: Final = 5_000
"""So many members are compared in about a tenth of a millisecond."""


def values_equal(left: Mapping[str, Any], right: Mapping[str, Any]) -> bool:
    """Say whether two canonical values are the same value; sets have no order."""
    if "L" in left and len(left["L"]) > PIECE:
        theirs = right.get("L", ())
        pairs = zip(in_pieces(left["L"]), in_pieces(theirs), strict=True)
        return len(left["L"]) == len(theirs) and all(starmap(_is_same_list, pairs))
    return left == right or _is_same_unordered(left, right)


def in_pieces(members: Sequence[Any]) -> Iterator[Sequence[Any]]:
    """Cut a long list up: while one call compares, no other thread of the process goes on."""
    return (members[start : start + PIECE] for start in range(0, len(members), PIECE))


def _is_same_list(left: Sequence[Any], right: Sequence[Any]) -> bool:
    return left == right or all(map(_is_same_unordered, left, right))


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
