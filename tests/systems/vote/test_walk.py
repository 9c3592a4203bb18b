"""The walk through the vote system, whose users and roles are its own.

Every route is tried with every role and with none; and whoever does not organise an election tries
all that changes one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tavola_systems.platform.access.permissions import Requirement
from tavola_systems.vote.domain.roles import Role
from tavola_systems.vote.system import SYSTEM
from tavola_systems.vote.web.routing import as_segment
from tests.systems.site import PASSWORD, open_site
from tests.systems.vote.test_api import Office
from tests.systems.vote.world import BOARD, CANDIDATES, VOTERS

PEOPLE: dict[Role, str] = {
    role: f"walker {role.name.lower()}" for role in Role if role is not Role.OWNER
}
VALUES = {"table": "voters", "secret": "s" * 43}


class Walk(Office):
    """A site with an election, and somebody of each role who has nothing to do with it."""

    def __init__(self) -> None:
        super().__init__(open_site([SYSTEM]))
        commands = self.service.commands
        for role, name in PEOPLE.items():
            commands.register(name, f"{name.replace(' ', '.')}@example.com", PASSWORD)
            if role is not Role.USER:
                commands.set_role("ada", name, role)
        commands.create_election("olga", BOARD)
        commands.set_candidates("olga", BOARD, CANDIDATES)
        commands.set_eligible_voters("olga", BOARD, VOTERS)
        commands.launch("olga", BOARD)

    def call(self, route: str, name: str | None) -> Any:
        """Make a request as somebody: with a token for the API, with a session for pages."""
        method, path = route.split(" ")
        election = "elections" in path
        named = as_segment(BOARD) if election else "vilma"
        path = path.replace("{name}", named)
        for part, value in VALUES.items():
            path = path.replace(f"{{{part}}}", value)
        client = self.site.client(follow_redirects=False)
        services = self.site.process.application.services["vote"]
        account = services.accounts.find("vote", name) if name else None
        headers: dict[str, str] = {}
        data: dict[str, str] = {}
        if path.startswith("/api/"):
            if account:
                token = services.shared.tokens.issue("vote", account, "walk")
                headers["Authorization"] = f"Bearer {token}"
        else:
            if account:
                client.cookies.set("tavola-vote", services.shared.sessions.begin("vote", account))
            if method != "GET":
                data["_csrf"] = self.site.form_token(client, "/vote/register")
        return client.request(method, f"/vote{path}", headers=headers, data=data or None)


@pytest.fixture(scope="module")
def walk() -> Iterator[Walk]:
    walk = Walk()
    yield walk
    walk.site.process.close()


def needs() -> dict[str, Requirement]:
    """The table of who may do what, without the platform's own pages."""
    return dict(SYSTEM.rules)


def is_turned_away(answer: Any) -> bool:
    """Whether a request did not get past the guard."""
    assert answer.status_code != 500, answer.text
    at_door = answer.status_code == 303 and "/sign-in?next=" in answer.headers["location"]
    return at_door or answer.status_code == 403 or "www-authenticate" in answer.headers


@pytest.mark.parametrize("route", needs())
def test_every_role_gets_as_far_as_the_table_says(walk: Walk, route: str) -> None:
    need = needs()[route]
    least = Role.NO_ACCESS if need.role is None else Role[need.role.upper()]
    found = {role: is_turned_away(walk.call(route, name)) for role, name in PEOPLE.items()}
    assert found == {role: role < least for role in PEOPLE}


@pytest.mark.parametrize("route", needs())
def test_a_visitor_gets_in_only_where_it_is_public(walk: Walk, route: str) -> None:
    assert is_turned_away(walk.call(route, None)) == needs()[route].is_signed_in


CHANGING = [
    route for route in needs() if "/elections/{name}" in route and not route.startswith("GET")
]


@pytest.mark.parametrize("role", [Role.VOTER, Role.USER, Role.ADMIN, Role.AUDITOR])
@pytest.mark.parametrize("route", CHANGING)
def test_nobody_changes_an_election_of_another(walk: Walk, route: str, role: Role) -> None:
    before = walk.service.queries.head()
    answer = walk.call(route, PEOPLE[role])
    assert answer.status_code >= 400 or route == "POST /elections/{name}/results"
    assert walk.service.queries.head() == before


FOREIGN_READS = [
    "GET /elections/{name}/organise",
    "GET /elections/{name}/turnout.csv",
    "GET /elections/{name}/events.jsonl",
    "GET /elections/{name}/receipt",
    "GET /elections/{name}/results",
    "GET /elections/{name}/ballots",
    "GET /api/elections/{name}/voters",
    "GET /api/elections/{name}/turnout",
    "GET /api/elections/{name}/ballot",
    "GET /api/elections/{name}/tally",
    "GET /api/elections/{name}/ballots",
    "GET /api/elections/{name}/confirmations",
]


@pytest.mark.parametrize("route", FOREIGN_READS)
def test_nobody_reads_what_is_the_organisers_or_waits_for_the_end(walk: Walk, route: str) -> None:
    text = walk.call(route, PEOPLE[Role.USER]).text
    assert not any(voter in text for voter in VOTERS)
