"""`tavola-cms`: tenants out and in again, deleted, a person's data, the worker."""

from __future__ import annotations

import base64
import json
import stat
import warnings
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import httpx
import pytest

from tavola.errors import OperationError
from tavola_systems.cms.cms_context import CmsContext
from tavola_systems.cms.services.audit import Audit
from tavola_systems.cms.services.content import ContentService
from tavola_systems.cms.services.tenant_scope import outbox_of
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
    file.touch(0o644)
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


@pytest.fixture(name="aws", scope="module")
def moto_server() -> Iterator[str]:
    """AWS as moto's server plays it; returns its address."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        module: Any = import_module("moto.server")
    server = module.ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


class Listener:
    """A bus of moto's server, and the server's own record of what it was sent."""

    def __init__(self, address: str, bus: str) -> None:
        boto3: Any = import_module("boto3")
        keys = {"aws_access_key_id": "test", "aws_secret_access_key": "test"}
        events = boto3.client("events", region_name="eu-west-1", endpoint_url=address, **keys)
        events.create_event_bus(Name=bus)
        self._recorder = f"{address}/moto-api/recorder"
        for action in ("reset-recording", "start-recording"):
            httpx.post(f"{self._recorder}/{action}").raise_for_status()

    def heard(self) -> list[dict[str, Any]]:
        """The events that were sent."""
        httpx.post(f"{self._recorder}/stop-recording").raise_for_status()
        found = httpx.get(f"{self._recorder}/download-recording").raise_for_status().text
        bodies = [base64.b64decode(json.loads(line)["body"]) for line in found.splitlines()]
        sent = [json.loads(body) for body in bodies if b"Entries" in body]
        return [entry for one in sent for entry in one["Entries"]]


@pytest.fixture(name="keys")
def aws_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "test")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "test")


@pytest.mark.usefixtures("keys")
def test_eventbridge_gets_each_event_in_the_shape_of_the_outbox(luna: CmsSite, aws: str) -> None:
    listener = Listener(aws, "audit")
    root = luna.scope.root
    waiting = [one.body for one in root.run(outbox_of(root).waiting())]
    bus = open_bus(f"eventbridge://eu-west-1/audit?endpoint={aws}")
    assert CmsWorker(luna.cms.db, luna.cms.tenants, bus=bus).step() == 1
    [heard] = listener.heard()
    assert (heard["Source"], heard["DetailType"], heard["EventBusName"]) == (
        "tavola.cms",
        "CREATE_TENANT",
        "audit",
    )
    assert [json.loads(heard["Detail"])] == waiting
    assert [one.action for one in Audit(luna.scope).latest()] == ["CREATE_TENANT"]


@pytest.mark.usefixtures("keys")
def test_the_worker_at_the_terminal_tells_eventbridge(store: str, aws: str) -> None:
    listener = Listener(aws, "terminal")
    bus = f"eventbridge://eu-west-1/terminal?endpoint={aws}"
    assert main(["worker", "--once", "--events", bus, "--store", store]) == 0
    told = [one["DetailType"] for one in listener.heard()]
    assert sorted(told) == ["CREATE_PAGE", "CREATE_TENANT", "PUBLISH_PAGE"]


@pytest.mark.usefixtures("keys")
def test_an_event_waits_while_eventbridge_cannot_be_reached(
    luna: CmsSite, closed_port: int
) -> None:
    bus = open_bus(f"eventbridge://eu-west-1/audit?endpoint=http://127.0.0.1:{closed_port}")
    failed: list[Exception] = []

    def report(_: Any, error: Exception) -> None:
        failed.append(error)

    CmsWorker(luna.cms.db, luna.cms.tenants, bus=bus, report=report).step()
    assert len(failed) == 1
    assert not Audit(luna.scope).latest()
    luna.site.clock.forward(3600)
    CmsWorker(luna.cms.db, luna.cms.tenants).step()
    assert [one.action for one in Audit(luna.scope).latest()] == ["CREATE_TENANT"]


def test_an_address_that_is_no_bus_is_refused() -> None:
    with pytest.raises(OperationError, match="is not eventbridge://REGION/BUS"):
        open_bus("sqs://eu-west-1/audit")
