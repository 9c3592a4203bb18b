"""What a backend does: keep the log and the rows that follow from it, and nothing of the rules.

A command is carried out at one moment: `decide` reads the rows, its event is appended to the log,
and the rows change, as if no other command ran meanwhile. If `decide` refuses, nothing happens.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Self, TypeVar

from msgspec import Struct

from tavola_systems.vote.domain.events import FIRST_HASH, Event, EventContent, election_of
from tavola_systems.vote.domain.state import State

__all__ = ["Backend", "Decide", "LogHead", "Mailing", "mailing_of"]

T = TypeVar("T")
Decide = Callable[[State, datetime], EventContent | None]
"""What a command says to the rows as they are and the time that it is; None changes nothing."""


class LogHead(Struct, frozen=True):
    """Where the log ends, and whether the owner has stopped it from growing."""

    sequence: int = 0
    hash: str = FIRST_HASH
    paused: str | None = None
    """Why, if it is."""


class Mailing(Struct, frozen=True, kw_only=True):
    """Personal links that wait to be mailed; written in the transaction that is their cause."""

    mailing_id: str
    election_name: str
    event_id: int = 0
    """Whom it is for: a launch's are all who have not voted, as are a reminder's, which has none;
    those of a change of voters are whom it added."""


def mailing_of(event: Event) -> Mailing:
    """The mailing that an event causes; its hash names it, in whatever database it stands."""
    election_name = election_of(event) or ""
    return Mailing(mailing_id=event.hash, election_name=election_name, event_id=event.event_id)


class Backend(ABC):
    """An event log and its projection."""

    @abstractmethod
    def execute(
        self,
        actor: str,
        clock: Callable[[], datetime],
        decide: Decide,
        *,
        has_mailing: bool = False,
    ) -> Event | None:
        """Decide, append the event, change the rows; None if there is nothing to change.

        The time is asked for when it is the command's turn: one that had to wait is late. With
        `has_mailing` the event's mailing is there if and only if the event is.
        """

    @abstractmethod
    def add_mailing(self, mailing: Mailing) -> None:
        """Put a mailing that no event causes to those that wait."""

    @abstractmethod
    def mailings(self) -> list[Mailing]:
        """The mailings that wait; a rebuild leaves them as they are, a backup has none."""

    @abstractmethod
    def end_mailing(self, mailing_id: str) -> None:
        """Take away a mailing all of whose links are mailed."""

    @abstractmethod
    def reading(self) -> AbstractContextManager[State]:
        """The rows, for a question or several that belong together."""

    def read(self, read: Callable[[State], T]) -> T:
        """Read what takes several requests as if nothing had moved meanwhile.

        It may be read again, so `read` only reads.
        """
        with self.reading() as state:
            return read(state)

    @abstractmethod
    def head(self) -> LogHead:
        """Read where the log ends."""

    @abstractmethod
    def cursor(self) -> int:
        """The number of the last event that the rows show."""

    @abstractmethod
    def events(self, after: int = 0, limit: int | None = None) -> Iterator[Event]:
        """The events after a number, in order."""

    @abstractmethod
    def pause(self, reason: str | None) -> None:
        """Refuse commands from now on, or None to let them through again."""

    @abstractmethod
    def synchronize(self) -> int:
        """Apply events that the rows do not show yet; return how many."""

    @abstractmethod
    def rebuild(self) -> int:
        """Make all rows again from the log; return the number of events."""

    @abstractmethod
    def restore(self, events: Iterable[Event]) -> int:
        """Fill an empty log with a backup's events, and rebuild the rows; return their number."""

    @abstractmethod
    def close(self) -> None:
        """Let go of the database."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
