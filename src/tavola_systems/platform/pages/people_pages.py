"""Who has which role in a scope: administrators invite, change and remove people."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from tavola.errors import OperationError
from tavola_systems.platform.access.rules import Need, Rules, role
from tavola_systems.platform.access.users import Users
from tavola_systems.platform.http.guard import Caller, Form, SentForm
from tavola_systems.platform.http.paging import Cursor
from tavola_systems.platform.http.problems import Refused, problem_of
from tavola_systems.platform.onboarding import Onboarding
from tavola_systems.platform.pages.kit import Pages

__all__ = ["people_routes", "people_rules"]

ScopeName = Annotated[str, Path(max_length=200)]


def people_rules(admin_role: str) -> dict[str, Need]:
    """Return who may see and change who has which role."""
    need = role(admin_role, scope="scope")
    return {
        "GET /people/{scope}": need,
        "POST /people/{scope}": need,
        "POST /people/{scope}/{user_id}/remove": need,
    }


def people_routes(
    system: str, *, pages: Pages, users: Users, onboarding: Onboarding, rules: Rules
) -> APIRouter:
    """Serve the pages."""
    router = APIRouter(prefix="/people/{scope}")

    def show(
        request: Request,
        scope: str,
        cursor: str | None = None,
        *,
        form: Form | None = None,
        status: int = 200,
        errors: dict[str, str] | None = None,
    ) -> Response:
        members, page = users.members(system, scope, cursor=cursor)
        return pages.render(
            request,
            "people.html",
            status=status,
            scope=scope,
            members=members,
            page=page,
            roles=rules.roles,
            values=form.values() if form else {},
            errors=errors or {},
        )

    @router.get("")
    def people(request: Request, scope: ScopeName, cursor: Cursor = None) -> Response:
        return show(request, scope, cursor)

    @router.post("")
    def invite(request: Request, scope: ScopeName, caller: Caller, form: SentForm) -> Response:
        chosen = form.text("role")
        if chosen not in rules.roles or not rules.may(caller, chosen, scope):
            errors = {"role": "Choose a role that you have yourself."}
            return show(request, scope, form=form, status=422, errors=errors)
        try:
            onboarding.invite(
                form.text("email"), form.text("name"), chosen, scope=scope, by=caller.subject
            )
        except OperationError as error:
            problem = problem_of(error)
            errors = problem.field_errors() if problem else {}
            return show(request, scope, form=form, status=422, errors=errors)
        return pages.redirect(f"/people/{scope}", toast="The invitation is on its way.")

    @router.post("/{user_id}/remove")
    def remove(scope: ScopeName, user_id: str, caller: Caller) -> Response:
        if user_id == caller.subject:
            raise Refused(409, "You cannot remove yourself. Ask another administrator.")
        users.withdraw(user_id, system, scope)
        return pages.redirect(f"/people/{scope}", toast="The role is withdrawn.")

    return router
