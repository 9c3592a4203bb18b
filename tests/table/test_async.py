"""The same behaviours, awaited: on the embedded engine, over HTTP, on the reference engines."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from tavola import DecodeError, ItemChanged, ItemMissing, UniqueTaken
from tests.patience import PATIENCE_SECONDS, awaited
from tests.table.generated import club as sync_club
from tests.table.generated.async_club import Account, Club, Member, Visit
from tests.table.stores import DAY, Home, Run, managed_key


def test_an_item_is_created_saved_found_and_deleted(run: Run, some: str) -> None:
    async def scenario(club: Club) -> None:
        ada = await club.member.create(email=some, team=some, score=1)
        ada.score = 2
        await ada.save()
        assert await club.member.get(ada.member_id) == ada
        assert await club.member.find_by_email(some) == ada
        assert await ada.delete() is True
        assert await club.member.get(ada.member_id) is None

    run(scenario)


def test_a_unique_value_goes_to_one_of_many_tasks(run: Run, some: str) -> None:
    async def scenario(club: Club) -> None:
        made = await asyncio.gather(
            *(club.member.create(email=some) for _ in range(6)), return_exceptions=True
        )
        assert sorted(type(one) is UniqueTaken for one in made) == [False] + [True] * 5

    run(scenario)


def test_index_keys_are_right_under_concurrent_tasks(run: Run, some: str) -> None:
    async def scenario(club: Club) -> None:
        ada = await club.member.create(team=some, score=0)
        await asyncio.gather(
            *(club.member.update(ada.member_id, score=number) for number in range(5)),
            *(club.member.update(ada.member_id, team=f"{some}-{number}") for number in range(5)),
        )
        await ada.refresh()

        async def found() -> list[Member]:
            return (await club.member.members_for_team(team=ada.team or "")).items

        assert await awaited(found, [ada]) == [ada]

    run(scenario)


def test_saving_what_is_gone_or_moved_is_refused(run: Run, some: str) -> None:
    async def scenario(club: Club) -> None:
        account = await club.account.create(name=some)
        await club.account.update(some, balance=1)
        account.balance = 2
        with pytest.raises(ItemChanged):
            await account.save()
        await club.account.delete(some)
        with pytest.raises(ItemMissing):
            await account.save()

    run(scenario)


def test_pages_go_on(run: Run, some: str) -> None:
    async def scenario(club: Club) -> None:
        made = [Visit(member_id=some, at=DAY + timedelta(days=number)) for number in range(7)]
        await club.visit.put_all(made)
        page = await club.visit.visits_for_member(member_id=some, limit=3)
        assert (page.items, [visit async for visit in page.all()]) == (made[:3], made)

    run(scenario)


def test_iterations_go_on(run_alone: Run, some: str) -> None:
    async def scenario(club: Club) -> None:
        made = [f"{some}-{number}" for number in range(5)]
        for name in made:
            await club.account.create(name=name)

        async def names() -> list[str]:
            return sorted([account.name async for account in club.account.iterate_all()])

        assert await awaited(names, made) == made

    run_alone(scenario)


def test_a_transaction_is_sent_at_the_end_of_its_block(run: Run, some: str) -> None:
    async def scenario(club: Club) -> None:
        ada = await club.member.create(email=some)
        async with club.transaction() as tx:
            tx.delete(ada)
            eve = tx.create(Member(email=some))
        assert await club.member.find_by_email(some) == eve

    run(scenario)


def test_gets_of_one_turn_travel_together(run: Run, some: str) -> None:
    async def scenario(club: Club) -> None:
        made = [await club.account.create(name=f"{some}-{number}") for number in range(5)]
        with club.consumed() as consumed:
            found = await asyncio.gather(*(club.account.get(one.name) for one in made))
        assert (found, consumed.requests) == (made, 1)

    run(scenario)


def test_each_block_pays_for_its_own_gets(run: Run, some: str) -> None:
    async def scenario(club: Club) -> None:
        await club.account.create(name=some)

        async def count() -> tuple[int, float]:
            with club.consumed() as consumed:
                await club.account.get(some)
            return consumed.requests, consumed.read

        paid = await asyncio.gather(*(count() for _ in range(3)))
        assert paid == [(1, 1.0)] * 3

    run(scenario)


def test_a_get_that_does_not_fit_fails_alone(run: Run, some: str) -> None:
    async def scenario(club: Club) -> None:
        good = await club.account.create(name=f"{some}-good")
        name = f"{some}-bad"
        bad = {**managed_key("a", name), "name": {"S": name}, 'b a"l': {"S": "much"}}
        table = club.table_name
        await club.store.execute("PutItem", {"TableName": table, "Item": bad})
        found = await asyncio.gather(
            club.account.get(good.name), club.account.get(name), return_exceptions=True
        )
        assert found[0] == good
        assert isinstance(found[1], DecodeError)

    run(scenario)


def test_a_change_made_while_saving_stays_to_be_saved(run: Run, some: str) -> None:
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


def test_what_is_edited_after_its_save_in_a_transaction_is_written(run: Run, some: str) -> None:
    async def scenario(club: Club) -> None:
        changed, unchanged = [await club.member.create(team=some) for _ in range(2)]
        changed.note = "at once"
        async with club.transaction() as tx:
            tx.save(changed)
            tx.save(unchanged)
            changed.visits = unchanged.visits = 3
        for one in (changed, unchanged):
            assert await club.member.get(one.member_id) == one
            assert one.visits == 3

    run(scenario)


def test_a_table_outlives_an_event_loop(home: Home, club: sync_club.Club, some: str) -> None:
    table = asyncio.run(home.open_async(Club, club.table_name))

    async def abandon() -> None:
        left = asyncio.ensure_future(table.account.get(some))
        asyncio.get_running_loop().stop()
        assert not left.done()

    async def get() -> Account | None:
        async with table:
            return await asyncio.wait_for(table.account.get(some), PATIENCE_SECONDS)

    with pytest.raises(RuntimeError):
        asyncio.run(abandon())

    assert asyncio.run(get()) is None
