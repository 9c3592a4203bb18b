"""Hooks before and after save and delete."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from tavola import OperationError, Throttled, Writing
from tests.table.generated.async_club import Club as AsyncClub
from tests.table.generated.async_club import Member as AsyncMember
from tests.table.generated.chain import Chain, Guest
from tests.table.generated.club import Account, Club, Member, Visit
from tests.table.stores import DAY, Home, no_sleep

Told = tuple[str, str, str | None]


@pytest.fixture
def told(local: Club) -> list[Told]:
    """What hooks of all four moments were told about accounts."""
    seen: list[Told] = []

    def note(moment: str) -> Callable[[Writing[Account]], None]:
        def hook(writing: Writing[Account]) -> None:
            owner = writing.instance.owner if writing.instance else None
            seen.append((moment, f"{writing.verb} {writing.key['name']}", owner))

        return hook

    local.hooks.before_save(Account)(note("before save"))
    local.hooks.after_save(Account)(note("after save"))
    local.hooks.before_delete(Account)(note("before delete"))
    local.hooks.after_delete(Account)(note("after delete"))
    return seen


def test_every_way_to_write_an_item_is_told(local: Club, told: list[Told]) -> None:
    account = local.account.create(name="a", owner="x")
    account.owner = "y"
    account.save()
    local.account.update("a", owner="z")
    local.account.put(account.refresh())
    account.delete()
    local.account.delete("a")

    assert told == [
        ("before save", "create a", "x"),
        ("after save", "create a", "x"),
        ("before save", "save a", "y"),
        ("after save", "save a", "y"),
        ("before save", "update a", None),
        ("after save", "update a", "z"),
        ("before save", "put a", "z"),
        ("after save", "put a", "z"),
        ("before delete", "delete a", "z"),
        ("after delete", "delete a", "z"),
        ("before delete", "delete a", None),
    ]


def test_a_transaction_tells_all_before_and_all_after(local: Club, told: list[Told]) -> None:
    with local.transaction() as tx:
        tx.create(Account(name="a"))
        tx.create(Account(name="b"))

    assert [moment for moment, _, _ in told] == [
        "before save",
        "before save",
        "after save",
        "after save",
    ]


def test_a_batch_tells_of_each_item(local: Club) -> None:
    seen: list[str] = []
    local.hooks.before_save(Visit)(lambda writing: seen.append(writing.key["memberId"]))

    local.visit.put_all([Visit(member_id="a", at=DAY), Visit(member_id="b", at=DAY)])

    assert seen == ["a", "b"]


def test_a_hook_may_change_what_is_written(local: Club) -> None:
    @local.hooks.before_save(Member)
    def lower(writing: Writing[Member]) -> None:
        if writing.instance is not None and writing.instance.email is not None:
            writing.instance.email = writing.instance.email.lower()

    ada = local.member.create(email="Ada@Example.com")
    ada.email = "ADA@example.com"

    ada.save()

    assert local.member.find_by_email("ada@example.com") == ada


def test_a_hook_that_raises_before_the_write_stops_it(local: Club) -> None:
    @local.hooks.before_save(Account)
    def refuse(writing: Writing[Account]) -> None:
        raise PermissionError(writing.verb)

    with pytest.raises(PermissionError, match="create"):
        local.account.create(name="a")
    with pytest.raises(PermissionError), local.transaction() as tx:  # noqa: PT012 - sent at its end
        tx.create(Account(name="a"))
        tx.create(Member(email="e"))

    assert (local.account.get("a"), local.member.find_by_email("e")) == (None, None)


def test_a_hook_that_raises_after_the_write_leaves_it_standing(local: Club) -> None:
    @local.hooks.after_save(Account)
    def fail(writing: Writing[Account]) -> None:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        local.account.create(name="a")

    assert local.account.get("a") is not None


def test_a_hook_may_use_the_table(local: Club) -> None:
    @local.hooks.after_delete(Member)
    def leave(writing: Writing[Member]) -> None:
        writing.table.account.delete(writing.key["memberId"])

    ada = local.member.create()
    local.account.create(name=ada.member_id)

    ada.delete()

    assert local.account.get(ada.member_id) is None


def test_a_refusal_inside_a_hook_is_not_tried_again(here: Home) -> None:
    club = here.open(Club, "club", sleep=no_sleep)
    calls: list[str] = []

    @club.hooks.before_save(Account)
    def fail(writing: Writing[Account]) -> None:
        calls.append(writing.verb)
        raise Throttled("elsewhere")

    with pytest.raises(Throttled):
        club.account.create(name="a")

    assert calls == ["create"]


def test_hooks_belong_to_one_open_table_and_its_tenants(here: Home) -> None:
    seen: list[Any] = []
    chain, other = here.open(Chain, "chain"), here.open(Chain, "chain")
    chain.hooks.before_save(Guest)(lambda writing: seen.append(writing.table.own_place.tenant))

    chain.tenant("a").guest.create(guest_id="1")
    other.tenant("b").guest.create(guest_id="2")

    assert seen == ["a"]


def test_explaining_a_plan_runs_no_hook(local: Club, told: list[Told]) -> None:
    local.account.plan.create(name="a").explain()

    assert told == []


def test_an_async_hook_of_a_sync_table_is_refused(local: Club) -> None:
    @local.hooks.before_save(Account)
    async def hook(writing: Writing[Account]) -> None:
        """Never awaited."""

    with pytest.raises(OperationError, match="hook: is async"):
        local.account.create(name="a")

    assert local.account.get("a") is None


def test_an_async_table_waits_for_async_hooks() -> None:
    async def scenario() -> list[str]:
        seen: list[str] = []
        async with await AsyncClub.open("memory:") as club:

            @club.hooks.before_save(AsyncMember)
            async def before(writing: Writing[AsyncMember]) -> None:
                await asyncio.sleep(0)
                seen.append(writing.verb)
                if writing.instance is not None and writing.instance.note == "bad":
                    raise Throttled("of the hook")

            await club.member.create(note="good")
            with pytest.raises(Throttled, match="of the hook"):
                await club.member.create(note="bad")
        return seen

    assert asyncio.run(scenario()) == ["create", "create"]
