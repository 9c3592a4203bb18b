"""A durable queue: messages are delivered at least once, and again until one is done with them.

One model, and one for those that nobody could handle:

    messages   key (owner…, shard, …)   receives, until, receipt, and what a message tells
    dead       key (owner…, shard, …)   the same, with reason and died_at

The YAML to paste (in a design with tenants, `tenancy: none` lets workers read those of all):

    Job:
      fields:
        shard: {type: IntegerField, required: true, defaultValue: 0}
        jobId: {type: UlidField, autoAssign: true, required: true}
        body: {type: JsonField}
        receives: {type: CounterField}
        until: {type: DateTimeField}
        receipt: {type: StringField}
      key: {PK: "JOBS#{shard}", SK: "{jobId}"}
      indexes: {jobs: primaryKey}
    DeadJob:
      fields:
        shard: {type: IntegerField, required: true, defaultValue: 0}
        jobId: {type: UlidField, required: true}
        body: {type: JsonField}
        receives: {type: CounterField}
        reason: {type: StringField, required: true}
        diedAt: {type: DateTimeField, required: true}
      key: {PK: "DEADJOBS#{shard}", SK: "{jobId}"}
      indexes: {deadJobs: primaryKey}

A message is put as one write, which may be part of any transaction. Whoever receives it hides it
until some time, counts the receipt and leaves a receipt of their own, on the condition that it is
visible and was received as often as they read. So one of many workers gets it. Once
done, it deletes it on the condition that the receipt is still its own; in the transaction of the
effect, if that is in the same store, the effect happens exactly once. A worker that dies leaves the
message hidden until its time is over, and then another gets it. One that was received too often
goes to the dead.

Messages stand in as many partitions as there are shards, about in the order of their keys.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import deepcopy
from datetime import timedelta
from math import ceil
from typing import Any, Generic, TypeVar

from msgspec import Struct

from tavola.errors import ConditionFailed, OperationError, TransactionCancelled
from tavola.keys import bucket_of, le
from tavola.model.field_expressions import Change, Expr
from tavola.model.model import Model
from tavola.operations.steps import Steps
from tavola.operations.write.instances import set_automatic
from tavola.operations.write.operations import Create, Write
from tavola.patterns.pieces.parts import Part, number_is, part_of
from tavola.patterns.pieces.races import among_others
from tavola.patterns.pieces.side_by_side import side_by_side
from tavola.table.base import BaseTable

__all__ = [
    "Bury",
    "ChangeDelivery",
    "FinishDelivery",
    "ListMessages",
    "Queue",
    "ReceiptLost",
    "Receive",
    "Revive",
]

M = TypeVar("M", bound=Model)
D = TypeVar("D", bound=Model)

_LONGEST_PAUSE_SECONDS = 900.0
# How many messages of a shard are read beyond its part of what is wanted: shards are not even.
_MORE_OF_A_SHARD = 2
_LARGEST_PAGE = 100


class ReceiptLost(ConditionFailed):
    """Somebody else has received the message since, or it is done; nothing was written."""


class QueueItems(Struct, Generic[M, D], frozen=True):
    """The messages, the dead ones, and how messages are found."""

    messages: Part[M]
    dead: Part[D] | None
    shard: str
    shards: int
    due: str | None
    most_receives: int

    def place_of(self, message: Any) -> tuple[Any, ...]:
        """A message's key."""
        return tuple(
            getattr(message, shape.python_name) for shape in self.messages.codec.key_shapes
        )

    def name(self, message: Any) -> str:
        """A message, for errors."""
        return self.messages.label(self.place_of(message))

    def shard_of(self, message: Any) -> int:
        """Where a message stands, by all of its key but the shard itself."""
        shapes = self.messages.codec.key_shapes
        names = (shape.python_name for shape in shapes if shape.python_name != self.shard)
        return self.shard_by(getattr(message, name) for name in names)

    def shard_by(self, others: Iterable[Any]) -> int:
        """Where a message stands, by the values of its key in order, without the shard."""
        return bucket_of("#".join(map(str, others)), self.shards)

    def given(self, part: Part[Any], owner: Sequence[Any], shard: int) -> dict[str, Any]:
        """What a query of one shard is given, by the design's names."""
        names = [shape.name for shape in part.codec.key_shapes]
        given = dict(zip(names, owner, strict=False))
        given[part.codec.shape.by_python_name[self.shard].name] = shard
        if part is self.messages and self.due is not None:
            given[part.codec.shape.by_python_name[self.due].name] = le(part.context.now())
        return given

    def in_order(self, part: Part[Any], found: Iterable[Any]) -> list[Any]:
        """By the key without the shard, as text: dates and ULIDs are in the order of time."""
        names = [shape.python_name for shape in part.codec.key_shapes]
        others = [name for name in names if name != self.shard]
        return sorted(found, key=lambda one: tuple(str(getattr(one, name)) for name in others))

    def is_visible(self) -> Expr:
        """Nobody is at it, or not any more."""
        until = self.messages.field("until")
        free: Expr = until.is_missing() | (until <= self.messages.context.now())
        return free

    def changed(self, message: Any, condition: Expr, *changes: Change) -> Steps[Any]:
        """Change a message."""
        update = self.messages.update(self.place_of(message), *changes, condition=condition)
        return (yield from update.steps())

    def held(self, message: Any) -> Expr:
        """The receipt is still the one that the message was delivered with."""
        receipt = getattr(message, "receipt", None)
        if receipt is None:
            raise OperationError(
                f"{self.name(message)} was not received. Receive it before you finish it."
            )
        is_held: Expr = self.messages.field("receipt") == receipt
        return is_held

    def lost(self, message: Any) -> ReceiptLost:
        """The refusal of a receipt that is no longer valid."""
        return ReceiptLost(
            f"{self.name(message)}: somebody else has received it, or it is done. "
            "Leave it to them, or prolong it in time."
        )

    def buried(self, message: Any, reason: str, condition: Expr) -> list[Write[Any]]:
        """The writes that take a message out of the queue, to the dead ones."""
        if self.dead is None:
            raise OperationError(
                f"{self.messages.name}: there is no model of dead messages. Give one to the queue."
            )
        values = _copied(self.messages, self.dead, message)
        letter = self.dead.make(
            self.place_of(message), **values, reason=reason, died_at=self.dead.context.now()
        )
        delete = self.messages.delete(self.place_of(message), condition=condition)
        return [delete, self.dead.create(letter)]


