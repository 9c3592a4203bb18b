"""Reads that belong together: one TransactGetItems, typed."""

from __future__ import annotations

from typing import Any

import pytest

from tavola import DecodeError, OperationError, together
from tests.table.generated import async_club
from tests.table.generated.board import Board
from tests.table.generated.club import Account, Club
from tests.table.stores import Home, Run, embedded


def test_items_of_several_models_are_read_as_of_one_moment(club: Club, some: str) -> None:
    ada = club.member.create(team=some)
    money = club.account.create(name=some)

    with club.consumed() as consumed:
        member, account, nobody = club.run(
            together(
                club.member.plan.get(ada.member_id),
                club.account.plan.get(some),
                club.account.plan.get(f"{some}-none"),
            )
        )

    assert (member, account) == (ada, money)
    assert nobody is None
    assert consumed.requests == 1


def test_what_is_asked_twice_is_read_once(club: Club, some: str) -> None:
    made = club.account.create(name=some)

    one, other, none = club.run(
        together(
            club.account.plan.get(some),
            club.account.plan.get(some),
            club.account.plan.get(f"{some}-none"),
        )
    )

    assert (one, other, none) == (made, made, None)
    assert one is not other


def test_expired_means_absent_here_too(home: Home, club: Club, some: str) -> None:
    member = club.member.create(team=some, ttl=club.now())
    home.clock.advance(5)

    gone, shown = club.run(
        together(
            club.member.plan.get(member.member_id),
            club.member.plan.get(member.member_id, include_expired=True),
        )
    )

    assert (gone, shown) == (None, member)


def test_tables_of_one_store_are_read_together(home: Home, club: Club, some: str) -> None:
    board = home.open(Board, home.name_of("board", some))
    pin = board.pin.create(topic=some)
    account = club.account.create(name=some)

    assert club.run(together(board.pin.plan.get(pin.pin_id), club.account.plan.get(some))) == (
        pin,
        account,
    )


def test_what_is_read_is_bound_to_its_table(club: Club, some: str) -> None:
    club.account.create(name=some)
    (read,) = club.run(together(club.account.plan.get(some)))
    assert read is not None

    read.balance = 7
    read.save()

    assert club.account.get(some) == read


def test_many_are_read_together_and_too_many_are_refused(local: Club) -> None:
    for number in range(3):
        local.account.create(name=str(number))
    gets = [local.account.plan.get(str(number)) for number in range(101)]

    found = local.run(together(*gets[:100]))

    assert [one.name for one in found if one is not None] == ["0", "1", "2"]
    assert local.run(together()) == ()
    with pytest.raises(OperationError, match=r"101 gets are given\. DynamoDB reads 100 together"):
        together(*gets)


def test_what_is_no_get_or_of_another_store_is_refused(local: Club) -> None:
    wrong: Any = local.account.plan.update("a", balance=1)
    with pytest.raises(OperationError, match="Update is not a get"):
        together(wrong)
    with embedded("memory:") as elsewhere:
        other = elsewhere.open(Club, "club")
        with pytest.raises(OperationError, match="is on another store"):
            together(local.account.plan.get("a"), other.account.plan.get("a"))


def test_an_item_that_does_not_fit_says_so(local: Club) -> None:
    local.account.create(name="a")
    key = local.account.plan.get("a").key
    balance = Account.__shape__.by_name["balance"].attribute_name
    item = {**key, "name": {"S": "a"}, balance: {"S": "many"}}
    local.store.execute("PutItem", {"TableName": local.table_name, "Item": item})

    with pytest.raises(DecodeError, match=r"Account\.balance"):
        local.run(together(local.account.plan.get("a")))


def test_it_is_awaited_in_async_tables(run: Run, some: str) -> None:
    async def scenario(club: async_club.Club) -> None:
        made = await club.account.create(name=some)
        read, none = await club.run(
            together(club.account.plan.get(some), club.account.plan.get(f"{some}-none"))
        )
        assert (read, none) == (made, None)

    run(scenario)


def test_it_is_explained(local: Club) -> None:
    explained = together(local.account.plan.get("a"), local.account.plan.get("b")).explain()

    assert explained.action == "TransactGetItems"
    assert len(explained.request["TransactItems"]) == 2
    assert explained.estimated_units == 4
