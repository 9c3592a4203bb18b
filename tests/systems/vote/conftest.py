"""The vote system on every backend; each test has a system of its own, empty."""

from __future__ import annotations

import hashlib
import itertools
import uuid
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tavola_systems.vote.backends.backend import Backend
from tavola_systems.vote.backends.memory import MemoryBackend
from tavola_systems.vote.backends.sql import SqlBackend
from tavola_systems.vote.domain.passwords import Passwords
from tavola_systems.vote.service import VoteService
from tests.parts import missing
from tests.reference.installation import Unavailable
from tests.systems.vote import mariadb
from tests.systems.vote.world import KEY, NOW, World

BACKENDS = ("memory", "sqlite", "mariadb")


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


def cheap_passwords(random: Callable[[int], bytes]) -> Passwords:
    """Hashes that cost next to nothing."""
    return Passwords(random, memory_kib=8, passes=1)


@pytest.fixture(scope="session", name="mariadb_socket")
def started_mariadb() -> Iterator[Path]:
    """One MariaDB for the session."""
    try:
        with mariadb.running() as socket:
            yield socket
    except Unavailable as reason:
        missing(str(reason))


@contextmanager
def opened(kind: str, request: pytest.FixtureRequest, folder: Path) -> Generator[Backend]:
    """Open an empty backend of a kind."""
    if kind == "memory":
        yield MemoryBackend()
    elif kind == "sqlite":
        with SqlBackend(f"sqlite:///{folder / 'vote.sqlite'}") as backend:
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


@pytest.fixture
def service(backend: Backend, clock: Clock) -> VoteService:
    random = numbered_random()
    return VoteService(
        backend,
        sealing_key=KEY,
        clock=clock,
        random=random,
        passwords=cheap_passwords(random),
    )


@pytest.fixture
def world(service: VoteService, clock: Clock) -> World:
    """The service with people in it: ada owns the system, olga organises, voters vote."""
    return World(service, clock)
