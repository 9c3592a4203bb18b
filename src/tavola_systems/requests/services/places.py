"""Places of a first-come event: won, refused, given back, and passed on to the next in order.

    capacityRemaining   places that nobody has
    vacant              places that were given back or added, on their way to the next in order

A request is refused only while both are 0, and a vacant place becomes a remaining one only when
nobody is left who was refused. So while places remain, nobody was refused who would take one, and
whoever takes one is the first by ticket of those who have none.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tavola.errors import ConditionFailed
from tavola.model.field_expressions import Expr
from tavola.operations.steps import Steps
from tavola.operations.write.operations import Write
from tavola_systems.requests.models import AsyncEventTable, Capacity, Request
from tavola_systems.requests.services.joined_writes import together
from tavola_systems.requests.services.letters import Letters, NoLetters, Outcome
from tavola_systems.requests.services.moves import refused, succeeded
from tavola_systems.requests.services.progress import ProgressKeeper, is_refused

__all__ = ["Places"]


class Places:
    """Gives places, each once."""

    def __init__(
        self, db: AsyncEventTable, progress: ProgressKeeper, letters: Letters | None = None
    ) -> None:
        self._db = db
        self._progress = progress
        self._letters = letters or NoLetters()

    def get(self, event_id: str) -> Steps[Capacity | None]:
        """Read an event's places as they are."""
        return (yield from self._db.capacity.plan.get(event_id).steps())

    def win(
        self, event_id: str, requests: Sequence[Request], *, by: str, are_sure: bool = False
    ) -> Steps[bool]:
        """Give places to requests; False if there are too few, or one has changed.

        With `are_sure` they win because of their tickets alone, whoever comes before them.
        """
        remaining, count = Capacity.fields.capacity_remaining, len(requests)
        condition: Expr = remaining >= count
        if are_sure:
            highest = max(one.ticket or 0 for one in requests)
            condition &= Capacity.fields.sure_through >= highest
        take = self._db.capacity.plan.update(event_id, remaining.add(-count), condition=condition)
        moves = [write for one in requests for write in succeeded(self._db, one, by=by)]
        return (yield from self._sent([take, *moves, *self._mails(requests, "won")]))

    def refuse(self, event_id: str, requests: Sequence[Request], *, by: str) -> Steps[bool]:
        """Refuse requests; False if there is a place after all, or one has changed."""
        fields = Capacity.fields
        is_full = (fields.capacity_remaining == 0) & (
            (fields.vacant == 0) | fields.vacant.is_missing()
        )
        note = self._db.capacity.plan.update(
            event_id, fields.refusals.add(len(requests)), condition=is_full
        )
        moves = [
            write
            for one in requests
            for write in refused(self._db, one, "REJECTED_CAPACITY", by=by)
        ]
        return (yield from self._sent([note, *moves, *self._mails(requests, "refused")]))

    def take_vacant(self, request: Request, *, by: str, message: str | None = None) -> Steps[bool]:
        """Give a vacant place to the request that is next in order."""
        vacant = Capacity.fields.vacant
        take = self._db.capacity.plan.update(
            request.event_id, vacant.add(-1), condition=vacant >= 1
        )
        outcome: Outcome = "moved up" if is_refused(request) else "won"
        moves = succeeded(self._db, request, by=by, message=message)
        return (yield from self._sent([take, *moves, *self._mails([request], outcome)]))

    def _mails(self, requests: Sequence[Request], outcome: Outcome) -> list[Write[Any]]:
        return [write for one in requests for write in self._letters.writes(one, outcome)]

    def pass_on(self, event_id: str, *, by: str) -> Steps[Request | None]:
        """Pass vacant places on; return the request that is next and not refused, if one waits.

        Those who were refused get them in order. If nobody is left, the places remain.
        """
        while True:
            places = yield from self.get(event_id)
            if places is None or not places.vacant:
                return None
            following = yield from self._progress.next_in_order(event_id)
            if following is None:
                if (yield from self._free(places)):
                    return None
            elif is_refused(following):
                message = "a place was given back or added"
                yield from self.take_vacant(following, by=by, message=message)
            else:
                return following

    def _free(self, places: Capacity) -> Steps[bool]:
        """Let vacant places remain, if nobody was refused since."""
        fields, vacant = Capacity.fields, places.vacant or 0
        seen = places.refusals or 0
        none_since = (
            (fields.refusals == seen)
            if seen
            else ((fields.refusals == 0) | fields.refusals.is_missing())
        )
        update = self._db.capacity.plan.update(
            places.event_id,
            fields.vacant.add(-vacant),
            fields.capacity_remaining.add(vacant),
            condition=(fields.vacant == vacant) & none_since,
        )
        return (yield from self._sent([update]))

    def _sent(self, writes: Sequence[Write[Any]]) -> Steps[bool]:
        try:
            yield from together(self._db, writes)
        except ConditionFailed:
            return False
        return True
