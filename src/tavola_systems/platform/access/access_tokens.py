"""Tokens: what programs carry. Signed, and looked up, so that they can be revoked."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from itsdangerous import BadData, URLSafeSerializer

from tavola_systems.platform.access.identity import Account, Accounts, Identity
from tavola_systems.platform.keys import SigningKeys
from tavola_systems.platform.models import Platform, Token

__all__ = ["AccessTokens"]

_FRESH_SECONDS: Final = 5.0
_MAX_KNOWN: Final = 10_000
_LONGEST: Final = timedelta(days=365)


class AccessTokens:
    """The tokens of programs."""

    def __init__(self, db: Platform, keys: SigningKeys, clock: Callable[[], float]) -> None:
        self._db = db
        self._keys = keys
        self._clock = clock
        self._known: dict[str, tuple[float, Identity]] = {}
        self._known_before: dict[str, tuple[float, Identity]] = {}
        """What was found in the five seconds before those of `_known`."""
        self._known_since = clock()
        self._signing: tuple[list[str], URLSafeSerializer] | None = None
        """The last serializer, with its keys: making one takes as long as a read."""

    def issue(self, system: str, account: Account, label: str, *, days: int = 90) -> str:
        """Make a token for one system; it is shown once."""
        lasts = min(timedelta(days=max(1, days)), _LONGEST)
        token = self._db.token.create(
            system=system,
            subject=account.subject,
            label=" ".join(label.split())[:100] or "token",
            epoch=account.epoch,
            ttl=datetime.fromtimestamp(self._clock(), UTC) + lasts,
        )
        content = {"i": token.token_id, "e": account.epoch, "s": system}
        return str(self._serializer().dumps(content))

    def identify(self, system: str, accounts: Accounts, text: str) -> Identity | None:
        """Return who a token stands for, as it was at most five seconds ago."""
        known = self.recall(system, text)
        if known is not None:
            return known
        now = self._clock()
        found = self._look_up(system, accounts, text)
        if found is not None:
            if now - self._known_since >= _FRESH_SECONDS or len(self._known) >= _MAX_KNOWN:
                self._known_before, self._known, self._known_since = self._known, {}, now
            self._known[f"{system}\0{text}"] = now, found
        return found

    def recall(self, system: str, text: str) -> Identity | None:
        """Return who a token was found to stand for in the last five seconds; asks nobody."""
        key = f"{system}\0{text}"
        known = self._known.get(key) or self._known_before.get(key)
        return known[1] if known and self._clock() - known[0] < _FRESH_SECONDS else None

    def of(self, system: str, subject: str) -> list[Token]:
        """List somebody's tokens, newest first."""
        page = self._db.token.tokens_of_subject(system=system, subject=subject, descending=True)
        return list(page.all())

    def revoke(self, system: str, subject: str, token_id: str) -> bool:
        """End a token of somebody; another's stays."""
        token = self._db.token.get(token_id)
        if token is None or (token.system, token.subject) != (system, subject):
            return False
        self._known, self._known_before = {}, {}
        return self._db.token.delete(token_id)

    def _look_up(self, system: str, accounts: Accounts, text: str) -> Identity | None:
        if len(text) > 500:
            return None
        try:
            content: Any = self._serializer().loads(text)
        except BadData:
            return None
        if content.get("s") != system:
            return None
        token = self._db.token.get(str(content.get("i")))
        account = accounts.find(system, token.subject) if token else None
        if token is None or account is None or not token.epoch == content["e"] == account.epoch:
            return None
        return Identity(account, system, "token")

    def _serializer(self) -> URLSafeSerializer:
        keys, signing = self._keys.all(), self._signing
        if signing is None or signing[0] != keys:
            # itsdangerous signs with the last key of a list, and verifies with all.
            signing = [*keys], URLSafeSerializer(list(reversed(keys)), salt="tavola-token")
            self._signing = signing
        return signing[1]
