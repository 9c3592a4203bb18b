"""A capacity: no place is given twice, none is lost, and the total can change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tavola.errors import (
    AlreadyExists,
    CancellationReason,
    ConditionFailed,
    ItemMissing,
    OperationError,
    TransactionCancelled,
)
from tavola.operations.steps import Wait
from tavola.patterns.capacity import Capacity, NotTaken, SoldOut
from tavola.patterns.pieces.parts import part_of
from tests.patterns.schedules import Actor, Play
from tests.patterns.workshop import Seats, Tally, Workshop
from tests.table.stores import clear, embedded


@pytest.fixture(name="db")
def tenant(workshop: Workshop) -> Workshop:
    return workshop.tenant("acme")


@pytest.fixture
def seats(db: Workshop) -> Capacity[Seats]:
    capacity = Capacity(db, Seats)
    db.run(capacity.create("hall", total=3))
    return capacity


def left(db: Workshop) -> tuple[int, int]:
    """The total, and what remains of it."""
    found = db.run(part_of(db, Seats).get(("hall",)))
    assert found is not None
    return found.total, found.remaining


def ticket(db: Workshop, name: str) -> Any:
    """What a place is for."""
    return db.plans(Tally).add(Tally(name=name))


def test_places_are_taken_until_too_few_are_left(db: Workshop, seats: Capacity[Seats]) -> None:
    db.run(seats.take("hall", count=2))
    with pytest.raises(SoldOut, match=r"Seats hall: 1 are left, 2 were wanted") as sold_out:
        db.run(seats.take("hall", count=2))
    assert (sold_out.value.remaining, left(db)) == (1, (3, 1))


def test_a_capacity_that_does_not_exist_is_not_sold_out(
    db: Workshop, seats: Capacity[Seats]
) -> None:
    with pytest.raises(ItemMissing):
        db.run(seats.take("elsewhere"))
    with pytest.raises(ItemMissing):
        db.run(seats.give_back("elsewhere"))


def test_a_place_and_what_it_is_for_are_taken_together(
    db: Workshop, seats: Capacity[Seats]
) -> None:
    db.run(seats.take("hall", also=[ticket(db, "ada")]))
    with pytest.raises(AlreadyExists) as refused:
        db.run(seats.take("hall", also=[ticket(db, "ada")]))
    assert (refused.value.position, left(db)) == (0, (3, 2))


def test_taking_is_a_write_of_any_transaction(db: Workshop, seats: Capacity[Seats]) -> None:
    with db.transaction() as tx:
        tx.add(ticket(db, "ada"))
        tx.add(seats.taking("hall", count=3))

    def overbook() -> None:
        with db.transaction() as tx:
            tx.add(ticket(db, "grace"))
            tx.add(seats.taking("hall"))

    with pytest.raises(ConditionFailed) as refused:
        overbook()
    assert (refused.value.position, left(db)) == (1, (3, 0))


def test_no_more_is_given_back_than_was_taken(db: Workshop, seats: Capacity[Seats]) -> None:
    db.run(seats.take("hall", count=2))
    db.run(seats.give_back("hall"))
    with pytest.raises(NotTaken, match=r"Seats hall: 1 are taken, 2 cannot be given back"):
        db.run(seats.give_back("hall", count=2))
    assert left(db) == (3, 2)


def test_a_place_is_given_back_with_what_it_was_for(db: Workshop, seats: Capacity[Seats]) -> None:
    db.run(seats.take("hall", also=[ticket(db, "ada")]))
    gone = part_of(db, Tally).delete(("ada",), condition=Tally.fields.count.is_missing())
    with pytest.raises(ConditionFailed) as refused:
        db.run(seats.give_back("hall", also=[gone]))
    assert (refused.value.position, left(db)) == (0, (3, 2))


def test_the_total_grows_and_shrinks_but_not_below_what_is_taken(
    db: Workshop, seats: Capacity[Seats]
) -> None:
    db.run(seats.take("hall", count=2))
    db.run(seats.set_total("hall", total=10))
    assert left(db) == (10, 8)
    db.run(seats.set_total("hall", total=2))
    assert left(db) == (2, 0)
    with pytest.raises(SoldOut, match=r"Seats hall: 2 are taken, so that the total cannot be 1"):
        db.run(seats.set_total("hall", total=1))


def test_nonsense_is_refused_before_anything_is_sent(seats: Capacity[Seats]) -> None:
    with pytest.raises(OperationError, match=r"count: 0 is too few. Give 1 or more"):
        seats.take("hall", count=0)
    with pytest.raises(OperationError, match=r"count: -1 is too few"):
        seats.give_back("hall", count=-1)
    with pytest.raises(OperationError, match=r"total: -1 is too few. Give 0 or more"):
        seats.set_total("hall", total=-1)


def test_many_at_once_get_as_many_places_as_there_are(db: Workshop, seats: Capacity[Seats]) -> None:
    def take(number: int) -> bool:
        try:
            db.run(seats.take("hall", also=[ticket(db, f"t{number}")]))
        except SoldOut:
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(take, range(12))) == 3
    assert left(db) == (3, 0)


def test_a_transaction_that_others_hold_up_is_tried_again(
    db: Workshop, seats: Capacity[Seats]
) -> None:
    steps: Any = seats.set_total("hall", total=5).steps()
    read = next(steps)
    steps.send(db.store.execute(read.action, read.body))
    conflict = TransactionCancelled("", reasons=[CancellationReason("TransactionConflict")])
    assert isinstance(steps.throw(conflict), Wait)
    assert steps.send(None) == read
    steps.close()


def test_a_transaction_that_is_refused_for_another_reason_is_not_tried_again(
    db: Workshop, seats: Capacity[Seats]
) -> None:
    steps: Any = seats.set_total("hall", total=5).steps()
    read = next(steps)
    steps.send(db.store.execute(read.action, read.body))
    invalid = TransactionCancelled("", reasons=[CancellationReason("ValidationError")])
    with pytest.raises(TransactionCancelled):
        steps.throw(invalid)


@pytest.fixture(scope="module")
def stage() -> Iterator[Workshop]:
    """A workshop in memory, to try orders on."""
    with embedded("memory:") as home:
        yield home.open(Workshop, "workshop").tenant("acme")


def test_taking_giving_back_and_new_totals_in_every_order_add_up(stage: Workshop) -> None:
    seats = Capacity(stage, Seats)

    def begin() -> list[Actor]:
        clear(stage)
        stage.run(seats.create("hall", total=2))
        stage.run(seats.take("hall"))
        acts: dict[str, Any] = {
            "take": seats.take("hall"),
            "back": seats.give_back("hall"),
            "again": seats.give_back("hall"),
            "shrink": seats.set_total("hall", total=1),
        }
        return [Actor(name, act, stage.store) for name, act in acts.items()]

    def check(actors: Sequence[Actor]) -> None:
        total, remaining = left(stage)
        done = {one.name for one in actors if one.is_done and one.error is None}
        taken = 1 + ("take" in done) - ("back" in done) - ("again" in done)
        assert 0 <= remaining <= total
        assert total - remaining == taken

    assert Play(begin, check, switches=2).run() > 50


def test_two_new_totals_in_every_order_are_both_set(stage: Workshop) -> None:
    seats = Capacity(stage, Seats)

    def begin() -> list[Actor]:
        clear(stage)
        stage.run(seats.create("hall", total=2))
        stage.run(seats.take("hall"))
        acts = [seats.set_total("hall", total=total) for total in (5, 9)]
        return [Actor(str(number), act, stage.store) for number, act in enumerate(acts)]

    def check(actors: Sequence[Actor]) -> None:
        assert [one.error for one in actors] == [None, None]
        assert left(stage) in [(5, 4), (9, 8)]

    assert Play(begin, check).run() >= 6


def test_a_death_at_any_point_loses_no_place(stage: Workshop) -> None:
    seats = Capacity(stage, Seats)

    def begin() -> list[Actor]:
        clear(stage)
        stage.run(seats.create("hall", total=1))
        takes = [seats.take("hall", also=[ticket(stage, name)]) for name in ("ada", "bob")]
        return [Actor(str(n), take, stage.store) for n, take in enumerate(takes)]

    def check(actors: Sequence[Actor]) -> None:
        del actors
        found = [stage.run(part_of(stage, Tally).get((name,))) for name in ("ada", "bob")]
        tickets = sum(one is not None for one in found)
        assert left(stage) == (1, 1 - tickets)

    assert Play(begin, check, deaths=2).run() > 3
