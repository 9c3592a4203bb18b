"""Calls that a test cancels at any moment leave its fixtures with whole tables and items."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tavola.engine import Engine
from tavola.server import serve
from tavola.stores.async_dynamodb import AsyncDynamoDBStore
from tavola.stores.embedded import AsyncEmbeddedStore
from tavola.stores.store import AsyncStore
from tests.cancelling import at_every_moment
from tests.engine.conftest import FLAT
from tests.engine.transferring import CREATION
from tests.patience import eventually

ITEMS = 150
OpenStore = Callable[[], AsyncStore]


def reached_by(url: str) -> OpenStore:
    """Open a store of one connection, so that one that is lost leaves none."""
    address = f"dynamodb://us-east-1/x?endpoint={url}&connections=1"
    return lambda: AsyncDynamoDBStore.open(address, environment={})


async def cancel(open_store: OpenStore, begin: Callable[[AsyncStore], Any]) -> int:
    """Cancel a call at every moment; the store works on after each. Returns how many there are."""
    store = open_store()
    moments = 0
    async for _ in at_every_moment(lambda: begin(store)):
        moments += 1
        await store.execute("ListTables", {})
    if isinstance(store, AsyncDynamoDBStore):
        await store.close()
    return moments


def scanned(engine: Engine, table: str) -> list[dict[str, Any]]:
    found = msgspec.json.decode(engine.execute("Scan", {"TableName": table}))
    return list(found["Items"])


@pytest.mark.parametrize("fixture", ["tavola_async_store", "tavola_endpoint"])
def test_a_transaction_is_whole_or_absent(
    request: pytest.FixtureRequest, tavola_engine: Engine, fixture: str
) -> None:
    tavola_engine.execute("CreateTable", FLAT)
    given = request.getfixturevalue(fixture)
    open_store = reached_by(given) if isinstance(given, str) else lambda: given
    numbers = count()

    def begin(store: AsyncStore) -> Coroutine[Any, Any, bytes]:
        number = next(numbers)
        puts = [
            {"Put": {"TableName": "flat", "Item": {"id": {"S": f"{number} {side}"}}}}
            for side in ("left", "right")
        ]
        return store.execute("TransactWriteItems", {"TransactItems": puts})

    moments = asyncio.run(cancel(open_store, begin))

    sides = [one["id"]["S"].split() for one in scanned(tavola_engine, "flat")]
    left, right = ({n for n, side in sides if side == one} for one in ("left", "right"))
    assert left == right
    assert 1 <= len(left) <= moments == next(numbers)


@pytest.fixture(params=["memory", "file", "served memory", "served file"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Engine, OpenStore]]:
    """An engine with something to import, and how async code reaches it."""
    lines = (b'{"Item":{"id":{"S":"%d"}}}\n' % number for number in range(ITEMS))
    (tmp_path / "lake").mkdir()
    (tmp_path / "lake" / "items.json").write_bytes(b"".join(lines))
    location = str(tmp_path / "a.db") if "file" in request.param else "memory:"
    with Engine.open(location, buckets=tmp_path) as engine:
        if "served" in request.param:
            with serve(engine) as url:
                yield engine, reached_by(url)
        else:
            yield engine, lambda: AsyncEmbeddedStore(engine)


def test_an_import_that_has_begun_goes_to_its_end(place: tuple[Engine, OpenStore]) -> None:
    engine, open_store = place
    numbers = count()

    def begin(store: AsyncStore) -> Coroutine[Any, Any, bytes]:
        creation = {**CREATION, "TableName": f"copy{next(numbers)}"}
        body = {
            "S3BucketSource": {"S3Bucket": "lake"},
            "InputFormat": "DYNAMODB_JSON",
            "TableCreationParameters": creation,
        }
        return store.execute("ImportTable", body)

    asyncio.run(cancel(open_store, begin))

    # What goes on in a thread, or in the server, has ended when as many imports as tables are told.
    eventually(lambda: has_ended(engine), expected=True)
    names = msgspec.json.decode(engine.execute("ListTables", {}))["TableNames"]
    assert {name: len(scanned(engine, name)) for name in names} == dict.fromkeys(names, ITEMS)


def has_ended(engine: Engine) -> bool:
    tables = msgspec.json.decode(engine.execute("ListTables", {}))["TableNames"]
    imports = msgspec.json.decode(engine.execute("ListImports", {}))["ImportSummaryList"]
    return len(tables) == len(imports) > 0
