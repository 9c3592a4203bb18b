"""Workers: take a message, lease its requests, process them, finish them.

A request is begun only when it can be decided: while places remain, its ticket is among those that
win at once, or all before it are final. Beginning leases it (PROCESSING); finishing changes place
and status in one transaction, conditioned on nobody having taken the request over. So a message
that comes twice, two workers at one message and a worker that dies give no place twice and lose
none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from typing import Any, Final

from msgspec import Struct

from tavola.errors import ConditionFailed
from tavola.operations.steps import Steps
from tavola.operations.write.operations import Write
from tavola_systems.requests.models import AsyncEventTable, FailedEntry, Request
from tavola_systems.requests.queues.interface import Delivery, WorkQueue
from tavola_systems.requests.rules import FINAL, short_error
from tavola_systems.requests.services.deciding import Decider
from tavola_systems.requests.services.dispatching import body_of
from tavola_systems.requests.services.intake import outbox_of
from tavola_systems.requests.services.joined_writes import now_of, together
from tavola_systems.requests.services.leasing import RequestLeases
from tavola_systems.requests.services.letters import Letters, NoLetters
from tavola_systems.requests.services.message_bodies import WorkRound, parse_body
from tavola_systems.requests.services.moves import failed

__all__ = ["FinalFailure", "RequestWorker", "RetryableFailure", "WorkerSettings"]

_ROUNDS: Final = 400
_MAX_REASON_CHARACTERS: Final = 256


class FinalFailure(Exception):
    """Processing can never succeed: a short code, and a text for operators."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class RetryableFailure(FinalFailure):
    """Processing may succeed later; it is tried again some times."""


class WorkerSettings(Struct, frozen=True):
    """How a worker works."""

    messages: int = 4
    """So many at once; each names up to thirty requests."""
    hidden_seconds: float = 20.0
    """A message comes again after this time, if its worker died."""
    lease_seconds: float = 10.0
    """Another worker may take a request over after this time."""
    attempts: int = 5
    """A request fails for good after so many."""
    hold_seconds: float = 300.0
    """A ticket that is not final after its first attempt holds later ones up for this time; then
    one more failed attempt is the last."""
    pause_seconds: float = 0.5
    """A request that waits for others is looked at again after this time."""
    help_seconds: float = 2.0
    """Whoever waits for a ticket that nobody has begun for this time begins it."""


