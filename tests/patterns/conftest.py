"""A handbook of one tenant on each store, with the patterns that it uses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import msgspec
import pytest

from tavola.engine import Engine
from tavola.patterns.drafts import Drafts
from tavola.patterns.published import Publishing
from tavola.server import serve
from tavola.testing import Clock
from tests.patterns.bank import Bank, BankEvents, Office
from tests.patterns.handbook import Current, Edition, Handbook, Handbooks, Release
from tests.patterns.workshop import Workshop
from tests.reference.endpoint import REGION, HttpEndpoint
from tests.reference.engines import SERVICES
from tests.table.stores import Home, clear, delete_raw, embedded, remote, served


@pytest.fixture(scope="session", params=["embedded", "file", "http", *SERVICES])
def home(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Home]:
    """A store of each kind, one for all tests: a table takes some services a second."""
    if request.param == "embedded":
        with embedded("memory:") as made:
            yield made
    elif request.param == "file":
        with embedded(tmp_path_factory.mktemp("patterns") / "patterns.db") as made:
            yield made
    elif request.param == "http":
        with served() as made:
            yield made
    else:
        endpoint: HttpEndpoint = request.getfixturevalue(request.param)
        with remote(f"http://127.0.0.1:{endpoint.port}") as made:
            yield made


@pytest.fixture(name="db")
def handbooks(home: Home) -> Iterator[Handbooks]:
    """The handbooks of one tenant, empty before each test."""
    opened = home.open(Handbooks, "handbooks")
    yield opened.tenant("acme")
    _empty(opened)


def _empty(opened: Handbooks) -> None:
    table = opened.table_name
    answer = opened.store.execute("Scan", {"TableName": table, "ConsistentRead": True})
    for item in msgspec.json.decode(answer)["Items"]:
        delete_raw(opened, {name: item[name] for name in ("pk", "sk")})


@pytest.fixture
def drafts(db: Handbooks) -> Drafts[Handbook, Edition]:
    return Drafts(db, Handbook, Edition, most=999_999)


@pytest.fixture
def publishing(db: Handbooks) -> Publishing[Edition, Current, Release]:
    return Publishing(db, Edition, Current, Release)


@pytest.fixture
def office(home: Home) -> Office:
    """A bank without events and accounts, on the day that all tests begin."""
    home.clock.now = Clock().now
    events, bank = home.open(BankEvents, "bank_events"), home.open(Bank, "bank")
    clear(events)
    clear(bank)
    return Office(events, bank)


@pytest.fixture
def workshop(home: Home) -> Workshop:
    """An empty workshop of all tenants, on the day that all tests begin."""
    home.clock.now = Clock().now
    opened = home.open(Workshop, "workshop")
    clear(opened)
    return opened


@pytest.fixture(params=["file", "http", *SERVICES])
def location(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A place that several processes can open."""
    if request.param == "file":
        yield str(tmp_path / "patterns.db")
    elif request.param == "http":
        with Engine.open(str(tmp_path / "patterns.db")) as engine, serve(engine) as url:
            yield f"dynamodb://{REGION}?endpoint={url}"
    else:
        endpoint: HttpEndpoint = request.getfixturevalue(request.param)
        yield f"dynamodb://{REGION}?endpoint=http://127.0.0.1:{endpoint.port}"


@pytest.fixture
def name() -> str:
    """What tells this test's tables from others on the same service."""
    return str(uuid4())
