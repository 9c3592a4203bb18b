"""The pages of somebody's requests: all of them, where one stands, and giving a place back."""

from __future__ import annotations

import re
from typing import Final

from fastapi import APIRouter, Request, Response

from tavola_systems.platform.access.identity import Identity
from tavola_systems.platform.access.permissions import SIGNED_IN, Requirement
from tavola_systems.platform.http.guard import Caller
from tavola_systems.platform.http.paging import Cursor
from tavola_systems.platform.http.problems import NotFound
from tavola_systems.platform.system import Services
from tavola_systems.requests import models
from tavola_systems.requests.desk import Desk
from tavola_systems.requests.rules import WrongState
from tavola_systems.requests.serving import letters_of
from tavola_systems.requests.web.page_views import may_withdraw, sight_of
from tavola_systems.requests.withdrawing import withdraw_request

__all__ = ["RULES", "routes"]

RULES: Final[dict[str, Requirement]] = {
    "GET /mine": SIGNED_IN,
    "GET /requests/{request_id}": SIGNED_IN,
    "POST /requests/{request_id}/withdraw": SIGNED_IN,
}
_ID: Final = re.compile(r"[0-9A-HJKMNP-TV-Z]{26}")


def routes(desk: Desk, services: Services) -> APIRouter:
    """Return the pages of requests."""
    router, pages = APIRouter(), services.pages
    letters = letters_of(services)

    def visible(caller: Identity, request_id: str) -> models.Request:
        """A request is there for its user and for operators, for others it does not exist."""
        found = desk.requests.find(request_id) if _ID.fullmatch(request_id) else None
        if found is None:
            raise NotFound
        is_own = found.user_id == caller.subject
        if not is_own and not services.rules.may(caller, "operator", found.event_id):
            raise NotFound
        return found

    @router.get("/mine")
    def mine(request: Request, caller: Caller, cursor: Cursor = None) -> Response:
        page = desk.requests.of_user(caller.subject, limit=20, cursor=cursor)
        events = desk.db.event_config.get_many([one.event_id for one in page.items])
        rows = [
            {"request": one, "title": event.title if event else one.event_id}
            for one, event in zip(page.items, events, strict=True)
        ]
        return pages.render(request, "requests/mine.html", page=page, rows=rows)

    @router.get("/requests/{request_id}")
    def one(request: Request, caller: Caller, request_id: str) -> Response:
        found = visible(caller, request_id)
        event = desk.events.get(found.event_id)
        response = pages.render(
            request,
            "requests/request.html",
            event=event,
            view=sight_of(desk, event, found),
            log=desk.requests.timeline(
                request_id,
                for_operators=services.rules.may(caller, "operator", found.event_id),
            ),
        )
        response.headers["Cache-Control"] = "no-store"
        return response

    @router.post("/requests/{request_id}/withdraw")
    def withdraw(caller: Caller, request_id: str) -> Response:
        found = visible(caller, request_id)
        if not may_withdraw(found):
            raise WrongState("There is nothing to give back: the request has no place.")
        withdraw_request(desk, letters, found, by=caller.subject)
        return pages.redirect(f"/requests/{request_id}", toast="It is given back. Thank you.")

    return router
