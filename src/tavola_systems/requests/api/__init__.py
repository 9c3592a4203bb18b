"""Event requests over HTTP, for programs: one file for each area, one list of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from fastapi import APIRouter

from tavola_systems.platform.access.permissions import Requirement
from tavola_systems.platform.system import Services
from tavola_systems.requests.api import (
    admission_routes,
    draw_routes,
    event_routes,
    operating_routes,
    request_routes,
)
from tavola_systems.requests.desk import desk_of

__all__ = ["API_RULES", "api_routers"]

_AREAS: Final = (event_routes, request_routes, draw_routes, admission_routes, operating_routes)
API_RULES: Final[Mapping[str, Requirement]] = {
    route: need for area in _AREAS for route, need in area.RULES.items()
}


def api_routers(services: Services) -> Sequence[APIRouter]:
    """Return the routes for programs."""
    desk = desk_of(services)
    return [area.routes(desk, services) for area in _AREAS]
