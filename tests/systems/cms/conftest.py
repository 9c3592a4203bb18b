"""A CMS with one site, and the people who work there: in memory, or on any DynamoDB."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tavola.operations.tables.table_operations import ApplyPlan, PlanTable
from tavola.stores.opening import open_store
from tavola.table import Table
from tavola.wire.sigv4 import Credentials
from tavola_systems.cms.cms_context import CmsContext
from tavola_systems.cms.services.tenant_scope import Actor, TenantScope
from tavola_systems.cms.system import SYSTEM
from tests.patience import short_sleep
from tests.reference.endpoint import ACCESS_KEY, REGION, SECRET_KEY, HttpEndpoint
from tests.reference.engines import SERVICES
from tests.systems.site import Site, open_site

ADA = Actor("ada", "ada@example.com")
ON_EVERY_STORE = {"test_content", "test_stores", "test_worker"}
"""Files whose tests run on the engine in the process, and on other services over HTTP."""


class CmsSite:
    """A process with the CMS, and the site `luna` in it."""

    def __init__(self, site: Site | None = None) -> None:
        self.site: Site = site or open_site([SYSTEM])
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


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the tests of some files on every store."""
    if "luna" not in metafunc.fixturenames:
        return
    is_everywhere = metafunc.definition.path.stem in ON_EVERY_STORE
    stores = ["embedded", *SERVICES] if is_everywhere else ["embedded"]
    metafunc.parametrize("luna", stores, indirect=True, ids=stores if is_everywhere else [""])


@pytest.fixture(scope="session")
def tables() -> dict[str, str]:
    """The names of the tables that were made on each service."""
    return {}


@pytest.fixture(name="luna")
def cms_site(
    request: pytest.FixtureRequest, tables: dict[str, str], tmp_path: Path
) -> Iterator[CmsSite]:
    """A CMS of its own for each test."""
    site = None
    if request.param != "embedded":
        endpoint: HttpEndpoint = request.getfixturevalue(request.param)
        is_new = endpoint.name not in tables
        prefix = tables.setdefault(endpoint.name, f"cms-{uuid.uuid4().hex[:8]}")
        site = _on_service(endpoint, prefix, tmp_path, is_new=is_new)
    made = CmsSite(site)
    yield made
    made.site.process.close()


def _on_service(endpoint: HttpEndpoint, prefix: str, folder: Path, *, is_new: bool) -> Site:
    """The CMS on tables that hold nothing."""
    location = f"dynamodb://{REGION}/{prefix}-*?endpoint=http://127.0.0.1:{endpoint.port}"
    # Its own clock, since a service looks at the time of a signature; tests move the site's.
    keys = Credentials(ACCESS_KEY, SECRET_KEY)
    store, _ = open_store(location.replace("*", "cms"), environment={}, credentials=keys)
    site = open_site(
        [SYSTEM],
        {"store": store, "sleep": short_sleep},
        store=location,
        uploads=str(folder / "uploads"),
    )
    for table in site.process.tables.tables.values():
        if is_new:
            _make(table)
        else:
            _empty(table)
    return site


def _make(table: Table) -> None:
    """Make a table without backups, which not every implementation knows of."""
    design = type(table).design
    plain = replace(design, table=replace(design.table, point_in_time_recovery=False))
    table.run(ApplyPlan(table.run(PlanTable(plain, table.table_name))))


def _empty(table: Table) -> None:
    """Delete all items, which only a test may look for by a scan."""
    name = table.table_name
    answer = table.store.execute("Scan", {"TableName": name, "ProjectionExpression": "PK, SK"})
    keys = json.loads(answer)["Items"]
    for begin in range(0, len(keys), 25):
        deletes = [{"DeleteRequest": {"Key": key}} for key in keys[begin : begin + 25]]
        table.store.execute("BatchWriteItem", {"RequestItems": {name: deletes}})
