"""Elections in plain Python: the shortest backend, and what the others are compared with."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from threading import RLock
from typing import Any

from tavola_systems.vote.backends.backend import Backend, Decide, LogHead, Mailing, mailing_of
from tavola_systems.vote.domain.entities import Ballot, Candidate, Election, Row, User, Voter
from tavola_systems.vote.domain.errors import Conflict, Paused
from tavola_systems.vote.domain.events import Event, chain, check_chain
from tavola_systems.vote.domain.projection import Change, Insert, RemovedRow, changes_of
from tavola_systems.vote.domain.state import Counts, State
from tavola_systems.vote.domain.typed_texts import fold

__all__ = ["MemoryBackend", "MemoryRows"]


class MemoryRows(State):
    """The rows in dictionaries; also what `verify` replays a log into."""

    def __init__(self) -> None:
        self._users: dict[str, User] = {}
        self._emails: dict[str, str] = {}
        self._elections: dict[str, Election] = {}
        self._parts: dict[type[Any], dict[str, dict[str, Any]]] = {
            kind: defaultdict(dict) for kind in (Candidate, Voter, Ballot)
        }
        self._voting: dict[str, set[str]] = defaultdict(set)

    def apply(self, changes: Iterable[Change]) -> None:
        """Carry changes out."""
        for change in changes:
            match change:
                case Insert(row):
                    self._add(row)
                case RemovedRow(row):
                    self._drop(row)
                case _:
                    self._drop(change.old)
                    self._add(change.new)

    def _add(self, row: Row) -> None:
        match row:
            case User():
                self._users[fold(row.name)] = row
                self._emails[fold(row.email)] = fold(row.name)
            case Election():
                self._elections[fold(row.name)] = row
            case _:
                self._parts[type(row)][row.key[0]][row.key[1]] = row
        if isinstance(row, Voter):
            self._voting[row.voter_name].add(row.election_name)

    def _drop(self, row: Row) -> None:
        match row:
            case User():
                self._users.pop(fold(row.name), None)
                self._emails.pop(fold(row.email), None)
            case Election():
                self._elections.pop(fold(row.name), None)
            case _:
                self._parts[type(row)][row.key[0]].pop(row.key[1], None)
        if isinstance(row, Voter):
            self._voting[row.voter_name].discard(row.election_name)

    def counts(self) -> Counts:
        """Count users and elections."""
        return Counts(len(self._users), len(self._elections))

    def find_user(self, name: str) -> User | None:
        """Find a user by name."""
        return self._users.get(fold(name))

    def find_user_by_email(self, email: str) -> User | None:
        """Find a user by address."""
        name = self._emails.get(fold(email))
        return None if name is None else self._users[name]

    def users(self, after: str = "") -> Iterator[User]:
        """Users by folded name."""
        return iter([self._users[name] for name in sorted(self._users) if name > after])

    def find_election(self, name: str) -> Election | None:
        """Find an election by name."""
        return self._elections.get(fold(name))

    def elections(self, after: str = "") -> Iterator[Election]:
        """Elections by folded name."""
        return iter([self._elections[name] for name in sorted(self._elections) if name > after])

    def elections_of_owner(self, owner_name: str) -> list[Election]:
        """The elections that a user organises."""
        owned = (one for one in self._elections.values() if one.owner_name == owner_name)
        return sorted(owned, key=lambda one: one.name)

    def elections_of_voter(self, voter_name: str) -> list[Election]:
        """The elections in which a user may vote."""
        found = map(self.find_election, sorted(self._voting[voter_name]))
        return [election for election in found if election is not None]

    def candidates(self, election_name: str) -> list[Candidate]:
        """An election's candidates."""
        return self._listed(Candidate, election_name)

    def voter(self, election_name: str, voter_name: str) -> Voter | None:
        """Find somebody who may vote."""
        return self._parts[Voter][election_name].get(voter_name)

    def voters(self, election_name: str, after: str = "") -> Iterator[Voter]:
        """Who may vote."""
        return iter(self._listed(Voter, election_name, after))

    def ballot(self, election_name: str, voter_name: str) -> Ballot | None:
        """Find what a voter has cast."""
        return self._parts[Ballot][election_name].get(voter_name)

    def ballots(self, election_name: str, after: str = "") -> Iterator[Ballot]:
        """The ballots of an election."""
        return iter(self._listed(Ballot, election_name, after))

    def _listed(self, kind: type[Any], election_name: str, after: str = "") -> list[Any]:
        rows = self._parts[kind][election_name]
        return [rows[name] for name in sorted(rows) if name > after]


class MemoryBackend(Backend):
    """A log and its rows, gone when the process ends."""

    def __init__(self) -> None:
        self._lock = RLock()
        self._log: list[Event] = []
        self._paused: str | None = None
        self._rows = MemoryRows()
        self._mailings: dict[str, Mailing] = {}

    def execute(
        self,
        actor: str,
        clock: Callable[[], datetime],
        decide: Decide,
        *,
        has_mailing: bool = False,
    ) -> Event | None:
        """Decide, append, apply."""
        with self._lock:
            if self._paused is not None:
                raise Paused(self._paused)
            when = clock()
            body = decide(self._rows, when)
            if body is None:
                return None
            head = self.head()
            event = chain(
                body, event_id=head.sequence + 1, actor=actor, when=when, previous=head.hash
            )
            self._apply(event)
            self._log.append(event)
            if has_mailing:
                self.add_mailing(mailing_of(event))
            return event

    def add_mailing(self, mailing: Mailing) -> None:
        """Put a mailing to those that wait."""
        with self._lock:
            self._mailings[mailing.mailing_id] = mailing

    def mailings(self) -> list[Mailing]:
        """The mailings that wait."""
        with self._lock:
            return list(self._mailings.values())

    def end_mailing(self, mailing_id: str) -> None:
        """Take a mailing away."""
        with self._lock:
            self._mailings.pop(mailing_id, None)

    def _apply(self, event: Event) -> None:
        self._rows.apply(changes_of(event, self._rows).all)

    @contextmanager
    def reading(self) -> Generator[State]:
        """The rows; no command runs meanwhile."""
        with self._lock:
            yield self._rows

    def head(self) -> LogHead:
        """Where the log ends."""
        with self._lock:
            if not self._log:
                return LogHead(paused=self._paused)
            last = self._log[-1]
            return LogHead(last.event_id, last.hash, self._paused)

    def cursor(self) -> int:
        """The rows always show all events."""
        return self.head().sequence

    def events(self, after: int = 0, limit: int | None = None) -> Iterator[Event]:
        """The events after a number."""
        with self._lock:
            end = len(self._log) if limit is None else after + limit
            return iter(self._log[after:end])

    def pause(self, reason: str | None) -> None:
        """Refuse commands, or let them through again."""
        with self._lock:
            self._paused = reason

    def synchronize(self) -> int:
        """Nothing is ever behind."""
        return 0

    def rebuild(self) -> int:
        """Make all rows again."""
        with self._lock:
            self._rows = MemoryRows()
            for event in self._log:
                self._apply(event)
            return len(self._log)

    def restore(self, events: Iterable[Event]) -> int:
        """Fill an empty log."""
        with self._lock:
            if self._log:
                raise Conflict("restore: the log is not empty. Restore into a new one.")
            restored: list[Event] = []
            for event in events:
                previous = restored[-1].hash if restored else LogHead().hash
                check_chain(event, event_id=len(restored) + 1, previous=previous)
                restored.append(event)
            self._log = restored
            return self.rebuild()

    def close(self) -> None:
        """Nothing is held."""
