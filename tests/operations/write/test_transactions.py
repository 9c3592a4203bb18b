"""Transactions with models: all or nothing, unique values and index keys included."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

import tavola
from tavola import (
    AlreadyExists,
    ConditionFailed,
    ItemChanged,
    ItemMissing,
    OperationError,
    UniqueTaken,
)
from tests.patience import eventually
from tests.table.generated.club import Account, Club, Member, Visit
from tests.table.generated.library import Library, Shelf
from tests.table.stores import DAY, Home


def test_writes_of_a_block_happen_together(club: Club, some: str) -> None:
    ada = club.member.create(team=some, visits=1)
    with club.transaction() as tx:
        made = tx.create(Account(name=some, owner=some))
        tx.update(ada, Member.fields.visits.add(2), condition=Member.fields.team == some)

    assert club.account.get(some) == made
    assert ada.refresh().visits == 3


def test_a_failing_condition_undoes_all_and_names_the_operation(club: Club, some: str) -> None:
    ada = club.member.create(team=some)
    with pytest.raises(ConditionFailed) as refused, club.transaction() as tx:  # noqa: PT012 - sent at its end
        tx.create(Account(name=some))
        tx.update(ada, Member.fields.level.add(1), condition=Member.fields.team == "other")

    assert refused.value.position == 1
    assert club.account.get(some) is None


def test_an_exception_in_the_block_sends_nothing(club: Club, some: str) -> None:
    with pytest.raises(ZeroDivisionError), club.transaction() as tx:  # noqa: PT012 - sent at its end
        tx.create(Account(name=some))
        _ = 1 // 0

    assert club.account.get(some) is None


def test_a_unique_value_holds_inside_a_transaction(club: Club, some: str) -> None:
    club.member.create(email=some)

    with pytest.raises(UniqueTaken), club.transaction() as tx:  # noqa: PT012 - sent at its end
        tx.create(Account(name=some))
        tx.create(Member(email=some))

    assert club.account.get(some) is None


def test_one_value_cannot_go_to_two_items(club: Club, some: str) -> None:
    with pytest.raises(UniqueTaken, match="given to two items"), club.transaction() as tx:  # noqa: PT012 - sent at its end
        tx.create(Member(email=some))
        tx.create(Member(email=some))

    assert club.member.find_by_email(some) is None


def test_a_value_moves_from_one_item_to_another(club: Club, some: str) -> None:
    ada = club.member.create(email=some)
    with club.transaction() as tx:
        tx.update(ada, Member.fields.email.set(None))
        eve = tx.create(Member(email=some))

    assert club.member.find_by_email(some) == eve
    assert ada.refresh().email is None


def test_two_items_swap_their_values(club: Club, some: str) -> None:
    ada = club.member.create(email=f"{some}-a")
    eve = club.member.create(email=f"{some}-e")
    ada.email, eve.email = eve.email, ada.email
    with club.transaction() as tx:
        tx.save(ada)
        tx.save(eve)

    assert club.member.find_by_email(f"{some}-e") == ada.refresh()
    assert club.member.find_by_email(f"{some}-a") == eve.refresh()


def test_a_replaced_item_gives_its_value_on(club: Club, some: str) -> None:
    ada = club.member.create(email=some)
    with club.transaction() as tx:
        tx.delete(ada)
        eve = tx.create(Member(email=some))

    assert (club.member.get(ada.member_id), club.member.find_by_email(some)) == (None, eve)


def test_a_saved_instance_knows_its_new_version(club: Club, some: str) -> None:
    account = club.account.create(name=some)
    account.balance = 5
    with club.transaction() as tx:
        tx.save(account)
    account.balance = 6

    account.save()

    assert club.account.get(some) == account


def test_what_is_edited_after_its_save_is_written_too(club: Club, some: str) -> None:
    changed, unchanged = club.member.create(team=some), club.member.create(team=some)
    changed.note = "at once"
    with club.transaction() as tx:
        tx.save(changed)
        tx.save(unchanged)
        changed.visits = unchanged.visits = 3

    found = [club.member.get(one.member_id) for one in (changed, unchanged)]
    assert found == [changed, unchanged]
    assert [one.visits for one in found if one is not None] == [3, 3]


def test_a_save_of_nothing_is_left_out(club: Club, some: str) -> None:
    account = club.account.create(name=some)
    with club.consumed() as consumed, club.transaction() as tx:
        tx.save(account)

    assert consumed.requests == 0
    assert club.account.get(some) == account


def test_a_refusal_counts_saves_of_nothing_too(club: Club, some: str) -> None:
    ada = club.member.create(team=some)
    with pytest.raises(ConditionFailed) as refused, club.transaction() as tx:  # noqa: PT012 - sent at its end
        tx.save(ada)
        tx.create(Account(name=some))
        tx.delete(club.member.create(team=some), condition=Member.fields.team == "other")

    assert refused.value.position == 2


def test_a_saved_instance_of_another_version_fails_at_once(club: Club, some: str) -> None:
    account = club.account.create(name=some)
    club.account.update(some, balance=1)
    account.balance = 5

    with pytest.raises(ItemChanged) as refused, club.transaction() as tx:
        tx.save(account)

    assert refused.value.position == 0


def test_an_update_of_another_version_with_unique_values_fails_at_once(
    club: Club, some: str
) -> None:
    club.account.create(name=some)

    with pytest.raises(ItemChanged, match="another version"), club.transaction() as tx:
        tx.add(club.account.plan.update(some, owner="x", expect_version="0" * 26))


def test_a_check_guards_an_item_that_is_not_written(club: Club, some: str) -> None:
    ada = club.member.create(team=some)

    with pytest.raises(ConditionFailed), club.transaction() as tx:  # noqa: PT012 - sent at its end
        tx.check(ada, Member.fields.team == "other")
        tx.create(Account(name=some))

    assert club.account.get(some) is None


def test_creating_what_exists_is_refused(club: Club, some: str) -> None:
    club.account.create(name=some)

    with pytest.raises(AlreadyExists), club.transaction() as tx:
        tx.create(Account(name=some))


def test_saving_what_is_gone_is_refused(club: Club, some: str) -> None:
    account = club.account.create(name=some)
    club.account.delete(some)
    account.balance = 5

    with pytest.raises(ItemMissing), club.transaction() as tx:
        tx.save(account)


def test_hidden_actions_count_towards_the_limit(club: Club, some: str) -> None:
    with pytest.raises(OperationError) as refused, club.transaction() as tx:  # noqa: PT012 - sent at its end
        for number in range(51):
            tx.create(Member(email=f"{some}-{number}"))

    assert "51 operations need 102 actions, 51 of them for unique values" in str(refused.value)
    assert club.member.find_by_email(f"{some}-0") is None


def test_two_operations_on_one_item_are_refused(club: Club, some: str) -> None:
    ada = club.member.create(team=some)

    with pytest.raises(OperationError, match="act on one item"), club.transaction() as tx:  # noqa: PT012 - sent at its end
        tx.update(ada, Member.fields.level.add(1))
        tx.delete(ada)


def test_concurrent_transfers_keep_the_sum(club: Club, some: str) -> None:
    names = [f"{some}-{number}" for number in range(3)]
    for name in names:
        club.member.create(nick=name, team=some, score=100)

    def transfer(number: int) -> None:
        payer, taker = names[number % 3], names[(number + 1) % 3]
        found = [club.member.find_by_nick(name) for name in (payer, taker)]
        with club.transaction() as tx:
            for member, amount in zip(found, (-number, number), strict=True):
                assert member is not None
                tx.update(member, Member.fields.score.add(amount))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(transfer, range(12)))

    scores = [getattr(club.member.find_by_nick(name), "score", 0) for name in names]
    assert sum(scores) == 300
    found = eventually(
        lambda: [member.score for member in club.member.members_for_team(team=some)],
        sorted(scores),
    )
    assert found == sorted(scores)


def test_a_transaction_spans_two_tables_of_one_store(home: Home, club: Club, some: str) -> None:
    library = home.open(Library, home.name_of("library", some))
    with tavola.transaction(club, library) as tx:
        account = tx.create(Account(name=some))
        shelf = tx.create(Shelf(name=some))

    assert (club.account.get(some), library.shelf.get(some)) == (account, shelf)


def test_tables_on_two_stores_cannot_share_a_transaction(club: Club) -> None:
    other = Club.open("memory:")

    with pytest.raises(OperationError, match="different stores"):
        tavola.transaction(club, other)


def test_a_plan_of_another_store_is_refused(club: Club) -> None:
    other = Club.open("memory:")

    with pytest.raises(OperationError, match="on another store"), club.transaction() as tx:
        tx.add(other.account.plan.create(name="other"))


def test_an_empty_transaction_sends_nothing(club: Club) -> None:
    with club.consumed() as consumed, club.transaction():
        pass

    assert consumed.requests == 0


def test_instances_of_a_transaction_are_bound_to_its_table(club: Club, some: str) -> None:
    ada = club.member.create(team=some)
    with club.transaction() as tx:
        visit = tx.create(Visit(member_id=ada.member_id, at=DAY))
    visit.room = some

    visit.save()

    assert visit.get_member() == ada


def test_an_instance_of_another_store_is_refused(club: Club) -> None:
    other = Club.open("memory:", table=club.table_name)
    ada = other.member.create(note="theirs")
    club.member.create(member_id=ada.member_id, note="ours")
    ada.note = "moved"

    with pytest.raises(OperationError, match="not part of this"), club.transaction() as tx:
        tx.save(ada)

    assert getattr(club.member.get(ada.member_id), "note", None) == "ours"


def test_a_block_that_is_entered_again_begins_anew(empty_club: Club) -> None:
    tx = empty_club.transaction()
    with tx:
        first = tx.create(Account(name="a"))
    with tx:
        second = tx.create(Account(name="b"))

    def found() -> list[Account]:
        return sorted(empty_club.account.iterate_all(), key=lambda account: account.name)

    assert eventually(found, [first, second]) == [first, second]
