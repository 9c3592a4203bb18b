"""Nothing of another tenant is reachable, whatever is asked of whatever route, with whatever id.

Every route for programs and every page, for reading and for writing, is called by people of one
tenant with the ids, slugs, cursors and addresses of another's things. What they see never names
them, what they send never changes them; and all of it is done without a scan, lists with a
projection that leaves contents out.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from tavola_systems.cms.areas import RULES
from tavola_systems.cms.previews import Previews
from tavola_systems.cms.services.comments import Comments
from tavola_systems.cms.services.consents import Consents
from tavola_systems.cms.services.content import ContentService
from tavola_systems.cms.services.contexts import Contexts
from tavola_systems.cms.services.leads import Leads
from tavola_systems.cms.services.media import MediaLibrary
from tavola_systems.cms.services.products import ProductInput, Products
from tavola_systems.cms.services.resources import Resources
from tavola_systems.cms.services.signals import Signals
from tavola_systems.cms.services.tenant_files import export_tenant
from tavola_systems.cms.services.worker import CmsWorker
from tests.systems.cms.conftest import ADA, CmsSite

SECRET = "Moonshine"
MINE = [route for route, need in RULES.items() if need.is_signed_in and "{tenant}" not in route]
PAGES = [route for route in RULES if "/t/{tenant}" in route]
PUBLIC = [route for route in RULES if "/s/{tenant}" in route]
LISTS = ("latestAudit", "pages", "redirects")


@dataclass
class Both:
    """Two tenants: a program and a browser of one, and every id of the other."""

    site: CmsSite
    program: Any
    browser: Any
    ids: list[str]
    moon: list[str]
    """The other tenant as it is stored."""
    calls: list[tuple[str, Any]] = field(default_factory=list[tuple[str, Any]])


@cache
def both() -> Both:
    site = CmsSite()
    site.cms.tenants.create("Moon", ADA)
    moon = site.cms.tenants.scope("moon", ADA)
    pages = ContentService(moon)
    page = pages.create(f"{SECRET} page", blocks=[{"type": "text", "markdown": SECRET}])
    pages.update(page.node_id, {"description": SECRET}, version=1)
    pages.publish(page.node_id, version=2)
    pages.move(page.node_id, f"/{SECRET}-place", version=3)
    pages.save_draft(page.node_id, {"title": f"{SECRET} draft"}, version=4)
    gone = pages.create(f"{SECRET} gone")
    pages.delete(gone.node_id, version=1)
    ids = [
        page.node_id,
        gone.node_id,
        "moon",
        f"/{SECRET.lower()}-page",
        *others(site, page.node_id),
    ]
    CmsWorker(site.cms.db, site.cms.tenants, limit=100).step()
    ids += [one.audit_id for one in moon.db.audit_entry.latest_audit(limit=3)]
    ids += [cursor for cursor in (moon.db.content.pages(limit=1).cursor,) if cursor]
    token = Previews(site.cms.keys, site.cms.services.clock).token("moon", pages.get(page.node_id))
    found = Both(
        site,
        site.program("admin"),
        site.browser("admin"),
        [*ids, token],
        list(export_tenant(site.cms.db, "moon")),
    )
    watch(site, found)
    return found


def others(site: CmsSite, page_id: str) -> list[str]:
    """One of everything else that the other tenant can have; returns the ids."""
    moon, storage = site.cms.tenants.scope("moon", ADA), site.cms.storage
    picture = io.BytesIO()
    Image.new("RGB", (4, 4), "red").save(picture, "PNG")
    asset = MediaLibrary(moon, storage).upload(f"{SECRET}.png", picture.getvalue(), alt=SECRET)
    resource = Resources(moon, storage, site.cms.keys).create(
        title=SECRET, file_name="a.txt", content=SECRET.encode(), is_gated=False
    )
    product = Products(moon).create(
        ProductInput(title=SECRET, price="1", currency="EUR", categories=[SECRET], status="active")
    )
    comment = Comments(moon).post(page_id, author=SECRET, body=SECRET, policy="after")
    lead = Leads(moon).submit(f"{SECRET}@example.com", source=SECRET)
    consent = Consents(moon).record("moonshine-visitor-0123456789", "all")
    return [
        asset.asset_id,
        resource.resource_id,
        product.product_id,
        product.slug,
        comment.comment_id,
        comment.posted_at.isoformat(),
        lead.email,
        consent.visitor_id,
        Contexts(moon).create(title=SECRET, body=SECRET).context_id,
        Signals(moon).create(title=SECRET, pain_score=3).signal_id,
    ]


def watch(site: CmsSite, found: Both) -> None:
    """Note all that the store is asked."""
    store: Any = site.cms.db.store
    execute = store.execute

    def noting(action: str, body: Any) -> bytes:
        found.calls.append((action, body))
        answer: bytes = execute(action, body)
        return answer

    store.execute = noting


@pytest.fixture(scope="module", autouse=True)
def _closed() -> Iterator[None]:
    yield
    both().site.site.process.close()


def filled(path: str, values: list[str]) -> str:
    """A path with ids in its places, one after another."""
    rest = iter(values)
    return re.sub(r"\{[a-z_:]+\}", lambda _: next(rest), path)


FIELDS = [
    "slug", "prefix", "actor", "target", "at", "cursor", "version", "revision", "before", "q",
    "category", "email", "do", "restore", "title", "look", "name", "role", "body", "author",
    "visitor_id", "image", "share_image", "key", "choice", "source", "status",
]  # fmt: skip


def drawn(data: st.DataObject, ids: list[str], most: int) -> dict[str, str]:
    values = st.sampled_from([*ids, "1", "4", "publish", "save", "delete", "unpublish", "editor"])
    return data.draw(st.dictionaries(st.sampled_from(FIELDS), values, max_size=most))


def check_nothing_seen(found: Both, text: str, sent: str) -> None:
    """What somebody sent may come back to them; nothing else names the other tenant's things."""
    seen = text.lower().count(SECRET.lower())
    assert seen <= 4 * sent.lower().count(SECRET.lower())


