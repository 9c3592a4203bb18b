"""How many pages a write leaves in SQLite's log: what every commit hands to the disk."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tavola.engine import Engine
from tests.engine.client import Client, key, s
from tests.engine.conftest import THINGS

PUTS = 10


@pytest.fixture(name="client")
def client_of_a_file(tmp_path: Path) -> Iterator[Client]:
    with Engine.open(str(tmp_path / "log.db")) as engine:
        client = Client(engine)
        client("CreateTable", **THINGS)
        client.put("things", *(key("p", n) | {"g": s("g")} for n in range(PUTS)))
        pages_in_log(client)
        yield client


def pages_in_log(client: Client) -> int:
    """Count them, and copy them into the file, so that the next write begins a new log."""
    connection = client.engine.storage.session().connection
    _, pages, _ = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").get
    return int(pages)


def test_a_put_that_changes_no_index_key_writes_one_page(client: Client) -> None:
    # The first one after new items is tried as new, and writes the entries of its indexes again.
    client.put("things", key("p", 0) | {"g": s("g"), "x": s("first")})
    pages_in_log(client)

    client.put("things", *(key("p", n) | {"g": s("g"), "x": s("y")} for n in range(PUTS)))

    assert pages_in_log(client) == PUTS


def test_a_new_item_writes_its_row_and_an_entry_of_each_index_it_is_in(client: Client) -> None:
    client.put("things", *(key("q", n) | {"g": s("g")} for n in range(PUTS)))

    # Of the indexes it is only in the one on g alone: it has neither h nor b.
    assert pages_in_log(client) == 3 * PUTS
