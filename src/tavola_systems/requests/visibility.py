"""Which events somebody sees: a draft is there for its operators only."""

from __future__ import annotations

from collections.abc import Iterable

from tavola_systems.platform.access.identity import Identity
from tavola_systems.platform.system import Services
from tavola_systems.requests.desk import Desk
from tavola_systems.requests.models import EventConfig

__all__ = ["is_visible", "visible_events"]


def is_visible(services: Services, visitor: Identity | None, event: EventConfig) -> bool:
    """Say whether somebody sees an event."""
    return event.status != "DRAFT" or services.rules.may(visitor, "operator", event.event_id)


def visible_events(
    desk: Desk, services: Services, visitor: Identity | None, event_ids: Iterable[str]
) -> list[EventConfig]:
    """Read the events of a list that somebody sees, in its order."""
    found = desk.db.event_config.get_many(list(event_ids))
    return [one for one in found if one is not None and is_visible(services, visitor, one)]
