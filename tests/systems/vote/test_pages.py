"""Pages without a browser: forms, lists by line, invitations, files."""

from __future__ import annotations

import html
import json
import re
import uuid
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tavola_systems.vote.domain.election_rules import MAX_CANDIDATES
from tavola_systems.vote.domain.errors import VoteError
from tavola_systems.vote.domain.roles import Role
from tavola_systems.vote.system import SYSTEM
from tavola_systems.vote.web import staff
from tavola_systems.vote.web.lists import Invited, read_candidates, read_voters
from tavola_systems.vote.web.routing import as_segment
from tests.systems.site import PASSWORD, open_site
from tests.systems.vote.mariadb import new_database
from tests.systems.vote.test_api import Office
from tests.systems.vote.world import BOARD, CANDIDATES, VOTERS

PAGE = f"/vote/elections/{as_segment(BOARD)}"


@pytest.fixture(params=["tables", "sqlite", "mariadb"])
def office(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Office]:
    """The pages on each backend that can be served."""
    with ExitStack() as stack:
        if request.param != "tables":
            url = f"sqlite:///{tmp_path / 'vote.sqlite'}"
            if request.param == "mariadb":
                socket = request.getfixturevalue("mariadb_socket")
                url = stack.enter_context(new_database(socket, f"pages_{uuid.uuid4().hex}"))
            monkeypatch.setenv("TAVOLA_VOTE_BACKEND", url)
        site = open_site([SYSTEM])
        stack.callback(site.process.close)
        yield Office(site)


def send(office: Office, browser: Any, step: str, **fields: Any) -> Any:
    """Send a form of the organiser's page."""
    return office.site.send(browser, f"{PAGE}/organise", f"{PAGE}/{step}", **fields)


def organised(office: Office) -> Any:
    """Set an election up in a browser, up to the launch."""
    olga = office.browser("olga")
    office.site.send(olga, "/vote/new", "/vote/new", election=BOARD, description="Two years.")
    send(office, olga, "candidates", candidates="\n".join(CANDIDATES))
    send(office, olga, "voters", voters="\n".join(VOTERS))
    return olga


def cast(office: Office, browser: Any, ranks: list[str]) -> Any:
    """Send the ballot as a browser without scripts does."""
    fields = {"candidate": list(CANDIDATES), "rank": ranks}
    return office.site.send(browser, f"{PAGE}/vote", f"{PAGE}/vote", **fields)


def test_the_first_visitor_becomes_the_owner() -> None:
    site = open_site([SYSTEM])
    browser = site.client()
    assert "register as the owner" in browser.get("/vote/").text
    fields = {"name": "Ada", "email": "ada@example.com", "password": PASSWORD}
    sent = site.send(browser, "/vote/register", "/vote/register", **fields)
    assert "Welcome, Ada." in sent.text
    assert "Audit" in sent.text


def test_a_form_that_is_not_right_is_shown_again(office: Office) -> None:
    browser = office.site.client()
    fields = {"name": "VERA", "email": "new@example.com", "password": PASSWORD}
    sent = office.site.send(browser, "/vote/register", "/vote/register", **fields)
    assert sent.status_code == 422
    assert "is registered already" in sent.text
    assert 'value="new@example.com"' in sent.text


def test_an_election_is_held_in_browsers_alone(office: Office) -> None:
    olga = organised(office)
    send(office, olga, "rules", ballots="secret", confirmations="beside", description="x")
    launched = send(office, olga, "launch", send="1")
    assert "3 invitations are on their way" in launched.text
    vera = office.browser("vera")
    assert "Vote</a>" in vera.get("/vote/").text
    receipt = cast(office, vera, ["2", "", "1"])
    assert "Your ballot is cast" in receipt.text
    confirmation = re.search(r'token-box">([0-9a-f-]{36})<', receipt.text)
    assert confirmation is not None
    organise = olga.get(f"{PAGE}/organise").text
    assert "33 %" in organise
    assert "3 people may vote; the file of the turn-out names them." in organise
    ended = send(office, olga, "finalize")
    assert "Mei Tanaka wins" in ended.text
    assert '<svg class="paths"' in ended.text
    assert ended.text.count('<table class="heat">') == 2
    assert 'won-9">1<' in ended.text
    results = f"{PAGE}/results"
    found = office.site.send(vera, results, results, confirmation=confirmation[1])
    assert "Counted, as this ballot:" in found.text
    assert "Mei Tanaka</span>" in found.text
    other = office.site.send(vera, results, results, confirmation="nothing")
    assert "No ballot of this election has this confirmation." in other.text


