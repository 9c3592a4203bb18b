"""Elections in a SQL database: SQLite or MariaDB, through SQLAlchemy Core.

A command is one transaction that first locks the row of the log's head, so that commands run one
after the other, in as many processes as there are; what it reads after that cannot change.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from msgspec import structs
from sqlalchemy import (
    Connection,
    Select,
    Table,
    delete,
    func,
    insert,
    select,
    update,
)

from tavola_systems.vote.backends.backend import Backend, Decide, LogHead, Mailing, mailing_of
from tavola_systems.vote.backends.sql_engine import explaining_errors, open_engine, snapshots_of
from tavola_systems.vote.backends.sql_tables import (
    BALLOTS,
    CANDIDATES,
    CURSOR,
    ELECTIONS,
    EVENTS,
    HEAD,
    MAILINGS,
    ROWS,
    USERS,
    VOTERS,
    as_ballot,
    as_candidate,
    as_election,
    as_event,
    as_user,
    as_voter,
    event_values,
    values_of,
)
from tavola_systems.vote.domain.entities import Ballot, Candidate, Election, Row, User, Voter
from tavola_systems.vote.domain.errors import Conflict, ElectionLogDamaged, Paused
from tavola_systems.vote.domain.events import Event, chain, check_chain
from tavola_systems.vote.domain.projection import Change, Insert, RemovedRow, changes_of
from tavola_systems.vote.domain.state import Counts, State
from tavola_systems.vote.domain.typed_texts import fold

__all__ = ["SqlBackend"]

_PAGE = 1000


class SqlRows(State):
    """The rows as one connection sees them."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def apply(self, changes: Iterable[Change]) -> None:
        """Carry changes out; new rows of one kind go in together."""
        new: dict[Table, list[dict[str, Any]]] = {}
        for change in changes:
            match change:
                case Insert(row):
                    new.setdefault(ROWS[type(row)], []).append(values_of(row))
                case RemovedRow(row):
                    table = ROWS[type(row)]
                    self._connection.execute(delete(table).where(*_is(table, row)))
                case _:
                    table = ROWS[type(change.old)]
                    statement = update(table).where(*_is(table, change.old))
                    self._connection.execute(statement.values(values_of(change.new)))
        for table, rows in new.items():
            self._connection.execute(insert(table), rows)

    def _one(self, statement: Select[Any]) -> Any:
        return self._connection.execute(statement).mappings().one_or_none()

    def _all(self, statement: Select[Any]) -> Any:
        return self._connection.execute(statement).mappings().all()

    def counts(self) -> Counts:
        """Count users and elections."""
        users = self._connection.scalar(select(func.count()).select_from(USERS))
        elections = self._connection.scalar(select(func.count()).select_from(ELECTIONS))
        return Counts(users or 0, elections or 0)

    def find_user(self, name: str) -> User | None:
        """Find a user by name."""
        row = self._one(select(USERS).where(USERS.c.name_folded == fold(name)))
        return None if row is None else as_user(row)

    def find_user_by_email(self, email: str) -> User | None:
        """Find a user by address."""
        row = self._one(select(USERS).where(USERS.c.email_folded == fold(email)))
        return None if row is None else as_user(row)

    def users_by_name(self, names: Iterable[str]) -> list[User | None]:
        """Find several users, some hundred at a time."""
        folded = [fold(name) for name in names]
        found: dict[str, User] = {}
        for begin in range(0, len(folded), _PAGE):
            part = folded[begin : begin + _PAGE]
            for row in self._all(select(USERS).where(USERS.c.name_folded.in_(part))):
                found[row["name_folded"]] = as_user(row)
        return [found.get(name) for name in folded]

    def users(self, after: str = "") -> Iterator[User]:
        """Users by folded name."""
        return map(as_user, self._pages(USERS, "name_folded", after))

    def find_election(self, name: str) -> Election | None:
        """Find an election by name."""
        row = self._one(select(ELECTIONS).where(ELECTIONS.c.name_folded == fold(name)))
        return None if row is None else as_election(row)

    def elections(self, after: str = "") -> Iterator[Election]:
        """Elections by folded name."""
        return map(as_election, self._pages(ELECTIONS, "name_folded", after))

    def elections_of_owner(self, owner_name: str) -> list[Election]:
        """The elections that a user organises."""
        owned = select(ELECTIONS).where(ELECTIONS.c.owner_name == owner_name)
        return [as_election(row) for row in self._all(owned.order_by(ELECTIONS.c.name))]

    def elections_of_voter(self, voter_name: str) -> list[Election]:
        """The elections in which a user may vote."""
        joined = select(ELECTIONS).join(VOTERS, VOTERS.c.election_name == ELECTIONS.c.name)
        statement = joined.where(VOTERS.c.voter_name == voter_name).order_by(ELECTIONS.c.name)
        return [as_election(row) for row in self._all(statement)]

    def candidates(self, election_name: str) -> list[Candidate]:
        """An election's candidates."""
        rows = self._pages(CANDIDATES, "candidate_name", "", election_name)
        return [as_candidate(row) for row in rows]

    def voter(self, election_name: str, voter_name: str) -> Voter | None:
        """Find somebody who may vote."""
        row = self._one(_by_key(VOTERS, election_name, voter_name))
        return None if row is None else as_voter(row)

    def voters(self, election_name: str, after: str = "") -> Iterator[Voter]:
        """Who may vote."""
        return map(as_voter, self._pages(VOTERS, "voter_name", after, election_name))

    def ballot(self, election_name: str, voter_name: str) -> Ballot | None:
        """Find what a voter has cast."""
        row = self._one(_by_key(BALLOTS, election_name, voter_name))
        return None if row is None else as_ballot(row)

    def ballots(self, election_name: str, after: str = "") -> Iterator[Ballot]:
        """The ballots of an election, a page at a time."""
        return map(as_ballot, self._pages(BALLOTS, "voter_name", after, election_name))

    def _pages(
        self, table: Table, by: str, last: str, election_name: str | None = None
    ) -> Iterator[Any]:
        """Read a table in order, each page from where the last one ended."""
        while True:
            statement = select(table).where(table.c[by] > last).order_by(table.c[by]).limit(_PAGE)
            if election_name is not None:
                statement = statement.where(table.c.election_name == election_name)
            rows = self._all(statement)
            yield from rows
            if len(rows) < _PAGE:
                return
            last = rows[-1][by]


