"""The same behaviours, awaited: on the embedded engine, over HTTP, on the reference engines."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import uuid4

import pytest

from tavola import DecodeError, ItemChanged, ItemMissing, UniqueTaken
from tavola.engine import Engine
from tavola.operations.tables import ApplyPlan, DropTable, PlanTable
from tavola.server import serve
from tavola.wire.sigv4 import Credentials
from tests.reference.endpoint import ACCESS_KEY, REGION, SECRET_KEY, HttpEndpoint
from tests.reference.engines import SERVICES
from tests.table.generated.async_club import Account, Club, Member, Visit
from tests.table.stores import DAY, PATIENCE_SECONDS, managed_key

Run = Callable[[Callable[[Club], Awaitable[None]]], None]


@asynccontextmanager
async def in_memory() -> AsyncGenerator[Club]:
    async with await Club.open("memory:") as club:
        yield club


@asynccontextmanager
async def on_a_service(url: str) -> AsyncGenerator[Club]:
    name = f"club-{uuid4()}"
    location = f"dynamodb://{REGION}/{name}?endpoint={url}"
    credentials = Credentials(ACCESS_KEY, SECRET_KEY)
    async with await Club.open(location, credentials=credentials, sleep=short_sleep) as club:
        await club.run(ApplyPlan(await club.run(PlanTable(Club.design, name))))
        yield club
        await club.run(DropTable(name))


@asynccontextmanager
async def over_http() -> AsyncGenerator[Club]:
    with Engine.open("memory:") as engine, serve(engine) as url:
        async with on_a_service(url) as club:
            yield club


async def short_sleep(seconds: float) -> None:
    """These services are on this machine: what takes AWS seconds takes them less."""
    await asyncio.sleep(min(seconds, 0.02))


@pytest.fixture(params=["memory", "http", *SERVICES])
def run(request: pytest.FixtureRequest) -> Run:
    """Run a scenario on an async club."""
    opening: Callable[[], AbstractAsyncContextManager[Club]]
    if request.param in ("memory", "http"):
        opening = in_memory if request.param == "memory" else over_http
    else:
        endpoint: HttpEndpoint = request.getfixturevalue(request.param)
        opening = partial(on_a_service, f"http://127.0.0.1:{endpoint.port}")

    def runner(scenario: Callable[[Club], Awaitable[None]]) -> None:
        async def whole() -> None:
            async with opening() as club:
                await scenario(club)

        asyncio.run(whole())

    return runner


async def eventually(read: Callable[[], Awaitable[Any]], expected: object) -> Any:
    """Read until an index shows what is expected, as long as an index may lag; then give up."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    found = await read()
    while found != expected and time.monotonic() < deadline:
        await asyncio.sleep(0.02)
        found = await read()
    return found


def test_an_item_is_created_saved_found_and_deleted(run: Run) -> None:
    async def scenario(club: Club) -> None:
        ada = await club.member.create(email="ada", team="t", score=1)
        ada.score = 2
        await ada.save()
        assert await club.member.get(ada.member_id) == ada
        assert await club.member.find_by_email("ada") == ada
        assert await ada.delete() is True
        assert await club.member.get(ada.member_id) is None

    run(scenario)


def test_a_unique_value_goes_to_one_of_many_tasks(run: Run) -> None:
    async def scenario(club: Club) -> None:
        made = await asyncio.gather(
            *(club.member.create(email="one") for _ in range(6)), return_exceptions=True
        )
        assert sorted(type(one) is UniqueTaken for one in made) == [False] + [True] * 5

    run(scenario)


def test_index_keys_are_right_under_concurrent_tasks(run: Run) -> None:
    async def scenario(club: Club) -> None:
        ada = await club.member.create(team="t", score=0)
        await asyncio.gather(
            *(club.member.update(ada.member_id, score=number) for number in range(5)),
            *(club.member.update(ada.member_id, team=f"t{number}") for number in range(5)),
        )
        await ada.refresh()

        async def found() -> list[Member]:
            return list(await club.member.members_for_team(team=ada.team or ""))

        assert await eventually(found, [ada]) == [ada]

    run(scenario)


