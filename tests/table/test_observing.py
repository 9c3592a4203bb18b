"""Events of a table's requests say which access pattern they serve."""

from __future__ import annotations

import asyncio

import pytest

from tavola.stores.observing import CapacityTotals, RequestEvent, Total, naming
from tests.table.generated.async_club import Club as AsyncClub
from tests.table.generated.club import Club
from tests.table.generated.library import Library

Asked = list[tuple[str, str | None]]


@pytest.fixture
def events() -> list[RequestEvent]:
    return []


@pytest.fixture
def observed(events: list[RequestEvent]) -> Club:
    """A club whose opening is not of interest."""
    club = Club.open("memory:", observer=events.append)
    events.clear()
    return club


def asked(events: list[RequestEvent]) -> Asked:
    return [(event.action, event.access_pattern) for event in events]


def test_a_query_and_a_count_are_named_after_their_index(
    observed: Club, events: list[RequestEvent]
) -> None:
    list(observed.member.members_for_team(team="t").all())
    observed.run(observed.member.plan.count(observed.member.plan.members_for_team(team="t")))

    assert asked(events) == [("Query", "Member.membersForTeam")] * 2


def test_a_look_up_is_named_after_its_constraint(
    observed: Club, events: list[RequestEvent]
) -> None:
    observed.member.find_by_email("ada@example.com")

    assert asked(events) == [("GetItem", "Member.uniqueEmail")]


def test_patterns_and_collections_have_their_own_names(events: list[RequestEvent]) -> None:
    library = Library.open("memory:", observer=events.append)
    events.clear()

    library.book.lent_books(shelf="s")
    library.whole_shelf(name="s")

    assert asked(events) == [("Query", "Book.lentBooks"), ("Query", "wholeShelf")]


def test_what_is_done_by_key_has_no_name(observed: Club, events: list[RequestEvent]) -> None:
    observed.account.get("a")

    assert asked(events) == [("GetItem", None)]


def test_a_name_that_the_caller_gave_stays(observed: Club, events: list[RequestEvent]) -> None:
    with naming("team page"):
        observed.member.members_for_team(team="t")

    assert asked(events) == [("Query", "team page")]


def test_async_tables_name_their_requests_alike(events: list[RequestEvent]) -> None:
    async def use() -> None:
        club = await AsyncClub.open("memory:", observer=events.append)
        events.clear()
        await club.member.members_for_team(team="t")
        await club.close()

    asyncio.run(use())

    assert asked(events) == [("Query", "Member.membersForTeam")]


def test_capacity_adds_up_per_access_pattern() -> None:
    totals = CapacityTotals()
    club = Club.open("memory:", observer=totals)
    club.account.create(name="a", owner="x")

    list(club.account.accounts_for_owner(owner="x"))

    total = totals.totals["Account.accountsForOwner"]
    assert total == Total(requests=1, seconds=total.seconds, capacity=0.5)
