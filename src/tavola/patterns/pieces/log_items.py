"""The items of an event log: events, each chained to the one before it, and the head.

Sends reads only; `event_log` appends, `log_upkeep` verifies, pauses and restores.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from tavola.errors import OperationError
from tavola.keys import gt
from tavola.model.model import Model
from tavola.operations.steps import Steps
from tavola.operations.write.operations import Write
from tavola.patterns.chain import NO_PREDECESSOR, link
from tavola.patterns.pieces.parts import part_of
from tavola.table.base import BaseTable

__all__ = ["FindTip", "LogDamaged", "LogItems", "ReadEvents", "Tip"]

E = TypeVar("E", bound=Model)
H = TypeVar("H", bound=Model)

# How many logs a process remembers the end of.
_MOST_REMEMBERED = 1000


class LogDamaged(OperationError):
    """The log is not what was written: a gap, a changed event, another head; see `sequence`."""

    def __init__(self, message: str, *, sequence: int) -> None:
        super().__init__(message)
        self.sequence = sequence


class Tip(Struct, frozen=True):
    """Where a log ends: the last event's number and hash."""

    sequence: int = 0
    hash: str = NO_PREDECESSOR
    paused: str | None = None
    is_stored: bool = False
    """Whether there is a head to be moved."""


class LogItems(Generic[E, H]):
    """The events and heads of a table, and what the fields of theirs are called."""

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
    ) -> None:
        self.events = part_of(table, events, sequence, kind, previous, hash)
        self.heads = part_of(table, heads, "sequence", "hash")
        self._sequence = sequence
        self._kind = kind
        self._previous = previous
        self._hash = hash
        self._tips: dict[tuple[Any, ...], Tip] = {}

    def dump(self, event: E) -> str:
        """Write an event as one line of DynamoDB's JSON."""
        return msgspec.json.encode(self.events.attributes(event), order="sorted").decode()

    def load(self, line: str | bytes) -> E:
        """Read a line that `dump` has written."""
        item = msgspec.json.decode(line, type=dict[str, dict[str, Any]])
        return self.events.codec.model(**self.events.values(self.events.decode(item)))

    def number_of(self, event: E) -> int:
        """An event's place in the log, from 1."""
        number: int = getattr(event, self._sequence)
        return number

    def kind_of(self, event: E) -> str:
        """What has happened."""
        kind: str = getattr(event, self._kind)
        return kind

    def hash_of(self, event: E) -> str:
        """The hash that an event carries."""
        found: str = getattr(event, self._hash)
        return found

    def computed_hash(self, event: E) -> str:
        """The hash that an event should carry: of its predecessor's and all its other fields."""
        content = {
            shape.name: getattr(event, shape.python_name, None)
            for shape in self.events.codec.shape.fields
            if shape.python_name not in (self._hash, self._previous)
        }
        return link(getattr(event, self._previous), content)

    def chained(self, event: E, tip: Tip) -> E:
        """A copy of an event with its predecessor's hash and its own."""
        if self.number_of(event) != tip.sequence + 1:
            raise OperationError(
                f"{self.events.name}: the event has the number {self.number_of(event)}. "
                f"Give it {tip.sequence + 1}, which `make` is called with."
            )
        setattr(event, self._previous, tip.hash)
        setattr(event, self._hash, NO_PREDECESSOR)  # it has to have one, and gets its own
        made = self.events.as_stored(event)
        setattr(made, self._hash, self.computed_hash(made))
        return made

    def check(self, event: E, tip: Tip) -> Tip:
        """Check that an event follows what is before it; returns what follows it."""
        number = self.number_of(event)
        if number != tip.sequence + 1:
            raise LogDamaged(
                f"{self.events.name}: {tip.sequence + 1} is missing, {number} comes next. "
                "Restore the log from a backup.",
                sequence=tip.sequence + 1,
            )
        if getattr(event, self._previous) != tip.hash:
            raise LogDamaged(
                f"{self.events.name} {number} does not follow the event before it. "
                "Restore the log from a backup.",
                sequence=number,
            )
        if self.hash_of(event) != self.computed_hash(event):
            raise LogDamaged(
                f"{self.events.name} {number} was changed after it was written. "
                "Restore the log from a backup.",
                sequence=number,
            )
        return Tip(number, self.hash_of(event), is_stored=True)

    def as_tip(self, head: Any) -> Tip:
        """What a stored head says."""
        if head is None:
            return Tip()
        return Tip(head.sequence, head.hash, getattr(head, "paused", None), is_stored=True)

    def move(self, owner: Sequence[Any], old: Tip, new: Tip) -> Write[Any]:
        """Move the head from where it was read; it comes first, so that a refusal names it."""
        heads = self.heads
        if not old.is_stored:
            return heads.create(heads.make(owner, sequence=new.sequence, hash=new.hash))
        condition = (heads.field("sequence") == old.sequence) & (heads.field("hash") == old.hash)
        if heads.has("paused"):
            condition &= heads.field("paused").is_missing()
        changes = (heads.field("sequence").set(new.sequence), heads.field("hash").set(new.hash))
        return heads.update(owner, *changes, condition=condition)

    def known_tip(self, owner: tuple[Any, ...]) -> Tip | None:
        """Where the log ended when this process wrote to it last."""
        return self._tips.get(owner)

    def remember(self, owner: tuple[Any, ...], tip: Tip) -> None:
        """Spare the next command the reading of the head."""
        if len(self._tips) >= _MOST_REMEMBERED:
            self._tips.clear()
        self._tips[owner] = tip

    def place_of(self, owner: Sequence[Any], number: Any) -> dict[str, Any]:
        """What a query of the events is given, by the design's names."""
        names = [shape.name for shape in self.events.codec.key_shapes]
        sequence = self.events.codec.shape.by_python_name[self._sequence].name
        return {**dict(zip(names, owner, strict=False)), sequence: number}


class FindTip(Struct, frozen=True):
    """Read where a log ends."""

    log: LogItems[Any, Any]
    owner: tuple[Any, ...]

    def steps(self) -> Steps[Tip]:
        """Read the head."""
        return self.log.as_tip((yield from self.log.heads.get(self.owner).steps()))


class ReadEvents(Struct, Generic[E], frozen=True):
    """Read events in order."""

    log: LogItems[E, Any]
    owner: tuple[Any, ...]
    after: int
    limit: int

    def steps(self) -> Steps[list[E]]:
        """Send one Query or more."""
        given = self.log.place_of(self.owner, gt(self.after))
        found: Any = yield from self.log.events.query(given, limit=self.limit).steps()
        items: list[E] = found.items
        return items
