"""Who is told by mail that a request failed, or that somebody else withdrew it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from tavola.operations.write.operations import Write
from tavola_systems.requests.desk import Desk, desk_of
from tavola_systems.requests.models import AsyncEventTable, Request
from tavola_systems.requests.services.dispatching import Dispatcher
from tavola_systems.requests.services.events import NewEvent
from tavola_systems.requests.services.intake import Applicant
from tavola_systems.requests.services.letters import Outcome
from tavola_systems.requests.system import SYSTEM
from tests.systems.requests.lotteries import open_lottery
from tests.systems.requests.simulation import BrokenQueue, open_world
from tests.systems.site import Site, open_site

EMAIL = "ada@example.com"


class KeptLetters:
    """Each letter is an item of the same table, in place of a mail."""

    def __init__(self, db: AsyncEventTable) -> None:
        self._db = db

    def writes(self, request: Request, outcome: Outcome) -> Sequence[Write[Any]]:
        told = f"{request.user_id}: {outcome}"
        return [self._db.admission.plan.create(event_id="letters", email=told)]

    def told(self) -> list[str]:
        return [one.email for one in self._db.admission.admissions(event_id="letters").all()]


def test_everybody_whose_request_the_queue_refused_is_told() -> None:
    with open_world() as world:
        users = [f"user-{n:02}" for n in range(70)]
        ids = world.apply(world.opened(), *users)
        letters = KeptLetters(world.db)
        broken = Dispatcher(world.db, BrokenQueue(world.messages), holder="d", letters=letters)
        for _ in range(4):
            world.run(lambda: broken.dispatch("bicycles"))
        assert set(world.statuses(ids)) == {"FAILED_FINAL"}
        assert letters.told() == [f"{user}: failed" for user in users]


@pytest.fixture
def site() -> Iterator[Site]:
    made = open_site([SYSTEM])
    yield made
    made.process.close()


@pytest.fixture(name="desk")
def desk_of_site(site: Site) -> Desk:
    return desk_of(site.process.application.services["requests"])


def applied(site: Site, desk: Desk, event_id: str) -> str:
    """Ada's request for an event."""
    user = site.person(EMAIL, "requests")
    config = desk.events.get(event_id)
    return desk.db.run(desk.intake.accept(config, Applicant(user))).request_id


def told(site: Site) -> list[str]:
    return [mail.get_content() for mail in site.mails() if mail["To"] == EMAIL]


@pytest.mark.parametrize("kind", ["FIRST_COME", "LOTTERY"])
def test_who_is_withdrawn_by_an_operator_is_told(site: Site, desk: Desk, kind: str) -> None:
    if kind == "LOTTERY":
        open_lottery(desk, "garden", 1)
    else:
        desk.events.create(NewEvent("garden", "Garden plots", "FIRST_COME", 1))
        desk.events.open("garden")
    request_id = applied(site, desk, "garden")
    if kind == "LOTTERY":
        desk.db.request.update(request_id, status="QUEUED", ticket=1)
    olga = site.program("olga@example.com", "requests", "operator", "garden")
    assert olga.post(f"requests/{request_id}/withdraw").json()["status"] == "REJECTED"
    [text] = told(site)
    assert "The organiser has withdrawn your request." in text


def test_who_withdraws_needs_no_mail(site: Site, desk: Desk) -> None:
    desk.events.create(NewEvent("garden", "Garden plots", "FIRST_COME", 1))
    desk.events.open("garden")
    request_id = applied(site, desk, "garden")
    ada = site.program(EMAIL, "requests")
    assert ada.post(f"requests/{request_id}/withdraw").json()["status"] == "REJECTED"
    assert told(site) == []
