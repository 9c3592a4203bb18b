"""Tables on stores that keep a rate: sync and async, alone and observed."""

from __future__ import annotations

import pytest

from tavola.errors import OperationError
from tavola.stores.limiting import AsyncLimitedStore, LimitedStore, RateLimit
from tavola.stores.observed_totals import CapacityTotals
from tavola.stores.opening import open_store
from tests.table.generated.async_club import Club as AsyncClub
from tests.table.generated.club import Club
from tests.table.stores import Home, Run


class Pauses(list[float]):
    """Stands for time: every pause is noted, and time passes by pauses alone."""

    def monotonic(self) -> float:
        return sum(self)

    async def sleep(self, seconds: float) -> None:
        self.append(seconds)


@pytest.fixture
def pauses() -> Pauses:
    return Pauses()


def test_a_table_keeps_within_a_rate_of_requests(
    home: Home, club: Club, pauses: Pauses, some: str
) -> None:
    limit = RateLimit(per_second=2, burst=3)
    limited = LimitedStore(home.store, limit, sleep=pauses.append, monotonic=pauses.monotonic)
    slow = Club.open("dynamodb://us-east-1", store=limited, table=club.table_name)

    for number in range(6):
        slow.account.create(name=f"{some}-{number}")

    assert pauses == pytest.approx([0.5, 0.5, 0.5])


def test_an_async_table_keeps_within_a_rate_of_requests(
    run: Run, pauses: Pauses, some: str
) -> None:
    async def scenario(club: AsyncClub) -> None:
        limit = RateLimit(per_second=2, burst=3)
        limited = AsyncLimitedStore(
            club.store, limit, sleep=pauses.sleep, monotonic=pauses.monotonic
        )
        table = club.table_name
        slow = await AsyncClub.open("dynamodb://us-east-1", store=limited, table=table)
        for number in range(6):
            await slow.account.create(name=f"{some}-{number}")

    run(scenario)

    assert pauses == pytest.approx([0.5, 0.5, 0.5])


def test_capacity_is_limited_and_counted_alike(home: Home, pauses: Pauses, some: str) -> None:
    totals = CapacityTotals()
    way = home.way(Club, "club")
    table = way.pop("table")
    store, _ = open_store(**way, observer=totals)
    Club.open(home.location, store=store, table=table)
    limit = RateLimit(per_second=1, burst=1, unit="capacity")
    limited = LimitedStore(store, limit, sleep=pauses.append, monotonic=pauses.monotonic)

    with Club.open("dynamodb://us-east-1", store=limited, table=table) as club:
        for number in range(4):
            club.account.create(name=f"{some}-{number}", owner=some)

    consumed = totals.totals["PutItem"].capacity
    # Three of four have paid for what went before them; the burst paid for one unit.
    assert sum(pauses) == pytest.approx(consumed * 3 / 4 - 1)


def test_an_observer_that_a_given_store_would_never_tell_is_refused(home: Home) -> None:
    with pytest.raises(OperationError, match="open has store= and observer=, which only a store"):
        Club.open(home.location, store=home.store, observer=CapacityTotals())


def test_an_async_table_refuses_such_an_observer_alike(home: Home, run: Run) -> None:
    async def scenario(club: AsyncClub) -> None:
        with pytest.raises(OperationError, match="open has store= and observer="):
            await AsyncClub.open(home.location, store=club.store, observer=CapacityTotals())

    run(scenario)
