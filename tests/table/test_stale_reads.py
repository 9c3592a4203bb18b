"""Nothing that is written depends on a read that DynamoDB may answer from an older state."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings

from tavola import UniqueTaken
from tavola.operations.reindex.reindex import Reindex
from tavola.table.internals import codecs_of, context_of
from tavola.testing import Clock
from tests.table.generated.club import Club
from tests.table.stale_reads import WRITES_BEHIND, StaleReads
from tests.table.stores import Home, scan_raw, set_raw
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


def test_reads_are_consistent_unless_asked_otherwise(stale: StaleReads) -> None:
    club = club_on(stale)
    one = club.member.create(nick="n")

    many = club.member.get_many([one.member_id])
    page = club.visit.visits_for_member(member_id=one.member_id, consistent=True)

    assert (club.member.get(one.member_id), many, page.items) == (one, [one], [])
    assert stale.stale_reads == 0


def test_reindexing_sees_what_was_written_last(stale: StaleReads) -> None:
    club = club_on(stale)
    made = [club.member.create(nick=f"n{number}", team="a") for number in range(5)]
    right = scan_raw(club, ConsistentRead=True)
    keys = [{"_pk": item["_pk"], "_sk": item["_sk"]} for item in right if item["_sk"] == {"S": "m"}]
    for key in keys[:WRITES_BEHIND]:
        set_raw(club, key, "_gsi1_pk", {"S": "spoiled"})
    spoiled = scan_raw(club, ConsistentRead=True)

    done = club.run(Reindex(context_of(club), codecs_of(club)))

    assert len(made) == len(keys)
    assert scan_raw(club, ConsistentRead=True) == right != spoiled
    assert (done.rewritten, stale.stale_reads) == (WRITES_BEHIND, 0)


def test_reindexing_claims_by_the_locks_that_are_there_now(stale: StaleReads) -> None:
    club = club_on(stale)
    made = [club.member.create(email=f"e{number}") for number in range(5)]

    done = club.run(Reindex(context_of(club), codecs_of(club)))

    assert (len(made), done.claimed, done.taken, stale.stale_reads) == (5, 0, (), 0)
