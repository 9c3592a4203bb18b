"""Events: their states, their gates, and another number of places."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from tavola.errors import ItemMissing, OperationError
from tavola_systems.requests.desk import Desk
from tavola_systems.requests.models import Request
from tavola_systems.requests.rules import EventType, WrongState
from tavola_systems.requests.services.deciding import Decider
from tavola_systems.requests.services.events import NewEvent
from tavola_systems.requests.services.joined_writes import together
from tavola_systems.requests.services.moves import moving
from tavola_systems.requests.services.promises import Claims, claims_on
from tavola_systems.requests.services.working import FinalFailure, RetryableFailure
from tavola_systems.requests.web.page_views import sight_of
from tests.systems.conftest import TickingClock
from tests.systems.requests.lotteries import counts, enter, open_lottery
from tests.systems.requests.simulation import World, open_world

SERVICES = "tavola_systems.requests.services"


def first_come(event_id: str, capacity: int = 3) -> NewEvent:
    return NewEvent(event_id, "Ten bicycles", "FIRST_COME", capacity)


def lottery(event_id: str, ends_at: datetime) -> NewEvent:
    return NewEvent(event_id, "A garden", "LOTTERY", 2, ends_at=ends_at)


def at(clock: TickingClock, **after: float) -> datetime:
    return datetime.fromtimestamp(clock.now, UTC) + timedelta(**after)


def test_an_event_goes_from_draft_to_announced(any_desk: Desk, event_id: str) -> None:
    events = any_desk.events
    states = [events.create(first_come(event_id)).status]
    states += [step(event_id).status for step in (events.open, events.close, events.announce)]
    assert states == ["DRAFT", "OPEN", "CLOSED", "ANNOUNCED"]


def test_every_gate_follows_the_event(any_desk: Desk, event_id: str) -> None:
    events, gates = any_desk.events, any_desk.db.gate
    events.create(first_come(event_id))

    def are_open() -> set[bool]:
        return {gate.is_open for gate in gates.get_many([(event_id, n) for n in range(8)]) if gate}

    found = [are_open()]
    for step in (events.open, events.pause, events.resume, events.close):
        step(event_id)
        found.append(are_open())
    assert found == [{False}, {True}, {False}, {True}, {False}]


def test_an_id_is_given_once(desk: Desk) -> None:
    desk.events.create(first_come("bicycles"))
    with pytest.raises(WrongState, match="exists already"):
        desk.events.create(first_come("bicycles"))


def test_opening_and_closing_twice_changes_nothing(desk: Desk) -> None:
    desk.events.create(first_come("bicycles"))
    opened = desk.events.open("bicycles")
    assert desk.events.open("bicycles").revision == opened.revision
    closed = desk.events.close("bicycles")
    assert desk.events.close("bicycles").revision == closed.revision


@pytest.mark.parametrize("steps", [["close"], ["pause"], ["open", "close", "open"], ["announce"]])
def test_other_ways_through_the_states_are_refused(desk: Desk, steps: list[str]) -> None:
    desk.events.create(first_come("bicycles"))
    *before, last = steps
    for step in before:
        getattr(desk.events, step)("bicycles")
    with pytest.raises(WrongState, match="cannot"):
        getattr(desk.events, last)("bicycles")


def test_an_event_that_does_not_exist_is_missing(desk: Desk) -> None:
    with pytest.raises(ItemMissing, match="does not exist"):
        desk.events.open("nowhere")


def test_a_lottery_has_winners_and_no_capacity_item(desk: Desk, clock: TickingClock) -> None:
    config = desk.events.create(lottery("garden", at(clock, hours=1)))
    assert (config.capacity_total, desk.events.capacity("garden")) == (2, None)
    assert config.lottery_cutoff_at == config.ends_at


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (NewEvent("Bad Id", "x", "FIRST_COME", 1), "event_id"),
        (NewEvent("x", "\n", "FIRST_COME", 1), "title"),
        (NewEvent("x", "x", "FIRST_COME", 0), "capacity"),
        (NewEvent("x", "x", "LOTTERY", 1), "ends_at"),
    ],
)
def test_what_cannot_be_meant_is_refused(desk: Desk, wrong: NewEvent, message: str) -> None:
    with pytest.raises(OperationError, match=message):
        desk.events.create(wrong)
    assert desk.events.all().items == []


def test_a_lottery_s_phase_is_for_its_page(desk: Desk, clock: TickingClock) -> None:
    events = desk.events
    events.create(lottery("garden", at(clock, hours=1)))
    phases = [events.phase(events.open("garden"))]
    clock.now += 3601
    phases.append(events.phase(events.get("garden")))
    events.close("garden")
    desk.draws.freeze("garden")
    desk.draws.draw("garden")
    phases.append(events.phase(events.announce("garden")))
    assert phases == ["COLLECTING", "DRAWING", "ANNOUNCED"]


def test_a_lottery_that_waits_or_is_paused_is_not_said_to_be_drawn(
    desk: Desk, clock: TickingClock
) -> None:
    events = desk.events
    events.create(lottery("garden", at(clock, hours=1)))
    draft = events.phase(events.get("garden"))
    events.open("garden")
    assert (draft, events.phase(events.pause("garden"))) == ("COLLECTING", "COLLECTING")


@pytest.mark.parametrize("steps", [[], ["freeze"], ["freeze", "draw"]])
def test_a_lottery_is_not_announced_before_everybody_has_a_result(
    desk: Desk, steps: list[str]
) -> None:
    open_lottery(desk, "garden", 2, source=None)
    ids = enter(desk, "garden", 3)
    desk.events.close("garden")
    for step in steps:
        getattr(desk.draws, step)("garden")
    with pytest.raises(WrongState, match="whose results are not out"):
        desk.events.announce("garden")

    desk.draws.freeze("garden")
    desk.draws.draw("garden")
    desk.results.finish("garden")
    assert desk.events.get("garden").status == "ANNOUNCED"
    assert counts(desk, ids) == {"SUCCESS": 2, "REJECTED_LOTTERY_LOSE": 1}


def test_an_event_closes_when_its_time_is_over(desk: Desk, clock: TickingClock) -> None:
    events = desk.events
    events.create(lottery("garden", at(clock, hours=1)))
    events.open("garden")
    early = events.close_if_over("garden")
    clock.now += 3601
    assert (early, events.close_if_over("garden")) == (False, True)
    assert events.get("garden").status == "CLOSED"


def test_an_event_that_opens_by_schedule_takes_requests_from_then_on(
    desk: Desk, clock: TickingClock
) -> None:
    new = NewEvent("later", "Later", "FIRST_COME", 1, opens_at=at(clock, hours=1))
    desk.events.create(new)
    config = desk.events.open("later")
    early = desk.events.takes_requests(config)
    clock.now += 3601
    assert (early, desk.events.takes_requests(config)) == (False, True)


@pytest.mark.parametrize("kind", ["FIRST_COME", "LOTTERY"])
def test_an_event_whose_time_is_over_cannot_open(
    desk: Desk, clock: TickingClock, kind: EventType
) -> None:
    desk.events.create(NewEvent("late", "Too late", kind, 2, ends_at=at(clock, hours=1)))
    clock.now += 3601
    with pytest.raises(WrongState, match="is over, so that it cannot open"):
        desk.events.open("late")
    assert desk.draws.find("late") is None
    desk.events.prolong("late", at(clock, hours=1))
    assert desk.events.open("late").status == "OPEN"


def test_intake_does_not_end_before_it_begins(desk: Desk, clock: TickingClock) -> None:
    begin = at(clock, hours=5)
    desk.events.create(replace(first_come("later"), opens_at=begin, ends_at=at(clock, hours=9)))
    for early in (begin, at(clock, hours=1)):
        with pytest.raises(OperationError, match="not after the opening"):
            desk.events.prolong("later", early)


def test_more_places_are_vacant_until_those_who_were_refused_had_them(desk: Desk) -> None:
    desk.events.create(first_come("bicycles"))
    places = desk.events.change_capacity("bicycles", 5)
    assert (places.capacity_total, places.capacity_remaining, places.vacant) == (5, 3, 2)
    assert desk.events.get("bicycles").capacity_total == 5


def test_with_fewer_places_fewer_tickets_are_sure(desk: Desk) -> None:
    desk.events.create(first_come("bicycles"))
    places = desk.events.change_capacity("bicycles", 1)
    assert (places.capacity_total, places.capacity_remaining) == (1, 1)
    assert places.sure_through == 1


def test_places_that_are_taken_cannot_be_taken_away(desk: Desk) -> None:
    desk.events.create(first_come("bicycles"))
    desk.db.capacity.update("bicycles", capacity_remaining=1)
    with pytest.raises(WrongState, match="2 places are taken"):
        desk.events.change_capacity("bicycles", 1)


def test_places_that_waiting_tickets_were_told_are_theirs_cannot_be_taken_away() -> None:
    with open_world() as world:
        ids = world.apply(world.opened(capacity=6), *(f"user-{n}" for n in range(4)))
        world.dispatched("bicycles")
        late = world.requests(ids)[3]
        places = Decider(world.db, by="worker").places
        begun = moving(world.db, late, "PROCESSING", by="worker")
        world.run(lambda: together(world.db, begun))
        world.run(lambda: places.win("bicycles", [late], by="worker", are_sure=True))

        with pytest.raises(WrongState, match="3 requests that are not decided yet were told"):
            world.desk.events.change_capacity("bicycles", 3)
        world.desk.events.change_capacity("bicycles", 4)
        world.worked()
        assert world.statuses(ids) == ["SUCCEEDED"] * 4


def told_sure(world: World, ids: list[str]) -> list[bool]:
    """Whether each page says that a place is its own."""
    event = world.desk.events.get("bicycles")
    return [sight_of(world.desk, event, one).prospect == "sure" for one in world.requests(ids)]


def test_places_that_were_promised_after_a_reduction_stay_too() -> None:
    with open_world() as world:
        world.opened(capacity=10)
        world.desk.events.change_capacity("bicycles", 8)
        ids = world.apply("bicycles", *(f"user-{n}" for n in range(5)))
        world.dispatched("bicycles")
        assert told_sure(world, ids) == [True] * 5
        with pytest.raises(WrongState, match="5 requests that are not decided yet were told"):
            world.desk.events.change_capacity("bicycles", 2)
        world.desk.events.change_capacity("bicycles", 5)
        assert told_sure(world, ids) == [True] * 5
        world.worked()
        assert world.statuses(ids) == ["SUCCEEDED"] * 5


def test_a_place_of_one_that_failed_and_may_be_queued_again_is_not_taken_away() -> None:
    with open_world() as world:
        ids = world.apply(world.opened(capacity=4), "ada", "bob", "cyd")
        world.dispatched("bicycles")
        failures = {ids[0]: FinalFailure("GONE", "gone"), ids[2]: RetryableFailure("BUSY", "busy")}

        def check(request: Request) -> None:
            if request.request_id in failures:
                raise failures[request.request_id]

        world.worked(check=check)
        words = r"1 requests .* theirs, and 1 that failed may be queued again"
        with pytest.raises(WrongState, match=words):
            world.desk.events.change_capacity("bicycles", 2)
        world.desk.events.change_capacity("bicycles", 3)
        world.run(lambda: world.desk.giving_back.requeue(ids[0], by="olga"))
        world.dispatched("bicycles")
        world.clock.now += 60
        world.worked()
        assert world.statuses(ids) == ["SUCCEEDED"] * 3


def test_a_ticket_that_is_given_during_a_reduction_is_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with open_world() as world:
        world.opened(capacity=3)
        ids = world.apply("bicycles", "ada", "bob")

        def meet(*given: Any) -> Claims:
            found = claims_on(*given)
            world.dispatched("bicycles")
            return found

        monkeypatch.setattr(f"{SERVICES}.capacity_changes.claims_on", meet)
        with pytest.raises(WrongState, match="2 requests that are not decided yet were told"):
            world.desk.events.change_capacity("bicycles", 1)
        assert told_sure(world, ids) == [True, True]


def test_results_are_announced_when_all_requests_have_one() -> None:
    with open_world() as world:
        events = world.desk.events
        ids = world.apply(world.opened(capacity=2), "ada", "bob", "cyd")
        events.close("bicycles")
        with pytest.raises(WrongState, match="3 undecided"):
            events.announce("bicycles")
        world.dispatched("bicycles")
        world.worked(check=failing(ids[1]))
        with pytest.raises(WrongState, match="2 undecided"):
            events.announce("bicycles")
        world.clock.now += 60
        world.worked()
        assert events.announce("bicycles").status == "ANNOUNCED"


def test_results_are_not_announced_while_one_is_queued_again() -> None:
    with open_world() as world:
        events = world.desk.events
        ids = world.apply(world.opened(capacity=2), "ada", "bob")
        events.close("bicycles")
        world.dispatched("bicycles")
        world.worked(check=failing(ids[0], FinalFailure("GONE", "gone")))
        world.run(lambda: world.desk.giving_back.requeue(ids[0], by="olga"))
        with pytest.raises(WrongState, match="1 undecided"):
            events.announce("bicycles")
        world.dispatched("bicycles")
        with pytest.raises(WrongState, match="1 undecided"):
            events.announce("bicycles")
        world.worked()
        assert events.announce("bicycles").status == "ANNOUNCED"


def failing(request_id: str, failure: Exception | None = None) -> Callable[[Request], None]:
    """A check that one request does not pass."""

    def check(request: Request) -> None:
        if request.request_id == request_id:
            raise failure or RetryableFailure("BUSY", "busy")

    return check
