"""Which of DynamoDB's words an action uses: its checks were rewritten, but not for all actions.

Since 2026 the writes of single items report every fault of the request itself, and none of what
depends on the table, after "1 validation error detected: ". Reads of items have the new words
without it; batches of writes, transactions and scans have the older ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, cast

from tavola.errors import ValidationFailed
from tavola.values import ValueRefused

__all__ = ["ONE_ERROR", "constraint_fault", "enveloped", "joined", "worded"]

ONE_ERROR: Final = "1 validation error detected: "
"""What stands before a single fault."""

_OLDER: Final = frozenset({"BatchWriteItem", "Scan", "TransactGetItems", "TransactWriteItems"})
_SINGLE_WRITES: Final[Mapping[str, str]] = {
    "PutItem": "Item",
    "UpdateItem": "Key",
    "DeleteItem": "Key",
}
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


def worded(action: str, fault: ValidationFailed) -> ValidationFailed:
    """Give a refusal in the words of an action's checks."""
    if isinstance(fault, ValueRefused) and action in _OLDER:
        return ValidationFailed(fault.older)
    return fault


def enveloped(fault: ValidationFailed) -> ValidationFailed:
    """Give a refusal as the writes of single items word what is wrong with a request itself."""
    return ValidationFailed(ONE_ERROR + fault.message)


def joined(faults: Sequence[str]) -> ValidationFailed:
    """Refuse a request for several broken constraints at once."""
    plural = "s" if len(faults) > 1 else ""
    return ValidationFailed(f"{len(faults)} validation error{plural} detected: {'; '.join(faults)}")


def constraint_fault(
    action: str, request: Mapping[str, Any], faults: list[str]
) -> ValidationFailed:
    """Refuse a request for its broken constraints, in the words that its action has today."""
    if action == "Query":
        faults = [_newer_enum(fault).replace(*_LIMIT) for fault in faults]
        # DynamoDB: a query says only this, whatever else is wrong, and does not count it.
        alone = [fault for fault in faults if fault.startswith("F")]
        return ValidationFailed(alone[0]) if alone else joined(faults)
    place = _SINGLE_WRITES.get(action)
    if place in request and not is_deep(request, _MAX_NEWER_NESTING):
        faults = _newer_write_faults(action, faults)
    return joined(faults)


def _newer_enum(fault: str) -> str:
    return _NEWER_ENUMS.get(fault.rpartition(_ENUM)[2], fault)


def _newer_write_faults(action: str, faults: list[str]) -> list[str]:
    if any(_EMPTY_NAME in fault for fault in faults):
        return [_NEWER_EMPTY_NAME]
    newer = [_newer_enum(fault) for fault in faults]
    # DynamoDB: an update says only this, whatever else is wrong.
    alone = [fault for fault in newer if fault.startswith("F")]
    return alone[:1] if alone and action == "UpdateItem" else newer


def is_deep(value: Any, levels: int) -> bool:
    """Whether a request has values that are nested deeper than so many levels."""
    waiting: list[tuple[Any, int]] = [(value, 0)]
    while waiting:
        node, depth = waiting.pop()
        # Every level of a value is two of its JSON: the type, and what it holds.
        if depth > 2 * levels + 2:
            return True
        waiting.extend((each, depth + 1) for each in _within(node))
    return False


def _within(node: Any) -> Iterable[Any]:
    if isinstance(node, dict):
        return cast("dict[str, Any]", node).values()
    return cast("Iterable[Any]", node) if isinstance(node, list) else ()
