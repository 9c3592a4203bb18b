"""Events of a table's requests say which access pattern they serve."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from tavola.stores.observed_totals import CapacityTotals, Total
from tavola.stores.observing import RequestEvent, naming
from tests.table.generated.async_club import Club as AsyncClub
from tests.table.generated.club import Club
from tests.table.generated.library import Library
from tests.table.stores import Home

Asked = list[tuple[str, str | None]]


@pytest.fixture
def events() -> list[RequestEvent]:
    return []


@pytest.fixture
def observed(home: Home, events: list[RequestEvent]) -> Iterator[Club]:
    """A club whose opening is not of interest."""
    with Club.open(**home.way(Club, "club"), observer=events.append) as club:
        events.clear()
        yield club


def asked(events: list[RequestEvent]) -> Asked:
    return [(event.action, event.access_pattern) for event in events]


def test_a_query_and_a_count_are_named_after_their_index(
    observed: Club, events: list[RequestEvent]
) -> None:
    list(observed.member.members_for_team(team="t").all())
    observed.run(observed.member.plan.count(observed.member.plan.members_for_team(team="t")))

    assert asked(events) == [("Query", "Member.membersForTeam")] * 2


def test_a_look_up_is_named_after_its_constraint(
    observed: Club, events: list[RequestEvent], some: str
) -> None:
    observed.member.find_by_email(some)

    assert asked(events) == [("GetItem", "Member.uniqueEmail")]


def test_patterns_and_collections_have_their_own_names(
    home: Home, events: list[RequestEvent]
) -> None:
    with Library.open(**home.way(Library, "library"), observer=events.append) as library:
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


def test_async_tables_name_their_requests_alike(home: Home, events: list[RequestEvent]) -> None:
    way = home.way(Club, "club")

    async def use() -> None:
        async with await AsyncClub.open(**way, observer=events.append) as club:
            events.clear()
            await club.member.members_for_team(team="t")

    asyncio.run(use())

    assert asked(events) == [("Query", "Member.membersForTeam")]


def test_capacity_adds_up_per_access_pattern(home: Home, some: str) -> None:
    totals = CapacityTotals()
    with Club.open(**home.way(Club, "club"), observer=totals) as club:
        club.account.create(name=some, owner=some)
        list(club.account.accounts_for_owner(owner=some))

    total = totals.totals["Account.accountsForOwner"]
    assert total == Total(requests=1, seconds=total.seconds, capacity=0.5)
