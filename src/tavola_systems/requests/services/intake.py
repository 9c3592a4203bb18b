"""Intake: one request for each user and event, however often and from wherever it is sent.

Lock, request and outbox entry are one transaction, which also asks a gate whether the event takes
requests. So there is no lock without its request, and no request that nobody would ever queue.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, Final

from msgspec import Struct

from tavola.codec.codec import Codec
from tavola.errors import AlreadyExists, ConditionFailed, OutcomeUnknown, TavolaError
from tavola.model.field_expressions import Expr
from tavola.operations.steps import Steps
from tavola.operations.write.compiled.prepared import CheckForm
from tavola.operations.write.operations import Write
from tavola.patterns.outbox import Outbox
from tavola.patterns.pieces.parts import part_of
from tavola.table.internals import codec_of, context_of
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
from tavola_systems.requests.services.joined_writes import creator_of, now_of, together

__all__ = [
    "MOST_TOGETHER",
    "Accept",
    "AcceptAll",
    "Accepted",
    "Applicant",
    "Intake",
    "NotAdmitted",
    "NotOpen",
    "digest_of_code",
    "outbox_of",
]

MOST_TOGETHER: Final = 24
"""Requests of one transaction: four writes each at most and a gate, of a hundred."""


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
    """Return what is stored of a code; case, spaces and hyphens do not count."""
    plain = "".join(one for one in code.upper() if one.isalnum())
    return hashlib.sha256(plain.encode()).hexdigest()


class Intake:
    """Takes requests in."""

    def __init__(self, db: AsyncEventTable) -> None:
        self._db = db
        self._outbox = outbox_of(db)

    def accept(self, config: EventConfig, applicant: Applicant) -> Accept:
        """Take a request in; returns `Accepted`, with the first one's id if it is a duplicate."""
        return Accept(self._db, self._outbox, config, applicant)

    def accept_all(self, config: EventConfig, applicants: Sequence[Applicant]) -> AcceptAll:
        """Take in requests that arrived together, in order; each has an outcome of its own."""
        return AcceptAll(tuple(self.accept(config, one) for one in applicants))

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
        request_id = self.new_id()
        try:
            now = now_of(self.db)
            writes = self.writes(request_id, now)
            yield from together(self.db, [*writes, self.gate(request_id, now)])
        except ConditionFailed as refused:
            return (yield from self._refused(refused))
        except OutcomeUnknown:
            # It may have been written. If it was not, nobody can say that it never will be.
            lock = yield from self._lock()
            if lock is None:
                raise
            return Accepted(lock.request_id, lock.request_id != request_id)
        return Accepted(request_id, is_duplicate=False)

    def new_id(self) -> str:
        """Make the id of a request."""
        return context_of(self.db).ids()

    def writes(self, request_id: str, now: datetime) -> list[Write[Any]]:
        """The lock first, so that a duplicate is told of the first request, whatever else is."""
        db, config, user_id = self.db, self.config, self.applicant.user_id
        context, event_id = context_of(db), config.event_id
        lock = creator_of(db, IdempotencyLock)(
            context, event_id=event_id, user_id=user_id, request_id=request_id, created_at=now
        )
        request = creator_of(db, Request)(
            context,
            request_id=request_id,
            event_id=event_id,
            user_id=user_id,
            event_type=config.event_type,
            status="RECEIVED",
            moves=0,
            ui_result="PENDING",
            lottery_cutoff_at=config.lottery_cutoff_at,
            requested_at=now,
            idempotency_key=f"IDEMP#{event_id}#{user_id}",
        )
        shard = self.outbox.items.shard_by((event_id, request_id))
        entry = creator_of(db, OutboxEntry)(
            context, event_id=event_id, shard=shard, request_id=request_id
        )
        return [lock, request, entry, *self._admission(request_id)]

    def gate(self, request_id: str, now: datetime) -> Write[Any]:
        """Check that the event takes requests; one of its gates is asked."""
        stored = Gate.__shape__.by_python_name["ends_at"].kind.attribute(now)
        key = (self.config.event_id, shard_of(request_id))
        return _gate_form(codec_of(self.db, Gate)).write(context_of(self.db), key, stored)

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
        if refused.position == _ADMISSION_POSITION and self.config.admission != "ANYBODY":
            raise NotAdmitted(_NOT_ADMITTED[self.config.admission])
        if isinstance(refused, AlreadyExists):
            raise refused  # an id that was given before; nothing of the caller's
        raise NotOpen(f"Event {self.config.event_id} takes no requests now.")

    def _lock(self) -> Steps[IdempotencyLock | None]:
        key = (self.config.event_id, self.applicant.user_id)
        return (yield from self.db.idempotency_lock.plan.get(*key).steps())


