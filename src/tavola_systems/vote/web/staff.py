"""Pages for administrators and auditors: users and their roles, events and tables, the pause."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from tavola_systems.platform.http.guard import Caller, SentForm
from tavola_systems.platform.system import Services
from tavola_systems.vote.auditing import TABLES, TableName, key_of
from tavola_systems.vote.domain.errors import BadArgument, UnknownName
from tavola_systems.vote.domain.roles import Role
from tavola_systems.vote.service import VoteService
from tavola_systems.vote.web import downloads
from tavola_systems.vote.web.accounts import acting
from tavola_systems.vote.web.routing import PAGE, After, VoteRouter, from_segment, one_page

__all__ = ["staff_routers"]

AfterKey = Annotated[list[str] | None, Query(max_length=3)]


def staff_routers(service: VoteService, services: Services) -> Sequence[APIRouter]:
    """Return the pages of those who look after the system."""
    return [_people(service, services), _audit(service, services)]


def _people(service: VoteService, services: Services) -> APIRouter:
    router = VoteRouter()
    pages, queries = services.pages, service.queries

    @router.get("/users")
    def users_page(request: Request, caller: Caller, after: After = "") -> Response:
        own = queries.find_user(caller.subject)
        users, last = one_page(queries.users(after), PAGE, lambda user: [user.name])
        return pages.render(
            request,
            "vote/users.html",
            users=users,
            last=last,
            is_first=not after,
            own=own,
            grantable=[role for role in Role if role < own.role],
        )

    @router.post("/users/{name}/role")
    def set_role(caller: Caller, name: str, form: SentForm) -> Response:
        wanted = form.text("role")
        if wanted not in Role.__members__:
            raise BadArgument(f"role: {wanted[:40]!r} is not a role. Choose one of the list.")
        name = from_segment(name)
        acting(service, caller).set_role(caller.subject, name, Role[wanted])
        return pages.redirect("/users", toast=f"{name} is {wanted} now.")

    @router.post("/users/{name}/remove")
    def remove(caller: Caller, name: str) -> Response:
        name = from_segment(name)
        acting(service, caller).remove_user(caller.subject, name)
        return pages.redirect("/users", toast=f"{name} is removed.")

    @router.post("/users/{name}/ownership")
    def transfer(caller: Caller, name: str) -> Response:
        name = from_segment(name)
        acting(service, caller).transfer_ownership(caller.subject, name)
        return pages.redirect("/users", toast=f"{name} owns the system now.")

    return router


def _audit(service: VoteService, services: Services) -> APIRouter:
    router = VoteRouter()
    pages, queries = services.pages, service.queries

    @router.get("/audit")
    def audit_page(request: Request, caller: Caller, before: int = 0) -> Response:
        head = queries.head()
        last = min(before - 1, head.sequence) if before > 0 else head.sequence
        after = max(0, last - PAGE)
        events = list(queries.events(caller.subject, after, last - after)) if last > after else []
        return pages.render(
            request,
            "vote/audit.html",
            events=events[::-1],
            head=head,
            earlier=after + 1 if after else None,
            tables=TABLES,
            table=None,
            rows=[],
            last=None,
            is_owner=queries.find_user(caller.subject).role is Role.OWNER,
        )

    @router.get("/audit/tables/{table}")
    def table_page(
        request: Request, caller: Caller, table: str, after: AfterKey = None
    ) -> Response:
        name = _table_name(table)
        found = queries.table(caller.subject, name, after or ())
        rows, last = one_page(found, PAGE, lambda row: key_of(name, row))
        return pages.render(
            request,
            "vote/audit.html",
            events=[],
            head=queries.head(),
            earlier=None,
            tables=TABLES,
            table=name,
            rows=rows,
            last=last,
            is_first=not after,
            is_owner=False,
        )

    @router.get("/audit/events.jsonl")
    def events_file(caller: Caller) -> Response:
        return downloads.events_lines(queries.events(caller.subject), "events.jsonl")

    @router.post("/pause")
    def pause(caller: Caller, form: SentForm) -> Response:
        acting(service, caller).pause(caller.subject, form.text("reason") or "by the owner")
        return pages.redirect("/audit", toast="Writes are paused.")

    @router.post("/resume")
    def resume(caller: Caller) -> Response:
        acting(service, caller).resume(caller.subject)
        return pages.redirect("/audit", toast="Writes go on.")

    return router


def _table_name(text: str) -> TableName:
    for name in TABLES:
        if name == text:
            return name
    raise UnknownName(f"Table {text[:40]!r} does not exist.")
