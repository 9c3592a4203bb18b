"""What operations consumed: each by itself, and all of a block together."""

from __future__ import annotations

import asyncio

import pytest

from tavola import UniqueTaken, Writing
from tavola.operations.capacity import OperationCapacity as Used
from tavola.operations.tables import DescribeTable
from tests.table.generated.async_club import Club as AsyncClub
from tests.table.generated.club import Account, Club, Member
from tests.table.stores import Home

GOT = Used("Get", ("Account",), read=1.0, requests=1)
"""A consistent read of one small item."""
CREATED = Used("Create", ("Account",), write=2.0, requests=1)
"""A write of the table and of the iteration index."""


def test_each_operation_of_a_block_has_its_own_entry(local: Club) -> None:
    with local.consumed() as consumed:
        account = local.account.create(name="a", owner="o")
        list(local.account.accounts_for_owner(owner="o"))
        local.account.get("a")
        account.delete()

    assert consumed.operations == [
        Used("Create", ("Account",), write=3.0, requests=1),
        Used("Query", ("Account",), "Account.accountsForOwner", read=0.5, requests=1),
        GOT,
        Used("Delete", ("Account",), write=3.0, requests=1),
    ]
    assert (consumed.read, consumed.write, consumed.total) == (1.5, 6.0, 7.5)


def test_all_requests_of_an_operation_stand_in_its_entry(local: Club) -> None:
    local.member.create(email="ada")

    with local.consumed() as consumed:
        local.member.find_by_email("ada")

    assert consumed.operations == [
        Used("FindByUnique", ("Member",), "Member.uniqueEmail", read=2.0, requests=2)
    ]


def test_requests_side_by_side_stand_in_one_entry(local: Club) -> None:
    local.account.create(name="a")

    with local.consumed() as consumed:
        list(local.account.iterate_all())

    # Three buckets of a KEYS_ONLY index, half a unit each, then the item itself.
    assert consumed.operations == [Used("Iterate", ("Account",), read=2.0, requests=4)]


def test_a_transaction_and_a_batch_name_all_their_models(local: Club) -> None:
    with local.consumed() as consumed:
        with local.transaction() as tx:
            ada = tx.create(Member(email="ada"))
            tx.create(Account(name="a"))
            tx.create(Account(name="b"))
        with local.batch() as batch:
            batch.get(local.account.plan.get("a"))
            batch.get(local.member.plan.get(ada.member_id))

    assert consumed.operations == [
        Used("Transaction", ("Member", "Account"), write=consumed.write, requests=1),
        Used("GetBatch", ("Account", "Member"), read=2.0, requests=1),
    ]


def test_a_count_and_a_relation_are_named_like_their_question(local: Club) -> None:
    ada = local.member.create(email="ada")

    with local.consumed() as consumed:
        local.member.count(local.member.plan.members_for_team(team="t"))
        list(ada.get_followers())

    assert [(used.operation, used.models, used.access_pattern) for used in consumed.operations] == [
        ("Count", ("Member",), "Member.membersForTeam"),
        ("Reach", ("Follow", "Member"), "Follow.followersForLeader"),
    ]


def test_an_operation_that_sends_nothing_is_listed_with_nothing(local: Club) -> None:
    account = local.account.create(name="a")

    with local.consumed() as consumed:
        account.save()

    assert consumed.operations == [Used("Save", ("Account",))]


def test_an_operation_that_fails_keeps_what_it_consumed(local: Club) -> None:
    local.member.create(email="ada")

    with local.consumed() as consumed, pytest.raises(UniqueTaken):
        local.member.create(email="ada")

    (used,) = consumed.operations
    assert (used.operation, used.models, used.write) == ("Create", ("Member",), 0.0)


def test_what_a_hook_runs_has_an_entry_of_its_own(here: Home) -> None:
    club = here.open(Club, "club")
    club.account.create(name="a")

    @club.hooks.before_save(Account)
    def look(writing: Writing[Account]) -> None:
        del writing
        club.account.get("a")

    with club.consumed() as consumed:
        club.account.create(name="b")

    assert consumed.operations == [CREATED, GOT]


def test_a_block_within_a_block_counts_for_both(local: Club) -> None:
    with local.consumed() as outer:
        local.account.create(name="a")
        with local.consumed() as inner:
            local.account.get("a")
        local.account.get("a")

    assert inner.operations == [GOT]
    assert outer.operations == [CREATED, GOT, GOT]


def test_what_has_no_capacity_is_not_asked_for_it(local: Club) -> None:
    with local.consumed() as consumed:
        local.run(DescribeTable(local.own_place.table))

    assert consumed.operations == [Used("DescribeTable", requests=4)]


def test_operations_side_by_side_are_not_mixed_up() -> None:
    async def use() -> list[Used]:
        async with await AsyncClub.open("memory:") as club:
            with club.consumed() as consumed:
                await asyncio.gather(
                    club.member.find_by_email("nobody"),
                    club.account.create(name="a"),
                    club.account.accounts_for_owner(owner="o"),
                )
            return consumed.operations

    assert asyncio.run(use()) == [
        Used("FindByUnique", ("Member",), "Member.uniqueEmail", read=1.0, requests=1),
        CREATED,
        Used("Query", ("Account",), "Account.accountsForOwner", read=0.5, requests=1),
    ]


def test_gets_of_one_turn_are_one_entry_of_their_block() -> None:
    async def use() -> list[list[Used]]:
        async with await AsyncClub.open("memory:") as club:

            async def look_up(*names: str) -> list[Used]:
                with club.consumed() as consumed:
                    await asyncio.gather(*(club.account.get(name) for name in names))
                return consumed.operations

            return [*await asyncio.gather(look_up("a", "b", "c"), look_up("d"))]

    assert asyncio.run(use()) == [
        [Used("GetBatch", ("Account",), read=3.0, requests=1)],
        [GOT],
    ]
