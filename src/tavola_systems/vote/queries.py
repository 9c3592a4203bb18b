"""QueryModel: everything that can be asked, on natural keys, and what nobody may learn.

Of a secret election no answer holds a voter together with rankings or a confirmation, but the
voter's own ballot for the voter; and nothing of the count before the end.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any, Literal

from msgspec import Struct

from tavola_systems.vote.backends.backend import Backend, Head
from tavola_systems.vote.domain.election_rules import need_election
from tavola_systems.vote.domain.entities import Ballot, Candidate, Election, Ranking, User
from tavola_systems.vote.domain.errors import NotFound, Unauthorized
from tavola_systems.vote.domain.events import Event
from tavola_systems.vote.domain.passwords import Passwords
from tavola_systems.vote.domain.roles import Permission, Role
from tavola_systems.vote.domain.sealing import Seal, open_ballot
from tavola_systems.vote.domain.state import Counts, State
from tavola_systems.vote.domain.tally import Tally, tally
from tavola_systems.vote.domain.user_rules import need_permission, need_user

__all__ = [
    "TABLES",
    "Eligibility",
    "OwnBallot",
    "Queries",
    "QueryModel",
    "RevealedBallot",
    "TableName",
    "Turnout",
    "UserView",
]

TableName = Literal["users", "elections", "candidates", "voters", "ballots", "rankings"]
TABLES: tuple[TableName, ...] = (
    "users",
    "elections",
    "candidates",
    "voters",
    "ballots",
    "rankings",
)
_KEPT_TALLIES = 16


class UserView(Struct, frozen=True):
    """A user, without anything of the password."""

    name: str
    email: str
    role: Role
    registered_at: datetime
    has_password: bool
    epoch: int


class OwnBallot(Struct, frozen=True):
    """A voter's own ballot."""

    confirmation: str
    when_cast: datetime
    rankings: tuple[Ranking, ...]


class RevealedBallot(Struct, frozen=True):
    """A ballot as it is published: with its voter only if the election is open."""

    rankings: tuple[Ranking, ...]
    confirmation: str | None = None
    voter_name: str | None = None


class Eligibility(Struct, frozen=True):
    """A user, and whether they may vote."""

    user_name: str
    is_eligible: bool


class Turnout(Struct, frozen=True):
    """Who has voted and who has not; of ballots it says nothing."""

    voted: list[str]
    missing: list[str]


class QueryModel(ABC):
    """What can be asked."""

    @abstractmethod
    def authenticate(self, login: str, password: str) -> UserView:
        """Find who signs in, by name or else by address, if the password is right."""

    @abstractmethod
    def find_user(self, name: str) -> UserView:
        """Find a user by name; NotFound if there is none."""

    @abstractmethod
    def search_user(self, name: str) -> UserView | None:
        """Find a user by name."""

    @abstractmethod
    def search_user_by_email(self, email: str) -> UserView | None:
        """Find a user by address."""

    @abstractmethod
    def users(self) -> Iterator[UserView]:
        """All users."""

    @abstractmethod
    def counts(self) -> Counts:
        """How many users and elections there are."""

    @abstractmethod
    def find_election(self, name: str) -> Election:
        """Find an election; NotFound if there is none."""

    @abstractmethod
    def search_election(self, name: str) -> Election | None:
        """Find an election."""

    @abstractmethod
    def elections(self) -> Iterator[Election]:
        """All elections."""

    @abstractmethod
    def elections_of_owner(self, owner_name: str) -> list[Election]:
        """The elections that a user organises."""

    @abstractmethod
    def elections_of_voter(self, voter_name: str) -> list[Election]:
        """The elections in which a user may vote."""

    @abstractmethod
    def candidates(self, election_name: str) -> list[Candidate]:
        """An election's candidates by name."""

    @abstractmethod
    def candidates_for(self, voter_name: str, election_name: str) -> list[Candidate]:
        """The candidates in the order that was drawn for a voter."""

    @abstractmethod
    def voters(self, election_name: str) -> list[str]:
        """Who may vote."""

    @abstractmethod
    def is_eligible(self, voter_name: str, election_name: str) -> bool:
        """Whether somebody may vote."""

    @abstractmethod
    def eligibility(self, election_name: str) -> list[Eligibility]:
        """All users, and whether they may vote."""

    @abstractmethod
    def turnout(self, election_name: str) -> Turnout:
        """Who has voted."""

    @abstractmethod
    def search_ballot(self, viewer: str, voter_name: str, election_name: str) -> OwnBallot | None:
        """Find a ballot: one's own, or any of an open election whose results show."""

    @abstractmethod
    def ballots(self, election_name: str) -> Iterator[RevealedBallot]:
        """All ballots as they are published, once results show."""

    @abstractmethod
    def confirmations(self, election_name: str) -> list[str]:
        """All confirmations in order, once results show."""

    @abstractmethod
    def shows_results(self, election_name: str) -> bool:
        """Whether the rules let results show now."""

    @abstractmethod
    def tally(self, election_name: str) -> Tally:
        """Count the ballots, once results show."""

    @abstractmethod
    def head(self) -> Head:
        """Where the log ends, with its hash."""

    @abstractmethod
    def events(
        self, viewer: str, after: int = 0, limit: int | None = None
    ) -> Iterator[dict[str, Any]]:
        """The events for an auditor: without passwords, and without what is sealed."""

    @abstractmethod
    def table(self, viewer: str, name: TableName) -> Iterator[dict[str, Any]]:
        """A table of the relational projection for an auditor."""


