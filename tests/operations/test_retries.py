"""Throttled operations: tried again after pauses, within a budget that all of a table share."""

from __future__ import annotations

import pytest

from tavola.engine.faults import Faults
from tavola.errors import Throttled
from tavola.stores.recording import RecordingStore
from tests.table.generated.async_club import Club as AsyncClub
from tests.table.generated.club import Account, Club
from tests.table.stores import Home, Run, managed_key
from tests.table.trouble import AsyncTroubledStore


class Troubled:
    """A club on a store whose troubles the test makes."""

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

    def get_in_trouble(self, times: int) -> None:
        """Read an item that is throttled to the end."""
        for _ in range(times):
            with pytest.raises(Throttled):
                self.get()


@pytest.fixture
def troubled(busy: Home, faults: Faults, some: str) -> Troubled:
    return Troubled(busy, faults, some)


def test_a_throttled_get_is_tried_again_after_growing_pauses(troubled: Troubled) -> None:
    troubled.faults.throttle("GetItem", times=3)

    found = troubled.get()

    assert found is not None
    assert len(troubled.pauses) == 3
    parts = [pause / (0.025 * 2.0**number) for number, pause in enumerate(troubled.pauses)]
    assert (min(parts) >= 0.0, max(parts) <= 1.0) == (True, True)


def test_a_get_gives_up_after_nine_attempts(troubled: Troubled) -> None:
    troubled.faults.throttle("GetItem", times=1000)

    troubled.get_in_trouble(1)

    assert len(troubled.store.calls) == 9


def test_operations_share_a_budget_that_an_outage_uses_up(troubled: Troubled) -> None:
    troubled.faults.throttle("GetItem", times=1000)

    troubled.get_in_trouble(50)

    assert len(troubled.store.calls) == 50 + 100


def test_success_gives_the_budget_back(troubled: Troubled) -> None:
    troubled.faults.throttle("GetItem", times=100 + 20)
    troubled.get_in_trouble(20)
    for number in range(10):
        troubled.club.account.create(name=f"{troubled.name}-{number}")
        troubled.get()
    troubled.faults.throttle("GetItem", times=4)
    troubled.store.calls.clear()

    found = troubled.get()

    assert (found is not None, len(troubled.store.calls)) == (True, 5)


def test_a_retry_that_succeeds_costs_nothing_of_the_budget(troubled: Troubled) -> None:
    found: list[object] = []
    for _ in range(300):
        troubled.faults.throttle("GetItem", times=1)
        found.append(troubled.get())

    assert (None in found, len(troubled.store.calls)) == (False, 600)


def test_async_operations_share_a_budget_too(run: Run, some: str) -> None:
    async def pause(seconds: float) -> None:
        del seconds

    async def scenario(club: AsyncClub) -> None:
        faults = Faults()
        store = AsyncTroubledStore(club.store, faults)
        table = club.table_name
        busy = await AsyncClub.open("dynamodb://us-east-1", store=store, table=table, sleep=pause)
        faults.throttle("GetItem", times=1000)
        for _ in range(50):
            with pytest.raises(Throttled):
                await busy.account.get(some)
        assert 1000 - await refusals_left(store, table) == 50 + 100

    run(scenario)


async def refusals_left(store: AsyncTroubledStore, table: str) -> int:
    """Meet what is left of the trouble."""
    left = 0
    while True:
        try:
            await store.execute("GetItem", {"TableName": table, "Key": managed_key("a", "x")})
        except Throttled:
            left += 1
        else:
            return left
