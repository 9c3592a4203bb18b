"""Passwords cost the same whoever is named, and few are computed at once."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Lock
from typing import Any

import pytest
from argon2 import PasswordHasher

from tavola_systems.platform.access.passwords import Busy, Passwords
from tavola_systems.platform.access.users import Users
from tavola_systems.registry import load_systems
from tavola_systems.vote.domain.passwords import PasswordHashes
from tests.patience import PATIENCE_SECONDS, RUNS_OUT_SECONDS, eventually
from tests.systems.site import PASSWORD, Site, open_site

CHEAP: dict[str, Any] = {"time_cost": 1, "memory_cost": 8, "parallelism": 1}
KNOWN, WITHOUT = "ada@example.com", "invited@example.com"


class Watched(PasswordHasher):
    """A hasher that notes what it is asked for, and waits while its gate is closed."""

    def __init__(self) -> None:
        super().__init__(**CHEAP)
        self.asked: list[str] = []
        self.at_once = 0
        self.most_at_once = 0
        self.gate = Event()
        self.gate.set()
        self._lock = Lock()

    def verify(self, hash: str | bytes, password: str | bytes) -> Any:  # noqa: A002 - argon2's name
        with self._lock:
            self.asked.append(str(hash).rpartition("$")[0].rpartition("$")[0])
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
        assert self.gate.wait(PATIENCE_SECONDS)
        try:
            return super().verify(hash, password)
        finally:
            with self._lock:
                self.at_once -= 1


@pytest.mark.parametrize("name", [KNOWN, WITHOUT, "nobody@example.com", "no address", ""])
def test_every_name_costs_one_computation_of_the_same_kind(site: Site, name: str) -> None:
    site.person(KNOWN, "notes")
    site.process.shared.users.find_or_create(WITHOUT, "Invited")
    watched = Watched()
    users = Users(site.process.tables.platform, Passwords(watched), site.clock)
    assert users.authenticate("notes", name, "not the password") is None
    assert watched.asked == ["$argon2id$v=19$m=8,t=1,p=1"]


@pytest.mark.parametrize("password", ["short", "x" * 200, "x" * 100_000, "\0"])
def test_every_password_costs_one_computation(password: str) -> None:
    watched = Watched()
    passwords = Passwords(watched)
    stored = passwords.hash(PASSWORD)
    assert not passwords.verify(stored, password)
    assert not passwords.verify(None, password)
    assert len(watched.asked) == 2


def test_vote_computes_once_for_names_that_it_does_not_know() -> None:
    turns: list[str] = []
    free = Lock()

    def turn() -> Lock:
        turns.append("turn")
        return free

    passwords = PasswordHashes(lambda count: bytes(count), memory_kib=8, passes=1, turn=turn)
    salt, stored = passwords.make(PASSWORD)
    turns.clear()
    assert passwords.is_right(PASSWORD, salt, stored)
    assert not passwords.is_right("another", salt, stored)
    assert not passwords.is_right(PASSWORD, "", "")
    assert len(turns) == 3


def test_two_are_computed_at_once_and_the_rest_wait() -> None:
    watched = Watched()
    passwords = Passwords(watched, wait_seconds=PATIENCE_SECONDS)
    stored = passwords.hash(PASSWORD)
    watched.gate.clear()
    with ThreadPoolExecutor(8) as threads:
        answers = [threads.submit(passwords.verify, stored, PASSWORD) for _ in range(8)]
        eventually(lambda: watched.at_once, 2)
        watched.gate.set()
        found = [answer.result() for answer in answers]
    assert found == [True] * 8
    assert (watched.most_at_once, len(watched.asked)) == (2, 8)


def test_who_waits_too_long_is_told_to_come_back() -> None:
    passwords = Passwords(PasswordHasher(**CHEAP), wait_seconds=RUNS_OUT_SECONDS)
    with passwords.turn(), passwords.turn(), pytest.raises(Busy):
        passwords.verify(None, PASSWORD)
    assert not passwords.verify(None, PASSWORD)


@pytest.fixture(name="busy")
def hurried() -> Iterator[Site]:
    """Systems with and without users of their own, where nobody waits long for a place."""
    quick = Passwords(PasswordHasher(**CHEAP), wait_seconds=RUNS_OUT_SECONDS)
    site = open_site(load_systems(["blog", "vote"]), passwords=quick)
    yield site
    site.process.close()


@pytest.mark.parametrize("system", ["blog", "vote"])
def test_a_busy_process_answers_503_in_every_system(busy: Site, system: str) -> None:
    client, page = busy.client(), f"/{system}/sign-in"
    turn = busy.process.shared.passwords.turn
    with turn(), turn():
        answer = busy.send(client, page, page, name=KNOWN, password=PASSWORD)
    later = busy.send(client, page, page, name=KNOWN, password=PASSWORD)
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
    assert later.status_code == 401
