"""Passwords: argon2id with the user's own salt; the parameters stand in the hash."""

from __future__ import annotations

import base64
import hmac
from collections.abc import Callable
from contextlib import AbstractContextManager
from threading import BoundedSemaphore

from argon2.low_level import Type, hash_secret_raw

__all__ = ["PasswordHashes"]

SALT_BYTES = 32
_HASH_BYTES = 32
_AT_ONCE = 2


class PasswordHashes:
    """Makes and checks hashes; few are computed at once, since each takes much memory.

    A process that computes others beside them gives the `turn` that all wait for.
    """

    def __init__(
        self,
        random: Callable[[int], bytes],
        *,
        memory_kib: int = 19456,
        passes: int = 2,
        turn: Callable[[], AbstractContextManager[object]] | None = None,
    ) -> None:
        self._random = random
        self._memory = memory_kib
        self._passes = passes
        places = BoundedSemaphore(_AT_ONCE)
        self._turn = turn or (lambda: places)
        self._decoy = self.make("nobody has this password")

    def make(self, password: str) -> tuple[str, str]:
        """Make a salt and a hash, as text."""
        salt = self._random(SALT_BYTES)
        digest = self._digest(password, salt, self._memory, self._passes)
        settings = f"argon2id$v=19$m={self._memory},t={self._passes},p=1$"
        return base64.b64encode(salt).decode(), settings + base64.b64encode(digest).decode()

    def is_right(self, password: str, salt: str, stored: str) -> bool:
        """Check a password; without a stored hash it takes as long and is never right."""
        is_known = bool(stored)
        if not is_known:
            salt, stored = self._decoy
        memory, passes, expected = _parse(stored)
        digest = self._digest(password, base64.b64decode(salt), memory, passes)
        return hmac.compare_digest(digest, expected) and is_known

    def _digest(self, password: str, salt: bytes, memory: int, passes: int) -> bytes:
        with self._turn():
            return hash_secret_raw(
                password.encode("utf-8", "surrogatepass"),
                salt,
                time_cost=passes,
                memory_cost=memory,
                parallelism=1,
                hash_len=_HASH_BYTES,
                type=Type.ID,
            )


def _parse(stored: str) -> tuple[int, int, bytes]:
    _, _, settings, digest = stored.split("$")
    values = dict(part.split("=") for part in settings.split(","))
    return int(values["m"]), int(values["t"]), base64.b64decode(digest)
