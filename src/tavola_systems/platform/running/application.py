"""Builds the application: every system in its place behind the one doorway."""

from __future__ import annotations

import hmac
import re
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from msgspec import Struct
from msgspec.structs import replace
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import ASGIApp

from tavola.errors import StoreError, TavolaError
from tavola_systems.platform.access.passwords import Busy
from tavola_systems.platform.access.permissions import PUBLIC, SIGNED_IN, AccessRules, Requirement
from tavola_systems.platform.demonstration import DEMO_PASSWORD
from tavola_systems.platform.http.at_once import at_once_first
from tavola_systems.platform.http.guard import Caller, RequestGuard, is_api
from tavola_systems.platform.http.idempotency import Replies, replaying_route
from tavola_systems.platform.http.metrics import Metrics
from tavola_systems.platform.http.middleware import Doorway, DoorwaySettings
from tavola_systems.platform.http.near_reads import is_near
from tavola_systems.platform.http.problems import (
    PROBLEM_RESPONSES,
    Problem,
    ProblemView,
    Refused,
    SignInNeeded,
    problem_of,
    to_response,
)
from tavola_systems.platform.http.trail import Trail
from tavola_systems.platform.limits import TooMany
from tavola_systems.platform.mail.carriers import Carrier
from tavola_systems.platform.onboarding import Onboarding
from tavola_systems.platform.pages.account_pages import (
    ACCOUNT_RULES,
    LINK_RULES,
    SIGN_UP_RULES,
    AccountPages,
)
from tavola_systems.platform.pages.assets import StaticFiles
from tavola_systems.platform.pages.docs_page import docs_routes, swagger_folder
from tavola_systems.platform.pages.kit import Frame, Pages
from tavola_systems.platform.pages.people_pages import people_routes, people_rules
from tavola_systems.platform.running.front import front_routes
from tavola_systems.platform.system import BackgroundWork, ProblemPage, Services, Shared, System

__all__ = ["Application", "build"]

_UNFORESEEN = Problem(500, "Something went wrong here. The log has the request's id.")
_COMMON_RULES: dict[str, Requirement] = {"GET /docs": PUBLIC, "GET /api/me": SIGNED_IN}


class Application(Struct, frozen=True):
    """All systems, ready to be served."""

    asgi: ASGIApp
    apps: dict[str, FastAPI]
    services: dict[str, Services]
    workers: Sequence[BackgroundWork]
    metrics: Metrics


def build(
    systems: Sequence[System],
    shared: Shared,
    *,
    doorway: DoorwaySettings,
    metrics_token: str = "",
    mail: Carrier | None = None,
    workers: Sequence[BackgroundWork] = (),
    on_start: Callable[[], None] = lambda: None,
    on_stop: Callable[[], None] = lambda: None,
) -> Application:
    """Put the systems together; refuse a route without a rule."""
    static = _static_files(systems)
    services = {one.name: _services_of(one, shared, static) for one in systems}
    apps = {one.name: _app_of(one, services[one.name]) for one in systems}
    metrics = Metrics()
    all_workers = [*workers]
    for one in systems:
        all_workers.extend(one.workers(services[one.name]))
    for worker in all_workers:
        if worker.waiting is not None:
            metrics.add_depth(worker.name, worker.waiting)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None]:
        del app
        on_start()
        yield
        on_stop()

    routes: list[BaseRoute] = [
        *front_routes(systems, services),
        Route("/style", _style_page(services)),
        Route("/health", _health(shared)),
        Route("/metrics", _metrics(metrics, metrics_token)),
        Route("/static/{name:path}", static.answer),
        *([Route("/mail", _mail_page(services, mail))] if mail is not None else []),
        *(Mount(f"/{name}", at_once_first(app)) for name, app in apps.items()),
    ]
    outside = _outside(services)
    handlers = {HTTPException: outside, Refused: outside, Exception: outside}
    root = Starlette(routes=routes, lifespan=lifespan, exception_handlers=handlers)
    asgi: ASGIApp = Doorway(
        root,
        replace(
            doorway,
            path_of_host=_path_of_host(systems, services),
            shared_paths=_shared_paths(systems),
        ),
        metrics,
    )
    if shared.is_demonstration:
        asgi = Trail(asgi, shared.tables.values(), shared.platform, shared.clock)
    return Application(asgi, apps, services, all_workers, metrics)


def _path_of_host(
    systems: Sequence[System], services: dict[str, Services]
) -> Callable[[str], str | None]:
    """Ask each system that has hosts of its own."""
    asked = [
        one.path_of_host(services[one.name]) for one in systems if one.path_of_host is not None
    ]

    def path_of_host(host: str) -> str | None:
        found = (ask(host) for ask in asked)
        return next((path for path in found if path is not None), None)

    return path_of_host


