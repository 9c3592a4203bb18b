"""The worker: moves audit events from the outbox into their tenants, and runs what is due.

Several may run at once. An audit entry is written in the transaction that takes its message out of
the outbox, so that it is there exactly once; a schedule does nothing if it is no longer its page's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tavola.operations.write.operations import Write
from tavola.patterns.worker import Worker
from tavola_systems.cms.models import Cms, OutboxMessage, Schedule
from tavola_systems.cms.services.audit import EventBus, entry_writes
from tavola_systems.cms.services.content import ContentService
from tavola_systems.cms.services.content_writes import schedules_of
from tavola_systems.cms.services.tenant_scope import Actor, outbox_of
from tavola_systems.cms.services.tenants import Tenants

__all__ = ["CmsWorker"]

Report = Callable[[Any, Exception], Any]


def _ignore(message: Any, error: Exception) -> None:
    del message, error


class CmsWorker:
    """Does what waits, of all tenants."""

    def __init__(
        self,
        db: Cms,
        tenants: Tenants,
        *,
        bus: EventBus | None = None,
        report: Report = _ignore,
        limit: int = 25,
    ) -> None:
        self._db = db
        self._tenants = tenants
        self._bus = bus
        root = db.untenanted
        self._outbox, self._schedules = outbox_of(root), schedules_of(root)
        self._audit = Worker(root, self._outbox, self._tell, report=report, limit=limit)
        self._publisher = Worker(root, self._schedules, self._run, report=report, limit=limit)

    def step(self) -> int:
        """Run what is due, and write what happened; return how much was done."""
        return self._publisher.run_once() + self._audit.run_once()

    def waiting(self) -> int:
        """Return how many audit events wait, for the metrics."""
        return len(self._db.untenanted.run(self._outbox.waiting(limit=100)))

    def _tell(self, message: OutboxMessage) -> list[Write[Any]]:
        if self._bus is not None:
            self._bus.publish(message.body)
        if self._tenants.known(message.of_tenant) is None:
            return []  # The tenant is deleted, and so is its trail.
        return entry_writes(self._db.tenant(message.of_tenant), message)

    def _run(self, schedule: Schedule) -> None:
        if self._tenants.known(schedule.of_tenant) is None:
            return
        actor = Actor(schedule.actor_id or "schedule", schedule.actor_email)
        scope = self._tenants.scope(schedule.of_tenant, actor)
        ContentService(scope).run_schedule(schedule)
