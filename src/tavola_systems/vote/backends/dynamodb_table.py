"""Elections in one DynamoDB table, and their events in another: Tavola's event log and projector.

A command is one transaction over both tables: the head moves from where it was read, the event
goes in, the cursor follows, the rows change. Whatever was read for it was read after the head, so
if the head has not moved, no other command came between. Commands of one process queue; those of
other processes lose the race and decide again, until patience ends. What is more than a transaction
holds is applied by the projector right after, or by the next command if this process dies.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, TypeVar

from msgspec import structs

from tavola.errors import OperationError, StoreError, TavolaError
from tavola.operations.steps import Steps
from tavola.operations.write.operations import Write
from tavola.operations.write.sending.send import MAX_ACTIONS
from tavola.patterns.event_log import EventLog, LogBusy, LogDamaged, LogPaused
from tavola.patterns.projector import Cursor, Projector, Round, UnknownEvent, fitting
from tavola_systems.vote import event_log_models as logged
from tavola_systems.vote.backends.backend import Backend, Decide, LogHead, Mailing, mailing_of
from tavola_systems.vote.backends.table_rows import CommandRows, TableRows
from tavola_systems.vote.domain.errors import (
    Conflict,
    ElectionLogDamaged,
    Paused,
    Unavailable,
    VoteError,
)
from tavola_systems.vote.domain.events import (
    ElectionCreated,
    Event,
    EventContent,
    UserNameChanged,
    UserRegistered,
    check_room,
    dump_body,
    event_types,
    load_body,
    moves_rows,
)
from tavola_systems.vote.domain.projection import Change, changes_of
from tavola_systems.vote.domain.state import State
from tavola_systems.vote.event_log_models import VoteEventLog
from tavola_systems.vote.models import Sync, VoteData

__all__ = ["TableBackend", "open_tables"]

T = TypeVar("T")
_PAGE = 500
# So often a long reading begins again before it is given up.
_READINGS = 10
# One part of an event that is applied in parts; a change is at most three writes with locks.
_PART = 20


class _NothingToDo(Exception):
    """Ends an append that has nothing to say."""


class _Command:
    """One command on its way: decided on rows that are read once, and again after a lost race."""

    def __init__(
        self,
        backend: TableBackend,
        projector: Projector[Any, Any],
        decide: Decide,
    ) -> None:
        self._backend = backend
        self._projector = projector
        self._decide = decide
        self._rows = CommandRows(backend.data)

    def decide(self, when: datetime) -> EventContent | None:
        """Decide on the rows; a refusal counts only if they show the whole log."""
        self._rows = CommandRows(self._backend.data)
        try:
            return self._decide(self._rows, when)
        except VoteError:
            if not self._backend.synchronize():
                raise
        self._rows = CommandRows(self._backend.data)
        return self._decide(self._rows, when)

    def inline(self, owner: Sequence[Any], event: Any, used: int) -> list[Write[Any]] | None:
        """The event's own transaction takes its changes if they fit; the cursor is first."""
        changes: list[Change] = []
        for change in changes_of(_event(event), self._rows).all:
            changes.append(change)
            if len(changes) > MAX_ACTIONS:
                return None
        writes = self._rows.writes(changes, event.when_occurred)
        if fitting(writes, MAX_ACTIONS - used - 1) < len(writes):
            return None
        number: int = event.event_id
        return [self._projector.step(owner, Cursor(number - 1), Cursor(number)), *writes]

    def catch_up(self, *owner: Any) -> Any:
        """Apply what is not applied yet."""
        return self._projector.catch_up(*owner)


