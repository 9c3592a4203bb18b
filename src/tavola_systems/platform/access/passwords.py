"""Passwords: argon2id, at most two computations at once, and the same time for unknown users."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from tavola.errors import OperationError

__all__ = ["MAX_PASSWORD_LENGTH", "MIN_PASSWORD_LENGTH", "Busy", "Passwords", "check_password"]

MIN_PASSWORD_LENGTH: Final = 10
MAX_PASSWORD_LENGTH: Final = 200
_AT_ONCE: Final = 2
_WAIT_SECONDS: Final = 5.0


class Busy(Exception):
    """Too many others are signing in at this moment."""


def check_password(password: str) -> str:
    """Return a password if it is one that protects."""
    if not MIN_PASSWORD_LENGTH <= len(password) <= MAX_PASSWORD_LENGTH:
        raise OperationError(
            f"password: it has {len(password)} characters. Use {MIN_PASSWORD_LENGTH}"
            f" to {MAX_PASSWORD_LENGTH}; a sentence is easy to remember."
        )
    if len(set(password)) < 4:
        raise OperationError("password: it repeats a few characters. Use more different ones.")
    return password


class Passwords:
    """Hashes and verifies passwords."""

    def __init__(
        self, hasher: PasswordHasher | None = None, *, wait_seconds: float = _WAIT_SECONDS
    ) -> None:
        self._hasher = hasher or PasswordHasher()
        self._free = BoundedSemaphore(_AT_ONCE)
        self._wait_seconds = wait_seconds
        self._nobody: str | None = None

    @classmethod
    def cheap(cls) -> Passwords:
        """Passwords that cost next to nothing, for tests and sample data."""
        return cls(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))

    @property
    def cost(self) -> tuple[int, int]:
        """The kilobytes and the passes of a computation, for systems with users of their own."""
        return self._hasher.memory_cost, self._hasher.time_cost

    def hash(self, password: str) -> str:
        """Hash a password that is strong enough."""
        check_password(password)
        with self.turn():
            return self._hasher.hash(password)

    def verify(self, stored: str | None, password: str) -> bool:
        """Say whether a password is the stored one; without one, take as long to say no."""
        if len(password) > MAX_PASSWORD_LENGTH:
            password = ""
        with self.turn():
            if self._nobody is None:
                self._nobody = self._hasher.hash("nobody has this password")
            try:
                self._hasher.verify(stored or self._nobody, password)
            except (VerificationError, InvalidHashError):
                return False
        return stored is not None

    @contextmanager
    def turn(self) -> Generator[None]:
        """Wait for one of the two places at which passwords are computed in this process."""
        if not self._free.acquire(timeout=self._wait_seconds):
            raise Busy("Many people are signing in. Try again in a moment.")
        try:
            yield
        finally:
            self._free.release()
