"""A projection of an event log: every event applied exactly once, resumable, rebuilt from zero.

One model beside the log's own (`event_log`), in the table of what is projected:

    cursors   key (owner…)   sequence, done; rebuilding (optional, to rebuild)

The YAML to paste (the name of `sequence` can be another):

    ProjectionCursor:
      fields:
        sequence: {type: IntegerField, required: true}
        done: {type: IntegerField, required: true}
        rebuilding: {type: StringField}
      key: {PK: METADATA, SK: PROJECTION}

An event's writes and the step of the cursor are one transaction, on the condition that the cursor
is where it was read. So an event is applied whole or not at all, and never twice, whoever else
projects at the same time and wherever a projector dies. What is too much for one transaction is
written in parts: `done` counts the writes of the next event that are applied already.

A handler makes the writes of one kind of event. It returns a list, always the same for an event
(cut into transactions as needed); or it is a generator that reads first, as operations do, and
returns a `Round` of writes: with `more` it is asked again after they are applied.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from tavola.errors import (
    AlreadyExists,
    ConditionFailed,
    ItemMissing,
    OperationError,
    OutcomeUnknown,
    TransactionCancelled,
)
from tavola.model.field_expressions import Expr
from tavola.model.model import Model
from tavola.operations.retry import MAX_RACES
from tavola.operations.steps import Steps, Wait
from tavola.operations.write.operations import Write
from tavola.operations.write.sending.send import MAX_ACTIONS
from tavola.patterns.pieces.log_items import FindTip, LogDamaged, LogItems, ReadEvents
from tavola.patterns.pieces.parts import part_of
from tavola.table.base import BaseTable

__all__ = [
    "CatchUp",
    "CursorAhead",
    "Handler",
    "ProjectionFailed",
    "Projector",
    "Rebuild",
    "Rebuilding",
    "Round",
    "UnknownEvent",
]

E = TypeVar("E", bound=Model)
C = TypeVar("C", bound=Model)

Writes = Sequence[Write[Any]]


class Round(Struct, frozen=True):
    """Writes that a handler found by reading; `more` to be asked again after they are applied."""

    writes: Writes
    more: bool = False


Handler = Callable[[Any], Writes | Generator[Any, Any, Round]]
"""From an event to its writes."""


class UnknownEvent(OperationError):
    """There is no handler for an event's kind; nothing of it was applied."""

    def __init__(self, message: str, *, kind: str, sequence: int) -> None:
        super().__init__(message)
        self.kind = kind
        self.sequence = sequence


class ProjectionFailed(OperationError):
    """A write of an event was refused while it was replayed; the cursor stays before the event."""

    def __init__(self, message: str, *, sequence: int) -> None:
        super().__init__(message)
        self.sequence = sequence


class CursorAhead(OperationError):
    """The projection has seen events that the log does not have."""


class Rebuilding(ConditionFailed):
    """The projection is being emptied to be built again; nothing is applied until that is done."""


class Cursor(Struct, frozen=True):
    """How far a projection is: the last event applied, and writes of the next one."""

    sequence: int = 0
    done: int = 0
    rebuilding: str | None = None


