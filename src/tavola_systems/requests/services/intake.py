"""Intake: one request for each user and event, however often and from wherever it is sent.

Lock, request and outbox entry are one transaction, which also asks a gate whether the event takes
requests. So there is no lock without its request, and no request that nobody would ever queue.
"""

from __future__ import annotations

import hashlib
from typing import Any

from msgspec import Struct

from tavola.errors import AlreadyExists, ConditionFailed, OutcomeUnknown
from tavola.operations.steps import Steps
from tavola.operations.write.operations import Write
from tavola.patterns.outbox import Outbox
from tavola.patterns.pieces.parts import part_of
from tavola.table.internals import context_of
from tavola_systems.requests.models import (
    Admission,
    AdmissionCode,
    AsyncEventTable,
    EventConfig,
    FailedEntry,
    Gate,
    IdempotencyLock,
    OutboxEntry,
    Request,
)
from tavola_systems.requests.rules import SHARDS, WrongState, shard_of
from tavola_systems.requests.services.sending import now_of, together

__all__ = [
    "Accept",
    "Accepted",
    "Applicant",
    "Intake",
    "NotAdmitted",
    "NotOpen",
    "digest_of_code",
    "outbox_of",
]


class NotOpen(WrongState):
    """The event takes no requests now."""


class NotAdmitted(WrongState):
    """The event is for others: the user is not on its list, or the code is wrong or used."""


class Accepted(Struct, frozen=True):
    """What an applicant is told."""

    request_id: str
    is_duplicate: bool


class Applicant(Struct, frozen=True):
    """Who applies: the token's user, with the confirmed address and the code if one is needed."""

    user_id: str
    email: str = ""
    code: str = ""


def outbox_of(db: AsyncEventTable) -> Outbox[OutboxEntry, FailedEntry]:
    """Return the outbox: requests that the queue has not accepted."""
    return Outbox(db, OutboxEntry, FailedEntry, shards=SHARDS)


def digest_of_code(code: str) -> str:
    """Return what is stored of a code; case and spaces do not count."""
    plain = "".join(code.split()).upper()
    return hashlib.sha256(plain.encode()).hexdigest()


class Intake:
    """Takes requests in."""

    def __init__(self, db: AsyncEventTable) -> None:
        self._db = db
        self._outbox = outbox_of(db)

    def accept(self, config: EventConfig, applicant: Applicant) -> Accept:
        """Take a request in; returns `Accepted`, with the first one's id if it is a duplicate."""
        return Accept(self._db, self._outbox, config, applicant)

    def find(self, event_id: str, user_id: str) -> str | None:
        """Return the id of a user's request, if there is one."""
        lock = self._db.idempotency_lock.get(event_id, user_id)
        return lock.request_id if lock else None


class Accept(Struct, frozen=True):
    """Take a request in."""

    db: AsyncEventTable
    outbox: Outbox[OutboxEntry, FailedEntry]
    config: EventConfig
    applicant: Applicant

    def steps(self) -> Steps[Accepted]:
        """Write all, or see what stands in the way."""
        request = self._request()
        try:
            yield from together(self.db, self._writes(request))
        except ConditionFailed as refused:
            return (yield from self._refused(refused))
        except OutcomeUnknown:
            # It may have been written. If it was not, nobody can say that it never will be.
            lock = yield from self._lock()
            if lock is None:
                raise
            return Accepted(lock.request_id, lock.request_id != request.request_id)
        return Accepted(request.request_id, is_duplicate=False)

    def _request(self) -> Request:
        config, user_id = self.config, self.applicant.user_id
        request_id = context_of(self.db).ids()
        return Request(
            request_id=request_id,
            event_id=config.event_id,
            user_id=user_id,
            event_type=config.event_type,
            status="RECEIVED",
            moves=0,
            ui_result="PENDING",
            lottery_cutoff_at=config.lottery_cutoff_at,
            requested_at=now_of(self.db),
            idempotency_key=f"IDEMP#{config.event_id}#{user_id}",
        )

    def _writes(self, request: Request) -> list[Write[Any]]:
        """The lock first, so that a duplicate is told of the first request, whatever else is."""
        event_id, request_id = request.event_id, request.request_id
        lock = IdempotencyLock(event_id=event_id, user_id=request.user_id, request_id=request_id)
        entry = OutboxEntry(event_id=event_id, shard=0, request_id=request_id)
        return [
            self.db.idempotency_lock.plan.add(lock),
            self.db.request.plan.add(request),
            self.outbox.add(entry),
            self._gate(shard_of(request_id)),
            *self._admission(request_id),
        ]

    def _gate(self, shard: int) -> Write[Any]:
        gate, now = Gate.fields, now_of(self.db)
        is_open = (
            (gate.is_open == True)  # noqa: E712 - a condition of the store's
            & (gate.opens_at.is_missing() | (gate.opens_at <= now))
            & (gate.ends_at.is_missing() | (gate.ends_at > now))
        )
        return part_of(self.db, Gate).check((self.config.event_id, shard), is_open)

    def _admission(self, request_id: str) -> list[Write[Any]]:
        event_id = self.config.event_id
        if self.config.admission == "LISTED":
            key = (event_id, self.applicant.email)
            is_listed = Admission.fields.email == self.applicant.email
            return [part_of(self.db, Admission).check(key, is_listed)]
        if self.config.admission == "CODES":
            digest = digest_of_code(self.applicant.code)
            is_unused = AdmissionCode.fields.request_id.is_missing()
            use = self.db.admission_code.plan.update(
                event_id, digest, condition=is_unused, request_id=request_id
            )
            return [use]
        return []

    def _refused(self, refused: ConditionFailed) -> Steps[Accepted]:
        lock = yield from self._lock()
        if lock is not None:
            return Accepted(lock.request_id, is_duplicate=True)
        if refused.position is not None and refused.position > 3:
            raise NotAdmitted(_NOT_ADMITTED[self.config.admission])
        if isinstance(refused, AlreadyExists):
            raise refused  # an id that was given before; nothing of the caller's
        raise NotOpen(f"event {self.config.event_id}: takes no requests now.")

    def _lock(self) -> Steps[IdempotencyLock | None]:
        key = (self.config.event_id, self.applicant.user_id)
        return (yield from self.db.idempotency_lock.plan.get(*key).steps())


_NOT_ADMITTED = {
    "ANYBODY": "Anybody may take part.",
    "LISTED": "This event is for those on its list, and your address is not on it.",
    "CODES": "code: is wrong, or was used before. Each code works once.",
}
