"""One run: a crowd applies while processes are killed; then everything is looked at."""

from __future__ import annotations

import json
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from benchmarks.requests_load.checks import Outcome, check
from benchmarks.requests_load.crowd import make_crowd
from benchmarks.requests_load.staff import Staff, free_port
from tavola.errors import StoreError, TableInUse
from tavola.operations.tables.create import create_body
from tavola_systems.platform.running.stores import OpenTables, create_tables, open_tables
from tavola_systems.requests.desk import Desk, open_desk
from tavola_systems.requests.models import AsyncEventTable
from tavola_systems.requests.queue_models import RequestQueue
from tavola_systems.requests.services.events import NewEvent
from tavola_systems.requests.services.joined_writes import Doing
from tavola_systems.requests.services.progress import ProgressKeeper

EVENT = "load"
PATH = f"/requests/api/events/{EVENT}/requests"


@dataclass(frozen=True)
class Plan:
    """How large a run is; nothing goes on for longer than `seconds`."""

    people: int
    places: int
    duplicates: int
    kills: int
    seconds: float
    processes: int = 2
    connections: int = 16
    workers: int = 2
    dispatchers: int = 2
    rate: float = 0.0
    """Requests a second of all processes together; 0 for as fast as they can."""
    seed: int = 1
    serves_alone: bool = False
    """Whether the server leaves dispatching and working to the other processes."""


@dataclass
class Report:
    """What a run came to."""

    outcome: Outcome
    accepted: list[tuple[float, float]]
    """When, and after how many seconds, a 202 came."""
    retries: int
    refusals: dict[str, int]
    kills: list[tuple[float, str]]
    began: float
    applied: float
    """When the last applicant had an answer."""
    ended: float
    exits: dict[str, int] = field(default_factory=dict)
    cpu: dict[str, float] = field(default_factory=dict)
    """Seconds of CPU of the server, the dispatchers and the workers."""


def run(plan: Plan, store: str, folder: Path) -> Report:
    """Carry a run out in a folder, on a store of its own."""
    secret = secrets.token_urlsafe(32)
    kinds = [AsyncEventTable, RequestQueue]
    tables = open_tables(store, kinds, clock=time.time)
    try:
        _create(tables)
        return _run(plan, store, folder, secret, tables)
    finally:
        tables.close()


def _create(tables: OpenTables) -> None:
    """Make the tables; other implementations know no backups, so these go without."""
    try:
        create_tables(tables)
    except StoreError as refused:
        if refused.code != "UnknownOperationException":
            raise
        for table in tables.tables.values():
            with suppress(TableInUse):
                body = {**create_body(type(table).design), "TableName": table.table_name}
                table.store.execute("CreateTable", body)


def _run(plan: Plan, store: str, folder: Path, secret: str, tables: OpenTables) -> Report:
    tokens = make_crowd(tables.platform, secret, plan.people)
    found = tables.tables[AsyncEventTable]
    assert isinstance(found, AsyncEventTable)
    desk = open_desk(found)
    desk.events.create(NewEvent(EVENT, "The load test", "FIRST_COME", plan.places))
    # All of the crowd come from one address, which is limited otherwise.
    desk.db.event_config.update(EVENT, address_limit=0)
    desk.events.open(EVENT)
    staff = Staff(store, free_port(), secret, folder, plan.serves_alone)
    try:
        staff.hire(workers=plan.workers, dispatchers=plan.dispatchers)
        staff.wait_until_ready(plan.seconds)
        return _proceed(plan, folder, desk, staff, tokens)
    finally:
        staff.end()


def _proceed(plan: Plan, folder: Path, desk: Desk, staff: Staff, tokens: list[str]) -> Report:
    random = Random(plan.seed)
    sent = [*tokens, *random.choices(tokens, k=plan.duplicates)]
    random.shuffle(sent)
    staff.begin()
    began = time.time()
    ends = began + plan.seconds
    parts = [sent[number :: plan.processes] for number in range(plan.processes)]
    crowds = [start_crowd(plan, folder, staff.port, n, one) for n, one in enumerate(parts)]
    kills = _kill_some(plan, staff, crowds, random, ends)
    applied = time.time()
    _until_all_are_final(desk, ends)
    ended = time.time()
    exits = staff.end()
    answers = [
        json.loads((folder / f"answers-{one}.json").read_text()) for one in range(len(parts))
    ]
    told: dict[str, str] = {}
    wrong: list[str] = []
    for part, answer in zip(parts, answers, strict=True):
        for _, _, number, request_id, _ in answer["accepted"]:
            if told.setdefault(part[number], request_id) != request_id:
                wrong.append("one applicant was told two requests")
    outcome = check(desk.db, EVENT, plan.places, told)
    outcome.expect(len(told) == len(tokens), f"only {len(told)} of {len(tokens)} were accepted")
    outcome.wrong += wrong
    return Report(
        outcome=outcome,
        accepted=[(at, took) for one in answers for at, took, *_ in one["accepted"]],
        retries=sum(one["retries"] for one in answers),
        refusals={key: count for one in answers for key, count in one["refusals"].items()},
        kills=kills,
        began=began,
        applied=applied,
        ended=ended,
        exits=exits,
        cpu=staff.cpu,
    )


def start_crowd(
    plan: Plan, folder: Path, port: int, number: int, tokens: Sequence[str]
) -> subprocess.Popen[bytes]:
    """Let some of the crowd apply, in a process of their own."""
    names, results = folder / f"tokens-{number}.txt", folder / f"answers-{number}.json"
    names.write_text("\n".join(tokens))
    module = "benchmarks.requests_load.applicants"
    settings = (port, PATH, names, results, plan.connections, plan.seconds)
    rate = plan.rate / plan.processes
    return subprocess.Popen([sys.executable, "-m", module, *map(str, settings), str(rate)])


def _kill_some(
    plan: Plan,
    staff: Staff,
    crowds: Sequence[subprocess.Popen[bytes]],
    random: Random,
    ends: float,
) -> list[tuple[float, str]]:
    """Kill somebody now and then, until the crowd has its answers."""
    kills: list[tuple[float, str]] = []
    while any(one.poll() is None for one in crowds) and time.time() < ends + 30:
        time.sleep(random.uniform(0.3, 1.2))
        if len(kills) < plan.kills:
            name = random.choice(sorted(staff.processes))
            staff.kill(name)
            kills.append((time.time(), name))
    return kills


def _until_all_are_final(desk: Desk, ends: float) -> None:
    keeper = ProgressKeeper(desk.db)
    while time.time() < ends:
        waiting, _ = desk.draws.undispatched(EVENT)
        if not waiting:
            frontier = desk.db.run(Doing(lambda: keeper.settle(EVENT)))
            if frontier.blocker is None:
                return
        time.sleep(0.2)


def wait_for(port: int, seconds: float) -> None:
    """Wait until somebody listens."""
    ends = time.time() + seconds
    while time.time() < ends:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError(f"no server on port {port}")
