"""Nothing that is written depends on a read that DynamoDB may answer from an older state."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings

from tavola import UniqueTaken
from tavola.operations.reindex.reindex import Reindex
from tavola.table.internals import codecs_of, context_of
from tavola.testing import Clock
from tests.table.generated.club import Club, Member
from tests.table.stale_reads import WRITES_BEHIND, StaleReads
from tests.table.stores import Home, scan_raw
from tests.table.test_any_sequence import STEPS, Step, World, assert_consistent


@pytest.fixture
def stale() -> Iterator[StaleReads]:
    store = StaleReads(Clock())
    yield store
    store.close()


def club_on(store: StaleReads, name: str = "club") -> Club:
    return Club.open("memory:", store=store, table=name, clock=Clock())


def test_an_eventual_read_is_some_writes_behind(stale: StaleReads) -> None:
    """If this reads what was just written, the tests below see nothing."""
    club = club_on(stale)
    made = [club.member.create(nick=f"n{number}") for number in range(WRITES_BEHIND + 1)]

    eventual = [club.member.get(one.member_id, consistent=False) is None for one in made]

    assert eventual == [False] + [True] * WRITES_BEHIND


@settings(max_examples=60)
@given(STEPS)
def test_keys_and_locks_are_right_whatever_eventual_reads_say(steps: list[Step]) -> None:
    store, clock = StaleReads(Clock()), Clock()
    club = Club.open("memory:", store=store, table="club", clock=clock)
    world = World(Home(store, "memory:", clock), club)
    for step in steps:
        world.do(step)

    assert_consistent(world)
    store.close()


def test_a_value_that_was_just_taken_is_taken(stale: StaleReads) -> None:
    club = club_on(stale)
    first = club.member.create(email="x")

    with pytest.raises(UniqueTaken):
        club.member.create(email="x")

    first.delete()
    assert club.member.create(email="x").email == "x"


def test_reindexing_writes_what_the_items_are_now(stale: StaleReads) -> None:
    club = club_on(stale)
    made = [club.member.create(nick=f"n{number}", score=number) for number in range(5)]
    for one in made:
        club.member.update(one.member_id, Member.fields.score.set(9), nick=f"later{one.nick}")
    before = scan_raw(club, ConsistentRead=True)

    club.run(Reindex(context_of(club), codecs_of(club)))

    assert scan_raw(club, ConsistentRead=True) == before
