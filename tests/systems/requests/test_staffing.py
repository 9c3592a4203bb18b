"""Dispatchers and workers at a terminal: several at once, a clean stop, and the status."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tavola_systems.requests.desk import open_desk
from tavola_systems.requests.models import AsyncEventTable
from tavola_systems.requests.queue_models import RequestQueue
from tavola_systems.requests.queues.table_queue import EmbeddedQueue
from tavola_systems.requests.services.dispatching import Dispatcher
from tavola_systems.requests.services.events import NewEvent
from tavola_systems.requests.services.intake import Applicant
from tavola_systems.requests.services.joined_writes import Doing
from tavola_systems.requests.services.working import RequestWorker
from tavola_systems.requests.serving import queue_of, workers_of
from tavola_systems.requests.system import SYSTEM
from tavola_systems.requests.terminal import main
from tests.patience import PATIENCE_SECONDS, eventually
from tests.systems.site import open_site


@pytest.fixture
def store(tmp_path: Path) -> str:
    return str(tmp_path / "places.db")


@pytest.fixture
def start(store: str) -> Iterator[Any]:
    """Start a command; whatever still runs at the end is ended."""
    with ExitStack() as stack:

        def begin(*arguments: str) -> subprocess.Popen[str]:
            module = "tavola_systems.requests.terminal"
            process = subprocess.Popen(
                [sys.executable, "-m", module, *arguments, "--store", store],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
            )
            stack.enter_context(process)
            stack.callback(process.kill)
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            return process

        yield begin


def test_several_processes_work_an_event_off_and_stop_cleanly(store: str, start: Any) -> None:
    with AsyncEventTable.open(store) as db:
        desk = open_desk(db)
        desk.events.create(NewEvent("bicycles", "Bicycles", "FIRST_COME", 5))
        config = desk.events.open("bicycles")
        staff = [start("dispatcher"), start("dispatcher"), start("worker", "--count", "2")]
        plans = [desk.intake.accept(config, Applicant(f"user-{n}")) for n in range(20)]
        ids = [db.run(plan).request_id for plan in plans]

        def counted() -> dict[str, int]:
            found = [one.status for one in db.request.get_many(ids) if one]
            return {status: found.count(status) for status in set(found)}

        eventually(counted, {"SUCCEEDED": 5, "REJECTED": 15})
        winners = [one.ticket for one in db.request.get_many(ids) if one and one.ticket]
        for process in staff:
            process.send_signal(signal.SIGTERM)
        ends = [process.communicate(timeout=PATIENCE_SECONDS) for process in staff]
    assert [process.returncode for process in staff] == [0, 0, 0]
    assert [out for out, _ in ends] == ["stopped\n"] * 3
    assert len(set(winners)) == 20


def test_the_status_is_told_in_lines(store: str, capsys: pytest.CaptureFixture[str]) -> None:
    with AsyncEventTable.open(store) as db:
        open_desk(db).events.create(NewEvent("bicycles", "Bicycles", "FIRST_COME", 5))
    assert main(["status", "--store", store]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told == [
        "bicycles: DRAFT, 5 of 5 places left, 0 tickets given, 0 settled, 0 in the outbox,"
        " 0 failed",
        "queue: 0 messages, oldest none, 0 dead letters",
    ]


def test_the_status_counts_tickets_that_somebody_has(
    store: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with AsyncEventTable.open(store) as db, RequestQueue.open(store) as queue_table:
        desk, queue = open_desk(db), EmbeddedQueue(queue_table)
        desk.events.create(NewEvent("bicycles", "Bicycles", "FIRST_COME", 2))
        config = desk.events.open("bicycles")
        for number in range(3):
            db.run(desk.intake.accept(config, Applicant(f"user-{number}")))
        db.run(Doing(lambda: Dispatcher(db, queue, holder="one").dispatch("bicycles")))
    assert main(["status", "--store", store]) == 0
    assert " 3 tickets given, 0 settled," in capsys.readouterr().out


def test_results_are_counted_again_by_a_command(
    store: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with AsyncEventTable.open(store) as db, RequestQueue.open(store) as queue_table:
        desk, queue = open_desk(db), EmbeddedQueue(queue_table)
        desk.events.create(NewEvent("bicycles", "Bicycles", "FIRST_COME", 2))
        config = desk.events.open("bicycles")
        for number in range(3):
            db.run(desk.intake.accept(config, Applicant(f"user-{number}")))
        db.run(Doing(lambda: Dispatcher(db, queue, holder="one").dispatch("bicycles")))
        db.run(Doing(RequestWorker(db, queue, name="worker").work))
        db.count_cursor.create(
            event_id="bicycles", counted_through=9, by_result={"SUCCESS": 9}, is_recounting=False
        )
    assert main(["recount", "bicycles", "--store", store]) == 0
    with AsyncEventTable.open(store) as db:
        found = open_desk(db).counts.by_result("bicycles")
    assert found == {"REJECTED_CAPACITY": 1, "SUCCESS": 2}
    assert capsys.readouterr().out == "bicycles: 3 tickets counted\n"


def test_an_event_that_does_not_exist_is_told_in_one_line(
    store: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["status", "nowhere", "--store", store]) == 1
    assert "Event nowhere does not exist." in capsys.readouterr().err


def test_the_servers_dispatcher_gives_its_leases_up_when_it_stops() -> None:
    site = open_site([SYSTEM])
    services = site.process.application.services["requests"]
    db = services.table(AsyncEventTable)
    desk = open_desk(db)
    desk.events.create(NewEvent("bicycles", "Ten bicycles", "FIRST_COME", 3))
    config = desk.events.open("bicycles")
    db.run(desk.intake.accept(config, Applicant("ada")))
    (worker,) = (one for one in workers_of(services) if one.name == "requests-dispatcher")
    assert worker.stop is not None
    assert worker.step() == 1
    other = Dispatcher(db, queue_of(services), holder="another")
    db.run(desk.intake.accept(config, Applicant("bob")))
    assert db.run(Doing(lambda: other.dispatch("bicycles"))) == 0  # the first one has the lease
    worker.stop()
    assert db.run(Doing(lambda: other.dispatch("bicycles"))) == 1
    site.process.close()
