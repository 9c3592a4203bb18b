"""What the routes of the CMS share: the table, the registry of tenants, and the way to a scope."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from tavola_systems.cms.dns import txt_records
from tavola_systems.cms.models import Cms, TenantConfig
from tavola_systems.cms.services.domains import Domains
from tavola_systems.cms.services.tenant_scope import VISITOR, Actor, TenantScope
from tavola_systems.cms.services.tenants import Tenants
from tavola_systems.platform.access.identity import Identity
from tavola_systems.platform.http.problems import NotFound
from tavola_systems.platform.system import Services

__all__ = ["CmsContext", "actor_of"]

_WEAKEST: Final = "renderer"


class CmsContext:
    """The CMS of one process."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.db = services.table(Cms)
        self.tenants = Tenants(self.db, services.clock)
        self.storage = services.shared.storage
        self.keys = services.shared.keys
        own = urlsplit(services.shared.base_url).hostname or "localhost"
        self.domains = Domains(self.tenants, own_hosts=[own], look_up=txt_records)

    def scope(self, tenant_id: str, caller: Identity) -> TenantScope:
        """Return the scope of somebody in a tenant; without a role there it does not exist.

        The guard has asked for the route's own role before; this asks again, so that no route can
        come to a tenant's items without somebody who belongs there.
        """
        if not self.services.rules.may(caller, _WEAKEST, tenant_id):
            raise NotFound
        self.tenant(tenant_id)
        return self.tenants.scope(tenant_id, actor_of(caller))

    def tenant(self, tenant_id: str) -> TenantConfig:
        """Return a tenant that exists."""
        found = self.tenants.known(tenant_id)
        if found is None:
            raise NotFound
        return found

    def public_scope(self, tenant_id: str) -> TenantScope:
        """Return the scope of the public site, whose visitors nobody knows."""
        self.tenant(tenant_id)
        return self.tenants.scope(tenant_id, VISITOR)


def actor_of(caller: Identity) -> Actor:
    """Name somebody for the audit trail: by address, not by id alone."""
    return Actor(caller.subject, caller.account.email or caller.name)
