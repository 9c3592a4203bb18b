"""The operator's console: figures, steering, drawing, what failed, and files."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from tavola.model.identifiers import decode_ulid
from tavola_systems.requests.desk import Desk, desk_of
from tavola_systems.requests.models import OutboxEntry
from tavola_systems.requests.queue_models import RequestQueue
from tavola_systems.requests.queues.table_queue import EmbeddedQueue
from tavola_systems.requests.rules import SHARDS
from tavola_systems.requests.services.dispatching import Dispatcher
from tavola_systems.requests.services.events import NewEvent
from tavola_systems.requests.services.figures import figures_of
from tavola_systems.requests.services.intake import Applicant
from tavola_systems.requests.services.joined_writes import Doing, now_of, together
from tavola_systems.requests.services.moves import failed
from tavola_systems.requests.services.working import RequestWorker
from tavola_systems.requests.system import SYSTEM
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
def olga(site: Site) -> Any:
    """An operator's browser."""
    return site.browser("olga@example.com", "requests", "operator")


def queue_of(site: Site) -> EmbeddedQueue:
    return EmbeddedQueue(site.process.application.services["requests"].table(RequestQueue))


def crowd(site: Site, desk: Desk, event_id: str, count: int, places: int = 2) -> list[str]:
    """An event that some have applied for, worked off."""
    desk.events.create(NewEvent(event_id, "Ten seats", "FIRST_COME", places))
    config = desk.events.open(event_id)
    plans = [desk.intake.accept(config, Applicant(f"user-{number}")) for number in range(count)]
    ids = [desk.db.run(plan).request_id for plan in plans]
    work_off(site, desk, event_id)
    return ids


def work_off(site: Site, desk: Desk, event_id: str) -> None:
    queue = queue_of(site)
    dispatcher = Dispatcher(desk.db, queue, holder="d")
    worker = RequestWorker(desk.db, queue, name="w")
    desk.db.run(Doing(lambda: dispatcher.look_after(event_id)))
    while desk.db.run(Doing(worker.work)):
        pass


def act(site: Site, browser: Any, event_id: str, action: str, **fields: str) -> Any:
    page = f"{R}/events/{event_id}/console"
    return site.send(browser, page, f"{page}/{action}", **fields)


def test_the_console_shows_results_and_draws_them(site: Site, desk: Desk, olga: Any) -> None:
    crowd(site, desk, "seats", 5)
    page = olga.get(f"{R}/events/seats/console").text

    assert "<code>SUCCESS</code>" in page
    assert "<code>REJECTED_CAPACITY</code>" in page
    assert page.count('<svg class="chart"') == 2
    assert "Nothing failed." in page


def test_the_console_of_an_empty_event_is_a_page_too(site: Site, desk: Desk, olga: Any) -> None:
    desk.events.create(NewEvent("empty", "Nobody yet", "FIRST_COME", 2))
    assert "Nobody has applied yet." in olga.get(f"{R}/events/empty/console").text


def test_the_console_is_for_operators(site: Site, desk: Desk) -> None:
    crowd(site, desk, "seats", 1)
    eve = site.browser("eve@example.com", "requests")
    for path in ("console", "requests.csv", "winners.csv", "console/find?request=x"):
        assert eve.get(f"{R}/events/seats/{path}").status_code in {403, 404}


def test_an_event_is_created_and_opened_in_the_browser(site: Site, desk: Desk, olga: Any) -> None:
    fields = {
        "title": "Garden party",
        "event_id": "party",
        "capacity": "3",
        "event_type": "Lottery",
        "admission": "Anybody",
        "zone": "Europe/Zurich",
        "ends_at": "2030-05-01T12:00",
        "public_source": "Lotto on 2 May 2030",
    }
    sent = site.send(olga, f"{R}/new", f"{R}/new", **fields)
    assert "The event is a draft." in sent.text
    assert "It is open." in act(site, olga, "party", "open").text

    event = desk.events.get("party")
    assert (event.status, event.public_source) == ("OPEN", "Lotto on 2 May 2030")
    assert event.ends_at is not None
    assert event.ends_at.isoformat() == "2030-05-01T10:00:00+00:00"


