"""The rows that every backend keeps, under natural keys: names, as people write them."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from msgspec import Struct

from tavola_systems.vote.domain.roles import Role

__all__ = [
    "MAX_RANK",
    "Ballot",
    "Candidate",
    "Election",
    "Phase",
    "Ranking",
    "Row",
    "User",
    "Voter",
]

MAX_RANK = 9_999
"""The last rank that a ballot may give; sealed ballots have room for it."""

Phase = Literal["draft", "scheduled", "open", "finished"]


class User(Struct, frozen=True, kw_only=True):
    """Somebody who signs in. Without a hash there is no password, only links by mail."""

    name: str
    email: str
    salt: str
    hash: str
    role: Role
    epoch: int
    """The event that last changed name, role or password; what was signed in before has ended."""
    registered_at: datetime
    registration_id: int
    """The event that registered them: nobody else ever has it, whatever they are called."""

    @property
    def key(self) -> tuple[str, ...]:
        """Its natural key."""
        return (self.name,)


class Election(Struct, frozen=True, kw_only=True):
    """A question with candidates, voters and rules; `allow_edit` is about its lists."""

    name: str
    owner_name: str
    description: str = ""
    secret_ballot: bool = True
    no_voting_before: datetime | None = None
    no_voting_after: datetime | None = None
    allow_edit: bool = True
    allow_vote: bool = False
    confirmations: Literal["beside", "apart"] = "beside"
    """Published beside the ballots, or as a list of their own."""
    created_at: datetime
    launched_at: datetime | None = None
    finalized_at: datetime | None = None
    candidate_count: int = 0
    voter_count: int = 0
    ballot_count: int = 0

    @property
    def key(self) -> tuple[str, ...]:
        """Its natural key."""
        return (self.name,)

    def phase(self, now: datetime) -> Phase:
        """Say how far it is."""
        if self.launched_at is None:
            return "draft"
        if self.finalized_at is not None or not self.allow_vote:
            return "finished"
        if self.no_voting_after is not None and now >= self.no_voting_after:
            return "finished"
        if self.no_voting_before is not None and now < self.no_voting_before:
            return "scheduled"
        return "open"

    def ended_at(self, now: datetime) -> datetime | None:
        """Say when voting ended, if it has."""
        if self.phase(now) != "finished":
            return None
        times = [time for time in (self.finalized_at, self.no_voting_after) if time is not None]
        return min(times) if times else None


class Candidate(Struct, frozen=True, kw_only=True):
    """One of the choices."""

    election_name: str
    candidate_name: str
    description: str = ""

    @property
    def key(self) -> tuple[str, ...]:
        """Its natural key."""
        return (self.election_name, self.candidate_name)


class Voter(Struct, frozen=True, kw_only=True):
    """A user who may vote in an election."""

    election_name: str
    voter_name: str

    @property
    def key(self) -> tuple[str, ...]:
        """Its natural key."""
        return (self.election_name, self.voter_name)


class Ranking(Struct, frozen=True):
    """A candidate's place on one ballot: 1 is best, equal ranks are a tie."""

    candidate_name: str
    rank: int


class Ballot(Struct, frozen=True, kw_only=True):
    """What a voter has cast: readable, or sealed in a secret election."""

    election_name: str
    voter_name: str
    when_cast: datetime
    confirmation: str | None = None
    rankings: tuple[Ranking, ...] | None = None
    sealed: str | None = None
    """Confirmation and rankings, encrypted; then the two other fields are None."""

    @property
    def key(self) -> tuple[str, ...]:
        """Its natural key."""
        return (self.election_name, self.voter_name)


Row = User | Election | Candidate | Voter | Ballot
