"""The demonstration: sample data, accounts that everybody knows, and where they may be served."""

from __future__ import annotations

from pathlib import Path

import pytest

from tavola.errors import OperationError
from tavola_systems.platform.access.passwords import Passwords
from tavola_systems.platform.running.process import assemble
from tavola_systems.platform.running.seeding import seed
from tavola_systems.platform.running.settings import Settings
from tavola_systems.registry import load_systems
from tests.systems.site import BASE, Site, open_site


@pytest.fixture(name="store")
def seeded(tmp_path: Path) -> str:
    """A file with the sample data of the blog and of branding."""
    store = str(tmp_path / "demo.db")
    site = open_site(load_systems(["blog", "branding"]), store=store)
    assert seed(site.process, load_systems(["blog", "branding"])) == ["blog", "branding"]
    site.process.close()
    return store


def demo(store: str) -> Site:
    return open_site(load_systems(["blog", "branding"]), store=store)


def test_a_second_seed_keeps_what_is_there(store: str) -> None:
    site = demo(store)
    assert seed(site.process, load_systems(["blog", "branding"])) == []
    site.process.close()


def test_every_page_says_that_it_is_a_demonstration(store: str) -> None:
    site = demo(store)
    client = site.client()
    assert "Demonstration with sample data" in client.get("/blog/").text
    assert "welcome to tavola" in client.get("/blog/sign-in").text
    site.process.close()


def test_a_store_of_real_people_is_not_seeded_and_names_no_accounts() -> None:
    site = open_site(load_systems(["blog"]))
    site.person("real@example.com", "blog")
    with pytest.raises(OperationError, match="real people"):
        seed(site.process, load_systems(["blog"]))
    assert "Demonstration" not in site.client().get("/blog/sign-in").text
    assert site.client().get("/mail").status_code == 404


def test_a_demonstration_is_not_served_to_others(store: str) -> None:
    settings = Settings(store=store, base_url=BASE, host="0.0.0.0")
    with pytest.raises(OperationError, match="--insecure"):
        assemble(settings, load_systems(["blog"]), passwords=Passwords.cheap(), log=None)


def test_its_mails_are_shown(store: str) -> None:
    site = demo(store)
    site.send(site.client(), "/blog/forgot", "/blog/forgot", email="ada@example.com")
    site.mails()
    assert "Your password for Notebook" in site.client().get("/mail").text
    site.process.close()
