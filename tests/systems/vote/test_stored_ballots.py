"""Ballots that another program wrote, with their rankings as JSON text."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tavola.stores.opening import open_store
from tavola.stores.recording import RecordingStore
from tavola_systems.vote.domain.entities import Ranking
from tavola_systems.vote.domain.errors import VoteError
from tests.systems.vote.conftest import Clock, new_service
from tests.systems.vote.test_tables import tables
from tests.systems.vote.world import BOARD, RANKED, VOTERS, World


@pytest.fixture
def recording() -> Iterator[RecordingStore]:
    store = RecordingStore(open_store("memory:")[0])
    yield store
    store.close()


@pytest.fixture
def recorded(recording: RecordingStore) -> World:
    clock = Clock()
    return World(new_service(tables(recording), clock), clock)


def with_text(recording: RecordingStore, voter: str, rankings: str) -> None:
    """Write a ballot's rankings as the seed's own example does."""
    update = {
        "TableName": "vote_data",
        "Key": {"PK": {"S": f"ELECTION#{BOARD}"}, "SK": {"S": f"BALLOT#{voter}"}},
        "UpdateExpression": "SET rankings = :text",
        "ExpressionAttributeValues": {":text": {"S": rankings}},
    }
    recording.store.execute("UpdateItem", update)


TEXT = """[{"candidate_name": "Mei Tanaka", "rank": 1}, {"candidate_name": "Rosa Lindqvist"}]"""


def test_rankings_that_others_stored_as_text_are_read(
    recorded: World, recording: RecordingStore
) -> None:
    recorded.launched(secret_ballot=False)
    receipts = [recorded.commands.cast_ballot(voter, BOARD, RANKED) for voter in VOTERS]
    with_text(recording, "viktor", TEXT)
    found = recorded.queries.search_ballot("vera", "viktor", BOARD)
    assert found is not None
    assert found.rankings == (Ranking("Mei Tanaka", 1),)
    assert found.confirmation == receipts[1].confirmation
    ballots = list(recorded.queries.ballots(BOARD))
    assert [one.voter_name for one in ballots] == list(VOTERS)
    assert ballots[1].rankings == (Ranking("Mei Tanaka", 1),)
    assert recorded.queries.tally(BOARD).pairwise[2][0] == 1
    again = recorded.commands.cast_ballot("viktor", BOARD, RANKED)
    assert again.confirmation == receipts[1].confirmation
    assert [one.rankings for one in recorded.queries.ballots(BOARD)].count(
        ballots[0].rankings
    ) == len(VOTERS)


def test_a_ballot_that_nobody_can_read_is_refused_and_not_left_out(
    recorded: World, recording: RecordingStore
) -> None:
    recorded.launched(secret_ballot=False)
    recorded.commands.cast_ballot("vera", BOARD, RANKED)
    with_text(recording, "vera", "Rosa first")
    with pytest.raises(VoteError, match="rankings"):
        recorded.queries.tally(BOARD)