@pytest.mark.parametrize(
    "wrong",
    [
        {"capacity": "many"},
        {"event_id": "Not An Id"},
        {"title": " "},
        {"event_type": "Raffle"},
        {"ends_at": "tomorrow"},
        {"event_type": "Lottery", "ends_at": ""},
        {"public_source": "Lotto"},
    ],
)
def test_what_is_wrong_in_a_new_event_is_told_and_kept(
    site: Site, desk: Desk, olga: Any, wrong: dict[str, str]
) -> None:
    fields = {
        "title": "Garden party",
        "event_id": "party",
        "capacity": "3",
        "event_type": "First come, first served",
        "admission": "Anybody",
        "zone": "UTC",
    }
    sent = site.send(olga, f"{R}/new", f"{R}/new", **{**fields, **wrong})
    assert sent.status_code == 422
    assert desk.events.find("party") is None


def test_intake_is_paused_and_resumed(site: Site, desk: Desk, olga: Any) -> None:
    crowd(site, desk, "seats", 1)
    assert "Intake is paused." in act(site, olga, "seats", "pause").text
    assert desk.events.get("seats").is_paused
    assert "Intake goes on." in act(site, olga, "seats", "resume").text


def test_more_places_are_given_while_it_is_open(site: Site, desk: Desk, olga: Any) -> None:
    crowd(site, desk, "seats", 5)
    assert "There are 4 places now." in act(site, olga, "seats", "capacity", total="4").text
    assert act(site, olga, "seats", "capacity", total="-1").status_code == 422


def test_an_action_that_does_not_exist_is_404(site: Site, desk: Desk, olga: Any) -> None:
    crowd(site, desk, "seats", 1)
    assert act(site, olga, "seats", "__init__").status_code == 404


def test_a_lottery_is_drawn_in_the_browser(site: Site, desk: Desk, olga: Any) -> None:
    open_lottery(desk, "garden", 2)
    enter(desk, "garden", 5)
    assert act(site, olga, "garden", "freeze").status_code == 409
    act(site, olga, "garden", "close")
    assert "5 requests take part." in act(site, olga, "garden", "freeze").text
    assert "exists only after the cutoff" in olga.get(f"{R}/events/garden/console").text
    pass_cutoff(desk, "garden")
    assert act(site, olga, "garden", "draw").status_code == 422
    assert "Drawn." in act(site, olga, "garden", "draw", public_value=NUMBERS).text
    assert "2 of 5 won" in olga.get(f"{R}/events/garden/console").text


def test_everybody_is_told_of_a_draw_by_mail(site: Site, desk: Desk, olga: Any) -> None:
    open_lottery(desk, "garden", 1)
    ids = enter(desk, "garden", 2)
    for number, request_id in enumerate(ids):
        user = site.person(f"guest-{number}@example.com", "requests")
        desk.db.request.update(request_id, user_id=user)
    act(site, olga, "garden", "close")
    act(site, olga, "garden", "freeze")
    pass_cutoff(desk, "garden")
    act(site, olga, "garden", "draw", public_value=NUMBERS)

    told = {mail["To"]: mail.get_content() for mail in site.mails()}
    assert set(told) == {"guest-0@example.com", "guest-1@example.com"}
    assert sum("You have a place." in text for text in told.values()) == 1


def test_a_draw_is_abandoned_with_a_reason(site: Site, desk: Desk, olga: Any) -> None:
    open_lottery(desk, "garden", 2)
    assert act(site, olga, "garden", "abandon", reason=" ").status_code == 422
    sent = act(site, olga, "garden", "abandon", reason="The numbers are not drawn that day")
    assert "a new one is promised" in sent.text


def test_a_request_is_found_by_its_id(site: Site, desk: Desk, olga: Any) -> None:
    ids = crowd(site, desk, "seats", 2)
    crowd(site, desk, "others", 1)
    find = f"{R}/events/seats/console/find"
    assert ids[0] in olga.get(find, params={"request": f" {ids[0].lower()} "}).text
    assert olga.get(find, params={"request": "x"}).status_code == 404
    assert (
        olga.get(f"{R}/events/others/console/find", params={"request": ids[0]}).status_code == 404
    )


