"""A small system that tries the platform: notes, which belong to scopes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from fastapi import APIRouter, Request, Response
from pydantic import BaseModel

from tavola_systems.platform.access.permissions import PUBLIC, SIGNED_IN, role
from tavola_systems.platform.http.guard import Caller, SentForm
from tavola_systems.platform.system import Services, System
from tests.systems.site import Site, open_site


class NewNote(BaseModel):
    """What is noted."""

    text: str


def _api(services: Services) -> Sequence[APIRouter]:
    router = APIRouter()

    @router.get("/notes")
    def notes() -> list[str]:
        return []

    @router.post("/scopes/{scope}/notes", status_code=201)
    def note(caller: Caller, scope: str, body: NewNote) -> dict[str, str]:
        return {"scope": scope, "text": body.text, "by": caller.subject}

    @router.get("/broken")
    def broken() -> None:
        raise RuntimeError("a secret that must not be told")

    return [router]


def _pages(services: Services) -> Sequence[APIRouter]:
    router = APIRouter()

    @router.get("/")
    def front(request: Request) -> Response:
        return services.pages.render(request, "problem.html", problem=_NOTHING)

    @router.get("/private")
    def private(request: Request, caller: Caller) -> Response:
        return services.pages.render(request, "problem.html", problem=_NOTHING)

    @router.post("/private")
    def send(caller: Caller, form: SentForm) -> Response:
        return services.pages.redirect("/private", toast=form.text("text"))

    return [router]


class _Nothing:
    status = 200
    title = "Notes"
    detail = ""
    errors = ()


_NOTHING = _Nothing()


def notes(name: str = "notes") -> System:
    """The system."""
    return System(
        name=name,
        title="Notes",
        summary="Notes of scopes.",
        roles=("reader", "writer", "admin"),
        rules={
            "GET /": PUBLIC,
            "GET /private": SIGNED_IN,
            "POST /private": SIGNED_IN,
            "GET /api/notes": role("reader"),
            "POST /api/scopes/{scope}/notes": role("writer", scope="scope"),
            "GET /api/broken": PUBLIC,
        },
        tables=(),
        api=_api,
        pages=_pages,
        everyone="reader",
        admin_role="admin",
    )


@pytest.fixture
def site() -> Iterator[Site]:
    opened = open_site(
        [notes(), notes("other")], metrics_token="m" * 32, cors=("https://a.example",)
    )
    yield opened
    opened.process.close()
