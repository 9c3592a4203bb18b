"""One fixture, all stores: the same behaviour on each of them."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tavola.engine.faults import Faults
from tests.reference.endpoint import HttpEndpoint
from tests.reference.engines import SERVICES
from tests.table.faults_on_demand import with_faults
from tests.table.generated import async_club
from tests.table.generated.arcade import Arcade
from tests.table.generated.board import Board
from tests.table.generated.chain import Chain
from tests.table.generated.circuit import Circuit
from tests.table.generated.club import Club
from tests.table.generated.depot import Depot
from tests.table.generated.forms import Forms
from tests.table.generated.library import Library
from tests.table.generated.natural import Natural
from tests.table.generated.offices import Offices
from tests.table.generated.orders import Orders
from tests.table.generated.places import Places
from tests.table.generated.spread import Spread
from tests.table.generated.stock import Stock
from tests.table.stores import Home, Run, Scenario, embedded, remote, served

_NUMBERS = itertools.count(1)

EVERYWHERE = ("memory", "file", "http", *SERVICES)


@pytest.fixture(scope="session")
def homes(request: pytest.FixtureRequest) -> Iterator[dict[str, Home]]:
    """The services that have been started so far, one of each for the session."""
    started: dict[str, Home] = {}
    with ExitStack() as stack:
        request.session.stash[_STACK] = stack
        yield started


_STACK = pytest.StashKey[ExitStack]()


def _service(request: pytest.FixtureRequest, homes: dict[str, Home], name: str) -> Home:
    if name not in homes:
        stack = request.session.stash[_STACK]
        if name == "http":
            homes[name] = stack.enter_context(served())
        else:
            endpoint: HttpEndpoint = request.getfixturevalue(name)
            url = f"http://127.0.0.1:{endpoint.port}"
            homes[name] = stack.enter_context(remote(url))
        homes[name].name = name
    return homes[name]


@pytest.fixture(params=EVERYWHERE)
def home(request: pytest.FixtureRequest, homes: dict[str, Home], tmp_path: Path) -> Iterator[Home]:
    """A store of each kind."""
    if request.param in ("memory", "file"):
        location = "memory:" if request.param == "memory" else tmp_path / "club.db"
        with embedded(location) as made:
            yield made
    else:
        made = _service(request, homes, request.param)
        now = made.clock.now
        yield made
        made.clock.now = now


@pytest.fixture
def some() -> str:
    """A text that no other test has, for keys in tables that tests share."""
    return f"n{next(_NUMBERS)}"


@pytest.fixture
def club(home: Home, some: str) -> Club:
    """A club, on each store."""
    return home.open(Club, home.name_of("club", some))


@pytest.fixture
def run(home: Home, club: Club) -> Run:
    """Run a scenario on an async club, on each store."""
    return _run_on(home, club.table_name)


@pytest.fixture
def run_alone(home: Home, empty_club: Club) -> Run:
    """Run a scenario on an async club that holds nothing else: for what reads a whole table."""
    return _run_on(home, empty_club.table_name)


def _run_on(home: Home, name: str) -> Run:
    async def whole(scenario: Scenario) -> None:
        async with await home.open_async(async_club.Club, name) as opened:
            await scenario(opened)

    return lambda scenario: asyncio.run(whole(scenario))


@pytest.fixture
def arcade(home: Home, some: str) -> Arcade:
    """An arcade with its three tables, on each store."""
    return home.open(Arcade, home.name_of("arcade", some) + "-*")


@pytest.fixture
def circuit(home: Home, some: str) -> Circuit:
    """Matches of several tenants beside a table without any, on each store."""
    return home.open(Circuit, home.name_of("circuit", some) + "-*")


@pytest.fixture
def natural(home: Home, some: str) -> Natural:
    """Tables whose keys are fields themselves, on each store."""
    return home.open(Natural, home.name_of("natural", some) + "-*")


@pytest.fixture
def places(home: Home, some: str) -> Places:
    """Places whose index keys read into maps, on each store."""
    return home.open(Places, home.name_of("places", some))


@pytest.fixture
def board(home: Home, some: str) -> Board:
    """A board, on each store."""
    return home.open(Board, home.name_of("board", some))


@pytest.fixture
def library(home: Home, some: str) -> Library:
    """A library, on each store."""
    return home.open(Library, home.name_of("library", some))


@pytest.fixture
def chain(home: Home, some: str) -> Chain:
    """A chain of hotels, on each store."""
    return home.open(Chain, home.name_of("chain", some))


@pytest.fixture
def offices(home: Home, some: str) -> Offices:
    """Offices of several tenants, on each store."""
    return home.open(Offices, home.name_of("offices", some))


@pytest.fixture
def spread(home: Home, some: str) -> Spread:
    """Orders and events in shards, on each store."""
    return home.open(Spread, home.name_of("spread", some))


@pytest.fixture
def forms(home: Home, some: str) -> Forms:
    """Contacts, releases and files with keys of many forms, on each store."""
    return home.open(Forms, home.name_of("forms", some))


@pytest.fixture
def orders(home: Home, some: str) -> Orders:
    """Orders of a shop, on each store."""
    return home.open(Orders, home.name_of("orders", some))


@pytest.fixture
def depot(home: Home, some: str) -> Depot:
    """A depot whose items are stored as other libraries store them, on each store."""
    return home.open(Depot, home.name_of("depot", some))


@pytest.fixture
def stock(home: Home, some: str) -> Stock:
    """Parts in stores, on each store."""
    return home.open(Stock, home.name_of("stock", some))


@pytest.fixture
def empty_club(home: Home) -> Club:
    """A club that holds nothing, on each store."""
    return home.empty(Club)


@pytest.fixture
def busy(home: Home) -> Home:
    """A store of each kind, with faults on demand."""
    return with_faults(home)


@pytest.fixture
def faults(busy: Home) -> Faults:
    """The faults of that store."""
    assert busy.faults is not None
    return busy.faults


@pytest.fixture
def here() -> Iterator[Home]:
    """The engine in memory alone, with faults on demand."""
    with embedded("memory:") as made:
        yield made


@pytest.fixture
def local(here: Home) -> Club:
    """A club in memory."""
    return here.open(Club, "club")
