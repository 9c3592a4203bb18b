"""Every method of a handle gives what it read or wrote, awaited or not."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from tavola import OperationError
from tavola.engine.faults import Faults
from tavola.errors import Throttled
from tavola.stores.opening import open_async_store, open_store
from tests.table.faults_on_demand import AsyncFaultyStore, FaultyStore
from tests.table.generated import async_club
from tests.table.generated.club import Account, Club, Member
from tests.table.stores import no_sleep


def test_what_is_put_added_and_changed_is_given_back() -> None:
    with Club.open("memory:") as club:
        added, put = Account(name="a", owner="o"), Account(name="b", owner="o", balance=2)
        owned = club.account.plan.accounts_for_owner(owner="o")

        assert (club.account.add(added) is added, club.account.put(put) is put) == (True, True)
        assert club.account.first(owned) == added
        assert (club.account.exists(owned), club.account.count(owned)) == (True, 2)
        before = club.account.returning_old(club.account.plan.update("a", balance=5))
        assert (before.balance, added.refresh().balance) == (0, 5)
        assert sorted(one.name for one in club.account.iterate_all()) == ["a", "b"]
        assert sorted(one.name for one in club.account.scan(allow_scan=True)) == ["a", "b"]
        assert club.account.get_by_id("a") == added
        assert club.account.get_by_id(None) is None
        assert (added.save() is added, added.delete(), put.delete()) == (True, True, True)
        assert (club.account.exists(owned), club.account.count(owned)) == (False, 0)
        assert club.account.first(owned) is None


def test_what_is_put_added_and_changed_is_given_back_async() -> None:
    async def scenario() -> None:
        account = async_club.Account
        async with await async_club.Club.open("memory:") as club:
            added, put = account(name="a", owner="o"), account(name="b", owner="o", balance=2)
            owned = club.account.plan.accounts_for_owner(owner="o")

            assert await club.account.add(added) is added
            assert await club.account.put(put) is put
            assert await club.account.first(owned) == added
            assert await club.account.exists(owned) is True
            assert await club.account.count(owned) == 2
            before = await club.account.returning_old(club.account.plan.update("a", balance=5))
            assert (before.balance, (await added.refresh()).balance) == (0, 5)
            assert sorted([one.name async for one in club.account.iterate_all()]) == ["a", "b"]
            scanned = club.account.scan(allow_scan=True)
            assert sorted([one.name async for one in scanned]) == ["a", "b"]
            assert await club.account.get_by_id("a") == added
            assert await club.account.get_by_id(None) is None
            assert await added.save() is added
            assert (await added.delete(), await put.delete()) == (True, True)
            assert await club.account.exists(owned) is False

    asyncio.run(scenario())


def test_buckets_hold_all_items_once() -> None:
    async def scenario() -> list[str]:
        async with await async_club.Club.open("memory:") as club:
            made = [await club.account.create(name=str(number)) for number in range(9)]
            buckets = club.account.plan.iterate().open
            found = [one.name for at, _ in buckets async for one in club.account.iterate_bucket(at)]
            assert sorted(found) == sorted(one.name for one in made)
        return found

    with Club.open("memory:") as club:
        for number in range(9):
            club.account.create(name=str(number))
        buckets = club.account.plan.iterate().open
        found = [one.name for at, _ in buckets for one in club.account.iterate_bucket(at)]

    assert found == asyncio.run(scenario())


@pytest.mark.parametrize("name", ["accountsForOwner", "accounts_for_owner"])
def test_a_question_goes_by_its_name_in_the_design(name: str) -> None:
    with Club.open("memory:") as club, club.consumed() as consumed:
        club.query(Account, name, owner="o")

    assert [one.access_pattern for one in consumed.operations] == ["Account.accountsForOwner"]


ALONE = "this instance is not stored yet, so it cannot be"
CREATE_IT = "Create it first: db.account.put(instance), or create(…)."


def test_an_instance_of_no_table_is_not_written_in_a_transaction() -> None:
    alone = Account(name="a")
    with Club.open("memory:") as club:
        block = club.transaction()
        calls: dict[str, Any] = {
            "updated": lambda: block.update(alone, Account.fields.balance.add(1)),
            "checked": lambda: block.check(alone, Account.fields.balance == 1),
            "deleted": lambda: block.delete(alone),
        }
        for verb, call in calls.items():
            with pytest.raises(OperationError) as refused:
                call()
            assert str(refused.value) == f"Account: {ALONE} {verb}. {CREATE_IT}"


def test_an_instance_of_no_table_is_not_saved_though_a_hook_would_see_it() -> None:
    with Club.open("memory:") as club:
        club.hooks.before_save(Account)(print)

        with pytest.raises(OperationError) as refused, club.transaction() as tx:
            tx.save(Account(name="a"))

    assert str(refused.value) == f"Account: {ALONE} saved. {CREATE_IT}"


def test_what_is_no_instance_is_not_saved() -> None:
    nothing: Any = 5
    with Club.open("memory:") as club, pytest.raises(OperationError) as refused:
        club.account.plan.save(nothing)

    assert str(refused.value) == "Account: 5 is not an instance. Make one, as Account(…)."


def test_a_field_that_was_not_read_is_saved_once_it_is_assigned() -> None:
    with Club.open("memory:") as club:
        made = club.member.create(team="t", score=1, note="long")
        [part] = club.member.members_for_team(team="t", only=["team"])
        part.note = "short"
        part.save()

        assert made.refresh().note == "short"
        [part] = club.member.members_for_team(team="t", only=["team"])
        part.tags = set()
        part.save()
        assert (made.refresh().tags, made.note) == (set(), "short")


ANSWERED: dict[str, Callable[[Any, str], Any]] = {
    "create": lambda club, name: club.account.create(name=name),
    "get": lambda club, name: club.account.get(name),
}
"""Calls that take the short way, where nothing is counted and nothing refused."""


@pytest.mark.parametrize("action", ["create", "get"])
def test_calls_that_are_answered_give_the_budget_of_retries_back(action: str) -> None:
    faults = Faults()
    store = FaultyStore(open_store("memory:")[0], faults)
    with Club.open("memory:", store=store, sleep=no_sleep) as club:
        faults.throttle("GetItem", times=100 + 20)
        for _ in range(20):
            with pytest.raises(Throttled):
                club.account.get("n")
        for number in range(6):
            ANSWERED[action](club, str(number))
        faults.throttle("GetItem", times=1)

        assert club.account.get("n") is None


@pytest.mark.parametrize("action", ["create", "get"])
def test_calls_that_are_answered_give_the_budget_of_retries_back_async(action: str) -> None:
    async def pause(seconds: float) -> None:
        del seconds

    async def scenario() -> None:
        faults = Faults()
        store = AsyncFaultyStore(open_async_store("memory:")[0], faults)
        async with await async_club.Club.open("memory:", store=store, sleep=pause) as club:
            faults.throttle("GetItem", times=100 + 20)
            for _ in range(20):
                with pytest.raises(Throttled):
                    await club.account.get("n")
            for number in range(6):
                await ANSWERED[action](club, str(number))
            faults.throttle("GetItem", times=1)
            assert await club.account.get("n") is None

    asyncio.run(scenario())


def test_an_async_hook_of_a_table_that_is_not_is_refused() -> None:
    with Club.open("memory:") as club:

        @club.hooks.before_save(Member)
        async def hook(event: object) -> None:
            del event

        with pytest.raises(OperationError) as refused:
            club.member.create(note="x")

    assert str(refused.value) == "The hook is async, and this table is not. Use a plain function."