class Queries(QueryModel):
    """The questions on any backend."""

    def __init__(
        self,
        backend: Backend,
        *,
        seal: Seal,
        passwords: Passwords,
        clock: Callable[[], float],
    ) -> None:
        self._backend = backend
        self._seal = seal
        self._passwords = passwords
        self._clock = clock
        self._tallies: dict[Election, Tally] = {}

    def _now(self) -> datetime:
        return datetime.fromtimestamp(self._clock(), UTC)

    def authenticate(self, login: str, password: str) -> UserView:
        """Find who signs in; an unknown name takes as long as a wrong password."""
        with self._backend.reading() as state:
            user = state.user(login) or state.user_by_email(login)
        salt, hashed = ("", "") if user is None else (user.salt, user.hash)
        is_right = self._passwords.is_right(password, salt, hashed)
        if user is None or not is_right or user.role == Role.NO_ACCESS:
            raise Unauthorized("sign in: the name or the password is wrong.")
        return _view(user)

    def find_user(self, name: str) -> UserView:
        """Find a user."""
        with self._backend.reading() as state:
            return _view(need_user(state, name))

    def search_user(self, name: str) -> UserView | None:
        """Find a user by name."""
        with self._backend.reading() as state:
            user = state.user(name)
        return None if user is None else _view(user)

    def search_user_by_email(self, email: str) -> UserView | None:
        """Find a user by address."""
        with self._backend.reading() as state:
            user = state.user_by_email(email)
        return None if user is None else _view(user)

    def users(self) -> Iterator[UserView]:
        """All users."""
        with self._backend.reading() as state:
            yield from map(_view, state.users())

    def counts(self) -> Counts:
        """How many there are."""
        with self._backend.reading() as state:
            return state.counts()

    def find_election(self, name: str) -> Election:
        """Find an election."""
        with self._backend.reading() as state:
            return need_election(state, name)

    def search_election(self, name: str) -> Election | None:
        """Find an election."""
        with self._backend.reading() as state:
            return state.election(name)

    def elections(self) -> Iterator[Election]:
        """All elections."""
        with self._backend.reading() as state:
            yield from state.elections()

    def elections_of_owner(self, owner_name: str) -> list[Election]:
        """The elections that a user organises."""
        with self._backend.reading() as state:
            return state.elections_of_owner(need_user(state, owner_name).name)

    def elections_of_voter(self, voter_name: str) -> list[Election]:
        """The elections in which a user may vote."""
        with self._backend.reading() as state:
            return state.elections_of_voter(need_user(state, voter_name).name)

    def candidates(self, election_name: str) -> list[Candidate]:
        """An election's candidates."""
        with self._backend.reading() as state:
            return state.candidates(need_election(state, election_name).name)

    def candidates_for(self, voter_name: str, election_name: str) -> list[Candidate]:
        """The candidates, shuffled by voter and election: the same at every look."""

        def drawn(candidate: Candidate) -> bytes:
            text = "\n".join((election_name, voter_name, candidate.candidate_name))
            return hashlib.sha256(text.encode()).digest()

        return sorted(self.candidates(election_name), key=drawn)

    def voters(self, election_name: str) -> list[str]:
        """Who may vote."""
        with self._backend.reading() as state:
            name = need_election(state, election_name).name
            return [voter.voter_name for voter in state.voters(name)]

    def is_eligible(self, voter_name: str, election_name: str) -> bool:
        """Whether somebody may vote."""
        with self._backend.reading() as state:
            user = need_user(state, voter_name)
            name = need_election(state, election_name).name
            return state.voter(name, user.name) is not None

    def eligibility(self, election_name: str) -> list[Eligibility]:
        """All users, and whether they may vote."""
        voters = set(self.voters(election_name))
        return [Eligibility(user.name, user.name in voters) for user in self.users()]

    def turnout(self, election_name: str) -> Turnout:
        """Who has voted."""
        with self._backend.reading() as state:
            name = need_election(state, election_name).name
            voted = sorted(ballot.voter_name for ballot in state.ballots(name))
            done = set(voted)
            missing = [one.voter_name for one in state.voters(name) if one.voter_name not in done]
        return Turnout(voted, missing)

    def search_ballot(self, viewer: str, voter_name: str, election_name: str) -> OwnBallot | None:
        """Find a ballot."""
        with self._backend.reading() as state:
            election = need_election(state, election_name)
            voter = need_user(state, voter_name).name
            if need_user(state, viewer).name != voter:
                if election.secret_ballot:
                    raise Unauthorized(f"election {election.name!r}: its ballots are secret.")
                self._check_shows(election)
            ballot = state.ballot(election.name, voter)
        if ballot is None:
            return None
        contents = open_ballot(ballot, self._seal)
        return OwnBallot(contents.confirmation, ballot.when_cast, contents.rankings)

    def shows_results(self, election_name: str) -> bool:
        """Whether results show now."""
        return self._shows(self.find_election(election_name))

    def _shows(self, election: Election) -> bool:
        phase = election.phase(self._now())
        return phase == "finished" or (phase == "open" and not election.secret_ballot)

    def _check_shows(self, election: Election) -> None:
        if not self._shows(election):
            when = "when voting is over" if election.secret_ballot else "when voting has begun"
            raise Unauthorized(f"election {election.name!r}: results show {when}.")

    def ballots(self, election_name: str) -> Iterator[RevealedBallot]:
        """All ballots as they are published; the order tells nothing of who or when."""
        with self._backend.reading() as state:
            election = need_election(state, election_name)
            self._check_shows(election)
            if not election.secret_ballot:
                for ballot in state.ballots(election.name):
                    yield self._revealed(ballot, with_voter=True, with_confirmation=True)
                return
            is_beside = election.confirmations == "beside"
            secret = [
                self._revealed(ballot, with_voter=False, with_confirmation=is_beside)
                for ballot in state.ballots(election.name)
            ]
        yield from sorted(secret, key=lambda one: (one.confirmation or "", _in_order(one)))

    def _revealed(
        self, ballot: Ballot, *, with_voter: bool, with_confirmation: bool
    ) -> RevealedBallot:
        contents = open_ballot(ballot, self._seal)
        return RevealedBallot(
            rankings=contents.rankings,
            confirmation=contents.confirmation if with_confirmation else None,
            voter_name=ballot.voter_name if with_voter else None,
        )

    def confirmations(self, election_name: str) -> list[str]:
        """All confirmations in order."""
        with self._backend.reading() as state:
            election = need_election(state, election_name)
            self._check_shows(election)
            ballots = state.ballots(election.name)
            return sorted(open_ballot(ballot, self._seal).confirmation for ballot in ballots)

    def tally(self, election_name: str) -> Tally:
        """Count the ballots, each read once; what is finished is counted once."""
        with self._backend.reading() as state:
            election = need_election(state, election_name)
            self._check_shows(election)
            kept = self._tallies.get(election)
            if kept is not None:
                return kept
            names = [one.candidate_name for one in state.candidates(election.name)]
            ranks = (self._ranks(ballot) for ballot in state.ballots(election.name))
            counted = tally(names, ranks)
        if election.phase(self._now()) == "finished":
            while len(self._tallies) >= _KEPT_TALLIES:
                self._tallies.pop(next(iter(self._tallies)), None)
            self._tallies[election] = counted
        return counted

    def _ranks(self, ballot: Ballot) -> dict[str, int]:
        if ballot.sealed is not None:
            return self._seal.ranks(ballot.sealed, ballot.election_name)
        rankings = open_ballot(ballot, self._seal).rankings
        return {ranking.candidate_name: ranking.rank for ranking in rankings}

    def head(self) -> Head:
        """Where the log ends."""
        return self._backend.head()

    def events(
        self, viewer: str, after: int = 0, limit: int | None = None
    ) -> Iterator[dict[str, Any]]:
        """The events for an auditor."""
        with self._backend.reading() as state:
            need_permission(state, viewer, Permission.VIEW_SECRETS)
        yield from map(_audited, self._backend.events(after, limit))

    def table(self, viewer: str, name: TableName) -> Iterator[dict[str, Any]]:
        """A table of the relational projection."""
        if name not in TABLES:
            raise NotFound(f"table {name!r}: does not exist. There are {', '.join(TABLES)}.")
        with self._backend.reading() as state:
            need_permission(state, viewer, Permission.VIEW_SECRETS)
            yield from _TABLES[name](state)


