"""One-time links: 256 bits in a mail, stored hashed, spent by a POST."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta

from tavola.operations.write.operations import Create
from tavola_systems.platform.keys import digest_of, new_secret
from tavola_systems.platform.models import Link, Platform

__all__ = ["Links"]


class Links:
    """The links that wait to be used."""

    def __init__(self, db: Platform, clock: Callable[[], float], base_url: str) -> None:
        self._db = db
        self._clock = clock
        self._base_url = base_url.rstrip("/")

    def plan(
        self, system: str, purpose: str, data: Mapping[str, str], *, lasts: timedelta
    ) -> tuple[Create[Link], str]:
        """Return the write of a link, for a transaction, and its address.

        The address is built from the configured base URL, never from what a request says.
        """
        secret = new_secret()
        write = self._db.link.plan.create(
            digest=digest_of(secret),
            system=system,
            purpose=purpose,
            data=dict(data),
            ttl=datetime.fromtimestamp(self._clock(), UTC) + lasts,
        )
        return write, f"{self._base_url}/{system}/{purpose}/{secret}"

    def look_at(self, system: str, purpose: str, secret: str) -> Mapping[str, str] | None:
        """Return what a link is about and leave it unspent: programs that read mail fetch links."""
        link = self._db.link.get(digest_of(secret))
        if link is None or (link.system, link.purpose) != (system, purpose):
            return None
        return link.data or {}

    def spend(self, system: str, purpose: str, secret: str) -> Mapping[str, str] | None:
        """Use a link; of two that try at once, one gets it."""
        data = self.look_at(system, purpose, secret)
        if data is None or not self._db.link.delete(digest_of(secret)):
            return None
        return data
