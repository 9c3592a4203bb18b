"""The vote system under load, and counting: `python -m benchmarks vote`.

Three things: how much faster ballots are counted than pair by pair; how long the result of a large
election takes and how much memory; how many ballots a second are taken, through 64 connections to
one process, and by four processes on a store whose every request takes 10 ms more.
"""

from __future__ import annotations

import base64
import json
import os
import random
import resource
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from rich.console import Console

from benchmarks import goals
from benchmarks.measuring import Report, at_least, mark, print_settings
from tavola.errors import StoreError
from tavola_systems.platform.access.identity import Account
from tavola_systems.platform.access.passwords import Passwords
from tavola_systems.platform.running.process import Process, assemble
from tavola_systems.platform.running.settings import Settings
from tavola_systems.vote import models
from tavola_systems.vote.backends.dynamodb_table import TableBackend, open_tables
from tavola_systems.vote.domain.entities import Ranking
from tavola_systems.vote.domain.sealing import Contents, Seal
from tavola_systems.vote.domain.tally import count_pairs
from tavola_systems.vote.opening import KEY_VARIABLE
from tavola_systems.vote.service import VoteService
from tavola_systems.vote.system import SYSTEM
from tavola_systems.vote.web.accounts import service_of
from tavola_systems.vote.web.routing import as_segment

CANDIDATES = [f"Candidate {number:02}" for number in range(20)]
BALLOTS = 100_000
VOTERS = 1_000
CONNECTIONS = 64
PROCESSES = 4
SLOW_VOTERS = 200
DELAY_SECONDS = 0.010
ELECTION = "The large one"
KEY = bytes(32)


def main(argv: Sequence[str] = ()) -> None:
    """Measure, or be one of the processes that are measured."""
    if argv:
        PARTS[argv[0]](*argv[1:])
        return
    console = Console()
    print_settings(console, "vote")
    report = Report(console, "Elections", "what", "measured", "goal")
    _count(report)
    with tempfile.TemporaryDirectory() as folder:
        _result(report, Path(folder))
        _load(report, Path(folder))
        _processes(report, Path(folder))
    report.show()


def _drawn(draw: random.Random) -> dict[str, int]:
    order = draw.sample(CANDIDATES, len(CANDIDATES))
    return {name: rank for rank, name in enumerate(order, start=1)}


def _count(report: Report) -> None:
    draw = random.Random(20)
    ballots = [_drawn(draw) for _ in range(BALLOTS)]
    begun = time.process_time()
    _, fast, _ = count_pairs(CANDIDATES, ballots)
    in_blocks = time.process_time() - begun
    begun = time.process_time()
    slow = _pair_by_pair(ballots)
    by_pairs = time.process_time() - begun
    assert fast.tolist() == slow
    ratio = by_pairs / in_blocks
    report.add(
        f"counting {BALLOTS:,} ballots of {len(CANDIDATES)} candidates, beside pair by pair",
        f"{in_blocks * 1000:.0f} ms, {by_pairs * 1000:.0f} ms",
        at_least(ratio, goals.COUNTING_TO_PAIR_BY_PAIR),
    )


def _pair_by_pair(ballots: Sequence[Mapping[str, int]]) -> list[list[int]]:
    size = len(CANDIDATES)
    counted = [[0] * size for _ in range(size)]
    for ballot in ballots:
        ranks = [ballot.get(name, 1000) for name in CANDIDATES]
        for one in range(size):
            rank = ranks[one]
            for other in range(one + 1, size):
                if rank < ranks[other]:
                    counted[one][other] += 1
                elif rank > ranks[other]:
                    counted[other][one] += 1
    return counted


def _run(part: str, *words: str) -> Any:
    command = [sys.executable, "-m", "benchmarks", "vote", part, *words]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def _result(report: Report, folder: Path) -> None:
    store = str(folder / "large.db")
    _run("fill", store)
    measured = _run("finish", store)
    seconds, megabytes = goals.RESULT_PAGE_SECONDS, goals.RESULT_PAGE_MEGABYTES
    is_good = measured["seconds"] <= seconds and measured["megabytes"] <= megabytes
    report.add(
        f"from the end of voting to the result page, {BALLOTS:,} sealed ballots",
        f"{measured['seconds']:.1f} s, {measured['megabytes']:.0f} MB",
        f"{mark('the result page', is_met=is_good)} (≤ {seconds:g} s, ≤ {megabytes:g} MB)",
    )


