"""Queueing all failed requests of an event again, as the console and the API do it."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from tavola.errors import ItemMissing
from tavola_systems.requests.desk import Desk
from tavola_systems.requests.rules import WrongState
from tavola_systems.requests.services.joined_writes import Doing

__all__ = ["QueuedAgain", "requeue_failed"]

_MOST_AT_ONCE: Final = 100


class QueuedAgain(Struct, frozen=True):
    """How many were queued again, and how many failed ones are left."""

    queued: int
    left: int


def requeue_failed(desk: Desk, event_id: str, *, by: str, most: int = _MOST_AT_ONCE) -> QueuedAgain:
    """Queue an event's failed requests again, the oldest first and so many at a time."""
    failed = desk.db.run(desk.outbox.dead(event_id, limit=most))
    oldest = sorted(one.request_id for one in failed)[:most]
    queued = sum(_requeue(desk, request_id, by) for request_id in oldest)
    return QueuedAgain(queued, desk.draws.undispatched(event_id)[1])


def _requeue(desk: Desk, request_id: str, by: str) -> bool:
    try:
        desk.db.run(Doing(lambda: desk.giving_back.requeue(request_id, by=by)))
    except (WrongState, ItemMissing):  # somebody else was faster, or it has expired
        return False
    return True
