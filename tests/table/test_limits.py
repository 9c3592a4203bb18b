"""Tables on stores that keep a rate: sync and async, alone and observed."""

from __future__ import annotations

import asyncio

import pytest

from tavola.errors import OperationError
from tavola.stores.limiting import AsyncLimitedStore, LimitedStore, RateLimit
from tavola.stores.observing import CapacityTotals
from tavola.stores.opening import open_async_store, open_store
from tests.table.generated.async_club import Club as AsyncClub
from tests.table.generated.club import Club


class Pauses(list[float]):
    """Stands for time: every pause is noted, and time passes by pauses alone."""

    def monotonic(self) -> float:
        return sum(self)

    async def sleep(self, seconds: float) -> None:
        self.append(seconds)


@pytest.fixture
def pauses() -> Pauses:
    return Pauses()


def test_a_table_keeps_within_a_rate_of_requests(pauses: Pauses) -> None:
    store, _ = open_store("memory:")
    Club.open("memory:", store=store)
    limit = RateLimit(per_second=2, burst=3)
    limited = LimitedStore(store, limit, sleep=pauses.append, monotonic=pauses.monotonic)
    club = Club.open("dynamodb://us-east-1", store=limited, table="club")

    for number in range(6):
        club.account.create(name=f"a{number}")

    assert pauses == pytest.approx([0.5, 0.5, 0.5])


def test_an_async_table_keeps_within_a_rate_of_requests(pauses: Pauses) -> None:
    async def use() -> None:
        store, _ = open_async_store("memory:")
        await AsyncClub.open("memory:", store=store)
        limit = RateLimit(per_second=2, burst=3)
        limited = AsyncLimitedStore(store, limit, sleep=pauses.sleep, monotonic=pauses.monotonic)
        club = await AsyncClub.open("dynamodb://us-east-1", store=limited, table="club")
        for number in range(6):
            await club.account.create(name=f"a{number}")
        await club.close()

    asyncio.run(use())

    assert pauses == pytest.approx([0.5, 0.5, 0.5])


def test_capacity_is_limited_and_counted_alike(pauses: Pauses) -> None:
    totals = CapacityTotals()
    store, _ = open_store("memory:", observer=totals)
    Club.open("memory:", store=store)
    limit = RateLimit(per_second=1, burst=1, unit="capacity")
    limited = LimitedStore(store, limit, sleep=pauses.append, monotonic=pauses.monotonic)
    club = Club.open("dynamodb://us-east-1", store=limited, table="club")

    for number in range(4):
        club.account.create(name=f"a{number}", owner="x")

    consumed = totals.totals["PutItem"].capacity
    # Three of four have paid for what went before them; the burst paid for one unit.
    assert sum(pauses) == pytest.approx(consumed * 3 / 4 - 1)


def test_an_observer_that_a_given_store_would_never_tell_is_refused() -> None:
    store, _ = open_store("memory:")

    with pytest.raises(OperationError, match="open: has store= and observer=, which only a store"):
        Club.open("memory:", store=store, observer=CapacityTotals())


def test_an_async_table_refuses_such_an_observer_alike() -> None:
    async def use() -> None:
        store, _ = open_async_store("memory:")
        with pytest.raises(OperationError, match="open: has store= and observer="):
            await AsyncClub.open("memory:", store=store, observer=CapacityTotals())
        await store.close()

    asyncio.run(use())
