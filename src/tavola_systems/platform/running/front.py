"""The first page: the systems and, in a demonstration, their tasks, designs and what happened."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

import tavola
from tavola_systems.platform.http.problems import NotFound, Refused
from tavola_systems.platform.http.trail import Happened
from tavola_systems.platform.pages.kit import Pages
from tavola_systems.platform.running.design_pages import DesignPages
from tavola_systems.platform.system import Services, System

__all__ = ["front_routes"]

Endpoint = Callable[[Request], Response]


def front_routes(systems: Sequence[System], services: Mapping[str, Services]) -> list[Route]:
    """Return what stands outside of any system."""
    if not services:
        return []
    first = next(iter(services.values()))
    if not first.shared.is_demonstration:
        return [Route("/", _plain(first.pages, systems))]
    designs = DesignPages(systems, services)
    return [
        Route("/", _start_page(first.pages, systems, designs)),
        Route("/begin", _begin(systems, services), methods=["POST"]),
        Route("/what", _what_page(first.pages)),
        Route("/design/{system}", designs.show),
    ]


def _plain(pages: Pages, systems: Sequence[System]) -> Endpoint:
    def front(request: Request) -> Response:
        return pages.render(request, "front.html", systems=systems)

    return front


def _start_page(pages: Pages, systems: Sequence[System], designs: DesignPages) -> Endpoint:
    """Show the tasks; beside each that this browser has finished, what it did."""
    shown = [one for one in systems if one.first_task is not None]
    shown.sort(key=lambda one: one.first_task.order if one.first_task else 0)

    def start(request: Request) -> Response:
        happened: Happened = request.state.happened
        finished = {
            one.name: happened.finished(one.name, one.first_task.finish)
            for one in shown
            if one.first_task is not None
        }
        return pages.render(
            request,
            "start.html",
            systems=shown,
            finished=finished,
            figures=designs.figures,
            package=_package(Path(tavola.__file__)),
        )

    return start


def _package(source: Path) -> str:
    """What pip installs Tavola from: the clone that this runs in, or else the index."""
    clone = source.resolve().parents[2]
    return str(clone) if (clone / "pyproject.toml").is_file() else "tavola"


def _begin(systems: Sequence[System], services: Mapping[str, Services]) -> Any:
    """Sign a visitor in as one of the people whom everybody knows, and lead to the task."""
    by_name = {one.name: one for one in systems}

    async def begin(request: Request) -> Response:
        _check_sender(request)
        form = await request.form()
        system = by_name.get(str(form.get("system", "")))
        if system is None:
            raise NotFound
        email = str(form.get("person", ""))
        own = services[system.name]
        return await run_in_threadpool(_enter, request, system, own, email, "task" in form)

    return begin


def _check_sender(request: Request) -> None:
    """Refuse what another site's page sends."""
    site = request.headers.get("sec-fetch-site", "same-origin")
    origin = request.headers.get("origin")
    is_same = origin is None or urlsplit(origin).netloc == request.headers.get("host")
    if site not in {"same-origin", "none"} or not is_same:
        raise Refused(403, "This form is another site's. Open the start page and repeat it.")


def _enter(
    request: Request, system: System, services: Services, email: str, is_task: bool
) -> Response:
    if email not in {one.email for one in system.demo_people}:
        raise NotFound
    account = services.accounts.find_by_address(system.name, email)
    if account is None:
        raise NotFound
    task, to = system.first_task, "/"
    if is_task and task is not None:
        to = task.prepare(services) if task.prepare is not None else task.start
    browser = request.headers.get("user-agent", "")
    response = RedirectResponse(f"/{system.name}{to}", 303)
    services.pages.set_session(
        response, services.shared.sessions.begin(system.name, account, browser)
    )
    return response


def _what_page(pages: Pages) -> Endpoint:
    """Show what the last requests of this browser did in the tables."""

    def show(request: Request) -> Response:
        happened: Happened = request.state.happened
        return pages.render(request, "what.html", visits=happened.all())

    return show
