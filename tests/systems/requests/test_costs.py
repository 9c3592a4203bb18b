"""What the README says that a request costs is what is measured."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tavola.operations.consumed_capacity import ConsumedCapacity
from tavola_systems.requests.services.intake import MOST_TOGETHER, Applicant
from tests.systems.requests.simulation import World, open_world

README = Path(__file__).parents[3] / "src/tavola_systems/requests/README.md"
THIRTY = [f"user-{number}" for number in range(30)]


@pytest.fixture(name="world")
def new_world() -> Iterator[World]:
    with open_world() as made:
        made.opened(capacity=30)
        yield made


def of_each(consumed: ConsumedCapacity, people: int) -> str:
    """Read and write units of each, as the table has them."""
    units = (round(one / people, 1) for one in (consumed.read, consumed.write))
    return " | ".join(f"{one:g}" if one else "" for one in units)


def assert_told(*cells: object) -> None:
    assert f"| {' | '.join(map(str, cells))} |".replace("|  |", "| |") in README.read_text()


def test_taking_requests_in_costs_what_is_told(world: World) -> None:
    config = world.desk.events.get("bicycles")
    plan = world.desk.intake.accept(config, Applicant("ada"))
    with world.db.consumed() as alone:
        world.db.run(plan)
    assert_told("taking a request in, alone", alone.requests, of_each(alone, 1))
    many = [Applicant(user) for user in THIRTY[:MOST_TOGETHER]]
    with world.db.consumed() as together:
        world.db.run(world.desk.intake.accept_all(config, many))
    assert_told("taking it in with 23 others", "1/24", of_each(together, MOST_TOGETHER))


def test_queueing_and_working_off_cost_what_is_told(world: World) -> None:
    world.apply("bicycles", *THIRTY)
    with world.db.consumed() as queued:
        assert world.dispatched("bicycles") == 30
    assert_told(
        "queueing it (both indexes and the message included)",
        f"its part of {queued.requests} for thirty",
        of_each(queued, 30),
    )
    worker, done = world.worker(), 0
    with world.db.consumed() as worked:
        while done < 30:
            done += world.run(worker.work)
    assert_told(
        "working it off to a place",
        f"its part of {worked.requests} for thirty",
        of_each(worked, 30),
    )


def test_looking_at_a_request_that_waits_costs_what_is_told(world: World) -> None:
    world.apply("bicycles", "ada")
    world.dispatched("bicycles")
    (found,) = world.desk.requests.of_event("bicycles").items
    with world.db.consumed() as looked:
        world.desk.requests.get(found.request_id)
        world.desk.events.phase(world.desk.events.get("bicycles"))
        world.desk.requests.standing(found)
    assert_told("looking at it once", looked.requests, of_each(looked, 1))
