"""Dispatchers: tickets in blocks, one dispatcher at a time, and a queue that fails."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tavola_systems.requests.each_event import EventsFailed
from tavola_systems.requests.running import DispatchLoop
from tavola_systems.requests.services.dispatching import Dispatcher
from tests.systems.requests.simulation import BrokenQueue, Player, World, open_world
from tests.table.stores import set_raw

USERS = [f"user-{n}" for n in range(5)]


@pytest.fixture(name="world")
def new_world() -> Iterator[World]:
    with open_world() as made:
        yield made


def tickets(world: World, ids: list[str]) -> list[int | None]:
    return [one.ticket for one in world.requests(ids)]


def test_an_event_that_cannot_be_dispatched_holds_up_no_other(world: World) -> None:
    first = world.apply(world.opened("a-damaged-one"), "ada")
    second = world.apply(world.opened(), "bob")
    world.db.ticket_counter.delete("a-damaged-one")
    loop = DispatchLoop(world.db, world.queue, name="d")
    with pytest.raises(EventsFailed) as failed:
        loop.step()
    assert "a-damaged-one" in str(failed.value.__cause__)
    assert world.statuses([*first, *second]) == ["RECEIVED", "QUEUED"]


def test_tickets_follow_the_order_of_intake(world: World) -> None:
    ids = world.apply(world.opened(), *USERS)
    assert world.dispatched("bicycles") == 5
    assert tickets(world, ids) == [1, 2, 3, 4, 5]
    assert world.statuses(ids) == ["QUEUED"] * 5


def test_the_log_says_when_a_request_was_queued_as_the_request_does(world: World) -> None:
    [request_id] = world.apply(world.opened(), "ada")
    world.clock.now += 0.0017
    world.dispatched("bicycles")
    request = world.db.request.get(request_id)
    assert request is not None
    [entry] = world.desk.requests.timeline(request_id, for_operators=True)
    assert entry.occurred_at == request.queued_at == request.moved_at


def test_a_request_is_listed_from_when_it_is_queued(world: World) -> None:
    ids = world.apply(world.opened(), *USERS)
    early = world.desk.requests.of_event("bicycles").items
    world.dispatched("bicycles")
    found = world.desk.requests.of_event("bicycles", descending=False).items
    assert (early, [one.request_id for one in found]) == ([], ids)
    mine = world.desk.requests.of_user("user-2").items
    assert [one.request_id for one in mine] == [ids[2]]


def test_a_stored_key_that_names_the_status_is_listed_too(world: World) -> None:
    ids = world.apply(world.opened(), *USERS)
    world.dispatched("bicycles")
    db, [old] = world.desk.db, world.requests(ids[1:2])
    assert old.queued_at is not None
    queued = f"QAT#{round(old.queued_at.timestamp() * 1000):013d}"
    key = {"PK": {"S": f"REQ#{ids[1]}"}, "SK": {"S": "META"}}
    set_raw(db, key, "GSI2SK", {"S": f"{queued}#ST#QUEUED#REQ#{ids[1]}"})

    found = world.desk.requests.of_event("bicycles", descending=False).items

    assert sorted(one.request_id for one in found) == sorted(ids)


def test_an_event_s_requests_come_in_pages_that_meet(world: World) -> None:
    ids = world.apply(world.opened(), *USERS)
    world.dispatched("bicycles")
    first = world.desk.requests.of_event("bicycles", limit=2)
    second = world.desk.requests.of_event("bicycles", limit=2, cursor=first.cursor)
    third = world.desk.requests.of_event("bicycles", limit=2, cursor=second.cursor)
    found = [one.request_id for page in (first, second, third) for one in page.items]
    assert (found, third.cursor) == (ids[::-1], None)


def test_another_dispatcher_stands_by_while_the_lease_lasts(world: World) -> None:
    world.apply(world.opened(), "ada")
    world.dispatched("bicycles", holder="one")
    world.apply("bicycles", "bob")
    assert world.dispatched("bicycles", holder="two") == 0
    world.clock.now += 20
    assert world.dispatched("bicycles", holder="two") == 1


def test_what_a_dead_dispatcher_left_of_its_block_is_void(world: World) -> None:
    first = world.apply(world.opened(), "ada")
    world.dispatched("bicycles", holder="one", block=10)
    world.clock.now += 20
    second = world.apply("bicycles", "bob")
    world.dispatched("bicycles", holder="two", block=10)
    assert tickets(world, first + second) == [1, 11]
    blocks = world.db.ticket_block.ticket_blocks(event_id="bicycles").items
    assert [(one.owner, one.used, one.is_void) for one in blocks] == [
        ("one", 1, True),
        ("two", 1, False),
    ]


def test_a_dispatcher_that_was_stopped_gives_no_ticket_of_its_old_block(world: World) -> None:
    world.opened()
    old, new = world.dispatcher("old", block=4), world.dispatcher("new", block=4)
    first = world.apply("bicycles", "ada")
    world.run(lambda: old.dispatch("bicycles"))
    second = world.apply("bicycles", "bob")
    stopped = Player(lambda: old.dispatch("bicycles"))
    stopped.turn(world, answer_is_lost=False)
    # It sends its message, and stops before the transaction that would queue the request.
    while getattr(stopped.pending, "action", "") != "TransactWriteItems":
        stopped.turn(world, answer_is_lost=False)
    world.clock.now += 20
    world.run(lambda: new.dispatch("bicycles"))
    stopped.turn(world, answer_is_lost=False)
    assert (tickets(world, first + second), stopped.results) == ([1, 5], [0])


def test_time_does_not_go_back_as_tickets_rise(world: World) -> None:
    first = world.apply(world.opened(), "ada")
    world.dispatched("bicycles", holder="ahead")
    world.clock.now += 20
    second = world.apply("bicycles", "bob")
    world.clock.now -= 100  # another machine's clock
    dispatcher = world.dispatcher("behind")
    world.db.dispatcher_lease.delete("bicycles")
    world.run(lambda: dispatcher.dispatch("bicycles"))
    queued = [one.queued_at for one in world.requests(first + second)]
    assert queued[0] == queued[1]


def test_a_queue_that_fails_is_told_and_can_be_tried_again(world: World) -> None:
    ids = world.apply(world.opened(), "ada")
    broken = Dispatcher(world.db, BrokenQueue(world.messages), holder="d")
    assert world.run(lambda: broken.dispatch("bicycles")) == 0
    request = world.requests(ids)[0]
    assert (request.status, request.result_code, request.error_code) == (
        "FAILED_FINAL",
        "FAILED_INGEST_ENQUEUE",
        "ENQUEUE_FAILED",
    )
    assert world.desk.intake.find("bicycles", "ada") == ids[0]
    failed = world.db.run(world.desk.outbox.dead("bicycles"))
    assert [one.request_id for one in failed] == ids
    world.run(lambda: world.desk.giving_back.requeue(ids[0], by="olga"))
    world.dispatched("bicycles", holder="d")
    assert (world.statuses(ids), world.db.run(world.desk.outbox.dead("bicycles"))) == (
        ["QUEUED"],
        [],
    )


def test_a_request_that_is_withdrawn_before_it_is_queued_gets_no_ticket(world: World) -> None:
    ids = world.apply(world.opened(), *USERS)
    world.run(lambda: world.desk.giving_back.withdraw(ids[1], by="user-1"))
    world.dispatched("bicycles")
    assert tickets(world, ids) == [1, None, 2, 3, 4]
    assert world.requests(ids)[1].result_code == "REJECTED_WITHDRAWN"


def test_more_than_one_transaction_holds_are_queued_in_order(world: World) -> None:
    ids = world.apply(world.opened(), *(f"u{n}" for n in range(70)))
    assert world.dispatched("bicycles", block=32) == 70
    assert tickets(world, ids) == list(range(1, 71))
