"""How often something may be tried: counted in the store, so that all processes count together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from msgspec import Struct

from tavola.errors import AlreadyExists, ItemMissing
from tavola_systems.platform.models import Attempt, Platform

__all__ = ["AttemptLimits", "Limit", "TooMany"]


class TooMany(Exception):
    """A limit is reached."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(f"Too many attempts. Try again in {retry_after} seconds.")
        self.retry_after = retry_after


class Limit(Struct, frozen=True):
    """At most so many in so many seconds."""

    kind: str
    most: int
    seconds: int


class AttemptLimits:
    """Counts attempts in windows of fixed length."""

    def __init__(self, db: Platform, clock: Callable[[], float]) -> None:
        self._db = db
        self._clock = clock

    def count(self, limit: Limit, *key: str) -> None:
        """Count an attempt, and raise TooMany if there were enough of them already."""
        now = self._clock()
        window = int(now // limit.seconds)
        ends = (window + 1) * limit.seconds
        attempt = self._add(limit.kind, _join(key), window, ends)
        if (attempt.count or 0) > limit.most:
            raise TooMany(max(1, int(ends - now)))

    def count_first(self, limit: Limit, keys: Sequence[str]) -> bool:
        """Count one attempt of each in one write, if all are the first of their window.

        False if one is not: then none is counted, and each wants a `count` of its own.
        """
        window = int(self._clock() // limit.seconds)
        ttl = datetime.fromtimestamp((window + 1) * limit.seconds + 60, UTC)
        joined = {_join((key,)) for key in keys}
        if len(joined) < len(keys):
            return False
        try:
            with self._db.transaction() as tx:
                for key in joined:
                    tx.create(Attempt(kind=limit.kind, key=key, window=window, count=1, ttl=ttl))
        except AlreadyExists:
            return False
        return True

    def _add(self, kind: str, key: str, window: int, ends: int) -> Attempt:
        # Most are the first of their window.
        ttl = datetime.fromtimestamp(ends + 60, UTC)
        try:
            return self._db.attempt.create(kind=kind, key=key, window=window, count=1, ttl=ttl)
        except AlreadyExists:
            pass
        try:
            return self._db.attempt.update(kind, key, window, Attempt.fields.count.add(1))
        except ItemMissing:
            # Forgotten in between.
            return self._db.attempt.create(kind=kind, key=key, window=window, count=1, ttl=ttl)

    def forget(self, limit: Limit, *key: str) -> None:
        """Begin again, after an attempt that went well."""
        self._db.attempt.delete(limit.kind, _join(key), int(self._clock() // limit.seconds))


def _join(key: tuple[str, ...]) -> str:
    return "\n".join(part[:200] for part in key)
