"""Updates and deletions that give the item as it was before."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from tavola import ItemChanged, ItemMissing, OperationError, WriteEvent
from tests.table.generated import async_club
from tests.table.generated.club import Account, Club, Member
from tests.table.stores import Home, Run, embedded


def test_an_update_gives_what_was_there(club: Club, some: str) -> None:
    before = club.account.create(name=some, balance=3)

    old = club.account.returning_old(club.account.plan.update(some, balance=5))

    assert old == before
    after = club.account.get(some)
    assert after is not None
    assert after.balance == 5


def test_a_deletion_gives_what_was_there(club: Club, some: str) -> None:
    before = club.account.create(name=some, balance=3)

    assert club.account.returning_old(club.account.plan.delete(some)) == before
    assert club.account.get(some) is None
    assert club.account.returning_old(club.account.plan.delete(some)) is None


def test_one_request_is_enough(club: Club, some: str) -> None:
    club.account.create(name=some, balance=3)

    with club.consumed() as consumed:
        club.account.returning_old(club.account.plan.delete(some))

    assert consumed.requests == 1


def test_it_is_exact_where_unique_values_go_with_it(club: Club, some: str) -> None:
    before = club.member.create(email=f"{some}@a", team=some, tags={"x"})

    old = club.member.returning_old(
        club.member.plan.update(before.member_id, email=f"{some}@b", note="n")
    )
    gone = club.member.returning_old(club.member.plan.delete(before.member_id))

    assert old == before
    assert gone is not None
    assert (gone.email, gone.note, gone.tags) == (f"{some}@b", "n", {"x"})
    assert club.member.find_by_email(f"{some}@b") is None


def test_a_chain_of_old_values_misses_none(club: Club, some: str) -> None:
    """Each writer gets what another one left, also where a transaction has to read it."""
    member = club.member.create(email=f"{some}@start", note="start")

    def swap(number: int) -> str | None:
        note = f"{some}-{number}"
        # The unique value makes it a transaction; the note is not guarded by any lock.
        plan = club.member.plan.update(member.member_id, email=f"{note}@x", note=note)
        return club.member.returning_old(plan).note

    with ThreadPoolExecutor(3) as pool:
        found = list(pool.map(swap, range(6)))

    last = club.member.get(member.member_id)
    assert last is not None
    assert sorted([*found, last.note], key=str) == sorted(
        ["start", *(f"{some}-{number}" for number in range(6))], key=str
    )


def test_conditions_and_versions_hold(club: Club, some: str) -> None:
    account = club.account.create(name=some)
    club.account.update(some, balance=1)

    with pytest.raises(ItemChanged):
        club.account.returning_old(
            club.account.plan.update(some, balance=2, expect_version=account.version)
        )
    with pytest.raises(ItemMissing):
        club.account.returning_old(club.account.plan.update(f"{some}-none", balance=2))


def test_an_expired_item_was_not_there(home: Home, club: Club, some: str) -> None:
    member = club.member.create(email=f"{some}@a", ttl=club.now())
    home.clock.advance(5)

    assert club.member.returning_old(club.member.plan.delete(member.member_id)) is None


def test_hooks_are_run_with_the_new_item(local: Club) -> None:
    told: list[object] = []
    local.account.create(name="a", balance=1)

    @local.hooks.after_save(Account)
    def note(event: WriteEvent[Account]) -> None:
        told.append(event.instance and event.instance.balance)

    @local.hooks.after_delete(Account)
    def note_end(event: WriteEvent[Account]) -> None:
        told.append(event.verb)

    local.account.returning_old(local.account.plan.update("a", balance=2))
    local.account.returning_old(local.account.plan.delete("a"))
    local.account.returning_old(local.account.plan.delete("a"))

    assert told == [2, "delete"]
    assert note is not note_end


def test_a_plan_of_another_table_is_refused(local: Club) -> None:
    with embedded("memory:") as elsewhere:
        other = elsewhere.open(Club, "club")
        with pytest.raises(OperationError, match="returning_old: the write is of table 'club'"):
            local.account.returning_old(other.account.plan.delete("a"))


def test_it_is_awaited_in_async_tables(run: Run, some: str) -> None:
    async def scenario(club: async_club.Club) -> None:
        made = await club.account.create(name=some)
        assert await club.account.returning_old(club.account.plan.delete(some)) == made

    run(scenario)


def test_it_is_explained(local: Club) -> None:
    plan = local.account.plan.returning_old(local.account.plan.delete("a"))

    assert plan.explain().request["ReturnValues"] == "ALL_OLD"


def test_an_old_instance_of_a_model_is_one(local: Club) -> None:
    made = local.member.create(team="t")

    assert type(local.member.returning_old(local.member.plan.delete(made.member_id))) is Member
