"""Of a secret election, nothing that anybody can fetch joins a voter with a ballot."""

from __future__ import annotations

import base64
import csv
import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from tavola_systems.vote.backends.dynamodb_table import TableBackend
from tavola_systems.vote.domain.election_rules import ElectionSettings
from tavola_systems.vote.domain.roles import Role
from tavola_systems.vote.domain.sealing import Seal
from tavola_systems.vote.maintenance import backup
from tavola_systems.vote.system import SYSTEM
from tavola_systems.vote.web.accounts import kept_key
from tavola_systems.vote.web.routing import as_segment
from tests.systems.site import PASSWORD, open_site
from tests.systems.vote.test_api import Office

NAME = "A secret one"
CHOICES = ("Cand Alpha", "Cand Beta", "Cand Gamma", "Cand Delta")
RANKS = {"", "1", "2", "3", "4"}
VIEWERS = {
    "obadiah": Role.OBSERVER,
    "vasco": Role.VOTER,
    "ursula": Role.USER,
    "adele": Role.ADMIN,
    "aurelio": Role.AUDITOR,
}
# Routes that answer to GET and take no more than an election, or a table.
PATHS = [key.partition(" ")[2] for key in SYSTEM.rules if key.startswith("GET ")]
TABLES = ("users", "elections", "candidates", "voters", "ballots", "rankings")


class Held(Office):
    """A site where twelve voters have cast ballots that all differ."""

    def __init__(self, confirmations: Any) -> None:
        super().__init__(open_site([SYSTEM]))
        commands = self.service.commands
        self.voters = [f"zz voter {number:02}" for number in range(12)]
        for name in self.voters:
            commands.register(name, f"{name.replace(' ', '')}@example.com", PASSWORD)
        for name, role in VIEWERS.items():
            commands.register(name, f"{name}@example.com", PASSWORD)
            if role is not Role.USER:
                commands.set_role("ada", name, role)
        commands.create_election("olga", NAME)
        commands.set_candidates("olga", NAME, CHOICES)
        commands.set_eligible_voters("olga", NAME, self.voters)
        commands.update_election("olga", NAME, ElectionSettings(confirmations=confirmations))
        commands.launch("olga", NAME)
        orders = list(permutations(CHOICES))[:12]
        self.orders = dict(zip(self.voters, orders, strict=True))
        self.confirmations: dict[str, str] = {}
        for name, order in self.orders.items():
            rankings = [(one, rank) for rank, one in enumerate(order, start=1)]
            receipt = commands.cast_ballot(name, NAME, rankings)
            self.confirmations[name] = receipt.confirmation

    def fetched(self, viewer: str) -> Iterator[tuple[str, str]]:
        """All that somebody can fetch: by browser, and by program."""
        browser, program = self.browser(viewer), self.program(viewer)
        for path in PATHS:
            for filled in _filled(path):
                client = program if filled.startswith("/api/") else browser
                address = filled.removeprefix("/api/") if client is program else f"/vote{filled}"
                answer = client.get(address)
                if answer.status_code == 200:
                    yield filled, answer.text


def _filled(path: str) -> list[str]:
    if "{table}" in path:
        return [path.replace("{table}", table) for table in TABLES]
    if "{secret}" in path:
        return []
    return [path.replace("{name}", as_segment(NAME))]


def records(text: str) -> Iterator[str]:
    """The smallest things that say something together: objects, lines, rows, entries."""
    if text.startswith(("{", "[")):
        for line in text.splitlines():
            yield from _objects(json.loads(line))
    elif "<html" in text:
        yield from re.findall(
            r"<(?:tr|li|article|option|p|code)\b.*?(?=<(?:tr|li|article)\b|$)", text, re.S
        )
    else:
        yield from text.splitlines()


def _objects(value: Any) -> Iterator[str]:
    """Every object in a JSON value, the inner ones too."""
    match value:
        case {**named}:
            yield json.dumps(value)
            for one in named.values():
                yield from _objects(one)
        case [*several]:
            for one in several:
                yield from _objects(one)
        case _:
            return


def links(held: Held, text: str) -> list[str]:
    """The records of an answer that join one voter with their ballot."""
    return [
        record
        for record in records(text)
        for voter in held.voters
        if [name for name in held.voters if name in record] == [voter]
        and (held.confirmations[voter] in record or _is_ranked(record, held.orders[voter]))
    ]


def _is_ranked(record: str, order: tuple[str, ...]) -> bool:
    """Whether a record names all candidates in this voter's order."""
    places = [record.find(name) for name in order]
    return -1 not in places and places == sorted(places)


@pytest.fixture(params=["beside", "apart"])
def held(request: pytest.FixtureRequest) -> Held:
    return Held(request.param)


EVERYBODY = ["olga", "ada", *VIEWERS]


@pytest.mark.parametrize("is_over", [False, True])
def test_nothing_that_anybody_fetches_links_a_voter_to_a_ballot(held: Held, is_over: bool) -> None:
    if is_over:
        held.service.commands.finalize("olga", NAME)
    answers = [(viewer, *one) for viewer in EVERYBODY for one in held.fetched(viewer)]
    assert len(answers) > 80
    assert [(viewer, path) for viewer, path, text in answers if links(held, text)] == []
    shown = any(text.count(held.confirmations[held.voters[0]]) for _, _, text in answers)
    assert shown == is_over


def test_a_link_would_be_found(held: Held) -> None:
    voter = held.voters[3]
    told = json.dumps([{"voter": voter, "confirmation": held.confirmations[voter]}])
    ranked = f"{voter},{','.join(held.orders[voter])}"
    assert len(links(held, told)) == len(links(held, ranked)) == 1


