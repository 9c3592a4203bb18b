"""Leases of workers: what a store that refuses them may not do to a request."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, cast

import pytest

from tavola.errors import OutcomeUnknown, StoreError, StoreUnavailable, Throttled
from tavola.operations.steps import Request as StoreRequest
from tavola_systems.requests.models import Request
from tavola_systems.requests.services.working import RequestWorker
from tests.systems.requests.simulation import World, open_world

Refuses = Callable[[str], StoreError | None]


@pytest.fixture(name="world")
def new_world() -> Iterator[World]:
    with open_world() as made:
        yield made


def queued(world: World, *users: str) -> list[str]:
    ids = world.apply(world.opened(capacity=2), *users)
    world.dispatched("bicycles")
    return ids


def round_of(world: World, worker: RequestWorker, refuses: Refuses) -> None:
    """Let a worker do one round in front of a store that refuses some requests."""
    steps: Any = worker.work()
    try:
        step = next(steps)
        while True:
            sent = shown(step)
            refusal = refuses(sent) if sent else None
            step = steps.throw(refusal) if refusal else steps.send(answer(world, step))
    except (StopIteration, StoreError):
        return


def parts_of(step: Any) -> list[StoreRequest]:
    parts = cast("tuple[object, ...]", step) if isinstance(step, tuple) else (step,)
    return [one for one in parts if isinstance(one, StoreRequest)]


def shown(step: Any) -> str:
    return " ".join(f"{one.action} {one.body!r}" for one in parts_of(step))


def answer(world: World, step: Any) -> Any:
    if isinstance(step, StoreRequest):
        return world.db.store.execute(step.action, step.body)
    if isinstance(step, tuple):
        return world.db.store.execute_all([(one.action, one.body) for one in parts_of(step)])
    return None


def places_are_throttled(sent: str) -> StoreError | None:
    is_place = sent.startswith("TransactWriteItems") and "CAPACITY" in sent
    return Throttled("Throughput exceeds the limit.") if is_place else None


def down_after_leasing() -> Refuses:
    """A store that is there until something is leased in it, and then for nobody."""
    is_down: list[bool] = []

    def refuses(sent: str) -> StoreError | None:
        if is_down:
            return StoreUnavailable("The store does not answer.")
        if "PROCESSING" in sent and "leaseOwner" in sent and "TransactWriteItems" in sent:
            is_down.append(True)
        return None

    return refuses


def finished(world: World, ids: list[str]) -> list[str]:
    for name in ("late", "later", "last"):
        world.worked(name=name)
        world.clock.now += 25
    return world.statuses(ids)


@pytest.mark.parametrize("rounds", [1, 8, 40])
@pytest.mark.parametrize("count", [1, 3])
def test_no_place_is_lost_while_places_are_throttled(world: World, rounds: int, count: int) -> None:
    ids = queued(world, "ada", "bob", "cyd")
    workers = [world.worker(f"w{n}") for n in range(count)]
    for number in range(rounds):
        round_of(world, workers[number % count], places_are_throttled)
        world.clock.now += 25
    assert [one.attempts for one in world.requests(ids)] == [0, 0, 0]
    assert finished(world, ids) == ["SUCCEEDED", "SUCCEEDED", "REJECTED"]


@pytest.mark.parametrize("rounds", [2, 9, 40])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_no_place_is_lost_to_a_store_that_comes_and_goes(
    world: World, rounds: int, count: int
) -> None:
    ids = queued(world, "ada", "bob", "cyd")
    workers = [world.worker(f"w{n}") for n in range(count)]
    for number in range(rounds):
        round_of(world, workers[number % count], down_after_leasing())
        world.clock.now += 25
    assert finished(world, ids) == ["SUCCEEDED", "SUCCEEDED", "REJECTED"]


def test_what_a_worker_could_not_give_back_it_gives_back_next_time(world: World) -> None:
    [request_id] = queued(world, "ada")
    worker = world.worker("w")
    round_of(world, worker, down_after_leasing())
    before = world.requests([request_id])[0].lease_owner
    world.run(lambda: world.queue.receive(limit=9, seconds=1000))
    world.run(worker.work)
    assert (before, world.requests([request_id])[0].lease_owner) == ("w", None)


def test_a_lease_whose_answer_is_lost_is_given_back(world: World) -> None:
    [request_id] = queued(world, "ada")

    def lost(sent: str) -> StoreError | None:
        is_lease = "TransactWriteItems" in sent and "leaseOwner" in sent
        return OutcomeUnknown("the answer is lost") if is_lease else None

    worker = world.worker("w")
    round_of(world, worker, lost)
    assert world.requests([request_id])[0].status == "QUEUED"
    world.clock.now += 25
    assert finished(world, [request_id]) == ["SUCCEEDED"]


def test_a_mistake_of_the_workers_counts_against_no_request(world: World) -> None:
    ids = queued(world, "ada", "bob", "cyd")

    class Broken:
        def writes(self, request: Request, outcome: str) -> list[None]:
            raise KeyError(f"{request.user_id} {outcome}")

    for number in range(8):
        worker = world.worker(f"w{number}", letters=Broken())
        with pytest.raises(KeyError):
            world.run(worker.work)
        world.clock.now += 25
    assert finished(world, ids) == ["SUCCEEDED", "SUCCEEDED", "REJECTED"]


def test_a_worker_that_is_started_again_counts_what_its_former_self_died_of(
    world: World,
) -> None:
    [request_id] = queued(world, "ada")

    def deadly(request: Request) -> None:
        raise SystemExit(request.request_id)

    for number in range(6):
        worker = world.worker(f"w{number}", check=deadly)
        if number < 5:
            with pytest.raises(SystemExit):
                world.run(worker.work)
        else:
            world.run(worker.work)
        world.clock.now += 60
    request = world.requests([request_id])[0]
    assert (request.status, request.error_code) == ("FAILED_FINAL", "WORKER_DIED")
