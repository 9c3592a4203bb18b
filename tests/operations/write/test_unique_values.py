"""A unique value belongs to one item: claimed, changed, released, taken over."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest

from tavola import UniqueTaken
from tests.table.generated.club import Club, Member
from tests.table.stores import (
    Home,
    Item,
    delete_raw,
    managed_key,
    no_sleep,
    put_raw,
    read_raw,
    set_raw,
)


def soon(home: Home, seconds: float = 60) -> datetime:
    return datetime.fromtimestamp(home.clock(), UTC) + timedelta(seconds=seconds)


def find(club: Club, email: str) -> str | None:
    found = club.member.find_by_email(email)
    return found.member_id if found else None


def lock_key(email: str) -> Item:
    return {"_pk": {"S": f"_raft_uc#_uc1#m#email:{email}"}, "_sk": {"S": "_raft_uc"}}


def put_lock(club: Club, email: str, owner: str) -> None:
    own = {"relatedId": {"S": owner}, "relatedModel": {"S": "Member"}}
    put_raw(club, {**lock_key(email), **own, "uniqueValue": lock_key(email)["_pk"]})


def test_a_unique_value_finds_its_item(club: Club, some: str) -> None:
    ada = club.member.create(email=some, nick=f"{some}#nick")

    assert club.member.find_by_email(some) == ada
    assert club.member.find_by_nick(f"{some}#nick") == ada


def test_a_second_item_cannot_take_a_unique_value(club: Club, some: str) -> None:
    ada = club.member.create(email=some)

    with pytest.raises(UniqueTaken) as refused:
        club.member.create(email=some, nick=f"{some}-nick")

    assert (refused.value.field, refused.value.value) == ("email", some)
    assert find(club, some) == ada.member_id
    assert club.member.find_by_nick(f"{some}-nick") is None


def test_of_two_clients_one_gets_a_unique_value(club: Club, some: str) -> None:
    def create(number: int) -> str | None:
        try:
            return club.member.create(email=some, level=number).member_id
        except UniqueTaken:
            return None

    with ThreadPoolExecutor(4) as pool:
        made = [one for one in pool.map(create, range(8)) if one is not None]

    assert made == [find(club, some)]


def test_a_changed_value_frees_the_old_one(club: Club, some: str) -> None:
    ada = club.member.create(email=some)
    ada.email = f"{some}-new"
    ada.save()

    eve = club.member.create(email=some)

    assert find(club, f"{some}-new") == ada.member_id
    assert find(club, some) == eve.member_id


def test_a_change_by_key_to_a_taken_value_changes_nothing(club: Club, some: str) -> None:
    club.member.create(email=some)
    eve = club.member.create(email=f"{some}-eve")

    with pytest.raises(UniqueTaken):
        club.member.update(eve.member_id, email=some)

    assert club.member.get(eve.member_id) == eve


def clear(club: Club, ada: Member) -> None:
    club.member.update(ada.member_id, email=None)


def delete(club: Club, ada: Member) -> None:
    del club
    ada.delete()


def delete_by_key(club: Club, ada: Member) -> None:
    club.member.delete(ada.member_id)


def put(club: Club, ada: Member) -> None:
    club.member.put(Member(member_id=ada.member_id))


@pytest.mark.parametrize(
    "release",
    [
        clear,
        delete,
        delete_by_key,
        put,
    ],
)
def test_a_released_value_can_be_taken(
    club: Club, some: str, release: Callable[[Club, Member], object]
) -> None:
    ada = club.member.create(email=some)
    release(club, ada)

    eve = club.member.create(email=some)

    assert find(club, some) == eve.member_id


def test_concurrent_changes_of_one_item_leave_one_lock(club: Club, some: str) -> None:
    ada = club.member.create(email=some)
    emails = [f"{some}-{number}" for number in range(8)]

    def change(email: str) -> None:
        club.member.update(ada.member_id, email=email)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(change, emails))

    final = ada.refresh().email
    freed = [email for email in (some, *emails) if email != final]
    assert [read_raw(club, lock_key(email)) for email in freed] == [None] * 8
    assert [club.member.create(email=email).email for email in freed] == freed


def test_an_expired_owner_loses_its_value(home: Home, club: Club, some: str) -> None:
    club.member.create(email=some, ttl=soon(home))
    home.clock.advance(61)

    eve = club.member.create(email=some)

    assert find(club, some) == eve.member_id


def test_a_lock_without_expiry_of_an_expired_owner_is_taken_over(
    home: Home, club: Club, some: str
) -> None:
    ada = club.member.create(email=some, ttl=soon(home))
    put_lock(club, some, ada.member_id)
    home.clock.advance(61)

    eve = club.member.create(email=some)

    assert find(club, some) == eve.member_id


def test_a_lock_whose_owner_holds_another_value_is_taken_over(club: Club, some: str) -> None:
    ada = club.member.create(email=f"{some}-ada")
    put_lock(club, some, ada.member_id)

    eve = club.member.create(email=some)

    assert (find(club, some), find(club, f"{some}-ada")) == (eve.member_id, ada.member_id)


def test_a_lock_whose_owner_is_gone_is_taken_over(club: Club, some: str) -> None:
    put_lock(club, some, "01M7GAV5QJKRFV7RSCNSMV6MCY")

    eve = club.member.create(email=some)

    assert find(club, some) == eve.member_id


def test_all_locks_of_an_owner_that_is_gone_are_taken_over_at_once(club: Club, some: str) -> None:
    ada = club.member.create(email=some, nick=some)
    delete_raw(club, managed_key("m", ada.member_id))

    eve = club.member.create(email=some, nick=some)

    by_nick = club.member.find_by_nick(some)
    assert (find(club, some), by_nick and by_nick.member_id) == (eve.member_id, eve.member_id)


def test_a_foreign_lock_is_not_released(club: Club, some: str) -> None:
    ada = club.member.create(email=some)
    eve = club.member.create(email=f"{some}-eve")
    set_raw(club, managed_key("m", eve.member_id), "e-mail", {"S": some})

    club.member.delete(eve.member_id)

    assert find(club, some) == ada.member_id


def test_more_time_to_live_also_keeps_the_value(home: Home, club: Club, some: str) -> None:
    ada = club.member.create(email=some, ttl=soon(home))
    ada.ttl = soon(home, 1000)
    ada.save()
    home.clock.advance(500)

    with pytest.raises(UniqueTaken):
        club.member.create(email=some)


def test_less_time_to_live_frees_the_value_earlier(home: Home, club: Club, some: str) -> None:
    ada = club.member.create(email=some, ttl=soon(home, 1000))
    club.member.update(ada.member_id, ttl=soon(home, 10))
    home.clock.advance(11)

    eve = club.member.create(email=some)

    assert find(club, some) == eve.member_id


@pytest.mark.parametrize("number", [0, -7, 2**53 + 1])
def test_a_number_is_unique_and_released(club: Club, number: int) -> None:
    first = club.ticket.create(number=number)
    with pytest.raises(UniqueTaken):
        club.ticket.create(number=number)
    assert club.ticket.find_by_number(number) == first

    first.delete()

    second = club.ticket.create(number=number)
    assert club.ticket.find_by_number(number) == second
    second.delete()


@pytest.mark.parametrize("year", [1970, 2026])
def test_a_date_is_unique_and_released(club: Club, year: int) -> None:
    moment = datetime(year, 1, 1, tzinfo=UTC)
    first = club.ticket.create(issued_at=moment)
    with pytest.raises(UniqueTaken):
        club.ticket.create(issued_at=moment)
    assert club.ticket.find_by_issued_at(moment) == first

    first.issued_at = moment + timedelta(days=1)
    first.save()

    second = club.ticket.create(issued_at=moment)
    assert club.ticket.find_by_issued_at(moment) == second
    assert (first.delete(), second.delete()) == (True, True)


def test_an_empty_text_is_a_value_too(club: Club) -> None:
    first = club.ticket.create(label="")

    with pytest.raises(UniqueTaken):
        club.ticket.create(label="")

    assert club.ticket.find_by_label("") == first
    first.delete()


def test_a_save_is_done_even_if_nobody_can_look_at_it(here: Home) -> None:
    club = here.open(Club, "club", sleep=no_sleep)
    ticket = club.ticket.create(label="old", uses=1)
    ticket.label, ticket.uses = "new", 3
    assert here.faults is not None
    here.faults.throttle("GetItem", times=9)

    ticket.save()
    ticket.save()

    assert (club.ticket.find_by_label("new"), ticket.uses) == (ticket, 3)


def test_a_forced_reindex_writes_locks_again_that_others_have_spoiled(
    club: Club, home: Home, some: str
) -> None:
    ada = club.member.create(email=some, ttl=soon(home))
    before = read_raw(club, lock_key(some))
    set_raw(club, lock_key(some), "ttl", {"N": "1"})

    ada.refresh().save(force_reindex=True)

    assert read_raw(club, lock_key(some)) == before
