"""Workers in processes of their own, one of which is killed while it is at a message."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tavola.operations.tables.table_operations import ApplyPlan, PlanTable
from tavola.patterns.pieces.parts import part_of
from tavola.patterns.queue import Queue
from tavola.patterns.worker import Worker
from tavola.testing import Clock
from tests.patterns.workshop import DeadJob, Job, Tally, Workshop

ROOT = Path(__file__).parents[2]
MESSAGES = 20
WORKER = """
import sys
from tavola.patterns.pieces.parts import part_of
from tavola.patterns.queue import Queue
from tavola.patterns.worker import Worker
from tavola.testing import Clock
from tests.patterns.workshop import DeadJob, Job, Tally, Workshop

location, name, stays = sys.argv[1:]
store = Workshop.open(location, table=name).store
workshop = Workshop.open(location, table=name, store=store, clock=Clock())
db = workshop.untenanted
jobs = Queue(db, Job, DeadJob, shards=2)

def handle(message):
    if stays == "stays":
        print("working", flush=True)
        sys.stdin.readline()
    return [part_of(workshop.tenant("acme"), Tally).update(("t",), Tally.fields.count.add(1))]

worker = Worker(db, jobs, handle, limit=3)
print(sum(iter(worker.run_once, 0)))
"""


@pytest.fixture
def workshop(location: str, name: str) -> Iterator[Workshop]:
    """A workshop that several processes can open; on a service it is made first."""
    signing = Workshop.open(location, table=name)
    opened = Workshop.open(location, table=name, store=signing.store, clock=Clock())
    if location.startswith("dynamodb:"):
        opened.run(ApplyPlan(opened.run(PlanTable(opened.design, name))))
    yield opened
    opened.close()


def started(location: str, name: str, how: str) -> subprocess.Popen[str]:
    """Begin a worker."""
    return subprocess.Popen(
        [sys.executable, "-c", WORKER, location, name, how],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"},
    )


def test_a_killed_worker_loses_and_doubles_nothing(
    location: str, name: str, workshop: Workshop
) -> None:
    db, tenant = workshop.untenanted, workshop.tenant("acme")
    jobs: Queue[Job, DeadJob] = Queue(db, Job, DeadJob, shards=2)
    tenant.run(tenant.plans(Tally).add(Tally(name="t")))
    for number in range(MESSAGES):
        db.run(jobs.put(Job(body=number)))

    killed = started(location, name, "stays")
    assert killed.stdout is not None
    assert killed.stdout.readline() == "working\n"
    killed.kill()
    killed.communicate()
    others = [started(location, name, "works") for _ in range(2)]
    done = sum(int(other.communicate()[0]) for other in others)
    assert (done, len(db.run(jobs.waiting()))) == (MESSAGES - 3, 3)

    later = Workshop.open(location, table=name, store=workshop.store, clock=Clock(1_800_000_060))
    again: Queue[Job, DeadJob] = Queue(later.untenanted, Job, DeadJob, shards=2)
    count = part_of(tenant, Tally).update(("t",), Tally.fields.count.add(1))
    assert Worker(later.untenanted, again, lambda _: [count]).run_once() == 3
    found = tenant.run(part_of(tenant, Tally).get(("t",)))
    assert found is not None
    assert found.count == MESSAGES
