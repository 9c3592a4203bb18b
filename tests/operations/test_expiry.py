"""Expired means absent, on every path, by the table's clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tavola import AlreadyExists, ConditionFailed, ItemMissing
from tests.patience import eventually
from tests.table.generated.club import Account, Club, Member
from tests.table.generated.library import Library
from tests.table.stores import Home


@pytest.fixture
def club(empty_club: Club) -> Club:
    """A club of its own: iterations read the whole table, where others may leave bad items."""
    return empty_club


@pytest.fixture
def expired(home: Home, club: Club, some: str) -> Member:
    ttl = datetime.fromtimestamp(home.clock(), UTC) + timedelta(seconds=60)
    member = club.member.create(team=some, score=1, email=some, joined_at=ttl, ttl=ttl)
    eventually(lambda: len(club.member.members_for_team(team=some).items), 1)
    home.clock.advance(60)
    return member


def test_an_item_lives_until_its_second(home: Home, club: Club) -> None:
    ttl = datetime.fromtimestamp(home.clock(), UTC) + timedelta(seconds=60)
    member = club.member.create(ttl=ttl)
    home.clock.advance(59.9)

    assert club.member.get(member.member_id) == member
    with pytest.raises(AlreadyExists):
        club.member.create(member_id=member.member_id)
    assert club.member.update(member.member_id, score=3).score == 3


def test_an_item_is_gone_within_its_second_too(home: Home, club: Club) -> None:
    ttl = datetime.fromtimestamp(home.clock(), UTC) + timedelta(seconds=60)
    member = club.member.create(ttl=ttl)
    home.clock.advance(60.4)

    assert club.member.get(member.member_id) is None
    with pytest.raises(ItemMissing):
        club.member.update(member.member_id, score=3)
    assert club.member.create(member_id=member.member_id).member_id == member.member_id


def test_get_does_not_show_it_unless_asked(club: Club, expired: Member) -> None:
    assert club.member.get(expired.member_id) is None
    assert club.member.get_many([expired.member_id]) == [None]
    assert club.member.get(expired.member_id, include_expired=True) == expired


def test_it_cannot_be_refreshed(expired: Member) -> None:
    with pytest.raises(ItemMissing, match="is gone, so it cannot be refreshed"):
        expired.refresh()


def test_a_query_does_not_show_it_unless_asked(club: Club, expired: Member, some: str) -> None:
    assert list(club.member.members_for_team(team=some)) == []
    assert list(club.member.members_for_team(team=some, include_expired=True)) == [expired]


def test_a_count_leaves_it_out(club: Club, expired: Member, some: str) -> None:
    assert expired.team == some
    assert club.member.count(club.member.plan.members_for_team(team=some)) == 0


def test_an_iteration_leaves_it_out(club: Club, expired: Member) -> None:
    assert expired not in list(club.member.iterate_all())
    assert expired in list(club.member.iterate_all(include_expired=True))
    buckets = [club.member.iterate_bucket(number, include_expired=True) for number in range(10)]
    assert sum(expired in list(bucket) for bucket in buckets) == 1


def test_a_look_up_does_not_find_it_unless_asked(club: Club, expired: Member, some: str) -> None:
    assert club.member.find_by_email(some) is None
    assert club.member.find_by_email(some, include_expired=True) == expired


def test_save_and_update_refuse_it(club: Club, expired: Member) -> None:
    expired.note = "new"

    with pytest.raises(ItemMissing):
        expired.save()
    with pytest.raises(ItemMissing):
        club.member.update(expired.member_id, ttl=None)


def test_create_replaces_it(club: Club, expired: Member, some: str) -> None:
    new = club.member.create(member_id=expired.member_id, email=f"{some}-new")

    assert club.member.get(expired.member_id) == new
    assert club.member.create(email=some).email == some


def test_an_upsert_creates_it_anew(club: Club, expired: Member) -> None:
    new = club.member.upsert(member_id=expired.member_id, level=7)

    assert (new.level, new.team, new.ttl) == (7, None, None)


def test_deleting_it_finds_nothing(club: Club, expired: Member) -> None:
    assert club.member.delete(expired.member_id) is False


def test_a_condition_sees_it_as_absent(club: Club, expired: Member, some: str) -> None:
    key = {"member_id": expired.member_id}
    with club.transaction() as tx:
        tx.check_key(Member, key, Member.fields.member_id.is_missing())
        tx.create(Account(name=some))

    with pytest.raises(ConditionFailed), club.transaction() as tx:
        tx.check_key(Member, key, Member.fields.team == some)


def test_a_living_item_cannot_be_replaced(home: Home, club: Club) -> None:
    ttl = datetime.fromtimestamp(home.clock(), UTC) + timedelta(seconds=60)
    member = club.member.create(ttl=ttl)

    with pytest.raises(AlreadyExists):
        club.member.create(member_id=member.member_id)


def test_a_collection_leaves_it_out(home: Home, library: Library, some: str) -> None:
    library.shelf.create(name=some)
    ttl = datetime.fromtimestamp(home.clock(), UTC) + timedelta(seconds=60)
    library.book.create(shelf=some, number=1, title="T", expires=ttl)
    home.clock.advance(61)

    found = library.whole_shelf(name=some, consistent=True)
    shown = library.whole_shelf(name=some, consistent=True, include_expired=True)

    assert [type(item).__name__ for item in found.items] == ["Shelf"]
    assert sorted(type(item).__name__ for item in shown.items) == ["Book", "Shelf"]
