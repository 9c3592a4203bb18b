"""When an event is over, its locks get a time of expiry, and not before."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest

from tavola_systems.requests.running import DispatchLoop
from tests.systems.requests.simulation import World, open_world


@pytest.fixture(name="world")
def new_world() -> Iterator[World]:
    with open_world() as made:
        yield made


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
