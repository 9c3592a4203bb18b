"""The API: what programs may do, and how refusals are told."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest

from tavola_systems.vote.auditing import TABLES
from tavola_systems.vote.domain.election_rules import ElectionSettings
from tavola_systems.vote.domain.roles import Role
from tavola_systems.vote.system import SYSTEM
from tavola_systems.vote.web.accounts import service_of
from tavola_systems.vote.web.routing import as_segment
from tests.patience import RUNS_OUT_SECONDS
from tests.systems.site import PASSWORD, Site, open_site
from tests.systems.vote.world import BOARD, CANDIDATES, VOTERS

RANKINGS = [{"candidate_name": name, "rank": rank} for rank, name in enumerate(CANDIDATES, start=1)]
ADDRESS = f"elections/{as_segment(BOARD)}"


class Office:
    """A site with people in it, each with a program of their own."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.service = service_of(site.process.application.services["vote"])
        for name in ("ada", "olga", *VOTERS, "otto"):
            self.service.commands.register(name, f"{name}@example.com", PASSWORD)
        for name in VOTERS:
            self.service.commands.set_role("ada", name, Role.VOTER)
        self.service.commands.set_role("ada", "otto", Role.AUDITOR)

    def program(self, name: str) -> Any:
        """A program with somebody's token."""
        shared = self.site.process.shared
        account = self.site.process.application.services["vote"].accounts.find("vote", name)
        assert account is not None
        token = shared.tokens.issue("vote", account, "test")
        client = self.site.client(headers={"Authorization": f"Bearer {token}"})
        client.base_url = client.base_url.join("/vote/api")
        return client

    def browser(self, name: str) -> Any:
        """A browser in which somebody is signed in."""
        client = self.site.client()
        door = "/vote/sign-in"
        sent = self.site.send(client, door, door, name=name, password=PASSWORD)
        assert sent.status_code == 200
        return client


@pytest.fixture
def office() -> Office:
    return Office(open_site([SYSTEM]))


def drafted(office: Office) -> Any:
    """Let a program set an election up."""
    olga = office.program("olga")
    assert olga.post("elections", json={"name": BOARD}).status_code == 201
    candidates = {"candidates": [{"name": name} for name in CANDIDATES]}
    assert olga.put(f"{ADDRESS}/candidates", json=candidates).status_code == 200
    assert olga.put(f"{ADDRESS}/voters", json={"voters": list(VOTERS)}).status_code == 200
    return olga


def launched(office: Office) -> Any:
    """The same, and launch it."""
    olga = drafted(office)
    assert olga.post(f"{ADDRESS}/launch", json={}).status_code == 200
    return olga


def test_a_program_holds_an_election_from_end_to_end(office: Office) -> None:
    olga = launched(office)
    receipt = office.program("vera").put(f"{ADDRESS}/ballot", json={"rankings": RANKINGS}).json()
    assert olga.post(f"{ADDRESS}/finalize").json()["phase"] == "finished"
    result = olga.get(f"{ADDRESS}/tally").json()
    assert result["places"][0] == {"place": 1, "candidate_name": CANDIDATES[0]}
    assert result["who_voted"] == ["vera"]
    (ballot,) = olga.get(f"{ADDRESS}/ballots").json()
    assert ballot["confirmation"] == receipt["confirmation"]
    assert ballot["voter_name"] is None


def test_somebody_registers_by_the_api(office: Office) -> None:
    client = office.site.client()
    new = {"name": "Nia", "email": "nia@example.com", "password": "a good password"}
    answer = client.post("/vote/api/users", json=new)
    assert answer.status_code == 201
    assert answer.json()["role"] == "USER"
    assert client.post("/vote/api/users", json=new).status_code == 409


def told(answer: Any) -> tuple[int, str]:
    """The status and the code of a refusal."""
    body = answer.json()
    assert answer.headers["content-type"] == "application/problem+json"
    return answer.status_code, body.get("code", "")


