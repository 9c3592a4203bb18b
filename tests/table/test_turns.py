"""Gets of one turn of the event loop: who leads, who follows, and who is cancelled."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import pytest

from tavola.stores.store import AsyncStore, Call
from tests.table.generated.async_club import Account, Club


def on_a_club(scenario: Callable[[Club, list[Account]], Awaitable[None]]) -> None:
    """Run a scenario on a club with three accounts."""

    async def whole() -> None:
        async with await Club.open("memory:") as club:
            made = [await club.account.create(name=f"a{number}") for number in range(3)]
            await scenario(club, made)

    asyncio.run(whole())


def test_who_follows_is_read_though_the_leader_is_cancelled() -> None:
    async def scenario(club: Club, made: list[Account]) -> None:
        leader, *followers = [asyncio.create_task(club.account.get(one.name)) for one in made]
        asyncio.get_running_loop().call_soon(leader.cancel)
        found = await asyncio.gather(*followers)
        assert (leader.cancelled(), found) == (True, made[1:])

    on_a_club(scenario)


def test_a_cancelled_follower_leaves_the_others_alone() -> None:
    async def scenario(club: Club, made: list[Account]) -> None:
        leader, follower, other = [asyncio.create_task(club.account.get(one.name)) for one in made]
        asyncio.get_running_loop().call_soon(follower.cancel)
        found = [await leader, await other]
        assert (follower.cancelled(), found) == (True, [made[0], made[2]])

    on_a_club(scenario)


def test_a_loop_may_be_closed_before_the_turn_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", said.append)

    async def begin(club: Club) -> None:
        for _ in range(2):
            asyncio.get_running_loop().create_task(club.account.get("ada"))

    async def get_again(club: Club) -> list[Account | None]:
        return await asyncio.gather(*(club.account.get("ada") for _ in range(2)))

    club = asyncio.run(Club.open("memory:"))
    loop = asyncio.new_event_loop()
    loop.run_until_complete(begin(club))
    loop.close()
    found = asyncio.run(get_again(club))

    gc.collect()
    assert (found, said) == ([None, None], [])


def test_a_lone_get_is_sent_as_it_is() -> None:
    async def scenario(club: Club, made: list[Account]) -> None:
        with club.consumed() as consumed:
            found = await club.account.get(made[0].name)
        assert (found, consumed.requests) == (made[0], 1)

    on_a_club(scenario)


def test_many_gets_of_one_turn_are_one_request() -> None:
    async def scenario(club: Club, made: list[Account]) -> None:
        with club.consumed() as consumed:
            await asyncio.gather(*(club.account.get(f"a{number}") for number in range(100)))
        assert consumed.requests == 1

    on_a_club(scenario)


def test_the_next_turn_has_a_leader_of_its_own() -> None:
    async def scenario(club: Club, made: list[Account]) -> None:
        with club.consumed() as consumed:
            first = await asyncio.gather(*(club.account.get(one.name) for one in made))
            again = await asyncio.gather(*(club.account.get(one.name) for one in made))
        assert (first, again, consumed.requests) == (made, made, 2)

    on_a_club(scenario)


class _Watched:
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


def on_a_watched_club(scenario: Callable[[Club, _Watched], Awaitable[None]]) -> None:
    """Run a scenario on a club in which many gets came one after another."""

    async def whole() -> None:
        async with await Club.open("memory:") as club:
            club.store = watched = _Watched(club.store)
            await club.account.create(name="ada")
            for _ in range(20):
                await club.account.get("ada")
            watched.asked.clear()
            await scenario(club, watched)

    asyncio.run(whole())


def test_who_came_alone_often_does_not_wait_for_the_turn_to_end() -> None:
    async def scenario(club: Club, watched: _Watched) -> None:
        get = asyncio.create_task(club.account.get("ada"))
        other_in_this_turn = asyncio.create_task(_note(watched, "the next of this turn"))
        await asyncio.gather(get, other_in_this_turn)
        assert watched.asked == ["GetItem", "the next of this turn"]

    on_a_watched_club(scenario)


def test_gets_that_come_meanwhile_travel_together() -> None:
    async def scenario(club: Club, watched: _Watched) -> None:
        for _ in range(2):
            await asyncio.gather(*(club.account.get("ada") for _ in range(50)))
        assert watched.asked == ["GetItem", "BatchGetItem", "BatchGetItem"]

    on_a_watched_club(scenario)


def test_gets_that_are_counted_travel_together_too() -> None:
    async def scenario(club: Club, watched: _Watched) -> None:
        with club.consumed() as consumed:
            await asyncio.gather(*(club.account.get("ada") for _ in range(50)))
        assert (watched.asked, consumed.requests) == (["GetItem", "BatchGetItem"], 2)

    on_a_watched_club(scenario)


def test_other_tasks_have_their_turn_beside_gets_that_are_counted() -> None:
    async def scenario(club: Club, made: list[Account]) -> None:
        turns: list[int] = []
        for _ in range(20):
            await club.account.get(made[0].name)
        other = asyncio.create_task(_count(turns))
        with club.consumed():
            for _ in range(1000):
                await club.account.get(made[0].name)
        other.cancel()
        assert len(turns) > 10

    on_a_club(scenario)


def test_other_tasks_have_their_turn_beside_gets_from_memory() -> None:
    async def scenario(club: Club, made: list[Account]) -> None:
        turns: list[int] = []
        other = asyncio.create_task(_count(turns))
        for _ in range(1000):
            await club.account.get(made[0].name)
        other.cancel()
        assert len(turns) > 10

    on_a_club(scenario)


async def _count(turns: list[int]) -> None:
    while True:
        turns.append(len(turns))
        await asyncio.sleep(0)


async def _note(watched: _Watched, what: str) -> None:
    watched.asked.append(what)
