"""What a store is: it answers DynamoDB requests with the response's bytes.

The embedded engine, DynamoDB over HTTP and the recording store are equals behind this.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Protocol

SCHEME: Final = "dynamodb://"
"""Begins the locations of stores on DynamoDB."""

Call = tuple[str, dict[str, Any]]
"""An action and its body."""


class Store(Protocol):
    """Answers requests, one thread at a time or many."""

    def execute(self, action: str, body: dict[str, Any]) -> bytes:
        """Answer one request; a refusal is raised as a StoreError."""
        ...

    def execute_all(self, calls: Sequence[Call]) -> list[bytes]:
        """Answer several requests that do not depend on each other."""
        ...

    def close(self) -> None:
        """Give back files and connections."""
        ...


class AsyncStore(Protocol):
    """The same, awaited."""

    async def execute(self, action: str, body: dict[str, Any]) -> bytes:
        """Answer one request; a refusal is raised as a StoreError."""
        ...

    async def execute_all(self, calls: Sequence[Call]) -> list[bytes]:
        """Answer several requests that do not depend on each other."""
        ...

    async def close(self) -> None:
        """Give back files and connections."""
        ...


def identity_of(store: object) -> object:
    """Give what two stores on the same database share; most stores share nothing."""
    found: object = getattr(store, "identity", store)
    return found
