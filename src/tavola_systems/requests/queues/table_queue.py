"""The embedded queue: a table of its own, on whatever store the other tables are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from tavola.errors import StoreError
from tavola.operations.steps import Steps
from tavola.operations.write.operations import Write
from tavola.patterns.queue import Queue, ReceiptLost
from tavola_systems.requests.queue_models import DeadMessage, Message, RequestQueue
from tavola_systems.requests.queues.interface import DeadLetter, Delivery, Depth, QueueFailed

__all__ = ["EmbeddedQueue"]

_SHARDS: Final = 8
# Workers say when a message is dead, since its request has to say so too.
_NEVER: Final = 1_000_000
_MAX_REASON_CHARACTERS: Final = 400


class EmbeddedQueue:
    """Messages as items."""

    def __init__(self, db: RequestQueue) -> None:
        self._db = db
        self._queue: Queue[Message, DeadMessage] = Queue(
            db, Message, DeadMessage, shards=_SHARDS, most_receives=_NEVER
        )

    def joining(self, bodies: Sequence[str]) -> Sequence[Write[Any]]:
        """Plan messages: they are there if and only if the sender's other writes are."""
        return [self._queue.put(Message(shard=0, body=body)) for body in bodies]

    def send(self, bodies: Sequence[str]) -> Steps[None]:
        """Put messages, in batches."""
        messages = [Message(shard=0, body=body) for body in bodies]
        for message in messages:
            self._queue.put(message)  # gives it its id and shard
        try:
            yield from self._db.message.plan.put_all(messages).steps()
        except StoreError as error:
            raise QueueFailed(f"The queue did not accept messages: {error.message}") from error

    def receive(self, *, limit: int, seconds: float) -> Steps[list[Delivery]]:
        """Take messages that nobody is at, about in order."""
        found = yield from self._queue.receive(limit=limit, seconds=seconds).steps()
        return [Delivery(one.body, one.receives or 1, one) for one in found]

    def done(self, deliveries: Sequence[Delivery]) -> Steps[None]:
        """Delete messages; what they asked for is done, whoever holds them now."""
        keys = [(one.handle.shard, one.handle.message_id) for one in deliveries]
        if keys:
            yield from self._db.message.plan.delete_all(keys).steps()

    def retry(self, delivery: Delivery, *, after: float) -> Steps[None]:
        """Show a message again after some time, unless somebody else has it."""
        try:
            yield from self._queue.retry(delivery.handle, after=after).steps()
        except ReceiptLost:
            return

    def bury(self, delivery: Delivery, *, reason: str, body: str | None = None) -> Steps[None]:
        """Move a message to the dead ones, unless somebody else has it; or add a part of it."""
        short = reason[:_MAX_REASON_CHARACTERS]
        if body is not None:
            yield from self._bury_part(delivery, short, body)
            return
        try:
            yield from self._queue.bury(delivery.handle, reason=short).steps()
        except ReceiptLost:
            return

    def _bury_part(self, delivery: Delivery, reason: str, body: str) -> Steps[None]:
        part = Message(shard=0, body=body)
        self._queue.put(part)  # gives it its id and shard
        letter = DeadMessage(
            shard=part.shard,
            message_id=part.message_id,
            body=body,
            sent_at=delivery.handle.sent_at,
            receives=delivery.receives,
            reason=reason,
            died_at=self._db.now(),
        )
        yield from self._db.dead_message.plan.add(letter).steps()

    def dead(self, *, limit: int = 100) -> Steps[list[DeadLetter]]:
        """List dead letters, so many of each shard."""
        found = yield from self._queue.dead(limit=limit).steps()
        return [DeadLetter(one.body, one.reason, one.died_at) for one in found]

    def depth(self) -> Steps[Depth]:
        """Count all messages, and find the oldest."""
        plan, dead_plan = self._db.message.plan, self._db.dead_message.plan
        waiting = dead = 0
        for shard in range(_SHARDS):
            waiting += yield from plan.count(plan.messages(shard=shard)).steps()
            dead += yield from dead_plan.count(dead_plan.dead_messages(shard=shard)).steps()
        first = yield from self._queue.waiting(limit=1).steps()
        return Depth(waiting, dead, min((one.sent_at for one in first), default=None))