@settings(max_examples=250)
@given(data=st.data())
def test_a_program_of_one_tenant_gets_nothing_of_another(data: st.DataObject) -> None:
    found = both()
    one_id = st.sampled_from(found.ids)
    method, path = data.draw(st.sampled_from(MINE)).split(" ")
    address = filled(path.removeprefix("/api/"), [data.draw(one_id) for _ in range(4)])
    query, body = drawn(data, found.ids, 3), drawn(data, found.ids, 4)
    answer = found.program.request(
        method, address, params=query, json={"version": 1, "title": "x", **body}
    )
    check_nothing_seen(found, answer.text, f"{address}{query}{body}")


@settings(max_examples=150)
@given(data=st.data())
def test_a_browser_of_one_tenant_sees_and_changes_nothing_of_another(data: st.DataObject) -> None:
    found = both()
    one_id = st.sampled_from(found.ids)
    method, path = data.draw(st.sampled_from(PAGES)).split(" ")
    tenant = data.draw(st.sampled_from(["luna", "moon"]))
    address = filled(path.replace("{tenant}", tenant), [data.draw(one_id) for _ in range(4)])
    fields = drawn(data, found.ids, 4)
    if method == "GET":
        answer = found.browser.get(f"/cms{address}", params=fields)
    else:
        token = found.site.site.form_token(found.browser, "/cms/t/luna/content")
        answer = found.browser.post(f"/cms{address}", data={**fields, "_csrf": token})
    check_nothing_seen(found, answer.text, f"{address}{fields}")
    assert answer.status_code == 404 or tenant == "luna"


@settings(max_examples=150)
@given(data=st.data())
def test_a_visitor_of_one_site_gets_nothing_of_another(data: st.DataObject) -> None:
    found = both()
    one_id = st.sampled_from(found.ids)
    method, path = data.draw(st.sampled_from(PUBLIC)).split(" ")
    address = filled(path.replace("{tenant}", "luna"), [data.draw(one_id) for _ in range(3)])
    fields = drawn(data, found.ids, 4)
    found.site.site.clock.forward(61)  # Forms are limited by time.
    visitor = found.site.site.client()
    if method == "GET":
        answer = visitor.get(f"/cms{address}", params=fields)
    else:
        answer = visitor.post(f"/cms{address}", data=fields)
    check_nothing_seen(found, answer.text, f"{address}{fields}")


def test_the_other_tenant_is_as_it_was() -> None:
    found = both()
    assert list(export_tenant(found.site.cms.db, "moon")) == found.moon


def test_all_of_it_was_asked_without_a_scan_and_lists_without_contents() -> None:
    found = both()
    found.program.get("content")
    found.browser.get("/cms/t/luna/content")
    table = found.site.cms.db.table_name
    actions = {action for action, _ in found.calls}
    assert "Scan" not in actions
    assert actions <= {"GetItem", "Query", "BatchGetItem", "TransactWriteItems", "PutItem",
                       "UpdateItem", "DeleteItem", "BatchWriteItem"}  # fmt: skip
    listed = [
        body
        for action, body in found.calls
        if action == "Query" and body["TableName"] == table and body.get("IndexName")
    ]
    assert {"ProjectionExpression" in body for body in listed} == {True}
    names = [json.dumps(body.get("ExpressionAttributeNames", {})) for body in listed]
    assert not [one for one in names if '"blocks"' in one]
