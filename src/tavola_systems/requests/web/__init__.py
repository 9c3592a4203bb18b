"""Event requests in the browser: one file for each area, one list of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from fastapi import APIRouter

from tavola_systems.platform.access.permissions import Requirement
from tavola_systems.platform.system import Services
from tavola_systems.requests.desk import desk_of
from tavola_systems.requests.web import (
    console_pages,
    draw_pages,
    event_pages,
    new_event_page,
    request_pages,
)

__all__ = ["PAGE_RULES", "page_routers"]

_AREAS: Final = (event_pages, request_pages, draw_pages, console_pages, new_event_page)
PAGE_RULES: Final[Mapping[str, Requirement]] = {
    route: need for area in _AREAS for route, need in area.RULES.items()
}


def page_routers(services: Services) -> Sequence[APIRouter]:
    """Return the pages."""
    desk = desk_of(services)
    return [area.routes(desk, services) for area in _AREAS]