def test_saving_what_is_gone_or_moved_is_refused(run: Run) -> None:
    async def scenario(club: Club) -> None:
        account = await club.account.create(name="a")
        await club.account.update("a", balance=1)
        account.balance = 2
        with pytest.raises(ItemChanged):
            await account.save()
        await club.account.delete("a")
        with pytest.raises(ItemMissing):
            await account.save()

    run(scenario)


def test_pages_and_iterations_go_on(run: Run) -> None:
    async def scenario(club: Club) -> None:
        made = [Visit(member_id="m", at=DAY + timedelta(days=number)) for number in range(7)]
        await club.visit.put_all(made)
        page = await club.visit.visits_for_member(member_id="m", limit=3)
        assert (page.items, [visit async for visit in page.all()]) == (made[:3], made)
        for number in range(5):
            await club.account.create(name=f"a{number}")

        async def count() -> int:
            return len([account async for account in club.account.iterate_all()])

        assert await eventually(count, 5) == 5

    run(scenario)


def test_a_transaction_is_sent_at_the_end_of_its_block(run: Run) -> None:
    async def scenario(club: Club) -> None:
        ada = await club.member.create(email="ada")
        async with club.transaction() as tx:
            tx.delete(ada)
            eve = tx.create(Member(email="ada"))
        assert await club.member.find_by_email("ada") == eve

    run(scenario)


def test_gets_of_one_turn_travel_together(run: Run) -> None:
    async def scenario(club: Club) -> None:
        made = [await club.account.create(name=f"a{number}") for number in range(5)]
        with club.consumed() as consumed:
            found = await asyncio.gather(*(club.account.get(one.name) for one in made))
        assert (found, consumed.requests) == (made, 1)

    run(scenario)


def test_each_block_pays_for_its_own_gets(run: Run) -> None:
    async def scenario(club: Club) -> None:
        await club.account.create(name="a")

        async def count() -> tuple[int, float]:
            with club.consumed() as consumed:
                await club.account.get("a")
            return consumed.requests, consumed.read

        paid = await asyncio.gather(*(count() for _ in range(3)))
        assert paid == [(1, 1.0)] * 3

    run(scenario)


def test_a_get_that_does_not_fit_fails_alone(run: Run) -> None:
    async def scenario(club: Club) -> None:
        good = await club.account.create(name="good")
        bad = {**managed_key("a", "bad"), "name": {"S": "bad"}, "balance": {"S": "much"}}
        await club.store.execute("PutItem", {"TableName": club.own_place.table, "Item": bad})
        found = await asyncio.gather(
            club.account.get("good"), club.account.get("bad"), return_exceptions=True
        )
        assert found[0] == good
        assert isinstance(found[1], DecodeError)

    run(scenario)


def test_a_change_made_while_saving_stays_to_be_saved(run: Run) -> None:
    async def scenario(club: Club) -> None:
        ada = await club.member.create(note="old")
        ada.note = "first"
        saving = asyncio.create_task(ada.save())
        while not saving.done():
            await asyncio.sleep(0)
            ada.visits += 1
        before = ada.visits
        await ada.save()
        assert ada.visits == before
        assert await club.member.get(ada.member_id) == ada

    run(scenario)


def test_a_table_outlives_an_event_loop() -> None:
    club = asyncio.run(_opened())

    async def abandon() -> None:
        left = asyncio.ensure_future(club.account.get("a"))
        asyncio.get_running_loop().stop()
        assert not left.done()

    with pytest.raises(RuntimeError):
        asyncio.run(abandon())

    assert asyncio.run(_get(club)) is None


async def _opened() -> Club:
    return await Club.open("memory:")


async def _get(club: Club) -> Account | None:
    return await asyncio.wait_for(club.account.get("a"), 5)
