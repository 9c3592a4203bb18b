"""A store that answers every read which does not ask for consistency from an older state."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

from tavola.engine import Engine
from tavola.stores.store import Call
from tavola.testing import Clock
from tavola.wire.actions import traits_of

WRITES_BEHIND = 3
"""How many writes of items an eventual read does not see yet."""


class StaleReads:
    """Two engines: one is up to date, the other some writes behind.

    DynamoDB's eventual reads may be as old as that; global indexes always are.
    """

    def __init__(self, clock: Clock) -> None:
        self.current = Engine.open("memory:", clock=clock)
        self.behind = Engine.open("memory:", clock=clock)
        self._waiting: deque[Call] = deque()
        self.stale_reads = 0

    def execute(self, action: str, body: dict[str, Any]) -> bytes:
        """Answer from one of them."""
        traits = traits_of(action)
        if not traits.reads_items:
            answer = self.current.execute(action, body)
            self._follow(action, body, is_awaited=traits.writes_items)
            return answer
        if action == "TransactGetItems" or _is_consistent(body):
            return self.current.execute(action, body)
        self.stale_reads += 1
        return self.behind.execute(action, body)

    def execute_all(self, calls: Sequence[Call]) -> list[bytes]:
        """Answer one after the other."""
        return [self.execute(action, body) for action, body in calls]

    def close(self) -> None:
        """Close both."""
        self.current.close()
        self.behind.close()

    def _follow(self, action: str, body: dict[str, Any], *, is_awaited: bool) -> None:
        """Let the other one do what succeeded, later if it is about items."""
        if traits_of(action).reads:
            return
        self._waiting.append((action, body))
        while len(self._waiting) > (WRITES_BEHIND if is_awaited else 0):
            self.behind.execute(*self._waiting.popleft())


def _is_consistent(body: dict[str, Any]) -> bool:
    if "RequestItems" in body:
        return all(wanted.get("ConsistentRead") for wanted in body["RequestItems"].values())
    return bool(body.get("ConsistentRead"))
