"""Setting elections up, launching and ending them, on every backend."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tavola_systems.vote.backends.dynamodb_table import open_tables
from tavola_systems.vote.domain.election_rules import ElectionSettings
from tavola_systems.vote.domain.errors import (
    BadArgument,
    Conflict,
    Paused,
    Unauthorized,
    UnknownName,
    Unsupported,
)
from tests.patience import eventually
from tests.systems.vote.conftest import Clock, new_service
from tests.systems.vote.world import BOARD, CANDIDATES, RANKED, VOTERS, World


def test_a_new_election_is_a_secret_draft(world: World) -> None:
    world.commands.create_election("olga", BOARD, "For two years.")
    election = world.queries.find_election(BOARD)
    assert election.owner_name == "olga"
    assert (election.secret_ballot, election.allow_edit, election.allow_vote) == (True, True, False)
    assert election.phase(world.at(0)) == "draft"


def test_an_election_is_found_in_any_case_and_its_name_is_taken_so(world: World) -> None:
    world.commands.create_election("olga", BOARD)
    assert world.queries.find_election(BOARD.upper()).name == BOARD
    with pytest.raises(Conflict, match="exists already"):
        world.commands.create_election("ada", BOARD.lower())
    assert world.queries.counts().elections == 1


def test_elections_are_listed_for_all_owners_and_voters(world: World) -> None:
    world.drafted("Zoning")
    world.drafted("awards")
    world.commands.create_election("ada", "Budget")
    expected = ["awards", "Budget", "Zoning"]
    eventually(lambda: [one.name for one in world.queries.elections()], expected)
    assert [one.name for one in world.queries.elections_of_owner("olga")] == ["Zoning", "awards"]
    assert [one.name for one in world.queries.elections_of_voter("vera")] == ["Zoning", "awards"]
    assert world.queries.elections_of_voter("ada") == []


def test_candidates_change_as_a_difference(world: World) -> None:
    world.drafted()
    event = world.commands.set_candidates(
        "olga", BOARD, ["Rosa Lindqvist", ("Mei Tanaka", "Treasurer"), "Jonas Weber"]
    )
    assert event is not None
    assert event.event_data == {
        "election_name": BOARD,
        "added": [{"name": "Jonas Weber", "description": ""}],
        "described": [{"name": "Mei Tanaka", "description": "Treasurer"}],
        "removed": ["Tariq Haddad"],
    }
    names = [one.candidate_name for one in world.queries.candidates(BOARD)]
    assert names == ["Jonas Weber", "Mei Tanaka", "Rosa Lindqvist"]
    assert world.queries.candidates(BOARD)[1].description == "Treasurer"
    assert world.queries.find_election(BOARD).candidate_count == 3


def test_what_does_not_change_is_no_event(world: World) -> None:
    world.drafted()
    head = world.queries.head()
    assert world.commands.set_candidates("olga", BOARD, reversed(CANDIDATES)) is None
    assert world.commands.set_eligible_voters("olga", BOARD, VOTERS) == []
    assert world.queries.head() == head


def test_voters_change_as_a_difference(world: World) -> None:
    world.drafted()
    (event,) = world.commands.set_eligible_voters("olga", BOARD, ["vera", "VILMA", "ada"])
    assert event.event_data == {"election_name": BOARD, "added": ["ada"], "removed": ["viktor"]}
    assert world.queries.voters(BOARD) == ["ada", "vera", "vilma"]
    assert world.queries.is_eligible("ada", BOARD)
    assert not world.queries.is_eligible("viktor", BOARD)
    assert world.queries.find_election(BOARD).voter_count == 3


def test_eligibility_lists_every_user(world: World) -> None:
    world.drafted()
    expected = [("ada", False), ("olga", False), ("vera", True), ("viktor", True), ("vilma", True)]

    def ask() -> list[tuple[str, bool]]:
        return [(one.user_name, one.is_eligible) for one in world.queries.eligibility(BOARD)]

    eventually(ask, expected)


def test_hundreds_of_voters_are_set_at_once_and_go_again(world: World) -> None:
    names = [f"member {number:03}" for number in range(250)]
    for name in names:
        world.commands.admit("olga", name, f"{name.replace(' ', '')}@example.com")
    world.drafted()
    world.commands.set_eligible_voters("olga", BOARD, names)
    assert world.queries.voters(BOARD) == names
    assert world.queries.find_election(BOARD).voter_count == 250
    world.commands.set_eligible_voters("olga", BOARD, names[:1])
    assert world.queries.voters(BOARD) == names[:1]
    assert world.queries.elections_of_voter("member 249") == []


Doing = Callable[[World], Any]
BAD_LISTS: list[tuple[Doing, str]] = [
    (lambda w: w.commands.set_candidates("olga", BOARD, []), "none is given"),
    (lambda w: w.commands.set_candidates("olga", BOARD, ["A", "a"]), "more than once"),
    (lambda w: w.commands.set_candidates("olga", BOARD, ["", "B"]), "has 0 characters"),
    (lambda w: w.commands.set_candidates("olga", BOARD, ["x" * 201]), "has 201 characters"),
    (
        lambda w: w.commands.set_candidates(
            "olga", BOARD, [(f"{n}", '"' * 999) for n in range(220)]
        ),
        "would have to be stored",
    ),
    (lambda w: w.commands.set_eligible_voters("olga", BOARD, []), "none is given"),
    (lambda w: w.commands.set_eligible_voters("olga", BOARD, ["vera", "VERA"]), "more than once"),
    (lambda w: w.commands.set_eligible_voters("olga", BOARD, ["nobody"]), "'nobody'"),
    (
        lambda w: w.commands.set_candidates("olga", BOARD, [f"{n:03}" for n in range(501)]),
        "501 are given",
    ),
    (lambda w: w.commands.create_election("olga", "x" * 201), "has 201 characters"),
    (lambda w: w.commands.create_election("olga", "x", "y" * 2001), "has 2001 characters"),
]


@pytest.mark.parametrize(("do", "says"), BAD_LISTS)
def test_a_wrong_list_is_refused_and_nothing_is_written(
    one_world: World, do: Doing, says: str
) -> None:
    one_world.drafted()
    before = one_world.queries.head()
    with pytest.raises(BadArgument, match=says):
        do(one_world)
    assert one_world.queries.head() == before


@pytest.mark.parametrize("letter", ["x", '"', "\\", "é", "\N{GRINNING FACE}"])
@pytest.mark.parametrize("secret_ballot", [True, False])
def test_as_many_candidates_as_are_taken_can_all_be_ranked(
    letter: str, secret_ballot: bool
) -> None:
    """Whatever is not refused when it is set is stored later, whatever its letters cost."""
    with open_tables("memory:") as backend:
        world = World(new_service(backend, Clock()), Clock())
        world.drafted(secret_ballot=secret_ballot)
        most = _most_candidates(world, letter)
        full = [(name, 9999 - rank) for rank, name in enumerate(most)]
        world.commands.launch("olga", BOARD)
        world.commands.cast_ballot("vera", BOARD, full)
        ballot = world.queries.search_ballot("vera", "vera", BOARD)
    assert ballot is not None
    assert len(ballot.rankings) == len(most) > 150


def _most_candidates(world: World, letter: str) -> list[str]:
    """Set as many candidates with names of 200 letters as are taken."""
    names = [f"{number:03}{letter * 197}" for number in range(600)]
    taken, refused = 1, 600
    while refused - taken > 1:
        count = (taken + refused) // 2
        try:
            world.commands.set_candidates("olga", BOARD, names[:count])
        except BadArgument:
            refused = count
        else:
            taken = count
    world.commands.set_candidates("olga", BOARD, names[:taken])
    return names[:taken]


FOREIGN: list[Doing] = [
    lambda w: w.commands.update_election("ada", BOARD, ElectionSettings(secret_ballot=False)),
    lambda w: w.commands.set_candidates("ada", BOARD, ["A", "B"]),
    lambda w: w.commands.set_eligible_voters("ada", BOARD, ["ada"]),
    lambda w: w.commands.add_eligible_voters("ada", BOARD, ["ada"]),
    lambda w: w.commands.launch("ada", BOARD),
    lambda w: w.commands.finalize("ada", BOARD),
    lambda w: w.commands.delete_election("ada", BOARD),
    lambda w: w.commands.create_election("vera", "A vote of voters"),
]


@pytest.mark.parametrize("do", FOREIGN)
def test_only_the_organiser_changes_an_election(one_world: World, do: Doing) -> None:
    one_world.drafted()
    before = one_world.queries.head()
    with pytest.raises(Unauthorized):
        do(one_world)
    assert one_world.queries.head() == before


def test_rules_change_before_the_launch_and_times_can_be_cleared(world: World) -> None:
    world.drafted()
    end = world.at(60)
    rules = ElectionSettings(secret_ballot=False, no_voting_after=end, confirmations="apart")
    world.commands.update_election("olga", BOARD, rules)
    election = world.queries.find_election(BOARD)
    assert not election.secret_ballot
    assert election.no_voting_after == end
    assert election.confirmations == "apart"
    world.commands.update_election("olga", BOARD, ElectionSettings(no_voting_after=None))
    election = world.queries.find_election(BOARD)
    assert election.no_voting_after is None
    assert not election.secret_ballot


def test_voting_cannot_end_before_it_begins(world: World) -> None:
    world.drafted()
    times = ElectionSettings(no_voting_before=world.at(60), no_voting_after=world.at(60))
    with pytest.raises(BadArgument, match="Give a later time"):
        world.commands.update_election("olga", BOARD, times)


def test_after_the_launch_rules_and_lists_are_fixed(world: World) -> None:
    world.launched()
    with pytest.raises(Conflict, match="its rules are fixed"):
        world.commands.update_election("olga", BOARD, ElectionSettings(secret_ballot=False))
    with pytest.raises(Conflict, match="are fixed"):
        world.commands.set_candidates("olga", BOARD, ["A", "B"])
    with pytest.raises(Conflict, match="are fixed"):
        world.commands.add_eligible_voters("olga", BOARD, ["ada"])
    with pytest.raises(Conflict, match="launched already"):
        world.commands.launch("olga", BOARD)


def test_an_election_may_stay_editable_but_not_lose_who_voted(world: World) -> None:
    world.drafted()
    world.commands.launch("olga", BOARD, allow_edit=True)
    world.commands.cast_ballot("vera", BOARD, RANKED)
    world.commands.add_eligible_voters("olga", BOARD, ["ada"])
    assert world.queries.is_eligible("ada", BOARD)
    with pytest.raises(Conflict, match="'vera' has voted"):
        world.commands.set_eligible_voters("olga", BOARD, ["ada"])
    world.commands.set_eligible_voters("olga", BOARD, ["ada", "vera"])
    assert world.queries.find_election(BOARD).voter_count == 2


def test_a_launch_needs_candidates_voters_and_time(world: World) -> None:
    world.commands.create_election("olga", BOARD)
    with pytest.raises(Conflict, match="has 0 candidates"):
        world.commands.launch("olga", BOARD)
    world.commands.set_candidates("olga", BOARD, CANDIDATES)
    with pytest.raises(Conflict, match="nobody may vote"):
        world.commands.launch("olga", BOARD)
    world.commands.set_eligible_voters("olga", BOARD, VOTERS)
    world.commands.update_election("olga", BOARD, ElectionSettings(no_voting_after=world.at(-1)))
    with pytest.raises(Conflict, match="over already"):
        world.commands.launch("olga", BOARD)


def test_an_election_with_an_end_ends_by_itself(world: World) -> None:
    world.launched(no_voting_after=world.at(60))
    with pytest.raises(Conflict, match="ends by itself"):
        world.commands.finalize("olga", BOARD)
    world.pass_minutes(60)
    assert world.queries.find_election(BOARD).phase(world.at(0)) == "finished"


def test_an_election_is_finalized_once(world: World) -> None:
    world.drafted()
    with pytest.raises(Conflict, match="is not launched"):
        world.commands.finalize("olga", BOARD)
    world.commands.launch("olga", BOARD)
    world.commands.finalize("olga", BOARD)
    election = world.queries.find_election(BOARD)
    assert (election.allow_vote, election.allow_edit) == (False, False)
    with pytest.raises(Conflict, match="finished already"):
        world.commands.finalize("olga", BOARD)


def test_a_deleted_election_leaves_nothing_behind(world: World) -> None:
    world.launched()
    world.commands.cast_ballot("vera", BOARD, RANKED)
    world.commands.delete_election("olga", BOARD)
    assert world.queries.search_election(BOARD) is None
    assert world.queries.elections_of_voter("vera") == []
    assert world.queries.elections_of_owner("olga") == []
    assert world.queries.counts().elections == 0
    world.commands.create_election("ada", BOARD)
    assert world.queries.candidates(BOARD) == []
    assert world.queries.voters(BOARD) == []
    assert world.queries.turnout(BOARD).voted == []
    world.commands.remove_user("ada", "vera")


def test_an_election_keeps_its_name(world: World) -> None:
    world.drafted()
    with pytest.raises(Unsupported):
        world.commands.rename_election("olga", BOARD, "Another name")


def test_what_does_not_exist_is_not_found(world: World) -> None:
    with pytest.raises(UnknownName):
        world.commands.launch("olga", "Nothing")
    with pytest.raises(UnknownName):
        world.queries.find_election("Nothing")
    with pytest.raises(UnknownName):
        world.queries.candidates("Nothing")
    with pytest.raises(UnknownName):
        world.queries.elections_of_voter("nobody")


def test_paused_writes_are_refused_and_reads_go_on(world: World) -> None:
    world.launched()
    with pytest.raises(Unauthorized):
        world.commands.pause("olga", "no reason")
    world.commands.pause("ada", "moving house")
    with pytest.raises(Paused, match="moving house"):
        world.commands.cast_ballot("vera", BOARD, RANKED)
    assert world.queries.find_election(BOARD).ballot_count == 0
    world.commands.resume("ada")
    world.commands.cast_ballot("vera", BOARD, RANKED)
    assert world.queries.find_election(BOARD).ballot_count == 1


def test_a_rebuild_does_not_lose_the_pause(world: World) -> None:
    world.commands.pause("ada", "moving house")
    world.service.backend.rebuild()
    with pytest.raises(Paused):
        world.commands.create_election("olga", BOARD)
