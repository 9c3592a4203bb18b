"""Many at once: threads and processes lose nothing, and nobody votes twice."""

from __future__ import annotations

import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier, Event
from typing import TypeVar

import pytest

from tavola_systems.vote.backends.backend import Backend
from tavola_systems.vote.backends.dynamodb_table import TableBackend
from tavola_systems.vote.domain.errors import Conflict, VoteError
from tavola_systems.vote.domain.roles import Role
from tavola_systems.vote.maintenance import verify
from tavola_systems.vote.opening import open_backend
from tavola_systems.vote.service import VoteService
from tests.patience import PATIENCE_SECONDS, RUNS_OUT_SECONDS, eventually
from tests.reference.endpoint import ACCESS_KEY, REGION, SECRET_KEY, HttpEndpoint
from tests.systems.vote import mariadb
from tests.systems.vote.conftest import make_tables
from tests.systems.vote.world import BOARD, KEY, RANKED, VOTERS, World

T = TypeVar("T")
ROOT = Path(__file__).parents[3]
PROCESSES = 16
WRITER = """
import sys
from tavola_systems.vote.opening import open_backend
from tavola_systems.vote.service import VoteService
from tests.systems.vote.conftest import cheap_passwords, numbered_random

url, number = sys.argv[1], int(sys.argv[2])
options = {"patience": 120} if "sql" not in url else {}
backend = open_backend(url, **options)
random = numbered_random()
service = VoteService(backend, sealing_key=bytes(range(32)), passwords=cheap_passwords(random))
sys.stdin.readline()
for turn in range(3):
    print(service.commands.create_election("ada", f"Election {number}-{turn}").event_id)
try:
    service.commands.register("The one", "one@example.com", "secret")
    print("won")
except Exception as error:
    print(type(error).__name__)
"""


def at_once(number: int, act: Callable[[int], T]) -> list[T]:
    """Let threads act at the same time."""
    barrier = Barrier(number)

    def begin(which: int) -> T:
        barrier.wait()
        return act(which)

    with ThreadPoolExecutor(number) as pool:
        return list(pool.map(begin, range(number)))


def outcome(act: Callable[[], object]) -> str:
    """Say how a command ended."""
    try:
        act()
    except VoteError as error:
        return error.code
    return "done"


def test_of_those_who_register_one_name_at_once_one_gets_it(service: VoteService) -> None:
    ends = at_once(
        8, lambda n: outcome(lambda: service.commands.register("Ada", f"a{n}@x.org", "p"))
    )
    assert sorted(ends) == [*["CONFLICT"] * 7, "done"]
    assert service.queries.counts().users == 1


def test_of_the_first_users_one_owns_the_system(service: VoteService) -> None:
    at_once(8, lambda n: service.commands.register(f"user {n}", f"u{n}@example.com", "p"))
    roles = [service.queries.find_user(f"user {n}").role for n in range(8)]
    assert sorted(roles) == [*[Role.USER] * 7, Role.OWNER]
    assert service.queries.head().sequence == 8


def test_a_voter_who_votes_in_many_windows_counts_once(world: World) -> None:
    world.launched()
    receipts = at_once(8, lambda _: world.commands.cast_ballot("vera", BOARD, RANKED))
    assert len({receipt.confirmation for receipt in receipts}) == 1
    assert world.queries.find_election(BOARD).ballot_count == 1
    assert len(list(world.service.backend.events())) == world.queries.head().sequence


def test_no_ballot_comes_in_after_the_end(world: World) -> None:
    world.launched()

    def act(number: int) -> str:
        if number == 0:
            return outcome(lambda: world.commands.finalize("olga", BOARD))
        return outcome(lambda: world.commands.cast_ballot(VOTERS[number - 1], BOARD, RANKED))

    ends = at_once(4, act)
    types = [event.event_type for event in world.service.backend.events()]
    assert (
        types[-1] == "ElectionFinalized"
        or "BallotCast" not in types[types.index("ElectionFinalized") :]
    )
    assert ends.count("done") - 1 == types.count("BallotCast")
    assert world.queries.tally(BOARD).ballot_count == types.count("BallotCast")


def test_a_count_waits_for_the_ballot_whose_turn_it_was_at_the_end(
    world: World, backend: Backend
) -> None:
    """Who saw the count without it, and then with it, would know what it says."""
    world.launched(no_voting_after=world.at(60))
    at_turn, is_counted = Event(), Event()
    before_the_end: float = world.clock.now + 3599

    def slow_clock() -> float:
        at_turn.set()
        is_counted.wait(RUNS_OUT_SECONDS)
        return before_the_end

    slow = VoteService(backend, sealing_key=KEY, clock=slow_clock)
    late = VoteService(backend, sealing_key=KEY, clock=lambda: before_the_end + 2)

    def count() -> int:
        assert at_turn.wait(PATIENCE_SECONDS)
        counted = late.queries.tally(BOARD).ballot_count
        is_counted.set()
        return counted

    with ThreadPoolExecutor(2) as pool:
        counted = pool.submit(count)
        pool.submit(slow.commands.cast_ballot, "vera", BOARD, RANKED).result()
    assert counted.result() == late.queries.tally(BOARD).ballot_count == 1


def test_who_is_renamed_while_voting_has_one_ballot(world: World) -> None:
    world.launched()
    at_once(
        2,
        lambda n: outcome(
            lambda: (
                world.commands.change_name("ada", "vera", "Vera N.")
                if n
                else world.commands.cast_ballot("vera", BOARD, RANKED)
            )
        ),
    )
    eventually(lambda: verify(world.service.backend).differences, [])
    assert world.queries.find_election(BOARD).ballot_count <= 1


@pytest.fixture(params=["embedded", "sqlite", "mariadb", "dynoxide", "extenddb"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A backend that several processes can open."""
    kind: str = request.param
    if kind == "embedded":
        yield str(tmp_path / "vote.db")
    elif kind == "sqlite":
        yield f"sqlite:///{tmp_path / 'vote.sqlite'}"
    elif kind == "mariadb":
        socket: Path = request.getfixturevalue("mariadb_socket")
        with mariadb.new_database(socket, f"vote_{uuid.uuid4().hex}") as database:
            yield database
    else:
        endpoint: HttpEndpoint = request.getfixturevalue(kind)
        yield f"dynamodb://{REGION}/v{uuid.uuid4()}-*?endpoint=http://127.0.0.1:{endpoint.port}"


@pytest.fixture
def shared(url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Backend]:
    """The backend, with its owner in it."""
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", ACCESS_KEY)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", SECRET_KEY)
    with open_backend(url) as backend:
        if isinstance(backend, TableBackend) and url.startswith("dynamodb:"):
            make_tables(backend)
        VoteService(backend, sealing_key=KEY).commands.register("ada", "ada@example.com", "p")
        yield backend


def test_sixteen_processes_append_without_gaps(url: str, shared: Backend) -> None:
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, url, str(number)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(PROCESSES)
    ]
    said = [process.communicate("\n")[0].split() for process in processes]
    numbers = sorted(int(word) for words in said for word in words[:3])
    ends = sorted(words[3] for words in said)
    assert len(numbers) == len(set(numbers)) == PROCESSES * 3
    assert ends == [*[Conflict.__name__] * (PROCESSES - 1), "won"]
    assert shared.head().sequence == 2 + PROCESSES * 3
    assert [event.event_id for event in shared.events()] == [*range(1, 51)]
    eventually(lambda: verify(shared).differences, [])