def _view(user: User) -> UserView:
    return UserView(
        user.name, user.email, user.role, user.registered_at, bool(user.hash), user.epoch
    )


def _in_order(ballot: RevealedBallot) -> list[tuple[int, str]]:
    return [(ranking.rank, ranking.candidate_name) for ranking in ballot.rankings]


def _audited(event: Event) -> dict[str, Any]:
    data = {
        name: "withheld" if name in {"salt", "hash", "sealed"} and value else value
        for name, value in event.event_data.items()
    }
    return {
        "event_id": event.event_id,
        "actor": event.actor,
        "when_occurred": event.when_occurred,
        "event_type": event.event_type,
        "event_data": data,
        "previous": event.previous,
        "hash": event.hash,
    }


def _user_rows(state: State) -> Iterator[dict[str, Any]]:
    for user in state.users():
        yield {
            "name": user.name,
            "email": user.email,
            "role": user.role.name,
            "registered_at": user.registered_at,
        }


def _election_rows(state: State) -> Iterator[dict[str, Any]]:
    for election in state.elections():
        yield {name: getattr(election, name) for name in Election.__struct_fields__}


def _candidate_rows(state: State) -> Iterator[dict[str, Any]]:
    for election in state.elections():
        for candidate in state.candidates(election.name):
            yield {name: getattr(candidate, name) for name in Candidate.__struct_fields__}


