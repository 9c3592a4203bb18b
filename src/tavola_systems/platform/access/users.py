"""The platform's own accounts: users with grants, which most systems use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from msgspec import Struct

from tavola.errors import ItemMissing, OperationError, UniqueTaken
from tavola.operations.write.operations import Write
from tavola.table import Page
from tavola_systems.platform.access.identity import EVERYWHERE, Account
from tavola_systems.platform.access.passwords import Passwords
from tavola_systems.platform.mail_addresses import check_address
from tavola_systems.platform.models import Grant, Platform, User

__all__ = ["Member", "Users", "check_name"]

_MAX_NAME_LENGTH = 100


class Member(Struct, frozen=True):
    """Somebody with a role in a scope."""

    user: User
    role: str


class Users:
    """Users and what they are granted."""

    def __init__(self, db: Platform, passwords: Passwords, clock: Callable[[], float]) -> None:
        self._db = db
        self._passwords = passwords
        self._clock = clock

    def authenticate(self, system: str, name: str, password: str) -> Account | None:
        """Return who has this address and password."""
        user = self._db.user.find_by_email(_address_or_none(name))
        is_right = self._passwords.verify(user.password_hash if user else None, password)
        return self.find(system, user.user_id) if user and is_right else None

    def find(self, system: str, subject: str) -> Account | None:
        """Return a user by id, with the grants in one system: one query."""
        file = self._db.user_file(user_id=subject, consistent=True)
        users, grants = file.of(User), file.of(Grant)
        if not users:
            return None
        user = users[0]
        roles = {one.scope: one.role for one in grants if one.system == system}
        return Account(
            user.user_id,
            user.name,
            user.email,
            user.epoch or 0,
            roles,
            is_confirmed=user.confirmed_at is not None,
        )

    def find_by_address(self, system: str, email: str) -> Account | None:
        """Return a user by address."""
        user = self._db.user.find_by_email(_address_or_none(email))
        return self.find(system, user.user_id) if user else None

    def set_password(self, subject: str, password: str) -> None:
        """Choose a password; all sessions and tokens end."""
        hashed = self._passwords.hash(password)
        self._db.user.update(subject, User.fields.epoch.add(1), password_hash=hashed)

    def confirm(self, user_id: str) -> None:
        """Note that somebody has opened a mail to their address, the first time that they do."""
        if self.user(user_id).confirmed_at is None:
            now = datetime.fromtimestamp(self._clock(), UTC)
            self._db.user.update(user_id, confirmed_at=now)

    def create(self, email: str, name: str, password: str | None = None) -> User:
        """Add a user; an address belongs to one."""
        address = check_address(email)
        hashed = self._passwords.hash(password) if password is not None else None
        try:
            return self._db.user.create(
                email=address, name=check_name(name), password_hash=hashed, epoch=1
            )
        except UniqueTaken:
            raise OperationError(f"email: {address} has an account already.") from None

    def find_or_create(self, email: str, name: str) -> User:
        """Return the user with this address, made without a password if there is none."""
        address = check_address(email)
        found = self._db.user.find_by_email(address)
        if found is not None:
            return found
        try:
            return self._db.user.create(email=address, name=check_name(name), epoch=1)
        except UniqueTaken:
            again = self._db.user.find_by_email(address)
            if again is None:
                raise
            return again

    def user(self, user_id: str) -> User:
        """Read a user."""
        found = self._db.user.get(user_id)
        if found is None:
            raise ItemMissing(f"User {user_id} does not exist.")
        return found

    def grant(
        self, user_id: str, system: str, role: str, scope: str = EVERYWHERE, *, by: str | None
    ) -> None:
        """Give a user a role in a scope, in place of the one there."""
        grant = Grant(user_id=user_id, system=system, scope=scope, role=role, granted_by=by)
        with self._db.transaction() as tx:
            tx.put(grant)
            tx.check_key(User, {"user_id": user_id}, User.fields.email.exists())

    def withdraw(
        self,
        user_id: str,
        system: str,
        scope: str = EVERYWHERE,
        *,
        also: Sequence[Write[Any]] = (),
    ) -> None:
        """Take a role away; `also` is what a system writes about it, in the same transaction."""
        with self._db.transaction() as tx:
            tx.add(self._db.grant.plan.delete(user_id, system, scope))
            for write in also:
                tx.add(write)

    def members(
        self, system: str, scope: str, *, limit: int = 50, cursor: str | None = None
    ) -> tuple[list[Member], Page[Grant]]:
        """List who has a role in a scope."""
        page = self._db.grant.grants_in_scope(
            system=system, scope=scope, limit=limit, cursor=cursor
        )
        users = self._db.user.get_many([one.user_id for one in page])
        pairs = zip(users, page, strict=True)
        return [Member(user, one.role) for user, one in pairs if user], page

    def rename(self, user_id: str, name: str) -> User:
        """Give a user another name."""
        return self._db.user.update(user_id, name=check_name(name))


def check_name(text: str) -> str:
    """Return a person's name in single spaces, if it is one."""
    name = " ".join(text.split())
    if not 0 < len(name) <= _MAX_NAME_LENGTH or not name.isprintable():
        raise OperationError(
            f"name: {text[:60]!r} is not a name. Use 1 to {_MAX_NAME_LENGTH} printable characters."
        )
    return name


def _address_or_none(text: str) -> str:
    """An address to look for; what is none finds nobody, and costs the same look."""
    try:
        return check_address(text)
    except OperationError:
        return "nobody@invalid"
