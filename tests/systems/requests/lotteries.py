"""Lotteries for tests: events with requests that wait for their draw, and a store that dies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from tavola.stores.store import Call, Store
from tavola.table.internals import context_of
from tavola_systems.requests.desk import Desk
from tavola_systems.requests.models import Request
from tavola_systems.requests.rules import MOST_IN_RUN
from tavola_systems.requests.services.events import NewEvent

SOURCE = "Lotto 6 of 49, 21 March 2026"
NUMBERS = "7 12 19 33 40 41"


def open_lottery(desk: Desk, event_id: str, places: int, *, source: str | None = SOURCE) -> None:
    """An event that takes requests for the next hour."""
    ends_at = desk.db.now() + timedelta(hours=1)
    desk.events.create(
        NewEvent(event_id, "A garden", "LOTTERY", places, ends_at=ends_at, public_source=source)
    )
    desk.events.open(event_id)


def pass_cutoff(desk: Desk, event_id: str) -> None:
    """Let the cutoff pass by the clock of the tests."""
    clock: Any = context_of(desk.db).clock
    ends_at = desk.events.get(event_id).ends_at
    assert ends_at is not None
    clock.now = max(clock.now, ends_at.timestamp() + 1)


def enter(desk: Desk, event_id: str, count: int) -> list[str]:
    """Let people take part, as if the queue had accepted them; returns their requests' ids."""
    db, found = desk.db, list[str]()
    for number in range(count):
        now = db.now()
        made = db.request.create(
            event_id=event_id,
            user_id=f"user-{number}",
            event_type="LOTTERY",
            status="RECEIVED",
            requested_at=now,
            idempotency_key=f"IDEMP#{event_id}#user-{number}",
        )
        db.request.update(made.request_id, status="QUEUED", ticket=number + 1, queued_at=now)
        found.append(made.request_id)
    for start in range(0, count, MOST_IN_RUN):
        some = found[start : start + MOST_IN_RUN]
        users = [f"user-{number}" for number in range(start, start + len(some))]
        db.ticket_run.create(
            event_id=event_id, from_ticket=start + 1, request_ids=some, user_ids=users
        )
    return found


def all_of(desk: Desk, ids: Sequence[str]) -> list[Request]:
    """The requests as they are now."""
    return [one for one in desk.db.request.get_many(ids) if one is not None]


def counts(desk: Desk, ids: Sequence[str]) -> Counter[str | None]:
    """How many requests have each result."""
    return Counter(one.result_code for one in all_of(desk, ids))


class Died(Exception):
    """The process is gone."""


class MortalStore:
    """Dies at one request: before it arrives, or when it was done and nobody heard of it."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.requests_left: int | None = None
        self.is_heard = True

    def execute(self, action: str, body: dict[str, Any]) -> bytes:
        return self._answer([(action, body)])[0]

    def execute_all(self, calls: Sequence[Call]) -> list[bytes]:
        return self._answer(calls)

    def _answer(self, calls: Sequence[Call]) -> list[bytes]:
        if self.requests_left is None:
            return self.store.execute_all(calls)
        self.requests_left -= 1
        if self.requests_left >= 0:
            return self.store.execute_all(calls)
        if self.requests_left == -1 and self.is_heard:
            self.store.execute_all(calls)
        raise Died

    def close(self) -> None:
        self.store.close()