def _voter_rows(state: State) -> Iterator[dict[str, Any]]:
    for election in state.elections():
        for voter in state.voters(election.name):
            yield {"election_name": voter.election_name, "voter_name": voter.voter_name}


def _ballot_rows(state: State) -> Iterator[dict[str, Any]]:
    """Who has voted; a secret election's confirmations are sealed with the rankings."""
    for election in state.elections():
        for ballot in state.ballots(election.name):
            yield {
                "election_name": ballot.election_name,
                "voter_name": ballot.voter_name,
                "confirmation": ballot.confirmation,
                "when_cast": ballot.when_cast,
            }


def _ranking_rows(state: State) -> Iterator[dict[str, Any]]:
    """The rankings of open elections; those of secret ones are published without voters."""
    for election in state.elections():
        for ballot in state.ballots(election.name):
            for ranking in ballot.rankings or ():
                yield {
                    "election_name": ballot.election_name,
                    "voter_name": ballot.voter_name,
                    "candidate_name": ranking.candidate_name,
                    "rank": ranking.rank,
                }


_TABLES: dict[TableName, Callable[[State], Iterator[dict[str, Any]]]] = {
    "users": _user_rows,
    "elections": _election_rows,
    "candidates": _candidate_rows,
    "voters": _voter_rows,
    "ballots": _ballot_rows,
    "rankings": _ranking_rows,
}