def _by_key(table: Table, election_name: str, voter_name: str) -> Select[Any]:
    return select(table).where(
        table.c.election_name == election_name, table.c.voter_name == voter_name
    )


def _is(table: Table, row: Row) -> list[Any]:
    values = values_of(row)
    return [column == values[column.name] for column in table.primary_key.columns]


class SqlBackend(Backend):
    """A log and its rows in one database."""

    def __init__(self, url: str) -> None:
        self._engine = open_engine(url)
        self._snapshots = snapshots_of(self._engine)
        with self._writing():
            pass

    @contextmanager
    def _writing(self) -> Generator[tuple[Connection, LogHead]]:
        """Begin a transaction behind all others, and say where the log ends."""
        with explaining_errors(), self._engine.connect() as plain:
            connection = plain.execution_options(is_writing=True)
            with connection.begin():
                row = connection.execute(select(HEAD).with_for_update()).mappings().one()
                yield connection, LogHead(row["sequence"], row["hash"], row["paused"])

    def execute(
        self,
        actor: str,
        clock: Callable[[], datetime],
        decide: Decide,
        *,
        has_mailing: bool = False,
    ) -> Event | None:
        """Decide, append, apply, in one transaction."""
        with self._writing() as (connection, head):
            if head.paused is not None:
                raise Paused(head.paused)
            rows = SqlRows(connection)
            when = clock()
            body = decide(rows, when)
            if body is None:
                return None
            entry = chain(
                body, event_id=head.sequence + 1, actor=actor, when=when, previous=head.hash
            )
            _append(connection, [entry])
            _apply(connection, entry)
            if has_mailing:
                connection.execute(insert(MAILINGS).values(structs.asdict(mailing_of(entry))))
            return entry

    def add_mailing(self, mailing: Mailing) -> None:
        """Put a mailing to those that wait."""
        with explaining_errors(), self._engine.begin() as connection:
            connection.execute(insert(MAILINGS).values(structs.asdict(mailing)))

    def mailings(self) -> list[Mailing]:
        """The mailings that wait."""
        with explaining_errors(), self._engine.connect() as connection:
            ordered = select(MAILINGS).order_by(MAILINGS.c.mailing_id)
            return [Mailing(**row) for row in connection.execute(ordered).mappings()]

    def end_mailing(self, mailing_id: str) -> None:
        """Take a mailing away."""
        with explaining_errors(), self._engine.begin() as connection:
            connection.execute(delete(MAILINGS).where(MAILINGS.c.mailing_id == mailing_id))

    @contextmanager
    def reading(self) -> Generator[State]:
        """The rows as they are at one moment."""
        with explaining_errors(), self._snapshots.connect() as connection, connection.begin():
            yield SqlRows(connection)

    def head(self) -> LogHead:
        """Where the log ends."""
        with explaining_errors(), self._engine.connect() as connection:
            row = connection.execute(select(HEAD)).mappings().one()
            return LogHead(row["sequence"], row["hash"], row["paused"])

    def cursor(self) -> int:
        """The number of the last event that the rows show."""
        with explaining_errors(), self._engine.connect() as connection:
            return connection.scalar(select(CURSOR.c.last_event_id)) or 0

    def events(self, after: int = 0, limit: int | None = None) -> Iterator[Event]:
        """The events after a number, a page at a time."""
        left = limit
        while left is None or left > 0:
            size = _PAGE if left is None else min(_PAGE, left)
            statement = select(EVENTS).where(EVENTS.c.event_id > after)
            with explaining_errors(), self._engine.connect() as connection:
                page = statement.order_by(EVENTS.c.event_id).limit(size)
                found = [as_event(row) for row in connection.execute(page).mappings()]
            yield from found
            if len(found) < size:
                return
            after = found[-1].event_id
            left = None if left is None else left - len(found)

    def pause(self, reason: str | None) -> None:
        """Refuse commands, or let them through again."""
        with self._writing() as (connection, _):
            connection.execute(update(HEAD).values(paused=reason))

    def synchronize(self) -> int:
        """Apply what a restore or another program appended."""
        with self._writing() as (connection, head):
            done = connection.scalar(select(CURSOR.c.last_event_id)) or 0
            return _replay(connection, done, head)

    def rebuild(self) -> int:
        """Make all rows again, in one transaction: readers see the old ones until it ends."""
        with self._writing() as (connection, head):
            for table in ROWS.values():
                connection.execute(delete(table))
            connection.execute(update(CURSOR).values(last_event_id=0))
            return _replay(connection, 0, head)

    def restore(self, events: Iterable[Event]) -> int:
        """Fill an empty log."""
        with self._writing() as (connection, head):
            if head.sequence:
                raise Conflict("restore: the log is not empty. Restore into a new one.")
            restored = 0
            for entry in events:
                check_chain(entry, event_id=restored + 1, previous=head.hash)
                _append(connection, [entry])
                _apply(connection, entry)
                head = LogHead(entry.event_id, entry.hash)
                restored += 1
            return restored

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()


