"""Gets of one turn of the event loop: who leads, who follows, and who is cancelled."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import pytest

from tavola.stores.store import AsyncStore, Call
from tests.table.generated import club as sync_club
from tests.table.generated.async_club import Account, Club
from tests.table.stores import Home, Run

OnAccounts = Callable[[Callable[[Club, list[Account]], Awaitable[None]]], None]
OnWatched = Callable[[Callable[[Club, "Watched"], Awaitable[None]]], None]


@pytest.fixture
def on_accounts(run: Run, some: str) -> OnAccounts:
    """Run a scenario on a club with three accounts, on each store."""

    def runner(scenario: Callable[[Club, list[Account]], Awaitable[None]]) -> None:
        async def whole(club: Club) -> None:
            made = [await club.account.create(name=f"{some}-{number}") for number in range(3)]
            await scenario(club, made)

        run(whole)

    return runner


def test_who_follows_is_read_though_the_leader_is_cancelled(on_accounts: OnAccounts) -> None:
    async def scenario(club: Club, made: list[Account]) -> None:
        leader, *followers = [asyncio.create_task(club.account.get(one.name)) for one in made]
        asyncio.get_running_loop().call_soon(leader.cancel)
        found = await asyncio.gather(*followers)
        assert (leader.cancelled(), found) == (True, made[1:])

    on_accounts(scenario)


def test_a_cancelled_follower_leaves_the_others_alone(on_accounts: OnAccounts) -> None:
    async def scenario(club: Club, made: list[Account]) -> None:
        leader, follower, other = [asyncio.create_task(club.account.get(one.name)) for one in made]
        asyncio.get_running_loop().call_soon(follower.cancel)
        found = [await leader, await other]
        assert (follower.cancelled(), found) == (True, [made[0], made[2]])

    on_accounts(scenario)


def test_a_loop_may_be_closed_before_the_turn_ends(
    home: Home, club: sync_club.Club, some: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", said.append)

    async def begin() -> None:
        for _ in range(2):
            asyncio.get_running_loop().create_task(table.account.get(some))

    async def get_again() -> list[Account | None]:
        async with table:
            return await asyncio.gather(*(table.account.get(some) for _ in range(2)))

    table = asyncio.run(home.open_async(Club, club.table_name))
    loop = asyncio.new_event_loop()
    loop.run_until_complete(begin())
    loop.close()
    found = asyncio.run(get_again())

    gc.collect()
    assert (found, said) == ([None, None], [])


def test_a_lone_get_is_sent_as_it_is(on_accounts: OnAccounts) -> None:
    async def scenario(club: Club, made: list[Account]) -> None:
        with club.consumed() as consumed:
            found = await club.account.get(made[0].name)
        assert (found, consumed.requests) == (made[0], 1)

    on_accounts(scenario)


def test_many_gets_of_one_turn_are_one_request(run: Run, some: str) -> None:
    async def scenario(club: Club) -> None:
        with club.consumed() as consumed:
            await asyncio.gather(*(club.account.get(f"{some}-{number}") for number in range(100)))
        assert consumed.requests == 1

    run(scenario)


def test_the_next_turn_has_a_leader_of_its_own(on_accounts: OnAccounts) -> None:
    async def scenario(club: Club, made: list[Account]) -> None:
        with club.consumed() as consumed:
            first = await asyncio.gather(*(club.account.get(one.name) for one in made))
            again = await asyncio.gather(*(club.account.get(one.name) for one in made))
        assert (first, again, consumed.requests) == (made, made, 2)

    on_accounts(scenario)


class Watched:
    """Passes requests on, one turn of the loop later, and keeps their names."""

    def __init__(self, store: AsyncStore) -> None:
        self._store = store
        self.asked: list[str] = []

    async def execute(self, action: str, body: dict[str, Any]) -> bytes:
        self.asked.append(action)
        await asyncio.sleep(0)
        return await self._store.execute(action, body)

    async def execute_all(self, calls: Sequence[Call]) -> list[bytes]:
        return [await self.execute(action, body) for action, body in calls]

    async def close(self) -> None:
        await self._store.close()


@pytest.fixture
def on_watched(run: Run, some: str) -> OnWatched:
    """Run a scenario on a club in which many gets came one after another, on each store."""

    def runner(scenario: Callable[[Club, Watched], Awaitable[None]]) -> None:
        async def whole(club: Club) -> None:
            club.store = watched = Watched(club.store)
            await club.account.create(name=some)
            for _ in range(20):
                await club.account.get(some)
            watched.asked.clear()
            await scenario(club, watched)

        run(whole)

    return runner


def test_who_came_alone_often_does_not_wait_for_the_turn_to_end(
    on_watched: OnWatched, some: str
) -> None:
    async def scenario(club: Club, watched: Watched) -> None:
        get = asyncio.create_task(club.account.get(some))
        other_in_this_turn = asyncio.create_task(_note(watched, "the next of this turn"))
        await asyncio.gather(get, other_in_this_turn)
        assert watched.asked == ["GetItem", "the next of this turn"]

    on_watched(scenario)


def test_gets_that_come_meanwhile_travel_together(on_watched: OnWatched, some: str) -> None:
    async def scenario(club: Club, watched: Watched) -> None:
        for _ in range(2):
            await asyncio.gather(*(club.account.get(some) for _ in range(50)))
        assert watched.asked == ["GetItem", "BatchGetItem", "BatchGetItem"]

    on_watched(scenario)


def test_gets_that_are_counted_travel_together_too(on_watched: OnWatched, some: str) -> None:
    async def scenario(club: Club, watched: Watched) -> None:
        with club.consumed() as consumed:
            await asyncio.gather(*(club.account.get(some) for _ in range(50)))
        assert (watched.asked, consumed.requests) == (["GetItem", "BatchGetItem"], 2)

    on_watched(scenario)


def test_other_tasks_have_their_turn_beside_gets_that_are_counted(on_accounts: OnAccounts) -> None:
    async def scenario(club: Club, made: list[Account]) -> None:
        turns: list[int] = []
        for _ in range(20):
            await club.account.get(made[0].name)
        other = asyncio.create_task(_count(turns))
        with club.consumed():
            for _ in range(500):
                await club.account.get(made[0].name)
        other.cancel()
        assert len(turns) > 10

    on_accounts(scenario)


def test_other_tasks_have_their_turn_beside_gets_one_after_another(on_accounts: OnAccounts) -> None:
    async def scenario(club: Club, made: list[Account]) -> None:
        turns: list[int] = []
        other = asyncio.create_task(_count(turns))
        for _ in range(500):
            await club.account.get(made[0].name)
        other.cancel()
        assert len(turns) > 10

    on_accounts(scenario)


async def _count(turns: list[int]) -> None:
    while True:
        turns.append(len(turns))
        await asyncio.sleep(0)


async def _note(watched: Watched, what: str) -> None:
    watched.asked.append(what)
