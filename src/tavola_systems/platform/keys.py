"""The keys that sign tokens and forms: from the environment, or made once and kept in the store."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Sequence
from typing import Final

from tavola.errors import AlreadyExists, OperationError
from tavola_systems.platform.models import Platform

__all__ = ["SigningKeys", "digest_of", "new_secret"]

_SETTING: Final = "signing-keys"
_MIN_CHARACTERS: Final = 32
_MAX_KEYS: Final = 5
_FRESH_SECONDS: Final = 60.0


def new_secret() -> str:
    """Return 256 random bits that can stand in an address or a cookie."""
    return secrets.token_urlsafe(32)


def digest_of(secret: str) -> str:
    """Return what is stored in place of a secret; 256 random bits need no slow hash."""
    return hashlib.sha256(secret.encode()).hexdigest()


class SigningKeys:
    """The keys of a store, newest first: the first one signs, all of them verify."""

    def __init__(
        self, db: Platform, *, clock: Callable[[], float], given: Sequence[str] = ()
    ) -> None:
        short = [key for key in given if len(key) < _MIN_CHARACTERS]
        if short:
            raise OperationError(
                f"TAVOLA_SECRET: a key has {len(short[0])} characters. Use at least"
                f" {_MIN_CHARACTERS}, with commas between several keys, the newest first."
            )
        self._db = db
        self._clock = clock
        self._given = list(given)
        self._kept: list[str] = []
        self._read_at = -_FRESH_SECONDS

    def all(self) -> list[str]:
        """Return all keys, newest first; what another process has rotated is seen in a minute."""
        if self._given:
            return self._given
        now = self._clock()
        if not self._kept or now - self._read_at >= _FRESH_SECONDS:
            self._kept = self._read_or_make()
            self._read_at = now
        return self._kept

    def rotate(self) -> int:
        """Sign with a new key from now on; return how many keys verify."""
        if self._given:
            raise OperationError("TAVOLA_SECRET holds the keys. Put a new one in front of it.")
        setting = self._db.setting.get(_SETTING)
        older = list(setting.values or ()) if setting else []
        kept = [new_secret(), *older][:_MAX_KEYS]
        self._db.setting.upsert(name=_SETTING, values=kept)
        self._kept = kept
        return len(kept)

    def sign(self, purpose: str, text: str) -> str:
        """Return a signature that nobody else can make."""
        return _signature(self.all()[0], purpose, text)

    def verify(self, purpose: str, text: str, signature: str) -> bool:
        """Say whether one of the keys made a signature, in constant time."""
        made = [_signature(key, purpose, text).encode() for key in self.all()]
        return any(hmac.compare_digest(one, signature.encode()) for one in made)

    def _read_or_make(self) -> list[str]:
        setting = self._db.setting.get(_SETTING)
        if setting is None:
            try:
                setting = self._db.setting.create(name=_SETTING, values=[new_secret()])
            except AlreadyExists:
                setting = self._db.setting.get(_SETTING)
        return list(setting.values or ()) if setting else []


def _signature(key: str, purpose: str, text: str) -> str:
    message = f"{purpose}\0{text}".encode()
    return hmac.new(key.encode(), message, hashlib.sha256).hexdigest()