def test_a_wrong_ballot_is_shown_again_as_it_was(office: Office) -> None:
    send(office, organised(office), "launch")
    sent = cast(office, office.browser("vera"), ["", "", ""])
    assert sent.status_code == 422
    assert "no candidate is ranked" in sent.text


def test_a_ballot_of_as_many_candidates_as_an_election_takes_is_cast_in_a_browser(
    office: Office,
) -> None:
    commands, address = office.service.commands, "/vote/elections/Large/vote"
    names = [f"Candidate {number:03}" for number in range(MAX_CANDIDATES)]
    commands.create_election("olga", "Large")
    commands.set_candidates("olga", "Large", names)
    commands.set_eligible_voters("olga", "Large", ["vera"])
    commands.launch("olga", "Large")
    ranks = [str(number) for number in range(1, MAX_CANDIDATES + 1)]
    sent = office.site.send(office.browser("vera"), address, address, candidate=names, rank=ranks)
    assert "Your ballot is cast" in sent.text
    cast = office.service.queries.search_ballot("vera", "vera", "Large")
    assert cast is not None
    assert [one.candidate_name for one in cast.rankings] == names


def test_lists_are_refused_by_line_and_nothing_is_written(office: Office) -> None:
    olga = organised(office)
    lines = "Rosa Lindqvist\n\nrosa lindqvist\n" + "x" * 201
    sent = send(office, olga, "candidates", candidates=lines)
    assert sent.status_code == 422
    assert "Line 3: rosa lindqvist stands in line 1 already." in sent.text
    assert "Line 4: name: it has 201 characters" in sent.text
    sent = send(office, olga, "voters", voters="nobody at all\nvera, vera, vera")
    assert "Line 2: it has more than a name and an address." in sent.text
    sent = send(office, olga, "voters", voters="nobody at all\nNew, new@example.com")
    assert "Line 1: &#39;nobody at all&#39; is not registered." in sent.text
    assert office.service.queries.find_election(BOARD).voter_count == 3
    assert office.service.queries.search_user("New") is None


def test_voters_come_from_a_file_and_strangers_by_mail(office: Office) -> None:
    olga = organised(office)
    token = office.site.form_token(olga, f"{PAGE}/organise")
    rows = "name,email\nNia Grant,nia@example.com\nOTTO\nVera,VERA@example.com\n"
    sent = olga.post(
        f"{PAGE}/voters", data={"_csrf": token}, files={"file": ("v.csv", rows.encode())}
    )
    assert "3 people of the list may vote." in sent.text
    voters = office.service.queries.voters(BOARD)
    assert voters == ["Nia Grant", "otto", "vera", "viktor", "vilma"]
    send(office, olga, "launch", send="1")
    (mail,) = (one for one in office.site.mails() if one["To"] == "nia@example.com")
    link = office.site.link_in(mail)
    browser = office.site.client()
    assert "Nia Grant" in browser.get(link).text
    ballot = office.site.send(browser, link, link)
    assert "Your ballot" in ballot.text
    assert office.site.client().get(link).status_code == 404
    assert "Your ballot is cast" in cast(office, browser, ["1", "1", ""]).text


def test_a_name_that_another_has_gets_a_number(office: Office) -> None:
    send(office, organised(office), "voters", voters="Vera, another.vera@example.com")
    assert "Vera 2" in office.service.queries.voters(BOARD)


def test_reminders_go_to_those_who_have_not_voted(office: Office) -> None:
    olga = organised(office)
    send(office, olga, "launch")
    cast(office, office.browser("vera"), ["1", "2", "3"])
    assert "2 mails are on their way." in send(office, olga, "remind").text
    assert sorted(str(mail["To"]) for mail in office.site.mails()) == [
        "viktor@example.com",
        "vilma@example.com",
    ]


