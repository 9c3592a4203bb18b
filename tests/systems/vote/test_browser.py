"""The ballot in Chromium: by dragging, by keyboard, without scripts; and nothing that is broken."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn

from tavola_systems.vote.domain.roles import Role
from tavola_systems.vote.service import VoteService
from tavola_systems.vote.system import SYSTEM
from tavola_systems.vote.web.accounts import service_of
from tavola_systems.vote.web.routing import as_segment
from tests.systems.site import PASSWORD, open_site
from tests.systems.vote.chrome import Chrome, chrome
from tests.systems.vote.world import BOARD, CANDIDATES

ADDRESS = f"/vote/elections/{as_segment(BOARD)}"


class Booth:
    """A served site with an election, and a browser in which vera is signed in."""

    def __init__(self, service: VoteService, tab: Chrome, base: str) -> None:
        self.service = service
        self.tab = tab
        self.base = base

    def sign_in(self, name: str) -> None:
        self.tab.open(f"{self.base}/vote/sign-in")
        self.tab.type("#f-name", name)
        self.tab.type("#f-password", PASSWORD)
        self.tab.submit("main form button[type=submit]")

    def order(self) -> list[str]:
        """The candidates as they stand, and the line."""
        script = (
            "[...document.querySelectorAll('.ballot-list > li')].map(o => o.dataset.name || '-')"
        )
        found: list[str] = self.tab.run(script)
        return found

    def cast(self) -> dict[str, int]:
        """Cast the ballot, and give what was cast."""
        self.tab.submit("form.ballot button[type=submit]")
        assert self.tab.run("document.querySelector('h1').textContent") == "Your ballot is cast"
        ballot = self.service.queries.search_ballot("vera", "vera", BOARD)
        assert ballot is not None
        return {one.candidate_name: one.rank for one in ballot.rankings}


@pytest.fixture
def booth(tmp_path: Path) -> Iterator[Booth]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        base = f"http://127.0.0.1:{listener.getsockname()[1]}"
        site = open_site([SYSTEM], base_url=base)
        service = service_of(site.process.application.services["vote"])
        for name in ("ada", "olga", "vera"):
            service.commands.register(name, f"{name}@example.com", PASSWORD)
        service.commands.set_role("ada", "vera", Role.VOTER)
        service.commands.create_election("olga", BOARD, "Who leads us?")
        service.commands.set_candidates("olga", BOARD, CANDIDATES)
        service.commands.set_eligible_voters("olga", BOARD, ["vera", "olga"])
        service.commands.launch("olga", BOARD)
        server = uvicorn.Server(uvicorn.Config(site.process.application.asgi, log_level="error"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        try:
            with chrome(tmp_path / "profile") as tab:
                tab.size(1280)
                booth = Booth(service, tab, base)
                booth.sign_in("vera")
                yield booth
        finally:
            server.should_exit = True
            thread.join()


def grip(name: str) -> str:
    """What moves a candidate."""
    return f'.choice[data-name="{name}"] .grip'


def test_a_ballot_is_ranked_by_dragging(booth: Booth) -> None:
    booth.tab.open(f"{booth.base}{ADDRESS}/vote")
    assert booth.order()[0] == "-"
    for name in ("Mei Tanaka", "Rosa Lindqvist"):
        x, y = booth.tab.middle(".ballot-list > li:first-child")
        booth.tab.drag(grip(name), (x, y - 10))
    assert booth.order() == ["Rosa Lindqvist", "Mei Tanaka", "-", "Tariq Haddad"]
    assert booth.cast() == {"Rosa Lindqvist": 1, "Mei Tanaka": 2}
    assert booth.tab.logged == []


def test_a_ballot_is_ranked_and_tied_by_keyboard(booth: Booth) -> None:
    booth.tab.open(f"{booth.base}{ADDRESS}/vote")
    order = booth.order()
    booth.tab.run(f"document.querySelector('{grip(order[1])}').focus()")
    booth.tab.key("ArrowUp")
    booth.tab.run(f"document.querySelector('{grip(order[2])}').focus()")
    booth.tab.key("ArrowUp")
    booth.tab.key("=", "=")
    said = booth.tab.run("document.querySelector('[data-said]').textContent")
    assert said == f"{order[2]}: rank 1"
    assert booth.cast() == {order[1]: 1, order[2]: 1}


def test_a_ballot_is_ranked_without_scripts_and_shown_so_with_them(booth: Booth) -> None:
    booth.tab.without_scripts()
    booth.tab.open(f"{booth.base}{ADDRESS}/vote")
    assert booth.tab.run("getComputedStyle(document.querySelector('.grip')).display") == "none"
    choose = "document.querySelector('.choice[data-name=\"Tariq Haddad\"] select').value = '1'"
    booth.tab.run(choose)
    assert booth.cast() == {"Tariq Haddad": 1}
    booth.tab.call("Emulation.setScriptExecutionDisabled", value=False)
    booth.tab.open(f"{booth.base}{ADDRESS}/vote")
    assert booth.order()[:2] == ["Tariq Haddad", "-"]


@pytest.mark.parametrize("width", [1280, 390])
def test_pages_are_no_wider_than_the_screen_and_log_no_error(booth: Booth, width: int) -> None:
    booth.service.commands.cast_ballot("vera", BOARD, [("Tariq Haddad", 1), ("Mei Tanaka", 2)])
    booth.service.commands.finalize("olga", BOARD)
    booth.tab.size(width)
    widths: dict[str, int] = {}
    for path in ("/vote/", ADDRESS, f"{ADDRESS}/receipt", f"{ADDRESS}/results", "/vote/elections"):
        booth.tab.open(booth.base + path)
        widths[path] = booth.tab.run("document.documentElement.scrollWidth")
    assert max(widths.values()) <= width
    assert booth.tab.logged == []
