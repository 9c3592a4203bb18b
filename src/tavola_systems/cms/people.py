"""The people of a site: who has which role in it. Accounts and mail are the platform's."""

from __future__ import annotations

from tavola.errors import OperationError
from tavola.table import Page
from tavola_systems.cms.services.scope import TenantScope
from tavola_systems.platform.access.identity import Identity
from tavola_systems.platform.access.users import Member
from tavola_systems.platform.http.problems import NotFound, Refused
from tavola_systems.platform.models import Grant, User
from tavola_systems.platform.system import Services

__all__ = ["People"]


class People:
    """Who works on one site."""

    def __init__(self, scope: TenantScope, services: Services) -> None:
        self._scope = scope
        self._services = services
        self._users = services.shared.users

    def page(
        self, *, limit: int = 50, cursor: str | None = None
    ) -> tuple[list[Member], Page[Grant]]:
        """List who has a role in the site."""
        return self._users.members("cms", self._scope.tenant_id, limit=limit, cursor=cursor)

    def invite(self, by: Identity, email: str, name: str, role: str) -> User:
        """Give somebody a role that one has oneself, in place of the one they have."""
        rules = self._services.rules
        if role not in rules.roles or not rules.may(by, role, self._scope.tenant_id):
            raise OperationError(f"role: {role[:30]!r} is not yours to give. Choose one you have.")
        user = self._services.onboarding.invite(
            email, name, role, scope=self._scope.tenant_id, by=by.subject
        )
        with self._scope.root.transaction() as tx:
            tx.add(self._scope.audit("INVITE_PERSON", "person", user.user_id, user.name, role=role))
        return user

    def withdraw(self, by: Identity, user_id: str) -> None:
        """Take a role away, but not one's own, nor a stronger one."""
        if user_id == by.subject:
            raise Refused(409, "You cannot remove yourself. Ask another administrator.")
        found = self._users.find("cms", user_id)
        role = found.roles.get(self._scope.tenant_id) if found else None
        if found is None or role is None:
            raise NotFound
        if not self._services.rules.may(by, role, self._scope.tenant_id):
            raise Refused(403, "This person's role is stronger than yours.")
        self._users.withdraw(user_id, "cms", self._scope.tenant_id)
        with self._scope.root.transaction() as tx:
            tx.add(self._scope.audit("REMOVE_PERSON", "person", user_id, found.name, role=role))
