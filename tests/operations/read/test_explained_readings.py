"""`explain` of iterations, relations, lists of keys and transactions is what is consumed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.table.generated.yard import Crate, Drawing, Lorry, Pallet, Yard
from tests.table.stores import Home

HALL = "h" * 5
PLATE = "p" * 10
CRATES = 60


@pytest.fixture
def yard(here: Home) -> Yard:
    """Sixty crates on one lorry and as many lorries and pallets, as large as expected."""
    db = here.empty(Yard)
    db.lorry.create(plate=PLATE, hall="other", papers="p" * 5000)
    for number in range(CRATES):
        crate = db.crate.create(number=f"{number:010d}", hall=HALL, contents="c" * 3000)
        db.lorry.create(plate=f"{number:010d}", hall=HALL, papers="p" * 5000)
        db.pallet.create(number=f"{number:010d}", hall=HALL, label="l" * 1200)
        db.loading.create(plate=PLATE, crate=crate.number)
        db.loading.create(plate=f"{number:010d}", crate="0" * 10)
    return db


PLANS: dict[str, Callable[[Yard], Any]] = {
    "iterate": lambda db: db.crate.plan.iterate(page=10),
    "iterate one bucket": lambda db: db.crate.plan.iterate(bucket=1, page=10),
    "iterate keysOnly": lambda db: db.pallet.plan.iterate(page=10),
    "keysOnly collection": lambda db: db.plan.hall(hall=HALL, limit=119),
    "keysOnly beside another model": lambda db: db.crate.plan.crates_in_hall(hall=HALL, limit=9),
    "related by a mapping": lambda db: db.crate.plan.reach(
        db.loading.plan.crates_for_lorry(plate=PLATE, limit=20), "crate"
    ),
    "related by a mapping's index": lambda db: db.lorry.plan.reach(
        db.loading.plan.lorries_for_crate(crate="0" * 10, limit=20), "plate"
    ),
}


@pytest.mark.parametrize("make", PLANS.values(), ids=PLANS)
def test_an_explanation_is_what_is_consumed(yard: Yard, make: Callable[[Yard], Any]) -> None:
    plan = make(yard)
    explained = plan.explain()

    with yard.consumed() as consumed:
        yard.run(plan)

    assert (explained.requests, explained.estimated_units) == (consumed.requests, consumed.total)


def test_what_an_instance_is_asked_for_costs_what_its_plan_says(yard: Yard) -> None:
    lorry = yard.lorry.get(PLATE)
    assert lorry is not None
    mapping = yard.loading.plan.crates_for_lorry(plate=PLATE, limit=20)

    with yard.consumed() as consumed:
        found = lorry.get_crates(limit=20).items

    explained = yard.crate.plan.reach(mapping, "crate").explain()
    assert (len(found), explained.estimated_units) == (20, consumed.total)


LARGE_PLANS: dict[str, Callable[[Yard], Any]] = {
    "pages of a megabyte": lambda db: db.drawing.plan.drawings(hall=HALL, limit=12),
    "a scan": lambda db: db.drawing.plan.scan(allow_scan=True),
    "a batch of sixteen megabytes": lambda db: db.drawing.plan.get_many(
        [(HALL, number) for number in range(85)]
    ),
}


@pytest.mark.parametrize("make", LARGE_PLANS.values(), ids=LARGE_PLANS)
def test_large_items_are_read_in_as_many_requests(make: Callable[[Yard], Any]) -> None:
    with Yard.open("memory:") as db:
        db.drawing.put_all(
            Drawing(hall=HALL, number=number, image="i" * 200_000) for number in range(85)
        )
        plan = make(db)
        explained = plan.explain()

        with db.consumed() as consumed:
            db.run(plan)

    assert (explained.requests, explained.estimated_units) == (consumed.requests, consumed.total)


def test_a_scan_of_small_items_reads_a_megabyte(yard: Yard) -> None:
    explained = yard.loading.plan.scan(allow_scan=True).explain()

    assert (explained.action, explained.requests, explained.estimated_units) == ("Scan", 1, 128)


def test_a_transaction_is_explained_before_it_is_sent(yard: Yard) -> None:
    crate, lorry = yard.crate.get("0" * 10), yard.lorry.get(PLATE)
    assert crate is not None
    assert lorry is not None
    with yard.consumed() as consumed, yard.transaction() as tx:
        tx.create(Pallet(number="n" * 10, hall=HALL, label="l" * 1200))
        tx.update(crate, Crate.fields.hall.set("other"))
        tx.delete(lorry)
        explained = tx.explain()

    assert [step.action for step in explained.steps] == ["TransactWriteItems"]
    assert (explained.requests, explained.estimated_units) == (consumed.requests, consumed.total)


def test_explaining_a_transaction_leaves_its_writes_and_sends_nothing(yard: Yard) -> None:
    with yard.transaction() as tx:
        tx.create(Lorry(plate="q" * 10, hall=HALL, papers=""))
        first, second = tx.explain(), tx.explain()
        assert yard.lorry.get("q" * 10) is None

    assert first.requests == second.requests == 1
    assert yard.lorry.get("q" * 10) is not None
