"""Workers: take a message, lease its request, process it, finish it.

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

import msgspec
from msgspec import Struct

from tavola.errors import ConditionFailed
from tavola.operations.steps import Steps
from tavola.operations.write.operations import Write
from tavola_systems.requests.models import AsyncEventTable, Request
from tavola_systems.requests.queues.interface import Delivery, WorkQueue
from tavola_systems.requests.rules import FINAL, short_error
from tavola_systems.requests.services.deciding import Decider
from tavola_systems.requests.services.letters import Letters
from tavola_systems.requests.services.moves import failed, is_untouched, moving
from tavola_systems.requests.services.sending import now_of, together

__all__ = ["FinalFailure", "RetryableFailure", "Worker", "WorkerSettings"]

_ROUNDS: Final = 50


class FinalFailure(Exception):
    """Processing can never succeed: a short code, and a text for operators."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class RetryableFailure(FinalFailure):
    """Processing may succeed later; it is tried again some times."""


class WorkerSettings(Struct, frozen=True):
    """How a worker works."""

    messages: int = 30
    """So many at once."""
    hidden_seconds: float = 60.0
    """A message comes again after this time, if its worker died."""
    lease_seconds: float = 30.0
    """Another worker may take a request over after this time."""
    attempts: int = 5
    """A request fails for good after so many."""
    hold_seconds: float = 300.0
    """A ticket that is not final holds later ones up for this time at most."""
    pause_seconds: float = 0.5
    """A request that waits for others is looked at again after this time."""


class MessageBody(Struct, rename="camel", forbid_unknown_fields=False):
    """What a message says."""

    request_id: str
    event_id: str


class _Task(Struct):
    """A message and its request."""

    delivery: Delivery
    request: Request


