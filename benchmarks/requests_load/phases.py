"""The parts of `make load`: what a bare process reaches, a burst, a steady crowd, and kills."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.requests_load.run import Plan, Report, run, start_crowd, wait_for
from benchmarks.requests_load.staff import free_port

STEADY_SHARE = 2 / 3
STEADY_SECONDS = 60.0
"""So long that a disk that stands still once, for half a second, is not a hundredth of it."""
_BARE_PEOPLE = 5_000


@dataclass(frozen=True)
class Bare:
    """What a process reaches that only answers."""

    rate: float
    seconds: list[float]


def measure_bare(plan: Plan) -> Bare:
    """Let a crowd apply at a route that does nothing."""
    port = free_port()
    command = [sys.executable, "-m", "benchmarks.requests_load.bare", str(port)]
    tokens = ["token"] * min(plan.people, _BARE_PEOPLE)
    with tempfile.TemporaryDirectory() as name, subprocess.Popen(command) as server:
        folder = Path(name)
        try:
            wait_for(port, 60)
            began = time.time()
            parts = [tokens[one :: plan.processes] for one in range(plan.processes)]
            whole = replace(plan, rate=0.0)
            crowds = [start_crowd(whole, folder, port, n, one) for n, one in enumerate(parts)]
            for one in crowds:
                one.wait()
            took = time.time() - began
            seconds = [one for number in range(len(parts)) for one in _seconds(folder, number)]
        finally:
            server.terminate()
    return Bare(len(seconds) / took, seconds)


def _seconds(folder: Path, number: int) -> list[float]:
    answers = json.loads((folder / f"answers-{number}.json").read_text())
    return [one[1] for one in answers["accepted"]]


def run_in_file(plan: Plan) -> Report:
    """Carry a run out on the embedded store, in a file of its own."""
    with tempfile.TemporaryDirectory() as folder:
        return run(plan, f"{folder}/load.db", Path(folder))


def run_on(plan: Plan, store: str) -> Report:
    """Carry a run out on a store that is there."""
    with tempfile.TemporaryDirectory() as folder:
        return run(plan, store, Path(folder))


def burst_of(plan: Plan) -> Plan:
    """All come at once, and nobody is killed; each process has one task."""
    return replace(plan, kills=0, rate=0.0, dispatchers=1, workers=1, serves_alone=True)


def steady_of(plan: Plan, highest: float) -> Plan:
    """They come evenly, at two thirds of the highest rate."""
    rate = highest * STEADY_SHARE
    people = max(50, min(plan.people, int(rate * STEADY_SECONDS)))
    return replace(
        burst_of(plan),
        people=people,
        duplicates=people // 10,
        rate=rate,
        connections=4 * plan.connections,
    )


def run_on_dynoxide(plan: Plan) -> Report:
    """Carry a run out on another implementation of DynamoDB."""
    from tests.reference.engines import dynoxide, running

    with running(dynoxide) as endpoint:
        url = f"http://127.0.0.1:{endpoint.port}"
        return run_on(plan, f"dynamodb://eu-west-1/load-*?endpoint={url}")
