"""What operations consumed: each by itself, and all of a block together."""

from __future__ import annotations

import asyncio

import pytest

from tavola import UniqueTaken, WriteEvent
from tavola.operations.consumed_capacity import OperationCapacity as Used
from tavola.operations.tables.table_operations import DescribeTable
from tavola.stores.recording import RecordingStore
from tests.patience import eventually
from tests.table.generated.async_club import Club as AsyncClub
from tests.table.generated.club import Account, Club, Member
from tests.table.stores import Home, Run

GOT = Used("Get", ("Account",), read=1.0, requests=1)
"""A consistent read of one small item."""
CREATED = Used("Create", ("Account",), write=2.0, requests=1)
"""A write of the table and of the iteration index."""


def test_each_operation_of_a_block_has_its_own_entry(club: Club, some: str) -> None:
    with club.consumed() as consumed:
        account = club.account.create(name=some, owner=some)
        list(club.account.accounts_for_owner(owner=some))
        club.account.get(some)
        account.delete()

    # The index of a service may show the item late.
    found = consumed.operations[1].items
    assert found in (0, 1)
    assert consumed.operations == [
        Used("Create", ("Account",), write=3.0, requests=1),
        Used("Query", ("Account",), "Account.accountsForOwner", read=0.5, requests=1, items=found),
        GOT,
        Used("Delete", ("Account",), write=3.0, requests=1),
    ]
    assert (consumed.read, consumed.write, consumed.total) == (1.5, 6.0, 7.5)


def test_a_block_can_keep_what_was_sent_and_who_asked(empty_club: Club) -> None:
    with empty_club.consumed(keeps_requests=True) as outer, empty_club.consumed() as inner:
        empty_club.account.create(name="kept")

    (entry,) = inner.operations
    assert outer.operations == [entry]
    assert [one.action for one in entry.sent or ()] == ["PutItem"]
    assert (entry.sent or [])[0].body["Item"]["name"] == {"S": "kept"}
    assert __file__ in [file for file, _ in entry.called_from]


def test_a_block_keeps_no_requests_unless_it_is_asked_to(empty_club: Club) -> None:
    with empty_club.consumed() as consumed:
        empty_club.account.create(name="kept")

    assert (consumed.operations[0].sent, consumed.operations[0].called_from) == (None, ())


def test_all_requests_of_an_operation_stand_in_its_entry(club: Club, some: str) -> None:
    club.member.create(email=some)

    with club.consumed() as consumed:
        club.member.find_by_email(some)

    assert consumed.operations == [
        Used("FindByUnique", ("Member",), "Member.uniqueEmail", read=2.0, requests=2)
    ]


def test_requests_side_by_side_stand_in_one_entry(empty_club: Club) -> None:
    account = empty_club.account.create(name="a")
    eventually(lambda: list(empty_club.account.iterate_all()), [account])

    with empty_club.consumed() as consumed:
        list(empty_club.account.iterate_all())

    # Three buckets of a KEYS_ONLY index, half a unit each, then the item itself.
    assert consumed.operations == [Used("Iterate", ("Account",), read=2.0, requests=4, items=1)]


def test_a_transaction_and_a_batch_name_all_their_models(club: Club, some: str) -> None:
    with club.consumed() as consumed:
        with club.transaction() as tx:
            ada = tx.create(Member(email=some))
            tx.create(Account(name=some))
            tx.create(Account(name=f"{some}-b"))
        with club.batch() as batch:
            batch.get(club.account.plan.get(some))
            batch.get(club.member.plan.get(ada.member_id))

    assert consumed.operations == [
        Used("Transaction", ("Member", "Account"), write=consumed.write, requests=1),
        Used("GetBatch", ("Account", "Member"), read=2.0, requests=1),
    ]


def test_a_count_and_a_relation_are_named_like_their_question(club: Club, some: str) -> None:
    ada = club.member.create(email=some)

    with club.consumed() as consumed:
        club.member.count(club.member.plan.members_for_team(team=some))
        list(ada.get_followers())

    assert [(used.operation, used.models, used.access_pattern) for used in consumed.operations] == [
        ("Count", ("Member",), "Member.membersForTeam"),
        ("Reach", ("Follow", "Member"), "Follow.followersForLeader"),
    ]


