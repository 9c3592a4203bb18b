"""The worker: audit events reach their tenant once, and schedules are carried out."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tavola_systems.cms.services.audit import Audit
from tavola_systems.cms.services.content import ContentService
from tavola_systems.cms.services.tenant_scope import Actor
from tavola_systems.cms.services.worker import CmsWorker
from tests.systems.cms.conftest import ADA, CmsSite


@pytest.fixture(name="worker")
def cms_worker(luna: CmsSite) -> CmsWorker:
    return CmsWorker(luna.cms.db, luna.cms.tenants, limit=100)


def actions(luna: CmsSite) -> list[str]:
    return [one.action for one in Audit(luna.scope).latest()]


def test_what_happened_is_told_newest_first_with_names(luna: CmsSite, worker: CmsWorker) -> None:
    pages = ContentService(luna.scope)
    page = pages.create("About us")
    pages.publish(page.node_id, version=1)
    assert actions(luna) == []
    assert (worker.step(), worker.waiting()) == (3, 0)
    latest = Audit(luna.scope).latest().items[0]
    assert (latest.action, latest.actor_email, latest.target_title) == (
        "PUBLISH_PAGE",
        "ada@example.com",
        "About us",
    )
    assert actions(luna) == ["PUBLISH_PAGE", "CREATE_PAGE", "CREATE_TENANT"]
    whole = Audit(luna.scope).find(latest.at, latest.audit_id)
    assert whole is not None
    assert whole.snapshot == {
        "title": "About us",
        "slug": "/about-us",
        "status": "published",
        "version": 2,
        "blocks": 0,
    }


def test_the_trail_is_read_by_actor_and_by_target(luna: CmsSite, worker: CmsWorker) -> None:
    page = ContentService(luna.scope).create("About us")
    bob = luna.cms.tenants.scope("luna", Actor("bob", "Bob@example.com"))
    ContentService(bob).publish(page.node_id, version=1)
    worker.step()
    audit = Audit(luna.scope)
    assert [one.action for one in audit.by_actor("bob@example.com")] == ["PUBLISH_PAGE"]
    assert [one.action for one in audit.by_target(page.node_id)] == ["PUBLISH_PAGE", "CREATE_PAGE"]


def test_two_workers_write_each_event_once(luna: CmsSite, worker: CmsWorker) -> None:
    for number in range(20):
        ContentService(luna.scope).create(f"Page {number}")
    other = CmsWorker(luna.cms.db, luna.cms.tenants, limit=5)
    while other.step() + worker.step():
        pass
    assert len(actions(luna)) == 21
    assert worker.waiting() == 0


def test_an_event_that_could_not_be_sent_comes_back(luna: CmsSite) -> None:
    sent: list[str] = []

    class Flaky:
        def publish(self, body: Any) -> None:
            sent.append(body["action"])
            if len(sent) == 1:
                raise OSError("no network")

    told: list[str] = []
    worker = CmsWorker(
        luna.cms.db, luna.cms.tenants, bus=Flaky(), report=lambda _, error: told.append(str(error))
    )
    assert (worker.step(), actions(luna)) == (0, [])
    luna.site.clock.forward(60)
    assert (worker.step(), actions(luna)) == (1, ["CREATE_TENANT"])
    assert (sent, told) == (["CREATE_TENANT"] * 2, ["no network"])


def test_a_page_is_published_when_its_time_has_come(luna: CmsSite, worker: CmsWorker) -> None:
    pages = ContentService(luna.scope)
    page = pages.create("Soon")
    pages.schedule(page.node_id, "publish", luna.scope.now() + timedelta(hours=1), version=1)
    worker.step()
    assert pages.get(page.node_id).status == "draft"
    luna.site.clock.forward(3601)
    worker.step()
    worker.step()
    now = pages.get(page.node_id)
    assert (now.status, now.workflow, now.scheduled_for, now.version) == (
        "published",
        "published",
        None,
        2,
    )
    assert actions(luna)[0] == "PUBLISH_PAGE"


def test_a_schedule_publishes_the_draft_and_another_hides_the_page(
    luna: CmsSite, worker: CmsWorker
) -> None:
    pages = ContentService(luna.scope)
    page = pages.create("News", publish=True)
    pages.save_draft(page.node_id, {"title": "Better news"}, version=1)
    pages.schedule(page.node_id, "publish", luna.scope.now() + timedelta(hours=1), version=1)
    luna.site.clock.forward(3601)
    worker.step()
    assert pages.get(page.node_id).title == "Better news"
    pages.schedule(page.node_id, "unpublish", luna.scope.now() + timedelta(hours=1), version=2)
    luna.site.clock.forward(3601)
    worker.step()
    assert pages.get(page.node_id).workflow == "draft"


def test_a_schedule_that_was_replaced_or_taken_back_does_nothing(
    luna: CmsSite, worker: CmsWorker
) -> None:
    pages = ContentService(luna.scope)
    page = pages.create("Soon")
    soon, later = (luna.scope.now() + timedelta(hours=hours) for hours in (1, 5))
    pages.schedule(page.node_id, "publish", soon, version=1)
    pages.schedule(page.node_id, "publish", later, version=1)
    luna.site.clock.forward(2 * 3600)
    worker.step()
    assert pages.get(page.node_id).workflow == "scheduled"
    pages.cancel_schedule(page.node_id, version=1)
    luna.site.clock.forward(4 * 3600)
    worker.step()
    assert pages.get(page.node_id).status == "draft"


def test_a_page_that_is_deleted_takes_its_schedule_along(luna: CmsSite, worker: CmsWorker) -> None:
    pages = ContentService(luna.scope)
    page = pages.create("Soon")
    pages.schedule(page.node_id, "publish", luna.scope.now() + timedelta(hours=1), version=1)
    pages.delete(page.node_id, version=1)
    luna.site.clock.forward(3601)
    worker.step()
    assert pages.resolve("/soon") is None
    assert luna.cms.tenants.get("luna").name == "Luna"
    assert Audit(luna.scope).latest().items[0].actor_email == ADA.email
