"""Values that are unique while a condition holds: the handle of a deleted account is free again."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest

from tavola import UniqueTaken
from tests.table.generated.orders import Account, Orders

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def test_a_value_is_free_when_the_condition_ends(orders: Orders, some: str) -> None:
    orders.account.create(account_id=some, org=some, handle="ada")
    with pytest.raises(UniqueTaken):
        orders.account.create(account_id=f"{some}-2", org=some, handle="ada")

    orders.account.update(some, deleted_at=NOON)
    again = orders.account.create(account_id=f"{some}-2", org=some, handle="ada")

    assert orders.account.find_by_handle(some, "ada") == again


def test_a_value_is_claimed_when_the_condition_begins(orders: Orders, some: str) -> None:
    first = orders.account.create(account_id=some, org=some, handle="ada", deleted_at=NOON)
    assert orders.account.find_by_handle(some, "ada") is None
    second = orders.account.create(account_id=f"{some}-2", org=some, handle="ada")

    first.deleted_at = None
    with pytest.raises(UniqueTaken):
        first.save()
    second.delete()
    first.save()

    assert orders.account.find_by_handle(some, "ada") == first


def test_who_is_exempt_may_share_a_value(orders: Orders, some: str) -> None:
    for number in range(3):
        orders.account.create(
            account_id=f"{some}-{number}", org=some, handle="ada", deleted_at=NOON
        )

    assert orders.account.find_by_handle(some, "ada") is None


def test_deleting_who_is_exempt_leaves_the_lock_of_another(orders: Orders, some: str) -> None:
    orders.account.create(account_id=some, org=some, handle="ada", deleted_at=NOON)
    owner = orders.account.create(account_id=f"{some}-2", org=some, handle="ada")

    orders.account.delete(some)

    assert orders.account.find_by_handle(some, "ada") == owner


def test_one_transaction_hands_a_value_over(orders: Orders, some: str) -> None:
    first = orders.account.create(account_id=some, org=some, handle="ada")
    with orders.transaction() as tx:
        tx.update(first, Account.fields.deleted_at.set(NOON))
        tx.create(Account(account_id=f"{some}-2", org=some, handle="ada"))

    found = orders.account.find_by_handle(some, "ada")

    assert found is not None
    assert found.account_id == f"{some}-2"


def test_of_many_who_come_back_at_once_one_gets_the_value(orders: Orders, some: str) -> None:
    names = [f"{some}-{number}" for number in range(4)]
    for name in names:
        orders.account.create(account_id=name, org=some, handle="ada", deleted_at=NOON)

    def restore(name: str) -> bool:
        try:
            orders.account.update(name, Account.fields.deleted_at.remove())
        except UniqueTaken:
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        restored = list(pool.map(restore, names))

    found = orders.account.find_by_handle(some, "ada")
    assert found is not None
    assert sum(restored) == 1
    assert found.account_id == names[restored.index(True)]
