"""A link from a mail is spent by what it is for, and by nothing that is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import timedelta
from threading import Barrier
from typing import Any

import pytest
from argon2 import PasswordHasher

from tavola.engine import Engine
from tavola.engine.faults import Faults
from tavola.errors import OperationError, StoreUnavailable
from tavola.stores.embedded import EmbeddedStore
from tavola_systems.platform.access.links import LinkOver, Links
from tavola_systems.platform.access.passwords import Busy, Passwords
from tests.patience import RUNS_OUT_SECONDS
from tests.systems.platform.conftest import notes
from tests.systems.site import BASE, Site, open_site

ABOUT = {"subject": "ada"}
PURPOSES = ["reset", "invite", "confirm"]
NEW = "a password that was chosen later"
EVE = "eve@example.com"


def made(site: Site) -> str:
    """The secret of a link that is in no mail."""
    write, address = site.process.shared.links.plan(
        "notes", "reset", ABOUT, lasts=timedelta(hours=1)
    )
    site.process.tables.platform.run(write)
    return address.rpartition("/")[2]


def spent(
    site: Site, secret: str, inside: Callable[[], object] = lambda: None
) -> Mapping[str, str]:
    with site.process.shared.links.spending("notes", "reset", secret) as data:
        inside()
        return data


def failing(error: BaseException) -> Callable[[], None]:
    def fail() -> None:
        raise error

    return fail


def test_a_link_is_spent_when_it_has_done_what_it_is_for(site: Site) -> None:
    secret = made(site)
    assert spent(site, secret) == ABOUT
    with pytest.raises(LinkOver):
        spent(site, secret)


@pytest.mark.parametrize("error", [Busy("wait"), StoreUnavailable("gone"), KeyboardInterrupt()])
def test_what_fails_does_not_spend_a_link(site: Site, error: BaseException) -> None:
    secret = made(site)
    with pytest.raises(type(error)):
        spent(site, secret, failing(error))
    assert spent(site, secret) == ABOUT


def test_while_a_link_is_used_another_waits(site: Site) -> None:
    secret = made(site)

    def try_too() -> None:
        with pytest.raises(Busy, match="being used at this moment"):
            spent(site, secret)

    assert spent(site, secret, try_too) == ABOUT


def test_a_link_that_a_dead_process_took_is_free_after_a_minute(site: Site) -> None:
    secret, links = made(site), site.process.shared.links
    abandoned = links.spending("notes", "reset", secret)
    abandoned.__enter__()
    with pytest.raises(Busy):
        spent(site, secret)
    site.clock.forward(61)
    assert spent(site, secret) == ABOUT


def test_who_was_too_slow_does_not_free_a_link_that_another_took(site: Site) -> None:
    secret = made(site)
    # Held to the end of the test: what is forgotten half way gives the link back.
    other = ExitStack()

    def overtaken() -> None:
        site.clock.forward(61)
        other.enter_context(site.process.shared.links.spending("notes", "reset", secret))
        raise OperationError("too late")

    with other:
        with pytest.raises(OperationError, match="too late"):
            spent(site, secret, overtaken)
        with pytest.raises(Busy):
            spent(site, secret)


def test_of_many_that_try_at_once_one_gets_it(site: Site) -> None:
    secret, together = made(site), Barrier(8)
    links: Links = site.process.shared.links

    def try_it(_: int) -> bool:
        together.wait()
        try:
            with links.spending("notes", "reset", secret):
                return True
        except (Busy, LinkOver):
            return False

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(try_it, range(8))) == 1


class FailingAt(Faults):
    """Answers one request, the n-th from when it is armed, as a store that is gone."""

    def __init__(self) -> None:
        super().__init__()
        self.left: int | None = None

    def raise_waiting(self, action: str, body: Mapping[str, Any]) -> None:
        del action, body
        if self.left is None:
            return
        self.left -= 1
        if self.left == 0:
            raise StoreUnavailable("The store is gone.")


def mailed(site: Site, purpose: str) -> str:
    """The address of a link for Eve."""
    onboarding_pages = {"reset": "/notes/forgot", "confirm": "/notes/sign-up"}
    if purpose == "invite":
        admin = site.browser("root@example.com", "notes", "admin")
        people = "/notes/people/*"
        site.send(admin, people, people, name="Eve", email=EVE, role="writer")
    else:
        page = onboarding_pages[purpose]
        site.send(site.client(), page, page, name="Eve", email=EVE)
    return site.link_in(site.mails()[-1])


def opened(purpose: str, faults: Faults) -> Site:
    engine = Engine.open("memory:", clock=lambda: 1_800_000_000.0, faults=faults)
    site = open_site([notes()], {"store": EmbeddedStore(engine)})
    if purpose == "reset":
        site.person(EVE, "notes", "writer")
    return site


@pytest.fixture(name="busy")
def hurried() -> Iterator[Site]:
    cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    site = open_site([notes()], passwords=Passwords(cheap, wait_seconds=RUNS_OUT_SECONDS))
    yield site
    site.process.close()


@pytest.mark.parametrize("purpose", PURPOSES)
def test_a_link_outlives_a_503_because_passwords_are_busy(purpose: str, busy: Site) -> None:
    turn = busy.process.shared.passwords.turn
    if purpose == "reset":
        busy.person(EVE, "notes", "writer")
    link = mailed(busy, purpose)
    client = busy.client()
    with turn(), turn():
        refused = busy.send(client, link, link, password=NEW)
    assert (refused.status_code, client.get(link).status_code) == (503, 200)
    assert busy.send(client, link, link, password=NEW).url.path == "/notes/"
    assert client.get(link).status_code == 404


@pytest.mark.parametrize("purpose", PURPOSES)
def test_whichever_request_to_the_store_fails_the_link_still_serves(purpose: str) -> None:
    at = 0
    while True:
        at += 1
        faults = FailingAt()
        site = opened(purpose, faults)
        link, client = mailed(site, purpose), site.client()
        token = site.form_token(client, link)
        faults.left = at
        first = client.post(link, data={"_csrf": token, "password": NEW})
        is_past, faults.left = (faults.left or 0) > 0, None
        site.clock.forward(61)
        if first.status_code != 200:
            site.send(client, "/notes/sign-in", link, password=NEW)
        within = site.send(
            site.client(), "/notes/sign-in", "/notes/sign-in", name=EVE, password=NEW
        )
        assert (at, first.status_code in {200, 503}, str(within.url)) == (
            at,
            True,
            f"{BASE}/notes/",
        )
        site.process.close()
        if is_past:
            break
    assert at > 5
