"""The client's CPU for the writes of one event request: `python -m benchmarks requests`.

Requests are taken in, queued and worked off through HTTP, on the engine as `tavola serve` offers it
in a process of its own. Then the same writes are sent once more by boto3, as bodies that are made
already. So Tavola plans, encodes, signs, sends and decodes, and reads what it has to know; boto3
encodes, signs, sends and decodes.
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
PLACES = 100
GOAL = 0.2
_WRITES = {"PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem", "TransactWriteItems"}
_KEYS = {"aws_access_key_id": "benchmark", "aws_secret_access_key": "benchmark"}


def main(argv: Sequence[str] = ()) -> None:
    """Measure."""
    count = int(argv[0]) if argv else REQUESTS
    console = Console()
    print_settings(console, "requests")
    with _served() as url:
        ours, before, writes = _run_ours(url, count)
    with _served() as url:
        theirs = _run_boto3(url, before, writes)
    report = Report(console, f"Client CPU of {count} requests", "what", "measured", "goal")
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


def _open(url: str) -> tuple[AsyncEventTable, RequestQueue, RecordingStore]:
    location = f"dynamodb://eu-west-1/AsyncEventTable?endpoint={url}"
    keys = Credentials(*_KEYS.values())
    store, _ = open_store(location, environment={}, credentials=keys)
    recording = RecordingStore(store)
    db = AsyncEventTable.open(location, store=recording)
    messages = RequestQueue.open(
        location.replace("AsyncEventTable", "RequestQueue"), store=recording
    )
    for table in (db, messages):
        table.run(ApplyPlan(table.run(PlanTable(type(table).design, table.table_name))))
    return db, messages, recording


def _run_ours(url: str, count: int) -> tuple[float, list[Call], list[Call]]:
    """Take requests in, and work them off; return the CPU seconds, and writes before and then."""
    db, messages, recording = _open(url)
    with db:
        desk, queue = open_desk(db), EmbeddedQueue(messages)
        desk.events.create(NewEvent("load", "Load", "FIRST_COME", PLACES))
        config = desk.events.open("load")
        dispatch, work = DispatchLoop(db, queue), WorkLoop(db, queue)
        made = _count_writes(recording)
        begun = time.process_time()
        for number in range(count):
            db.run(desk.intake.accept(config, Applicant(f"user-{number}")))
        queued = done = 0
        while queued < count:
            queued += dispatch.step()
        while done < count:
            done += work.step()
        spent = time.process_time() - begun
        writes = [one for one in recording.calls if one[0] in _WRITES]
    return spent, writes[:made], writes[made:]


def _count_writes(recording: RecordingStore) -> int:
    return sum(action in _WRITES for action, _ in recording.calls)


def _run_boto3(url: str, before: Sequence[Call], writes: Sequence[Call]) -> float:
    """Send the same bodies in the same order to an engine that was empty; answers are the same."""
    boto3: Any = import_module("boto3")
    db, _, _ = _open(url)
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
