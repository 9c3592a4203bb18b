"""Workers: who wins, who is refused, who waits; failures, dead letters, and workers that die."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import pytest

from tavola_systems.requests.api.request_routes import RequestView
from tavola_systems.requests.models import Request
from tavola_systems.requests.services.dispatching import body_of
from tavola_systems.requests.services.working import (
    FinalFailure,
    RetryableFailure,
    WorkerSettings,
)
from tests.systems.requests.lotteries import enter, open_lottery
from tests.systems.requests.simulation import Player, World, open_world

USERS = [f"user-{n}" for n in range(5)]
WON, LOST, FAILED = "SUCCEEDED", "REJECTED", "FAILED_FINAL"


@pytest.fixture(name="world")
def new_world() -> Iterator[World]:
    with open_world() as made:
        yield made


def queued(world: World, capacity: int = 3, users: list[str] = USERS) -> list[str]:
    """Requests with tickets, in order."""
    ids = world.apply(world.opened(capacity=capacity), *users)
    world.dispatched("bicycles")
    return ids


def remaining(world: World) -> int | None:
    places = world.desk.events.capacity("bicycles")
    return places.capacity_remaining if places else None


def fails(request_id: str, error: Exception) -> object:
    def check(request: Request) -> None:
        if request.request_id == request_id:
            raise error

    return check


def dead(world: World) -> list[str]:
    return [one.reason for one in world.run(world.queue.dead)]


def test_the_first_tickets_win_and_the_others_are_refused(world: World) -> None:
    ids = queued(world)
    assert world.worked() == 5
    assert world.statuses(ids) == [WON, WON, WON, LOST, LOST]
    assert remaining(world) == 0
    codes = [one.result_code for one in world.requests(ids)]
    assert codes[2:4] == ["SUCCESS", "REJECTED_CAPACITY"]


def test_with_more_places_than_requests_everybody_wins(world: World) -> None:
    ids = queued(world, capacity=9)
    world.worked()
    assert (world.statuses(ids), remaining(world)) == ([WON] * 5, 4)


def test_the_timeline_of_a_request_is_complete(world: World) -> None:
    ids = queued(world)
    world.worked()
    log = world.desk.requests.timeline(ids[0], for_operators=True)
    assert [(one.from_status, one.to_status) for one in log] == [
        ("RECEIVED", "QUEUED"),
        ("QUEUED", "PROCESSING"),
        ("PROCESSING", WON),
    ]


def test_a_message_that_comes_again_changes_nothing(world: World) -> None:
    ids = queued(world)
    world.worked()
    before = world.requests(ids)
    world.run(lambda: world.queue.send([f'{{"requestId": "{ids[0]}", "eventId": "bicycles"}}']))
    assert world.worked() == 1
    assert (world.requests(ids), remaining(world)) == (before, 0)


def test_a_message_that_comes_before_its_ticket_is_tried_again(world: World) -> None:
    ids = world.apply(world.opened(), "ada")
    world.run(lambda: world.queue.send([f'{{"requestId": "{ids[0]}", "eventId": "bicycles"}}']))
    assert (world.worked(), world.statuses(ids)) == (0, ["RECEIVED"])
    world.dispatched("bicycles")
    world.clock.now += 1
    world.worked()
    assert world.statuses(ids) == [WON]


def test_a_message_that_nobody_understands_is_a_dead_letter(world: World) -> None:
    world.run(lambda: world.queue.send(["garbage"]))
    world.worked()
    assert dead(world) == ["INVALID_SCHEMA: not a message of ours"]


def test_a_message_without_a_request_is_taken_out(world: World) -> None:
    body = '{"requestId": "01ARZ3NDEKTSV4RRFFQ69G5FAV", "eventId": "bicycles"}'
    world.run(lambda: world.queue.send([body]))
    assert (world.worked(), dead(world)) == (1, [])


def test_a_final_failure_leaves_its_place_to_the_next(world: World) -> None:
    ids = queued(world)
    broken = fails(ids[1], FinalFailure("VALIDATION_FAILED", "no bicycle licence " + "x" * 400))
    world.worked(check=broken)
    world.clock.now += 1
    world.worked(check=broken)
    assert world.statuses(ids) == [WON, FAILED, WON, WON, LOST]
    request = world.requests(ids)[1]
    assert (request.failure_class, request.error_code) == ("NON_RETRYABLE", "VALIDATION_FAILED")
    assert len(request.error_message or "") == 256
    assert dead(world)[0].startswith("VALIDATION_FAILED: no bicycle licence")


def test_a_retryable_failure_is_tried_again_and_keeps_its_place(world: World) -> None:
    ids = queued(world, capacity=1, users=["ada", "bob"])
    world.worked(check=fails(ids[0], RetryableFailure("BUSY", "try later")))
    assert world.statuses(ids) == ["PROCESSING", "QUEUED"]
    world.clock.now += 3
    world.worked()
    world.clock.now += 1
    world.worked()
    assert world.statuses(ids) == [WON, LOST]


@pytest.mark.parametrize(
    "named",
    [
        '"requestIds": ["x"]',
        '"requestIds": [""]',
        f'"requestIds": ["{"x" * 3000}"]',
        '"requestId": "01ARZ3NDEKTSV4RRFFQ69G5FAV#"',
        '"requestId": "\\ud800"',
    ],
)
def test_a_message_that_names_no_request_is_buried_beside_innocent_ones(
    world: World, named: str
) -> None:
    ids = queued(world, users=["ada"])
    body = f'{{"eventId": "bicycles", {named}}}'
    world.run(lambda: world.queue.send([body]))
    world.worked()
    assert world.statuses(ids) == [WON]
    assert dead(world) == ["INVALID_SCHEMA: not a message of ours"]


def test_a_failure_that_never_ends_is_final_after_some_attempts(world: World) -> None:
    ids = queued(world, users=["ada"])
    broken = fails(ids[0], RuntimeError("boom"))
    for _ in range(5):
        world.worked(check=broken)
        world.clock.now += 40
    request = world.requests(ids)[0]
    assert (request.status, request.result_code) == (FAILED, "FAILED_WORKER")
    assert (request.failure_class, request.error_code) == ("RETRYABLE", "RUNTIMEERROR")
    assert dead(world) == ["RUNTIMEERROR: boom"]


def test_a_later_ticket_waits_until_those_before_it_are_final(world: World) -> None:
    ids = queued(world, capacity=2, users=["ada", "bob", "cyd"])
    busy = fails(ids[0], RetryableFailure("BUSY", "try later"))
    gone = fails(ids[1], FinalFailure("GONE", "gone"))

    def both(request: Request) -> None:
        for one in (busy, gone):
            one(request)  # type: ignore[operator]  # both are functions

    world.worked(check=both)
    assert world.statuses(ids) == ["PROCESSING", FAILED, "QUEUED"]
    world.clock.now += 3
    world.worked()
    world.clock.now += 1
    world.worked()
    assert world.statuses(ids) == [WON, FAILED, WON]


def test_a_ticket_holds_up_later_ones_for_a_stated_time_at_most(world: World) -> None:
    ids = queued(world, capacity=2, users=["ada", "bob", "cyd"])
    world.db.capacity.update("bicycles", sure_through=0)
    settings = WorkerSettings(attempts=1000)
    busy = fails(ids[0], RetryableFailure("BUSY", "never ready"))
    world.worked(check=busy, settings=settings)
    early = world.statuses(ids)
    world.clock.now += 301
    for _ in range(3):
        world.worked(check=busy, settings=settings)
        world.clock.now += 1
    assert early == ["PROCESSING", "PROCESSING", "QUEUED"]
    assert world.statuses(ids) == [FAILED, WON, WON]
    assert world.requests(ids)[0].error_code == "HELD_UP"


def test_tickets_that_nobody_could_work_off_for_long_keep_their_places(world: World) -> None:
    users = [f"user-{n}" for n in range(90)]
    ids = queued(world, capacity=40, users=users)
    world.run(lambda: world.queue.receive(limit=1, seconds=1000))  # the first message's worker died
    world.clock.now += 301
    world.worked(name="other")
    world.clock.now += 1000
    world.worked(name="other")
    assert world.statuses(ids) == [WON] * 40 + [LOST] * 50


def test_a_ticket_that_waited_for_its_second_attempt_gets_it(world: World) -> None:
    ids = queued(world, capacity=1, users=["ada", "bob"])
    busy = fails(ids[0], RetryableFailure("BUSY", "not ready yet"))
    world.worked(check=busy)
    world.clock.now += 301
    world.worked()
    assert world.statuses(ids) == [WON, LOST]


@pytest.mark.parametrize("has_message", [True, False])
def test_what_failed_is_listed_in_the_write_that_fails_it(world: World, has_message: bool) -> None:
    ids = queued(world, capacity=2, users=["ada", "bob"])
    world.db.capacity.update("bicycles", sure_through=0)
    if not has_message:
        world.run(lambda: world.queue.receive(limit=9, seconds=1000))
        world.clock.now += 3
        world.run(lambda: world.queue.send([body_of("bicycles", ids[1:])]))
    world.worked(check=fails(ids[0], FinalFailure("GONE", "no such bicycle")))
    [entry] = world.db.run(world.desk.outbox.dead("bicycles"))
    assert (entry.request_id, entry.reason) == (ids[0], "GONE: no such bicycle")
    world.run(lambda: world.desk.giving_back.requeue(ids[0], by="olga"))
    assert world.db.run(world.desk.outbox.dead("bicycles")) == []


def test_what_workers_note_is_for_operators(world: World) -> None:
    [request_id] = queued(world, users=["ada"])
    world.worked(check=fails(request_id, FinalFailure("GONE", "refused by host-7:5432")))
    notes = {
        for_operators: [
            one.message
            for one in world.desk.requests.timeline(request_id, for_operators=for_operators)
        ]
        for for_operators in (True, False)
    }
    [request] = world.requests([request_id])
    views = [RequestView.of(request, to_operator=one).error_message for one in (True, False)]
    assert notes == {True: [None, None, "refused by host-7:5432"], False: [None, None, None]}
    assert views == ["refused by host-7:5432", None]


def test_a_ticket_whose_message_is_lost_is_begun_by_who_waits_for_it(world: World) -> None:
    first = queued(world, capacity=2, users=["ada"])
    world.db.capacity.update("bicycles", sure_through=0)
    deliveries = world.run(lambda: world.queue.receive(limit=1, seconds=30))
    world.run(lambda: world.queue.done(deliveries))
    others = world.apply("bicycles", "bob", "cyd")
    world.dispatched("bicycles")
    world.worked()
    early = world.statuses(first + others)
    world.clock.now += 3
    world.worked()
    assert early == ["QUEUED"] * 3
    assert world.statuses(first + others) == [WON, WON, LOST]


def test_a_request_that_kills_its_workers_takes_no_others_with_it(world: World) -> None:
    ids = queued(world, capacity=5)
    settings = WorkerSettings(attempts=3)

    def deadly(request: Request) -> None:
        if request.request_id == ids[2]:
            raise SystemExit

    for number in range(8):
        worker = world.worker(f"w{number}", check=deadly, settings=settings)
        with suppress(SystemExit):
            world.run(worker.work)
        world.clock.now += 60
    assert world.statuses(ids) == [WON, WON, FAILED, WON, WON]
    assert world.requests(ids)[2].error_code == "WORKER_DIED"
    assert [one.split(":")[0] for one in dead(world)] == ["WORKER_DIED"]


def test_a_worker_that_dies_is_taken_over_when_its_lease_is_over(world: World) -> None:
    ids = queued(world, users=["ada"])
    dying = Player(world.worker("dying").work)
    while world.statuses(ids) != ["PROCESSING"]:
        dying.turn(world, answer_is_lost=False)
    assert world.worked(name="next") == 0
    world.clock.now += 61
    assert world.worked(name="next") == 1
    assert (world.statuses(ids), remaining(world)) == ([WON], 2)
    while dying.steps is not None:
        dying.turn(world, answer_is_lost=False)
    assert (world.statuses(ids), remaining(world)) == ([WON], 2)


def test_a_request_that_kills_its_workers_fails_in_the_end(world: World) -> None:
    ids = queued(world, users=["ada"])
    for number in range(7):
        dying = Player(world.worker(f"w{number}").work)
        dying.turn(world, answer_is_lost=False)
        while dying.steps is not None and world.requests(ids)[0].lease_owner != f"w{number}":
            dying.turn(world, answer_is_lost=False)
        world.clock.now += 61
    world.worked()
    request = world.requests(ids)[0]
    assert (request.status, request.error_code) == (FAILED, "WORKER_DIED")


def test_an_event_without_places_is_not_a_full_one(world: World) -> None:
    ids = queued(world, users=["ada"])
    world.db.capacity.delete("bicycles")
    world.worked()
    request = world.requests(ids)[0]
    assert (request.status, request.error_code) == (FAILED, "EVENT_NOT_FOUND")


def test_an_event_without_places_fails_any_number_of_requests(world: World) -> None:
    ids = queued(world, users=[f"user-{n}" for n in range(90)])
    world.db.capacity.delete("bicycles")
    world.worked()
    assert {one.error_code for one in world.requests(ids)} == {"EVENT_NOT_FOUND"}


def test_a_place_that_is_given_back_goes_to_the_next_ticket_once(world: World) -> None:
    ids = queued(world, capacity=2)
    world.worked()
    world.run(lambda: world.desk.giving_back.withdraw(ids[0], by="user-0"))
    world.run(lambda: world.desk.giving_back.withdraw(ids[0], by="user-0"))
    dispatcher = world.dispatcher()
    world.run(lambda: dispatcher.look_after("bicycles"))
    world.run(lambda: dispatcher.look_after("bicycles"))
    assert world.statuses(ids) == [LOST, WON, WON, LOST, LOST]
    codes = [one.result_code for one in world.requests(ids)]
    assert codes[0] == "REJECTED_WITHDRAWN"
    log = world.desk.requests.timeline(ids[2], for_operators=True)
    assert (log[-1].from_status, log[-1].message) == (LOST, "a place was given back or added")


def test_more_places_go_to_those_who_were_refused(world: World) -> None:
    ids = queued(world, capacity=2)
    world.worked()
    world.desk.events.change_capacity("bicycles", 4)
    dispatcher = world.dispatcher()
    world.run(lambda: dispatcher.look_after("bicycles"))
    assert (world.statuses(ids), remaining(world)) == ([WON] * 4 + [LOST], 0)


def test_a_request_that_is_queued_again_keeps_its_ticket_and_takes_what_is_left(
    world: World,
) -> None:
    ids = queued(world, capacity=2, users=["ada", "bob", "cyd"])
    world.worked(check=fails(ids[0], FinalFailure("GONE", "gone")))
    world.clock.now += 1
    world.worked()
    before = world.requests(ids)[0]
    assert world.statuses(ids) == [FAILED, WON, WON]
    world.run(lambda: world.desk.giving_back.requeue(ids[0], by="olga"))
    world.dispatched("bicycles")
    world.worked()
    again = world.requests(ids)[0]
    assert (again.status, again.result_code) == (LOST, "REJECTED_CAPACITY")
    assert (again.ticket, again.queued_at) == (before.ticket, before.queued_at)
    world.run(lambda: world.desk.giving_back.withdraw(ids[2], by="cyd"))
    dispatcher = world.dispatcher()
    world.run(lambda: dispatcher.look_after("bicycles"))
    assert world.statuses(ids) == [WON, WON, LOST]


def test_where_one_stands_is_counted_from_the_tickets_that_are_final(world: World) -> None:
    ids = queued(world, capacity=1)
    world.db.capacity.update("bicycles", sure_through=0)
    found = [world.desk.requests.standing(one) for one in world.requests(ids)]
    assert found == [0, 1, 2, 3, 4]
    world.worked(settings=WorkerSettings(messages=1))
    assert world.desk.requests.standing(world.requests(ids)[0]) is None


def test_where_one_stands_in_a_lottery_or_again_in_the_queue_says_nothing(world: World) -> None:
    open_lottery(world.desk, "garden", 1)
    entries = enter(world.desk, "garden", 3)
    ids = queued(world, capacity=1)
    world.worked(check=fails(ids[0], FinalFailure("GONE", "gone")))
    world.run(lambda: world.desk.giving_back.requeue(ids[0], by="olga"))
    world.dispatched("bicycles")
    waiting = world.requests([entries[2], ids[0]])
    assert [one.status for one in waiting] == ["QUEUED", "QUEUED"]
    assert [world.desk.requests.standing(one) for one in waiting] == [None, None]


def test_an_event_is_worked_off_on_every_store(any_world: World, event_id: str) -> None:
    world, users = any_world, [f"u{n}" for n in range(9)]
    ids = world.apply(world.opened(event_id, capacity=4), *users)
    world.dispatched(event_id)
    world.worked()
    world.run(lambda: world.desk.giving_back.withdraw(ids[1], by="u1"))
    dispatcher = world.dispatcher()
    world.run(lambda: dispatcher.look_after(event_id))
    won = [one.ticket for one in world.requests(ids) if one.status == WON]
    assert won == [1, 3, 4, 5]
    assert world.statuses(ids).count(LOST) == 5
