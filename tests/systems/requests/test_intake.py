"""Intake: one request for each user and event, and only while the event takes requests."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tavola_systems.requests.desk import Desk, open_desk
from tavola_systems.requests.models import AsyncEventTable
from tavola_systems.requests.services.events import NewEvent
from tavola_systems.requests.services.intake import (
    Accepted,
    Applicant,
    NotAdmitted,
    NotOpen,
    digest_of_code,
)
from tests.patterns.schedules import Actor, Play
from tests.systems.conftest import TickingClock


def opened(desk: Desk, event_id: str = "bicycles", **more: Any) -> str:
    desk.events.create(NewEvent(event_id, "Ten bicycles", "FIRST_COME", 3, **more))
    desk.events.open(event_id)
    return event_id


def accept(desk: Desk, event_id: str, user: str, **more: str) -> Accepted:
    config = desk.events.get(event_id)
    return desk.db.run(desk.intake.accept(config, Applicant(user, **more)))


def stored(desk: Desk) -> list[str]:
    """The types of all items that intake wrote."""
    found = desk.db.store.execute("Scan", {"TableName": desk.db.table_name})
    items: list[dict[str, Any]] = json.loads(found)["Items"]
    types = [item["entityType"]["S"] for item in items]
    return sorted(one for one in types if one in {"REQUEST", "IDEMPOTENCY", "OUTBOX"})


def test_a_request_is_received_with_its_lock_and_outbox_entry(
    any_desk: Desk, event_id: str
) -> None:
    accepted = accept(any_desk, opened(any_desk, event_id), "ada")
    request = any_desk.requests.get(accepted.request_id)
    assert (request.status, request.ui_result, request.queued_at) == ("RECEIVED", "PENDING", None)
    assert request.idempotency_key == f"IDEMP#{event_id}#ada"
    assert any_desk.intake.find(event_id, "ada") == accepted.request_id
    waiting = [one.request_id for one in any_desk.db.run(any_desk.outbox.waiting(event_id))]
    assert waiting == [accepted.request_id]


def test_a_duplicate_gets_the_first_id_and_changes_nothing(any_desk: Desk, event_id: str) -> None:
    first = accept(any_desk, opened(any_desk, event_id), "ada")
    before = any_desk.requests.get(first.request_id)
    second = accept(any_desk, event_id, "ada")
    assert second == Accepted(first.request_id, is_duplicate=True)
    assert any_desk.requests.get(first.request_id) == before


def test_another_user_and_another_event_are_other_requests(desk: Desk) -> None:
    opened(desk, "a")
    opened(desk, "b")
    found = [accept(desk, "a", "ada"), accept(desk, "a", "bob"), accept(desk, "b", "ada")]
    assert [one.is_duplicate for one in found] == [False, False, False]


@pytest.mark.parametrize("step", ["pause", "close"])
def test_an_event_that_takes_no_requests_refuses_and_writes_nothing(desk: Desk, step: str) -> None:
    opened(desk)
    getattr(desk.events, step)("bicycles")
    with pytest.raises(NotOpen, match="takes no requests now"):
        accept(desk, "bicycles", "ada")
    assert stored(desk) == []


def test_a_duplicate_after_the_end_still_gets_its_id(desk: Desk) -> None:
    first = accept(desk, opened(desk), "ada")
    desk.events.close("bicycles")
    assert accept(desk, "bicycles", "ada") == Accepted(first.request_id, is_duplicate=True)


def test_intake_ends_at_the_cutoff_by_the_server_s_clock(desk: Desk, clock: TickingClock) -> None:
    ends_at = datetime.fromtimestamp(clock.now, UTC) + timedelta(hours=1)
    opened(desk, ends_at=ends_at)
    assert not accept(desk, "bicycles", "ada").is_duplicate
    clock.now = ends_at.timestamp()
    with pytest.raises(NotOpen):
        accept(desk, "bicycles", "bob")


def test_intake_begins_at_the_opening(desk: Desk, clock: TickingClock) -> None:
    opens_at = datetime.fromtimestamp(clock.now, UTC) + timedelta(hours=1)
    opened(desk, opens_at=opens_at)
    with pytest.raises(NotOpen):
        accept(desk, "bicycles", "ada")
    clock.now = opens_at.timestamp()
    assert not accept(desk, "bicycles", "ada").is_duplicate


def test_a_list_admits_those_on_it_alone(desk: Desk) -> None:
    opened(desk, admission="LISTED")
    desk.db.admission.create(event_id="bicycles", email="ada@example.com")
    assert not accept(desk, "bicycles", "ada", email="ada@example.com").is_duplicate
    with pytest.raises(NotAdmitted, match="not on it"):
        accept(desk, "bicycles", "bob", email="bob@example.com")


def test_a_code_works_once(desk: Desk) -> None:
    opened(desk, admission="CODES")
    desk.db.admission_code.create(event_id="bicycles", digest=digest_of_code("AB12 CD34"))
    assert not accept(desk, "bicycles", "ada", code="ab12cd34").is_duplicate
    with pytest.raises(NotAdmitted, match="code"):
        accept(desk, "bicycles", "bob", code="AB12CD34")
    assert accept(desk, "bicycles", "ada", code="AB12CD34").is_duplicate


def test_one_user_who_asks_from_everywhere_at_once_has_one_request() -> None:
    """Every order of three requests' steps, with a death at any of them."""
    with AsyncEventTable.open("memory:", clock=TickingClock()) as db:
        made = iter(range(10**6))

        def begin() -> list[Actor]:
            desk = open_desk(db)
            config = desk.events.get(opened(desk, f"e{next(made)}"))
            plans = [desk.intake.accept(config, Applicant("ada")) for _ in range(3)]
            return [Actor(f"try {n}", plan, db.store) for n, plan in enumerate(plans)]

        def check(actors: Any) -> None:
            event_id = actors[0].operation.config.event_id
            lock = db.idempotency_lock.get(event_id, "ada")
            told = {one.result.request_id for one in actors if one.result}
            firsts = [one for one in actors if one.result and not one.result.is_duplicate]
            assert told <= ({lock.request_id} if lock else set())
            assert len(firsts) <= 1
            assert lock is None or db.request.get(lock.request_id) is not None

        assert Play(begin, check, deaths=1).run() == 78


def test_an_answer_that_is_lost_is_found_by_the_lock(desk: Desk) -> None:
    config = desk.events.get(opened(desk))
    actor = Actor("ada", desk.intake.accept(config, Applicant("ada")), desk.db.store)
    actor.step(answer_is_lost=True)
    actor.finish()
    assert actor.result == Accepted(desk.intake.find("bicycles", "ada") or "", is_duplicate=False)
