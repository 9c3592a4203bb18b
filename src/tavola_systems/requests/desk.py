"""All services of event requests, put together on one table: what API, pages and terminal get."""

from __future__ import annotations

from dataclasses import dataclass

from tavola_systems.platform.system import Services
from tavola_systems.requests.models import AsyncEventTable
from tavola_systems.requests.services.events import EventService

__all__ = ["Desk", "desk_of"]


@dataclass(frozen=True, slots=True)
class Desk:
    """The services."""

    db: AsyncEventTable
    events: EventService


def desk_of(services: Services) -> Desk:
    """Open the services on the platform's store."""
    return open_desk(services.table(AsyncEventTable))


def open_desk(db: AsyncEventTable) -> Desk:
    """Open the services on a table."""
    return Desk(db, EventService(db))
