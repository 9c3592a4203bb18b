"""How people get in: invitations, sign-up, confirmation of an address, forgotten passwords."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any, Final

from msgspec import Struct

from tavola.errors import OperationError
from tavola.operations.write.operations import Write
from tavola_systems.platform.access.identity import Account, Accounts
from tavola_systems.platform.access.links import LinkOver, Links
from tavola_systems.platform.access.passwords import check_password
from tavola_systems.platform.access.users import Users, check_name
from tavola_systems.platform.limits import AttemptLimits, Limit
from tavola_systems.platform.mail.outbox import Letter, MailOutbox
from tavola_systems.platform.mail_addresses import check_address
from tavola_systems.platform.models import Grant, Platform, User

__all__ = ["Onboarding", "SignIn"]

_INVITATION: Final = timedelta(days=7)
_RESET: Final = timedelta(hours=1)
_CONFIRMATION: Final = timedelta(days=1)
# By account and address together: nobody can lock another out by guessing at their account.
_TRIES_OF_PAIR: Final = Limit("sign-in", 10, 900)
_TRIES_OF_ADDRESS: Final = Limit("sign-in-address", 100, 900)
_LINKS_OF_ADDRESS: Final = Limit("link-address", 20, 3600)
_LINKS_OF_RECIPIENT: Final = Limit("link-recipient", 5, 3600)


def _nothing_else(user: User) -> Sequence[Write[Any]]:
    del user
    return ()


class SignIn(Struct, frozen=True):
    """Somebody at the door."""

    name: str
    password: str
    address: str


class Onboarding:
    """The ways into one system."""

    def __init__(
        self,
        system: str,
        title: str,
        *,
        db: Platform,
        accounts: Accounts,
        users: Users,
        links: Links,
        outbox: MailOutbox,
        limits: AttemptLimits,
    ) -> None:
        self._system = system
        self._title = title
        self._db = db
        self._accounts = accounts
        self._users = users
        self._links = links
        self._outbox = outbox
        self._limits = limits

    def sign_in(self, attempt: SignIn) -> Account | None:
        """Let somebody in by name and password; attempts are counted before they are looked at."""
        name = attempt.name.strip().lower()
        self._limits.count(_TRIES_OF_ADDRESS, self._system, attempt.address)
        self._limits.count(_TRIES_OF_PAIR, self._system, name, attempt.address)
        account = self._accounts.authenticate(self._system, attempt.name, attempt.password)
        if account is not None:
            self._limits.forget(_TRIES_OF_PAIR, self._system, name, attempt.address)
        return account

    def count_link(self, address: str, recipient: str) -> None:
        """Count a wish for a mail, whether or not the account exists."""
        self._limits.count(_LINKS_OF_ADDRESS, self._system, address)
        self._limits.count(_LINKS_OF_RECIPIENT, self._system, recipient.strip().lower())

    def invite(
        self,
        email: str,
        name: str,
        role: str,
        *,
        scope: str,
        by: str,
        also: Callable[[User], Sequence[Write[Any]]] = _nothing_else,
    ) -> User:
        """Give somebody a role, and mail them a link to choose a password with.

        `also` plans what a system writes about it, in the same transaction.
        """
        user = self._users.find_or_create(email, name)
        grant = Grant(
            user_id=user.user_id, system=self._system, scope=scope, role=role, granted_by=by
        )
        with self._db.transaction() as tx:
            tx.put(grant)
            link, address = self._links.plan(
                self._system, "invite", {"subject": user.user_id}, lasts=_INVITATION
            )
            if user.password_hash is None:
                tx.add(link)
                way = f"Choose a password here within 7 days:\n\n{address}"
            else:
                way = "Sign in with the password that you have."
            body = f"Hello {user.name},\n\nyou can now use {self._title} as {role}.\n\n{way}\n"
            letter = Letter(user.email, f"Your invitation to {self._title}", body)
            tx.add(self._outbox.plan(self._system, letter))
            for write in also(user):
                tx.add(write)
        return user

    def check_sign_up(self, email: str, name: str) -> None:
        """Refuse what is not an address or a name, whoever has it."""
        check_address(email)
        check_name(name)

    def sign_up(self, email: str, name: str) -> None:
        """Mail a link that makes an account; who has one already is told so by mail only."""
        address, name = check_address(email), check_name(name)
        if self._accounts.find_by_address(self._system, address) is not None:
            self._outbox.send(
                self._system,
                Letter(
                    address,
                    f"Your account at {self._title}",
                    f"Somebody, probably you, asked for an account at {self._title} with this"
                    " address.\nYou have one already: sign in, or ask for a new password there.\n",
                ),
            )
            return
        data = {"email": address, "name": name}
        link, url = self._links.plan(self._system, "confirm", data, lasts=_CONFIRMATION)
        body = f"Hello {name},\n\nconfirm your address and choose a password here:\n\n{url}\n"
        letter = Letter(address, f"Confirm your address for {self._title}", body)
        with self._db.transaction() as tx:
            tx.add(link)
            tx.add(self._outbox.plan(self._system, letter))

    def request_reset(self, email: str) -> None:
        """Mail a link for a new password, if the address is somebody's."""
        account = self._accounts.find_by_address(self._system, email)
        if account is None or account.email is None:
            return
        data = {"subject": account.subject, "epoch": str(account.epoch)}
        link, url = self._links.plan(self._system, "reset", data, lasts=_RESET)
        body = (
            f"Hello {account.name},\n\nchoose a new password here within an hour:\n\n{url}\n\n"
            "If you did not ask for this, nothing needs to be done.\n"
        )
        letter = Letter(account.email, f"Your password for {self._title}", body)
        with self._db.transaction() as tx:
            tx.add(link)
            tx.add(self._outbox.plan(self._system, letter))

    def _is_for_now(self, data: Mapping[str, str]) -> bool:
        """Whether name, role and password are those that a reset was asked for.

        Where a name is the id, another may have it since.
        """
        account = self._accounts.find(self._system, data["subject"]) if "epoch" in data else None
        return "epoch" not in data or (account is not None and str(account.epoch) == data["epoch"])

    def finish(self, purpose: str, secret: str, password: str) -> Account:
        """Spend a link: set the password, and make the account if it is a sign-up's."""
        check_password(password)
        with self._links.spending(self._system, purpose, secret) as data:
            if not self._is_for_now(data):
                raise LinkOver
            return self._finished(data, password)

    def _finished(self, data: Mapping[str, str], password: str) -> Account:
        subject = data.get("subject")
        if subject is None:
            subject = self._users.find_or_create(data["email"], data["name"]).user_id
        self._accounts.set_password(subject, password)
        if self._accounts is self._users:  # The link came by mail, so the address is theirs.
            self._users.confirm(subject)
        account = self._accounts.find(self._system, subject)
        if account is None:
            raise OperationError("This account does not exist any more.")
        return account