def _copied(source: Part[Any], target: Part[Any], instance: Any) -> dict[str, Any]:
    """The values that both models have and that are not keys."""
    keys = {shape.python_name for shape in target.codec.key_shapes}
    names = (
        shape.python_name for shape in target.codec.shape.fields if source.has(shape.python_name)
    )
    found = {name: getattr(instance, name, None) for name in names if name not in keys}
    return {name: deepcopy(value) for name, value in found.items() if value is not None}


class Queue(Generic[M, D]):
    """Messages and who works at them, as operations to run on a table, sync or async.

    `due` names a field of the key, a date after the shard: such a message is not received before.
    """

    def __init__(
        self,
        table: BaseTable,
        messages: type[M],
        dead: type[D] | None = None,
        *,
        shards: int = 8,
        shard: str = "shard",
        due: str | None = None,
        most_receives: int = 5,
    ) -> None:
        own = (shard, "receives", "until", "receipt", *([due] if due else []))
        letters = None if dead is None else part_of(table, dead, shard, "reason", "died_at")
        self.items: QueueItems[M, D] = QueueItems(
            part_of(table, messages, *own), letters, shard, shards, due, most_receives
        )

    def put(self, message: M, *, after: float = 0.0) -> Create[M]:
        """Put a message, to be received after so many seconds: one write, for any transaction."""
        items, instance = self.items, message
        set_automatic(items.messages.context, instance)
        setattr(instance, items.shard, items.shard_of(instance))
        if after:
            until = items.messages.context.now() + timedelta(seconds=after)
            setattr(instance, "until", until)  # noqa: B010 - no type checker knows the field
        return items.messages.create(instance)

    def receive(self, *owner: Any, limit: int = 10, seconds: float = 30.0) -> Receive[M, D]:
        """Take messages, and hide them from others for so many seconds."""
        return Receive(self.items, owner, limit, seconds)

    def done(self, message: M, *, also: Sequence[Write[Any]] = ()) -> FinishDelivery:
        """Take a message out of the queue, with the writes of its effect in one transaction."""
        return FinishDelivery(self.items, message, tuple(also))

    def prolong(self, message: M, *, seconds: float = 30.0) -> ChangeDelivery:
        """Hide a message for so many seconds from now."""
        return ChangeDelivery(self.items, message, seconds, keeps=True)

    def retry(self, message: M, *, after: float | None = None) -> ChangeDelivery:
        """Give a message back, to be received after some time; longer each time by itself."""
        count: int = getattr(message, "receives", 0) or 0
        pause = min(_LONGEST_PAUSE_SECONDS, 2.0**count) if after is None else after
        return ChangeDelivery(self.items, message, pause, keeps=False)

    def bury(self, message: M, *, reason: str) -> Bury:
        """Put a message to the dead ones."""
        return Bury(self.items, message, reason)

    def waiting(self, *owner: Any, limit: int = 100) -> ListMessages[M]:
        """List messages in whatever state, about in order, so many of each shard."""
        return ListMessages(self.items, self.items.messages, owner, limit)

    def dead(self, *owner: Any, limit: int = 100) -> ListMessages[D]:
        """List the dead ones, so many of each shard."""
        if self.items.dead is None:
            raise OperationError(
                f"{self.items.messages.name}: there is no model of dead messages. "
                "Give one to the queue."
            )
        return ListMessages(self.items, self.items.dead, owner, limit)

    def revive(self, letter: D) -> Revive[M, D]:
        """Put a dead message into the queue again, as if it had never been received."""
        return Revive(self.items, letter)


