"""Nothing of another tenant is reachable, whatever is asked of whatever route, with whatever id."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavola_systems.cms.areas import RULES
from tavola_systems.cms.services.content import ContentService
from tavola_systems.cms.services.worker import CmsWorker
from tests.systems.cms.conftest import ADA, CmsSite

SECRET = "Moonshine"
MINE = [route for route, need in RULES.items() if need.is_signed_in and "{tenant}" not in route]
PAGES = [route for route in RULES if "/t/{tenant}" in route]


@cache
def both() -> tuple[CmsSite, Any, Any, list[str]]:
    """Two tenants; a program and a browser of one, and every id of the other."""
    site = CmsSite()
    site.cms.tenants.create("Moon", ADA)
    moon = site.cms.tenants.scope("moon", ADA)
    pages = ContentService(moon)
    page = pages.create(f"{SECRET} page", blocks=[{"type": "text", "markdown": SECRET}])
    pages.update(page.node_id, {"description": SECRET}, version=1)
    pages.publish(page.node_id, version=2)
    pages.save_draft(page.node_id, {"title": f"{SECRET} draft"}, version=3)
    gone = pages.create(f"{SECRET} gone")
    pages.delete(gone.node_id, version=1)
    CmsWorker(site.cms.db, site.cms.tenants, limit=100).step()
    audit = [one.audit_id for one in moon.db.audit_entry.latest_audit()]
    ids = [page.node_id, gone.node_id, *audit, "moon", f"/{SECRET.lower()}-page"]
    return site, site.program("admin"), site.browser("admin"), ids


@pytest.fixture(scope="module", autouse=True)
def _closed() -> Iterator[None]:
    yield
    both()[0].site.process.close()


def filled(path: str, values: list[str]) -> str:
    """A path with ids in its places, one after another."""
    rest = iter(values)
    return re.sub(r"\{[a-z_:]+\}", lambda _: next(rest), path)


@settings(max_examples=150)
@given(data=st.data())
def test_a_program_of_one_tenant_gets_nothing_of_another(data: st.DataObject) -> None:
    site, program, _, ids = both()
    one_id = st.sampled_from(ids)
    route = data.draw(st.sampled_from(MINE))
    method, path = route.split(" ")
    address = filled(path.removeprefix("/api/"), [data.draw(one_id) for _ in range(4)])
    names = ["slug", "prefix", "actor", "target", "at", "cursor", "version", "revision", "before"]
    query = data.draw(st.dictionaries(st.sampled_from(names), one_id | st.just("1"), max_size=3))
    answer = program.request(method, address, params=query, json={"version": 1, "title": "x"})
    assert SECRET not in answer.text
    assert site.cms.tenants.get("moon").name == "Moon"


@settings(max_examples=50)
@given(data=st.data())
def test_a_browser_of_one_tenant_sees_nothing_of_another(data: st.DataObject) -> None:
    _, _, browser, ids = both()
    one_id = st.sampled_from(ids)
    route = data.draw(st.sampled_from([one for one in PAGES if one.startswith("GET ")]))
    tenant = data.draw(st.sampled_from(["luna", "moon"]))
    address = filled(route.split(" ")[1].replace("{tenant}", tenant), [data.draw(one_id)] * 4)
    answer = browser.get(f"/cms{address}")
    assert SECRET not in answer.text
    assert answer.status_code == 404 or tenant == "luna"


def test_the_other_tenant_is_as_it_was() -> None:
    site, _, _, ids = both()
    moon = ContentService(site.cms.tenants.scope("moon", ADA))
    page = moon.get(ids[0])
    assert (page.title, page.version, page.workflow) == (f"{SECRET} page", 3, "changed")
    assert len(list(moon.pages())) == 3