class Projector(Generic[E, C]):
    """The projection of a log, as operations to run on its table, sync or async."""

    def __init__(
        self,
        log: LogItems[E, Any],
        table: BaseTable,
        cursors: type[C],
        handlers: Mapping[str, Handler],
        *,
        sequence: str = "sequence",
    ) -> None:
        self.log = log
        self.cursors = part_of(table, cursors, sequence, "done")
        self.handlers = handlers
        self._sequence = sequence

    def catch_up(self, *owner: Any, limit: int | None = None) -> CatchUp[E]:
        """Apply the events that are not applied yet, or so many; returns the last one's number."""
        return CatchUp(self, owner, limit)

    def rebuild(
        self, *owner: Any, empty: Callable[[], Steps[Any]], by: str, takes_over: bool = False
    ) -> Rebuild[E]:
        """Empty the projection and apply every event again.

        `empty` is a generator function that deletes what was projected (but the cursor); `by` is
        who rebuilds. Until it is done nothing is applied. If it died, the same one goes on, or
        another `takes_over`.
        """
        return Rebuild(self, owner, empty, by, takes_over)

    def inline(self, owner: Sequence[Any], event: E, used: int) -> Writes | None:
        """The writes of an event for its own transaction, the cursor first.

        None if they need reading, or more room than the transaction has.
        """
        made = self.handler(event)(event)
        if isinstance(made, Generator):
            made.close()
            return None
        if fitting(made, MAX_ACTIONS - used - 1) < len(made):
            return None
        number = self.log.number_of(event)
        return [self.step(owner, Cursor(number - 1), Cursor(number)), *made]

    def handler(self, event: E) -> Handler:
        """The function that makes an event's writes."""
        kind = self.log.kind_of(event)
        found = self.handlers.get(kind)
        if found is None:
            number = self.log.number_of(event)
            raise UnknownEvent(
                f"{self.log.events.name} {number}: {kind!r} is not an event that is known here. "
                f"Known are {', '.join(sorted(self.handlers))}.",
                kind=kind,
                sequence=number,
            )
        return found

    def step(self, owner: Sequence[Any], old: Cursor, new: Cursor) -> Write[Any]:
        """Move the cursor from where it was read."""
        part = self.cursors
        sequence, done = part.field(self._sequence), part.field("done")
        condition: Expr = (sequence == old.sequence) & (done == old.done)
        if part.has("rebuilding"):
            condition &= part.field("rebuilding").is_missing()
        changes = (sequence.set(new.sequence), done.set(new.done))
        return part.update(owner, *changes, condition=condition)

    def as_cursor(self, item: Any) -> Cursor:
        """What a stored cursor says."""
        sequence: int = getattr(item, self._sequence)
        return Cursor(sequence, item.done or 0, getattr(item, "rebuilding", None))

    def begin(self, owner: Sequence[Any], rebuilding: str | None) -> Steps[Cursor]:
        """Write a cursor that has seen nothing, if there is none."""
        part = self.cursors
        values: dict[str, Any] = {self._sequence: 0, "done": 0}
        if rebuilding is not None:
            values["rebuilding"] = rebuilding
        made = yield from part.create(part.make(owner, **values)).steps()
        return self.as_cursor(made)

    def read(self, owner: Sequence[Any]) -> Steps[Cursor]:
        """Read the cursor; there is one afterwards."""
        found = yield from self.cursors.get(owner).steps()
        if found is None:
            try:
                return (yield from self.begin(owner, None))
            except AlreadyExists:
                found = yield from self.cursors.get(owner).steps()
        return self.as_cursor(found)


def fitting(writes: Writes, room: int) -> int:
    """How many of the writes fit into a transaction with so much room."""
    for number, write in enumerate(writes):
        # An update may release a unique value, claim another, and check whom it belonged to.
        room -= 1 + 3 * len(write.codec.schema.uniques)
        if room < 0:
            return number
    return len(writes)