def _append(connection: Connection, entries: list[Event]) -> None:
    connection.execute(insert(EVENTS), [event_values(entry) for entry in entries])
    last = entries[-1]
    connection.execute(update(HEAD).values(sequence=last.event_id, hash=last.hash))


def _apply(connection: Connection, entry: Event) -> None:
    rows = SqlRows(connection)
    rows.apply(changes_of(entry, rows).all)
    moved = update(CURSOR).where(CURSOR.c.last_event_id == entry.event_id - 1)
    if connection.execute(moved.values(last_event_id=entry.event_id)).rowcount != 1:
        raise ElectionLogDamaged(
            f"event {entry.event_id}: the rows do not show the one before it. Rebuild them."
        )


def _replay(connection: Connection, done: int, head: LogHead) -> int:
    if done > head.sequence:
        raise ElectionLogDamaged(
            f"The rows show event {done}, but the log ends at {head.sequence}. Restore the log."
        )
    count = 0
    while done < head.sequence:
        page = select(EVENTS).where(EVENTS.c.event_id > done).order_by(EVENTS.c.event_id)
        found = connection.execute(page.limit(_PAGE)).mappings().all()
        if not found:
            raise ElectionLogDamaged(f"Event {done + 1} is missing from the log.")
        for row in found:
            entry = as_event(row)
            if entry.event_id != done + 1:
                raise ElectionLogDamaged(f"Event {done + 1} is missing from the log.")
            _apply(connection, entry)
            done = entry.event_id
            count += 1
    return count