@lru_cache(maxsize=16)
def _gate_form(codec: Codec[Gate]) -> CheckForm[Gate]:
    return CheckForm(codec, _is_open)


def _is_open(now: datetime) -> Expr:
    gate = Gate.fields
    return (
        (gate.is_open == True)  # noqa: E712 - a condition of the store's
        & (gate.opens_at.is_missing() | (gate.opens_at <= now))
        & (gate.ends_at.is_missing() | (gate.ends_at > now))
    )


class AcceptAll(Struct, frozen=True):
    """Take in requests of one event together; a refusal of one does not affect the others."""

    plans: tuple[Accept, ...]

    def steps(self) -> Steps[list[Accepted | Exception]]:
        """Write all at once; if one is refused, the others again."""
        first: dict[str, Accept] = {}
        for plan in self.plans:
            first.setdefault(plan.applicant.user_id, plan)
        found = yield from self._outcomes(list(first.values()))
        by_user = dict(zip(first, found, strict=True))
        return [
            outcome if plan is first[plan.applicant.user_id] else _again(outcome)
            for plan in self.plans
            for outcome in [by_user[plan.applicant.user_id]]
        ]

    def _outcomes(self, plans: Sequence[Accept]) -> Steps[list[Accepted | Exception]]:
        # Two may have the same code, and a transaction names an item once.
        if len(plans) < 2 or plans[0].config.admission == "CODES":
            return (yield from _one_by_one(plans))
        ids, now = [plan.new_id() for plan in plans], now_of(plans[0].db)
        writes = [
            write
            for plan, request_id in zip(plans, ids, strict=True)
            for write in plan.writes(request_id, now)
        ]
        try:
            yield from together(plans[0].db, [*writes, plans[0].gate(ids[0], now)])
        except ConditionFailed:
            return (yield from self._without_duplicates(plans))
        except OutcomeUnknown as unknown:
            locks = yield from _locks(plans)
            return [
                Accepted(lock.request_id, lock.request_id != request_id) if lock else unknown
                for lock, request_id in zip(locks, ids, strict=True)
            ]
        return [Accepted(one, is_duplicate=False) for one in ids]

    def _without_duplicates(self, plans: Sequence[Accept]) -> Steps[list[Accepted | Exception]]:
        """Tell who had applied before, and take the others in; if none had, one by one."""
        locks = yield from _locks(plans)
        new = [plan for plan, lock in zip(plans, locks, strict=True) if lock is None]
        take_in = _one_by_one if len(new) == len(plans) else self._outcomes
        outcomes = iter((yield from take_in(new)))
        return [
            Accepted(lock.request_id, is_duplicate=True) if lock else next(outcomes)
            for lock in locks
        ]


def _one_by_one(plans: Sequence[Accept]) -> Steps[list[Accepted | Exception]]:
    found: list[Accepted | Exception] = []
    for plan in plans:
        try:
            found.append((yield from plan.steps()))
        except TavolaError as refused:
            found.append(refused)
    return found


def _locks(plans: Sequence[Accept]) -> Steps[list[IdempotencyLock | None]]:
    keys = [(plan.config.event_id, plan.applicant.user_id) for plan in plans]
    return (yield from plans[0].db.idempotency_lock.plan.get_many(keys).steps())


def _again(outcome: Accepted | Exception) -> Accepted | Exception:
    """The answer to somebody who applied twice at once."""
    if isinstance(outcome, Accepted):
        return Accepted(outcome.request_id, is_duplicate=True)
    return outcome


# Lock, request, outbox entry; then what admits, if not everybody is.
_ADMISSION_POSITION: Final = 3
_NOT_ADMITTED = {
    "ANYBODY": "Anybody may take part.",
    "LISTED": "This event is for those on its list, and your address is not on it.",
    "CODES": "code: it is wrong, or was used before. Each code works once.",
}