def fill(store: str) -> None:
    """Put an election with very many sealed ballots into a store; its log knows nothing of them."""
    with open_tables(store) as backend:
        service = _organised(backend, ["ada"])
        seal = Seal(KEY, random.Random(1).randbytes)
        draw = random.Random(2)
        now = service.queries.find_election(ELECTION).created_at

        def ballot(number: int) -> models.Ballot:
            rankings = tuple(Ranking(name, rank) for name, rank in _drawn(draw).items())
            sealed = seal.close(Contents(f"{number:036}", rankings), ELECTION, CANDIDATES)
            return models.Ballot(
                election_name=ELECTION, voter_name=f"{number:06}", when_cast=now, sealed=sealed
            )

        for begin in range(0, BALLOTS, 1000):
            backend.data.ballot.put_all([ballot(n) for n in range(begin, begin + 1000)])
    _say({})


def _organised(backend: TableBackend, voters: Sequence[str]) -> VoteService:
    service = VoteService(backend, sealing_key=KEY, passwords=None)
    commands = service.commands
    commands.register("ada", "ada@example.com", "a good password")
    for voter in voters:
        if voter != "ada":
            commands.admit("ada", voter, f"{voter}@example.com")
    commands.create_election("ada", ELECTION)
    commands.set_candidates("ada", ELECTION, CANDIDATES)
    commands.set_eligible_voters("ada", ELECTION, voters)
    commands.launch("ada", ELECTION)
    return service


def finish(store: str) -> None:
    """Serve the election, end its voting, and open the result page; in a process of its own."""
    os.environ[KEY_VARIABLE] = base64.b64encode(KEY).decode()
    with _Served(store) as served:
        service = served.service
        connection = HTTPConnection("127.0.0.1", served.port)
        headers = {"Cookie": f"tavola-vote={served.session('ada')}"}
        begun = time.perf_counter()
        service.commands.finalize("ada", ELECTION)
        connection.request("GET", f"/vote/elections/{as_segment(ELECTION)}/results", None, headers)
        page = connection.getresponse().read()
        seconds = time.perf_counter() - begun
        connection.close()
    assert f"{BALLOTS} ballots".encode() in page
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    _say({"seconds": seconds, "megabytes": peak})


def _say(value: Any) -> None:
    sys.stdout.write(json.dumps(value))


class _Served:
    """The system behind a port, in this process."""

    def __init__(self, store: str) -> None:
        import uvicorn

        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listener.getsockname()[1]
        settings = Settings(store=store, base_url=f"http://127.0.0.1:{self.port}")
        self.process: Process = assemble(
            settings, [SYSTEM], passwords=Passwords.cheap(), log=None, has_workers=False
        )
        config = uvicorn.Config(self.process.application.asgi, log_level="error")
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(
            target=self._server.run, kwargs={"sockets": [self.listener]}, daemon=True
        )

    def __enter__(self) -> _Served:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join()
        self.listener.close()

    @property
    def service(self) -> VoteService:
        """The system itself."""
        return service_of(self.process.application.services["vote"])

    def _account(self, name: str) -> Account:
        account = self.process.application.services["vote"].accounts.find("vote", name)
        assert account is not None
        return account

    def token(self, name: str) -> str:
        """A token, so that everybody is signed in before."""
        return self.process.shared.tokens.issue("vote", self._account(name), "load")

    def session(self, name: str) -> str:
        """A session's cookie, for somebody with a browser."""
        return self.process.shared.sessions.begin("vote", self._account(name), "benchmark")


