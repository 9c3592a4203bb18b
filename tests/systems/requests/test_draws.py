"""Lotteries as a service: promised, fixed, drawn, everybody told; through a crash at every step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from tavola.errors import ItemMissing, OperationError
from tavola.stores.opening import open_store
from tavola_systems.requests.desk import Desk, open_desk
from tavola_systems.requests.domain.draw import sha256_hex
from tavola_systems.requests.domain.verify import verify
from tavola_systems.requests.models import AsyncEventTable
from tavola_systems.requests.rules import WrongState
from tavola_systems.requests.services import draw_lists
from tavola_systems.requests.services.events import NewEvent
from tavola_systems.requests.upkeep import Upkeep
from tests.systems.conftest import TickingClock
from tests.systems.requests.lotteries import (
    NUMBERS,
    SOURCE,
    Died,
    MortalStore,
    all_of,
    counts,
    enter,
    open_lottery,
    pass_cutoff,
)

WON, LOST, BACK = "SUCCESS", "REJECTED_LOTTERY_LOSE", "REJECTED_WITHDRAWN"


def run(desk: Desk, event_id: str, value: str = NUMBERS) -> None:
    """Everything from the cutoff on, or what is left of it."""
    if desk.events.get(event_id).status == "OPEN":
        desk.events.close(event_id)
    desk.draws.freeze(event_id)
    pass_cutoff(desk, event_id)
    desk.draws.draw(event_id, value)
    desk.results.finish(event_id)


def test_a_lottery_goes_from_promise_to_results(any_desk: Desk, event_id: str) -> None:
    open_lottery(any_desk, event_id, 3)
    ids = enter(any_desk, event_id, 10)
    states = [any_desk.draws.get(event_id).state]
    any_desk.events.close(event_id)
    states.append(any_desk.draws.freeze(event_id).state)
    pass_cutoff(any_desk, event_id)
    states.append(any_desk.draws.draw(event_id, NUMBERS).state)
    any_desk.results.finish(event_id)
    states.append(any_desk.draws.get(event_id).state)

    assert states == ["COMMITTED", "FROZEN", "DRAWN", "SETTLED"]
    assert counts(any_desk, ids) == {WON: 3, LOST: 7}
    assert any_desk.events.get(event_id).status == "ANNOUNCED"


def test_the_winners_are_those_of_the_published_order(any_desk: Desk, event_id: str) -> None:
    open_lottery(any_desk, event_id, 4)
    ids = enter(any_desk, event_id, 9)
    noted = sha256_hex(any_desk.draws.get(event_id).commitment.encode())
    run(any_desk, event_id)

    found = verify(any_desk.draws.files(any_desk.draws.get(event_id)), noted=noted)
    winners = {one.request_id for one in all_of(any_desk, ids) if one.result_code == WON}
    assert found.holds
    assert set(found.winners) == winners


@pytest.mark.parametrize(("entries", "places", "winners"), [(0, 3, 0), (2, 5, 2), (70, 64, 64)])
def test_exactly_as_many_win_as_places_and_entries_allow(
    desk: Desk, entries: int, places: int, winners: int
) -> None:
    open_lottery(desk, "garden", places)
    ids = enter(desk, "garden", entries)
    run(desk, "garden")

    assert counts(desk, ids)[WON] == winners
    assert desk.draws.get("garden").winners == winners
    assert desk.draws.get("garden").state == "SETTLED"


def test_every_change_of_status_is_logged(desk: Desk) -> None:
    open_lottery(desk, "garden", 1)
    (request_id,) = enter(desk, "garden", 1)
    run(desk, "garden")

    log = desk.db.status_log.timeline(request_id=request_id).all()
    assert [(one.from_status, one.to_status, one.number) for one in log] == [
        ("QUEUED", "PROCESSING", 1),
        ("PROCESSING", "SUCCEEDED", 2),
    ]


def test_a_request_keeps_when_its_result_was_announced(desk: Desk) -> None:
    open_lottery(desk, "garden", 1)
    ids = enter(desk, "garden", 2)
    run(desk, "garden")
    seen = [(one.ui_phase, one.announced_at is not None) for one in all_of(desk, ids)]
    assert seen == [("ANNOUNCED", True)] * 2


def test_a_seed_is_shown_to_nobody_before_the_draw(desk: Desk) -> None:
    open_lottery(desk, "garden", 1)
    enter(desk, "garden", 2)
    desk.events.close("garden")
    found = desk.draws.freeze("garden")

    published = b"".join(desk.draws.files(found).values()).decode()
    assert found.seed not in published
    assert sha256_hex(bytes.fromhex(found.seed)) in published


def test_nothing_is_fixed_while_requests_come_in(desk: Desk) -> None:
    open_lottery(desk, "garden", 1)
    with pytest.raises(WrongState, match="still takes requests"):
        desk.draws.freeze("garden")


def test_the_cutoff_closes_by_itself(desk: Desk, clock: TickingClock) -> None:
    open_lottery(desk, "garden", 1)
    enter(desk, "garden", 2)
    clock.now += 3601
    assert desk.draws.freeze("garden").state == "FROZEN"


@pytest.mark.parametrize("place", ["outbox_entry", "failed_entry"])
def test_an_accepted_request_is_waited_for(desk: Desk, place: str) -> None:
    open_lottery(desk, "garden", 1)
    values: Any = {"event_id": "garden", "shard": 3, "request_id": "01ARZ3NDEKTSV4RRFFQ69G5FAV"}
    if place == "outbox_entry":
        desk.db.outbox_entry.create(**values)
    else:
        desk.db.failed_entry.create(**values, reason="queue down", died_at=desk.db.now())
    desk.events.close("garden")

    with pytest.raises(WrongState, match="1 accepted requests are not in the queue"):
        desk.draws.freeze("garden")


def test_a_draw_happens_once(desk: Desk) -> None:
    open_lottery(desk, "garden", 1)
    enter(desk, "garden", 5)
    run(desk, "garden")
    before = desk.draws.get("garden")

    assert desk.draws.freeze("garden") == before
    assert desk.draws.draw("garden", NUMBERS) == before
    with pytest.raises(WrongState, match="once"):
        desk.draws.draw("garden", "1 2 3 4 5 6")
    with pytest.raises(WrongState, match="What is drawn stays"):
        desk.draws.abandon("garden", "I do not like it", "olga")


def test_nothing_is_drawn_before_the_entries_are_fixed(desk: Desk) -> None:
    open_lottery(desk, "garden", 1)
    with pytest.raises(WrongState, match="COMMITTED"):
        desk.draws.draw("garden", NUMBERS)


@pytest.mark.parametrize(("source", "value"), [(SOURCE, ""), (None, NUMBERS)])
def test_a_public_value_is_given_exactly_if_promised(
    desk: Desk, source: str | None, value: str
) -> None:
    open_lottery(desk, "garden", 1, source=source)
    desk.events.close("garden")
    desk.draws.freeze("garden")
    with pytest.raises(OperationError, match="public_value"):
        desk.draws.draw("garden", value)


def test_an_abandoned_draw_stays_visible_and_another_is_promised(desk: Desk) -> None:
    open_lottery(desk, "garden", 1)
    enter(desk, "garden", 3)
    desk.events.close("garden")
    first = desk.draws.freeze("garden")
    desk.draws.abandon("garden", "The numbers were never drawn", "olga")
    draws = desk.draws.all("garden")

    assert [(one.attempt, one.state) for one in draws] == [(1, "ABANDONED"), (2, "COMMITTED")]
    assert draws[0].abandoned_reason == "The numbers were never drawn"
    assert draws[1].seed != first.seed
    assert verify(desk.draws.files(draws[0])).stage == "frozen"


@pytest.mark.parametrize("reason", ["", " \n ", "x" * 301, "a\x00b"])
def test_abandoning_needs_a_reason(desk: Desk, reason: str) -> None:
    open_lottery(desk, "garden", 1)
    with pytest.raises(OperationError, match="reason"):
        desk.draws.abandon("garden", reason, "olga")


def test_an_open_lottery_cannot_be_prolonged(desk: Desk) -> None:
    open_lottery(desk, "garden", 1)
    with pytest.raises(WrongState, match="promised"):
        desk.events.prolong("garden", desk.db.now() + timedelta(days=2))


def test_an_event_that_is_no_lottery_has_no_draw(desk: Desk) -> None:
    desk.events.create(NewEvent("bicycles", "Bicycles", "FIRST_COME", 3))
    desk.events.open("bicycles")
    with pytest.raises(ItemMissing, match="nothing was promised"):
        desk.draws.freeze("bicycles")


def test_only_a_lottery_names_a_public_value(desk: Desk) -> None:
    with pytest.raises(OperationError, match="only a lottery"):
        desk.events.create(NewEvent("x", "X", "FIRST_COME", 3, public_source="Lotto"))


def test_a_request_that_was_withdrawn_is_passed_over(desk: Desk) -> None:
    open_lottery(desk, "garden", 2)
    ids = enter(desk, "garden", 6)
    desk.events.close("garden")
    desk.draws.freeze("garden")
    pass_cutoff(desk, "garden")
    desk.draws.draw("garden", NUMBERS)
    order = verify(desk.draws.files(desk.draws.get("garden"))).order
    first = all_of(desk, [order[0]])[0]
    desk.results.withdraw(first, "user")
    desk.results.finish("garden")

    won = [one.request_id for one in all_of(desk, order) if one.result_code == WON]
    assert won == [order[1], order[2]]
    assert counts(desk, ids) == {WON: 2, LOST: 3, BACK: 1}


def test_who_withdraws_after_the_cutoff_stays_an_entry_and_is_passed_over(desk: Desk) -> None:
    open_lottery(desk, "garden", 2)
    ids = enter(desk, "garden", 5)
    early, late = all_of(desk, ids)[:2]
    desk.results.withdraw(early, "ada")
    desk.events.close("garden")
    desk.results.withdraw(late, "olga")
    run(desk, "garden")

    found = desk.draws.get("garden")
    entries = desk.draws.files(found)["entries.txt"].decode().split()
    assert entries == sorted(ids[1:])
    assert counts(desk, ids) == {BACK: 2, WON: 2, LOST: 1}


def test_entries_are_fixed_as_soon_as_the_cutoff_has_passed(
    desk: Desk, clock: TickingClock
) -> None:
    open_lottery(desk, "garden", 2)
    enter(desk, "garden", 3)
    upkeep = Upkeep(desk)
    upkeep.step()
    before = desk.draws.get("garden").state
    clock.now += 3601
    upkeep.step()
    assert (before, desk.draws.get("garden").state) == ("COMMITTED", "FROZEN")


def test_a_draw_that_was_promised_after_the_cutoff_says_so(desk: Desk, clock: TickingClock) -> None:
    open_lottery(desk, "garden", 2)
    enter(desk, "garden", 3)
    clock.now += 3601
    run(desk, "garden")
    first = verify(desk.draws.files(desk.draws.get("garden")))

    open_lottery(desk, "field", 2)
    enter(desk, "field", 3)
    clock.now += 3601
    desk.draws.freeze("field")
    desk.draws.abandon("field", "a wrong seed", "olga")
    run(desk, "field")
    second = verify(desk.draws.files(desk.draws.get("field")))

    assert (first.holds, first.doubt) == (True, "")
    assert second.holds
    assert "promised after the cutoff" in second.doubt


def test_a_place_that_is_given_back_goes_to_the_next_of_the_order(
    any_desk: Desk, event_id: str
) -> None:
    open_lottery(any_desk, event_id, 2)
    enter(any_desk, event_id, 5)
    run(any_desk, event_id)
    order = verify(any_desk.draws.files(any_desk.draws.get(event_id))).order
    any_desk.results.withdraw(all_of(any_desk, [order[0]])[0], "user")
    any_desk.results.finish(event_id)

    found = [one.result_code for one in all_of(any_desk, order)]
    assert found == [BACK, WON, WON, LOST, LOST]
    assert any_desk.draws.get(event_id).vacant == 0


def test_giving_back_twice_frees_one_place(desk: Desk) -> None:
    open_lottery(desk, "garden", 1)
    enter(desk, "garden", 3)
    run(desk, "garden")
    order = verify(desk.draws.files(desk.draws.get("garden"))).order
    stale = all_of(desk, [order[0]])[0]
    desk.results.withdraw(all_of(desk, [order[0]])[0], "user")
    desk.results.withdraw(stale, "user")
    desk.results.finish("garden")

    assert counts(desk, order) == {WON: 1, LOST: 1, BACK: 1}


def test_places_nobody_is_left_for_stay_vacant(desk: Desk) -> None:
    open_lottery(desk, "garden", 2)
    ids = enter(desk, "garden", 2)
    run(desk, "garden")
    for one in all_of(desk, ids):
        desk.results.withdraw(one, "user")
    assert desk.results.finish("garden") == 0
    assert desk.draws.get("garden").vacant == 2


def test_who_got_no_place_has_none_to_give_back(desk: Desk) -> None:
    open_lottery(desk, "garden", 1)
    ids = enter(desk, "garden", 2)
    run(desk, "garden")
    loser = next(one for one in all_of(desk, ids) if one.result_code == LOST)
    with pytest.raises(WrongState, match="no place"):
        desk.results.withdraw(loser, "user")


def test_lists_of_several_parts_come_back_whole(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(draw_lists, "IDS_IN_A_PART", 4)
    open_lottery(desk, "garden", 7)
    ids = enter(desk, "garden", 45)
    run(desk, "garden")

    assert counts(desk, ids) == {WON: 7, LOST: 38}
    assert verify(desk.draws.files(desk.draws.get("garden"))).holds


@pytest.fixture
def mortal(clock: TickingClock) -> Iterator[tuple[Desk, MortalStore]]:
    """The services on a store that can die; and whole again when it is told to."""
    store = MortalStore(open_store("memory:", clock=clock)[0])
    with AsyncEventTable.open("memory:", store=store, clock=clock) as db:
        yield open_desk(db), store


def _until_it_dies(desk: Desk, store: MortalStore, at: int, *, is_heard: bool) -> bool:
    store.requests_left, store.is_heard = at, is_heard
    try:
        run(desk, f"e-{at}-{is_heard}".lower())
    except Died:
        return True
    finally:
        store.requests_left = None
    return False


@pytest.mark.parametrize("is_heard", [True, False])
def test_a_draw_survives_a_crash_at_every_request(
    mortal: tuple[Desk, MortalStore], is_heard: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever was done, somebody else goes on with it, and the result is the same."""
    monkeypatch.setattr("tavola_systems.requests.services.draw_results._STRETCH", 2)
    desk, store = mortal
    outcomes: list[Counter[str | None]] = []
    is_dead, at = True, 0
    while is_dead:
        event_id = f"e-{at}-{is_heard}".lower()
        open_lottery(desk, event_id, 2)
        ids = enter(desk, event_id, 5)
        is_dead = _until_it_dies(desk, store, at, is_heard=is_heard)
        run(desk, event_id)
        found = verify(desk.draws.files(desk.draws.get(event_id)))
        winners = {one.request_id for one in all_of(desk, ids) if one.result_code == WON}
        assert found.holds
        assert set(found.winners) == winners
        outcomes.append(counts(desk, ids))
        at += 1

    assert at > 25
    assert outcomes == [{WON: 2, LOST: 3}] * at
