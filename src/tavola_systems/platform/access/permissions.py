"""The one place that decides who may do what.

A system gives a table of its routes: `"POST /api/posts": role("writer")`. A route that is not in it
is never served. Roles are ordered, and a stronger one may do what a weaker one may.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal

from msgspec import Struct

from tavola_systems.platform.access.identity import EVERYWHERE, Identity

__all__ = ["OPEN_FORM", "PUBLIC", "SIGNED_IN", "AccessRules", "Decision", "Requirement", "role"]

Decision = Literal["allow", "sign in", "forbid", "hide", "name scope"]


class Requirement(Struct, frozen=True):
    """What a route asks of who calls it."""

    role: str | None = None
    scope: str | None = None
    """The path parameter that names the scope in which the role must hold."""
    is_signed_in: bool = False
    in_any_scope: bool = False
    is_open_form: bool = False
    """Whether a form is taken without a token, because it acts in nobody's name."""
    header: str | None = None
    """The header that names the scope, for programs that say so beside their token."""


PUBLIC: Final = Requirement()
"""Anybody, also without an account."""
OPEN_FORM: Final = Requirement(is_open_form=True)
"""Anybody may send this form, from a page that is the same for all and so holds no token."""
SIGNED_IN: Final = Requirement(is_signed_in=True)
"""Anybody with an account, whatever their role."""


def role(
    name: str,
    *,
    scope: str | None = None,
    in_any_scope: bool = False,
    header: str | None = None,
) -> Requirement:
    """Ask for a role: everywhere, in the scope of a path parameter or a header, or in any scope."""
    return Requirement(name, scope, is_signed_in=True, in_any_scope=in_any_scope, header=header)


class AccessRules:
    """The table of one system."""

    def __init__(
        self, roles: Sequence[str], needs: Mapping[str, Requirement], *, everyone: str | None = None
    ) -> None:
        """Take the roles from weak to strong; `everyone` with an account has one of them."""
        unknown = {need.role for need in needs.values() if need.role} - set(roles)
        if unknown:
            raise ValueError(f"rules: {sorted(unknown)} are not roles. There are {list(roles)}.")
        self.roles = tuple(roles)
        self.needs = dict(needs)
        self._everyone = (everyone,) if everyone else ()

    def check_complete(self, routes: Iterable[str]) -> None:
        """Refuse routes without a rule, and rules without a route."""
        found = set(routes)
        missing, unused = found - set(self.needs), set(self.needs) - found
        if missing or unused:
            raise ValueError(
                f"rules: routes without a rule {sorted(missing)}, rules without a route"
                f" {sorted(unused)}. Give each route one rule."
            )

    def decide(
        self,
        route: str,
        identity: Identity | None,
        parameters: Mapping[str, str],
        headers: Mapping[str, str] | None = None,
    ) -> Decision:
        """Say what becomes of a request.

        Another's scope answers like one that does not exist: an address in it is hidden, a header
        that names it is forbidden.
        """
        need = self.needs.get(route)
        if need is None:
            return "hide"
        if not need.is_signed_in:
            return "allow"
        if identity is None:
            return "sign in"
        if need.role is None:
            return "allow"
        if need.header is not None and not (headers or {}).get(need.header):
            return "name scope"
        held = self._held(need, identity, parameters, headers or {})
        if any(self.includes(one, need.role) for one in (*held, *self._everyone)):
            return "allow"
        return "forbid" if held or need.scope is None else "hide"

    def includes(self, held: str, needed: str) -> bool:
        """Say whether a role may do what another one may."""
        return held in self.roles and self.roles.index(held) >= self.roles.index(needed)

    def may(self, identity: Identity | None, needed: str, scope: str = EVERYWHERE) -> bool:
        """Say whether somebody has a role in a scope, for what a page shows or a service asks."""
        return identity is not None and any(
            self.includes(one, needed) for one in (*identity.role_in(scope), *self._everyone)
        )

    def _held(
        self,
        need: Requirement,
        identity: Identity,
        parameters: Mapping[str, str],
        headers: Mapping[str, str],
    ) -> Sequence[str]:
        if need.in_any_scope:
            return tuple(identity.account.roles.values())
        if need.header is not None:
            return identity.role_in(headers[need.header])
        return identity.role_in(parameters[need.scope] if need.scope else EVERYWHERE)
