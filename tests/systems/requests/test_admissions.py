"""Who may take part: lists and codes, in the browser and over the API."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tavola.errors import OperationError
from tavola_systems.requests.desk import Desk, desk_of
from tavola_systems.requests.rules import AdmissionKind, WrongState
from tavola_systems.requests.services.admissions import addresses_in
from tavola_systems.requests.services.events import NewEvent
from tavola_systems.requests.system import SYSTEM
from tests.systems.site import Site, open_site

R = "/requests"


@pytest.fixture
def site() -> Iterator[Site]:
    made = open_site([SYSTEM])
    yield made
    made.process.close()


@pytest.fixture
def desk(site: Site) -> Desk:
    return desk_of(site.process.application.services["requests"])


def opened(desk: Desk, admission: AdmissionKind) -> None:
    desk.events.create(NewEvent("seats", "Ten seats", "FIRST_COME", 10, admission=admission))
    desk.events.open("seats")


def olga(site: Site, scope: str = "seats") -> Any:
    return site.program("olga@example.com", "requests", "operator", scope)


def applied(site: Site, name: str, code: str = "") -> Any:
    email = f"{name}@example.com"
    site.process.shared.users.confirm(site.person(email, "requests"))
    program = site.program(email, "requests")
    return program.post("events/seats/requests", json={"code": code})


def test_only_who_is_on_the_list_takes_part(site: Site, desk: Desk) -> None:
    opened(desk, "LISTED")
    body = {"emails": ["Ada@Example.com", "bob@example.com"]}
    added = olga(site).post("events/seats/admissions", json=body)
    assert (added.status_code, added.json()) == (201, {"added": 2})
    listed = olga(site).get("events/seats/admissions").json()["items"]
    assert listed == ["ada@example.com", "bob@example.com"]
    assert [applied(site, one).status_code for one in ("ada", "cyd")] == [202, 403]


def test_who_is_taken_off_the_list_cannot_apply_any_more(site: Site, desk: Desk) -> None:
    opened(desk, "LISTED")
    desk.admissions.add("seats", ["ada@example.com"])
    path = "events/seats/admissions/ada@example.com"
    answers = [olga(site).delete(path).status_code for _ in range(2)]
    assert (answers, applied(site, "ada").status_code) == ([204, 404], 403)


def test_a_code_admits_one_request(site: Site, desk: Desk) -> None:
    opened(desk, "CODES")
    made = olga(site).post("events/seats/codes", json={"count": 3})
    codes = made.json()["codes"]
    assert (made.status_code, len(set(codes))) == (201, 3)
    typed = codes[0].lower().replace("-", " ")
    answers = [applied(site, "ada", typed), applied(site, "bob", codes[0]), applied(site, "cyd")]
    assert [one.status_code for one in answers] == [202, 403, 403]
    assert olga(site).get("events/seats/codes").json() == {"made": 3, "used": 1}


def test_codes_are_stored_as_digests_only(desk: Desk) -> None:
    opened(desk, "CODES")
    [code] = desk.admissions.make_codes("seats", 1)
    [item] = desk.db.admission_code.admission_codes(event_id="seats").items
    assert code not in repr(item)


def test_lists_and_codes_belong_to_events_that_have_them(desk: Desk) -> None:
    opened(desk, "ANYBODY")
    with pytest.raises(WrongState, match="admits by ANYBODY"):
        desk.admissions.add("seats", ["ada@example.com"])
    with pytest.raises(WrongState, match="not by CODES"):
        desk.admissions.make_codes("seats", 1)


@pytest.mark.parametrize("count", [0, 10_001])
def test_no_more_codes_are_made_than_make_sense(desk: Desk, count: int) -> None:
    opened(desk, "CODES")
    with pytest.raises(OperationError, match=r"between 1 and 10,000"):
        desk.admissions.make_codes("seats", count)


def test_addresses_are_taken_as_people_paste_them() -> None:
    text = "ada@example.com, Bob@example.com;\n\n cyd@example.com\nada@example.com\n"
    assert addresses_in(text) == ["ada@example.com", "bob@example.com", "cyd@example.com"]
    with pytest.raises(OperationError, match="'nobody' is not an address"):
        addresses_in("ada@example.com\nnobody")


def test_another_event_s_operator_sees_neither_list_nor_codes(site: Site, desk: Desk) -> None:
    opened(desk, "LISTED")
    otto = site.program("otto@example.com", "requests", "operator", "others")
    assert otto.get("events/seats/admissions").status_code in {403, 404}
    sent = otto.post("events/seats/admissions", json={"emails": ["otto@example.com"]})
    assert sent.status_code in {403, 404}
    assert desk.admissions.count("seats") == (0, 0)


def test_a_list_is_kept_in_the_browser(site: Site, desk: Desk) -> None:
    opened(desk, "LISTED")
    browser = site.browser("olga@example.com", "requests", "operator")
    page = f"{R}/events/seats/console"
    sent = site.send(browser, page, f"{page}/admit", emails="ada@example.com\nbob@example.com")
    assert "2 addresses are on the list." in sent.text
    sent = site.send(browser, page, f"{page}/dismiss", email="bob@example.com")
    assert "The address is off the list." in sent.text
    wrong = site.send(browser, page, f"{page}/admit", emails="nobody")
    assert (wrong.status_code, "is not an address" in wrong.text) == (422, True)
    assert desk.admissions.count("seats") == (1, 0)


def test_codes_are_made_in_the_browser_as_a_file(site: Site, desk: Desk) -> None:
    opened(desk, "CODES")
    browser = site.browser("olga@example.com", "requests", "operator")
    page = f"{R}/events/seats/console"
    sent = site.send(browser, page, f"{R}/events/seats/codes.csv", count="5")
    lines = sent.text.split()
    assert (sent.headers["content-type"].split(";")[0], lines[0], len(lines)) == (
        "text/csv",
        "code",
        6,
    )
    assert applied(site, "ada", lines[1]).status_code == 202
