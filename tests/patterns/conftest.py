"""A handbook of one tenant on the embedded engine, with the patterns that it uses."""

from __future__ import annotations

import pytest

from tavola.patterns.drafts import Drafts
from tavola.patterns.published import Publishing
from tavola.stores.embedded import EmbeddedStore
from tavola.testing import Clock
from tests.patterns.handbook import Current, Edition, Handbook, Handbooks, Release


@pytest.fixture(name="db")
def handbooks(tavola_store: EmbeddedStore, tavola_clock: Clock) -> Handbooks:
    opened = Handbooks.open("memory:", store=tavola_store, clock=tavola_clock)
    return opened.tenant("acme")


@pytest.fixture
def drafts(db: Handbooks) -> Drafts[Handbook, Edition]:
    return Drafts(db, Handbook, Edition, most=999_999)


@pytest.fixture
def publishing(db: Handbooks) -> Publishing[Edition, Current, Release]:
    return Publishing(db, Edition, Current, Release)
