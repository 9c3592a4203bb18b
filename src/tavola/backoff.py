"""How long to wait before something is tried again, and how often all of a program's calls may."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct


class Backoff(Struct, frozen=True):
    """Full-jitter exponential backoff: a random part of a doubling ceiling."""

    random: Callable[[], float]
    first_seconds: float = 0.05
    most_seconds: float = 5.0

    def pause(self, retries: int) -> float:
        """Give the pause before the next retry, after so many."""
        return self.random() * min(self.most_seconds, self.first_seconds * 2.0**retries)


class RetryBudget:
    """What all calls together may spend on trying again.

    A retry takes one, a call that succeeds gives back a part, so that an outage is not met with
    several times the usual traffic. A retry that succeeds gives back what it took: where a part of
    the calls is refused, trying again is right, however long that lasts.
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

    def succeed(self, *, is_retried: bool = False) -> None:
        """Count a call that was answered, at once or after a retry."""
        self._left = min(self._most, self._left + (1.0 if is_retried else self._regained))
        self.is_spent = self._left < self._most
