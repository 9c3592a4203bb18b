"""The pages of draws: what was promised, the published files, and checking them."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request, Response
from starlette.datastructures import UploadFile

from tavola.errors import OperationError
from tavola_systems.platform.access.identity import Identity
from tavola_systems.platform.access.permissions import PUBLIC, Requirement
from tavola_systems.platform.http.guard import SentForm, Visitor
from tavola_systems.platform.http.problems import NotFound
from tavola_systems.platform.limits import Limit
from tavola_systems.platform.system import Services
from tavola_systems.requests.desk import Desk
from tavola_systems.requests.domain.draw import sha256_hex
from tavola_systems.requests.domain.verify import Verification, files_in_zip, verify
from tavola_systems.requests.models import Draw, EventConfig
from tavola_systems.requests.offered_files import answer_file, names_of
from tavola_systems.requests.web.event_pages import event_for

__all__ = ["RULES", "routes"]

RULES: Final[dict[str, Requirement]] = {
    "GET /events/{event_id}/draw": PUBLIC,
    "GET /events/{event_id}/draw/{attempt}/{name}": PUBLIC,
    "GET /verify": PUBLIC,
    "POST /verify": PUBLIC,
}
_MAX_ZIP_BYTES: Final = 8 * 2**20
_CHECKS: Final = Limit("requests-verify", 20, 60)


def routes(desk: Desk, services: Services) -> APIRouter:
    """Return the pages of draws."""
    router, pages = APIRouter(), services.pages

    @router.get("/events/{event_id}/draw")
    def draw_page(request: Request, visitor: Visitor, event_id: str) -> Response:
        event = event_for(desk, services, visitor, event_id)
        if event.event_type != "LOTTERY":
            raise NotFound
        draws = desk.draws.all(event_id)
        return pages.render(
            request,
            "requests/draw.html",
            event=event,
            draws=draws,
            digests={one.attempt: sha256_hex(one.commitment.encode()) for one in draws},
            names={one.attempt: names_of(one) for one in draws},
        )

    @router.get("/events/{event_id}/draw/{attempt}/{name}")
    def published(visitor: Visitor, event_id: str, attempt: str, name: str) -> Response:
        event_for(desk, services, visitor, event_id)
        number = int(attempt) if attempt.isascii() and attempt.isdigit() else 0
        return answer_file(desk, event_id, number, name)

    _add_checking(router, desk, services)
    return router


def _add_checking(router: APIRouter, desk: Desk, services: Services) -> None:
    pages = services.pages

    def published_of(visitor: Identity | None, event_id: str) -> tuple[EventConfig, Draw] | None:
        """The event whose published files are to be checked, if it has been drawn."""
        if not event_id:
            return None
        event = event_for(desk, services, visitor, event_id)
        draw = desk.draws.find(event_id)
        return (event, draw) if draw is not None and draw.drawn_at is not None else None

    @router.get("/verify")
    def verify_page(
        request: Request,
        visitor: Visitor,
        event: Annotated[str, Query(max_length=100)] = "",
        drawn: Annotated[str, Query(max_length=64)] = "",
    ) -> Response:
        return pages.render(
            request,
            "requests/verify.html",
            published=published_of(visitor, event),
            found=None,
            conclusion="",
            values={"request": drawn},
        )

    @router.post("/verify")
    def check(request: Request, visitor: Visitor, form: SentForm) -> Response:
        services.shared.limits.count(_CHECKS, request.state.address)
        more: dict[str, Any] = {"found": None, "conclusion": "", "values": form.values()}
        more["published"] = own = published_of(visitor, form.text("event")[:100])
        try:
            files = desk.draws.files(own[1]) if own else _sent(form.file("files"))
            found = verify(files, noted=form.text("noted")[:100] or None)
            more |= {"found": found, "conclusion": _conclusion(found, form.text("request")[:64])}
            return pages.render(request, "requests/verify.html", **more)
        except OperationError as error:
            return pages.render(
                request, "requests/verify.html", status=422, error=str(error), **more
            )


def _sent(file: UploadFile | None) -> dict[str, bytes]:
    content = file.file.read(_MAX_ZIP_BYTES + 1) if file else b""
    if len(content) > _MAX_ZIP_BYTES:
        raise OperationError("files: they are too large for this page. Check them at a terminal.")
    return files_in_zip(content)


def _conclusion(found: Verification, request_id: str) -> str:
    if not found.holds:
        return "This is not what was promised and published."
    if found.stage != "drawn":
        return "What is published so far is in order; it is not drawn yet."
    words = f"{len(found.winners)} of {found.entries} were drawn, as promised."
    words = f"{words} {found.doubt}".rstrip()
    if not request_id:
        return words
    place = found.place_of(request_id)
    if place is None:
        return f"{words} {request_id} did not take part."
    result = "won" if place <= found.places else "did not win"
    return f"{words} {request_id} was drawn as number {place}, and {result}."
