"""What programs send and get, as OpenAPI shows it."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from pydantic import AwareDatetime, BaseModel, Field

from tavola_systems.platform.http.strict_body import StrictBody
from tavola_systems.vote.domain.entities import Election
from tavola_systems.vote.domain.tally import Place
from tavola_systems.vote.query_model import OwnBallot, Result, RevealedBallot, UserView

__all__ = [
    "BallotSent",
    "BallotView",
    "CandidateView",
    "CandidatesSent",
    "CastView",
    "Done",
    "ElectionRules",
    "ElectionView",
    "EventView",
    "HeadView",
    "LaunchSent",
    "NewElection",
    "NewName",
    "NewUser",
    "PauseSent",
    "RankingView",
    "TallyView",
    "TurnoutView",
    "UserChanges",
    "UserOut",
    "VotersSent",
    "ballot_view",
    "election_view",
    "revealed_view",
    "tally_view",
    "user_view",
]

RoleName = Literal["NO_ACCESS", "OBSERVER", "VOTER", "USER", "ADMIN", "AUDITOR", "OWNER"]


class NewUser(StrictBody):
    """Somebody who registers."""

    name: str
    email: str
    password: str


class UserChanges(StrictBody):
    """What to change of a user; each that is given is a command of its own."""

    role: RoleName | None = None
    email: str | None = None
    password: str | None = None
    name: str | None = None


class NewElection(StrictBody):
    """An election to set up."""

    name: str
    description: str = ""


class ElectionRules(StrictBody):
    """What to change of an election; a time that is null is cleared, one that is absent stays."""

    description: str | None = None
    secret_ballot: bool | None = None
    no_voting_before: AwareDatetime | None = None
    no_voting_after: AwareDatetime | None = None
    confirmations: Literal["beside", "apart"] | None = None


class NewName(StrictBody):
    """Another name."""

    name: str


class LaunchSent(StrictBody):
    """How to launch."""

    allow_edit: bool = False
    invite: bool = False
    """Whether every voter's personal link is mailed."""


class CandidateView(StrictBody):
    """A candidate."""

    name: str
    description: str = ""


class CandidatesSent(StrictBody):
    """All candidates."""

    candidates: list[CandidateView]


class VotersSent(StrictBody):
    """All voters, by name."""

    voters: list[str]


class RankingView(StrictBody):
    """A candidate's rank; null is unranked."""

    candidate_name: str
    rank: int | None = Field(None, strict=True)


class BallotSent(StrictBody):
    """A ballot."""

    rankings: list[RankingView]


class PauseSent(StrictBody):
    """Why writes are paused."""

    reason: str


class UserOut(BaseModel):
    """A user."""

    name: str
    email: str
    role: RoleName
    registered_at: datetime
    permissions: list[str]


class ElectionView(BaseModel):
    """An election."""

    name: str
    owner_name: str
    description: str
    secret_ballot: bool
    no_voting_before: datetime | None
    no_voting_after: datetime | None
    allow_edit: bool
    allow_vote: bool
    confirmations: Literal["beside", "apart"]
    phase: Literal["draft", "scheduled", "open", "finished"]
    candidate_count: int
    voter_count: int
    ballot_count: int


class CastView(BaseModel):
    """What a voter keeps."""

    confirmation: str
    when_cast: datetime


class BallotView(BaseModel):
    """A ballot; one's own has no rankings after the end where confirmations stand apart."""

    confirmation: str | None
    rankings: list[RankingView]
    voter_name: str | None = None
    when_cast: datetime | None = None


class PlaceView(BaseModel):
    """A candidate's place."""

    place: int
    candidate_name: str


class TallyView(BaseModel):
    """A result; the axes of the matrices are `candidate_names`."""

    candidate_names: list[str]
    pairwise: list[list[int]]
    strongest_paths: list[list[int]]
    places: list[PlaceView]
    ranked_pairs: list[PlaceView]
    ballot_count: int
    who_voted: list[str]


class TurnoutView(BaseModel):
    """Who has voted."""

    voted: list[str]
    missing: list[str]


class EventView(BaseModel):
    """An event, as auditors see it."""

    event_id: int
    actor: str
    when_occurred: datetime
    event_type: str
    event_data: dict[str, Any]
    previous: str
    hash: str


class HeadView(BaseModel):
    """Where the log ends."""

    sequence: int
    hash: str
    paused: str | None


class Done(BaseModel):
    """What a command wrote; none if there was nothing to change."""

    event_id: int | None


def user_view(user: UserView, permissions: list[str]) -> UserOut:
    """Show a user."""
    return UserOut.model_validate(
        {
            "name": user.name,
            "email": user.email,
            "role": user.role.name,
            "registered_at": user.registered_at,
            "permissions": permissions,
        }
    )


def election_view(election: Election, now: datetime) -> ElectionView:
    """Show an election."""
    names = [name for name in ElectionView.model_fields if name != "phase"]
    values = {name: getattr(election, name) for name in names}
    return ElectionView(**values, phase=election.phase(now))


def ballot_view(ballot: OwnBallot, voter_name: str) -> BallotView:
    """Show a voter's own ballot."""
    return BallotView(
        confirmation=ballot.confirmation,
        rankings=[
            RankingView(candidate_name=r.candidate_name, rank=r.rank) for r in ballot.rankings
        ],
        voter_name=voter_name,
        when_cast=ballot.when_cast,
    )


def revealed_view(ballot: RevealedBallot) -> BallotView:
    """Show a published ballot."""
    return BallotView(
        confirmation=ballot.confirmation,
        rankings=[
            RankingView(candidate_name=r.candidate_name, rank=r.rank) for r in ballot.rankings
        ],
        voter_name=ballot.voter_name,
    )


def tally_view(result: Result) -> TallyView:
    """Show a result."""
    tally = result.tally

    def places(found: list[Place]) -> list[PlaceView]:
        return [PlaceView(place=one.place, candidate_name=one.candidate_name) for one in found]

    return TallyView(
        candidate_names=tally.candidate_names,
        pairwise=tally.pairwise,
        strongest_paths=tally.strongest_paths,
        places=places(tally.places),
        ranked_pairs=places(tally.ranked_pairs),
        ballot_count=tally.ballot_count,
        who_voted=result.who_voted,
    )
