"""A store that remembers what was asked, for tests and explanations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tavola.stores.store import Call, Store


class RecordingStore:
    """Passes requests on to another store and keeps them in `calls`."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.calls: list[Call] = []

    def execute(self, action: str, body: dict[str, Any]) -> bytes:
        """Answer one request."""
        self.calls.append((action, body))
        return self.store.execute(action, body)

    def execute_all(self, calls: Sequence[Call]) -> list[bytes]:
        """Answer several requests."""
        self.calls.extend(calls)
        return self.store.execute_all(calls)

    def close(self) -> None:
        """Close the store behind."""
        self.store.close()
