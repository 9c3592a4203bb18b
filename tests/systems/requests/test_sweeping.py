"""When an event is over, its locks get a time of expiry, and not before."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest

from tavola.operations.steps import Steps
from tavola_systems.requests.rules import WrongState
from tavola_systems.requests.running import DispatchLoop
from tavola_systems.requests.services.dispatching import Dispatcher
from tavola_systems.requests.services.sweeping import LockSweep
from tests.systems.requests.simulation import BrokenQueue, Player, World, open_world


@pytest.fixture(name="world")
def new_world() -> Iterator[World]:
    with open_world() as made:
        yield made


def swept(world: World) -> None:
    """Let a dispatcher look after its events until the locks are swept."""
    loop = DispatchLoop(world.db, world.queue, name="d")
    for _ in range(10):
        loop.step()
        world.clock.now += 60
    assert world.desk.events.get("bicycles").locks_swept_at is not None


def ttl_of_lock(world: World, user_id: str) -> datetime | None:
    lock = world.db.idempotency_lock.get("bicycles", user_id)
    assert lock is not None
    return lock.ttl


def test_locks_expire_seven_days_after_the_end(world: World) -> None:
    world.apply(world.opened(), "ada", "bob")
    loop = DispatchLoop(world.db, world.queue, name="d")
    loop.step()
    before = world.db.idempotency_lock.get("bicycles", "ada")
    closed = world.desk.events.close("bicycles").closed_at
    loop.step()
    after = world.db.idempotency_lock.get("bicycles", "bob")
    assert before is not None
    assert after is not None
    assert closed is not None
    assert before.ttl is None
    assert after.ttl == (closed + timedelta(days=7)).replace(microsecond=0)
    assert world.desk.events.get("bicycles").locks_swept_at is not None


def test_a_lock_stays_while_the_outbox_is_not_empty(world: World) -> None:
    world.apply(world.opened(), "ada")
    world.desk.events.close("bicycles")
    loop = DispatchLoop(world.db, world.queue, name="d")
    loop.step()
    lock = world.db.idempotency_lock.get("bicycles", "ada")
    assert (lock is not None, world.statuses([lock.request_id] if lock else [])) == (
        True,
        ["QUEUED"],
    )


def test_the_lock_of_who_withdrew_before_having_a_ticket_expires_too(world: World) -> None:
    ids = world.apply(world.opened(), "ada", "bob")
    world.run(lambda: world.desk.giving_back.withdraw(ids[0], by="ada"))
    closed = world.desk.events.close("bicycles").closed_at
    swept(world)
    assert closed is not None
    end = (closed + timedelta(days=7)).replace(microsecond=0)
    assert {name: ttl_of_lock(world, name) for name in ("ada", "bob")} == {"ada": end, "bob": end}


def test_who_withdrew_before_having_a_ticket_is_in_the_list_of_all(world: World) -> None:
    ids = world.apply(world.opened(), "ada", "bob")
    world.run(lambda: world.desk.giving_back.withdraw(ids[0], by="ada"))
    world.dispatched("bicycles")
    found = [one.request_id for one in world.desk.requests.all_of_event("bicycles")]
    assert found == [ids[1], ids[0]]


def test_locks_of_all_requests_that_the_queue_refused_expire(world: World) -> None:
    users = [f"user-{number}" for number in range(230)]
    world.apply(world.opened(), *users)
    broken = Dispatcher(world.db, BrokenQueue(world.messages), holder="d")
    dispatched = [world.run(lambda: broken.dispatch("bicycles")) for _ in range(10)]
    world.desk.events.close("bicycles")
    swept(world)
    assert sum(dispatched) == 0
    assert [name for name in users if ttl_of_lock(world, name) is None] == []


def failed_in_the_queue(world: World, *users: str) -> list[str]:
    """Requests of an event that is closed, which the queue refused."""
    ids = world.apply(world.opened(), *users)
    broken = Dispatcher(world.db, BrokenQueue(world.messages), holder="broken")
    while world.run(lambda: world.desk.outbox.waiting("bicycles").steps()):
        world.run(lambda: broken.dispatch("bicycles"))
    world.run(lambda: broken.release("bicycles"))
    world.desk.events.close("bicycles")
    return ids


def is_swept(world: World) -> bool:
    return world.desk.events.get("bicycles").locks_swept_at is not None


def assert_all_expire(world: World, ids: list[str], *users: str) -> None:
    """Every lock, and every entry of the list of those without tickets, expires."""
    listed = world.db.unticketed_request.unticketed_requests(event_id="bicycles").all()
    without = {one.request_id for one in world.requests(ids) if one.ticket is None}
    assert {one.request_id: one.ttl is not None for one in listed} == dict.fromkeys(without, True)
    assert None not in {ttl_of_lock(world, name) for name in users}


@pytest.mark.parametrize("then", ["work", "fail", "withdraw"])
@pytest.mark.parametrize("turns", range(8))
def test_no_lock_is_left_out_whenever_a_request_is_queued_again(
    world: World, turns: int, then: str
) -> None:
    ids = failed_in_the_queue(world, "ada", "bob")
    sweep = LockSweep(world.db)
    world.run(lambda: sweep.sweep("bicycles"))  # the next one would be the last
    sweeper = Player(lambda: sweep.sweep("bicycles"))
    for _ in range(turns):
        sweeper.turn(world, answer_is_lost=False)
    world.run(lambda: world.desk.giving_back.requeue(ids[0], by="olga"))
    while sweeper.steps is not None:
        sweeper.turn(world, answer_is_lost=False)
    assert not is_swept(world)
    if then == "withdraw":
        world.run(lambda: world.desk.giving_back.withdraw(ids[0], by="ada"))
    elif then == "fail":
        broken = Dispatcher(world.db, BrokenQueue(world.messages), holder="broken")
        world.run(lambda: broken.dispatch("bicycles"))
        world.run(lambda: broken.release("bicycles"))
    swept(world)
    assert_all_expire(world, ids, "ada", "bob")


@pytest.mark.parametrize("seed", range(6))
def test_no_lock_is_left_out_by_sweeps_among_dispatchers_and_operators(
    world: World, seed: int
) -> None:
    users = [f"user-{n}" for n in range(8)]
    ids = failed_in_the_queue(world, *users)
    rng = random.Random(seed)
    left = [*ids, *ids[:4]]

    def again() -> Steps[None]:
        if left:
            with suppress(WrongState):
                yield from world.desk.giving_back.requeue(left.pop(), by="olga")

    def withdraw() -> Steps[None]:
        with suppress(WrongState):
            yield from world.desk.giving_back.withdraw(rng.choice(ids), by="user")

    broken = Dispatcher(world.db, BrokenQueue(world.messages), holder="broken")
    whole, sweeps = world.dispatcher("whole"), [LockSweep(world.db), LockSweep(world.db)]
    makes: list[Callable[[], Steps[Any]]] = [
        *(partial(one.sweep, "bicycles") for one in sweeps),
        *(partial(one.dispatch, "bicycles") for one in (broken, whole)),
        *(again, withdraw),
    ]
    players = [Player(make) for make in makes]
    for _ in range(600):
        rng.choice(players).turn(world, answer_is_lost=False)
        world.clock.now += rng.choice([0, 0, 0, 7])
    swept(world)
    assert_all_expire(world, ids, *users)


def test_a_lock_expires_though_its_request_was_gone_before_the_end(world: World) -> None:
    world.apply(world.opened(), "ada")
    world.dispatched("bicycles")
    world.worked()
    world.clock.now += 91 * 86_400
    closed = world.desk.events.close("bicycles").closed_at
    swept(world)
    assert closed is not None
    assert ttl_of_lock(world, "ada") == (closed + timedelta(days=7)).replace(microsecond=0)


def test_runs_of_tickets_that_do_not_say_whose_they_are_are_worked_off_and_swept(
    world: World,
) -> None:
    ids = world.apply(world.opened(), "ada", "bob")
    world.dispatched("bicycles")
    key = {"PK": {"S": "EVENT#bicycles"}, "SK": {"S": "TICKET#000000000001"}}
    without = {"TableName": "AsyncEventTable", "Key": key, "UpdateExpression": "REMOVE userIds"}
    world.db.store.execute("UpdateItem", without)
    world.worked()
    world.desk.events.close("bicycles")
    swept(world)
    assert world.statuses(ids) == ["SUCCEEDED", "SUCCEEDED"]
    assert None not in {ttl_of_lock(world, name) for name in ("ada", "bob")}


def test_a_request_s_ninety_days_begin_when_it_is_final(world: World) -> None:
    ids = world.apply(world.opened(), "ada")
    world.dispatched("bicycles")
    before = world.requests(ids)[0].ttl
    world.worked()
    request = world.requests(ids)[0]
    assert request.finished_at is not None
    assert (before, request.ttl) == (
        None,
        (request.finished_at + timedelta(days=90)).replace(microsecond=0),
    )


def test_an_event_whose_time_is_over_is_closed_by_the_dispatcher(world: World) -> None:
    world.opened()
    ends_at = world.db.now() + timedelta(hours=1)
    world.desk.events.prolong("bicycles", ends_at)
    loop = DispatchLoop(world.db, world.queue, name="d")
    loop.step()
    early = world.desk.events.get("bicycles").status
    world.clock.now += 3601
    loop.step()
    assert (early, world.desk.events.get("bicycles").status) == ("OPEN", "CLOSED")
