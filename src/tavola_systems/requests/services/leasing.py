"""The leases of one worker: how requests are begun, and what tells a dead worker from a live one.

A request that kills its workers must end some time, so that whoever takes one over counts an
attempt of the one before, and after some attempts it fails for good. But its place is lost then,
and a lease that ran out proves no death: the worker may be alive, in front of a store that refuses
it. So a live worker counts nothing against a request:

- It remembers each lease from before it is written, in case the answer is lost, until the request
  is finished or given back. A round that the store ends gives all of them back; the next one who
  begins them finds no former owner.
- What the store does not let it give back it keeps, and gives back at its next round. Until then
  only itself may take it again, which is not a death.
- If another was faster and counted, it takes that one attempt off again.

A worker that died does none of this. Its name is drawn when it starts, so that one which is started
in its place counts what killed it.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any, Final

from tavola.errors import ConditionFailed, TavolaError
from tavola.operations.steps import Steps
from tavola.operations.write.operations import Write
from tavola_systems.requests.models import AsyncEventTable, Request
from tavola_systems.requests.rules import FINAL
from tavola_systems.requests.services.moves import is_untouched, moving

__all__ = ["RequestLeases"]

_NOBODYS: Final[dict[str, Any]] = {"lease_owner": None, "lease_until": None}


class RequestLeases:
    """Plans leases for a worker of this name, and gives them back."""

    def __init__(self, db: AsyncEventTable, name: str, *, seconds: float) -> None:
        self._db = db
        self._name = name
        self._seconds = seconds
        self._held: dict[str, int] = {}
        """How often each request that may be leased was moved, the lease included."""

    def is_elsewhere(self, request: Request) -> bool:
        """Whether another worker is at it by the clock, or it is not to be tried again yet."""
        until = request.lease_until
        is_mine = request.lease_owner == self._name
        is_over = until is None or until <= self._db.now()
        return request.status == "PROCESSING" and not is_mine and not is_over

    def beginning(self, request: Request, now: datetime) -> list[Write[Any]]:
        """Plan the lease; whoever takes over counts the attempt of the one that died."""
        former = request.lease_owner
        values: dict[str, Any] = {
            "lease_owner": self._name,
            "lease_until": now + timedelta(seconds=self._seconds),
        }
        if request.started_at is None:
            values["started_at"] = max(now, request.queued_at or now)
        message = None
        if request.status == "PROCESSING" and former not in {None, self._name}:
            values["attempts"] = (request.attempts or 0) + 1
            message = f"taken over from {former}"
        writes = moving(
            self._db, request, "PROCESSING", by=self._name, message=message, at=now, **values
        )
        self._held[request.request_id] = request.moves or 0
        return writes

    def freeing(self, request: Request, **values: Any) -> Write[Any]:
        """Plan that a request which was read stays PROCESSING, and is nobody's."""
        condition = is_untouched("PROCESSING", request.moves or 0)
        given = {**_NOBODYS, **values}
        return self._db.request.plan.update(request.request_id, condition=condition, **given)

    def forget(self, ids: Collection[str]) -> None:
        """Know that requests are finished, or freed."""
        for request_id in ids:
            self._held.pop(request_id, None)

    def give_back(self) -> Steps[None]:
        """Let whoever is free begin what is still leased; as far as the store lets it."""
        for request_id, moves in list(self._held.items()):
            try:
                yield from self._free(request_id, moves)
            except (TavolaError, OSError):
                # The others first, next time: it may be only this one that cannot be written.
                self._held[request_id] = self._held.pop(request_id)
                return
            self.forget([request_id])

    def _free(self, request_id: str, moves: int) -> Steps[None]:
        owner = Request.fields.lease_owner
        condition = is_untouched("PROCESSING", moves) & (owner == self._name)
        free = self._db.request.plan.update(request_id, condition=condition, **_NOBODYS)
        try:
            yield from free.steps()
        except ConditionFailed:
            yield from self._take_back_attempt(request_id, moves)

    def _take_back_attempt(self, request_id: str, moves: int) -> Steps[None]:
        """Take off what another counted when it took a request over from this live worker."""
        found = yield from self._db.request.plan.get(request_id).steps()
        attempts = Request.fields.attempts
        if found is None or found.status in FINAL or (found.moves or 0) <= moves:
            return
        less = self._db.request.plan.update(
            request_id, attempts.add(-1), condition=(attempts >= 1) & _is_still(found)
        )
        try:
            yield from less.steps()
        except ConditionFailed:
            return  # it is finished, or was never counted


def _is_still(request: Request) -> Any:
    return is_untouched(request.status, request.moves or 0)