def test_a_failed_request_is_queued_again(site: Site, desk: Desk, olga: Any) -> None:
    ids = crowd(site, desk, "seats", 1)
    desk.db.request.update(ids[0], status="REJECTED", result_code="REJECTED_WITHDRAWN")
    sent = act(site, olga, "seats", "requeue", request=ids[0])
    assert sent.status_code == 409
    assert "Only what failed for good" in sent.text
    assert act(site, olga, "seats", "requeue", request="x").status_code == 404


def test_a_count_is_made_again(site: Site, desk: Desk, olga: Any) -> None:
    crowd(site, desk, "seats", 3)
    assert "3 tickets are counted." in act(site, olga, "seats", "recount").text


def lines(answer: Any) -> list[list[str]]:
    return list(csv.reader(io.StringIO(answer.text)))


def test_requests_come_as_csv_in_the_order_of_the_queue(site: Site, desk: Desk, olga: Any) -> None:
    ids = crowd(site, desk, "seats", 4)
    found = lines(olga.get(f"{R}/events/seats/requests.csv"))
    assert found[0][:3] == ["request", "user", "status"]
    assert {one[0] for one in found[1:]} == set(ids)
    assert sorted(one[3] for one in found[1:]) == ["REJECTED_CAPACITY"] * 2 + ["SUCCESS"] * 2


def test_requests_that_have_no_ticket_come_as_csv_too(site: Site, desk: Desk, olga: Any) -> None:
    ids = crowd(site, desk, "seats", 2)
    config = desk.events.get("seats")
    people = [Applicant("waiting"), Applicant("unqueued")]
    more = [desk.db.run(desk.intake.accept(config, one)).request_id for one in people]
    [entry] = [
        one
        for one in desk.db.run(desk.outbox.waiting("seats", limit=9))
        if one.request_id == more[1]
    ]
    request = desk.requests.get(more[1])
    writes = failed(
        desk.db,
        request,
        by="dispatcher",
        result="FAILED_INGEST_ENQUEUE",
        code="ENQUEUE_FAILED",
        message="no queue",
        is_retryable=True,
    )
    exists = OutboxEntry.fields.request_id.exists()
    writes += desk.outbox.items.buried(entry, "no queue", exists)
    desk.db.run(Doing(lambda: together(desk.db, writes)))

    found = lines(olga.get(f"{R}/events/seats/requests.csv"))
    rows = {one[0]: one[2] for one in found[1:]}
    assert rows == {
        ids[0]: "SUCCEEDED",
        ids[1]: "SUCCEEDED",
        more[0]: "RECEIVED",
        more[1]: "FAILED_FINAL",
    }
    page = olga.get(f"{R}/events/seats/console").text
    assert "FAILED_INGEST_ENQUEUE" in page


def test_winners_come_as_csv_that_no_spreadsheet_runs(site: Site, desk: Desk, olga: Any) -> None:
    desk.events.create(NewEvent("seats", "Ten seats", "FIRST_COME", 2))
    config = desk.events.open("seats")
    user = site.process.shared.users.find_or_create("eve@example.com", "=cmd|' /C calc'!A0")
    desk.db.run(desk.intake.accept(config, Applicant(user.user_id)))
    work_off(site, desk, "seats")

    found = lines(olga.get(f"{R}/events/seats/winners.csv"))
    assert found[1][2:4] == ["'=cmd|' /C calc'!A0", "eve@example.com"]


def test_what_failed_in_another_event_is_not_shown(site: Site, desk: Desk, olga: Any) -> None:
    [own] = crowd(site, desk, "seats", 1)
    [other] = crowd(site, desk, "others", 1)
    for event_id, request_id in (("seats", own), ("others", other)):
        fail(desk, event_id, request_id)
    page = olga.get(f"{R}/events/seats/console").text
    assert (own in page, "GONE: gone" in page, other in page) == (True, True, False)


