"""The pages of events: the list of all, and one event."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Request, Response

from tavola_systems.platform.access.rules import PUBLIC, Need
from tavola_systems.platform.http.paging import Cursor
from tavola_systems.platform.http.problems import NotFound
from tavola_systems.platform.system import Services
from tavola_systems.requests.desk import Desk

__all__ = ["RULES", "routes"]

RULES: Final[dict[str, Need]] = {"GET /": PUBLIC, "GET /events/{event_id}": PUBLIC}


def routes(desk: Desk, services: Services) -> APIRouter:
    """Return the pages of events."""
    router, pages = APIRouter(), services.pages

    @router.get("/")
    def all_events(request: Request, cursor: Cursor = None) -> Response:
        page = desk.events.all(cursor=cursor)
        return pages.render_public(request, "requests/events.html", page=page)

    @router.get("/events/{event_id}")
    def event(request: Request, event_id: str) -> Response:
        config = desk.events.find(event_id)
        if config is None:
            raise NotFound
        takes = desk.events.takes_requests(config)
        return pages.render_public(
            request, "requests/event.html", event=config, takes_requests=takes
        )

    return router