def test_who_is_added_after_the_launch_is_invited_too(office: Office) -> None:
    olga = organised(office)
    send(office, olga, "launch", send="1", allow_edit="1")
    added = send(office, olga, "voters", voters="vera\nNia, nia@example.com", send="1")
    assert "2 people of the list may vote. 1 invitations are on their way." in added.text
    everybody = sorted(f"{name}@example.com" for name in (*VOTERS, "nia"))
    assert sorted(mail["To"] for mail in office.site.mails()) == everybody
    unasked = send(office, olga, "voters", voters="Per, per@example.com")
    assert "1 people of the list may vote.<" in unasked.text
    assert len(office.site.mails()) == 4


def test_the_organiser_takes_turnout_and_events_away(office: Office) -> None:
    olga = organised(office)
    send(office, olga, "launch")
    cast(office, office.browser("vera"), ["1", "2", "3"])
    turnout = olga.get(f"{PAGE}/turnout.csv").text
    assert turnout.splitlines() == ["name,has voted", "vera,yes", "viktor,", "vilma,"]
    events = [json.loads(line) for line in olga.get(f"{PAGE}/events.jsonl").text.splitlines()]
    assert [one["event_type"] for one in events] == [
        "ElectionCreated",
        "CandidatesChanged",
        "VotersChanged",
        "ElectionLaunched",
        "BallotCast",
    ]
    assert events[-1]["event_data"]["sealed"] == "withheld"
    assert office.browser("otto").get(f"{PAGE}/events.jsonl").status_code == 200
    office.service.commands.set_role("ada", "viktor", Role.USER)
    assert office.browser("viktor").get(f"{PAGE}/events.jsonl").status_code == 401


def test_users_are_removed_and_the_system_is_handed_over(office: Office) -> None:
    ada = office.browser("ada")
    removed = office.site.send(ada, "/vote/users", "/vote/users/vilma/remove")
    assert "vilma is removed." in removed.text
    assert office.service.queries.search_user("vilma") is None
    given = office.site.send(ada, "/vote/users", "/vote/users/olga/ownership")
    assert given.status_code in {200, 401, 403}
    assert office.service.queries.find_user("olga").role is Role.OWNER
    assert office.service.queries.find_user("ada").role is Role.AUDITOR


