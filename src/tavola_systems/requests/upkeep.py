"""What is done for events beside requests: results of draws, how far tickets are, and counts."""

from __future__ import annotations

from tavola_systems.requests.desk import Desk
from tavola_systems.requests.models import EventEntry
from tavola_systems.requests.services.progress import ProgressKeeper
from tavola_systems.requests.services.sending import Doing

__all__ = ["Upkeep"]


class Upkeep:
    """Looks after events; safe in several processes, since each write is conditioned."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._progress = ProgressKeeper(desk.db)

    def step(self) -> int:
        """Do some of what is due for each event; return how much was done."""
        entries: list[EventEntry] = list(self._desk.events.all().all())
        return sum(self._event(one.event_id, one.event_type) for one in entries)

    def _event(self, event_id: str, event_type: str) -> int:
        desk = self._desk
        done = desk.results.step(event_id) if event_type == "LOTTERY" else 0
        frontier = desk.db.run(Doing(lambda: self._progress.settle(event_id)))
        return done + desk.counts.step(event_id, frontier.settled_through)
