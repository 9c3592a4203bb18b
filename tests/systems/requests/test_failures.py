"""What could not be done: failed requests are queued again together, dead letters are shown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tavola_systems.requests.desk import desk_of
from tavola_systems.requests.queue_models import RequestQueue
from tavola_systems.requests.requeueing import QueuedAgain, requeue_failed
from tavola_systems.requests.services.dispatching import Dispatcher
from tavola_systems.requests.system import SYSTEM
from tests.systems.requests.simulation import BrokenQueue, World, open_world
from tests.systems.site import Site, open_site

CONSOLE = "/requests/events/bicycles/console"


@pytest.fixture
def site() -> Iterator[Site]:
    opened = open_site([SYSTEM])
    yield opened
    opened.process.close()


def failed_at_the_queue(world: World, count: int) -> list[str]:
    ids = world.apply(world.opened(), *(f"user-{n}" for n in range(count)))
    dispatcher = Dispatcher(world.db, BrokenQueue(world.messages), holder="broken")
    while "RECEIVED" in world.statuses(ids):
        world.run(lambda: dispatcher.dispatch("bicycles"))
    world.run(lambda: dispatcher.release("bicycles"))
    return ids


def world_of(site: Site) -> World:
    services = site.process.application.services["requests"]
    return World(desk_of(services), services.table(RequestQueue), site.clock)


def test_the_oldest_failed_ones_are_queued_again_so_many_at_a_time() -> None:
    with open_world() as world:
        ids = failed_at_the_queue(world, 5)
        found = [requeue_failed(world.desk, "bicycles", by="olga", most=2) for _ in range(4)]
        assert found == [QueuedAgain(2, 3), QueuedAgain(2, 1), QueuedAgain(1, 0), QueuedAgain(0, 0)]
        world.dispatched("bicycles")
        world.worked()
        assert world.statuses(ids) == ["SUCCEEDED"] * 3 + ["REJECTED"] * 2


def test_the_console_counts_all_that_failed_and_queues_them_again(site: Site) -> None:
    failed_at_the_queue(world_of(site), 130)
    olga = site.browser("olga@example.com", "requests", "operator")
    page = olga.get(CONSOLE).text
    sent = site.send(olga, CONSOLE, f"{CONSOLE}/requeue-all")
    assert "130 requests failed; the oldest 10 are shown." in page
    assert '<code>FAILED_INGEST_ENQUEUE</code></td><td class="number">130<' in page
    assert "100 requests are queued again; 30 failed ones are left." in sent.text


def test_programs_queue_all_failed_ones_again(site: Site) -> None:
    failed_at_the_queue(world_of(site), 3)
    operator = site.program("olga@example.com", "requests", "operator", "bicycles")
    other: Any = site.program("otto@example.com", "requests", "operator", "another")
    assert other.post("events/bicycles/failures/requeue").status_code in {403, 404}
    answer = operator.post("events/bicycles/failures/requeue")
    assert answer.json() == {"queued": 3, "left": 0}


def test_dead_letters_are_shown_to_operators_of_all_events(site: Site) -> None:
    world = world_of(site)
    world.opened()
    world.run(lambda: world.queue.send(["<b>nothing of ours</b>" + "x" * 300]))
    world.worked()
    everywhere = site.browser("olga@example.com", "requests", "operator").get(CONSOLE).text
    here = site.browser("otto@example.com", "requests", "operator", "bicycles").get(CONSOLE).text

    assert "One message of all events could not be handled." in everywhere
    assert "INVALID_SCHEMA" in everywhere
    assert "&lt;b&gt;nothing of ours" in everywhere
    assert "x" * 200 not in everywhere
    assert "One message of all events could not be handled" in here
    assert "INVALID_SCHEMA" not in here
    assert "nothing of ours" not in here


def test_without_dead_letters_the_console_says_so(site: Site) -> None:
    world_of(site).opened()
    page = site.browser("olga@example.com", "requests", "operator").get(CONSOLE).text
    assert "There are no dead letters." in page