def test_what_failed_is_listed_until_it_is_queued_again(site: Site, desk: Desk, olga: Any) -> None:
    [own] = crowd(site, desk, "seats", 1)
    fail(desk, "seats", own)
    sent = act(site, olga, "seats", "requeue", request=own)
    assert "It is queued again" in sent.text
    assert "GONE: gone" not in sent.text


def fail(desk: Desk, event_id: str, request_id: str) -> None:
    """Let a request that was decided fail, as if a worker had found it broken."""
    desk.db.store.execute(
        "UpdateItem",
        {
            "TableName": desk.db.table_name,
            "Key": {"PK": {"S": f"REQ#{request_id}"}, "SK": {"S": "META"}},
            "UpdateExpression": "SET #s = :f",
            "ExpressionAttributeNames": {"#s": "status"},
            "ExpressionAttributeValues": {":f": {"S": "FAILED_FINAL"}},
        },
    )
    shard = desk.outbox.items.shard_by((event_id, request_id))
    desk.db.failed_entry.create(
        event_id=event_id,
        shard=shard,
        request_id=request_id,
        reason="GONE: gone",
        died_at=desk.db.now(),
    )


def test_the_oldest_is_shown_also_while_nobody_gives_tickets(desk: Desk) -> None:
    desk.events.create(NewEvent("seats", "Ten seats", "FIRST_COME", 2))
    config = desk.events.open("seats")
    accepted = desk.db.run(desk.intake.accept(config, Applicant("ada")))
    made = decode_ulid(accepted.request_id) >> 80
    age = round(now_of(desk.db).timestamp() * 1000) - made
    figures = figures_of(
        desk.db, "seats", undispatched=1, depth=0, minutes=[], by_result={"SUCCESS": 3}
    )
    # The clock ticks whenever somebody looks.
    assert (figures.oldest_ms or 0) >= age > 0
    assert (figures.undispatched, figures.undecided) == (1, 0)


def test_the_operator_moves_the_end_of_intake(site: Site, desk: Desk, olga: Any) -> None:
    crowd(site, desk, "seats", 1)
    moved = act(site, olga, "seats", "prolong", ends_at="2027-06-01T18:30", zone="Asia/Seoul")
    assert "Intake ends then." in moved.text
    end = datetime(2027, 6, 1, 9, 30, tzinfo=UTC)
    assert desk.events.get("seats").ends_at == end
    gates = [desk.db.gate.get("seats", number) for number in range(SHARDS)]
    assert {one.ends_at for one in gates if one is not None} == {end}


def test_the_console_shows_the_end_that_is_set_in_the_viewer_s_zone(
    site: Site, desk: Desk, olga: Any
) -> None:
    crowd(site, desk, "seats", 1)
    act(site, olga, "seats", "prolong", ends_at="2027-06-01T18:30", zone="Asia/Seoul")
    olga.cookies.set("tavola-zone", "Europe/Vienna")
    page = olga.get("/requests/events/seats/console").text
    assert 'name="ends_at" type="datetime-local" value="2027-06-01T11:30"' in page
    assert "<option selected>Europe/Vienna</option>" in page


def test_what_was_typed_as_an_end_and_refused_is_still_there(
    site: Site, desk: Desk, olga: Any
) -> None:
    crowd(site, desk, "seats", 1)
    refused = act(site, olga, "seats", "prolong", ends_at="2020-01-01T10:00", zone="Asia/Seoul")
    assert 'value="2020-01-01T10:00"' in refused.text
    assert "<option selected>Asia/Seoul</option>" in refused.text


@pytest.mark.parametrize(
    ("ends_at", "words"),
    [("2020-01-01T10:00", "is over. Close the event instead."), ("soon", "is not a date")],
)
def test_an_end_that_cannot_be_is_refused(
    site: Site, desk: Desk, olga: Any, ends_at: str, words: str
) -> None:
    crowd(site, desk, "seats", 1)
    refused = act(site, olga, "seats", "prolong", ends_at=ends_at, zone="UTC")
    assert refused.status_code == 422
    assert words in refused.text
    assert desk.events.get("seats").ends_at is None
