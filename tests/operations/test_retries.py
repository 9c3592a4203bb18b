"""Throttled operations: tried again after pauses, within a budget that all of a table share."""

from __future__ import annotations

import pytest

from tavola.engine.faults import Faults
from tavola.errors import Throttled
from tavola.stores.recording import RecordingStore
from tests.table.faults_on_demand import AsyncFaultyStore
from tests.table.generated.async_club import Club as AsyncClub
from tests.table.generated.club import Account, Club
from tests.table.stores import Home, Run, managed_key


class Faulty:
    """A club on a store whose faults the test makes."""

    def __init__(self, home: Home, faults: Faults, name: str) -> None:
        self.faults = faults
        self.name = name
        self.store = RecordingStore(home.store)
        self.pauses: list[float] = []
        self.club = home.open(Club, "club", store=self.store, sleep=self.pauses.append)
        self.club.account.create(name=name)
        self.store.calls.clear()

    def get(self) -> Account | None:
        """Read the one item."""
        return self.club.account.get(self.name)

    def get_with_faults(self, times: int) -> None:
        """Read an item that is throttled to the end."""
        for _ in range(times):
            with pytest.raises(Throttled):
                self.get()


@pytest.fixture
def faulty(busy: Home, faults: Faults, some: str) -> Faulty:
    return Faulty(busy, faults, some)


def test_a_throttled_get_is_tried_again_after_growing_pauses(faulty: Faulty) -> None:
    faulty.faults.throttle("GetItem", times=3)

    found = faulty.get()

    assert found is not None
    assert len(faulty.pauses) == 3
    parts = [pause / (0.025 * 2.0**number) for number, pause in enumerate(faulty.pauses)]
    assert (min(parts) >= 0.0, max(parts) <= 1.0) == (True, True)


def test_a_get_gives_up_after_nine_attempts(faulty: Faulty) -> None:
    faulty.faults.throttle("GetItem", times=1000)

    faulty.get_with_faults(1)

    assert len(faulty.store.calls) == 9


def test_operations_share_a_budget_that_an_outage_uses_up(faulty: Faulty) -> None:
    faulty.faults.throttle("GetItem", times=1000)

    faulty.get_with_faults(50)

    assert len(faulty.store.calls) == 50 + 100


def test_success_gives_the_budget_back(faulty: Faulty) -> None:
    faulty.faults.throttle("GetItem", times=100 + 20)
    faulty.get_with_faults(20)
    for number in range(10):
        faulty.club.account.create(name=f"{faulty.name}-{number}")
        faulty.get()
    faulty.faults.throttle("GetItem", times=4)
    faulty.store.calls.clear()

    found = faulty.get()

    assert (found is not None, len(faulty.store.calls)) == (True, 5)


def test_a_retry_that_succeeds_costs_nothing_of_the_budget(faulty: Faulty) -> None:
    found: list[object] = []
    for _ in range(300):
        faulty.faults.throttle("GetItem", times=1)
        found.append(faulty.get())

    assert (None in found, len(faulty.store.calls)) == (False, 600)


def test_async_operations_share_a_budget_too(run: Run, some: str) -> None:
    async def pause(seconds: float) -> None:
        del seconds

    async def scenario(club: AsyncClub) -> None:
        faults = Faults()
        store = AsyncFaultyStore(club.store, faults)
        table = club.table_name
        busy = await AsyncClub.open("dynamodb://us-east-1", store=store, table=table, sleep=pause)
        faults.throttle("GetItem", times=1000)
        for _ in range(50):
            with pytest.raises(Throttled):
                await busy.account.get(some)
        assert 1000 - await refusals_left(store, table) == 50 + 100

    run(scenario)


async def refusals_left(store: AsyncFaultyStore, table: str) -> int:
    """Meet what is left of the faults."""
    left = 0
    while True:
        try:
            await store.execute("GetItem", {"TableName": table, "Key": managed_key("a", "x")})
        except Throttled:
            left += 1
        else:
            return left
