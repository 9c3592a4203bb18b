"""Who has which role in a scope: administrators invite, change and remove people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response

from tavola.errors import OperationError
from tavola.operations.write.operations import Write
from tavola_systems.platform.access.identity import Identity
from tavola_systems.platform.access.permissions import AccessRules, Requirement, role
from tavola_systems.platform.access.users import Users
from tavola_systems.platform.http.guard import Caller, Form, SentForm
from tavola_systems.platform.http.paging import Cursor
from tavola_systems.platform.http.problems import NotFound, Refused, problem_of
from tavola_systems.platform.models import User
from tavola_systems.platform.onboarding import Onboarding
from tavola_systems.platform.pages.kit import Pages

__all__ = ["PeopleRecord", "people_routes", "people_rules"]

PeopleRecord = Callable[[Identity, str, User, str, bool], Sequence[Write[Any]]]
"""Plans what is written about a role: by whom, the scope, whose, which, and whether it is given."""
ScopeName = Annotated[str, Path(max_length=200)]


def people_rules(admin_role: str) -> dict[str, Requirement]:
    """Return who may see and change who has which role."""
    need = role(admin_role, scope="scope")
    return {
        "GET /people/{scope}": need,
        "POST /people/{scope}": need,
        "POST /people/{scope}/{user_id}/remove": need,
    }


def _no_record(
    by: Identity, scope: str, user: User, role: str, is_given: bool
) -> Sequence[Write[Any]]:
    del by, scope, user, role, is_given
    return ()


def people_routes(
    system: str,
    *,
    pages: Pages,
    users: Users,
    onboarding: Onboarding,
    rules: AccessRules,
    record: PeopleRecord | None = None,
) -> APIRouter:
    """Serve the pages."""
    router, recorded = APIRouter(prefix="/people/{scope}"), record or _no_record

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
                form.text("email"),
                form.text("name"),
                chosen,
                scope=scope,
                by=caller.subject,
                also=lambda user: recorded(caller, scope, user, chosen, True),
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
        found = users.find(system, user_id)
        held = found.roles.get(scope) if found is not None else None
        if held is None:
            raise NotFound
        if not rules.may(caller, held, scope):
            raise Refused(403, "This person's role is stronger than yours.")
        also = recorded(caller, scope, users.user(user_id), held, False)
        users.withdraw(user_id, system, scope, also=also)
        return pages.redirect(f"/people/{scope}", toast="The role is withdrawn.")

    return router
