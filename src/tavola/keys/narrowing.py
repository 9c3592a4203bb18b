"""A range of sort keys, narrowed to what lies beyond one of them."""

from __future__ import annotations

from tavola.keys.forms import HIGHEST
from tavola.keys.ranges import NOTHING, SortRange, just_below

__all__ = ["beyond"]

# DynamoDB: a sort key has at most 1,024 bytes, in conditions too. Developer guide, Constraints.
_MAX_BYTES = 1024


def beyond(
    found: SortRange | None, text: str, *, forward: bool, inclusive: bool
) -> SortRange | None:
    """Narrow a range to what comes after a sort key in one direction, or at it too.

    Where a bound would be longer than a key may be, the range stays wider: compare the keys that
    come back.
    """
    low, high = _ends(found)
    if forward:
        low = max(low, text if inclusive else text + "\0")
    else:
        below = text if inclusive else just_below(text)
        high = below if high is None else min(high, below)
    if high is not None and low > high:
        return NOTHING
    if len(low.encode()) > _MAX_BYTES or (high is not None and len(high.encode()) > _MAX_BYTES):
        return found
    if high is None:
        return SortRange(">=", low)
    return SortRange("between", low, high) if low else SortRange("<=", high)


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
