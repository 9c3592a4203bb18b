"""A CMS in memory with one site, and the people who work there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tavola_systems.cms.context import CmsContext
from tavola_systems.cms.services.scope import Actor, TenantScope
from tavola_systems.cms.system import SYSTEM
from tests.systems.site import Site, open_site

ADA = Actor("ada", "ada@example.com")


class CmsSite:
    """A process with the CMS, and the site `luna` in it."""

    def __init__(self) -> None:
        self.site: Site = open_site([SYSTEM])
        self.cms = CmsContext(self.site.process.application.services["cms"])
        self.cms.tenants.create("Luna", ADA)
        self.scope: TenantScope = self.cms.tenants.scope("luna", ADA)

    def program(self, role: str = "editor", tenant: str = "luna") -> Any:
        """A program with a role in a tenant, which it names in its header."""
        client = self.site.program(f"{role}-{tenant}@example.com", "cms", role, tenant)
        client.headers["X-Tenant-Id"] = tenant
        return client

    def browser(self, role: str = "editor", tenant: str = "luna") -> Any:
        """A browser in which somebody with a role in a tenant is signed in."""
        return self.site.browser(f"{role}-{tenant}@example.com", "cms", role, tenant)

    def send(self, client: Any, page: str, to: str, /, **fields: Any) -> Any:
        """Open a page of the CMS, and send one of its forms."""
        return self.site.send(client, f"/cms{page}", f"/cms{to}", **fields)


@pytest.fixture(name="luna")
def cms_site() -> Iterator[CmsSite]:
    """A CMS of its own for each test."""
    made = CmsSite()
    yield made
    made.site.process.close()
