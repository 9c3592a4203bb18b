"""What somebody who waits may be told of a place, and which places that promises.

While a ticket up to `sureThrough` waits, at least as many places are left or vacant as there are
tickets up to it that may still take one: those that wait, that are not given yet, and that failed
and may be queued again. Later tickets take none before. So one that waits has a place for sure,
unless it was queued again itself.

A later ticket with fewer undecided ones before it than places are left has one too, unless a
request that failed before it is queued again: that one takes what is left, and waits for nobody.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tavola_systems.requests.models import AsyncEventTable, Capacity, Request
from tavola_systems.requests.rules import FINAL
from tavola_systems.requests.services.request_lookup import requests_from

__all__ = ["Claims", "Prospect", "claims_on", "prospect_of"]

Prospect = Literal["sure", "likely", "behind", "left", "none"]
"""`left`: it was queued again, and takes what is left. `none`: all places are taken."""


def prospect_of(places: Capacity, request: Request, ahead: int) -> Prospect:
    """Say what a request that waits may count on; `ahead` is how many are undecided at most."""
    if not places.capacity_remaining and not places.vacant and not _is_sure(places, request):
        return "none"
    if request.requeued_at is not None:
        return "left"
    if _is_sure(places, request):
        return "sure"
    return "likely" if ahead < places.capacity_remaining else "behind"


def _is_sure(places: Capacity, request: Request) -> bool:
    return request.requeued_at is None and 0 < (request.ticket or 0) <= places.sure_through


class Claims(Struct, frozen=True):
    """Who counts on the places that are left."""

    told: int = 0
    """Requests that wait, and were told that a place is theirs."""
    needed: int = 0
    """Places that must stay for them."""
    sure_through: int = 0
    last: int = 0
    """The last ticket that was looked at."""
    takers: tuple[int, ...] = ()
    """Tickets up to `sure_through` that may still take a place."""

    def sure_with(self, left: int) -> int:
        """Return up to which ticket all are sure if so many places are left."""
        if len(self.takers) > left:
            return min(self.sure_through, self.takers[left] - 1)
        return min(self.sure_through, self.last + left - len(self.takers))


def claims_on(db: AsyncEventTable, places: Capacity, settled_through: int) -> Claims:
    """See who counts on an event's places; nobody up to `settled_through` waits."""
    sure = places.sure_through if settled_through < places.sure_through else 0
    waiting = kept = last = 0
    takers: list[int] = []
    for ticket, request in requests_from(db, places.event_id, 1 if sure else settled_through + 1):
        last = ticket
        if ticket > sure and waiting >= places.capacity_remaining:
            break
        waits = request.status not in FINAL and request.requeued_at is None
        waiting += waits
        if ticket <= sure and request.status not in {"SUCCEEDED", "REJECTED"}:
            takers.append(ticket)
            kept = len(takers) if waits else kept
    told = min(waiting, places.capacity_remaining)
    return Claims(told, max(told, kept), sure, last, tuple(takers))
