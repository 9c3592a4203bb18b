"""Sessions: a browser's cookie, stored hashed, which ends when it is idle or old."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

from tavola.errors import ConditionFailed, ItemMissing
from tavola.operations.write.operations import Create
from tavola_systems.platform.access.identity import Account, Accounts, Identity
from tavola_systems.platform.keys import digest_of, new_secret
from tavola_systems.platform.models import Platform, Session

__all__ = ["Sessions"]

_IDLE: Final = timedelta(hours=12)
_LONGEST: Final = timedelta(days=14)
# A session is marked as used at most this often, so that reading a page is not a write.
_MARKED_EVERY: Final = timedelta(minutes=5)


class Sessions:
    """The browsers that are signed in."""

    def __init__(self, db: Platform, clock: Callable[[], float]) -> None:
        self._db = db
        self._clock = clock

    def begin(
        self, system: str, account: Account, browser: str = "", *, ends: datetime | None = None
    ) -> str:
        """Sign somebody in; return the cookie, which is always a new one."""
        plan, secret = self._plan(system, account, browser, ends or self._now() + _LONGEST)
        self._db.run(plan)
        return secret

    def _plan(
        self, system: str, account: Account, browser: str, ends: datetime
    ) -> tuple[Create[Session], str]:
        """Return the write of a new session, and its cookie."""
        secret = new_secret()
        now = self._now()
        write = self._db.session.plan.create(
            digest=digest_of(secret),
            system=system,
            subject=account.subject,
            epoch=account.epoch,
            roles=_digest_of_roles(account),
            browser=browser[:200],
            used_at=now,
            ends_at=ends,
            ttl=now + _IDLE,
        )
        return write, secret

    def identify(self, system: str, accounts: Accounts, secret: str) -> Identity | None:
        """Return who a cookie stands for, if its session goes on and is this system's."""
        session = self._db.session.get(digest_of(secret))
        now = self._now()
        if session is None or session.system != system or session.ends_at <= now:
            return None
        account = accounts.find(system, session.subject)
        if account is None or account.epoch != session.epoch:
            return None
        if session.roles != _digest_of_roles(account):
            return self._renew(session, account)
        if now - session.used_at >= _MARKED_EVERY:
            self._mark(session, now)
        return Identity(account, system, "session", secret)

    def _renew(self, session: Session, account: Account) -> Identity | None:
        """Give a session a new id, because its user's roles have changed: both or neither."""
        plan, secret = self._plan(session.system, account, session.browser or "", session.ends_at)
        try:
            with self._db.transaction() as tx:
                tx.delete(session, condition=Session.fields.digest.exists())
                tx.add(plan)
        except ConditionFailed:
            return None  # Another request has renewed it, and its browser has the new id.
        return Identity(account, session.system, "session", secret, is_renewed=True)

    def end(self, secret: str) -> None:
        """Sign a browser out."""
        self._db.session.delete(digest_of(secret))

    def end_all(self, system: str, subject: str) -> int:
        """Sign out everywhere; return how many sessions ended."""
        found = list(self.of(system, subject))
        for session in found:
            self._db.session.delete(session.digest)
        return len(found)

    def of(self, system: str, subject: str) -> list[Session]:
        """List somebody's sessions, newest first."""
        page = self._db.session.sessions_of_subject(system=system, subject=subject, descending=True)
        return list(page.all())

    def _mark(self, session: Session, now: datetime) -> None:
        ttl = min(now + _IDLE, session.ends_at)
        try:
            self._db.session.update(session.digest, used_at=now, ttl=ttl)
        except ItemMissing:
            return  # It was ended in another window meanwhile; the next request finds it so.

    def _now(self) -> datetime:
        return datetime.fromtimestamp(self._clock(), UTC)


def _digest_of_roles(account: Account) -> str:
    return digest_of(repr(sorted(account.roles.items())))
