"""Which requests may be sent twice, and how often anything is (docs/adr/0006).

It knows neither connections nor clocks.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct

READS: Final = frozenset(
    {
        "BatchGetItem",
        "DescribeContinuousBackups",
        "DescribeLimits",
        "DescribeTable",
        "DescribeTimeToLive",
        "DescribeStream",
        "GetItem",
        "GetRecords",
        "GetShardIterator",
        "ListStreams",
        "ListTables",
        "ListTagsOfResource",
        "Query",
        "Scan",
        "TransactGetItems",
    }
)

_SETTINGS: Final = frozenset({"TagResource", "UntagResource", "UpdateContinuousBackups"})
_WHOLE_ITEMS: Final = frozenset({"PutItem", "DeleteItem"})
_TOKENED: Final = frozenset({"TransactWriteItems", "ExecuteTransaction"})
# Functions, arithmetic and places in lists: what they write depends on what stands there.
_DEPENDS_ON_THE_OLD_ITEM: Final = re.compile(r"\bADD\b|[+\-(\[]", re.IGNORECASE)
_CONSTANT: Final = re.compile(r"=\s*:")


def is_repeatable(action: str, body: dict[str, Any]) -> bool:
    """Say whether sending a request twice leaves the same items and gives the same answer."""
    if action in READS or action in _SETTINGS:
        return True
    if action in _TOKENED:
        return "ClientRequestToken" in body
    if action == "BatchWriteItem":
        return True
    if not _is_unconditional(body):
        return False
    if action in _WHOLE_ITEMS:
        return True
    return action == "UpdateItem" and _sets_constants(body)


def _is_unconditional(body: dict[str, Any]) -> bool:
    # The second answer to ALL_OLD would show what the first one wrote.
    return (
        "ConditionExpression" not in body
        and "Expected" not in body
        and body.get("ReturnValues", "NONE") in ("NONE", "ALL_NEW", "UPDATED_NEW")
    )


def _sets_constants(body: dict[str, Any]) -> bool:
    """Whether an update would write the same to any item, its own result too."""
    expression: str | None = body.get("UpdateExpression")
    if expression is None or "AttributeUpdates" in body:
        return False
    if _DEPENDS_ON_THE_OLD_ITEM.search(expression):
        return False
    return len(_CONSTANT.findall(expression)) == expression.count("=")


class RetryBudget:
    """What all calls of a store may spend on trying again.

    A retry takes one, a call that succeeds gives back a part, so that an outage is not met with
    several times the usual traffic.
    """

    __slots__ = ("_left", "_most", "_regained", "is_spent")

    def __init__(self, most: float = 100.0, regained: float = 0.2) -> None:
        self._most = most
        self._left = most
        self._regained = regained
        self.is_spent = False
        """Whether a part of it is gone, which calls that succeed give back."""

    def take(self) -> bool:
        """Take one retry, if there is one left."""
        if self._left < 1.0:
            return False
        self._left -= 1.0
        self.is_spent = True
        return True

    def succeed(self) -> None:
        """Count a call that was answered."""
        self._left = min(self._most, self._left + self._regained)
        self.is_spent = self._left < self._most


class Backoff(Struct, frozen=True):
    """Full-jitter exponential backoff: a random part of a doubling ceiling."""

    random: Callable[[], float]
    first_seconds: float = 0.05
    most_seconds: float = 5.0

    def pause(self, retry: int) -> float:
        """Give the pause before a retry (1 is the first)."""
        return self.random() * min(self.most_seconds, self.first_seconds * 2.0 ** (retry - 1))
