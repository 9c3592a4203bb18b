"""How far an event is worked off: which tickets are final, and who is next in order.

Tickets stand in runs, each an item with the ids of some consecutive tickets. Between two runs there
may be tickets that are void: a dispatcher took them and died. A walk through the runs reads the
requests themselves, since an index may lag.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from tavola.errors import ConditionFailed, ItemMissing
from tavola.keys import ge
from tavola.operations.steps import Steps
from tavola_systems.requests.models import AsyncEventTable, Progress, Request
from tavola_systems.requests.rules import FINAL, MOST_IN_RUN

__all__ = ["Frontier", "ProgressKeeper", "is_refused"]

Visit = Callable[[int, Request | None], bool]
_RUNS_AT_ONCE = 20


class Frontier(Struct, frozen=True):
    """Up to which ticket all are final, and the request that is not."""

    settled_through: int
    blocker: Request | None


def is_refused(request: Request) -> bool:
    """Whether a request was refused for want of places, and would take one."""
    return request.result_code == "REJECTED_CAPACITY"


class ProgressKeeper:
    """Finds out how far an event is, and keeps it."""

    def __init__(self, db: AsyncEventTable) -> None:
        self._db = db

    def get(self, event_id: str) -> Steps[Progress]:
        """Read how far an event was known to be."""
        found = yield from self._db.progress.plan.get(event_id).steps()
        if found is None:
            raise ItemMissing(f"Event {event_id} does not exist.")
        return found

    def settle(self, event_id: str) -> Steps[Frontier]:
        """See how far all tickets are final, and keep that; what was queued again passes."""
        progress = yield from self.get(event_id)
        settled = progress.settled_through
        blocker: list[Request] = []

        def visit(ticket: int, request: Request | None) -> bool:
            nonlocal settled
            if request is not None and not _is_settled(request):
                blocker.append(request)
                return False
            settled = ticket
            return True

        yield from self._walk(event_id, settled + 1, visit)
        if settled > progress.settled_through:
            known = Progress.fields.settled_through == progress.settled_through
            yield from self._keep(event_id, known, settled_through=settled)
        return Frontier(settled, blocker[0] if blocker else None)

    def next_in_order(self, event_id: str) -> Steps[Request | None]:
        """Find who is next: the lowest ticket that waits, or was refused for want of places."""
        progress = yield from self.get(event_id)
        passed = progress.passed_through
        is_clean = True
        found: list[Request] = []

        def visit(ticket: int, request: Request | None) -> bool:
            nonlocal passed, is_clean
            if request is not None and _is_next(request):
                found.append(request)
                return False
            # One that was queued again may be refused yet, and is looked at again then.
            is_clean = is_clean and (request is None or request.status in FINAL)
            passed = ticket if is_clean else passed
            return True

        yield from self._walk(event_id, passed + 1, visit)
        if passed > progress.passed_through:
            known = Progress.fields.passed_through == progress.passed_through
            requeues = Progress.fields.requeues
            seen = progress.requeues or 0
            known &= (requeues == seen) if seen else (requeues == 0) | requeues.is_missing()
            yield from self._keep(event_id, known, passed_through=passed)
        return found[0] if found else None

    def _keep(self, event_id: str, known: object, **values: int) -> Steps[None]:
        update = self._db.progress.plan.update(event_id, condition=known, **values)  # type: ignore[arg-type]  # names of fields
        try:
            yield from update.steps()
        except ConditionFailed:
            return  # somebody else was there; it is a help, not a truth

    def _walk(self, event_id: str, start: int, visit: Visit) -> Steps[None]:
        """Visit the tickets from `start` in order, void ones as None, until a visit says no."""
        expected = start
        bound = max(1, start - MOST_IN_RUN + 1)
        while True:
            query = self._db.ticket_run.plan.ticket_runs(
                event_id=event_id, from_ticket=ge(bound), limit=_RUNS_AT_ONCE, consistent=True
            )
            runs = (yield from query.steps()).items
            for run in runs:
                skipped = max(0, expected - run.from_ticket)
                ids = run.request_ids[skipped:]
                if not ids:
                    continue
                first = run.from_ticket + skipped
                if first > expected and not visit(first - 1, None):
                    return
                requests = yield from self._db.request.plan.get_many(ids).steps()
                for number, request in enumerate(requests):
                    if not visit(first + number, request):
                        return
                expected = first + len(ids)
            if len(runs) < _RUNS_AT_ONCE:
                return
            bound = runs[-1].from_ticket + 1


def _is_settled(request: Request) -> bool:
    return request.status in FINAL or request.requeued_at is not None


def _is_next(request: Request) -> bool:
    waits = request.status not in FINAL and request.requeued_at is None
    return waits or is_refused(request)
