"""One-time links: 256 bits in a mail, stored hashed, spent by the POST that does what they say."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from typing import Final

from tavola.errors import ConditionFailed, ItemMissing, OperationError, StoreError
from tavola.operations.write.operations import Create
from tavola_systems.platform.access.passwords import Busy
from tavola_systems.platform.keys import digest_of, new_secret
from tavola_systems.platform.models import Link, Platform

__all__ = ["LinkOver", "Links"]

_TAKEN: Final = timedelta(minutes=1)


class LinkOver(OperationError):
    """A link that cannot be used any more, or never could."""

    def __init__(self) -> None:
        super().__init__("This link was used already, or is too old. Ask for a new one.")


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
            ttl=self._in(lasts),
        )
        return write, f"{self._base_url}/{system}/{purpose}/{secret}"

    def look_at(self, system: str, purpose: str, secret: str) -> Mapping[str, str] | None:
        """Return what a link is about and leave it unspent: programs that read mail fetch links."""
        link = self._db.link.get(digest_of(secret))
        if link is None or (link.system, link.purpose) != (system, purpose):
            return None
        return link.data or {}

    @contextmanager
    def spending(
        self, system: str, purpose: str, secret: str
    ) -> Generator[Mapping[str, str], None, None]:
        """Use a link for what is done inside: it is spent when that is done, and not if it fails.

        Of two that try at once, one gets it. A process that dies inside leaves the link taken for
        a minute; afterwards it can be used again.
        """
        data = self.look_at(system, purpose, secret)
        if data is None:
            raise LinkOver
        digest, taken_until = digest_of(secret), self._in(_TAKEN)
        self._take(digest, taken_until)
        try:
            yield data
        except BaseException:
            self._give_back(digest, taken_until)
            raise
        self._db.link.delete(digest)

    def _take(self, digest: str, until: datetime) -> None:
        taken = Link.fields.taken_until
        is_free = ~taken.exists() | (taken < self._in(timedelta()))
        try:
            self._db.link.update(digest, condition=is_free, taken_until=until)
        except ItemMissing:
            raise LinkOver from None
        except ConditionFailed:
            raise Busy("This link is being used at this moment. Try again in a minute.") from None

    def _give_back(self, digest: str, taken_until: datetime) -> None:
        """Free a link that was taken; a store that fails now too frees it after a minute."""
        is_mine = Link.fields.taken_until == taken_until
        with suppress(StoreError):
            self._db.link.update(digest, condition=is_mine, taken_until=None)

    def _in(self, time: timedelta) -> datetime:
        return datetime.fromtimestamp(self._clock(), UTC) + time
