"""Dispatching: from the outbox to the queue, with a ticket, which is the order of fairness.

One dispatcher at a time holds an event's lease. It takes tickets in blocks, so that the counter is
written once for many requests, and works in three steps:

1. It sends a message that names some requests of the outbox to the queue.
2. Once the queue has accepted it, one transaction gives the requests the block's next tickets and
   `queuedAt` (QUEUED), writes down who holds them, and takes the entries out of the outbox. The
   embedded queue, which is in the same store, gets its message in this very transaction.
3. If it dies in between, the next one sends again. A message that is there twice finds its requests
   finished the second time; one that comes too early finds them RECEIVED, and is tried again later.

Whoever acquires the lease first makes the rest of the last block void. That is what fences a
dispatcher that was stopped for longer than its lease: its transactions are conditioned on its block
being as it knows it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final

from tavola.errors import ConditionFailed, ItemMissing, StoreError
from tavola.operations.steps import Steps, Wait
from tavola.operations.write.operations import Write
from tavola.patterns.lease import LeaseHeld, LeaseLost, Leases
from tavola_systems.requests.models import (
    AsyncEventTable,
    DispatcherLease,
    OutboxEntry,
    Request,
    TicketBlock,
    TicketCounter,
    TicketRun,
)
from tavola_systems.requests.queues.interface import QueueFailed, WorkQueue
from tavola_systems.requests.rules import MOST_IN_RUN
from tavola_systems.requests.services.intake import outbox_of
from tavola_systems.requests.services.joined_writes import creating, deleting, now_of, together
from tavola_systems.requests.services.letters import Letters, NoLetters
from tavola_systems.requests.services.moves import failed, moving
from tavola_systems.requests.services.places import Places
from tavola_systems.requests.services.progress import ProgressKeeper

__all__ = ["Dispatcher", "body_of"]

_PER_SHARD: Final = 64
# Six writes each at most, with a mail: a transaction takes a hundred.
_FAILED_TOGETHER: Final = 16
_BEGINNING: Final = datetime(1970, 1, 1, tzinfo=UTC)


def body_of(event_id: str, request_ids: Sequence[str]) -> str:
    """Return what a message says: which requests a worker is to look at."""
    return json.dumps({"eventId": event_id, "requestIds": list(request_ids)})


class Dispatcher:
    """Looks after the outboxes of events; `holder` names this one and no other."""

    def __init__(
        self,
        db: AsyncEventTable,
        queue: WorkQueue,
        *,
        holder: str,
        block: int = 256,
        lease_seconds: float = 6.0,
        send_attempts: int = 3,
        letters: Letters | None = None,
    ) -> None:
        self._db = db
        self._queue = queue
        self._holder = holder
        self._size = block
        self._lease_seconds = lease_seconds
        self._send_attempts = send_attempts
        self._outbox = outbox_of(db)
        self._letters = letters or NoLetters()
        self._places = Places(db, ProgressKeeper(db), letters)
        self._leases = Leases(db, DispatcherLease)
        self._held: dict[str, DispatcherLease] = {}
        self._blocks: dict[str, TicketBlock] = {}

    def look_after(self, event_id: str) -> Steps[int]:
        """Queue what waits, and pass on places that whoever gave them back could not."""
        count = yield from self.dispatch(event_id)
        places = yield from self._db.capacity.plan.get(event_id).steps()
        if places is not None and places.vacant:
            yield from self._places.pass_on(event_id, by=self._holder)
        return count

    def dispatch(self, event_id: str) -> Steps[int]:
        """Queue what waits in an event's outbox; say how many requests that were."""
        entries = yield from self._waiting(event_id)
        if not entries:
            return 0
        try:
            if not (yield from self._hold(event_id)):
                return 0
            count = 0
            while entries:
                some = entries[:MOST_IN_RUN]
                passed, queued = yield from self._queue_some(event_id, some)
                if not passed:
                    break  # others came between: look again
                entries = entries[passed:]
                count += queued
            return count
        except ItemMissing:
            self.forget(event_id)
            raise  # a part of the event is gone
        except ConditionFailed:
            self.forget(event_id)
            return 0  # somebody else has acquired the lease
        except StoreError:
            # Whatever became of the last write: the block is read again before it is used again.
            self.forget(event_id)
            raise

    def forget(self, event_id: str) -> None:
        """Know nothing any more of an event's lease and block."""
        self._held.pop(event_id, None)
        self._blocks.pop(event_id, None)

    def release(self, event_id: str) -> Steps[None]:
        """Let another dispatcher have an event at once; what is left of the block becomes void."""
        lease = self._held.get(event_id)
        self.forget(event_id)
        if lease is not None:
            yield from self._leases.release(lease).steps()

    @property
    def held(self) -> list[str]:
        """The events whose lease this one had last."""
        return list(self._held)

    def _waiting(self, event_id: str) -> Steps[list[OutboxEntry]]:
        """The oldest entries of all shards, as far as their order is known."""
        found = yield from self._outbox.waiting(event_id, limit=_PER_SHARD).steps()
        by_shard: dict[int, list[OutboxEntry]] = {}
        for entry in found:
            by_shard.setdefault(entry.shard, []).append(entry)
        full = [some for some in by_shard.values() if len(some) == _PER_SHARD]
        last = min((some[-1].request_id for some in full), default=None)
        return [one for one in found if last is None or one.request_id <= last]

    def _hold(self, event_id: str) -> Steps[bool]:
        """Have the lease and a block that is known; False if another dispatcher has it."""
        lease = self._held.get(event_id)
        now = self._db.now()
        if lease is not None and lease.until is not None:
            left = (lease.until - now).total_seconds()
            if left > self._lease_seconds / 2:
                return True
            try:
                renew = self._leases.renew(lease, seconds=self._lease_seconds)
                self._held[event_id] = yield from renew.steps()
                return True
            except LeaseLost:
                self.forget(event_id)
        acquire = self._leases.acquire(event_id, holder=self._holder, seconds=self._lease_seconds)
        try:
            self._held[event_id] = yield from acquire.steps()
        except LeaseHeld:
            return False
        yield from self._close_last_block(event_id)
        return True

    def _last_block(self, event_id: str) -> Steps[TicketBlock | None]:
        query = self._db.ticket_block.plan.ticket_blocks(
            event_id=event_id, descending=True, limit=1, consistent=True
        )
        found = yield from query.steps()
        return found.items[0] if found.items else None

    def _close_last_block(self, event_id: str) -> Steps[None]:
        """Make void what a former dispatcher left of its block, for good."""
        while True:
            block = yield from self._last_block(event_id)
            if block is None or block.is_void:
                return
            fields = TicketBlock.fields
            as_read = (fields.used == block.used) & (fields.is_void == False)  # noqa: E712
            close = self._db.ticket_block.plan.update(
                event_id, block.from_ticket, condition=as_read, is_void=True
            )
            try:
                yield from close.steps()
            except ConditionFailed:
                continue  # it was used up to now; from the next look on it is not
            return

    def _block(self, event_id: str) -> Steps[TicketBlock]:
        """A block with tickets left; a new one under the lease if there is none."""
        block = self._blocks.get(event_id)
        if block is not None and _left(block):
            return block
        lease = self._held[event_id]
        counter = yield from self._db.ticket_counter.plan.get(event_id).steps()
        if counter is None:
            raise ItemMissing(f"Event {event_id} does not exist.")
        former = yield from self._last_block(event_id)
        last = counter.last_ticket
        block = TicketBlock(
            event_id=event_id,
            from_ticket=last + 1,
            to_ticket=last + self._size,
            owner=self._holder,
            lease=lease.fence,
            used=0,
            last_queued_at=former.last_queued_at if former else None,
            is_void=False,
        )
        count = self._db.ticket_counter.plan.update(
            event_id,
            condition=TicketCounter.fields.last_ticket == last,
            last_ticket=last + self._size,
        )
        yield from together(
            self._db, [self._leases.check(lease), count, self._db.ticket_block.plan.add(block)]
        )
        self._blocks[event_id] = block
        return block

    def _queue_some(self, event_id: str, entries: Sequence[OutboxEntry]) -> Steps[tuple[int, int]]:
        """Queue the first of some entries; say how many are dealt with, and how many queued."""
        found = yield from self._db.request.plan.get_many(
            [entry.request_id for entry in entries]
        ).steps()
        pairs = [
            (entry, request)
            for entry, request in zip(entries, found, strict=True)
            if request is not None and request.status == "RECEIVED"
        ]
        block = yield from self._block(event_id)
        kept = _within(pairs, _left(block))
        passed = len(entries) if len(kept) == len(pairs) else entries.index(pairs[len(kept)][0])
        pairs = kept
        ids = [one.request_id for _, one in pairs if one.event_type == "FIRST_COME"]
        bodies = [body_of(event_id, ids)] if ids else []
        joining = self._queue.joining(bodies)
        try:
            if not joining:
                yield from self._send(bodies)
        except QueueFailed as error:
            yield from self._give_up(pairs, error)
            return passed, 0
        given = [one for _, one in pairs if one.ticket is None]
        now = max(now_of(self._db), block.last_queued_at or _BEGINNING)
        try:
            writes = self._queueing(block, pairs, given, now)
            yield from together(self._db, [*writes, *joining])
        except ConditionFailed as refused:
            if refused.position == 0:
                self.forget(event_id)
            return 0, 0
        block.used += len(given)
        block.last_queued_at = now
        return passed, len(pairs)

    def _send(self, bodies: Sequence[str]) -> Steps[None]:
        if not bodies:
            return
        for attempt in range(1, self._send_attempts + 1):
            try:
                yield from self._queue.send(bodies)
            except QueueFailed:
                if attempt == self._send_attempts:
                    raise
                yield Wait(0.1 * 2**attempt)
            else:
                return

    def _queueing(
        self,
        block: TicketBlock,
        pairs: Sequence[tuple[OutboxEntry, Request]],
        given: Sequence[Request],
        now: datetime,
    ) -> list[Write[Any]]:
        """The writes that queue some requests; the block first, which fences the others."""
        first = block.from_ticket + block.used
        fields = TicketBlock.fields
        use = self._db.ticket_block.plan.update(
            block.event_id,
            block.from_ticket,
            condition=(fields.used == block.used) & (fields.is_void == False),  # noqa: E712
            used=block.used + len(given),
            last_queued_at=now,
        )
        writes: list[Write[Any]] = [use]
        ids = [one.request_id for one in given]
        tickets = dict(zip(ids, range(first, first + len(ids)), strict=True))
        for entry, request in pairs:
            values: dict[str, Any] = {}
            if request.ticket is None:
                values = {"ticket": tickets[request.request_id], "queued_at": now}
            writes += moving(self._db, request, "QUEUED", by=self._holder, at=now, **values)
            key = (entry.event_id, entry.shard, entry.request_id)
            writes.append(deleting(self._db, OutboxEntry, *key))
        if given:
            run = TicketRun(
                event_id=block.event_id,
                from_ticket=first,
                request_ids=ids,
                user_ids=[one.user_id for one in given],
            )
            writes.append(creating(self._db, run))
        return writes

    def _give_up(
        self, pairs: Sequence[tuple[OutboxEntry, Request]], error: QueueFailed
    ) -> Steps[None]:
        """Let requests say that the queue failed; an operator finds them beside the outbox."""
        for start in range(0, len(pairs), _FAILED_TOGETHER):
            writes: list[Write[Any]] = []
            for entry, request in pairs[start : start + _FAILED_TOGETHER]:
                writes += failed(
                    self._db,
                    request,
                    by=self._holder,
                    result="FAILED_INGEST_ENQUEUE",
                    code="ENQUEUE_FAILED",
                    message=error.message,
                    is_retryable=True,
                )
                exists = OutboxEntry.fields.request_id.exists()
                writes += self._outbox.items.buried(entry, error.message[:256], exists)
                writes += self._letters.writes(request, "failed")
            try:
                yield from together(self._db, writes)
            except ConditionFailed:
                continue  # one was withdrawn meanwhile; the others come again


def _left(block: TicketBlock) -> int:
    return block.to_ticket - block.from_ticket + 1 - block.used


def _within(
    pairs: Sequence[tuple[OutboxEntry, Request]], left: int
) -> list[tuple[OutboxEntry, Request]]:
    """As many as the block has tickets for; requests that have one already need none."""
    chosen: list[tuple[OutboxEntry, Request]] = []
    for entry, request in pairs:
        if request.ticket is None:
            if not left:
                break
            left -= 1
        chosen.append((entry, request))
    return chosen