class TableBackend(Backend):
    """A log and its rows in two tables of one store."""

    def __init__(self, data: VoteData, log: VoteEventLog, *, patience: float = 10.0) -> None:
        self.data = data
        self.log = log
        self._rows = TableRows(data)
        self._log = EventLog(
            log,
            logged.Event,
            logged.Head,
            sequence="event_id",
            kind="event_type",
            patience=patience,
        )
        handlers = dict.fromkeys(event_types(), self._handle)
        self._projector = Projector(self._log, data, Sync, handlers, sequence="last_event_id")

    def execute(
        self,
        actor: str,
        clock: Callable[[], datetime],
        decide: Decide,
        *,
        has_mailing: bool = False,
    ) -> Event | None:
        """Decide, append and apply, in one transaction."""
        command = _Command(self, self._projector, decide)

        def make(number: int) -> logged.Event:
            check_room(number)
            when = clock()
            body = command.decide(when)
            if body is None:
                raise _NothingToDo
            return logged.Event(
                event_id=number,
                actor=actor,
                when_occurred=when,
                event_type=type(body).__name__,
                event_data=dump_body(body),
                previous="",
                hash="",
            )

        with _explaining_errors():
            try:
                append = self._log.append(
                    make=make, also=self._mailing if has_mailing else _nothing, projector=command
                )
                return _event(self.log.run(append))
            except _NothingToDo:
                return None

    def _mailing(self, item: logged.Event) -> list[Write[Any]]:
        mailing = mailing_of(_event(item))
        return [self.log.mailing.plan.create(**structs.asdict(mailing))]

    def add_mailing(self, mailing: Mailing) -> None:
        """Put a mailing to those that wait."""
        with _explaining_errors():
            self.log.mailing.create(**structs.asdict(mailing))

    def mailings(self) -> list[Mailing]:
        """The mailings that wait."""
        with _explaining_errors():
            found = self.log.mailing.mailings(consistent=True).all()
            return [
                Mailing(
                    mailing_id=one.mailing_id,
                    election_name=one.election_name,
                    event_id=one.event_id,
                )
                for one in found
            ]

    def end_mailing(self, mailing_id: str) -> None:
        """Take a mailing away."""
        with _explaining_errors():
            self.log.mailing.delete(mailing_id)

    def _handle(self, item: Any) -> Any:
        """The writes of an event that is applied after it was appended."""
        changes = changes_of(_event(item), self._rows)
        if changes.shrinks:
            return self._part(iter(changes.all), item.when_occurred)
        return self._rows.writes(list(changes.all), item.when_occurred)

    def _part(self, changes: Iterator[Change], when: datetime) -> Generator[Any, Any, Round]:
        """Take as much as one transaction holds; asked again, what is left."""
        taken: list[Change] = []
        for change in changes:
            if len(taken) == _PART:
                return Round(self._rows.writes(taken, when), more=True)
            taken.append(change)
        return Round(self._rows.writes(taken, when))
        yield  # the rows are read as they are needed, so there is nothing to wait for

    @contextmanager
    def reading(self) -> Generator[State]:
        """The rows as they are."""
        with _explaining_errors():
            yield self._rows

    def read(self, read: Callable[[State], T]) -> T:
        """Read, and again if an event that was not applied wholly before has moved rows since."""
        for _ in range(_READINGS):
            cursor = self.cursor()
            with self.reading() as state:
                found = read(state)
            if not self._has_moved(cursor):
                return found
            self.synchronize()
        raise Unavailable("database: users or voters changed at every reading. Try again later.")

    def _has_moved(self, cursor: int) -> bool:
        return self.head().sequence > cursor and any(map(moves_rows, self.events(cursor)))

    def head(self) -> LogHead:
        """Where the log ends."""
        with _explaining_errors():
            tip = self.log.run(self._log.tip())
            return LogHead(tip.sequence, tip.hash, tip.paused)

    def cursor(self) -> int:
        """The number of the last event that the rows show."""
        with _explaining_errors():
            found = self.data.sync.get()
            return 0 if found is None else found.last_event_id

    def events(self, after: int = 0, limit: int | None = None) -> Iterator[Event]:
        """The events after a number, a page at a time."""
        left = limit
        while left is None or left > 0:
            size = _PAGE if left is None else min(_PAGE, left)
            with _explaining_errors():
                found = self.log.run(self._log.read(after=after, limit=size))
            yield from map(_event, found)
            if len(found) < size:
                return
            after = found[-1].event_id
            left = None if left is None else left - len(found)

    def pause(self, reason: str | None) -> None:
        """Refuse commands, or let them through again."""
        with _explaining_errors():
            operation = self._log.resume() if reason is None else self._log.pause(reason=reason)
            self.log.run(operation)

    def synchronize(self) -> int:
        """Apply events that the rows do not show yet."""
        with _explaining_errors():
            before = self.cursor()
            return int(self.data.run(self._projector.catch_up())) - before

    def rebuild(self) -> int:
        """Delete all rows and make them again; commands are refused meanwhile."""
        with _explaining_errors():
            rebuild = self._projector.rebuild(empty=self._empty, by="rebuild", takes_over=True)
            return int(self.data.run(rebuild))

    def _empty(self) -> Steps[None]:
        """Delete what events have ever made: the log names it, so nothing has to be scanned."""
        for event in self.events():
            match load_body(event):
                case UserRegistered(name=name) | UserNameChanged(new_name=name):
                    self._empty_user(name)
                case ElectionCreated(name=name):
                    self._empty_election(name)
                case _:
                    pass
        self.data.counts.delete()
        yield from ()

    def _empty_user(self, name: str) -> None:
        data = self.data
        owned = data.ownership.elections_of_owner(user_name=name, consistent=True)
        data.ownership.delete_all([(one.user_name, one.election_name) for one in owned.all()])
        voting = data.eligibility.elections_of_voter(user_name=name, consistent=True)
        data.eligibility.delete_all([(one.user_name, one.election_name) for one in voting.all()])
        data.user.delete(name)

    def _empty_election(self, name: str) -> None:
        data, rows = self.data, self._rows
        data.ballot.delete_all([(one.key[0], one.key[1]) for one in rows.ballots(name)])
        data.voter.delete_all([(one.key[0], one.key[1]) for one in rows.voters(name)])
        data.candidate.delete_all([(one.key[0], one.key[1]) for one in rows.candidates(name)])
        data.election.delete(name)

    def restore(self, events: Iterable[Event]) -> int:
        """Fill an empty log, then the rows."""
        with _explaining_errors():
            if self.head().sequence:
                raise Conflict("restore: the log is not empty. Restore into a new one.")
            self.log.run(self._log.restore(events=map(_item, events)))
            return self.rebuild()

    def close(self) -> None:
        """Close the store."""
        self.data.close()


