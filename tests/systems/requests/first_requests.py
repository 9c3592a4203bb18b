"""What the first requests of a process have to import and compile; run by test_rehearsing.py.

python -m tests.systems.requests.first_requests FILE [rehearsed]
"""

from __future__ import annotations

import json
import sys
from typing import Any

from tavola_systems.platform.running.rehearsal import rehearse
from tavola_systems.requests.desk import desk_of
from tavola_systems.requests.services.events import NewEvent
from tavola_systems.requests.system import SYSTEM
from tests.systems.site import Site, open_site

ADA, ALAN = "ada@example.com", "alan@example.com"


def main(store: str, *, is_rehearsed: bool) -> None:
    """Write what was answered, and what had to be loaded for it."""
    if is_rehearsed:
        rehearse([SYSTEM])
    site = open_site([SYSTEM], store=store)
    events = desk_of(site.process.application.services["requests"]).events
    events.create(NewEvent("party", "Party", "FIRST_COME", 3))
    events.open("party")
    programs = [new_applicant(site, email) for email in (ADA, ALAN)]
    loaded = watch()
    answers = [one.post("/events/party/requests").status_code for one in programs * 2]
    sys.stdout.write(json.dumps({"answers": answers, "loaded": loaded}))


def new_applicant(site: Site, email: str) -> Any:
    program = site.program(email, "requests")
    site.process.shared.users.confirm(site.person(email, "requests"))
    program.get("/me")  # its own first request loads what a client of tests needs
    return program


def watch() -> list[str]:
    """Note from now on which modules are imported and which functions are compiled."""
    loaded: list[str] = []

    def note(event: str, args: tuple[Any, ...]) -> None:
        if event == "import" and str(args[0]).startswith("tavola"):
            loaded.append(args[0])
        elif event == "compile" and str(args[1]).startswith("<compiled"):
            loaded.append(args[1])

    sys.addaudithook(note)
    return loaded


if __name__ == "__main__":
    main(sys.argv[1], is_rehearsed=sys.argv[2:] == ["rehearsed"])