def test_long_lists_are_shown_page_by_page(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(staff, "PAGE", 2)
    ada = office.browser("ada")
    first = ada.get("/vote/users").text
    following = re.search(r'rel="next" href="([^"]+)"', first)
    assert following is not None
    assert "otto@example.com" not in first
    assert "First page" in ada.get(html.unescape(following[1])).text
    assert ada.get("/vote/audit/tables/users?after=vera").text.count("<tr>") == 3


def test_published_ballots_are_shown_as_the_rules_say(office: Office) -> None:
    olga = organised(office)
    send(office, olga, "rules", ballots="secret", confirmations="apart", description="x")
    send(office, olga, "launch")
    cast(office, office.browser("vera"), ["2", "1", "1"])
    assert olga.get(f"{PAGE}/ballots").status_code == 401
    send(office, olga, "finalize")
    page = olga.get(f"{PAGE}/ballots").text
    (confirmation,) = office.service.queries.confirmations(BOARD)
    row = re.search(r"<tbody>(.*?)</tbody>", page, re.S)
    assert row is not None
    assert "Mei Tanaka = Tariq Haddad" in row[1]
    assert confirmation not in row[1]
    assert confirmation in page
    assert "vera" not in page.partition("<main")[2]


def test_only_the_organiser_organises(office: Office) -> None:
    organised(office)
    ada = office.browser("ada")
    assert ada.get(f"{PAGE}/organise").status_code == 401
    token = office.site.form_token(ada, "/vote/new")
    assert ada.post(f"{PAGE}/delete", data={"_csrf": token}).status_code == 401
    assert office.browser("vera").get(f"{PAGE}/organise").status_code == 403


def test_results_wait_until_they_may_show(office: Office) -> None:
    send(office, organised(office), "launch")
    vera = office.browser("vera")
    assert "No results yet" in vera.get(f"{PAGE}/results").text
    assert vera.get(f"{PAGE}/ballots.csv").status_code == 401


def test_an_admin_sets_roles_and_the_owner_pauses(office: Office) -> None:
    ada = office.browser("ada")
    sent = office.site.send(ada, "/vote/users", "/vote/users/vera/role", role="ADMIN")
    assert "vera is ADMIN now." in sent.text
    sent = office.site.send(ada, "/vote/audit", "/vote/pause", reason="moving")
    assert "moving" in sent.text
    assert office.site.send(ada, "/vote/audit", "/vote/resume").status_code == 200
    assert "User role changed" in ada.get("/vote/audit").text
    assert "Registered at" in ada.get("/vote/audit/tables/users").text
    assert ada.get("/vote/audit/tables/nothing").status_code == 404


def test_a_voter_changes_name_and_address(office: Office) -> None:
    organised(office)
    vera = office.browser("vera")
    fields = {"name": "Vera N.", "email": "vera@work.example"}
    sent = office.site.send(vera, "/vote/profile", "/vote/profile", **fields)
    assert "Welcome, Vera N." in sent.text
    assert "Vera N." in office.service.queries.voters(BOARD)
    taken = {"name": "VIKTOR", "email": "vera@work.example"}
    sent = office.site.send(vera, "/vote/profile", "/vote/profile", **taken)
    assert sent.status_code == 422
    assert "is registered already" in sent.text


HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>{{7*7}}"


def test_names_are_shown_as_text_everywhere(office: Office) -> None:
    commands = office.service.commands
    commands.create_election("olga", HOSTILE, HOSTILE)
    commands.set_candidates("olga", HOSTILE, [(HOSTILE, HOSTILE), ("Other", "")])
    commands.set_eligible_voters("olga", HOSTILE, ["olga"])
    commands.launch("olga", HOSTILE)
    commands.cast_ballot("olga", HOSTILE, [(HOSTILE, 1)])
    commands.finalize("olga", HOSTILE)
    olga = office.browser("olga")
    page = f"/vote/elections/{as_segment(HOSTILE)}"
    texts = [olga.get(one).text for one in ("/vote/", page, f"{page}/results", f"{page}/organise")]
    assert not any("<script>alert" in text or "<img src=x" in text for text in texts)
    assert {"&lt;script&gt;alert(1)" in text for text in texts} == {True}
    assert olga.get(f"{page}/ballots.csv").status_code == 200


def test_lists_are_read_as_people_write_them() -> None:
    voters, errors = read_voters(
        "Ada <ada@example.com>\nbo@example.com\n\nCy\t cy@example.com\nDi; di@example.com\nEd\n"
    )
    assert errors == []
    assert voters == [
        Invited(1, "Ada", "ada@example.com"),
        Invited(2, "bo", "bo@example.com"),
        Invited(4, "Cy", "cy@example.com"),
        Invited(5, "Di", "di@example.com"),
        Invited(6, "Ed", None),
    ]
    candidates, errors = read_candidates('"Haddad, Tariq", Plot 3, by the pond\nMei\n')
    assert candidates == [("Haddad, Tariq", "Plot 3, by the pond"), ("Mei", "")]
    assert errors == []


def test_a_line_that_is_too_long_is_refused(office: Office) -> None:
    olga = organised(office)
    sent = send(office, olga, "voters", voters=f"vera\n{'x' * 200_000}")
    assert sent.status_code == 422
    assert "line 2 cannot be read" in sent.text


def test_a_list_that_is_too_long_is_refused() -> None:
    with pytest.raises(VoteError, match="at most 10000 at once"):
        read_voters("a\n" * 10_001)


def test_a_link_for_a_password_outlives_a_pause(office: Office) -> None:
    browser, new = office.site.client(), "a password that was chosen later"
    office.site.send(browser, "/vote/forgot", "/vote/forgot", email="vera@example.com")
    link = office.site.link_in(office.site.mails()[-1])
    office.service.commands.pause("ada", "The database moves.")
    assert office.site.send(browser, link, link, password=new).status_code == 503
    office.service.commands.resume("ada")
    assert office.site.send(browser, link, link, password=new).url.path == "/vote/"
    assert browser.get(link).status_code == 404
