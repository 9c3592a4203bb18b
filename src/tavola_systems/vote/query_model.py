"""QueryModel: everything that can be asked, on natural keys, and the shapes of the answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct

from tavola_systems.vote.auditing import TableName
from tavola_systems.vote.backends.backend import LogHead
from tavola_systems.vote.domain.entities import Candidate, Election, Ranking, User
from tavola_systems.vote.domain.roles import Permission, Role
from tavola_systems.vote.domain.state import Counts
from tavola_systems.vote.domain.tally import Tally

__all__ = [
    "Eligibility",
    "OwnBallot",
    "QueryModel",
    "Result",
    "RevealedBallot",
    "Turnout",
    "UserView",
]


class UserView(Struct, frozen=True):
    """A user, without anything of the password."""

    name: str
    email: str
    role: Role
    registered_at: datetime
    has_password: bool
    epoch: int
    registration_id: int
    """Who it is, whatever they are called."""

    @classmethod
    def of(cls, user: User) -> UserView:
        """Show a user."""
        return cls(
            name=user.name,
            email=user.email,
            role=user.role,
            registered_at=user.registered_at,
            has_password=bool(user.hash),
            epoch=user.epoch,
            registration_id=user.registration_id,
        )


class OwnBallot(Struct, frozen=True):
    """A voter's own ballot.

    It has no rankings after the end where confirmations stand apart: what cannot change any more
    and can still be shown can be sold, or demanded.
    """

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


class Result(Struct, frozen=True):
    """A count, and who cast the ballots that were counted; not who cast which."""

    tally: Tally
    who_voted: list[str]


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
    def find_users(self, names: Iterable[str]) -> list[UserView]:
        """Find several users by name; those who do not exist are left out."""

    @abstractmethod
    def users(self, after: str = "", limit: int | None = None) -> Iterator[UserView]:
        """Users by name; from the one after a name on, so many."""

    @abstractmethod
    def permissions(self, role: Role) -> list[Permission]:
        """What a role may do."""

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
    def elections(self, after: str = "", limit: int | None = None) -> Iterator[Election]:
        """Elections by name; from the one after a name on, so many."""

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
    def find_ballot(self, election_name: str, confirmation: str) -> RevealedBallot | None:
        """Find a ballot by its confirmation, as it is published, once results show.

        Where confirmations stand apart, it says only that there is one.
        """

    @abstractmethod
    def rankings(self, election_name: str) -> Iterator[Ranking]:
        """The rankings of all ballots, once results show; of secret ones without their ballots."""

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
    def result(self, election_name: str) -> Result:
        """Count the ballots, and say who voted, once results show."""

    @abstractmethod
    def head(self) -> LogHead:
        """Where the log ends, with its hash."""

    @abstractmethod
    def last_synced(self) -> int:
        """The number of the last event that the rows show."""

    @abstractmethod
    def events(
        self, viewer: str, after: int = 0, limit: int | None = None
    ) -> Iterator[dict[str, Any]]:
        """The events for an auditor: without passwords, and without what is sealed."""

    @abstractmethod
    def election_events(self, viewer: str, election_name: str) -> Iterator[dict[str, Any]]:
        """The events of one election, in the same form, for its organiser too."""

    @abstractmethod
    def table(
        self, viewer: str, name: TableName, after: Sequence[str] = (), limit: int | None = None
    ) -> Iterator[dict[str, Any]]:
        """A table of the relational projection for an auditor: the rows after a key, so many."""