class ListMessages(Struct, Generic[M], frozen=True):
    """List what stands in all shards."""

    items: QueueItems[Any, Any]
    part: Part[M]
    owner: tuple[Any, ...]
    limit: int

    def steps(self) -> Steps[list[M]]:
        """Query all shards at once."""
        items, part = self.items, self.part
        queries = [
            part.query(items.given(part, self.owner, shard), limit=self.limit).steps()
            for shard in range(items.shards)
        ]
        found = yield from side_by_side(queries)
        return items.in_order(part, (one for page in found for one in page.items))


class Receive(Struct, Generic[M, D], frozen=True):
    """Take messages that nobody is at."""

    items: QueueItems[M, D]
    owner: tuple[Any, ...]
    limit: int
    seconds: float

    def steps(self) -> Steps[list[M]]:
        """Look in all shards at once, then claim one after another."""
        items = self.items
        looks = [self._look(shard) for shard in range(items.shards)]
        found = yield from side_by_side(looks)
        received: list[M] = []
        for message in items.in_order(items.messages, (one for some in found for one in some)):
            if len(received) == self.limit:
                break
            taken = yield from self._take(message)
            if taken is not None:
                received.append(taken)
        return received

    def _look(self, shard: int) -> Steps[list[M]]:
        """Find this shard's part of what is wanted, past those that others are at.

        Without a filter, which would read far ahead and be paid for at every look.
        """
        part, now = self.items.messages, self.items.messages.context.now()
        wanted = ceil(self.limit / self.items.shards) + _MORE_OF_A_SHARD
        visible: list[M] = []
        cursor: str | None = None
        page = wanted
        while True:
            given = self.items.given(part, self.owner, shard)
            found: Any = yield from part.query(given, limit=page, cursor=cursor).steps()
            visible += [one for one in found.items if one.until is None or one.until <= now]
            cursor = found.cursor
            if cursor is None or len(visible) >= wanted:
                return visible
            page = min(2 * page, _LARGEST_PAGE)

    def _take(self, message: Any) -> Steps[M | None]:
        """Claim a message; None if somebody was faster, or it was received too often."""
        items, part = self.items, self.items.messages
        count = message.receives or 0
        untouched = items.is_visible() & number_is(part.field("receives"), count)
        try:
            if items.dead is not None and count >= items.most_receives:
                reason = f"received {count} times, and never done"
                yield from part.transaction(items.buried(message, reason, untouched)).steps()
                return None
            taken: M = yield from items.changed(
                message,
                untouched,
                part.field("until").set(part.context.now() + timedelta(seconds=self.seconds)),
                part.field("receives").add(1),
                part.field("receipt").set(part.context.token()),
            )
            return taken
        except (ConditionFailed, TransactionCancelled):
            return None


class FinishDelivery(Struct, frozen=True):
    """Take a message out of the queue."""

    items: QueueItems[Any, Any]
    message: Any
    also: tuple[Write[Any], ...]

    def steps(self) -> Steps[None]:
        """Delete it, as long as it is still this worker's."""
        items = self.items
        condition = items.held(self.message)
        delete = items.messages.delete(items.place_of(self.message), condition=condition)
        yield from _send(items, self.message, [delete, *self.also])


class Bury(Struct, frozen=True):
    """Put a message to the dead ones."""

    items: QueueItems[Any, Any]
    message: Any
    reason: str

    def steps(self) -> Steps[None]:
        """Move it, as long as it is still this worker's."""
        items = self.items
        writes = items.buried(self.message, self.reason, items.held(self.message))
        yield from _send(items, self.message, writes)


def _send(items: QueueItems[Any, Any], message: Any, writes: list[Write[Any]]) -> Steps[None]:
    """Send what depends on a receipt; a refusal of another write is counted among those."""
    try:
        yield from items.messages.transaction(writes).steps()
    except ConditionFailed as refused:
        if refused.position == 0:
            raise items.lost(message) from refused
        raise among_others(refused, 1) from None


class ChangeDelivery(Struct, frozen=True):
    """Hide a message for longer, or give it back."""

    items: QueueItems[Any, Any]
    message: Any
    seconds: float
    keeps: bool

    def steps(self) -> Steps[Any]:
        """Change it, as long as it is still this worker's; returns it."""
        items, part = self.items, self.items.messages
        until = part.context.now() + timedelta(seconds=self.seconds)
        changes = [part.field("until").set(until)]
        if not self.keeps:
            changes.append(part.field("receipt").remove())
        try:
            return (yield from items.changed(self.message, items.held(self.message), *changes))
        except ConditionFailed as refused:
            raise items.lost(self.message) from refused


class Revive(Struct, Generic[M, D], frozen=True):
    """Put a dead message into the queue again."""

    items: QueueItems[M, D]
    letter: D

    def steps(self) -> Steps[M]:
        """Move it; whoever comes second finds it gone."""
        items, dead = self.items, self.items.dead
        assert dead is not None  # noqa: S101 - there is a letter
        values = _copied(dead, items.messages, self.letter)
        key = items.place_of(self.letter)
        message = items.messages.make(key, **{**values, "receives": 0})
        condition = dead.field("reason").exists()
        writes: list[Write[Any]] = [dead.delete(key, condition=condition)]
        writes.append(items.messages.create(message))
        yield from items.messages.transaction(writes).steps()
        return message