def test_a_voter_fetches_their_own_ballot_and_no_other(held: Held) -> None:
    voter, *others = held.voters
    texts = [text for _, text in held.fetched(voter)]
    assert any(held.confirmations[voter] in text for text in texts)
    assert not any(held.confirmations[other] in text for other in others for text in texts)


def test_published_ballots_stand_in_no_order_of_voters_or_time(held: Held) -> None:
    held.service.commands.finalize("olga", NAME)
    found = [ballot.rankings for ballot in held.service.queries.ballots(NAME)]
    cast = list(held.orders.values())
    published = [tuple(one.candidate_name for one in rankings) for rankings in found]
    assert sorted(published) == sorted(cast)
    assert published != cast
    text = held.browser("olga").get(f"/vote/elections/{as_segment(NAME)}/ballots.csv").text
    assert "zz voter" not in text
    # Nothing but ranks stands beside a confirmation, so that there is no room for a time.
    assert {cell for row in list(csv.reader(text.splitlines()))[1:] for cell in row[1:]} == RANKS


def test_items_events_and_backup_hold_no_ranking_in_the_open(held: Held, tmp_path: Path) -> None:
    backend = held.service.backend
    assert isinstance(backend, TableBackend)
    ballots = [backend.data.ballot.get(NAME, voter) for voter in held.voters]
    assert [(one.confirmation, one.rankings) for one in ballots if one] == [(None, None)] * 12
    assert [bool(one and one.sealed) for one in ballots] == [True] * 12
    backup(backend, tmp_path / "backup.jsonl")
    lines = [
        line for line in (tmp_path / "backup.jsonl").read_text().splitlines() if "Cast" in line
    ]
    assert len(lines) == 12
    assert not any("Cand " in line for line in lines)
    assert not any(one in line for one in held.confirmations.values() for line in lines)


def test_sealed_ballots_are_of_one_length(held: Held) -> None:
    with held.service.backend.reading() as state:
        lengths = {len(ballot.sealed or "") for ballot in state.ballots(NAME)}
    assert len(lengths) == 1


def test_a_short_ballot_is_sealed_as_long_as_a_full_one(held: Held) -> None:
    names = [f"{number:02} {'of a long name ' * 6}".strip() for number in range(20)]
    commands = held.service.commands
    commands.create_election("olga", "Long")
    commands.set_candidates("olga", "Long", names)
    commands.set_eligible_voters("olga", "Long", held.voters)
    commands.launch("olga", "Long")
    full = [(name, rank) for rank, name in enumerate(names, start=1)]
    for voter, count in zip(held.voters, (1, 2, 5, 19, 20), strict=False):
        commands.cast_ballot(voter, "Long", full[:count])
    commands.cast_ballot(held.voters[-1], "Long", [(name, 9999) for name in names])
    with held.service.backend.reading() as state:
        lengths = {len(ballot.sealed or "") for ballot in state.ballots("Long")}
    assert len(lengths) == 1


def test_no_log_line_holds_a_confirmation(held: Held) -> None:
    held.service.commands.finalize("olga", NAME)
    voter = held.voters[0]
    page = f"/vote/elections/{as_segment(NAME)}/results"
    held.site.send(held.browser(voter), page, page, confirmation=held.confirmations[voter])
    assert held.site.lines
    assert not any(held.confirmations[voter] in line for line in held.site.lines)


def test_no_log_line_tells_the_length_of_what_depends_on_somebodys_ballot(held: Held) -> None:
    """Of a ballot that ranks one candidate, the length of the receipt would tell which one."""
    voter, lines = held.voters[0], held.site.lines
    address = f"/vote/elections/{as_segment(NAME)}"
    browser, program = held.browser(voter), held.program(voter)
    del lines[:]
    for path in (address, f"{address}/vote", f"{address}/receipt"):
        assert browser.get(path).status_code == 200
    assert program.get(f"elections/{as_segment(NAME)}/ballot").status_code == 200
    held.service.commands.finalize("olga", NAME)
    results = f"{address}/results"
    wanted = held.confirmations[voter]
    held.site.send(browser, results, results, confirmation=wanted)
    told = [json.loads(line) for line in lines]
    own = [line for line in told if "bytes" not in line]
    assert {line["subject"] for line in own} == {voter}
    assert [line["route"].rpartition("/")[2] for line in own] == [
        "{name}",
        "vote",
        "receipt",
        "ballot",
        "results",
    ]


def test_a_search_opens_every_ballot_wherever_it_finds_the_one(
    held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ballots stand by voters' names: a search that ended early would tell by its time whose."""
    held.service.commands.finalize("olga", NAME)
    opened: list[str] = []
    unpack = Seal._unpack  # pyright: ignore[reportPrivateUsage]  # where every ballot is opened

    def counted(self: Seal, sealed: str, election_name: str) -> Any:
        opened.append(sealed)
        return unpack(self, sealed, election_name)

    monkeypatch.setattr(Seal, "_unpack", counted)
    for voter in (held.voters[0], held.voters[-1]):
        assert held.service.queries.find_ballot(NAME, held.confirmations[voter]) is not None
    assert len(opened) == 2 * len(held.voters)


def test_processes_that_make_a_key_at_once_end_with_one_outside_the_tables() -> None:
    shared = open_site([SYSTEM]).process.shared
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(kept_key, [shared] * 8))
    assert len(keys) == 1
    assert kept_key(shared) in keys
    setting = shared.platform.setting.get("vote-sealing-key")
    assert setting is not None
    assert base64.b64encode(keys.pop()).decode() not in str(setting)


def test_a_key_of_the_environment_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAVOLA_VOTE_KEY", base64.b64encode(bytes(range(32))).decode())
    assert kept_key(open_site([SYSTEM]).process.shared) == bytes(range(32))
