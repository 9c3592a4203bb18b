"""How DynamoDB words the refusal of a request, which differs: not all of its checks were rewritten.

Since 2026 the writes of single items report every fault of the request itself, and none of what
depends on the table, after "1 validation error detected: ". Reads of items have the new words
without it; batches of writes, transactions and scans have the older ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, cast

from tavola.errors import ValidationFailed
from tavola.values import ValueRefused

__all__ = [
    "ONE_ERROR",
    "as_count",
    "as_single_error",
    "for_action",
    "for_query",
    "for_single_write",
    "is_read_by_older_checks",
    "with_older_message",
]

ONE_ERROR: Final = "1 validation error detected: "
"""What stands before a single fault."""

_ENUM: Final = "ailed to satisfy constraint: Member must satisfy enum value set: "
_NEWER_ENUMS: Final[Mapping[str, str]] = {
    # DynamoDB: UPDATE_NEW and ALL are AWS's own slips.
    "[ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW]": (
        f"F{_ENUM}[ALL_OLD, UPDATED_OLD, ALL_NEW, UPDATE_NEW, NONE]"
    ),
    "[OR, AND]": f"F{_ENUM}[ALL, OR]",
}
_EMPTY_NAME: Final = "Value '' at 'tableName' failed to satisfy constraint: Member must have len"
_NEWER_EMPTY_NAME: Final = (
    "Value at 'TableName' failed to satisfy constraint: Member must have length greater than or "
    "equal to 1"
)
_LIMIT: Final = ("Value '0' at 'limit'", "Value at 'Limit'")
# DynamoDB: a request with values nested deeper is read by the older checks.
_MAX_NEWER_NESTING: Final = 62


def with_older_message(refusal: ValidationFailed) -> ValidationFailed:
    """Return a refused value's error with the message that actions with older checks have."""
    return ValidationFailed(refusal.older) if isinstance(refusal, ValueRefused) else refusal


def as_single_error(refusal: ValidationFailed) -> ValidationFailed:
    """Return a refusal as the writes of single items word what is wrong with a request itself."""
    return ValidationFailed(ONE_ERROR + refusal.message)


def as_count(faults: Sequence[str]) -> ValidationFailed:
    """Refuse a request for its broken constraints: how many there are, then each."""
    plural = "s" if len(faults) > 1 else ""
    return ValidationFailed(f"{len(faults)} validation error{plural} detected: {'; '.join(faults)}")


def for_action(request: Mapping[str, Any], faults: Sequence[str]) -> ValidationFailed:
    """Refuse a request for its broken constraints, as most actions do."""
    del request
    return as_count(faults)


def for_query(request: Mapping[str, Any], faults: Sequence[str]) -> ValidationFailed:
    """Refuse a query for its broken constraints."""
    del request
    newer = [_newer_enum(fault).replace(*_LIMIT) for fault in faults]
    # DynamoDB: a query says only this, whatever else is wrong, and does not count it.
    alone = next((fault for fault in newer if fault.startswith("F")), None)
    return as_count(newer) if alone is None else ValidationFailed(alone)


def for_single_write(
    member: str, *, reports_enum_alone: bool = False
) -> Callable[[Mapping[str, Any], Sequence[str]], ValidationFailed]:
    """Make the report of a write of one item, whose item or key is the parameter `member`."""

    def report(request: Mapping[str, Any], faults: Sequence[str]) -> ValidationFailed:
        if member not in request or is_read_by_older_checks(request):
            return as_count(faults)
        if any(_EMPTY_NAME in fault for fault in faults):
            return as_count([_NEWER_EMPTY_NAME])
        newer = [_newer_enum(fault) for fault in faults]
        # DynamoDB: an update says only this, whatever else is wrong.
        alone = [fault for fault in newer if fault.startswith("F")][:1]
        return as_count(alone if alone and reports_enum_alone else newer)

    return report


def is_read_by_older_checks(request: Mapping[str, Any]) -> bool:
    """Whether a write of one item has values so deep that DynamoDB reads it as it once did."""
    return _is_deep(request, _MAX_NEWER_NESTING)


def _newer_enum(fault: str) -> str:
    return _NEWER_ENUMS.get(fault.rpartition(_ENUM)[2], fault)


def _is_deep(value: Any, levels: int) -> bool:
    """Whether a request has values that are nested deeper than so many levels."""
    waiting: list[tuple[Any, int]] = [(value, 0)]
    while waiting:
        node, depth = waiting.pop()
        # Every level of a value is two of its JSON: the type, and what it holds.
        if depth > 2 * levels + 2:
            return True
        waiting.extend((each, depth + 1) for each in _children(node))
    return False


def _children(node: Any) -> Iterable[Any]:
    if isinstance(node, dict):
        return cast("dict[str, Any]", node).values()
    return cast("Iterable[Any]", node) if isinstance(node, list) else ()
