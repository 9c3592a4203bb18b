"""What rules and projections read: the rows of one backend as they are at one event.

A backend answers from one moment: inside a command nothing that was read changes before the
command's event is written.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator

from msgspec import Struct

from tavola_systems.vote.domain.entities import Ballot, Candidate, Election, User, Voter
from tavola_systems.vote.domain.typed_texts import is_name

__all__ = ["Counts", "State"]


class Counts(Struct, frozen=True):
    """How many there are."""

    users: int = 0
    elections: int = 0


class State(ABC):
    """The relational projection: users, elections, candidates, voters, ballots."""

    @abstractmethod
    def counts(self) -> Counts:
        """Count users and elections."""

    def user(self, name: str) -> User | None:
        """Find a user by name, whatever its case; what cannot be a name is nobody's."""
        return self.find_user(name) if is_name(name) else None

    def user_by_email(self, email: str) -> User | None:
        """Find a user by address, whatever its case."""
        return self.find_user_by_email(email) if is_name(email) else None

    @abstractmethod
    def find_user(self, name: str) -> User | None:
        """Find a user by name."""

    @abstractmethod
    def find_user_by_email(self, email: str) -> User | None:
        """Find a user by address."""

    def users_by_name(self, names: Iterable[str]) -> list[User | None]:
        """Find several users by name."""
        return [self.user(name) for name in names]

    @abstractmethod
    def users(self, after: str = "") -> Iterator[User]:
        """Users by folded name, after one; on DynamoDB an index answers, which may lag."""

    def election(self, name: str) -> Election | None:
        """Find an election by name, whatever its case."""
        return self.find_election(name) if is_name(name) else None

    @abstractmethod
    def find_election(self, name: str) -> Election | None:
        """Find an election by name."""

    @abstractmethod
    def elections(self, after: str = "") -> Iterator[Election]:
        """Elections by folded name, after one; on DynamoDB an index answers, which may lag."""

    @abstractmethod
    def elections_of_owner(self, owner_name: str) -> list[Election]:
        """The elections that a user organises, by name."""

    @abstractmethod
    def elections_of_voter(self, voter_name: str) -> list[Election]:
        """The elections in which a user may vote, by name."""

    @abstractmethod
    def candidates(self, election_name: str) -> list[Candidate]:
        """An election's candidates by name."""

    def prepare_ballot(self, voter_name: str, election_name: str) -> None:
        """Say that all of a voter's ballot will be asked for, which may be read at once."""
        del voter_name, election_name

    @abstractmethod
    def voter(self, election_name: str, voter_name: str) -> Voter | None:
        """Find somebody who may vote."""

    @abstractmethod
    def voters(self, election_name: str, after: str = "") -> Iterator[Voter]:
        """Who may vote, by name, after one."""

    @abstractmethod
    def ballot(self, election_name: str, voter_name: str) -> Ballot | None:
        """Find what a voter has cast."""

    @abstractmethod
    def ballots(self, election_name: str, after: str = "") -> Iterator[Ballot]:
        """The ballots of an election, each read once, by voter, after one."""
