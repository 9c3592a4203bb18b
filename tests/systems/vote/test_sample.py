"""The sample data: an election that one more ballot decides."""

from __future__ import annotations

from tavola_systems.platform.running.seeding import seed
from tavola_systems.registry import load_systems
from tavola_systems.vote.web.accounts import service_of
from tavola_systems.vote.web.sample import PARTY, VOTER
from tests.systems.site import open_site


def test_two_places_are_level_after_200_ballots_and_one_more_decides() -> None:
    systems = load_systems(["vote"])
    site = open_site(systems)
    seed(site.process, systems)
    service = service_of(site.process.application.services["vote"])
    before = service.queries.tally(PARTY)
    level = [one.candidate_name for one in before.places if one.place == 1]
    service.commands.cast_ballot(VOTER, PARTY, [(level[1], 1), (level[0], 2)])
    after = service.queries.tally(PARTY)
    leading = [one.candidate_name for one in after.places if one.place == 1]
    site.process.close()
    assert (before.ballot_count, len(level)) == (200, 2)
    assert (after.ballot_count, leading) == (201, [level[1]])
