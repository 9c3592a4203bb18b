"""Every pattern runs on an event loop as it does in threads."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tavola.patterns.capacity import Capacity, SoldOut
from tavola.patterns.idempotency import Idempotency
from tavola.patterns.lease import LeaseHeld, Leases
from tavola.patterns.pieces.parts import part_of
from tavola.patterns.redirects import AddressTaken, Routes
from tavola.patterns.soft_delete import Bin, SoftDelete
from tests.patterns.bank import AsyncBank, AsyncBankEvents, Office
from tests.patterns.workshop import (
    AsyncWorkshop,
    BinnedNote,
    Lease,
    Note,
    RequestKey,
    Route,
    Seats,
    Tally,
    Workshop,
)
from tests.table.stores import Home

Scenario = Callable[[AsyncWorkshop], Awaitable[None]]


@pytest.fixture
def run(home: Home, workshop: Workshop) -> Callable[[Scenario], None]:
    """Run a scenario on an empty workshop of one tenant."""

    def runner(scenario: Scenario) -> None:
        async def whole() -> None:
            opened = await home.open_async(AsyncWorkshop, workshop.table_name)
            await scenario(opened.tenant("acme"))
            if home.is_shared:
                await opened.close()

        asyncio.run(whole())

    return runner


async def outcomes(tasks: list[Awaitable[Any]]) -> list[Any]:
    """What tasks that run at once end with; for errors their class."""
    ended = await asyncio.gather(*tasks, return_exceptions=True)
    return [type(one) if isinstance(one, Exception) else None for one in ended]


def test_places(run: Callable[[Scenario], None]) -> None:
    async def scenario(db: AsyncWorkshop) -> None:
        seats = Capacity(db, Seats)
        await db.run(seats.create("hall", total=2))
        taken = await outcomes([db.run(seats.take("hall")) for _ in range(5)])
        assert sorted(taken, key=str) == [SoldOut, SoldOut, SoldOut, None, None]
        await db.run(seats.give_back("hall"))
        await db.run(seats.set_total("hall", total=1))
        found = await db.run(part_of(db, Seats).get(("hall",)))
        assert found == Seats(name="hall", total=1, remaining=0)

    run(scenario)


def test_leases(run: Callable[[Scenario], None]) -> None:
    async def scenario(db: AsyncWorkshop) -> None:
        leases = Leases(db, Lease)
        ask = [db.run(leases.acquire("door", holder=f"w{n}", seconds=9)) for n in range(4)]
        assert (await outcomes([*ask])).count(LeaseHeld) == 3
        lease = await db.run(part_of(db, Lease).get(("door",)))
        assert lease is not None
        await db.run(leases.renew(lease, seconds=9))
        assert await db.run(leases.release(lease)) is True

    run(scenario)


def test_requests_that_come_twice(run: Callable[[Scenario], None]) -> None:
    async def scenario(db: AsyncWorkshop) -> None:
        requests = Idempotency(db, RequestKey)

        def once(number: int) -> Any:
            create = db.plans(Tally).add(Tally(name="t"))
            return requests.once("k", request=1, make=lambda: (number, [create]))

        answers = await asyncio.gather(*(db.run(once(number)) for number in range(4)))
        assert len({answer.result for answer in answers}) == 1
        assert sum(answer.is_repeated for answer in answers) == 3

    run(scenario)


def test_soft_deletion(run: Callable[[Scenario], None]) -> None:
    async def scenario(db: AsyncWorkshop) -> None:
        await db.run(db.plans(Note).add(Note(note_id="n", title="Tea")))
        soft, bin_ = SoftDelete(db, Note), Bin(db, Note, BinnedNote)
        await db.run(soft.delete("n"))
        await db.run(soft.restore("n"))
        await db.run(bin_.delete("n"))
        assert (await db.run(bin_.restore("n"))).title == "Tea"

    run(scenario)


def test_addresses(run: Callable[[Scenario], None]) -> None:
    async def scenario(db: AsyncWorkshop) -> None:
        routes = Routes(db, Route)
        claims = [db.run(routes.claim("/tea", f"n{number}")) for number in range(3)]
        assert (await outcomes([*claims])).count(AddressTaken) == 2

    run(scenario)


class Stopping:
    """A store that stops at its next write until it is let go."""

    def __init__(self, store: Any) -> None:
        self._store = store
        self.has_stopped = asyncio.Event()
        self.goes_on = asyncio.Event()

    async def execute(self, action: str, body: dict[str, Any]) -> bytes:
        if action == "TransactWriteItems":
            self.has_stopped.set()
            await self.goes_on.wait()
        answer: bytes = await self._store.execute(action, body)
        return answer


def test_a_cancelled_append_lets_the_next_one_through(home: Home, office: Office) -> None:
    async def scenario() -> int:
        events = await home.open_async(AsyncBankEvents, "bank_events")
        bank = await AsyncBank.open(
            home.location, store=events.store, table="bank", clock=home.clock
        )
        store = events.store
        events.store = stopping = Stopping(store)
        there = Office(events, bank)
        at_head = asyncio.create_task(events.run(there.note("open", "a")))
        await stopping.has_stopped.wait()
        waiting = asyncio.create_task(events.run(there.note("open", "b")))
        following = asyncio.create_task(events.run(there.note("open", "c")))
        await asyncio.sleep(0)
        at_head.cancel()
        waiting.cancel()
        stopping.goes_on.set()
        number: int = (await following).sequence
        if home.is_shared:
            await store.close()
        return number

    assert asyncio.run(scenario()) == 1
    found = office.events.run(office.log.read("b"))
    assert [event.account for event in found] == ["c"]
