"""Gets of one turn of the event loop: who leads, who follows, and who is cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

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


def test_a_lone_get_is_sent_as_it_is() -> None:
    async def scenario(club: Club, made: list[Account]) -> None:
        with club.consumed() as consumed:
            found = await club.account.get(made[0].name)
        assert (found, consumed.requests) == (made[0], 1)

    on_a_club(scenario)


def test_the_next_turn_has_a_leader_of_its_own() -> None:
    async def scenario(club: Club, made: list[Account]) -> None:
        with club.consumed() as consumed:
            first = await asyncio.gather(*(club.account.get(one.name) for one in made))
            again = await asyncio.gather(*(club.account.get(one.name) for one in made))
        assert (first, again, consumed.requests) == (made, made, 2)

    on_a_club(scenario)
