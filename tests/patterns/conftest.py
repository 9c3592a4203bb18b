"""A handbook of one tenant on each store, with the patterns that it uses."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from tavola.patterns.drafts import Drafts
from tavola.patterns.published import Publishing
from tests.patterns.bank import Bank, BankEvents, Office
from tests.patterns.handbook import Current, Edition, Handbook, Handbooks, Release
from tests.patterns.workshop import Workshop
from tests.reference.endpoint import HttpEndpoint
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
    table = opened.own_place.table
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
    """A bank without events and accounts."""
    events, bank = home.open(BankEvents, "bank_events"), home.open(Bank, "bank")
    clear(events)
    clear(bank)
    return Office(events, bank)


@pytest.fixture
def workshop(home: Home) -> Workshop:
    """An empty workshop of all tenants."""
    opened = home.open(Workshop, "workshop")
    clear(opened)
    return opened
