"""Casting, changing and counting ballots, and what stays secret, on every backend."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tavola_systems.vote.domain.entities import Ranking
from tavola_systems.vote.domain.errors import BadArgument, Conflict, Unauthorized, UnknownName
from tavola_systems.vote.domain.roles import Role
from tavola_systems.vote.domain.tally import Place
from tavola_systems.vote.query_model import OwnBallot, RevealedBallot
from tests.patience import eventually
from tests.systems.vote.world import BOARD, RANKED, World


def test_a_ballot_is_cast_and_found_again(world: World) -> None:
    world.launched()
    receipt = world.commands.cast_ballot("vera", BOARD, RANKED)
    ballot = world.queries.search_ballot("vera", "vera", BOARD)
    assert ballot is not None
    assert ballot.confirmation == receipt.confirmation
    assert ballot.rankings == tuple(Ranking(*pair) for pair in RANKED)
    assert ballot.when_cast == world.at(0)
    assert world.queries.find_election(BOARD).ballot_count == 1


@pytest.mark.parametrize("is_secret", [True, False])
def test_a_changed_ballot_keeps_its_confirmation_and_counts_once(
    world: World, is_secret: bool
) -> None:
    world.launched(secret_ballot=is_secret)
    first = world.commands.cast_ballot("vera", BOARD, RANKED)
    world.pass_minutes(5)
    second = world.commands.cast_ballot("vera", BOARD, [("Mei Tanaka", 1)])
    ballot = world.queries.search_ballot("vera", "vera", BOARD)
    assert ballot is not None
    assert first.confirmation == second.confirmation == ballot.confirmation
    assert ballot.rankings == (Ranking("Mei Tanaka", 1),)
    assert ballot.when_cast == world.at(0)
    assert world.queries.find_election(BOARD).ballot_count == 1


def test_ties_and_unranked_candidates_are_kept(world: World) -> None:
    world.launched()
    rankings = [("Rosa Lindqvist", 1), ("MEI TANAKA", 1), ("Tariq Haddad", None)]
    world.commands.cast_ballot("vera", BOARD, rankings)
    ballot = world.queries.search_ballot("vera", "vera", BOARD)
    assert ballot is not None
    assert ballot.rankings == (Ranking("Mei Tanaka", 1), Ranking("Rosa Lindqvist", 1))


@pytest.mark.parametrize(
    ("rankings", "says"),
    [
        ([], "no candidate is ranked"),
        ([("Rosa Lindqvist", None)], "no candidate is ranked"),
        ([("Nobody", 1)], "'Nobody' is not a candidate"),
        ([("Rosa Lindqvist", 1), ("rosa lindqvist", 2)], "is ranked twice"),
        ([("Rosa Lindqvist", 0)], "has rank 0"),
        ([("Rosa Lindqvist", -1)], "has rank -1"),
        ([("Rosa Lindqvist", True)], "has rank True"),
        ([("Rosa Lindqvist", 10**9)], "Ranks begin at 1"),
    ],
)
def test_a_wrong_ballot_is_refused_and_nothing_is_written(
    one_world: World, rankings: list[tuple[str, int | None]], says: str
) -> None:
    one_world.launched()
    before = one_world.queries.head()
    with pytest.raises(BadArgument, match=says):
        one_world.commands.cast_ballot("vera", BOARD, rankings)
    assert one_world.queries.head() == before
    assert one_world.queries.turnout(BOARD).voted == []


def test_only_an_eligible_voter_casts_and_only_their_own(world: World) -> None:
    world.launched()
    with pytest.raises(Unauthorized, match="is not among its voters"):
        world.commands.cast_ballot("olga", BOARD, RANKED)
    with pytest.raises(Unauthorized):
        world.commands.cast_ballot("nobody", BOARD, RANKED)
    with pytest.raises(UnknownName):
        world.commands.cast_ballot("vera", "Another election", RANKED)


def test_a_role_that_was_taken_away_counts_at_once(world: World) -> None:
    world.launched()
    world.commands.set_role("ada", "vera", Role.OBSERVER)
    with pytest.raises(Unauthorized):
        world.commands.cast_ballot("vera", BOARD, RANKED)
    assert world.queries.turnout(BOARD).voted == []


def test_ballots_are_cast_inside_the_window_alone(world: World) -> None:
    world.drafted(no_voting_before=world.at(10), no_voting_after=world.at(20))
    with pytest.raises(Conflict, match="is not launched yet"):
        world.commands.cast_ballot("vera", BOARD, RANKED)
    world.commands.launch("olga", BOARD)
    with pytest.raises(Conflict, match="voting begins at"):
        world.commands.cast_ballot("vera", BOARD, RANKED)
    world.pass_minutes(10)
    world.commands.cast_ballot("vera", BOARD, RANKED)
    world.pass_minutes(10)
    with pytest.raises(Conflict, match="voting is over"):
        world.commands.cast_ballot("viktor", BOARD, RANKED)
    with pytest.raises(Conflict, match="voting is over"):
        world.commands.cast_ballot("vera", BOARD, RANKED)


def test_a_finalized_election_takes_no_ballot(world: World) -> None:
    world.voted()
    with pytest.raises(Conflict, match="voting is over"):
        world.commands.cast_ballot("vilma", BOARD, RANKED)


def test_the_tally_has_places_matrix_and_paths(world: World) -> None:
    world.voted()
    result = world.queries.tally(BOARD)
    assert result.places == [
        Place(1, "Rosa Lindqvist"),
        Place(2, "Mei Tanaka"),
        Place(2, "Tariq Haddad"),
    ]
    assert result.candidate_names == ["Rosa Lindqvist", "Mei Tanaka", "Tariq Haddad"]
    assert result.pairwise == [[0, 1, 2], [0, 0, 1], [0, 1, 0]]
    assert result.strongest_paths == [[0, 1, 2], [0, 0, 1], [0, 1, 0]]
    assert result.ballot_count == 2


def test_a_secret_count_shows_only_at_the_end(world: World) -> None:
    world.launched()
    world.commands.cast_ballot("vera", BOARD, RANKED)
    asks: list[Callable[[], Any]] = [
        lambda: world.queries.tally(BOARD),
        lambda: list(world.queries.ballots(BOARD)),
        lambda: world.queries.confirmations(BOARD),
    ]
    for ask in asks:
        with pytest.raises(Unauthorized, match="results show when voting is over"):
            ask()
    world.commands.finalize("olga", BOARD)
    assert world.queries.tally(BOARD).ballot_count == 1


def test_an_open_count_shows_while_it_goes_on(world: World) -> None:
    world.drafted(secret_ballot=False)
    with pytest.raises(Unauthorized, match="results show when voting has begun"):
        world.queries.tally(BOARD)
    world.commands.launch("olga", BOARD)
    receipt = world.commands.cast_ballot("vera", BOARD, RANKED)
    (ballot,) = world.queries.ballots(BOARD)
    assert (ballot.voter_name, ballot.confirmation) == ("vera", receipt.confirmation)
    assert world.queries.tally(BOARD).places[0] == Place(1, "Rosa Lindqvist")
    seen = world.queries.search_ballot("viktor", "vera", BOARD)
    assert seen is not None
    assert seen.rankings[0] == Ranking("Rosa Lindqvist", 1)


def test_others_never_see_a_secret_ballot(world: World) -> None:
    world.voted()
    for viewer in ("viktor", "olga", "ada"):
        with pytest.raises(Unauthorized, match="its ballots are secret"):
            world.queries.search_ballot(viewer, "vera", BOARD)


def test_secret_ballots_are_published_by_confirmation_without_voters(world: World) -> None:
    world.voted()
    ballots = list(world.queries.ballots(BOARD))
    assert [ballot.voter_name for ballot in ballots] == [None, None]
    assert [ballot.confirmation for ballot in ballots] == world.queries.confirmations(BOARD)
    own = world.queries.search_ballot("vera", "vera", BOARD)
    assert own is not None
    assert [ballot.rankings for ballot in ballots if ballot.confirmation == own.confirmation] == [
        own.rankings
    ]


def test_confirmations_may_stand_apart_from_ballots(world: World) -> None:
    world.voted(confirmations="apart")
    ballots = list(world.queries.ballots(BOARD))
    assert [ballot.confirmation for ballot in ballots] == [None, None]
    assert len(world.queries.confirmations(BOARD)) == 2


def test_turnout_says_who_has_voted_and_no_more(world: World) -> None:
    world.voted()
    turnout = world.queries.turnout(BOARD)
    assert (turnout.voted, turnout.missing) == (["vera", "viktor"], ["vilma"])


def test_every_voter_gets_an_order_of_their_own_and_keeps_it(world: World) -> None:
    world.drafted()
    world.commands.set_candidates("olga", BOARD, [f"Candidate {n}" for n in range(8)])
    vera = world.queries.candidates_for("vera", BOARD)
    assert vera == world.queries.candidates_for("vera", BOARD)
    assert vera != world.queries.candidates_for("viktor", BOARD)
    assert sorted(one.candidate_name for one in vera) == [f"Candidate {n}" for n in range(8)]


def test_a_candidate_who_withdrew_no_longer_counts(world: World) -> None:
    world.drafted()
    world.commands.launch("olga", BOARD, allow_edit=True)
    world.commands.cast_ballot("vera", BOARD, RANKED)
    world.commands.set_candidates("olga", BOARD, ["Tariq Haddad", "Mei Tanaka"])
    world.commands.finalize("olga", BOARD)
    assert world.queries.tally(BOARD).places == [Place(1, "Tariq Haddad"), Place(2, "Mei Tanaka")]


def test_a_ballot_that_waited_past_the_end_is_late(one_world: World) -> None:
    one_world.launched(no_voting_after=one_world.at(10))
    with ThreadPoolExecutor(1) as pool:
        with one_world.service.backend.reading():  # in memory no command's turn comes meanwhile
            cast = pool.submit(one_world.commands.cast_ballot, "vera", BOARD, RANKED)
            eventually(cast.running, True)
            one_world.pass_minutes(10)
        with pytest.raises(Conflict, match="voting is over"):
            cast.result()


def test_a_result_that_may_still_change_is_counted_again(world: World) -> None:
    world.launched(secret_ballot=False, no_voting_after=world.at(10))
    world.commands.cast_ballot("vera", BOARD, [("Mei Tanaka", 1)])
    assert world.queries.tally(BOARD).candidate_names[0] == "Mei Tanaka"
    world.commands.cast_ballot("vera", BOARD, [("Tariq Haddad", 1)])
    assert world.queries.tally(BOARD).candidate_names[0] == "Tariq Haddad"


def test_a_result_that_cannot_change_is_counted_once(one_world: World) -> None:
    one_world.voted()
    first = one_world.queries.tally(BOARD)
    one_world.commands.create_election("olga", "Another")
    assert one_world.queries.tally(BOARD) is first


def test_a_ballot_is_found_by_its_confirmation_once_results_show(world: World) -> None:
    world.launched()
    receipt = world.commands.cast_ballot("vera", BOARD, RANKED)
    with pytest.raises(Unauthorized):
        world.queries.find_ballot(BOARD, receipt.confirmation)
    world.commands.finalize("olga", BOARD)
    found = world.queries.find_ballot(BOARD, receipt.confirmation)
    assert found is not None
    assert found.voter_name is None
    assert [(one.candidate_name, one.rank) for one in found.rankings] == list(RANKED)
    assert world.queries.find_ballot(BOARD, "nobody's") is None


def test_where_confirmations_stand_apart_a_found_ballot_says_nothing(one_world: World) -> None:
    one_world.launched(confirmations="apart")
    receipt = one_world.commands.cast_ballot("vera", BOARD, RANKED)
    one_world.commands.finalize("olga", BOARD)
    found = one_world.queries.find_ballot(BOARD, receipt.confirmation)
    assert found == RevealedBallot(rankings=(), confirmation=receipt.confirmation)


def test_where_confirmations_stand_apart_nobody_can_show_their_ballot_after_the_end(
    world: World,
) -> None:
    world.launched(confirmations="apart")
    receipt = world.commands.cast_ballot("vera", BOARD, RANKED)
    before = world.queries.search_ballot("vera", "vera", BOARD)
    assert before is not None
    assert len(before.rankings) == len(RANKED)
    world.commands.finalize("olga", BOARD)
    after = world.queries.search_ballot("vera", "vera", BOARD)
    assert after == OwnBallot(receipt.confirmation, receipt.when_cast, ())


def test_the_rankings_of_an_election_are_listed(world: World) -> None:
    world.voted()
    listed = sorted((one.candidate_name, one.rank) for one in world.queries.rankings(BOARD))
    expected = [*RANKED, ("Mei Tanaka", 1), ("Rosa Lindqvist", 1)]
    assert listed == sorted(expected)
    assert world.queries.last_synced() == world.queries.head().sequence
