"""When an event is over, its locks get a time of expiry, and not before."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest

from tavola_systems.requests.running import DispatchLoop
from tavola_systems.requests.services.dispatching import Dispatcher
from tests.systems.requests.simulation import BrokenQueue, World, open_world


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
