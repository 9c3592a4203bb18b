"""A range of sort keys, narrowed to what lies beyond one of them."""

from __future__ import annotations

from typing import Any

from tavola.keys.forms import HIGHEST
from tavola.keys.ranges import SortRange, empty_range, just_below
from tavola.keys.typed_forms import key_value

__all__ = ["beyond"]

# DynamoDB: a sort key has at most 1,024 bytes, in conditions too. Developer guide, Constraints.
_MAX_BYTES = 1024


def beyond(
    found: SortRange | None, text: str, *, forward: bool, inclusive: bool, tag: str = "S"
) -> SortRange | None:
    """Narrow a range to what comes after a sort key in one direction, or at it too.

    Where a bound would be longer than a key may be, and for numbers and bytes, the range may be
    wider: compare the keys that come back, and whether they lie in the range that was asked for.
    """
    if tag != "S":
        return _typed(found, text, tag, forward=forward)
    low, high = _ends(found)
    if forward:
        low = max(low, text if inclusive else text + "\0")
    else:
        below = text if inclusive else just_below(text)
        high = below if high is None else min(high, below)
    if high is not None and low > high:
        return empty_range()
    if len(low.encode()) > _MAX_BYTES or (high is not None and len(high.encode()) > _MAX_BYTES):
        return found
    if high is None:
        return SortRange(">=", low)
    return SortRange("between", low, high) if low else SortRange("<=", high)


def _typed(found: SortRange | None, text: str, tag: str, *, forward: bool) -> SortRange:
    """Narrow a range of numbers or bytes by a bound that is included."""
    end = _end(found, upper=forward) if found is not None else None
    if end is None:
        return SortRange(">=" if forward else "<=", text, tag=tag)
    low, high = (text, end) if forward else (end, text)
    first: Any = key_value(tag, low)
    if first > key_value(tag, high):
        return empty_range(tag)
    return SortRange("between", low, high, tag=tag)


def _end(found: SortRange, *, upper: bool) -> str | None:
    """Give the bound of a range at one side, without asking whether it is included."""
    if found.operator in ("=", "between"):
        return found.high if upper and found.operator == "between" else found.low
    is_upper = found.operator in ("<", "<=")
    return found.low if is_upper is upper and found.operator != "begins_with" else None


def _ends(found: SortRange | None) -> tuple[str, str | None]:
    """Give the least and the highest sort key of a range; None for no end."""
    if found is None:
        return "", None
    match found.operator:
        case "=":
            return found.low, found.low
        case "between":
            return found.low, found.high
        case "begins_with":
            return found.low, found.low + HIGHEST
        case "<":
            return "", just_below(found.low)
        case "<=":
            return "", found.low
        case ">":
            return found.low + "\0", None
        case ">=":
            return found.low, None
