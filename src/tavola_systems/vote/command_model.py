"""CommandModel: everything that changes something, on natural keys."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from datetime import datetime

from msgspec import Struct

from tavola_systems.vote.domain.election_rules import ElectionSettings
from tavola_systems.vote.domain.events import Event
from tavola_systems.vote.domain.roles import Role

__all__ = ["CommandModel", "Receipt"]


class Receipt(Struct, frozen=True):
    """What a voter keeps: the confirmation stands beside the ballot when the count is published."""

    confirmation: str
    event_id: int
    when_cast: datetime


class CommandModel(ABC):
    """What can be done. `actor` is the name of who does it; roles are checked as they are then."""

    @abstractmethod
    def for_session(self, epoch: int) -> CommandModel:
        """The same for somebody who signed in at an epoch, and is still who they were then.

        A name can change hands between a request's beginning and its command; the epoch cannot.
        """

    @abstractmethod
    def register(self, name: str, email: str, password: str) -> Event:
        """Register oneself; the first user owns the system."""

    @abstractmethod
    def admit(self, actor: str, name: str, email: str) -> Event:
        """Bring in a voter, who signs in by links until they set a password."""

    @abstractmethod
    def set_role(self, actor: str, name: str, role: Role) -> Event:
        """Give a user another role."""

    @abstractmethod
    def transfer_ownership(self, actor: str, name: str) -> Event:
        """Make somebody else the owner."""

    @abstractmethod
    def change_name(self, actor: str, name: str, new_name: str) -> Event | None:
        """Rename a user, in every election too."""

    @abstractmethod
    def change_email(self, actor: str, name: str, email: str) -> Event | None:
        """Give a user another address."""

    @abstractmethod
    def change_password(self, actor: str, name: str, password: str) -> Event:
        """Give a user another password."""

    @abstractmethod
    def remove_user(self, actor: str, name: str) -> Event:
        """Remove a user who organises nothing and has not voted."""

    @abstractmethod
    def create_election(self, actor: str, name: str, description: str = "") -> Event:
        """Set up an election."""

    @abstractmethod
    def update_election(self, actor: str, name: str, settings: ElectionSettings) -> Event:
        """Change the rules of an election before its launch."""

    @abstractmethod
    def rename_election(self, actor: str, name: str, new_name: str) -> Event:
        """Never possible: the name is the key of everything in it."""

    @abstractmethod
    def launch(
        self, actor: str, name: str, *, allow_edit: bool = False, invite: bool = False
    ) -> Event:
        """Let voting begin; with `invite` every voter's personal link is to be mailed."""

    @abstractmethod
    def remind(self, actor: str, name: str) -> None:
        """Let a personal link be mailed to all who have not voted yet."""

    @abstractmethod
    def finalize(self, actor: str, name: str) -> Event:
        """End the voting."""

    @abstractmethod
    def delete_election(self, actor: str, name: str) -> Event:
        """Remove an election with everything in it."""

    @abstractmethod
    def set_candidates(
        self, actor: str, name: str, candidates: Iterable[str | tuple[str, str]]
    ) -> Event | None:
        """Make these the candidates: names, or names with descriptions."""

    @abstractmethod
    def set_eligible_voters(self, actor: str, name: str, voters: Iterable[str]) -> list[Event]:
        """Make these the voters; a very long list takes several events."""

    @abstractmethod
    def add_eligible_voters(
        self, actor: str, name: str, voters: Iterable[str], *, invite: bool = False
    ) -> list[Event]:
        """Let more users vote; with `invite` their personal links are to be mailed."""

    @abstractmethod
    def cast_ballot(
        self, actor: str, election_name: str, rankings: Sequence[tuple[str, int | None]]
    ) -> Receipt:
        """Vote, or change one's vote."""

    @abstractmethod
    def pause(self, actor: str, reason: str) -> None:
        """Stop all commands; reads go on."""

    @abstractmethod
    def resume(self, actor: str) -> None:
        """Let commands through again."""
