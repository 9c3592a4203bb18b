"""Instances: what save, delete and refresh do when others write too."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest

from tavola import AlreadyExists, ConditionFailed, ItemMissing, OperationError
from tests.table.generated.club import Account, Club, Member
from tests.table.generated.library import Book, Library
from tests.table.stores import managed_key, read_raw, set_raw

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def test_falsy_defaults_are_stored_and_read_back(club: Club) -> None:
    ada = club.member.create()

    stored = read_raw(club, managed_key("m", ada.member_id)) or {}

    assert {
        name: stored[name] for name in ("note", "active", "level", "bornAt", "visits.total")
    } == {
        "note": {"S": ""},
        "active": {"BOOL": False},
        "level": {"N": "0"},
        "bornAt": {"N": "0"},
        "visits.total": {"N": "0"},
    }
    assert club.member.get(ada.member_id) == ada
    assert (ada.note, ada.active, ada.level, ada.born_at) == ("", False, 0, EPOCH)


@pytest.mark.parametrize("number", [2**53 + 1, -(2**63), 10**37 + 1, -(10**38) + 1])
def test_integers_keep_every_digit(club: Club, number: int) -> None:
    ada = club.member.create(level=number)

    assert club.member.get(ada.member_id) == ada
    assert ada.level == number


def test_an_empty_set_is_stored_as_nothing(club: Club) -> None:
    ada = club.member.create(tags={"a"})
    ada.tags.discard("a")

    ada.save()

    assert "tags[]" not in (read_raw(club, managed_key("m", ada.member_id)) or {})
    assert ada.tags == set()


def test_none_for_an_empty_set_is_an_empty_set_after_a_save(club: Club) -> None:
    ada = club.member.create()

    ada.tags = None  # type: ignore[assignment]  # what a form without tags gives
    ada.save()

    assert ada.tags == set()


def test_members_that_two_writers_add_to_an_empty_set_both_stay(club: Club) -> None:
    ada = club.member.create()
    other = club.member.get(ada.member_id)
    assert other is not None
    ada.tags.add("mine")
    other.tags.add("theirs")

    ada.save()
    other.save()

    assert other.tags == {"mine", "theirs"}


def test_emptying_a_set_leaves_what_another_writer_added(club: Club) -> None:
    ada = club.member.create(tags={"old"})
    club.member.update(ada.member_id, Member.fields.tags.add("theirs"))
    ada.tags.clear()

    ada.save()

    assert ada.tags == {"theirs"}


def test_a_counter_is_sent_as_a_sum(club: Club) -> None:
    ada = club.member.create(visits=1)
    club.member.update(ada.member_id, Member.fields.visits.add(10))
    ada.level = 1
    ada.save()
    ada.visits += 5

    ada.save()

    assert ada.visits == 16


def test_concurrent_counting_loses_nothing(library: Library, some: str) -> None:
    shelf = library.shelf.create(name=some)

    def count(_: int) -> None:
        mine = library.shelf.get(some)
        assert mine is not None
        mine.books += 1
        mine.save()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(count, range(16)))

    assert shelf.refresh().books == 16


def test_saving_an_item_that_another_process_deleted_is_refused(club: Club) -> None:
    ada = club.member.create(note="old")
    club.member.delete(ada.member_id)
    ada.note = "new"

    with pytest.raises(ItemMissing):
        ada.save()

    assert read_raw(club, managed_key("m", ada.member_id)) is None


def test_saving_nothing_sends_nothing(club: Club) -> None:
    ada = club.member.create()

    with club.consumed() as consumed:
        ada.save()

    assert consumed.requests == 0


def test_a_refused_save_leaves_the_instance_as_it_was(club: Club) -> None:
    ada = club.member.create(note="old")
    ada.note = "new"

    with pytest.raises(ConditionFailed):
        ada.save(condition=Member.fields.note == "other")

    ada.save(condition=Member.fields.note == "old")
    assert club.member.get(ada.member_id) == ada


def test_an_instance_made_by_hand_cannot_be_saved() -> None:
    with pytest.raises(OperationError, match="is not stored yet"):
        Member(note="x").save()


def test_creating_what_exists_is_refused(club: Club, some: str) -> None:
    club.account.create(name=some)

    with pytest.raises(AlreadyExists):
        club.account.create(name=some)


def test_a_primary_key_never_changes(club: Club, some: str) -> None:
    account = club.account.create(name=some)
    account.name = f"{some}-other"

    with pytest.raises(OperationError, match="is part of the primary key"):
        account.save()


def test_deleting_acts_on_the_item_that_was_read(club: Club, some: str) -> None:
    account = club.account.create(name=some)
    other = club.account.create(name=f"{some}-other")
    account.name = other.name

    account.delete()

    assert (club.account.get(some), club.account.get(other.name)) == (None, other)


def test_refreshing_reads_the_item_that_was_read(club: Club, some: str) -> None:
    account = club.account.create(name=some, balance=1)
    club.account.create(name=f"{some}-other", balance=2)
    account.name = f"{some}-other"

    account.refresh()

    assert (account.name, account.balance) == (some, 1)


def test_refreshing_what_is_gone_is_refused(club: Club) -> None:
    ada = club.member.create()
    ada.delete()

    with pytest.raises(ItemMissing, match=f"Member {ada.primary_id} is gone"):
        ada.refresh()


def test_deleting_says_whether_there_was_an_item(club: Club, some: str) -> None:
    club.account.create(name=some)

    assert [club.account.delete(some), club.account.delete(some)] == [True, False]


def test_an_upsert_creates_and_then_updates(club: Club, some: str) -> None:
    first = club.account.upsert(name=some, balance=1, owner=some)

    second = club.account.upsert(name=some, balance=2)

    assert (first.balance, second.balance, second.owner) == (1, 2, some)


def test_an_upsert_of_a_key_alone_creates_it_once(club: Club) -> None:
    ada, eve = club.member.create(), club.member.create()

    first = club.follow.upsert(leader_id=ada.member_id, follower_id=eve.member_id)

    assert club.follow.upsert(leader_id=ada.member_id, follower_id=eve.member_id) == first


def test_concurrent_upserts_make_one_item(club: Club, some: str) -> None:
    def upsert(balance: int) -> Account:
        return club.account.upsert(name=some, balance=balance)

    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(upsert, range(8)))

    assert club.account.get(some) in made


def test_a_put_replaces_the_whole_item(club: Club, some: str) -> None:
    old = club.member.create(note="old", team=some)

    put = club.member.put(Member(member_id=old.member_id, level=3))

    assert club.member.get(old.member_id) == put
    assert (put.note, put.team) == ("", None)


def book(library: Library, shelf: str) -> Book:
    library.book.create(shelf=shelf, number=1, title="T", body="long", state="lent", pages=7)
    (found,) = library.book.books_on_shelf(shelf=shelf)
    return found


def test_saving_a_partly_read_instance_writes_its_changes_alone(
    library: Library, some: str
) -> None:
    found = book(library, some)
    found.title = "New"

    found.save()

    whole = library.book.get(some, 1)
    assert whole == found
    assert (found.title, found.body) == ("New", "long")


def test_saving_part_of_a_key_of_a_partly_read_instance_reads_the_rest(
    library: Library, some: str
) -> None:
    library.book.create(shelf=some, number=1, title="T", state="lent")
    (found,) = library.book.books_on_shelf(shelf=some, only=["title"])
    found.pages = 9

    found.save()

    stored = read_raw(library, {"PK": {"S": f"SHELF#{some}"}, "SK": {"S": "BOOK#00000001"}}) or {}
    assert (stored["GSI3PK"], stored["GSI3SK"]) == ({"S": f"PAGES#{some}"}, {"S": "00000009"})
    assert stored["GSI1PK"] == {"S": "STATE#lent"}


def test_a_partly_read_instance_cannot_replace_the_whole(library: Library, some: str) -> None:
    found = book(library, some)

    with pytest.raises(OperationError, match="was read without body"):
        library.book.put(found)


def test_all_that_a_put_would_delete_is_named(library: Library, some: str) -> None:
    book(library, some)
    (found,) = library.book.books_on_shelf(shelf=some, only=["title"])

    with pytest.raises(OperationError, match="was read without body, boughtAt, code, cover, "):
        library.book.put(found)


def test_an_unread_field_can_be_cleared(library: Library, some: str) -> None:
    found = book(library, some)
    found.body = None

    found.save()

    assert getattr(library.book.get(some, 1), "body", "") is None


def test_a_date_in_another_writing_is_no_change(library: Library, some: str) -> None:
    library.book.create(shelf=some, number=1, title="T", isbn=some, expires=None)
    key = {"PK": {"S": f"SHELF#{some}"}, "SK": {"S": "BOOK#00000001"}}
    set_raw(library, key, "expires", {"NULL": True})
    found = library.book.get(some, 1)
    assert found is not None
    found.isbn = f"{some}-new"

    found.save()

    assert library.book.find_by_isbn(f"{some}-new") == found


def test_a_stored_value_that_no_longer_fits_does_not_hinder_other_changes(
    library: Library, some: str
) -> None:
    book = library.book.create(shelf=some, number=1, title="T")
    key = {"PK": {"S": f"SHELF#{some}"}, "SK": {"S": "BOOK#00000001"}}
    set_raw(library, key, "state", {"S": "burnt"})
    book.title = "New"

    book.save()
    found = library.book.update(some, 1, state="here")

    assert (book.title, found.title, found.state) == ("New", "New", "here")


def test_a_field_that_is_not_there_cannot_be_updated(club: Club, some: str) -> None:
    with pytest.raises(OperationError, match="has no field 'balanse'"):
        club.account.update(some, balanse=1)  # type: ignore[call-arg]  # the mistake is the test


def test_places_inside_documents_are_changed_by_key(library: Library, some: str) -> None:
    library.book.create(shelf=some, number=1, title="T", facts={"a": {"b": 1}}, words=[1, 2])
    fields = Book.fields

    library.book.update(some, 1, fields.facts["a"]["b"].add(5), fields.words.append("x"))
    library.book.update(some, 1, fields.facts["c"].set([True]), fields.words[0].remove())

    changed = library.book.get(some, 1)
    assert changed is not None
    assert (changed.facts, changed.words) == ({"a": {"b": 6}, "c": [True]}, [2, "x"])


def test_documents_that_were_changed_in_place_are_saved(library: Library, some: str) -> None:
    book_ = library.book.create(shelf=some, number=1, title="T", facts={"a": {"b": 1}}, words=[1])
    assert book_.facts is not None
    assert book_.words is not None
    book_.facts["a"]["b"] = 2
    book_.words.append({"x"})

    book_.save()

    assert library.book.get(some, 1) == book_


class Shouted(Account):
    """An account with a method of an application's own."""

    @property
    def loud_name(self) -> str:
        """The name, for those who do not listen."""
        return self.name.upper()


def test_an_instance_of_a_class_that_adds_methods_is_saved_and_deleted(
    club: Club, some: str
) -> None:
    account = club.account.add(Shouted(name=f"{some}-ada"))
    account.balance = 3
    account.save()
    with club.transaction() as tx:
        tx.create(Shouted(name=f"{some}-bob"))
    names = [f"{some}-ada", f"{some}-bob"]

    found = [one.name for one in club.account.get_many(names) if one]

    assert (account.refresh().balance, found, account.delete()) == (3, names, True)