def _shared_paths(systems: Sequence[System]) -> re.Pattern[str]:
    """What pages of every host are made with."""
    return re.compile(
        "|".join(["/static/.*", *(path for one in systems for path in one.shared_paths)])
    )


def _static_files(systems: Sequence[System]) -> StaticFiles:
    folders = {one.name: one.folder / "static" for one in systems}
    own = Path(__file__).parent.parent / "pages" / "static"
    return StaticFiles({"platform": own, "swagger": swagger_folder(), **folders})


def _services_of(system: System, shared: Shared, static: StaticFiles) -> Services:
    accounts = system.accounts(shared) if system.accounts else shared.users
    rules = AccessRules(system.roles, _all_rules(system), everyone=system.everyone)
    guard = RequestGuard(
        system.name,
        rules=rules,
        accounts=accounts,
        sessions=shared.sessions,
        tokens=shared.tokens,
        keys=shared.keys,
        base_url=shared.base_url,
        # A system's own accounts may be in a database elsewhere.
        is_near=system.accounts is None and is_near(shared.store),
    )
    frame = Frame(
        system.name,
        system.title,
        system.navigation,
        demo_people=system.demo_people if shared.is_demonstration else None,
        demo_password=DEMO_PASSWORD,
        has_sign_up=system.everyone is not None,
        admin_role=system.admin_role,
        finish=system.first_task.finish if system.first_task else "",
        see=system.first_task.see if system.first_task else ("", ""),
        signs_in_by="Address" if system.accounts is None else "Name or address",
    )
    folder = system.folder / "templates"
    pages = Pages(
        frame,
        guard=guard,
        keys=shared.keys,
        static=static,
        folder=folder if folder.is_dir() else None,
        is_https=shared.base_url.startswith("https://"),
    )
    onboarding = Onboarding(
        system.name,
        system.title,
        db=shared.platform,
        accounts=accounts,
        users=shared.users,
        links=shared.links,
        outbox=shared.outbox,
        limits=shared.limits,
    )
    return Services(shared, accounts, rules, onboarding, pages, guard)


def _all_rules(system: System) -> dict[str, Requirement]:
    rules = {**ACCOUNT_RULES, **LINK_RULES, **_COMMON_RULES, **system.rules}
    if system.everyone is not None:
        rules |= SIGN_UP_RULES
    if system.admin_role is not None:
        rules |= people_rules(system.admin_role)
    return rules


def _app_of(system: System, services: Services) -> FastAPI:
    shared, guard = services.shared, services.guard
    app = FastAPI(
        title=system.title,
        summary=system.summary,
        docs_url=None,
        redoc_url=None,
        dependencies=[Depends(guard.dependency())],
        responses=PROBLEM_RESPONSES,
        servers=[{"url": f"/{system.name}"}],
        root_path_in_servers=False,
    )
    replaying = replaying_route(guard, Replies(shared.platform, shared.clock))
    for router in [_me(), *system.api(services)]:
        _add_routes(app, router, prefix="/api", kind=replaying)
    for router in [*_common_pages(system, services), *system.pages(services)]:
        _add_routes(app, router)
    services.rules.check_complete(_routes_of(app.routes))
    _describe_access(app)
    _install_problems(app, services, system.problem_page)
    return app


def _add_routes(
    app: FastAPI, router: APIRouter, *, prefix: str = "", kind: type[APIRoute] | None = None
) -> None:
    """Add a system's routes one by one, each under its whole path, which its rule names."""
    for route in router.routes:
        if not isinstance(route, APIRoute):
            raise TypeError(f"{app.title}: {route!r} is not a route. Add each to one APIRouter.")
        app.router.add_api_route(
            f"{prefix}{route.path}",
            route.endpoint,
            response_model=route.response_model,
            status_code=route.status_code,
            tags=route.tags,
            responses=route.responses,
            methods=sorted(route.methods or ()),
            response_class=route.response_class,
            name=route.name,
            description=route.description,
            include_in_schema=bool(prefix),
            openapi_extra=route.openapi_extra,
            route_class_override=kind,
        )


def _routes_of(routes: Iterable[BaseRoute]) -> list[str]:
    found = [one for one in routes if isinstance(one, APIRoute)]
    return [f"{method} {one.path}" for one in found for method in sorted(one.methods or ())]


