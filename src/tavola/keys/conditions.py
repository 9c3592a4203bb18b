"""Sort conditions: what a query may ask of the last given component of a sort key."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from msgspec import Struct

__all__ = [
    "CONDITIONS",
    "SortCondition",
    "SortOperator",
    "begins_with",
    "between",
    "eq",
    "ge",
    "gt",
    "le",
    "lt",
    "part",
]

SortOperator = Literal["=", "<", "<=", ">", ">=", "between", "begins_with", "part"]


class SortCondition(Struct, frozen=True):
    """One comparison with a Python value; `high` only with `between`."""

    operator: SortOperator
    value: object
    high: object = None


def eq(value: object) -> SortCondition:
    """Equal to the value, as the value itself."""
    return SortCondition("=", value)


def lt(value: object) -> SortCondition:
    """Less than the value."""
    return SortCondition("<", value)


def le(value: object) -> SortCondition:
    """At most the value."""
    return SortCondition("<=", value)


def gt(value: object) -> SortCondition:
    """Greater than the value."""
    return SortCondition(">", value)


def ge(value: object) -> SortCondition:
    """At least the value."""
    return SortCondition(">=", value)


def between(low: object, high: object) -> SortCondition:
    """From low to high, both included."""
    return SortCondition("between", low, high)


def begins_with(text: str) -> SortCondition:
    """A string that begins with this one."""
    return SortCondition("begins_with", text)


def part(text: str) -> SortCondition:
    """All dates of a part that a partition key has, as `part("2026-05")` for `{at:%Y-%m}`."""
    return SortCondition("part", text)


CONDITIONS: Mapping[str, Callable[..., SortCondition]] = {
    "equals": eq,
    "beginsWith": begins_with,
    "between": between,
    "lessThan": lt,
    "atMost": le,
    "greaterThan": gt,
    "atLeast": ge,
}
"""The conditions by the names that a design has for them."""