class RequestWorker:
    """Works messages off; `name` is this worker's and no other's.

    `check` looks at each request before it is decided, and raises FinalFailure or RetryableFailure.
    """

    def __init__(
        self,
        db: AsyncEventTable,
        queue: WorkQueue,
        *,
        name: str,
        settings: WorkerSettings | None = None,
        check: Callable[[Request], None] = lambda _: None,
        letters: Letters | None = None,
    ) -> None:
        self._db = db
        self._queue = queue
        self._name = name
        self._settings = settings or WorkerSettings()
        self._check = check
        self._outbox = outbox_of(db)
        self._letters = letters or NoLetters()
        self._decider = Decider(db, by=name, letters=letters)
        self._leases = RequestLeases(db, name, seconds=self._settings.lease_seconds)

    def work(self) -> Steps[int]:
        """Work off what is there, up to the limit; say how many requests need no more work."""
        settings = self._settings
        yield from self._leases.give_back()  # what the store did not let it give back before
        deliveries = yield from self._queue.receive(
            limit=settings.messages, seconds=settings.hidden_seconds
        )
        if not deliveries:
            return 0
        now = WorkRound()
        for one in deliveries:
            body = parse_body(one.body)
            if body is None:
                yield from self._queue.bury(one, reason="INVALID_SCHEMA: not a message of ours")
            else:
                now.deliveries.append((one, body.ids))
        requests = yield from self._sort(now)
        for event_id in dict.fromkeys(one.event_id for one in requests):
            own = [one for one in requests if one.event_id == event_id]
            yield from self._event(now, event_id, own)
        yield from self._answer(now)
        return len(now.over)

    def _answer(self, now: WorkRound) -> Steps[None]:
        """Take messages out whose requests are all over; let the others come again in time."""
        done: list[Delivery] = []
        for delivery, ids in now.deliveries:
            left = [one for one in ids if one not in now.over]
            if not left:
                done.append(delivery)
                continue
            after = min(now.waits.get(one, self._settings.pause_seconds) for one in left)
            yield from self._queue.retry(delivery, after=after)
        if done:
            yield from self._queue.done(done)

    def _sort(self, now: WorkRound) -> Steps[list[Request]]:
        """Tell requests that are over, or that others are at, from those that can be decided."""
        ids = now.ids
        found = yield from self._db.request.plan.get_many(ids).steps()
        ready: list[Request] = []
        for request_id, request in zip(ids, found, strict=True):
            is_over = request is None or request.status in FINAL
            if request is None or is_over or request.event_type == "LOTTERY":
                now.over.add(request_id)
            elif request.status != "RECEIVED" and not self._is_awaited(now, request):
                ready.append(request)
        return ready

    def _is_awaited(self, now: WorkRound, request: Request) -> bool:
        """Whether another worker is at it; it is looked at again when that one's lease is over."""
        if not self._leases.is_elsewhere(request):
            return False
        left = ((request.lease_until or self._db.now()) - self._db.now()).total_seconds()
        now.waits[request.request_id] = max(left, self._settings.pause_seconds)
        return True

    def _event(self, now: WorkRound, event_id: str, requests: Sequence[Request]) -> Steps[None]:
        """Work off requests of one event; what is not finished then can be begun by anybody."""
        try:
            yield from self._work_off(now, event_id, requests)
        except Exception:
            # Whatever it was, this worker is alive: nobody is to count an attempt for it.
            yield from self._give_back(now)
            raise
        yield from self._give_back(now)

    def _give_back(self, now: WorkRound) -> Steps[None]:
        self._leases.forget(now.over)
        yield from self._leases.give_back()

    def _work_off(self, now: WorkRound, event_id: str, requests: Sequence[Request]) -> Steps[None]:
        left = {one.request_id: one for one in requests}
        helped: set[str] = set()
        for _ in range(_ROUNDS):
            if not left:
                break
            verdict = yield from self._decider.judge(event_id, _in_order(left.values()))
            blocker = verdict.blocker
            if verdict.kind == "wait":
                if blocker is None or blocker.request_id in helped | left.keys():
                    break
                if not self._may_help(blocker):
                    break
                helped.add(blocker.request_id)
                left[blocker.request_id] = blocker
                continue
            chosen = [left.pop(one.request_id) for one in _safely(verdict.chosen)]
            begun = yield from self._begin(now, chosen)
            ready = yield from self._checked(now, begun)
            if verdict.kind == "no event":
                yield from self._no_event(now, ready)
                continue
            for one in (yield from self._decide(now, event_id, ready)):
                left[one.request_id] = one

    def _may_help(self, blocker: Request) -> bool:
        """Whether a ticket that others wait for seems to have nobody: its message may be lost."""
        if blocker.status not in {"QUEUED", "PROCESSING"} or self._leases.is_elsewhere(blocker):
            return False
        waited = self._db.now() - (blocker.queued_at or blocker.requested_at)
        return waited > timedelta(seconds=self._settings.help_seconds)

    def _decide(
        self, now: WorkRound, event_id: str, ready: Sequence[Request]
    ) -> Steps[list[Request]]:
        """Decide requests that are leased, as things are now; return those to be judged again."""
        if not ready:
            return []
        verdict = yield from self._decider.judge(event_id, _in_order(ready))
        if verdict.kind in {"wait", "no event"}:
            return list(ready)
        names = {one.request_id for one in verdict.chosen}
        rest = [one for one in ready if one.request_id not in names]
        if (yield from self._decider.carry_out(event_id, verdict)):
            now.over |= names
            return rest
        for request in verdict.chosen:
            fresh = yield from self._fresh(now, request)
            if fresh is not None and not self._is_awaited(now, fresh):
                rest.append(fresh)
        return rest

    def _begin(self, now: WorkRound, requests: Sequence[Request]) -> Steps[list[Request]]:
        """Lease requests: all at once, or if one has changed, one by one."""
        at = now_of(self._db)
        writes = [write for one in requests for write in self._leases.beginning(one, at)]
        if (yield from self._try(writes)):
            return list(requests)
        self._leases.forget([one.request_id for one in requests])
        begun: list[Request] = []
        for one in requests:
            fresh = yield from self._fresh(now, one)
            if fresh is None or self._is_awaited(now, fresh):
                continue
            if (yield from self._try(self._leases.beginning(fresh, now_of(self._db)))):
                begun.append(fresh)
            else:
                self._leases.forget([fresh.request_id])
        return begun

    def _fresh(self, now: WorkRound, request: Request) -> Steps[Request | None]:
        """The request as it is now, unless it is final."""
        found = yield from self._db.request.plan.get(request.request_id).steps()
        if found is None or found.status in FINAL:
            now.over.add(request.request_id)
            return None
        return found

    def _checked(self, now: WorkRound, requests: Sequence[Request]) -> Steps[list[Request]]:
        """Process requests; return those that may be decided."""
        ready: list[Request] = []
        for one in requests:
            failure = self._failure_of(one)
            if failure is None:
                ready.append(one)
            else:
                yield from self._fail(now, one, failure)
        return ready

    def _failure_of(self, request: Request) -> FinalFailure | None:
        if (request.attempts or 0) >= self._settings.attempts:
            return FinalFailure("WORKER_DIED", f"begun {request.attempts} times, never finished")
        try:
            self._check(request)
        except FinalFailure as failure:
            return failure
        except Exception as error:  # noqa: BLE001 - whatever goes wrong, nothing is stuck
            return RetryableFailure(type(error).__name__.upper(), str(error))
        return None

    def _fail(self, now: WorkRound, request: Request, failure: FinalFailure) -> Steps[None]:
        """Try again later, or let a request fail for good, with a dead letter that says why."""
        is_retryable = isinstance(failure, RetryableFailure)
        attempts = (request.attempts or 0) + 1
        holds_up = self._holds_up_too_long(request)
        if is_retryable and attempts < self._settings.attempts and not holds_up:
            pause = float(2**attempts)
            values: dict[str, Any] = {
                "attempts": attempts,
                "error_code": failure.code[:64],
                "error_message": short_error(str(failure)),
                # A lease that is nobody's: nobody begins it before.
                "lease_until": now_of(self._db) + timedelta(seconds=pause),
            }
            if (yield from self._try([self._leases.freeing(request, **values)])):
                self._leases.forget([request.request_id])
            now.waits[request.request_id] = pause
            return
        if is_retryable and holds_up:
            hold = self._settings.hold_seconds
            failure = FinalFailure("HELD_UP", f"still failing after {hold:.0f} s: {failure}")
        if not (yield from self._try(self._failing(request, failure, is_retryable=is_retryable))):
            return  # somebody else has it; it is looked at again
        now.over.add(request.request_id)
        delivery = now.delivery_of(request.request_id)
        if delivery is not None:
            body = body_of(request.event_id, [request.request_id])
            yield from self._queue.bury(delivery, reason=f"{failure.code}: {failure}", body=body)

    def _holds_up_too_long(self, request: Request) -> bool:
        """Whether it was first tried so long ago; one that nobody could try yet is not to blame."""
        began = request.started_at or self._db.now()
        return self._db.now() - began >= timedelta(seconds=self._settings.hold_seconds)

    def _failing(
        self, request: Request, failure: FinalFailure, *, is_retryable: bool
    ) -> list[Write[Any]]:
        """Plan that a request failed, and that operators find it, whatever becomes of a message."""
        is_invalid = not is_retryable and failure.code != "WORKER_DIED"
        key = (request.event_id, request.request_id)
        entry = FailedEntry(
            event_id=request.event_id,
            shard=self._outbox.items.shard_by(key),
            request_id=request.request_id,
            ticket=request.ticket,
            reason=f"{failure.code}: {short_error(str(failure))}"[:_MAX_REASON_CHARACTERS],
            died_at=now_of(self._db),
        )
        writes = failed(
            self._db,
            request,
            by=self._name,
            result="FAILED_VALIDATION" if is_invalid else "FAILED_WORKER",
            code=failure.code[:64],
            message=str(failure),
            is_retryable=is_retryable,
        )
        told = self._letters.writes(request, "failed")
        return [*writes, self._db.failed_entry.plan.put(entry), *told]

    def _no_event(self, now: WorkRound, requests: Sequence[Request]) -> Steps[None]:
        """A missing event is not a full one: say so."""
        failure = FinalFailure("EVENT_NOT_FOUND", "the event has no places that are known")
        for one in requests:
            yield from self._fail(now, one, failure)

    def _try(self, writes: Sequence[Write[Any]]) -> Steps[bool]:
        try:
            yield from together(self._db, writes)
        except ConditionFailed:
            return False
        return True


def _in_order(requests: Iterable[Request]) -> list[Request]:
    return sorted(requests, key=lambda one: one.ticket or 0)


def _safely(requests: Sequence[Request]) -> Sequence[Request]:
    """One that was taken over before goes alone: it may be what its workers die of."""
    risky = [one for one in requests if (one.attempts or 0) > 0]
    return risky[:1] or requests
