"""The client's CPU for the writes of one event request: `python -m benchmarks requests`.

Requests are taken in, queued and worked off through HTTP, on the engine as `tavola serve` offers it
in a process of its own: once to record the writes, and once more, without a recorder, to measure.
Then the recorded writes are sent again by boto3, as bodies that are made already. So Tavola plans,
encodes, signs, sends and decodes, and reads what it has to know; boto3 encodes, signs, sends and
decodes. Each has sent the like before it is measured, so that neither pays for its first request.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any

from rich.console import Console

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
WARM = 100
PLACES = WARM + 100
GOAL = 0.2
_WRITES = {"PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem", "TransactWriteItems"}
_KEYS = {"aws_access_key_id": "benchmark", "aws_secret_access_key": "benchmark"}


def main(argv: Sequence[str] = ()) -> None:
    """Measure."""
    count = int(argv[0]) if argv else REQUESTS
    console = Console()
    print_settings(console, "requests")
    report = Report(console, f"Client CPU of {count} requests", "what", "measured", "goal")
    with _served() as url:
        before, writes = _record(url, count)
    with _served() as url:
        ours = _run_ours(url, count)
    with _served() as url:
        theirs = _run_boto3(url, before, writes)
    report.add("Tavola, with its reads", f"{ours / count * 1e3:.2f} ms a request", "")
    report.add(f"boto3, {len(writes)} writes again", f"{theirs / count * 1e3:.2f} ms a request", "")
    report.add("share", f"{ours / theirs:.2f}", at_most(ours / theirs, GOAL))
    report.show()


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

    def serve(self, first: int, count: int) -> None:
        """Take requests in, and work them off."""
        for number in range(first, first + count):
            applicant = Applicant(f"user-{number}")
            self._db.run(self._desk.intake.accept(self._config, applicant))
        queued = done = 0
        while queued < count:
            queued += self._dispatch.step()
        while done < count:
            done += self._work.step()


def _record(url: str, count: int) -> tuple[list[Call], list[Call]]:
    """Return the writes of a run: those before, and those that count."""
    recording = RecordingStore(_store(url))
    db, messages = _open(url, recording)
    with db:
        hall = _Hall(db, messages)
        hall.serve(0, WARM)
        made = _count_writes(recording)
        hall.serve(WARM, count)
    writes = [one for one in recording.calls if one[0] in _WRITES]
    return writes[:made], writes[made:]


def _run_ours(url: str, count: int) -> float:
    """Return the CPU seconds of a run."""
    db, messages = _open(url, _store(url))
    with db:
        hall = _Hall(db, messages)
        hall.serve(0, WARM)
        begun = time.process_time()
        hall.serve(WARM, count)
        return time.process_time() - begun


def _count_writes(recording: RecordingStore) -> int:
    return sum(action in _WRITES for action, _ in recording.calls)


def _run_boto3(url: str, before: Sequence[Call], writes: Sequence[Call]) -> float:
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

    send(before)
    begun = time.process_time()
    send(writes)
    return time.process_time() - begun
