"""Versions: checked and bumped by instances, bumped by keys, always growing."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from tavola import ItemChanged, ItemMissing, OperationError
from tests.patience import eventually
from tests.table.generated.club import Account, Club
from tests.table.stores import managed_key, set_raw


def test_a_version_grows_with_every_write(club: Club, some: str) -> None:
    account = club.account.create(name=some)
    versions = [account.version]
    for balance in range(20):
        account.balance = balance + 1
        versions.append(account.save().version)
    versions.append(club.account.update(some, owner="x").version)

    assert versions == sorted(set(versions))


def test_a_moved_version_refuses_save_and_delete(club: Club, some: str) -> None:
    account = club.account.create(name=some)
    club.account.update(some, owner="theirs")
    account.balance = 9

    with pytest.raises(ItemChanged):
        account.save()
    with pytest.raises(ItemChanged):
        account.delete()

    assert getattr(club.account.get(some), "owner", None) == "theirs"


def test_a_write_by_key_checks_only_an_expected_version(club: Club, some: str) -> None:
    account = club.account.create(name=some)
    moved = club.account.update(some, balance=1)

    with pytest.raises(ItemChanged):
        club.account.update(some, balance=2, expect_version=account.version)
    with pytest.raises(ItemChanged):
        club.account.delete(some, expect_version=account.version)

    assert club.account.get(some) == moved


def test_deleting_what_is_gone_with_a_version_is_refused(club: Club, some: str) -> None:
    with pytest.raises(ItemMissing):
        club.account.delete(some, expect_version="0" * 26)


def test_a_version_grows_past_one_from_a_faster_clock(club: Club, some: str) -> None:
    club.account.create(name=some)
    ahead = "7" + "Z" * 20 + "00000"
    set_raw(club, managed_key("a", some), "_v", {"S": ahead})

    moved = club.account.update(some, balance=1)

    assert (moved.version or "") > ahead


def test_of_two_saves_of_one_version_one_is_refused(club: Club, some: str) -> None:
    club.account.create(name=some)

    def save(balance: int) -> bool:
        account = club.account.get(some)
        assert account is not None
        account.balance = balance
        try:
            account.save()
        except ItemChanged:
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        done = list(pool.map(save, range(1, 17)))

    assert any(done)


def test_a_version_that_is_no_ulid_is_replaced(club: Club, some: str) -> None:
    club.account.create(name=some)
    set_raw(club, managed_key("a", some), "_v", {"S": "v1"})

    moved = club.account.update(some, balance=1)
    moved.balance = 2

    assert moved.save().balance == 2


def test_a_version_cannot_be_set_by_hand(club: Club, some: str) -> None:
    account = club.account.create(name=some)

    with pytest.raises(OperationError, match="is set by every write"):
        club.account.update(some, Account.fields.version.set(account.version))


def test_an_instance_that_was_read_without_its_version_is_not_written(
    club: Club, some: str
) -> None:
    club.account.create(name=some, owner=some)

    def found() -> list[Account]:
        return club.account.accounts_for_owner(owner=some, only=["balance"]).items

    eventually(lambda: len(found()), 1)
    (part,) = found()
    part.balance = 9

    with pytest.raises(OperationError, match="was read without version"):
        part.save()
    with pytest.raises(OperationError, match="was read without version"):
        part.delete()

    assert part.refresh().balance == 0