class Worker:
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
        self._decider = Decider(db, by=name, letters=letters)

    def work(self) -> Steps[int]:
        """Work off what is there, up to the limit; say how many messages were taken out."""
        settings = self._settings
        deliveries = yield from self._queue.receive(
            limit=settings.messages, seconds=settings.hidden_seconds
        )
        if not deliveries:
            return 0
        over, tasks = yield from self._sort(deliveries)
        for event_id in dict.fromkeys(one.request.event_id for one in tasks):
            own = [one for one in tasks if one.request.event_id == event_id]
            over += yield from self._event(event_id, own)
        yield from self._queue.done(over)
        return len(over)

    def _sort(self, deliveries: Iterable[Delivery]) -> Steps[tuple[list[Delivery], list[_Task]]]:
        """Tell messages that are over from those that can be worked off; the others come again."""
        bodies = [(one, _parse(one.body)) for one in deliveries]
        for one, body in bodies:
            if body is None:
                yield from self._queue.bury(one, reason="INVALID_SCHEMA: not a message of ours")
        known = [(one, body) for one, body in bodies if body is not None]
        found = yield from self._db.request.plan.get_many(
            [body.request_id for _, body in known]
        ).steps()
        over: list[Delivery] = []
        tasks: dict[str, _Task] = {}
        for (one, _), request in zip(known, found, strict=True):
            is_over = request is None or request.status in FINAL
            if request is None or is_over or request.event_type == "LOTTERY":
                over.append(one)
            elif request.request_id in tasks:
                over.append(one)  # the same message twice; one of them is enough
            elif request.status == "RECEIVED":
                yield from self._queue.retry(one, after=self._settings.pause_seconds)
            elif self._is_leased(request):
                yield from self._later(_Task(one, request))
            else:
                tasks[request.request_id] = _Task(one, request)
        return over, list(tasks.values())

    def _is_leased(self, request: Request) -> bool:
        """Whether another worker is at it, by the clock."""
        until = request.lease_until
        is_mine = request.lease_owner == self._name
        return (
            request.status == "PROCESSING"
            and not is_mine
            and (until is not None and until > self._db.now())
        )

    def _event(self, event_id: str, tasks: Sequence[_Task]) -> Steps[list[Delivery]]:
        """Work off requests of one event; return the messages that are over."""
        over: list[Delivery] = []
        left = {one.request.request_id: one for one in tasks}
        for _ in range(_ROUNDS):
            if not left:
                break
            verdict = yield from self._decider.judge(event_id, _requests(left.values()))
            if verdict.kind == "wait":
                yield from self._release_held_up(verdict.blocker)
                break
            chosen = [left.pop(one.request_id) for one in verdict.chosen]
            ready = yield from self._checked((yield from self._begin(chosen)))
            if verdict.kind == "no event":
                yield from self._no_event(ready)
                continue
            done, again = yield from self._decide(event_id, ready)
            over += done
            left |= {one.request.request_id: one for one in again}
        yield from self._give_back(left.values())
        return over

    def _decide(
        self, event_id: str, ready: Sequence[_Task]
    ) -> Steps[tuple[list[Delivery], list[_Task]]]:
        """Decide requests that are leased, as things are now; return what is over, and the rest."""
        if not ready:
            return [], []
        verdict = yield from self._decider.judge(event_id, _requests(ready))
        names = {one.request_id for one in verdict.chosen}
        chosen = [one for one in ready if one.request.request_id in names]
        rest = [one for one in ready if one.request.request_id not in names]
        if verdict.kind in {"wait", "no event"}:
            return [], list(ready)
        if (yield from self._decider.carry_out(event_id, verdict)):
            return [one.delivery for one in chosen], rest
        over: list[Delivery] = []
        for task in chosen:
            fresh = yield from self._fresh(task)
            if fresh is None:
                over.append(task.delivery)
            elif self._is_leased(fresh.request):
                yield from self._later(fresh)
            else:
                rest.append(fresh)
        return over, rest

    def _give_back(self, tasks: Iterable[_Task]) -> Steps[None]:
        """Let requests that wait for others be looked at again soon, by whoever is free."""
        for task in tasks:
            request = task.request
            if request.status == "PROCESSING" and request.lease_owner == self._name:
                yield from self._try([self._unleasing(request)])
            yield from self._queue.retry(task.delivery, after=self._settings.pause_seconds)

    def _unleasing(self, request: Request, **values: Any) -> Write[Any]:
        return self._db.request.plan.update(
            request.request_id,
            condition=is_untouched("PROCESSING", request.moves or 0),
            lease_owner=None,
            lease_until=None,
            **values,
        )

    def _later(self, task: _Task) -> Steps[None]:
        """Look again when the lease of another worker is over."""
        until = task.request.lease_until or self._db.now()
        left = (until - self._db.now()).total_seconds()
        yield from self._queue.retry(task.delivery, after=max(left, self._settings.pause_seconds))

    def _release_held_up(self, blocker: Request | None) -> Steps[None]:
        """End a request that has held up later tickets for too long."""
        if blocker is None or self._is_leased(blocker):
            return
        hold = self._settings.hold_seconds
        if self._db.now() - (blocker.queued_at or blocker.requested_at) < timedelta(seconds=hold):
            return
        failure = FinalFailure("HELD_UP", f"not finished within {hold:.0f} s; others waited")
        yield from self._try(self._failing(blocker, failure, is_retryable=True))

    def _begin(self, tasks: Sequence[_Task]) -> Steps[list[_Task]]:
        """Lease requests: all at once, or if one has changed, one by one."""
        writes = [write for one in tasks for write in self._beginning(one.request)]
        if (yield from self._try(writes)):
            return list(tasks)
        begun: list[_Task] = []
        for task in tasks:
            fresh = yield from self._fresh(task)
            if fresh is None:
                yield from self._queue.done([task.delivery])
            elif self._is_leased(fresh.request):
                yield from self._later(fresh)
            elif (yield from self._try(self._beginning(fresh.request))):
                begun.append(fresh)
        return begun

    def _beginning(self, request: Request) -> list[Write[Any]]:
        """Plan the lease; whoever takes over counts the attempt of the one that died."""
        now, former = now_of(self._db), request.lease_owner
        values: dict[str, Any] = {
            "lease_owner": self._name,
            "lease_until": now + timedelta(seconds=self._settings.lease_seconds),
        }
        if request.started_at is None:
            values["started_at"] = max(now, request.queued_at or now)
        message = None
        if request.status == "PROCESSING" and former is not None:
            values["attempts"] = (request.attempts or 0) + 1
            message = f"taken over from {former}"
        return moving(self._db, request, "PROCESSING", by=self._name, message=message, **values)

    def _fresh(self, task: _Task) -> Steps[_Task | None]:
        """The request as it is now, unless it is final."""
        found = yield from self._db.request.plan.get(task.request.request_id).steps()
        if found is None or found.status in FINAL:
            return None
        return _Task(task.delivery, found)

    def _checked(self, tasks: Sequence[_Task]) -> Steps[list[_Task]]:
        """Process requests; return those that may be decided."""
        ready: list[_Task] = []
        for task in tasks:
            failure = self._failure_of(task.request)
            if failure is None:
                ready.append(task)
            else:
                yield from self._fail(task, failure)
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

    def _fail(self, task: _Task, failure: FinalFailure) -> Steps[None]:
        """Try again later, or let a request fail for good, with a dead letter that says why."""
        request = task.request
        is_retryable = isinstance(failure, RetryableFailure)
        attempts = (request.attempts or 0) + 1
        if is_retryable and attempts < self._settings.attempts:
            error = {"error_code": failure.code[:64], "error_message": short_error(str(failure))}
            yield from self._try([self._unleasing(request, attempts=attempts, **error)])
            yield from self._queue.retry(task.delivery, after=float(2**attempts))
            return
        yield from self._try(self._failing(request, failure, is_retryable=is_retryable))
        yield from self._queue.bury(task.delivery, reason=f"{failure.code}: {failure}")

    def _failing(
        self, request: Request, failure: FinalFailure, *, is_retryable: bool
    ) -> list[Write[Any]]:
        is_invalid = not is_retryable and failure.code != "WORKER_DIED"
        return failed(
            self._db,
            request,
            by=self._name,
            result="FAILED_VALIDATION" if is_invalid else "FAILED_WORKER",
            code=failure.code[:64],
            message=str(failure),
            is_retryable=is_retryable,
        )

    def _no_event(self, tasks: Sequence[_Task]) -> Steps[None]:
        """A missing event is not a full one: say so."""
        failure = FinalFailure("EVENT_NOT_FOUND", "the event has no places that are known")
        for task in tasks:
            yield from self._fail(task, failure)

    def _try(self, writes: Sequence[Write[Any]]) -> Steps[bool]:
        try:
            yield from together(self._db, writes)
        except ConditionFailed:
            return False
        return True


def _requests(tasks: Iterable[_Task]) -> list[Request]:
    return sorted((one.request for one in tasks), key=lambda one: one.ticket or 0)


def _parse(body: str) -> MessageBody | None:
    try:
        return msgspec.json.decode(body.encode(), type=MessageBody)
    except (msgspec.ValidationError, msgspec.DecodeError):
        return None