def _common_pages(system: System, services: Services) -> list[APIRouter]:
    shared = services.shared
    account = AccountPages(
        system.name,
        pages=services.pages,
        accounts=services.accounts,
        sessions=shared.sessions,
        tokens=shared.tokens,
        links=shared.links,
        onboarding=services.onboarding,
    )
    routers = account.routers(has_sign_up=system.everyone is not None)
    routers.append(docs_routes(services.pages, demo_token=_demo_token(system, services)))
    if system.admin_role is not None:
        people = people_routes(
            system.name,
            pages=services.pages,
            users=shared.users,
            onboarding=services.onboarding,
            rules=services.rules,
            record=system.people_record(services) if system.people_record else None,
        )
        routers.append(people)
    return routers


def _demo_token(system: System, services: Services) -> Callable[[], str | None]:
    """Return what makes the token that the page of a demonstration's API carries."""
    made: list[str] = []

    def token() -> str | None:
        if not services.shared.is_demonstration or not system.demo_people:
            return None
        if not made:
            email = system.demo_people[0].email
            account = services.accounts.find_by_address(system.name, email)
            if account is None:
                return None
            made.append(services.shared.tokens.issue(system.name, account, "API page", days=1))
        return made[0]

    return token


def _me() -> APIRouter:
    router = APIRouter(tags=["access"])

    @router.get("/me")
    def me(caller: Caller) -> dict[str, Any]:
        """Say whose token this is, and what it may do."""
        return {"subject": caller.subject, "name": caller.name, "roles": dict(caller.account.roles)}

    return router


def _describe_access(app: FastAPI) -> None:
    """Say in the OpenAPI document that tokens authorise, and what refusals look like."""
    describe = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            schema = describe()
            parts = schema.setdefault("components", {})
            parts["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
            parts.setdefault("schemas", {})["ProblemView"] = _problem_schema(parts["schemas"])
            schema["security"] = [{"token": []}, {}]
            app.openapi_schema = schema
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]  # FastAPI's documented way to extend it


def _problem_schema(schemas: dict[str, Any]) -> dict[str, Any]:
    schema = ProblemView.model_json_schema(ref_template="#/components/schemas/{model}")
    schemas |= schema.pop("$defs", {})
    return schema


def _install_problems(
    app: FastAPI,
    services: Services,
    problem_page: Callable[[Services], ProblemPage] | None = None,
) -> None:
    """Tell refusals: as documents to programs, as pages to people."""
    own_page = problem_page(services) if problem_page is not None else _no_page

    async def tell(request: Request, error: Exception) -> Response:
        problem = problem_of(error) or _UNFORESEEN
        if is_api(request) or not hasattr(request.state, "request_id"):
            return to_response(problem, getattr(request.state, "request_id", None))
        if isinstance(error, SignInNeeded):
            return services.pages.sign_in_first(request)
        own = await run_in_threadpool(own_page, request, problem)
        return own or services.pages.problem(request, problem)

    for kind in (
        Busy,
        Exception,
        HTTPException,
        Refused,
        RequestValidationError,
        SignInNeeded,
        TavolaError,
        TooMany,
    ):
        app.add_exception_handler(kind, tell)


def _no_page(request: Request, problem: Problem) -> Response | None:
    del request, problem
    return None


def _outside(services: dict[str, Services]) -> Any:
    """Answer for paths of no system."""

    def tell(request: Request, error: Exception) -> Response:
        problem = problem_of(error) or _UNFORESEEN
        if services and "text/html" in request.headers.get("accept", ""):
            return next(iter(services.values())).pages.problem(request, problem)
        return to_response(problem, request.state.request_id)

    return tell


def _style_page(services: dict[str, Services]) -> Any:
    def style(request: Request) -> Response:
        first = next(iter(services.values()))
        now = datetime.fromtimestamp(first.clock(), UTC)
        return first.pages.render(request, "style.html", now=now, toast="It was saved.")

    return style


def _mail_page(services: dict[str, Services], carrier: Carrier) -> Any:
    """Show the mails of a demonstration, whose people have no mailboxes."""

    def show(request: Request) -> Response:
        first = next(iter(services.values()))
        return first.pages.render(request, "mail.html", mails=carrier.latest(30))

    return show


def _health(shared: Shared) -> Any:
    def health(request: Request) -> Response:
        """Say whether the store answers."""
        del request
        try:
            shared.keys.all()
            shared.platform.setting.get("health")
        except StoreError as error:
            return to_response(Problem(503, f"The store does not answer: {error.code}."))
        return JSONResponse({"status": "ok"})

    return health


def _metrics(metrics: Metrics, token: str) -> Any:
    def show(request: Request) -> Response:
        """Show the metrics to who has the token; without one they are nowhere."""
        given = request.headers.get("authorization", "").removeprefix("Bearer ")
        if not token or not hmac.compare_digest(given.encode(), token.encode()):
            return to_response(Problem(404, "There is nothing at this address."))
        return Response(metrics.render(), media_type="text/plain; version=0.0.4; charset=utf-8")

    return show