def open_tables(location: str, *, patience: float = 10.0, **options: Any) -> TableBackend:
    """Open both tables: in a file or memory, or on DynamoDB, where `*` stands for their names."""
    first = location.replace("*", VoteData.design.table.name)
    data = VoteData.open(first, **options)
    second = location.replace("*", VoteEventLog.design.table.name)
    own = {name: options[name] for name in ("clock", "sleep") if name in options}
    log = VoteEventLog.open(second, store=data.store, **own)
    return TableBackend(data, log, patience=patience)


def _nothing(_: logged.Event) -> Sequence[Write[Any]]:
    return ()


def _event(item: Any) -> Event:
    data: Any = item.event_data
    return Event(
        event_id=item.event_id,
        actor=item.actor,
        when_occurred=item.when_occurred,
        event_type=item.event_type,
        event_data=data,
        previous=item.previous,
        hash=item.hash,
    )


def _item(event: Event) -> logged.Event:
    return logged.Event(**{name: getattr(event, name) for name in Event.__struct_fields__})


@contextmanager
def _explaining_errors() -> Generator[None]:
    """Turn the library's errors into ours."""
    try:
        yield
    except LogPaused as paused:
        raise Paused(paused.reason) from paused
    except (LogDamaged, UnknownEvent) as damaged:
        raise ElectionLogDamaged(str(damaged)) from damaged
    except (LogBusy, StoreError) as error:
        raise Unavailable(f"database: {error}") from error
    except OperationError as error:
        raise ElectionLogDamaged(str(error)) from error
    except TavolaError as error:
        raise Unavailable(f"database: {error}") from error