class CatchUp(Struct, Generic[E], frozen=True):
    """Apply events that are not applied yet."""

    projector: Projector[E, Any]
    owner: tuple[Any, ...]
    limit: int | None = None
    page: int = 100

    def steps(self) -> Steps[int]:
        """Read events after the cursor, and apply one after another."""
        cursor = yield from self.projector.read(self.owner)
        began = cursor.sequence
        last = None if self.limit is None else began + self.limit
        while last is None or cursor.sequence < last:
            events = yield from self._events(cursor.sequence, last)
            if not events:
                yield from self._check_end(cursor)
                break
            for event in events:
                cursor = yield from self._apply(cursor, event)
        return cursor.sequence

    def _events(self, after: int, last: int | None) -> Steps[list[E]]:
        count = self.page if last is None else min(self.page, last - after)
        return (yield from ReadEvents(self.projector.log, self.owner, after, count).steps())

    def _check_end(self, cursor: Cursor) -> Steps[None]:
        tip = yield from FindTip(self.projector.log, self.owner).steps()
        if cursor.sequence > tip.sequence:
            raise CursorAhead(
                f"{self.projector.cursors.name} has seen {cursor.sequence} events, the log has "
                f"{tip.sequence}. Rebuild the projection."
            )

    def _apply(self, cursor: Cursor, event: E) -> Steps[Cursor]:
        """Apply what is left of an event; others may be at it too."""
        projector = self.projector
        number = projector.log.number_of(event)
        backoff = projector.cursors.context.backoff
        for race in range(MAX_RACES):
            while cursor.sequence < number:
                if number > cursor.sequence + 1:
                    raise LogDamaged(
                        f"{projector.log.events.name}: {cursor.sequence + 1} is missing, {number} "
                        "comes next. Restore the log from a backup.",
                        sequence=cursor.sequence + 1,
                    )
                moved = yield from self._write(cursor, event)
                if moved is None:
                    break
                cursor = moved
            else:
                return cursor
            yield Wait(backoff.pause_of_race(race))
            cursor = yield from projector.read(self.owner)
        raise ProjectionFailed(
            f"{projector.log.events.name} {number}: the projector lost the race to other writers "
            f"{MAX_RACES} times. Try again later.",
            sequence=number,
        )

    def _write(self, cursor: Cursor, event: E) -> Steps[Cursor | None]:
        """Write a part of an event with the cursor's step; None if the cursor has to be read."""
        projector = self.projector
        if cursor.rebuilding is not None:
            raise Rebuilding(
                f"{projector.cursors.name} is being rebuilt by {cursor.rebuilding}. "
                "Wait until that is done."
            )
        writes, new = yield from self._part(cursor, event)
        step = projector.step(self.owner, cursor, new)
        try:
            yield from projector.cursors.transaction([step, *writes]).steps()
        except ConditionFailed as refused:
            if refused.position == 0:
                return None
            number = projector.log.number_of(event)
            raise ProjectionFailed(
                f"{projector.log.events.name} {number} cannot be applied: {refused.message} "
                "Fix what is projected, or rebuild it.",
                sequence=number,
            ) from refused
        except (TransactionCancelled, OutcomeUnknown):
            return None
        return new

    def _part(self, cursor: Cursor, event: E) -> Steps[tuple[Writes, Cursor]]:
        """What is to be written next of an event, and where the cursor is after it."""
        projector = self.projector
        made = projector.handler(event)(event)
        end = Cursor(projector.log.number_of(event))
        if isinstance(made, Generator):
            found = yield from made
            if found.more and not found.writes:
                raise OperationError(
                    f"{projector.log.events.name} {end.sequence}: its handler asks for another "
                    "call, but writes nothing. Return writes, or no `more`."
                )
            count = cursor.done + len(found.writes)
            return found.writes, Cursor(cursor.sequence, count) if found.more else end
        left = made[cursor.done :]
        part = left[: fitting(left, MAX_ACTIONS - 1)]
        if len(part) == len(left):
            return part, end
        return part, Cursor(cursor.sequence, cursor.done + len(part))


class Rebuild(Struct, Generic[E], frozen=True):
    """Empty a projection, and apply every event again."""

    projector: Projector[E, Any]
    owner: tuple[Any, ...]
    empty: Callable[[], Steps[Any]]
    by: str
    takes_over: bool

    def steps(self) -> Steps[int]:
        """Stop who projects, delete, begin again, catch up; the same again after a crash."""
        yield from self._close()
        yield from self.empty()
        yield from self._open()
        return (yield from CatchUp(self.projector, self.owner).steps())

    def _close(self) -> Steps[None]:
        """Put the cursor where nothing was seen, and keep everybody from moving it."""
        projector, part = self.projector, self.projector.cursors
        if not part.has("rebuilding"):
            raise OperationError(
                f"{part.name} has no field 'rebuilding'. Add it to the design: a StringField."
            )
        mark = part.field("rebuilding")
        free: Expr | None = None if self.takes_over else mark.is_missing() | (mark == self.by)
        start = projector.step(self.owner, Cursor(), Cursor())
        changes: Any = getattr(start, "changes", ())
        update = part.update(self.owner, *changes, mark.set(self.by), condition=free)
        try:
            yield from update.steps()
        except ItemMissing:
            yield from projector.begin(self.owner, self.by)
        except ConditionFailed as refused:
            other = projector.as_cursor(part.decode(refused.item or {}))
            raise Rebuilding(
                f"{part.name} is being rebuilt by {other.rebuilding}. "
                "Wait until that is done; if it died, take over."
            ) from refused

    def _open(self) -> Steps[None]:
        part = self.projector.cursors
        mark = part.field("rebuilding")
        try:
            yield from part.update(self.owner, mark.remove(), condition=mark == self.by).steps()
        except ConditionFailed as refused:
            raise Rebuilding(
                f"{part.name}: somebody else has taken over the rebuilding from {self.by}."
            ) from refused
