"""Applying and looking at requests over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tavola_systems.requests.desk import Desk, desk_of
from tavola_systems.requests.rules import AdmissionKind
from tavola_systems.requests.services.events import NewEvent
from tavola_systems.requests.system import SYSTEM
from tests.systems.site import Site, open_site


@pytest.fixture
def site() -> Iterator[Site]:
    made = open_site([SYSTEM])
    yield made
    made.process.close()


@pytest.fixture(name="office")
def desk_of_site(site: Site) -> Desk:
    """The services behind the API, with an open event."""
    desk = desk_of(site.process.application.services["requests"])
    desk.events.create(NewEvent("bicycles", "Bicycles", "FIRST_COME", 2))
    desk.events.open("bicycles")
    return desk


def applicant(site: Site, name: str) -> Any:
    """A program of somebody whose address is confirmed."""
    email = f"{name}@example.com"
    site.process.shared.users.confirm(site.person(email, "requests"))
    return site.program(email, "requests")


def apply(program: Any) -> Any:
    return program.post("events/bicycles/requests")


@pytest.mark.usefixtures("office")
def test_applying_answers_202_with_the_request_s_id(site: Site) -> None:
    ada = applicant(site, "ada")
    first, second = apply(ada), apply(ada)
    assert (first.status_code, second.status_code) == (202, 202)
    assert first.json()["is_duplicate"] is False
    assert second.json() == {"request_id": first.json()["request_id"], "is_duplicate": True}


@pytest.mark.usefixtures("office")
def test_a_request_is_shown_to_its_user_and_operators_alone(site: Site) -> None:
    request_id = apply(applicant(site, "ada")).json()["request_id"]
    operator = site.program("olga@example.com", "requests", "operator", "bicycles")
    others = site.program("otto@example.com", "requests", "operator", "another")
    asked = [site.program("ada@example.com", "requests"), operator, others, applicant(site, "bob")]
    assert [one.get(f"requests/{request_id}").status_code for one in asked] == [200, 200, 404, 404]


@pytest.mark.usefixtures("office")
def test_applying_needs_a_confirmed_address(site: Site) -> None:
    answer = apply(site.program("ada@example.com", "requests"))
    assert (answer.status_code, "Confirm your mail" in answer.text) == (403, True)


def test_an_event_that_is_closed_answers_409(site: Site, office: Desk) -> None:
    office.events.close("bicycles")
    answer = apply(applicant(site, "ada"))
    assert (answer.status_code, "takes no requests now" in answer.text) == (409, True)


@pytest.mark.usefixtures("office")
def test_repeating_oneself_is_limited(site: Site) -> None:
    ada = applicant(site, "ada")
    answers = [apply(ada).status_code for _ in range(33)]
    assert (answers[30], answers[-1]) == (202, 429)


def test_one_address_is_limited_by_the_event(site: Site, office: Desk) -> None:
    office.db.event_config.update("bicycles", address_limit=2)
    answers = [apply(applicant(site, name)).status_code for name in ("ada", "bob", "cyd")]
    assert answers == [202, 202, 429]


@pytest.mark.usefixtures("office")
def test_a_draft_is_there_for_its_operators_alone(site: Site, office: Desk) -> None:
    office.events.create(NewEvent("secret", "A secret plan", "FIRST_COME", 2))
    operator = site.program("olga@example.com", "requests", "operator", "secret")
    other = site.program("otto@example.com", "requests", "operator", "another")

    def seen(client: Any, base: str = "") -> tuple[bool, int]:
        listed = {one["event_id"] for one in client.get(f"{base}events").json()["items"]}
        return "secret" in listed, client.get(f"{base}events/secret").status_code

    assert seen(operator) == (True, 200)
    assert [seen(other), seen(site.client(), "/requests/api/")] == [(False, 404)] * 2


@pytest.mark.parametrize("admission", ["ANYBODY", "LISTED", "CODES"])
def test_applying_does_not_betray_a_draft(
    site: Site, office: Desk, admission: AdmissionKind
) -> None:
    new = NewEvent("secret", "A secret plan", "FIRST_COME", 2, admission=admission)
    office.events.create(new)
    ada = applicant(site, "ada")
    draft, nothing = (ada.post(f"events/{name}/requests") for name in ("secret", "nothing"))
    assert (draft.status_code, nothing.status_code) == (404, 404)
    told = {**draft.json(), "detail": "", "instance": ""}
    assert told == {**nothing.json(), "detail": "", "instance": ""}
    assert draft.json()["detail"] == nothing.json()["detail"].replace("nothing", "secret")


def test_a_draft_that_somebody_asked_for_is_there_when_it_opens(site: Site, office: Desk) -> None:
    office.events.create(NewEvent("secret", "A secret plan", "FIRST_COME", 2))
    ada = applicant(site, "ada")
    early = ada.post("events/secret/requests").status_code
    office.events.open("secret")
    assert (early, ada.post("events/secret/requests").status_code) == (404, 202)


def test_operators_steer_an_event_over_the_api(site: Site) -> None:
    operator = site.program("olga@example.com", "requests", "operator")
    body = {"event_id": "kites", "title": "Kites", "event_type": "FIRST_COME", "capacity": 2}
    made = operator.post("events", json=body)
    steps = [operator.post(f"events/kites/{step}").json()["status"] for step in ("open", "close")]
    assert (made.status_code, steps) == (201, ["OPEN", "CLOSED"])
    assert operator.post("events/kites/open").status_code == 409


def test_a_place_that_is_withdrawn_goes_to_the_next_over_the_api(site: Site, office: Desk) -> None:
    people = [applicant(site, name) for name in ("ada", "bob", "cyd")]
    ids = [apply(one).json()["request_id"] for one in people]
    site.mails()  # lets the dispatcher and the worker work, beside the mail
    before = [one.get(f"requests/{n}").json()["status"] for one, n in zip(people, ids, strict=True)]
    withdrawn = people[0].post(f"requests/{ids[0]}/withdraw").json()
    after = [one.get(f"requests/{n}").json()["status"] for one, n in zip(people, ids, strict=True)]
    assert before == ["SUCCEEDED", "SUCCEEDED", "REJECTED"]
    assert after == ["REJECTED", "SUCCEEDED", "SUCCEEDED"]
    assert withdrawn["result_code"] == "REJECTED_WITHDRAWN"
    timeline = people[2].get(f"requests/{ids[2]}/timeline").json()
    assert timeline[-1]["message"] == "a place was given back or added"


@pytest.mark.usefixtures("office")
def test_nobody_withdraws_or_requeues_what_is_another_s(site: Site) -> None:
    request_id = apply(applicant(site, "ada")).json()["request_id"]
    bob = applicant(site, "bob")
    assert bob.post(f"requests/{request_id}/withdraw").status_code == 404
    assert bob.post(f"requests/{request_id}/requeue").status_code == 404


@pytest.mark.usefixtures("office")
def test_results_and_places_that_were_given_back_are_told_by_mail(site: Site) -> None:
    people = [applicant(site, name) for name in ("ada", "bob", "cyd")]
    ids = [apply(one).json()["request_id"] for one in people]
    site.mails()
    first = {mail["To"]: mail.get_content() for mail in site.mails()}
    people[0].post(f"requests/{ids[0]}/withdraw")
    last = site.mails()[-1]
    assert "You have a place." in first["ada@example.com"]
    assert f"/requests/requests/{ids[2]}" in first["cyd@example.com"]
    assert "no place left" in first["cyd@example.com"]
    assert (last["To"], "it is yours now" in last.get_content()) == ("cyd@example.com", True)


def test_an_event_may_send_no_mails(site: Site, office: Desk) -> None:
    office.db.event_config.update("bicycles", sends_mail=False)
    apply(applicant(site, "ada"))
    site.mails()
    assert site.mails() == []
