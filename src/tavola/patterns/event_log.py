"""An event log: gap-free, in order, chained by hashes, appended to by many at once.

Two models in a table of their own, so that no rebuild of anything else can lose them:

    events   key (owner…, sequence…)   kind, previous, hash, and whatever an event tells
    heads    key (owner…)              sequence, hash; paused (optional)

The YAML to paste (the names of `sequence`, `kind`, `previous` and `hash` can be others):

    table: {name: shop_events, partitionKey: PK, sortKey: SK, deletionProtection: true,
            pointInTimeRecovery: true}
    models:
      Event:
        fields:
          sequence: {type: IntegerField, required: true}
          at: {type: DateTimeField, required: true}
          kind: {type: StringField, required: true}
          data: {type: JsonField}
          previous: {type: StringField}
          hash: {type: StringField}
        key: {PK: EVENTS, SK: "{sequence:012d}"}
        indexes: {events: primaryKey}
      Head:
        fields:
          sequence: {type: IntegerField, required: true}
          hash: {type: StringField, required: true}
          paused: {type: StringField}
        key: {PK: HEAD, SK: HEAD}

What can go wrong, and why it does not. Two writers may want one number: both move the head, on the
condition that it is what they read, in the transaction that writes the event; one of them is
refused, reads the head that came with the refusal and takes the next number. A writer may die at
any point: before its transaction nothing is there, after it everything. The answer to a
transaction may be lost: the event of that number is read, and its hash says whose it is. Writers of
one process queue before the head (`local_queue`), since n that compete cost n² tries; those of
other processes try again, until their patience ends.

`make` is called when the head is known. Whatever it reads, it reads after that; so if the head has
not moved when the event is written, nothing that the log tells of came between.

What depends on the event belongs into the same transaction (`also`, or a `projector`); a condition
that is refused there is the caller's, and nothing is written, no number is used up.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from tavola.errors import (
    ConditionFailed,
    ItemChanged,
    OutcomeUnknown,
    StoreError,
    TransactionCancelled,
)
from tavola.model.model import Model
from tavola.operations.steps import Steps, Wait
from tavola.operations.write.operations import Write
from tavola.patterns.pieces.local_queue import LocalQueues
from tavola.patterns.pieces.log_items import FindTip, LogDamaged, LogItems, ReadEvents, Tip
from tavola.patterns.pieces.log_upkeep import Restore, UpkeepPause, Verify
from tavola.patterns.pieces.patience import Patience
from tavola.table.base import BaseTable

__all__ = ["Append", "EventLog", "LogBusy", "LogDamaged", "LogPaused", "Projects", "Tip"]

E = TypeVar("E", bound=Model)
H = TypeVar("H", bound=Model)

Writes = Sequence[Write[Any]]
# The head and the event come before whatever else a transaction holds.
_OWN_WRITES = 2


class LogBusy(ItemChanged):
    """The append lost every race to other writers until the deadline; nothing was written."""


class LogPaused(ConditionFailed):
    """Nothing is appended until the log is resumed; `reason` says why."""

    def __init__(self, message: str, *, reason: str) -> None:
        super().__init__(message)
        self.reason = reason


class Projects(Protocol):
    """What writes an event's effects in the event's own transaction; see `projector`."""

    def inline(self, owner: Sequence[Any], event: Any, used: int) -> Writes | None:
        """Return an event's writes; None if its transaction, so far used, has no room for them."""
        ...

    def catch_up(self, *owner: Any) -> Any:
        """Apply what is not applied yet."""
        ...


class EventLog(LogItems[E, H], Generic[E, H]):
    """A log, as operations to run on its table, sync or async.

    Make one per process and share it: commands queue in it. `patience` is how many seconds an
    append goes on trying; the other arguments are the names of the event's fields.
    """

    def __init__(
        self,
        table: BaseTable,
        events: type[E],
        heads: type[H],
        *,
        sequence: str = "sequence",
        kind: str = "kind",
        previous: str = "previous",
        hash: str = "hash",  # noqa: A002 - the field's name
        patience: float = 10.0,
    ) -> None:
        super().__init__(
            table, events, heads, sequence=sequence, kind=kind, previous=previous, hash=hash
        )
        self.patience = patience
        self.queues = LocalQueues()

    def append(
        self,
        *owner: Any,
        make: Callable[[int], E],
        also: Callable[[E], Writes] = lambda _: (),
        projector: Projects | None = None,
    ) -> Append[E]:
        """Append what `make` makes of the next number; it is called again after a lost race.

        `make` leaves the hashes out. `also` are writes and checks of the same transaction, in any
        table of the store. If one is refused, its ConditionFailed has its `position` among them.
        """
        return Append(self, owner, make, also, projector)

    def tip(self, *owner: Any) -> FindTip:
        """Read where the log ends."""
        return FindTip(self, owner)

    def read(self, *owner: Any, after: int = 0, limit: int = 100) -> ReadEvents[E]:
        """Read events in order, from the one after a number."""
        return ReadEvents(self, owner, after, limit)

    def verify(self, *owner: Any, known: Mapping[int, str] | None = None) -> Verify:
        """Recompute the whole chain; `known` are hashes by number that were seen before.

        Whoever can write the table can write a new chain. A hash that was published, or is kept
        elsewhere, shows it.
        """
        return Verify(self, owner, known or {})

    def pause(self, *owner: Any, reason: str) -> UpkeepPause:
        """Refuse to append from now on, until `resume`."""
        return UpkeepPause(self, owner, reason)

    def resume(self, *owner: Any) -> UpkeepPause:
        """Append again."""
        return UpkeepPause(self, owner, None)

    def restore(self, *owner: Any, events: Iterable[E], goes_on: bool = False) -> Restore[E]:
        """Fill an empty log with events as they were, hashes included.

        With `goes_on` the log may hold the first of them, where a restore was interrupted.
        """
        return Restore(self, owner, events, goes_on)


