"""Counts for the console: every ticket once, and how long requests waited."""

from __future__ import annotations

from typing import Any

import pytest

from tavola_systems.requests.desk import Desk
from tavola_systems.requests.rules import WrongState
from tavola_systems.requests.services.counts import BOUNDS_MS, percentile
from tavola_systems.requests.services.dispatching import Dispatcher
from tests.systems.conftest import TickingClock
from tests.systems.requests.lotteries import NUMBERS, Died, enter, open_lottery, pass_cutoff
from tests.systems.requests.simulation import BrokenQueue, World, open_world


def settled(desk: Desk, event_id: str, entries: int, places: int = 2) -> None:
    """A lottery whose requests are all final."""
    open_lottery(desk, event_id, places)
    enter(desk, event_id, entries)
    desk.events.close(event_id)
    desk.draws.freeze(event_id)
    pass_cutoff(desk, event_id)
    desk.draws.draw(event_id, NUMBERS)
    desk.results.finish(event_id)


def test_every_ticket_is_counted_once(desk: Desk) -> None:
    settled(desk, "garden", 7)
    first = desk.counts.catch_up("garden", 7)
    again = desk.counts.catch_up("garden", 7)
    minutes = desk.counts.minutes("garden")

    assert (first, again) == (7, 0)
    assert sum(one.queued for one in minutes) == 7
    assert sum(one.finished for one in minutes) == 7
    assert desk.counts.by_result("garden") == {"SUCCESS": 2, "REJECTED_LOTTERY_LOSE": 5}


def test_what_is_not_final_is_not_counted(desk: Desk) -> None:
    open_lottery(desk, "garden", 1)
    enter(desk, "garden", 3)
    assert desk.counts.catch_up("garden", 0) == 0
    assert desk.counts.minutes("garden") == []


def test_a_recount_sees_what_changed_afterwards(desk: Desk) -> None:
    settled(desk, "garden", 3, places=3)
    desk.counts.catch_up("garden", 3)
    (run,) = desk.db.ticket_run.ticket_runs(event_id="garden").all()
    desk.results.withdraw(desk.requests.get(run.request_ids[0]), "user")
    desk.counts.recount("garden", 3)

    assert desk.counts.by_result("garden") == {"SUCCESS": 2, "REJECTED_WITHDRAWN": 1}
    assert sum(one.succeeded for one in desk.counts.minutes("garden")) == 2


@pytest.mark.parametrize("again", ["recount", "catch_up"])
def test_an_interrupted_recount_is_done_again_by_whoever_counts_next(
    desk: Desk, clock: TickingClock, monkeypatch: pytest.MonkeyPatch, again: str
) -> None:
    settled(desk, "garden", 3)
    desk.counts.catch_up("garden", 3)

    def die(*_: object) -> None:
        raise Died

    with monkeypatch.context() as patch:
        patch.setattr(type(desk.db.minute_count), "delete_all", die)
        with pytest.raises(Died):
            desk.counts.recount("garden", 3)
    assert desk.counts.catch_up("garden", 3) == 0
    clock.now += 61
    assert getattr(desk.counts, again)("garden", 3) == 3
    assert sum(one.finished for one in desk.counts.minutes("garden")) == 3


def test_of_two_recounts_at_once_one_is_refused(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    settled(desk, "garden", 3)
    desk.counts.catch_up("garden", 3)
    delete_all, met = desk.db.minute_count.delete_all, list[Any]()

    def meet(keys: Any) -> None:
        with pytest.raises(WrongState, match="being counted again already"):
            desk.counts.recount("garden", 3)
        met.append(keys)
        delete_all(keys)

    monkeypatch.setattr(desk.db.minute_count, "delete_all", meet)
    assert desk.counts.recount("garden", 3) == 3
    assert len(met) == 1
    assert sum(one.finished for one in desk.counts.minutes("garden")) == 3


def test_requests_of_a_first_come_event_are_counted_as_they_end() -> None:
    with open_world() as made:
        _check_first_come(made)


def _check_first_come(made: World) -> None:
    event_id = made.opened(capacity=2)
    made.apply(event_id, "a", "b", "c")
    made.dispatched(event_id)
    made.worked()
    counts = made.desk.counts
    counts.catch_up(event_id, 3)
    assert counts.by_result(event_id) == {"SUCCESS": 2, "REJECTED_CAPACITY": 1}


@pytest.mark.parametrize(
    ("waited", "share", "expected"),
    [
        ([0] * 8, 0.5, None),
        ([10, 0, 0, 0, 0, 0, 0, 0], 0.5, 50),
        ([0, 10, 0, 0, 0, 0, 0, 0], 0.5, 200),
        ([10, 0, 10, 0, 0, 0, 0, 0], 1.0, 1000),
        ([1, 0, 0, 0, 0, 0, 0, 1], 0.5, 100),
    ],
)
def test_percentiles_are_estimated_within_their_part(
    waited: list[int], share: float, expected: float | None
) -> None:
    assert len(waited) == len(BOUNDS_MS)
    assert percentile(waited, share) == expected


def test_requests_that_never_had_a_ticket_are_counted_by_their_results() -> None:
    with open_world() as made:
        event_id = made.opened(capacity=2)
        made.apply(event_id, "a", "b", "c")
        made.dispatched(event_id)
        made.worked()
        [quitter] = made.apply(event_id, "quitter")
        made.run(lambda: made.desk.giving_back.withdraw(quitter, by="quitter"))
        made.apply(event_id, *(f"user-{n}" for n in range(200)))
        fail_all(made, event_id)
        made.desk.counts.catch_up(event_id, 3)
        assert made.desk.counts.by_result(event_id) == {
            "SUCCESS": 2,
            "REJECTED_CAPACITY": 1,
            "REJECTED_WITHDRAWN": 1,
            "FAILED_INGEST_ENQUEUE": 200,
        }


def test_results_of_unticketed_requests_that_do_not_say_them_are_read() -> None:
    with open_world() as made:
        event_id = made.opened(capacity=2)
        [quitter] = made.apply(event_id, "quitter")
        made.run(lambda: made.desk.giving_back.withdraw(quitter, by="quitter"))
        made.db.unticketed_request.update(event_id, quitter, result_code=None)
        assert made.desk.counts.by_result(event_id) == {"REJECTED_WITHDRAWN": 1}


def fail_all(made: World, event_id: str) -> None:
    """Let the queue accept nothing of what waits."""
    dispatcher = Dispatcher(made.db, BrokenQueue(made.messages), holder="dispatcher")
    while made.db.run(made.desk.outbox.waiting(event_id, limit=1)):
        made.run(lambda: dispatcher.dispatch(event_id))
