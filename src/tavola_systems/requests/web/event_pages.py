"""The pages of events: the list of all, one event, and applying for a place."""

from __future__ import annotations

from typing import Any, Final

from fastapi import APIRouter, Request, Response

from tavola.errors import ItemMissing, OperationError
from tavola_systems.platform.access.identity import Identity
from tavola_systems.platform.access.permissions import PUBLIC, Requirement, role
from tavola_systems.platform.http.guard import Caller, SentForm, Visitor
from tavola_systems.platform.http.paging import Cursor
from tavola_systems.platform.http.problems import NotFound
from tavola_systems.platform.system import Services
from tavola_systems.requests.applying import Applying
from tavola_systems.requests.desk import Desk
from tavola_systems.requests.models import EventConfig
from tavola_systems.requests.rules import WrongState, check_event_id
from tavola_systems.requests.services.joined_writes import now_of
from tavola_systems.requests.visibility import is_visible, visible_events
from tavola_systems.requests.web.page_views import card_of, state_of

__all__ = ["RULES", "event_for", "routes"]

RULES: Final[dict[str, Requirement]] = {
    "GET /": PUBLIC,
    "GET /events/{event_id}": PUBLIC,
    "POST /events/{event_id}/apply": role("applicant"),
}


def event_for(
    desk: Desk, services: Services, visitor: Identity | None, event_id: str
) -> EventConfig:
    """Return an event; a draft is there for operators only."""
    try:
        found = desk.events.find(check_event_id(event_id))
    except OperationError:
        raise NotFound from None
    if found is None or not is_visible(services, visitor, found):
        raise NotFound
    return found


def routes(desk: Desk, services: Services) -> APIRouter:
    """Return the pages of events."""
    router, pages = APIRouter(), services.pages
    shared = services.shared
    applying = Applying(desk.db, shared.limits, shared.clock)

    def show(request: Request, visitor: Identity | None, event_id: str, **more: Any) -> Response:
        event = event_for(desk, services, visitor, event_id)
        now = now_of(desk.db)
        mine = desk.intake.find(event_id, visitor.subject) if visitor else None
        return pages.render(
            request,
            "requests/event.html",
            event=event,
            state=state_of(event, now),
            places=desk.events.capacity(event_id),
            draw=desk.draws.find(event_id),
            mine=desk.requests.find(mine) if mine else None,
            has_applied=mine is not None,
            now_ms=round(now.timestamp() * 1000),
            **more,
        )

    @router.get("/")
    def all_events(request: Request, visitor: Visitor, cursor: Cursor = None) -> Response:
        page = desk.events.all(cursor=cursor)
        now = now_of(desk.db)
        found = visible_events(desk, services, visitor, (one.event_id for one in page.items))
        cards = [card_of(one, now) for one in found]
        return pages.render(request, "requests/events.html", page=page, cards=cards)

    @router.get("/events/{event_id}")
    def event_page(request: Request, visitor: Visitor, event_id: str) -> Response:
        return show(request, visitor, event_id)

    @router.post("/events/{event_id}/apply")
    def apply(request: Request, caller: Caller, event_id: str, form: SentForm) -> Response:
        code = form.text("code")[:100]
        try:
            accepted = applying.apply(
                event_id, caller.account, address=request.state.address, code=code
            )
        except ItemMissing:
            raise NotFound from None
        except (WrongState, OperationError) as refused:
            text = getattr(refused, "message", str(refused))
            return show(request, caller, event_id, status=409, error=text, values=form.values())
        toast = "You have applied already." if accepted.is_duplicate else "Your request is in."
        return pages.redirect(f"/requests/{accepted.request_id}", toast=toast)

    return router
