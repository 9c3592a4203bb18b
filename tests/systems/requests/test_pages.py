"""The pages for people: events, applying, where one stands, draws that can be checked."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from tavola_systems.requests.applying import KEPT_FOR
from tavola_systems.requests.desk import Desk, desk_of
from tavola_systems.requests.domain.draw import sha256_hex
from tavola_systems.requests.domain.draw_files import zip_of
from tavola_systems.requests.domain.verify import files_in_zip, verify
from tavola_systems.requests.services.events import NewEvent
from tavola_systems.requests.system import SYSTEM
from tests.systems.requests.draws import FILES
from tests.systems.requests.lotteries import NUMBERS, enter, open_lottery, pass_cutoff
from tests.systems.site import Site, open_site

R = "/requests"


@pytest.fixture
def site() -> Iterator[Site]:
    opened = open_site([SYSTEM])
    yield opened
    opened.process.close()


@pytest.fixture
def desk(site: Site) -> Desk:
    return desk_of(site.process.application.services["requests"])


@pytest.fixture
def ada(site: Site) -> Any:
    """A browser of an applicant whose address is confirmed."""
    site.process.shared.users.confirm(site.person("ada@example.com", "requests"))
    return site.browser("ada@example.com", "requests")


def first_come(desk: Desk, event_id: str, **more: Any) -> str:
    desk.events.create(NewEvent(event_id, f"Seats of {event_id}", "FIRST_COME", 2, **more))
    desk.events.open(event_id)
    return event_id


def test_the_list_shows_events_but_no_drafts(site: Site, desk: Desk) -> None:
    first_come(desk, "shown")
    desk.events.create(NewEvent("hidden", "A secret plan", "FIRST_COME", 2))
    page = site.client().get(f"{R}/").text

    assert "Seats of shown" in page
    assert "A secret plan" not in page
    assert site.client().get(f"{R}/events/hidden").status_code == 404


def test_an_operator_sees_drafts(site: Site, desk: Desk) -> None:
    desk.events.create(NewEvent("planned", "A planned thing", "FIRST_COME", 2))
    olga = site.browser("olga@example.com", "requests", "operator")
    assert "A planned thing" in olga.get(f"{R}/").text
    assert olga.get(f"{R}/events/planned").status_code == 200


@pytest.mark.parametrize("event_id", ["no-such", "a#b", "x" * 300])
def test_an_event_that_is_not_there_is_404(site: Site, event_id: str) -> None:
    assert site.client().get(f"{R}/events/{event_id}").status_code == 404


def test_control_characters_in_an_address_are_refused(site: Site, ada: Any) -> None:
    answers = [site.client().get(f"{R}/events/%00"), ada.get(f"{R}/requests/%00")]
    assert {one.status_code for one in answers} <= {400, 404}


@pytest.mark.parametrize("request_id", ["x", "x" * 300, "01ARZ3NDEKTSV4RRFFQ69G5FAU"])
def test_a_request_that_is_not_there_is_404(ada: Any, request_id: str) -> None:
    assert ada.get(f"{R}/requests/{request_id}").status_code == 404


def test_a_visitor_is_asked_to_sign_in(site: Site, desk: Desk) -> None:
    first_come(desk, "door")
    page = site.client().get(f"{R}/events/door").text
    assert f"{R}/sign-in?next={R}/events/door" in page


def test_applying_leads_to_the_waiting_page(site: Site, desk: Desk, ada: Any) -> None:
    first_come(desk, "seats")
    sent = site.send(ada, f"{R}/events/seats", f"{R}/events/seats/apply")

    assert sent.status_code == 200
    assert "Your request is in." in sent.text
    assert 'data-final="no"' in sent.text
    assert '<meta http-equiv="refresh" content="5">' in sent.text
    assert sent.headers["cache-control"] == "no-store"


def test_applying_twice_leads_to_the_same_request(site: Site, desk: Desk, ada: Any) -> None:
    first_come(desk, "twice")
    token = site.form_token(ada, f"{R}/events/twice")
    sent = [ada.post(f"{R}/events/twice/apply", data={"_csrf": token}) for _ in range(2)]

    assert sent[0].url == sent[1].url
    assert "You have applied already." in sent[1].text
    assert "Where it stands" in ada.get(f"{R}/events/twice").text


def test_a_request_that_has_expired_is_told_so_and_admits_nobody_twice(
    site: Site, desk: Desk, ada: Any
) -> None:
    first_come(desk, "long")
    token = site.form_token(ada, f"{R}/events/long")
    sent = ada.post(f"{R}/events/long/apply", data={"_csrf": token})
    request_id = sent.url.path.rpartition("/")[2]
    desk.db.run(desk.db.request.plan.delete(request_id))
    site.clock.forward(KEPT_FOR.total_seconds() + 1)
    ada = site.browser("ada@example.com", "requests")
    token = site.form_token(ada, f"{R}/mine")

    page = ada.get(f"{R}/events/long")
    again = ada.post(f"{R}/events/long/apply", data={"_csrf": token})

    assert "its record has expired" in page.text
    assert "Apply for a place" not in page.text
    assert (again.status_code, "has expired 90 days later" in again.text) == (409, True)
    assert desk.requests.of_event("long").items == []


def test_without_a_confirmed_address_nobody_applies(site: Site, desk: Desk) -> None:
    first_come(desk, "confirmed-only")
    bob = site.browser("bob@example.com", "requests")
    page = bob.get(f"{R}/events/confirmed-only").text
    assert "confirm your address first" in page
    sent = site.send(bob, f"{R}/mine", f"{R}/events/confirmed-only/apply")
    assert sent.status_code == 409
    assert "Confirm your mail address first" in sent.text


def test_a_wrong_code_is_told_on_the_page(site: Site, desk: Desk, ada: Any) -> None:
    first_come(desk, "coded", admission="CODES")
    sent = site.send(ada, f"{R}/events/coded", f"{R}/events/coded/apply", code="<b>nope")
    assert sent.status_code == 409
    assert "was used before" in sent.text
    assert "&lt;b&gt;nope" in sent.text


def test_a_paused_event_says_so(site: Site, desk: Desk, ada: Any) -> None:
    first_come(desk, "resting")
    desk.events.pause("resting")
    page = ada.get(f"{R}/events/resting").text
    assert "has paused it" in page
    assert "/apply" not in page


def test_an_event_that_opens_later_counts_down_by_the_servers_clock(site: Site, desk: Desk) -> None:
    first_come(desk, "later", opens_at=desk.db.now() + timedelta(hours=2))
    page = site.client().get(f"{R}/events/later").text
    until, now = re.findall(r'data-until="([0-9.]+)" data-now="([0-9]+)"', page)[0]
    assert 7_190_000 < float(until) - int(now) <= 7_200_000


def test_a_request_is_nobody_elses(site: Site, desk: Desk, ada: Any) -> None:
    first_come(desk, "private")
    page = site.send(ada, f"{R}/events/private", f"{R}/events/private/apply")
    path = page.url.path
    eve = site.browser("eve@example.com", "requests")
    olga = site.browser("olga@example.com", "requests", "operator")

    assert eve.get(path).status_code == 404
    assert eve.get(f"{R}/requests/01ARZ3NDEKTSV4RRFFQ69G5FAV").status_code == 404
    assert site.send(eve, f"{R}/mine", f"{path}/withdraw").status_code == 404
    assert olga.get(path).status_code == 200


def lottery_of(site: Site, desk: Desk, event_id: str, places: int, entries: int) -> Any:
    """A drawn lottery, in which ada takes part too; returns her request."""
    open_lottery(desk, event_id, places)
    ids = enter(desk, event_id, entries)
    ada = site.person("ada@example.com", "requests")
    desk.db.idempotency_lock.create(event_id=event_id, user_id=ada, request_id=ids[0])
    desk.db.request.update(ids[0], user_id=ada)
    return ids[0]


def draw_it(desk: Desk, event_id: str) -> None:
    desk.events.close(event_id)
    desk.draws.freeze(event_id)
    pass_cutoff(desk, event_id)
    desk.draws.draw(event_id, NUMBERS)
    desk.results.finish(event_id)


def test_the_waiting_page_of_a_lottery_follows_its_phases(site: Site, desk: Desk, ada: Any) -> None:
    request_id = lottery_of(site, desk, "garden", 3, 3)
    seen = [ada.get(f"{R}/requests/{request_id}").text]
    desk.events.close("garden")
    seen.append(ada.get(f"{R}/requests/{request_id}").text)
    draw_it(desk, "garden")
    seen.append(ada.get(f"{R}/requests/{request_id}").text)

    assert "You take part" in seen[0]
    assert "The draw comes next" in seen[1]
    assert "You have a place" in seen[2]
    assert 'data-final="yes"' in seen[2]
    assert "Drawn as number" in seen[2]


def test_a_place_is_given_back_in_the_browser(site: Site, desk: Desk, ada: Any) -> None:
    request_id = lottery_of(site, desk, "terrace", 2, 2)
    draw_it(desk, "terrace")
    page = f"{R}/requests/{request_id}"
    sent = site.send(ada, page, f"{page}/withdraw")

    assert "It is given back." in sent.text
    assert "Given back" in ada.get(f"{R}/mine").text
    assert site.send(ada, page, f"{page}/withdraw").status_code == 409


def test_my_requests_are_listed_with_their_results(site: Site, desk: Desk, ada: Any) -> None:
    request_id = lottery_of(site, desk, "listed", 1, 1)
    page = ada.get(f"{R}/mine").text
    assert f"{R}/requests/{request_id}" in page
    assert "A garden" in page


def test_the_draws_page_shows_what_was_promised_and_nothing_secret(site: Site, desk: Desk) -> None:
    lottery_of(site, desk, "promised", 1, 3)
    draw = desk.draws.get("promised")
    page = site.client().get(f"{R}/events/promised/draw").text

    assert sha256_hex(draw.commitment.encode()) in page
    assert "Lotto 6 of 49" in page
    assert draw.seed not in page


def test_the_published_files_hold_and_name_nobody(site: Site, desk: Desk) -> None:
    lottery_of(site, desk, "published", 1, 4)
    draw_it(desk, "published")
    visitor = site.client()
    packed = visitor.get(f"{R}/events/published/draw/1/files.zip")
    files = files_in_zip(packed.content)

    assert verify(files).holds
    assert set(zipfile.ZipFile(io.BytesIO(packed.content)).namelist()) == set(files)
    assert visitor.get(f"{R}/events/published/draw/1/order.txt").content == files["order.txt"]
    assert not any(b"user-" in content for content in files.values())


@pytest.mark.parametrize(
    "path", ["2/files.zip", "0/files.zip", "x/files.zip", "1/seed", "1/order.txt", "9999999/x"]
)
def test_what_is_not_published_is_404(site: Site, desk: Desk, path: str) -> None:
    if desk.events.find("unpublished") is None:
        open_lottery(desk, "unpublished", 1)
    assert site.client().get(f"{R}/events/unpublished/draw/{path}").status_code == 404


def test_an_operator_who_could_have_chosen_is_not_hidden(site: Site, desk: Desk) -> None:
    open_lottery(desk, "trusting", 1, source=None)
    page = site.client().get(f"{R}/events/trusting/draw").text
    assert "could have chosen who wins" in page


def test_an_abandoned_draw_stays_on_the_page(site: Site, desk: Desk) -> None:
    open_lottery(desk, "restarted", 1)
    desk.draws.abandon("restarted", "The numbers were never drawn", "olga")
    page = site.client().get(f"{R}/events/restarted/draw").text
    assert "Abandoned: The numbers were never drawn" in page
    assert "Draw 2" in page


def check(site: Site, content: bytes, **fields: str) -> Any:
    client = site.client()
    token = site.form_token(client, f"{R}/verify")
    sent = {"files": ("draw.zip", content, "application/zip")}
    return client.post(f"{R}/verify", data={"_csrf": token, **fields}, files=sent)


def test_without_scripts_the_server_checks_a_zip_file(site: Site) -> None:
    sent = check(site, zip_of(FILES), request="01REQB")
    assert "2 of 4 were drawn, as promised. 01REQB was drawn as number 2, and won." in sent.text


def test_a_changed_zip_file_is_exposed_on_the_page(site: Site) -> None:
    changed = {**FILES, "order.txt": b"01REQC\n01REQD\n01REQB\n01REQA\n"}
    sent = check(site, zip_of(changed))
    assert "This is not what was promised and published." in sent.text


def test_what_is_no_zip_file_is_refused_on_the_page(site: Site) -> None:
    sent = check(site, b"<script>alert(1)</script>")
    assert sent.status_code == 422
    assert "cannot be unpacked" in sent.text
