"""Leases: one holder at a time, and a fence against former ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest

from tavola.errors import ConditionFailed
from tavola.patterns.lease import LeaseHeld, LeaseLost, Leases
from tavola.patterns.pieces.parts import part_of
from tests.patterns.schedules import Actor, Play
from tests.patterns.workshop import Lease, Tally, Workshop
from tests.table.stores import Home, clear, embedded


@pytest.fixture(name="db")
def tenant(workshop: Workshop) -> Workshop:
    return workshop.tenant("acme")


@pytest.fixture
def leases(db: Workshop) -> Leases[Lease]:
    return Leases(db, Lease)


def test_one_holds_a_lease_until_its_time_is_over(
    home: Home, db: Workshop, leases: Leases[Lease]
) -> None:
    first = db.run(leases.acquire("door", holder="ada", seconds=10))
    with pytest.raises(LeaseHeld, match=r"Lease door: ada holds it until") as held:
        db.run(leases.acquire("door", holder="bob", seconds=10))
    assert (held.value.holder, held.value.until) == ("ada", first.until)
    home.clock.advance(10)
    second = db.run(leases.acquire("door", holder="bob", seconds=10))
    assert (first.fence, second.fence, second.holder) == (1, 2, "bob")


def test_a_renewed_lease_lasts_from_then(home: Home, db: Workshop, leases: Leases[Lease]) -> None:
    lease = db.run(leases.acquire("door", holder="ada", seconds=10))
    home.clock.advance(9)
    renewed = db.run(leases.renew(lease, seconds=10))
    assert (renewed.fence, renewed.until) == (1, db.now() + timedelta(seconds=10))
    home.clock.advance(9)
    with pytest.raises(LeaseHeld):
        db.run(leases.acquire("door", holder="bob", seconds=10))


def test_a_former_holder_can_neither_renew_nor_release(
    home: Home, db: Workshop, leases: Leases[Lease]
) -> None:
    lease = db.run(leases.acquire("door", holder="ada", seconds=10))
    home.clock.advance(10)
    db.run(leases.acquire("door", holder="bob", seconds=10))
    with pytest.raises(LeaseLost, match=r"Lease door: ada no longer holds it. Acquire it again"):
        db.run(leases.renew(lease, seconds=10))
    assert db.run(leases.release(lease)) is False
    with pytest.raises(LeaseHeld):
        db.run(leases.acquire("door", holder="eve", seconds=10))


def test_a_released_lease_is_free_at_once_and_its_fence_goes_on(
    db: Workshop, leases: Leases[Lease]
) -> None:
    lease = db.run(leases.acquire("door", holder="ada", seconds=10))
    assert db.run(leases.release(lease)) is True
    assert db.run(leases.release(lease)) is False
    assert db.run(leases.acquire("door", holder="bob", seconds=10)).fence == 2


def test_a_holder_that_comes_again_fences_its_former_self_out(
    db: Workshop, leases: Leases[Lease]
) -> None:
    before = db.run(leases.acquire("door", holder="ada", seconds=10))
    after = db.run(leases.acquire("door", holder="ada", seconds=10))
    assert after.fence == 2
    with pytest.raises(LeaseLost):
        db.run(leases.renew(before, seconds=10))


def test_what_needs_the_lease_is_refused_to_a_former_holder(
    home: Home, db: Workshop, leases: Leases[Lease]
) -> None:
    lease = db.run(leases.acquire("door", holder="ada", seconds=10))
    home.clock.advance(10)
    other = db.run(leases.acquire("door", holder="bob", seconds=10))
    part = part_of(db, Tally)
    late = part.transaction([leases.check(lease), part.create(Tally(name="late"))])
    with pytest.raises(ConditionFailed):
        db.run(late)
    db.run(part.transaction([leases.check(other), part.create(Tally(name="good"))]))
    assert db.run(part.get(("late",))) is None


def test_of_many_at_once_one_gets_a_lease(db: Workshop, leases: Leases[Lease]) -> None:
    def acquire(number: int) -> bool:
        try:
            db.run(leases.acquire("door", holder=f"w{number}", seconds=10))
        except LeaseHeld:
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(acquire, range(8))) == 1


@pytest.fixture(scope="module")
def stage() -> Iterator[tuple[Home, Workshop]]:
    """A workshop in memory, to try orders on."""
    with embedded("memory:") as home:
        yield home, home.open(Workshop, "workshop").tenant("acme")


class Holding:
    """Acquire a lease, let time pass, then write under it, as one does who is stopped meanwhile."""

    def __init__(self, home: Home, db: Workshop, holder: str, told: list[tuple[str, int]]) -> None:
        self.home = home
        self.db = db
        self.holder = holder
        self.told = told

    def steps(self) -> Any:
        """Write under the lease's fence; tell what is done at the moment it is."""
        leases, part = Leases(self.db, Lease), part_of(self.db, Tally)
        lease = yield from leases.acquire("door", holder=self.holder, seconds=10).steps()
        self.told.append(("acquired", lease.fence))
        self.home.clock.advance(11)
        tally = part.create(Tally(name=f"f{lease.fence}"))
        yield from part.transaction([leases.check(lease), tally]).steps()
        self.told.append(("wrote", lease.fence))


@pytest.mark.parametrize("is_new", [True, False])
def test_holders_that_oversleep_write_nothing_in_any_order(
    stage: tuple[Home, Workshop], is_new: bool
) -> None:
    home, db = stage
    told: list[tuple[str, int]] = []

    def begin() -> list[Actor]:
        clear(db)
        told.clear()
        if not is_new:
            leases = Leases(db, Lease)
            db.run(leases.release(db.run(leases.acquire("door", holder="x", seconds=1))))
        return [Actor(name, Holding(home, db, name, told), db.store) for name in ("a", "b", "c")]

    def check(actors: Sequence[Actor]) -> None:
        assert [one for one in actors if isinstance(one.error, ConditionFailed | None)] == actors
        acquired = [fence for what, fence in told if what == "acquired"]
        assert acquired == sorted(set(acquired))
        newest = 0
        for what, fence in told:
            newest = max(newest, fence)
            assert what == "acquired" or fence == newest

    assert Play(begin, check, deaths=1, switches=2).run() > 30