def test_an_operation_that_sends_nothing_is_listed_with_nothing(club: Club, some: str) -> None:
    account = club.account.create(name=some)

    with club.consumed() as consumed:
        account.save()

    assert consumed.operations == [Used("Save", ("Account",))]


def test_an_operation_that_fails_keeps_what_it_consumed(club: Club, some: str) -> None:
    club.member.create(email=some)

    with club.consumed() as consumed, pytest.raises(UniqueTaken):
        club.member.create(email=some)

    (used,) = consumed.operations
    assert (used.operation, used.models, used.write) == ("Create", ("Member",), 0.0)


def test_what_a_hook_runs_has_an_entry_of_its_own(club: Club, some: str) -> None:
    club.account.create(name=some)

    @club.hooks.before_save(Account)
    def look(event: WriteEvent[Account]) -> None:
        del event
        club.account.get(some)

    with club.consumed() as consumed:
        club.account.create(name=f"{some}-other")

    assert consumed.operations == [CREATED, GOT]


def test_a_block_within_a_block_counts_for_both(club: Club, some: str) -> None:
    with club.consumed() as outer:
        club.account.create(name=some)
        with club.consumed() as inner:
            club.account.get(some)
        club.account.get(some)

    assert inner.operations == [GOT]
    assert outer.operations == [CREATED, GOT, GOT]


def test_what_has_no_capacity_is_not_asked_for_it(home: Home) -> None:
    recording = RecordingStore(home.store)
    club = home.open(Club, "club", store=recording)
    recording.calls.clear()

    with club.consumed() as consumed:
        club.run(DescribeTable(club.table_name))

    # dynoxide has no backups, and says so: three of four requests are answered.
    answered = 3 if home.name == "dynoxide" else 4
    assert consumed.operations == [Used("DescribeTable", requests=answered)]
    assert len(recording.calls) == 4
    assert [body for _, body in recording.calls if "ReturnConsumedCapacity" in body] == []


def test_operations_side_by_side_are_not_mixed_up(run: Run, some: str) -> None:
    async def scenario(club: AsyncClub) -> None:
        with club.consumed() as consumed:
            await asyncio.gather(
                club.member.find_by_email(some),
                club.account.create(name=some),
                club.account.accounts_for_owner(owner=some),
            )

        assert consumed.operations == [
            Used("FindByUnique", ("Member",), "Member.uniqueEmail", read=1.0, requests=1),
            CREATED,
            Used("Query", ("Account",), "Account.accountsForOwner", read=0.5, requests=1),
        ]

    run(scenario)


def test_gets_of_one_turn_are_one_entry_of_their_block(run: Run, some: str) -> None:
    async def scenario(club: AsyncClub) -> None:
        names = [f"{some}-{number}" for number in range(4)]
        await asyncio.gather(*(club.account.create(name=name) for name in names))

        many, one = await asyncio.gather(looked_up(club, *names[:3]), looked_up(club, names[3]))

        assert many == [Used("GetBatch", ("Account",), read=3.0, requests=1)]
        assert one == [GOT]

    run(scenario)


def test_what_is_not_there_is_paid_for_alike(home: Home, run: Run, some: str) -> None:
    # ExtendDB counts no batch that found nothing. DynamoDB: a read of an item that does not exist
    # consumes as the smallest one does. Developer guide, read-write-operations.
    read = 0.0 if home.name == "extenddb" else 3.0

    async def scenario(club: AsyncClub) -> None:
        names = [f"{some}-{number}" for number in range(4)]

        many, one = await asyncio.gather(looked_up(club, *names[:3]), looked_up(club, names[3]))

        assert many == [Used("GetBatch", ("Account",), read=read, requests=1)]
        assert one == [GOT]

    run(scenario)


async def looked_up(club: AsyncClub, *names: str) -> list[Used]:
    """What gets consume that are asked for side by side, in a block of their own."""
    with club.consumed() as consumed:
        await asyncio.gather(*(club.account.get(name) for name in names))
    return consumed.operations