class Append(Struct, Generic[E], frozen=True):
    """Append one event, with all that depends on it."""

    log: EventLog[E, Any]
    owner: tuple[Any, ...]
    make: Callable[[int], E]
    also: Callable[[E], Writes]
    projector: Projects | None

    def steps(self) -> Steps[E]:
        """Wait for a turn in this process, then try until it succeeds or patience ends."""
        log = self.log
        patience = Patience(log.heads.context.clock, log.patience)
        queue = log.queues.of(self.owner)
        ticket = yield from queue.enter(is_async=log.heads.is_async, seconds=log.patience)
        try:
            if ticket is None:
                raise self._busy()
            return (yield from self._append(patience))
        finally:
            queue.leave(ticket)

    def _append(self, patience: Patience) -> Steps[E]:
        tip = self.log.known_tip(self.owner) or (yield from self._read_tip())
        backoff = self.log.heads.context.backoff
        for race in itertools.count():
            found = yield from self._try(tip)
            if not isinstance(found, Tip):
                return found
            tip = found
            if patience.left <= 0:
                raise self._busy()
            yield Wait(patience.pause(backoff.pause_of_race(race)))
        raise AssertionError  # counting has no end

    def _try(self, tip: Tip) -> Steps[E | Tip]:
        """Send it once; returns the event, or where the log ends now."""
        log = self.log
        if tip.paused is not None:
            # What this process remembers may be over, and what it read may be as well by now.
            tip = yield from self._read_tip()
            self._check_open(tip)
        event, also, inline = self._planned(tip)
        if self.projector is not None and inline is None:
            # Its transaction will not check the cursor, so what it is decided on must not lag.
            yield from self.projector.catch_up(*self.owner).steps()
            event, also, inline = self._planned(tip)
        new = Tip(log.number_of(event), log.hash_of(event), is_stored=True)
        own = [log.move(self.owner, tip, new), log.events.create(event)]
        token = log.heads.context.token()
        transaction = log.heads.transaction([*own, *also, *(inline or ())], token)
        try:
            yield from transaction.steps()
        except ConditionFailed as refused:
            return (yield from self._refused(refused, tip, len(also)))
        except TransactionCancelled:
            # Other transactions held the head again and again, or no reason was given.
            return (yield from self._read_tip())
        except OutcomeUnknown as unknown:
            if not (yield from self._is_written(event, unknown)):
                return (yield from self._read_tip())
        log.remember(self.owner, new)
        if self.projector is not None and inline is None:
            yield from self.projector.catch_up(*self.owner).steps()
        return event

    def _planned(self, tip: Tip) -> tuple[E, Writes, Writes | None]:
        """Make the event, what the caller adds to it, and its effects if they fit."""
        event = self.log.chained(self.make(tip.sequence + 1), tip)
        also = [*self.also(event)]
        if self.projector is None:
            return event, also, None
        return event, also, self.projector.inline(self.owner, event, _OWN_WRITES + len(also))

    def _refused(self, refused: ConditionFailed, tip: Tip, also: int) -> Steps[Tip]:
        """Say where the log ends now, or raise what is refused for good."""
        position = -1 if refused.position is None else refused.position
        if position == 0:
            if refused.item is None:
                return (yield from self._read_tip())
            moved = self.log.as_tip(self.log.heads.decode(refused.item))
            self._check_open(moved)
            return moved
        if position == 1:
            raise LogDamaged(
                f"{self.log.events.name} {tip.sequence + 1} exists, but the head is at "
                f"{tip.sequence}. Restore the log from a backup.",
                sequence=tip.sequence + 1,
            ) from refused
        if position == _OWN_WRITES + also and self.projector is not None:
            # The projection's cursor is the first of its writes: it lags behind the log.
            yield from self.projector.catch_up(*self.owner).steps()
            return tip
        refused.position = position - _OWN_WRITES if position >= _OWN_WRITES else None
        raise refused

    def _check_open(self, tip: Tip) -> None:
        if tip.paused is not None:
            self.log.remember(self.owner, tip)
            raise LogPaused(
                f"{self.log.heads.name}: the log is paused: {tip.paused}. Resume it first.",
                reason=tip.paused,
            )

    def _read_tip(self) -> Steps[Tip]:
        tip = yield from FindTip(self.log, self.owner).steps()
        self._check_open(tip)
        return tip

    def _is_written(self, event: E, unknown: StoreError) -> Steps[bool]:
        """Look for an event whose transaction got no answer; another's in its place is a no."""
        number = self.log.number_of(event)
        found = yield from ReadEvents(self.log, self.owner, number - 1, 1).steps()
        if not found:
            raise OutcomeUnknown(
                f"{self.log.events.name} {number}: no answer came, and the event is not there yet. "
                f"Look for it before appending it again. ({unknown.message})"
            )
        return self.log.hash_of(found[0]) == self.log.hash_of(event)

    def _busy(self) -> LogBusy:
        return LogBusy(
            f"{self.log.heads.name}: the append lost the race to other writers for "
            f"{self.log.patience:g} seconds. Try again later, or give the log more patience."
        )
