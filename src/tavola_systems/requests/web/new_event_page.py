"""Creating an event in the browser."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from fastapi import APIRouter, Request, Response

from tavola.errors import OperationError
from tavola_systems.platform.access.permissions import Requirement, role
from tavola_systems.platform.http.guard import Form, SentForm
from tavola_systems.platform.http.problems import problem_of
from tavola_systems.platform.pages.times import parse_local
from tavola_systems.platform.system import Services
from tavola_systems.requests.desk import Desk
from tavola_systems.requests.rules import AdmissionKind, EventType, WrongState
from tavola_systems.requests.services.events import NewEvent

__all__ = ["RULES", "routes"]

RULES: Final[dict[str, Requirement]] = {"GET /new": role("operator"), "POST /new": role("operator")}
_TYPES: Final[dict[str, EventType]] = {
    "First come, first served": "FIRST_COME",
    "Lottery": "LOTTERY",
}
_ADMISSIONS: Final[dict[str, AdmissionKind]] = {
    "Anybody": "ANYBODY",
    "Those on a list": "LISTED",
    "Those with a code": "CODES",
}


def routes(desk: Desk, services: Services) -> APIRouter:
    """Return the page that creates an event."""
    router, pages = APIRouter(), services.pages

    @router.get("/new")
    def new_page(request: Request) -> Response:
        return pages.render(request, "requests/new.html")

    @router.post("/new")
    def create(request: Request, form: SentForm) -> Response:
        try:
            event = desk.events.create(_event_in(form))
        except (OperationError, WrongState) as error:
            problem = problem_of(error)
            errors = problem.field_errors() if problem else {}
            return pages.render(
                request,
                "requests/new.html",
                status=422,
                values=form.values(),
                errors=errors,
                error=None if errors else getattr(error, "message", str(error)),
            )
        return pages.redirect(f"/events/{event.event_id}/console", toast="The event is a draft.")

    return router


def _event_in(form: Form) -> NewEvent:
    kind, admission = form.text("event_type"), form.text("admission")
    if kind not in _TYPES or admission not in _ADMISSIONS:
        raise OperationError("event_type: choose one of the list.")
    capacity = form.text("capacity").strip()
    if not (capacity.isascii() and capacity.isdigit() and len(capacity) <= 9):
        raise OperationError(f"capacity: {capacity[:20]!r} is not a number of places.")
    return NewEvent(
        event_id=form.text("event_id").strip(),
        title=form.text("title"),
        event_type=_TYPES[kind],
        capacity=int(capacity),
        description=form.text("description").strip()[:4000] or None,
        admission=_ADMISSIONS[admission],
        opens_at=_time_in(form, "opens_at"),
        ends_at=_time_in(form, "ends_at"),
        public_source=form.text("public_source") or None,
    )


def _time_in(form: Form, name: str) -> datetime | None:
    text = form.text(name)
    return parse_local(name, text, form.text("zone", "UTC")) if text else None
