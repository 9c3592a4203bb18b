"""The people of a site: who has which role in it. Accounts and mail are the platform's.

Whatever way a role is given or taken, the audit trail hears of it in the same transaction.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tavola.errors import OperationError
from tavola.operations.write.operations import Write
from tavola.table import Page
from tavola_systems.cms.cms_context import CmsContext, actor_of
from tavola_systems.cms.services.tenant_scope import TenantScope
from tavola_systems.platform.access.identity import Identity
from tavola_systems.platform.access.users import Member
from tavola_systems.platform.http.problems import NotFound, Refused
from tavola_systems.platform.models import Grant, User
from tavola_systems.platform.pages.people_pages import PeopleRecord
from tavola_systems.platform.system import Services

__all__ = ["People", "people_record"]


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
        return self._services.onboarding.invite(
            email,
            name,
            role,
            scope=self._scope.tenant_id,
            by=by.subject,
            also=lambda user: _told(self._scope, user, role, is_given=True),
        )

    def withdraw(self, by: Identity, user_id: str) -> None:
        """Take a role away, but not one's own, nor a stronger one."""
        if user_id == by.subject:
            raise Refused(409, "You cannot remove yourself. Ask another administrator.")
        tenant_id = self._scope.tenant_id
        found = self._users.find("cms", user_id)
        role = found.roles.get(tenant_id) if found else None
        if role is None:
            raise NotFound
        if not self._services.rules.may(by, role, tenant_id):
            raise Refused(403, "This person's role is stronger than yours.")
        also = _told(self._scope, self._users.user(user_id), role, is_given=False)
        self._users.withdraw(user_id, "cms", tenant_id, also=also)


def people_record(services: Services) -> PeopleRecord:
    """Return what tells a site's audit trail of changes on the platform's page of people.

    A role that holds in all sites belongs to no site's trail.
    """
    cms = CmsContext(services)

    def record(
        by: Identity, scope: str, user: User, role: str, is_given: bool
    ) -> Sequence[Write[Any]]:
        if cms.tenants.known(scope) is None:
            return ()
        own = cms.tenants.scope(scope, actor_of(by))
        return _told(own, user, role, is_given=is_given)

    return record


def _told(scope: TenantScope, user: User, role: str, *, is_given: bool) -> list[Write[Any]]:
    action = "INVITE_PERSON" if is_given else "REMOVE_PERSON"
    return [scope.audit(action, "person", user.user_id, user.name, role=role, email=user.email)]