def test_refusals_have_the_statuses_of_the_seed(office: Office) -> None:
    olga = drafted(office)
    vera = office.program("vera")
    ballot = {"rankings": RANKINGS}
    assert told(vera.put(f"{ADDRESS}/ballot", json=ballot)) == (409, "CONFLICT")
    olga.post(f"{ADDRESS}/launch", json={})
    assert told(vera.put("elections/Nothing/ballot", json=ballot)) == (404, "NOT_FOUND")
    unknown = {"rankings": [{"candidate_name": "Nobody", "rank": 1}]}
    assert told(vera.put(f"{ADDRESS}/ballot", json=unknown)) == (400, "BAD_ARGUMENT")
    other = office.program("ada")
    assert told(other.put(f"{ADDRESS}/ballot", json=ballot)) == (401, "UNAUTHORIZED")
    assert told(other.delete(ADDRESS)) == (401, "UNAUTHORIZED")
    renamed = olga.put(f"{ADDRESS}/name", json={"name": "Other"})
    assert told(renamed) == (501, "UNSUPPORTED")
    other.post("pause", json={"reason": "moving"})
    assert told(vera.put(f"{ADDRESS}/ballot", json=ballot)) == (503, "PAUSED")


def test_a_body_that_is_no_json_is_refused(office: Office) -> None:
    vera = office.program("vera")
    headers = {"Content-Type": "application/json"}
    answer = vera.put(f"{ADDRESS}/ballot", content=b"{", headers=headers)
    assert told(answer) == (400, "MALFORMED_JSON")


@pytest.mark.parametrize("token", ["", "x", "eyJ.bad.token"])
def test_a_forged_token_is_refused(office: Office, token: str) -> None:
    client = office.site.client(headers={"Authorization": f"Bearer {token}"})
    assert client.get("/vote/api/elections").status_code == 401


def test_an_old_token_is_refused(office: Office) -> None:
    vera = office.program("vera")
    assert vera.get("elections").status_code == 200
    office.site.clock.forward(400 * 86400)
    assert vera.get("elections").status_code == 401


def test_a_token_ends_with_a_new_password_or_role(office: Office) -> None:
    vera, viktor = office.program("vera"), office.program("viktor")
    office.service.commands.change_password("vera", "vera", "another password")
    office.service.commands.set_role("ada", "viktor", Role.USER)
    office.site.clock.forward(10)
    assert vera.get("elections").status_code == 401
    assert viktor.get("elections").status_code == 401


def test_an_old_session_is_nobody_elses_after_a_rename(office: Office) -> None:
    browser = office.browser("vera")
    office.service.commands.change_name("vera", "vera", "wera")
    office.service.commands.register("vera", "other@example.com", PASSWORD)
    assert "Sign in" in browser.get("/vote/").text


def swapped(office: Office) -> Any:
    """A program of vera's, whose token was just looked up, when viktor has become vera."""
    launched(office)
    vera = office.program("vera")
    office.service.commands.cast_ballot("viktor", BOARD, [("Mei Tanaka", 1)])
    assert vera.get(ADDRESS).status_code == 200
    office.service.commands.change_name("vera", "vera", "wera")
    office.service.commands.change_name("viktor", "viktor", "vera")
    return vera


def test_nobody_votes_for_who_has_taken_their_name_while_their_token_is_fresh(
    office: Office,
) -> None:
    vera = swapped(office)
    sequence = office.service.queries.head().sequence
    sent = vera.put(f"{ADDRESS}/ballot", json={"rankings": RANKINGS})
    assert sent.status_code == 401
    assert "Sign in again" in sent.json()["detail"]
    assert office.service.queries.head().sequence == sequence


def test_nobody_reads_the_ballot_of_who_has_taken_their_name(office: Office) -> None:
    answer = swapped(office).get(f"{ADDRESS}/ballot")
    assert answer.status_code == 401
    assert "Mei Tanaka" not in answer.text


def test_a_user_changes_password_and_name_in_one_request(office: Office) -> None:
    sent = office.program("vera").patch(
        "users/vera", json={"password": "quite another password", "name": "wera"}
    )
    assert (sent.status_code, sent.json()["name"]) == (200, "wera")
    found = office.service.queries.authenticate("wera", "quite another password")
    assert found.name == "wera"


@pytest.mark.parametrize("name", ["a/b", "..", ".", "50% #1 ?", "~1", "日本", "x" * 200])
def test_any_name_stands_in_an_address(office: Office, name: str) -> None:
    olga = office.program("olga")
    assert olga.post("elections", json={"name": name}).status_code == 201
    assert olga.get(f"elections/{as_segment(name)}").json()["name"] == name


