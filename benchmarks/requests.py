"""The client's CPU for the writes of one event request: `python -m benchmarks requests`.

Requests are taken in, queued and worked off through HTTP, on the engine as `tavola serve` offers it
in a process of its own: once to record the writes, and once more, without a recorder, to measure.
The recorded writes are sent again by boto3, as bodies that are made already. So Tavola plans,
encodes, signs, sends and decodes, and reads what it has to know; boto3 encodes, signs, sends and
decodes. Each has sent the like before it is measured, so that neither pays for its first request.
They take turns, 150 requests each, and the medians of all turns are compared: what else the
machine does meets both alike. How the memory of a process happens to lie makes a tenth of
difference for all of its life, so three processes measure, and the median of the three counts.
"""

from __future__ import annotations

import gc
import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from itertools import pairwise
from statistics import median
from typing import Any, NamedTuple

from rich.console import Console

from benchmarks import goals
from benchmarks.measuring import Report, at_most, print_settings
from tavola.operations.tables.table_operations import ApplyPlan, PlanTable
from tavola.stores.opening import open_store
from tavola.stores.recording import RecordingStore
from tavola.wire.sigv4 import Credentials
from tavola_systems.requests.desk import open_desk
from tavola_systems.requests.models import AsyncEventTable
from tavola_systems.requests.queue_models import RequestQueue
from tavola_systems.requests.queues.table_queue import EmbeddedQueue
from tavola_systems.requests.running import DispatchLoop, WorkLoop
from tavola_systems.requests.services.events import NewEvent
from tavola_systems.requests.services.intake import Applicant

Call = tuple[str, dict[str, Any]]
REQUESTS = 1_500
TURN = 150
"""Requests of one turn; the first turn warms up and is not measured."""
PLACES = 2 * TURN
PROCESSES = 3
_WRITES = {"PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem", "TransactWriteItems"}
_KEYS = {"aws_access_key_id": "benchmark", "aws_secret_access_key": "benchmark"}


class Measured(NamedTuple):
    """Milliseconds of CPU that a request takes of each, and how many writes were sent again."""

    ours: float
    theirs: float
    writes: int

    @property
    def share(self) -> float:
        """What Tavola takes of what boto3 takes."""
        return self.ours / self.theirs


def main(argv: Sequence[str] = ()) -> None:
    """Measure, each time in a process of its own."""
    turns = max(1, (int(argv[0]) if argv else REQUESTS) // TURN)
    console = Console()
    print_settings(console, "requests")
    report = Report(console, f"Client CPU of {turns * TURN} requests", "what", "measured", "goal")
    command = [sys.executable, "-m", "benchmarks.requests", str(turns)]
    runs = [
        Measured(*json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout))
        for _ in range(PROCESSES)
    ]
    middle = sorted(runs, key=lambda run: run.share)[PROCESSES // 2]
    report.add("Tavola, with its reads", f"{middle.ours:.2f} ms a request", "")
    report.add(f"boto3, {middle.writes} writes again", f"{middle.theirs:.2f} ms a request", "")
    report.add("share in each process", ", ".join(f"{run.share:.3f}" for run in runs), "")
    goal = goals.REQUEST_TO_BOTO3
    report.add("share, the median", f"{middle.share:.3f}", at_most(middle.share, goal))
    report.show()


def measure_here(turns: int) -> Measured:
    """Measure in this process."""
    with _served() as url:
        writes = _record(url, turns)
    # What was recorded belongs to neither client; nobody is to look through it for garbage.
    gc.collect()
    gc.freeze()
    with _served() as our_url, _served() as their_url:
        found = list(_measure(our_url, their_url, writes))
    ours, theirs = (median(times) / TURN * 1e3 for times in zip(*found, strict=True))
    return Measured(ours, theirs, sum(len(turn) for turn in writes[1:]))


@contextmanager
def _served() -> Generator[str]:
    """An engine in memory, served by another process."""
    command = [sys.executable, "-m", "tavola", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            found = None
            while found is None:
                found = re.search(r"http://[\d.]+:\d+", server.stdout.readline())
            yield found[0]
        finally:
            server.terminate()


def _store(url: str) -> Any:
    keys = Credentials(*_KEYS.values())
    return open_store(_location(url), environment={}, credentials=keys)[0]


def _location(url: str) -> str:
    return f"dynamodb://eu-west-1/AsyncEventTable?endpoint={url}"


def _open(url: str, store: Any) -> tuple[AsyncEventTable, RequestQueue]:
    location = _location(url)
    db = AsyncEventTable.open(location, store=store)
    messages = RequestQueue.open(location.replace("AsyncEventTable", "RequestQueue"), store=store)
    for table in (db, messages):
        table.run(ApplyPlan(table.run(PlanTable(type(table).design, table.table_name))))
    return db, messages


class _Hall:
    """An open event, and who takes requests in, queues them and works them off."""

    def __init__(self, db: AsyncEventTable, messages: RequestQueue) -> None:
        self._db = db
        self._desk, queue = open_desk(db), EmbeddedQueue(messages)
        self._desk.events.create(NewEvent("load", "Load", "FIRST_COME", PLACES))
        self._config = self._desk.events.open("load")
        self._dispatch, self._work = DispatchLoop(db, queue), WorkLoop(db, queue)

    def serve(self, turn: int) -> None:
        """Take the requests of a turn in, and work them off."""
        for number in range(turn * TURN, (turn + 1) * TURN):
            applicant = Applicant(f"user-{number}")
            self._db.run(self._desk.intake.accept(self._config, applicant))
        queued = done = 0
        while queued < TURN:
            queued += self._dispatch.step()
        while done < TURN:
            done += self._work.step()


def _record(url: str, turns: int) -> list[list[Call]]:
    """Return the writes of each turn; those before the first belong to it."""
    recording = RecordingStore(_store(url))
    db, messages = _open(url, recording)
    ends = [0]
    with db:
        hall = _Hall(db, messages)
        for turn in range(turns + 1):
            hall.serve(turn)
            ends.append(len(recording.calls))
    return [
        [one for one in recording.calls[start:end] if one[0] in _WRITES]
        for start, end in pairwise(ends)
    ]


def _measure(
    our_url: str, their_url: str, writes: Sequence[Sequence[Call]]
) -> Iterator[tuple[float, float]]:
    """Yield the CPU seconds of Tavola and boto3 for each turn but the first."""
    send = _boto3_sender(their_url)
    db, messages = _open(our_url, _store(our_url))
    with db:
        hall = _Hall(db, messages)
        for turn, calls in enumerate(writes):
            begun = time.process_time()
            hall.serve(turn)
            between = time.process_time()
            send(calls)
            if turn:
                yield between - begun, time.process_time() - between


def _boto3_sender(url: str) -> Callable[[Sequence[Call]], None]:
    """Send the same bodies in the same order to an engine that was empty; answers are the same."""
    boto3: Any = import_module("boto3")
    db, _ = _open(url, _store(url))
    db.close()
    client = boto3.client("dynamodb", region_name="eu-west-1", endpoint_url=url, **_KEYS)
    methods = {
        "PutItem": client.put_item,
        "UpdateItem": client.update_item,
        "DeleteItem": client.delete_item,
        "BatchWriteItem": client.batch_write_item,
        "TransactWriteItems": client.transact_write_items,
    }

    def send(calls: Sequence[Call]) -> None:
        for action, body in calls:
            with suppress(client.exceptions.ConditionalCheckFailedException):
                methods[action](**body)

    return send


if __name__ == "__main__":
    print(json.dumps(measure_here(int(sys.argv[1]))))
