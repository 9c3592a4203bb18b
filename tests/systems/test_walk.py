"""The walk: every route of every system, with every role, without one, and in another's scope.

What is expected is worked out here from the tables of rules, by other code than the guard's.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from tavola_systems.platform.access.permissions import Requirement
from tavola_systems.platform.system import System
from tavola_systems.registry import load_systems
from tests.systems.site import Site, open_site

SYSTEMS = {system.name: system for system in load_systems() if system.accounts is None}
MINE, OTHERS = "mine", "others"
NOBODY = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
# Every number, id and name that a path may want; scopes are filled in by who walks.
VALUES = {"version": "1", "name": "x", "secret": "s" * 43, "form": "x", "checksum": "0" * 64}


@cache
def site_of(name: str) -> Site:
    """A system by itself, and one person for each role in each kind of scope."""
    site = open_site([SYSTEMS[name]])
    site.person("plain@example.com", name)
    for role in SYSTEMS[name].roles:
        site.person(f"{role}@example.com", name, role)
        site.person(f"{role}-{MINE}@example.com", name, role, MINE)
        site.person(f"{role}-{OTHERS}@example.com", name, role, OTHERS)
    return site


@pytest.fixture(scope="module", autouse=True)
def _closed() -> Iterator[None]:
    yield
    for name in SYSTEMS:
        site_of(name).process.close()


def needs_of(system: System) -> dict[str, Requirement]:
    return site_of(system.name).process.application.services[system.name].rules.needs


ROUTES = [(name, route) for name, system in SYSTEMS.items() for route in needs_of(system)]


def people(system: System) -> dict[str, tuple[str | None, str | None]]:
    """Who walks: a name, with a role and its scope."""
    found: dict[str, tuple[str | None, str | None]] = {"plain@example.com": (None, None)}
    for role in system.roles:
        found[f"{role}@example.com"] = (role, "*")
        found[f"{role}-{MINE}@example.com"] = (role, MINE)
        found[f"{role}-{OTHERS}@example.com"] = (role, OTHERS)
    return found


def path_of(need: Requirement, route: str) -> str:
    path = route.partition(" ")[2]
    for part in [one for one in path.split("/") if one.startswith("{")]:
        name = part.strip("{}")
        value = MINE if name == need.scope else VALUES.get(name, NOBODY)
        path = path.replace(part, value)
    return path


def outcome(answer: Any) -> str:
    """What became of a request: let in, or how it was turned away."""
    status = answer.status_code
    if status == 403:
        return "forbidden"
    if "www-authenticate" in answer.headers:
        return "sign in"
    if status == 303 and "/sign-in?next=" in answer.headers["location"]:
        return "sign in"
    if status == 404 and "There is nothing at this address." in answer.text:
        return "hidden"
    assert status != 500, answer.text
    return "in"


def expected(system: System, need: Requirement, role: str | None, scope: str | None) -> str:
    """What the table says, by a reading of its own."""
    order = list(system.roles)
    held = [role] if role and (scope == "*" or need.in_any_scope) else []
    if role and scope == MINE and (need.scope or need.header):
        held = [role]
    strongest = max([order.index(one) for one in held], default=-1)
    common = order.index(system.everyone) if system.everyone else -1
    if need.role is None or max(strongest, common) >= order.index(need.role):
        return "in"
    return "hidden" if need.scope and strongest < 0 else "forbidden"


def call(site: Site, system: str, route: str, need: Requirement, email: str | None) -> str:
    """Make a request as somebody: with a token for the API, with a session for pages."""
    method, path = route.partition(" ")[0], path_of(need, route)
    client = site.client(follow_redirects=False)
    shared = site.process.shared
    account = shared.users.find_by_address(system, email) if email else None
    headers = {need.header: MINE} if need.header else {}
    data: dict[str, str] = {}
    if path.startswith("/api/"):
        if account:
            headers["Authorization"] = f"Bearer {shared.tokens.issue(system, account, 'walk')}"
    else:
        if account:
            client.cookies.set(f"tavola-{system}", shared.sessions.begin(system, account))
        if method != "GET":
            page = "/account" if account else "/sign-in"
            data["_csrf"] = site.form_token(client, f"/{system}{page}")
    answer = client.request(method, f"/{system}{path}", headers=headers, data=data or None)
    return outcome(answer)


@pytest.mark.parametrize(("name", "route"), ROUTES)
def test_everybody_gets_as_far_as_the_table_says(name: str, route: str) -> None:
    system, site = SYSTEMS[name], site_of(name)
    need = needs_of(system)[route]
    found = {email: call(site, name, route, need, email) for email in people(system)}
    wanted = {email: expected(system, need, *who) for email, who in people(system).items()}
    # What a service refuses by its own data is for its own tests: here it is past the guard.
    found = {email: _past_guard(found[email], wanted[email]) for email in found}
    assert found == wanted


def _past_guard(found: str, wanted: str) -> str:
    return "in" if wanted == "in" and found in {"forbidden", "hidden"} else found


@pytest.mark.parametrize(("name", "route"), ROUTES)
def test_a_visitor_gets_in_only_where_it_is_public(name: str, route: str) -> None:
    need = needs_of(SYSTEMS[name])[route]
    found = call(site_of(name), name, route, need, None)
    assert found in ({"sign in"} if need.is_signed_in else {"in", "hidden", "forbidden"})


API = [(name, route) for name, route in ROUTES if " /api/" in route]


@pytest.mark.parametrize(("name", "route"), API)
def test_a_cookie_opens_no_route_of_the_api(name: str, route: str) -> None:
    site, need = site_of(name), needs_of(SYSTEMS[name])[route]
    strongest = f"{SYSTEMS[name].roles[-1]}@example.com"
    account = site.process.shared.users.find_by_address(name, strongest)
    assert account is not None
    client = site.client(follow_redirects=False)
    client.cookies.set(f"tavola-{name}", site.process.shared.sessions.begin(name, account))
    method, path = route.partition(" ")[0], path_of(need, route)
    found = outcome(client.request(method, f"/{name}{path}"))
    assert found in ({"sign in"} if need.is_signed_in else {"in", "hidden"})


def test_what_visitors_may_send_is_a_short_list() -> None:
    sent = {
        route
        for name, route in ROUTES
        if not needs_of(SYSTEMS[name])[route].is_signed_in and not route.startswith("GET ")
    }
    assert sent == {
        "POST /sign-in",
        "POST /sign-out",
        "POST /sign-up",
        "POST /forgot",
        "POST /reset/{secret}",
        "POST /invite/{secret}",
        "POST /confirm/{secret}",
        "POST /s/{tenant}/forms",
        "POST /s/{tenant}/comments/{page_id}",
        "POST /s/{tenant}/resources/{resource_id}",
        "POST /s/{tenant}/consent",
        "POST /verify",
    }
