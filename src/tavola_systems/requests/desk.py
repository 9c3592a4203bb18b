"""All services of event requests, put together on one table: what API, pages and terminal get."""

from __future__ import annotations

from msgspec import Struct

from tavola.patterns.outbox import Outbox
from tavola_systems.platform.system import Services
from tavola_systems.requests.models import AsyncEventTable, FailedEntry, OutboxEntry
from tavola_systems.requests.services.admissions import Admissions
from tavola_systems.requests.services.counts import Counts
from tavola_systems.requests.services.draw_results import DrawResults
from tavola_systems.requests.services.draws import DrawService
from tavola_systems.requests.services.events import EventService
from tavola_systems.requests.services.giving_back import GivingBack
from tavola_systems.requests.services.intake import Intake, outbox_of
from tavola_systems.requests.services.letters import Letters
from tavola_systems.requests.services.request_lookup import RequestQueries

__all__ = ["Desk", "desk_of"]


class Desk(Struct, frozen=True):
    """The services."""

    db: AsyncEventTable
    events: EventService
    requests: RequestQueries
    intake: Intake
    giving_back: GivingBack
    outbox: Outbox[OutboxEntry, FailedEntry]
    counts: Counts
    draws: DrawService
    results: DrawResults
    admissions: Admissions


def desk_of(services: Services) -> Desk:
    """Open the services on the platform's store."""
    return open_desk(services.table(AsyncEventTable))


def open_desk(db: AsyncEventTable, letters: Letters | None = None) -> Desk:
    """Open the services on a table; `letters` tells people of results."""
    events = EventService(db)
    draws = DrawService(db, events)
    return Desk(
        db=db,
        events=events,
        requests=RequestQueries(db),
        intake=Intake(db),
        giving_back=GivingBack(db, letters),
        outbox=outbox_of(db),
        counts=Counts(db),
        draws=draws,
        results=DrawResults(db, events, draws, letters),
        admissions=Admissions(db, events),
    )
