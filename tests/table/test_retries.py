"""Throttled operations: tried again after pauses, within a budget that all of a table share."""

from __future__ import annotations

import asyncio

import pytest

from tavola.engine import Engine
from tavola.engine.faults import Faults
from tavola.errors import Throttled
from tavola.stores.embedded import AsyncEmbeddedStore, EmbeddedStore
from tavola.stores.recording import RecordingStore
from tests.table.generated.async_club import Club as AsyncClub
from tests.table.generated.club import Club


class Troubled:
    """A club on an engine whose troubles the test makes."""

    def __init__(self) -> None:
        self.faults = Faults()
        self.engine = Engine.open("memory:", faults=self.faults)
        self.store = RecordingStore(EmbeddedStore(self.engine))
        self.pauses: list[float] = []
        self.club = Club.open("memory:", store=self.store, table="club", sleep=self.pauses.append)
        self.club.account.create(name="ada")
        self.store.calls.clear()

    def get_in_trouble(self, times: int) -> None:
        """Read an item that is throttled to the end."""
        for _ in range(times):
            with pytest.raises(Throttled):
                self.club.account.get("ada")


@pytest.fixture
def troubled() -> Troubled:
    return Troubled()


def test_a_throttled_get_is_tried_again_after_growing_pauses(troubled: Troubled) -> None:
    troubled.faults.throttle("GetItem", times=3)

    found = troubled.club.account.get("ada")

    assert found is not None
    assert len(troubled.pauses) == 3
    assert all(0.0 <= pause <= 0.025 * 2.0**number for number, pause in enumerate(troubled.pauses))


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
        troubled.club.account.create(name=f"a{number}")
        troubled.club.account.get("ada")
    troubled.faults.throttle("GetItem", times=4)
    troubled.store.calls.clear()

    found = troubled.club.account.get("ada")

    assert (found is not None, len(troubled.store.calls)) == (True, 5)


def test_a_retry_that_succeeds_costs_nothing_of_the_budget(troubled: Troubled) -> None:
    found: list[object] = []
    for _ in range(300):
        troubled.faults.throttle("GetItem", times=1)
        found.append(troubled.club.account.get("ada"))

    assert (None in found, len(troubled.store.calls)) == (False, 600)


def test_async_operations_share_a_budget_too() -> None:
    faults = Faults()

    async def pause(seconds: float) -> None:
        del seconds

    async def requests_of_an_outage() -> int:
        store = AsyncEmbeddedStore(Engine.open("memory:", faults=faults))
        club = await AsyncClub.open("memory:", store=store, table="club", sleep=pause)
        faults.throttle("GetItem", times=1000)
        for _ in range(50):
            with pytest.raises(Throttled):
                await club.account.get("ada")
        sent = 0
        while True:
            try:
                await store.execute("GetItem", {"TableName": "club", "Key": _KEY})
            except Throttled:
                sent += 1
            else:
                return 1000 - sent

    assert asyncio.run(requests_of_an_outage()) == 50 + 100


_KEY = {"_pk": {"S": "a#ada"}, "_sk": {"S": "a"}}
