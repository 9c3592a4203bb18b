"""`tavola-cms`: tenants out and in again, deleted, a person's data, the worker."""

from __future__ import annotations

import json
import stat
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from moto import mock_aws

from tavola.errors import OperationError
from tavola_systems.cms.context import CmsContext
from tavola_systems.cms.services.audit import Audit, EventBridge
from tavola_systems.cms.services.content import ContentService
from tavola_systems.cms.services.scope import outbox_of
from tavola_systems.cms.services.worker import CmsWorker
from tavola_systems.cms.system import SYSTEM
from tavola_systems.cms.terminal import main, open_bus
from tests.systems.cms.conftest import ADA, CmsSite
from tests.systems.site import open_site


@pytest.fixture(name="store")
def filled(tmp_path: Path) -> str:
    """A file with the tenant luna, and a page in it."""
    store = str(tmp_path / "cms.db")
    site = open_site([SYSTEM], store=store)
    cms = CmsContext(site.process.application.services["cms"])
    cms.tenants.create("Luna", ADA)
    page = ContentService(cms.tenants.scope("luna", ADA)).create("About us")
    ContentService(cms.tenants.scope("luna", ADA)).publish(page.node_id, version=1)
    site.process.close()
    return store


def in_store(store: str) -> Iterator[CmsContext]:
    site = open_site([SYSTEM], store=store)
    yield CmsContext(site.process.application.services["cms"])
    site.process.close()


def test_a_tenant_goes_out_and_comes_in_again(
    store: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, other = tmp_path / "luna.jsonl", str(tmp_path / "other.db")
    assert main(["export", "luna", str(file), "--store", store]) == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert main(["import", str(file), "--store", other]) == 0
    assert main(["import", str(file), "--store", other]) == 1
    assert "exists already" in capsys.readouterr().err
    for cms in in_store(other):
        pages = ContentService(cms.tenants.scope("luna", ADA))
        assert pages.pages().items[0].slug == "/about-us"
        found = pages.resolve("/about-us")
        assert found is not None
        assert found.content.version == 2


def test_a_file_with_items_of_another_tenant_is_refused_whole(
    store: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, other = tmp_path / "luna.jsonl", str(tmp_path / "other.db")
    main(["export", "luna", str(file), "--store", store])
    item = {"PK": {"S": "TENANT#luna"}, "SK": {"S": "X"}, "Type": {"S": "TENANT#moon#CONTENT"}}
    file.write_text(file.read_text() + json.dumps(item) + "\n")
    assert main(["import", str(file), "--store", other]) == 1
    assert "belongs to another tenant than luna" in capsys.readouterr().err
    assert main(["tenants", "--store", other]) == 0
    assert capsys.readouterr().out == ""


def test_a_tenant_is_deleted_with_all_it_has(
    store: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["delete-tenant", "luna", "--store", store]) == 0
    assert "would delete" in capsys.readouterr().out
    assert main(["delete-tenant", "luna", "--yes", "--store", store]) == 0
    assert main(["delete-tenant", "luna", "--store", store]) == 1
    for cms in in_store(store):
        assert not cms.db.tenant("luna").content.pages()
        CmsWorker(cms.db, cms.tenants).step()
        assert not Audit(cms.tenants.scope("luna", ADA)).latest()


def test_the_worker_does_what_is_due_and_ends(
    store: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["worker", "--once", "--store", store]) == 0
    assert main(["create-tenant", "Moon", "--store", store]) == 0
    assert main(["tenants", "--store", store]) == 0
    assert "luna\tLuna\t-\nmoon\tMoon\t-\n" in capsys.readouterr().out
    for cms in in_store(store):
        trail = Audit(cms.tenants.scope("luna", ADA)).latest()
        assert trail.items[0].action == "PUBLISH_PAGE"


def test_what_is_known_of_a_person_is_written_and_erased(
    store: str, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["worker", "--once", "--store", store])
    assert main(["person", "luna", "ada@example.com", "--store", store]) == 0
    assert capsys.readouterr().out
    assert main(["person", "luna", "ada@example.com", "--erase", "--store", store]) == 0
    capsys.readouterr()
    assert main(["person", "luna", "ada@example.com", "--store", store]) == 0
    assert capsys.readouterr().out == ""


@pytest.fixture(name="events")
def event_bridge() -> Iterator[Any]:
    """An EventBridge that moto plays, with a bus."""
    boto3: Any = import_module("boto3")
    with mock_aws():
        client = boto3.client("events", region_name="eu-west-1")
        client.create_event_bus(Name="audit")
        yield client


def test_eventbridge_gets_each_event_in_the_shape_of_the_outbox(luna: CmsSite, events: Any) -> None:
    sent: list[Any] = []

    def keep(params: Any, **_: Any) -> None:
        sent.append(params)

    events.meta.events.register("provide-client-params.events.PutEvents", keep)
    waiting = next(iter(luna.scope.root.outbox_message.outbox_messages(shard=shard_of(luna)))).body
    assert CmsWorker(luna.cms.db, luna.cms.tenants, bus=EventBridge(events, "audit")).step() == 1
    entry = sent[0]["Entries"][0]
    assert (entry["Source"], entry["DetailType"], entry["EventBusName"]) == (
        "tavola.cms",
        "CREATE_TENANT",
        "audit",
    )
    assert json.loads(entry["Detail"]) == waiting
    assert [one.action for one in Audit(luna.scope).latest()] == ["CREATE_TENANT"]


def shard_of(luna: CmsSite) -> int:
    """Where the one message waits."""
    found = luna.scope.root.run(outbox_of(luna.scope.root).waiting())
    return found[0].shard


def test_a_bus_is_opened_by_its_address(events: Any) -> None:
    del events
    bus = open_bus("eventbridge://eu-west-1/audit")
    bus.publish({"action": "X", "at": "2027-01-01T00:00:00+00:00"})


def test_an_address_that_is_no_bus_is_refused() -> None:
    with pytest.raises(OperationError, match="is not eventbridge://REGION/BUS"):
        open_bus("sqs://eu-west-1/audit")
