"""What dispatchers and workers need of a queue: messages, delivered at least once.

Methods are steps, so that tests can stop them at every request that goes to a table. A queue that
is elsewhere talks to its service by itself, between two steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Protocol

from msgspec import Struct

from tavola.errors import StoreUnavailable
from tavola.operations.steps import Steps
from tavola.operations.write.operations import Write

__all__ = ["DeadLetter", "Delivery", "Depth", "QueueFailed", "WorkQueue"]


class QueueFailed(StoreUnavailable):
    """The queue does not answer, or did not accept messages."""


class Delivery(Struct, frozen=True):
    """A message in a worker's hands, for a while."""

    body: str
    receives: int
    """How often it was delivered, this time included."""
    handle: Any
    """What the queue knows it by."""


class DeadLetter(Struct, frozen=True):
    """A message that nobody could handle."""

    body: str
    reason: str
    died_at: datetime


class Depth(Struct, frozen=True):
    """How much stands in a queue."""

    waiting: int
    dead: int
    oldest: datetime | None = None


class WorkQueue(Protocol):
    """A durable queue."""

    def joining(self, bodies: Sequence[str]) -> Sequence[Write[Any]]:
        """Plan messages as writes of the sender's own transaction; none if it stands elsewhere."""
        ...

    def send(self, bodies: Sequence[str]) -> Steps[None]:
        """Put messages; whoever returns from here knows that all are kept. Else QueueFailed."""
        ...

    def receive(self, *, limit: int, seconds: float) -> Steps[list[Delivery]]:
        """Take messages, and hide them from others for so many seconds."""
        ...

    def done(self, deliveries: Sequence[Delivery]) -> Steps[None]:
        """Take messages out."""
        ...

    def retry(self, delivery: Delivery, *, after: float) -> Steps[None]:
        """Give a message back, to be delivered again after so many seconds."""
        ...

    def bury(self, delivery: Delivery, *, reason: str, body: str | None = None) -> Steps[None]:
        """Put a message to the dead letters, with the reason.

        With a `body` that is a part of the message: the message itself stays.
        """
        ...

    def dead(self, *, limit: int = 100) -> Steps[list[DeadLetter]]:
        """List dead letters."""
        ...

    def depth(self) -> Steps[Depth]:
        """Say how much stands in it, about."""
        ...
