"""Upserts as parts of a transaction: each creates or updates, as the item is there or not."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tavola import OperationError, UniqueTaken, WriteEvent
from tests.table.generated import async_club
from tests.table.generated.club import Account, Club, Member
from tests.table.stores import Run

NEW = "01ARZ3NDEKTSV4RRFFQ69G5FAV"


def _together(club: Club, *writes: Any) -> None:
    with club.transaction() as tx:
        for write in writes:
            tx.add(write)


def test_it_creates_what_is_not_there(club: Club, some: str) -> None:
    _together(
        club,
        club.account.plan.upsert(name=some, owner="ada", balance=3),
        club.account.plan.upsert(name=f"{some}-2"),
    )

    made, other = club.account.get(some), club.account.get(f"{some}-2")
    assert made is not None
    assert other is not None
    assert (made.owner, made.balance, other.balance) == ("ada", 3, 0)


def test_it_updates_what_is_there(club: Club, some: str) -> None:
    before = club.account.create(name=some, owner="ada", balance=3)

    _together(club, club.account.plan.upsert(name=some, balance=5))

    after = club.account.get(some)
    assert after is not None
    assert (after.owner, after.balance) == ("ada", 5)
    assert after.version > before.version


def test_a_key_alone_changes_nothing_that_is_there(club: Club, some: str) -> None:
    before = club.account.create(name=some, owner="ada")

    _together(club, club.account.plan.upsert(name=some), club.account.plan.upsert(name=f"{some}2"))

    assert club.account.get(some) == before
    assert club.account.get(f"{some}2") is not None


def test_index_keys_and_unique_values_go_with_it(club: Club, some: str) -> None:
    ada = club.member.create(email=f"{some}@a", team=some, score=1)

    _together(
        club,
        club.member.plan.upsert(member_id=ada.member_id, email=f"{some}@b", score=2),
        club.account.plan.upsert(name=some),
    )

    found = club.member.find_by_email(f"{some}@b")
    assert found is not None
    assert (found.member_id, found.score) == (ada.member_id, 2)
    assert club.member.find_by_email(f"{some}@a") is None


def test_a_taken_value_undoes_all(club: Club, some: str) -> None:
    club.member.create(email=f"{some}@a")

    with pytest.raises(UniqueTaken) as taken:
        _together(
            club,
            club.account.plan.upsert(name=some),
            club.member.plan.upsert(member_id=NEW, email=f"{some}@a"),
        )

    assert taken.value.position == 1
    assert club.account.get(some) is None


def test_an_expired_item_is_replaced(home: Any, club: Club, some: str) -> None:
    member = club.member.create(email=f"{some}@a", nick=some, ttl=club.now())
    home.clock.advance(10)

    _together(club, club.member.plan.upsert(member_id=member.member_id, team=some))

    found = club.member.get(member.member_id)
    assert found is not None
    assert (found.email, found.nick, found.team) == (None, None, some)


def test_of_many_at_once_one_creates_and_all_count(club: Club, some: str) -> None:
    club.account.create(name=f"{some}-sum")

    def enter(number: int) -> None:
        _together(
            club,
            club.account.plan.upsert(name=some, owner=str(number)),
            club.account.plan.update(f"{some}-sum", Account.fields.balance.add(1)),
        )

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(enter, range(8)))

    counted = club.account.get(f"{some}-sum")
    assert counted is not None
    assert counted.balance == 8
    assert club.account.get(some) is not None


def test_required_fields_are_asked_for_only_when_it_creates(local: Club) -> None:
    local.account.create(name="a")

    with pytest.raises(OperationError, match="has no value"):
        local.member.plan.upsert(email="x")
    _together(local, local.account.plan.upsert(name="a", owner="b"))


def test_hooks_see_what_happened(local: Club) -> None:
    told: list[tuple[str, str]] = []

    @local.hooks.before_save(Account)
    def note(event: WriteEvent[Account]) -> None:
        told.append(("before", event.verb))
        if event.instance is not None:
            event.instance.owner = "hook"

    @local.hooks.after_save(Account)
    def note_after(event: WriteEvent[Account]) -> None:
        told.append(("after", event.verb))

    _together(local, local.account.plan.upsert(name="a", balance=1))
    _together(local, local.account.plan.upsert(name="a", balance=2))

    made = local.account.get("a")
    assert made is not None
    assert (made.owner, made.balance) == ("hook", 2)
    assert [verb for when, verb in told if when == "after"] == ["create", "update"]
    assert note is not note_after


def test_a_plan_serves_several_transactions(local: Club) -> None:
    upsert = local.account.plan.upsert(name="a", balance=1)

    _together(local, upsert)
    local.account.delete("a")
    _together(local, upsert)

    assert local.account.get("a") is not None


def test_it_works_in_async_tables(run: Run, some: str) -> None:
    async def scenario(club: async_club.Club) -> None:
        async with club.transaction() as tx:
            tx.add(club.account.plan.upsert(name=some, balance=1))
        async with club.transaction() as tx:
            tx.add(club.account.plan.upsert(name=some, balance=2))
        found = await club.account.get(some)
        assert found is not None
        assert found.balance == 2

    run(scenario)


def test_another_item_of_the_model_is_left_alone(club: Club, some: str) -> None:
    other = club.member.create(team=some)

    _together(club, club.member.plan.upsert(member_id=NEW, team=some))

    assert club.member.get(other.member_id) == other
    assert isinstance(club.member.get(NEW), Member)
