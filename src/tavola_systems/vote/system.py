"""The vote system, as the platform knows it."""

from __future__ import annotations

from typing import Final

from tavola_systems.platform.access.permissions import PUBLIC, Requirement, role
from tavola_systems.platform.demonstration import DemoPerson
from tavola_systems.platform.pages.kit import NavItem
from tavola_systems.platform.system import BackgroundWork, FirstTask, Services, System
from tavola_systems.vote.domain.roles import Role
from tavola_systems.vote.event_log_models import VoteEventLog
from tavola_systems.vote.models import VoteData
from tavola_systems.vote.web.accounts import open_accounts, service_of
from tavola_systems.vote.web.api import api_routers
from tavola_systems.vote.web.invitations import Inviter
from tavola_systems.vote.web.pages import page_routers
from tavola_systems.vote.web.routing import as_segment
from tavola_systems.vote.web.sample import PARTY, seed

__all__ = ["SYSTEM"]

# The rules of commands are checked again, in their transactions: these open the doors.
_API: Final[dict[str, Requirement]] = {
    "POST /api/users": PUBLIC,
    "GET /api/users": role("admin"),
    "PATCH /api/users/{name}": role("observer"),
    "DELETE /api/users/{name}": role("observer"),
    "POST /api/users/{name}/ownership": role("owner"),
    "GET /api/elections": role("observer"),
    "POST /api/elections": role("user"),
    "GET /api/elections/{name}": role("observer"),
    "PATCH /api/elections/{name}": role("user"),
    "DELETE /api/elections/{name}": role("user"),
    "PUT /api/elections/{name}/name": role("user"),
    "POST /api/elections/{name}/launch": role("user"),
    "POST /api/elections/{name}/remind": role("user"),
    "POST /api/elections/{name}/finalize": role("user"),
    "GET /api/elections/{name}/candidates": role("observer"),
    "PUT /api/elections/{name}/candidates": role("user"),
    "GET /api/elections/{name}/voters": role("user"),
    "PUT /api/elections/{name}/voters": role("user"),
    "GET /api/elections/{name}/turnout": role("user"),
    "PUT /api/elections/{name}/ballot": role("voter"),
    "GET /api/elections/{name}/ballot": role("voter"),
    "GET /api/elections/{name}/tally": role("observer"),
    "GET /api/elections/{name}/ballots": role("observer"),
    "GET /api/elections/{name}/confirmations": role("observer"),
    "GET /api/elections/{name}/ballots.csv": role("observer"),
    "GET /api/elections/{name}/ballots.blt": role("observer"),
    "GET /api/events": role("auditor"),
    "GET /api/tables/{table}": role("auditor"),
    "GET /api/head": role("observer"),
    "POST /api/pause": role("owner"),
    "POST /api/resume": role("owner"),
}
_PAGES: Final[dict[str, Requirement]] = {
    "GET /": PUBLIC,
    "GET /register": PUBLIC,
    "POST /register": PUBLIC,
    "GET /voter/{secret}": PUBLIC,
    "POST /voter/{secret}": PUBLIC,
    "GET /profile": role("observer"),
    "POST /profile": role("observer"),
    "GET /elections": role("observer"),
    "GET /new": role("user"),
    "POST /new": role("user"),
    "GET /elections/{name}": role("observer"),
    "GET /elections/{name}/vote": role("voter"),
    "POST /elections/{name}/vote": role("voter"),
    "GET /elections/{name}/receipt": role("voter"),
    "GET /elections/{name}/results": role("observer"),
    "POST /elections/{name}/results": role("observer"),
    "GET /elections/{name}/ballots": role("observer"),
    "GET /elections/{name}/result.csv": role("observer"),
    "GET /elections/{name}/ballots.csv": role("observer"),
    "GET /elections/{name}/ballots.blt": role("observer"),
    "GET /elections/{name}/organise": role("user"),
    "GET /elections/{name}/turnout.csv": role("user"),
    "GET /elections/{name}/events.jsonl": role("user"),
    "POST /elections/{name}/rules": role("user"),
    "POST /elections/{name}/candidates": role("user"),
    "POST /elections/{name}/voters": role("user"),
    "POST /elections/{name}/launch": role("user"),
    "POST /elections/{name}/remind": role("user"),
    "POST /elections/{name}/finalize": role("user"),
    "POST /elections/{name}/delete": role("user"),
    "GET /users": role("admin"),
    "POST /users/{name}/role": role("admin"),
    "POST /users/{name}/remove": role("admin"),
    "POST /users/{name}/ownership": role("owner"),
    "GET /audit": role("auditor"),
    "GET /audit/tables/{table}": role("auditor"),
    "GET /audit/events.jsonl": role("auditor"),
    "POST /pause": role("owner"),
    "POST /resume": role("owner"),
}


def _workers(services: Services) -> list[BackgroundWork]:
    inviter = Inviter(services, service_of(services))
    return [BackgroundWork("vote-invitations", inviter.step, waiting=inviter.waiting)]


SYSTEM: Final = System(
    name="vote",
    title="Ballot",
    summary="Ranked-choice elections: secret ballots, receipts, a result that anybody can check.",
    roles=tuple(one.name.lower() for one in Role),
    rules={**_API, **_PAGES},
    tables=(VoteData, VoteEventLog),
    api=api_routers,
    pages=page_routers,
    navigation=(
        NavItem("My elections", "/"),
        NavItem("All elections", "/elections", "observer"),
        NavItem("Profile", "/profile", "observer"),
        NavItem("Users", "/users", "admin"),
        NavItem("Audit", "/audit", "auditor"),
    ),
    workers=_workers,
    accounts=open_accounts,
    seed=seed,
    first_task=FirstTask(
        title="Let your ballot decide",
        steps=(
            "200 members have voted where to hold the summer party, and two places are level.",
            "Rank the places and cast your ballot.",
            "Look at the result: 201 ballots, and one place leads.",
        ),
        person="vera@example.com",
        start=f"/elections/{as_segment(PARTY)}/vote",
        finish="POST /elections/{name}/vote",
        order=1,
        see=("See the result", f"/vote/elections/{as_segment(PARTY)}/results"),
    ),
    demo_people=(
        DemoPerson("ada@example.com", "Ada Lindgren", "owner"),
        DemoPerson("olga@example.com", "Olga Petrova", "user"),
        DemoPerson("vera@example.com", "Vera Novak", "voter"),
    ),
)
