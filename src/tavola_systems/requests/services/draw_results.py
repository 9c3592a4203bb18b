"""The results of a draw: who gets a place, who does not, and who gets one that was given back.

Results are written in the drawn order, a stretch at a time. First the requests of the stretch go
to PROCESSING; then, in one transaction, they become final, and the draw says how far it is and how
many have won, on the condition that it was not further before. So a stretch is decided once,
however many processes are at it or die, and the number of winners is exact: one that was withdrawn
before is passed over.

A winner who gives the place back makes it vacant, in one transaction with the request's new status.
Once all results are out, the next of the order who got none takes it, in one transaction that takes
the vacancy away and says where the next one is sought.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from tavola.errors import ConditionFailed
from tavola.operations.write.operations import Write
from tavola.operations.write.transaction import Transaction
from tavola.table.internals import context_of
from tavola_systems.requests.models import (
    AsyncEventTable,
    Draw,
    Request,
)
from tavola_systems.requests.rules import WrongState
from tavola_systems.requests.services.draw_lists import DrawLists
from tavola_systems.requests.services.draws import DrawService
from tavola_systems.requests.services.events import EventService
from tavola_systems.requests.services.joined_writes import now_of
from tavola_systems.requests.services.letters import Letters, NoLetters
from tavola_systems.requests.services.moves import moving, refused, succeeded, withdrawn

__all__ = ["DrawResults"]

_STRETCH: Final = 30
"""Requests decided in one transaction: three actions each, of at most 100."""
_TRIES: Final = 16
_BY: Final = "draw"
_LOST: Final = "REJECTED_LOTTERY_LOSE"
_WITHDRAWN: Final = "REJECTED_WITHDRAWN"


class DrawResults:
    """Brings the requests of lotteries to their end."""

    def __init__(
        self,
        db: AsyncEventTable,
        events: EventService,
        draws: DrawService,
        letters: Letters | None = None,
    ) -> None:
        self._db = db
        self._events = events
        self._draws = draws
        self._lists = DrawLists(db)
        self._letters = letters or NoLetters()

    def step(self, event_id: str) -> int:
        """Do some of what is due for an event; return how many requests got a result."""
        for _ in range(_TRIES):
            found = self._draws.find(event_id)
            if found is None or found.state not in {"DRAWN", "SETTLED"}:
                return 0
            done = self._decide(found) if found.state == "DRAWN" else self._promote(found)
            if done is not None:
                return done
        return 0

    def finish(self, event_id: str) -> int:
        """Do all that is due for an event."""
        total = 0
        while done := self.step(event_id):
            total += done
        return total

    def _decide(self, found: Draw) -> int | None:
        """Decide a stretch; None if somebody else changed something meanwhile."""
        ids = self._lists.some(found.event_id, found.order_sha256 or "", found.decided, _STRETCH)
        if not ids:
            return self._announce(found)
        requests = [one for one in self._db.request.get_many(ids) if one is not None]
        queued = [one for one in requests if one.status == "QUEUED"]
        if queued:
            start: dict[str, Any] = {"by": _BY, "started_at": now_of(self._db)}
            writes = [
                write for one in queued for write in moving(self._db, one, "PROCESSING", **start)
            ]
            self._sent(writes)
            return None
        return self._decided(found, ids, requests)

    def _decided(self, found: Draw, ids: Sequence[str], requests: Sequence[Request]) -> int | None:
        undecided = [one for one in requests if one.status == "PROCESSING"]
        free = max(0, found.places - found.winners)
        winners = {one.request_id for one in undecided[:free]}
        writes: list[Write[Any]] = [self._counted(found, ids, winners)]
        for request in undecided:
            writes += self._final(request, has_won=request.request_id in winners)
        return max(1, len(undecided)) if self._sent(writes) else None

    def _counted(self, found: Draw, ids: Sequence[str], winners: set[str]) -> Write[Any]:
        fields = Draw.fields
        through = found.decided + len(ids)
        changes = [fields.decided.set(through), fields.winners.set(found.winners + len(winners))]
        if winners:
            last = max(place for place, one in enumerate(ids) if one in winners)
            changes.append(fields.next_in_order.set(found.decided + last + 1))
        return self._db.draw.plan.update(
            found.event_id,
            found.attempt,
            *changes,
            condition=(fields.state == "DRAWN") & (fields.decided == found.decided),
        )

    def _announce(self, found: Draw) -> int | None:
        """All are final: say so in the draw and in the event."""
        self._events.announce(found.event_id)
        fields = Draw.fields
        settled = self._db.draw.plan.update(
            found.event_id,
            found.attempt,
            condition=fields.state == "DRAWN",
            state="SETTLED",
            settled_at=now_of(self._db),
        )
        self._sent([settled])
        return None

    def _final(self, request: Request, *, has_won: bool) -> list[Write[Any]]:
        told: dict[str, Any] = {"ui_phase": "ANNOUNCED", "announced_at": now_of(self._db)}
        if has_won:
            moved = succeeded(self._db, request, by=_BY, **told)
        else:
            moved = refused(self._db, request, "REJECTED_LOTTERY_LOSE", by=_BY, **told)
        return [*moved, *self._letters.writes(request, "won" if has_won else "refused")]

    def withdraw(self, request: Request, by: str) -> Request:
        """Take a request out of a lottery; a place that it had is vacant."""
        for _ in range(_TRIES):
            before = request.status
            if request.result_code == _WITHDRAWN:
                return request
            if before not in {"QUEUED", "PROCESSING", "SUCCEEDED"}:
                raise WrongState(f"Request {request.request_id} has no place to give back.")
            vacancy = [self._vacancy(request.event_id)] if before == "SUCCEEDED" else []
            writes = [*withdrawn(self._db, request, by=by), *vacancy]
            if by != request.user_id:
                writes += self._letters.writes(request, "withdrawn")
            if self._sent(writes):
                return request
            request = self._db.request.get(request.request_id) or request
        raise WrongState(f"request {request.request_id}: others change it. Try again.")

    def _vacancy(self, event_id: str) -> Write[Any]:
        found = self._draws.get(event_id)
        fields = Draw.fields
        return self._db.draw.plan.update(
            event_id,
            found.attempt,
            fields.vacant.set(found.vacant + 1),
            condition=fields.vacant == found.vacant,
        )

    def _promote(self, found: Draw) -> int | None:
        """Give one vacant place to the next of the order; 0 if none is vacant or nobody is left."""
        if not found.vacant:
            return 0
        ids = self._lists.some(
            found.event_id, found.order_sha256 or "", found.next_in_order, _STRETCH
        )
        if not ids:
            return 0
        requests = self._db.request.get_many(ids)
        chosen = next(
            (place for place, one in enumerate(requests) if one and one.result_code == _LOST), None
        )
        through = found.next_in_order + (len(ids) if chosen is None else chosen + 1)
        fields = Draw.fields
        changes = [fields.next_in_order.set(through)]
        writes: list[Write[Any]] = []
        request = None if chosen is None else requests[chosen]
        if request is not None:
            changes.append(fields.vacant.set(found.vacant - 1))
            message = "got a place that was given back"
            moved = succeeded(self._db, request, by=_BY, message=message)
            writes = [*moved, *self._letters.writes(request, "moved up")]
        same = (fields.next_in_order == found.next_in_order) & (fields.vacant == found.vacant)
        counted = self._db.draw.plan.update(found.event_id, found.attempt, *changes, condition=same)
        if not self._sent([counted, *writes]) or request is None:
            return None
        return 1

    def _sent(self, writes: Sequence[Write[Any]]) -> bool:
        """Send writes, all or none; False if a condition did not hold."""
        try:
            self._db.run(Transaction(context_of(self._db), tuple(writes)))
        except ConditionFailed:
            return False
        return True
