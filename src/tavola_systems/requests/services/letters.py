"""Who is told of a result by mail: a write in the transaction that brings the result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Protocol

from tavola.operations.write.operations import Write
from tavola_systems.requests.models import Request

__all__ = ["Letters", "NoLetters", "Outcome"]

Outcome = Literal["won", "refused", "moved up", "failed", "withdrawn"]


class Letters(Protocol):
    """Plans mails."""

    def writes(self, request: Request, outcome: Outcome) -> Sequence[Write[Any]]:
        """Return the writes that tell a request's user of its result."""
        ...


class NoLetters:
    """Tells nobody."""

    def writes(self, request: Request, outcome: Outcome) -> Sequence[Write[Any]]:
        """Nothing."""
        del request, outcome
        return ()
