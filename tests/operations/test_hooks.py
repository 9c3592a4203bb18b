"""Hooks before and after save and delete."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from tavola import OperationError, Throttled, WriteEvent
from tavola.table.internals import context_of
from tests.table.generated.async_club import Club as AsyncClub
from tests.table.generated.async_club import Member as AsyncMember
from tests.table.generated.chain import Chain, Guest
from tests.table.generated.club import Account, Club, Member, Visit
from tests.table.stores import DAY, Home, Run, no_sleep

Told = tuple[str, str, str | None]


@pytest.fixture
def told(club: Club, some: str) -> list[Told]:
    """What hooks of all four moments were told about accounts."""
    seen: list[Told] = []

    def note(moment: str) -> Callable[[WriteEvent[Account]], None]:
        def hook(event: WriteEvent[Account]) -> None:
            owner = event.instance.owner if event.instance else None
            name = event.key["name"].removeprefix(some)
            seen.append((moment, f"{event.verb} {name}", owner))

        return hook

    club.hooks.before_save(Account)(note("before save"))
    club.hooks.after_save(Account)(note("after save"))
    club.hooks.before_delete(Account)(note("before delete"))
    club.hooks.after_delete(Account)(note("after delete"))
    return seen


def test_every_way_to_write_an_item_is_told(club: Club, told: list[Told], some: str) -> None:
    account = club.account.create(name=f"{some}a", owner="x")
    account.owner = "y"
    account.save()
    club.account.update(f"{some}a", owner="z")
    club.account.put(account.refresh())
    account.delete()
    club.account.delete(f"{some}a")

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


def test_a_transaction_tells_all_before_and_all_after(
    club: Club, told: list[Told], some: str
) -> None:
    with club.transaction() as tx:
        tx.create(Account(name=f"{some}a"))
        tx.create(Account(name=f"{some}b"))

    assert [moment for moment, _, _ in told] == [
        "before save",
        "before save",
        "after save",
        "after save",
    ]


def test_a_batch_tells_of_each_item(club: Club, some: str) -> None:
    seen: list[str] = []
    club.hooks.before_save(Visit)(lambda event: seen.append(event.key["memberId"]))
    members = [f"{some}a", f"{some}b"]

    club.visit.put_all([Visit(member_id=member, at=DAY) for member in members])

    assert seen == members


def test_a_hook_may_change_what_is_written(club: Club, some: str) -> None:
    @club.hooks.before_save(Member)
    def lower(event: WriteEvent[Member]) -> None:
        if event.instance is not None and event.instance.email is not None:
            event.instance.email = event.instance.email.lower()

    ada = club.member.create(email=f"{some}.Ada@Example.com")
    ada.email = f"{some}.ADA@example.com"

    ada.save()

    assert club.member.find_by_email(f"{some}.ada@example.com") == ada


def test_a_hook_that_raises_before_the_write_stops_it(club: Club, some: str) -> None:
    @club.hooks.before_save(Account)
    def refuse(event: WriteEvent[Account]) -> None:
        raise PermissionError(event.verb)

    with pytest.raises(PermissionError, match="create"):
        club.account.create(name=some)
    with pytest.raises(PermissionError), club.transaction() as tx:  # noqa: PT012 - sent at its end
        tx.create(Account(name=some))
        tx.create(Member(email=some))

    assert (club.account.get(some), club.member.find_by_email(some)) == (None, None)


def test_a_hook_that_raises_after_the_write_leaves_it_standing(club: Club, some: str) -> None:
    @club.hooks.after_save(Account)
    def fail(event: WriteEvent[Account]) -> None:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        club.account.create(name=some)

    assert club.account.get(some) is not None


def test_a_hook_may_use_the_table(club: Club) -> None:
    @club.hooks.after_delete(Member)
    def leave(event: WriteEvent[Member]) -> None:
        event.table.account.delete(event.key["memberId"])

    ada = club.member.create()
    club.account.create(name=ada.member_id)

    ada.delete()

    assert club.account.get(ada.member_id) is None


def test_a_refusal_inside_a_hook_is_not_tried_again(home: Home, some: str) -> None:
    club = home.open(Club, "club", sleep=no_sleep)
    calls: list[str] = []

    @club.hooks.before_save(Account)
    def fail(event: WriteEvent[Account]) -> None:
        calls.append(event.verb)
        raise Throttled("elsewhere")

    with pytest.raises(Throttled):
        club.account.create(name=some)

    assert calls == ["create"]


def test_hooks_belong_to_one_open_table_and_its_tenants(home: Home, some: str) -> None:
    seen: list[Any] = []
    chain, other = home.open(Chain, "chain"), home.open(Chain, "chain")
    chain.hooks.before_save(Guest)(lambda event: seen.append(context_of(event.table).tenant))

    chain.tenant(f"{some}a").guest.create(guest_id="1")
    other.tenant(f"{some}b").guest.create(guest_id="2")

    assert seen == [f"{some}a"]


def test_explaining_a_plan_runs_no_hook(club: Club, told: list[Told]) -> None:
    club.account.plan.create(name="a").explain()

    assert told == []


def test_an_async_hook_of_a_sync_table_is_refused(club: Club, some: str) -> None:
    @club.hooks.before_save(Account)
    async def hook(event: WriteEvent[Account]) -> None:
        """Never awaited."""

    with pytest.raises(OperationError, match="The hook is async"):
        club.account.create(name=some)

    assert club.account.get(some) is None


def test_an_async_table_waits_for_async_hooks(run: Run) -> None:
    seen: list[str] = []

    async def scenario(club: AsyncClub) -> None:
        @club.hooks.before_save(AsyncMember)
        async def before(event: WriteEvent[AsyncMember]) -> None:
            await asyncio.sleep(0)
            seen.append(event.verb)
            if event.instance is not None and event.instance.note == "bad":
                raise Throttled("of the hook")

        await club.member.create(note="good")
        with pytest.raises(Throttled, match="of the hook"):
            await club.member.create(note="bad")

    run(scenario)

    assert seen == ["create", "create"]
