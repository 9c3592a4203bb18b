"""Failures on demand: what a remote DynamoDB does and an engine in the process would not.

    faults = Faults()
    engine = Engine.open("memory:", faults=faults)
    faults.throttle("PutItem", times=2)         # the next two PutItem are throttled
    faults.conflict("TransactWriteItems")       # the next transaction conflicts with another
    faults.leave_unprocessed("BatchWriteItem", 3)
    faults.lag_indexes()                        # global indexes stay as they are now …
    faults.settle_indexes()                     # … until here

Without faults an engine asks nothing of this module.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from tavola.errors import (
    CancellationReason,
    Throttled,
    TransactionCancelled,
    TransactionConflict,
)

__all__ = ["Faults"]

Key = tuple[bytes, bytes]
Entry = tuple[bytes, int]

_THROTTLED: Final = (
    "The level of configured provisioned throughput for the table was exceeded. Consider "
    "increasing your provisioning level with the UpdateTable API."
)
_CONFLICT: Final = "Transaction is ongoing for the item"


class Faults:
    """Failures that wait for the next requests of an action; each is raised once."""

    def __init__(self) -> None:
        self._errors: dict[str, list[str]] = {}
        self._unprocessed: dict[str, list[int]] = {}
        self._before: dict[str, dict[Key, Entry | None]] | None = None

    def throttle(self, action: str, *, times: int = 1) -> None:
        """Let the next requests of an action be throttled."""
        self._errors.setdefault(action, []).extend(["throttle"] * times)

    def conflict(self, action: str, *, times: int = 1) -> None:
        """Let the next requests of an action conflict with a transaction on the same items."""
        self._errors.setdefault(action, []).extend(["conflict"] * times)

    def leave_unprocessed(self, action: str, count: int) -> None:
        """Let the next batch leave its last `count` members unprocessed."""
        self._unprocessed.setdefault(action, []).append(count)

    def raise_waiting(self, action: str, body: Mapping[str, Any]) -> None:
        """Raise what waits for this request, if anything does."""
        waiting = self._errors.get(action)
        if not waiting:
            return
        kind = waiting.pop(0)
        if kind == "throttle":
            raise Throttled(_THROTTLED)
        members = body.get("TransactItems") or body.get("TransactStatements")
        raise _cancellation(members) if members else TransactionConflict(_CONFLICT)

    def unprocessed(self, action: str, total: int) -> int:
        """Return how many members of a batch stay unprocessed."""
        waiting = self._unprocessed.get(action)
        return min(waiting.pop(0), total) if waiting else 0

    def lag_indexes(self) -> None:
        """Let global indexes show no write from now on."""
        self._before = {}

    def settle_indexes(self) -> None:
        """Let global indexes show everything again."""
        self._before = None

    @property
    def is_lagging(self) -> bool:
        """Whether global indexes are behind their tables."""
        return self._before is not None

    def remember(self, table: str, key: Key, entry: Entry | None) -> None:
        """Keep what an item was when its indexes began to lag."""
        if self._before is not None:
            self._before.setdefault(table, {}).setdefault(key, entry)

    def before_lag(self, table: str) -> Mapping[Key, Entry | None]:
        """Return the items whose changes the indexes do not show, as they were."""
        return {} if self._before is None else self._before.get(table, {})


def _cancellation(members: Sequence[Any]) -> TransactionCancelled:
    reasons = [CancellationReason("None") for _ in members]
    reasons[0] = CancellationReason("TransactionConflict", _CONFLICT)
    codes = ", ".join(reason.code for reason in reasons)
    return TransactionCancelled(
        f"Transaction cancelled, please refer cancellation reasons for specific reasons [{codes}]",
        reasons=reasons,
    )
