"""Who is asking. `Accounts` is what the platform must know of a system's users."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, Protocol, runtime_checkable

from msgspec import Struct

__all__ = ["EVERYWHERE", "Account", "Accounts", "ClosingAccounts", "Identity"]

EVERYWHERE: Final = "*"
"""The scope of a role that holds in all of a system."""


class Account(Struct, frozen=True):
    """A user of one system, as it is now."""

    subject: str
    name: str
    email: str | None
    epoch: int
    """Sessions and tokens of an earlier epoch have ended."""
    roles: Mapping[str, str]
    """The role in each scope; `*` stands for all of them."""
    is_confirmed: bool = False
    """Whether the address was shown to be theirs, by a link that was mailed to it."""


class Accounts(Protocol):
    """The users of a system. A system may bring its own; sessions, tokens and mail stay here."""

    def authenticate(self, system: str, name: str, password: str) -> Account | None:
        """Return who has this name or address and this password, in like time if nobody has."""
        ...

    def find(self, system: str, subject: str) -> Account | None:
        """Return a user by id."""
        ...

    def find_by_address(self, system: str, email: str) -> Account | None:
        """Return a user by mail address."""
        ...

    def set_password(self, subject: str, password: str) -> None:
        """Choose a password, and end all sessions and tokens by a new epoch."""
        ...


@runtime_checkable
class ClosingAccounts(Protocol):
    """Users that are kept in a database of their own."""

    def close(self) -> None:
        """Let go of it."""
        ...


class Identity(Struct, frozen=True):
    """Who makes a request, and how that was shown."""

    account: Account
    system: str
    via: Literal["session", "token"]
    secret: str = ""
    """The session's cookie, which forms are bound to."""
    is_renewed: bool = False
    """Whether the cookie is a new one that the browser must be given."""

    @property
    def subject(self) -> str:
        """The user's id; what `by` and `actor` hold."""
        return self.account.subject

    @property
    def name(self) -> str:
        """The user's name, for people to read."""
        return self.account.name

    def role_in(self, scope: str = EVERYWHERE) -> tuple[str, ...]:
        """Return the roles that hold in a scope: its own, and those that hold everywhere."""
        roles = self.account.roles
        return tuple(roles[one] for one in dict.fromkeys((EVERYWHERE, scope)) if one in roles)
