"""The vote system on every backend; each test has a system of its own, empty."""

from __future__ import annotations

import hashlib
import itertools
import uuid
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from tavola.operations.tables.table_operations import ApplyPlan, PlanTable
from tavola.stores.opening import open_store
from tavola.stores.recording import RecordingStore
from tavola.wire.sigv4 import Credentials
from tavola_systems.vote.backends.backend import Backend
from tavola_systems.vote.backends.dynamodb_table import TableBackend, open_tables
from tavola_systems.vote.backends.memory import MemoryBackend
from tavola_systems.vote.backends.sql_database import SqlBackend
from tavola_systems.vote.domain.passwords import PasswordHashes
from tavola_systems.vote.service import VoteService
from tests.parts import missing
from tests.patience import short_sleep
from tests.reference.endpoint import ACCESS_KEY, REGION, SECRET_KEY, HttpEndpoint
from tests.reference.engines import SERVICES
from tests.reference.installation import Unavailable
from tests.systems.vote import mariadb
from tests.systems.vote.world import KEY, NOW, World

BACKENDS = ("memory", "sqlite", "mariadb", "embedded", *SERVICES)


class Clock:
    """A clock to move."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> float:
        return self.now


def numbered_random() -> Callable[[int], bytes]:
    """Random bytes that are the same in every run, and never twice the same."""
    numbers = itertools.count()

    def draw(size: int) -> bytes:
        return hashlib.shake_256(f"{next(numbers)}".encode()).digest(size)

    return draw


def cheap_passwords(random: Callable[[int], bytes]) -> PasswordHashes:
    """Hashes that cost next to nothing."""
    return PasswordHashes(random, memory_kib=8, passes=1)


@pytest.fixture(scope="session", name="mariadb_socket")
def started_mariadb() -> Iterator[Path]:
    """One MariaDB for the session."""
    try:
        with mariadb.running() as socket:
            yield socket
    except Unavailable as reason:
        missing(str(reason))


@contextmanager
def served_tables(endpoint: HttpEndpoint) -> Generator[TableBackend]:
    """Make two tables on a service of this machine."""
    credentials = Credentials(ACCESS_KEY, SECRET_KEY)
    prefix = f"vote-{uuid.uuid4()}"
    location = f"dynamodb://{REGION}/{prefix}-*?endpoint=http://127.0.0.1:{endpoint.port}"
    with open_tables(
        location, environment={}, credentials=credentials, sleep=short_sleep
    ) as backend:
        make_tables(backend)
        yield backend


def make_tables(backend: TableBackend) -> None:
    """Make what `tavola table` would; not every implementation knows of backups and protection."""
    for table in (backend.data, backend.log):
        settings = replace(
            table.design.table, point_in_time_recovery=False, deletion_protection=False
        )
        design = replace(table.design, table=settings)
        table.run(ApplyPlan(table.run(PlanTable(design, table.table_name))))


@contextmanager
def opened(kind: str, request: pytest.FixtureRequest, folder: Path) -> Generator[Backend]:
    """Open an empty backend of a kind."""
    if kind == "memory":
        yield MemoryBackend()
    elif kind == "sqlite":
        with SqlBackend(f"sqlite:///{folder / 'vote.sqlite'}") as backend:
            yield backend
    elif kind == "embedded":
        store = RecordingStore(open_store("memory:")[0])
        with open_tables("memory:", store=store) as backend:
            yield backend
        store.close()
        assert "Scan" not in {action for action, _ in store.calls}
    elif kind in SERVICES:
        endpoint: HttpEndpoint = request.getfixturevalue(kind)
        with served_tables(endpoint) as backend:
            yield backend
    else:
        socket: Path = request.getfixturevalue("mariadb_socket")
        name = f"vote_{uuid.uuid4().hex}"
        with mariadb.new_database(socket, name) as url, SqlBackend(url) as backend:
            yield backend


@pytest.fixture(params=BACKENDS)
def backend(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Backend]:
    """An empty backend of each kind."""
    with opened(request.param, request, tmp_path) as one:
        yield one


@pytest.fixture
def clock() -> Clock:
    return Clock()


def new_service(backend: Backend, clock: Clock) -> VoteService:
    """A service whose time and randomness are the test's."""
    random = numbered_random()
    return VoteService(
        backend,
        sealing_key=KEY,
        clock=clock,
        random=random,
        passwords=cheap_passwords(random),
    )


@pytest.fixture
def service(backend: Backend, clock: Clock) -> VoteService:
    return new_service(backend, clock)


@pytest.fixture
def one_world(clock: Clock) -> World:
    """The same in memory alone, for rules that no backend knows of."""
    return World(new_service(MemoryBackend(), clock), clock)


@pytest.fixture
def world(service: VoteService, clock: Clock) -> World:
    """The service with people in it: ada owns the system, olga organises, voters vote."""
    return World(service, clock)