def test_times_are_cleared_by_null_and_kept_when_absent(office: Office) -> None:
    olga = drafted(office)
    times = {"no_voting_before": "2027-02-01T00:00:00Z", "no_voting_after": "2027-03-01T00:00:00Z"}
    assert olga.patch(ADDRESS, json=times).status_code == 200
    changed = olga.patch(ADDRESS, json={"no_voting_before": None}).json()
    assert changed["no_voting_before"] is None
    assert changed["no_voting_after"] == "2027-03-01T00:00:00Z"
    assert olga.patch(ADDRESS, json={"description": None}).status_code == 400
    assert olga.patch(ADDRESS, json={}).status_code == 400


def test_auditors_see_events_and_tables_without_secrets(office: Office) -> None:
    launched(office)
    receipt = office.program("vera").put(f"{ADDRESS}/ballot", json={"rankings": RANKINGS}).json()
    otto = office.program("otto")
    events = otto.get("events", params={"limit": 1000}).text
    assert '"hash":"withheld"' in events
    assert receipt["confirmation"] not in events
    ballots = otto.get("tables/ballots").json()
    assert ballots[0]["voter_name"] == "vera"
    assert ballots[0]["confirmation"] is None
    assert otto.get("tables/rankings").json() == []
    assert otto.get("tables/nothing").status_code == 422
    assert office.program("olga").get("events").status_code == 403


def test_a_users_role_and_name_change_by_the_api(office: Office) -> None:
    ada = office.program("ada")
    changed = ada.patch("users/vera", json={"role": "USER", "name": "Vera"}).json()
    assert (changed["name"], changed["role"]) == ("Vera", "USER")
    assert ada.patch("users/vera", json={}).status_code == 400
    assert ada.delete("users/vilma").status_code == 200
    assert ada.get("users").status_code == 200
    assert ada.post("users/olga/ownership").status_code == 200


def test_files_of_a_finished_election_count_to_its_result(office: Office) -> None:
    olga = launched(office)
    office.program("vera").put(f"{ADDRESS}/ballot", json={"rankings": RANKINGS})
    olga.post(f"{ADDRESS}/finalize")
    csv = olga.get(f"{ADDRESS}/ballots.csv")
    assert csv.headers["content-disposition"].endswith(quote(f"{BOARD} ballots.csv"))
    assert csv.text.count("\n") == 2
    assert olga.get(f"{ADDRESS}/ballots.blt").text.startswith("3 1\n")


def all_pages(client: Any, path: str, limit: int) -> list[Any]:
    """Follow the links from page to page."""
    found: list[Any] = []
    address = f"{path}?limit={limit}"
    while address:
        answer = client.get(address)
        found.extend(answer.json())
        assert len(answer.json()) <= limit
        address = answer.links.get("next", {}).get("url", "").removeprefix("/vote/api/")
    return found


@pytest.mark.parametrize("path", ["users", "elections", *(f"tables/{name}" for name in TABLES)])
def test_lists_are_read_page_by_page(office: Office, path: str) -> None:
    for name in ("One", "two", "Three #3"):
        office.service.commands.create_election("olga", name)
        office.service.commands.set_candidates("olga", name, CANDIDATES)
        office.service.commands.set_eligible_voters("olga", name, VOTERS)
        rules = ElectionSettings(secret_ballot=False)
        office.service.commands.update_election("olga", name, rules)
        office.service.commands.launch("olga", name)
        for voter in VOTERS:
            rankings = [(one, rank) for rank, one in enumerate(CANDIDATES, start=1)]
            office.service.commands.cast_ballot(voter, name, rankings)
    ada = office.program("ada")
    whole = ada.get(path, params={"limit": 1000}).json()
    assert len(whole) >= 3
    assert all_pages(ada, path, 1) == all_pages(ada, path, 2) == whole


def test_a_password_that_protects_nothing_is_refused(office: Office) -> None:
    new = {"name": "Nia", "email": "nia@example.com", "password": "short"}
    answer = office.site.client().post("/vote/api/users", json=new)
    assert answer.status_code == 400
    assert office.service.queries.search_user("Nia") is None
    changed = office.program("vera").patch("users/vera", json={"password": "aaaaaaaaaaaa"})
    assert changed.status_code == 400


def test_passwords_of_all_systems_are_computed_two_at_a_time(office: Office) -> None:
    passwords = office.site.process.shared.passwords
    passwords._wait_seconds = RUNS_OUT_SECONDS  # pyright: ignore[reportPrivateUsage] - nobody gives a place back
    with passwords.turn(), passwords.turn():
        fields = {"name": "vera", "password": PASSWORD}
        door = "/vote/sign-in"
        answer = office.site.send(office.site.client(), door, door, **fields)
    assert answer.status_code == 503
