"""How long an operation goes on trying: by the table's clock, and by the pauses that it made."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["Patience"]


class Patience:
    """A span of time that is used up by waiting.

    A clock that stands still would never end it, so the pauses count by themselves too.
    """

    def __init__(self, clock: Callable[[], float], seconds: float) -> None:
        self._clock = clock
        self._began = clock()
        self._paused = 0.0
        self.seconds = seconds

    @property
    def left(self) -> float:
        """The seconds that are left; none is 0 or less."""
        return self.seconds - max(self._clock() - self._began, self._paused)

    def pause(self, seconds: float) -> float:
        """Take a pause out of what is left; returns how long it may be."""
        granted = max(0.0, min(seconds, self.left))
        self._paused += granted
        return granted
