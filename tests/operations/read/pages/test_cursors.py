"""Cursors: forward and back, bound to their query, sealed if asked."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import timedelta

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavola import OperationError, Page, ValidationFailed, ge
from tests.patience import eventually
from tests.table.generated.chain import Chain
from tests.table.generated.club import Club, Visit
from tests.table.stores import DAY, Home, tries, unsent


@pytest.fixture
def visits(club: Club, some: str) -> list[Visit]:
    made = [
        Visit(member_id=some, at=DAY + timedelta(days=number), room=some, minutes=number)
        for number in range(10)
    ]
    club.visit.put_all(made)
    return made


def page(club: Club, some: str, cursor: str | None = None, descending: bool = False) -> Page[Visit]:
    return club.visit.visits_for_member(
        member_id=some, limit=4, cursor=cursor, descending=descending, consistent=True
    )


@pytest.mark.parametrize("descending", [False, True])
def test_pages_go_forward_and_back(
    club: Club, some: str, visits: list[Visit], descending: bool
) -> None:
    ordered = visits[::-1] if descending else visits
    first = page(club, some, descending=descending)
    second = page(club, some, first.cursor, descending)
    third = page(club, some, second.cursor, descending)

    back = page(club, some, third.previous, descending)
    start = page(club, some, back.previous, descending)

    assert [first.items, second.items, third.items] == [ordered[:4], ordered[4:8], ordered[8:]]
    assert (third.cursor, first.previous) == (None, None)
    assert (back.items, start.items, start.previous) == (ordered[4:8], ordered[:4], None)
    assert page(club, some, back.cursor, descending).items == ordered[8:]


def test_a_page_that_is_exactly_full_is_the_last(
    club: Club, some: str, visits: list[Visit]
) -> None:
    last = club.visit.visits_for_member(member_id=some, limit=10, consistent=True)

    assert (last.items, last.cursor) == (visits, None)


def test_pages_of_an_index_go_forward_and_back(club: Club, some: str, visits: list[Visit]) -> None:
    eventually(lambda: len(list(club.visit.visits_for_room(room=some).all())), 10)
    first = club.visit.visits_for_room(room=some, limit=4)
    second = club.visit.visits_for_room(room=some, limit=4, cursor=first.cursor)

    back = club.visit.visits_for_room(room=some, limit=4, cursor=second.previous)

    assert [first.items, second.items, back.items] == [visits[:4], visits[4:8], visits[:4]]


def test_a_filtered_page_has_cursors_of_what_it_shows(
    club: Club, some: str, visits: list[Visit]
) -> None:
    def odd(cursor: str | None) -> Page[Visit]:
        return club.visit.visits_for_member(
            member_id=some, limit=2, cursor=cursor, filter={"minutes": {"$gt": 3}}
        )

    assert [visit.minutes for visit in odd(odd(None).cursor)] == [6, 7]


def test_a_cursor_is_safe_in_a_url(club: Club, some: str, visits: list[Visit]) -> None:
    cursor = page(club, some).cursor or ""

    assert set(cursor) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    assert some not in cursor


def test_another_query_partition_or_filter_refuses_a_cursor(
    club: Club, some: str, visits: list[Visit]
) -> None:
    cursor = page(club, some).cursor
    ask = club.visit.visits_for_member

    with pytest.raises(OperationError, match="another query, partition or tenant"):
        ask(member_id=f"{some}-other", cursor=cursor, consistent=True)
    with pytest.raises(OperationError, match="another query"):
        ask(member_id=some, cursor=cursor, filter={"minutes": 1}, consistent=True)
    with pytest.raises(OperationError, match="another query"):
        ask(member_id=some, at=ge(DAY), cursor=cursor, consistent=True)
    with pytest.raises(OperationError, match="another query"):
        ask(member_id=some, cursor=cursor, descending=True, consistent=True)
    with pytest.raises(OperationError, match="another query"):
        club.visit.visits_for_room(room=some, cursor=cursor)


def test_another_tenant_refuses_a_cursor(chain: Chain, some: str) -> None:
    ours, theirs = chain.tenant(f"{some}a"), chain.tenant(f"{some}b")
    for number in range(3):
        ours.setting.create(key=f"k{number}")
    cursor = ours.setting.all_settings(limit=1, consistent=True).cursor

    with pytest.raises(OperationError, match="another query, partition or tenant"):
        theirs.setting.all_settings(limit=1, cursor=cursor, consistent=True)


def forged(cursor: str, **keys: str) -> str:
    whole = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
    mark, (_, backward, *_) = msgspec.msgpack.decode(whole)
    made = [mark, [{name: {"S": text} for name, text in keys.items()}, backward]]
    return urlsafe_b64encode(msgspec.msgpack.encode(made)).rstrip(b"=").decode()


def test_a_forged_cursor_gains_no_other_partition(
    club: Club, some: str, visits: list[Visit]
) -> None:
    cursor = page(club, some).cursor or ""

    moved = page(club, some, forged(cursor, _sk="0", _pk="v#other"))

    assert moved.items == visits[:4]


def test_a_cursor_that_lacks_its_keys_is_refused(
    club: Club, some: str, visits: list[Visit]
) -> None:
    cursor = page(club, some).cursor or ""

    with pytest.raises(OperationError, match="does not fit this query"):
        page(club, some, forged(cursor, other="0"))


def test_a_sealed_cursor_cannot_be_changed(home: Home, some: str) -> None:
    name = home.name_of("club", some)
    club = home.open(Club, name, cursor_key=b"k" * 100)
    for number in range(3):
        club.visit.create(member_id=some, at=DAY + timedelta(days=number))
    cursor = club.visit.visits_for_member(member_id=some, limit=1).cursor or ""
    opened = Club.open(home.location, store=home.store, table=name, clock=home.clock)
    unsealed = opened.visit.visits_for_member(member_id=some, limit=1).cursor

    assert len(club.visit.visits_for_member(member_id=some, cursor=cursor).items) == 2
    with pytest.raises(OperationError, match="was not made by this application"):
        club.visit.visits_for_member(member_id=some, cursor=unsealed)


def test_an_empty_cursor_key_is_refused() -> None:
    with pytest.raises(OperationError, match="cursor_key is empty"):
        unsent(Club, cursor_key=b"")


@given(text=st.text(max_size=60))
@settings(max_examples=100)
def test_any_text_for_a_cursor_is_refused_kindly(text: str) -> None:
    with pytest.raises(OperationError, match="cursor"):
        unsent(Club).visit.visits_for_member(member_id="m", cursor=f"x{text}")


def test_any_bytes_behind_a_right_fingerprint_are_refused_kindly(
    home: Home, club: Club, some: str
) -> None:
    for number in range(2):
        club.visit.create(member_id=some, at=DAY + timedelta(days=number))
    cursor = club.visit.visits_for_member(member_id=some, limit=1).cursor or ""
    head = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))[:15]

    @tries(home, 100)
    @given(st.binary(max_size=80))
    def check(tail: bytes) -> None:
        spoiled = urlsafe_b64encode(head + tail).rstrip(b"=").decode()

        with pytest.raises((OperationError, ValidationFailed)):
            club.visit.visits_for_member(member_id=some, limit=1, cursor=spoiled)

    check()