def _load(report: Report, folder: Path) -> None:
    with _Served(str(folder / "load.db")) as served:
        service = served.service
        voters = [f"v{number:04}" for number in range(VOTERS)]
        backend = service.backend
        assert isinstance(backend, TableBackend)
        _organised(backend, voters)
        tokens = [served.token(voter) for voter in voters]
        parts = [tokens[number::CONNECTIONS] for number in range(CONNECTIONS)]
        begun = time.perf_counter()
        with ThreadPoolExecutor(CONNECTIONS) as pool:
            counts = list(pool.map(lambda part: _cast_all(served.port, part), parts))
        seconds = time.perf_counter() - begun
        service.commands.finalize("ada", ELECTION)
        result = service.queries.tally(ELECTION)
        assert sum(counts) == VOTERS == result.ballot_count == len(voters)
    report.add(
        f"{VOTERS:,} voters through {CONNECTIONS} connections to one process, over HTTP",
        f"{VOTERS / seconds:.0f} ballots/s",
        "all counted once ✓",
    )


def _cast_all(port: int, tokens: Sequence[str]) -> int:
    """Cast a ballot with each token on one connection; return how many were acknowledged."""
    draw = random.Random(port)
    path = f"/vote/api/elections/{as_segment(ELECTION)}/ballot"
    connection = HTTPConnection("127.0.0.1", port)
    taken = 0
    for token in tokens:
        rankings = [{"candidate_name": name, "rank": rank} for name, rank in _drawn(draw).items()]
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        connection.request("PUT", path, json.dumps({"rankings": rankings}), headers)
        answer = connection.getresponse()
        answer.read()
        taken += answer.status == 200
    connection.close()
    return taken


class _SlowStore:
    """A store at a distance."""

    def __init__(self, store: Any) -> None:
        self._store = store

    def execute(self, action: str, body: dict[str, Any]) -> bytes:
        """Answer later."""
        time.sleep(DELAY_SECONDS)
        answer: bytes = self._store.execute(action, body)
        return answer

    def execute_all(self, calls: Any) -> list[bytes]:
        """Answer several, which go out together."""
        time.sleep(DELAY_SECONDS)
        answers: list[bytes] = self._store.execute_all(calls)
        return answers

    def close(self) -> None:
        """Close the store behind."""
        self._store.close()


def _processes(report: Report, folder: Path) -> None:
    store = str(folder / "far.db")
    voters = [f"v{number:04}" for number in range(SLOW_VOTERS)]
    with open_tables(store) as backend:
        _organised(backend, voters)
    command = [sys.executable, "-m", "benchmarks", "vote", "cast", store]
    begun = time.perf_counter()
    running = [subprocess.Popen([*command, str(number)]) for number in range(PROCESSES)]
    codes = [process.wait() for process in running]
    seconds = time.perf_counter() - begun
    with open_tables(store) as backend:
        service = VoteService(backend, sealing_key=KEY)
        service.commands.finalize("ada", ELECTION)
        counted = service.queries.tally(ELECTION).ballot_count
    assert codes == [0] * PROCESSES
    assert counted == SLOW_VOTERS
    report.add(
        f"{SLOW_VOTERS} voters by {PROCESSES} processes, 10 ms more for each request",
        f"{SLOW_VOTERS / seconds:.0f} ballots/s",
        "all counted once ✓",
    )


def cast(store: str, number: str) -> None:
    """Be one of several processes that cast ballots on a store at a distance."""
    from tavola.stores.opening import open_store
    from tavola_systems.vote.event_log_models import VoteEventLog

    far: Any = _SlowStore(open_store(store)[0])
    data = models.VoteData.open(store, store=far)
    log = VoteEventLog.open(store, store=far)
    service = VoteService(TableBackend(data, log, patience=120), sealing_key=KEY)
    draw = random.Random(number)
    own = [f"v{one:04}" for one in range(int(number), SLOW_VOTERS, PROCESSES)]

    def vote(voter: str) -> None:
        service.commands.cast_ballot(voter, ELECTION, list(_drawn(draw).items()))

    try:
        with ThreadPoolExecutor(CONNECTIONS // PROCESSES) as pool:
            list(pool.map(vote, own))
    except StoreError as error:
        sys.exit(str(error))


PARTS: Mapping[str, Any] = {"fill": fill, "finish": finish, "cast": cast}
