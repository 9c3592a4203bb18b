"""Where the runtime's tests run: the embedded engine, the wire server, two reference engines."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from tavola.engine import Engine
from tavola.engine.faults import Faults
from tavola.operations.tables import ApplyPlan, PlanTable
from tavola.server import serve
from tavola.stores.embedded import EmbeddedStore
from tavola.stores.opening import open_store
from tavola.stores.store import Store
from tavola.table import Table
from tavola.testing import Clock
from tavola.wire.sigv4 import Credentials
from tests.reference.endpoint import ACCESS_KEY, REGION, SECRET_KEY

PATIENCE_SECONDS = 10.0
DAY = datetime(2026, 3, 1, tzinfo=UTC)
T = TypeVar("T", bound=Table)
V = TypeVar("V")


@dataclass
class Home:
    """A store and a way to open tables on it."""

    store: Store
    location: str
    clock: Clock
    is_shared: bool = False
    """Whether the tables outlive a test, because they take long to make."""
    faults: Faults | None = None
    made: set[str] = field(default_factory=set[str])

    def open(self, kind: type[T], name: str, **options: Any) -> T:
        """Open a table; on a service it is made first."""
        options = {"store": self.store, "table": name, "clock": self.clock, **options}
        opened = kind.open(self.location, **options)
        if self.location.startswith("dynamodb:") and name not in self.made:
            opened.run(ApplyPlan(opened.run(PlanTable(kind.design, name))))
            self.made.add(name)
        return opened


@contextmanager
def embedded(location: str | Path) -> Generator[Home]:
    """The engine in this process."""
    clock, faults = Clock(), Faults()
    with Engine.open(str(location), clock=clock, faults=faults) as engine:
        yield Home(EmbeddedStore(engine), "memory:", clock, faults=faults)


@contextmanager
def remote(endpoint: str) -> Generator[Home]:
    """A service that speaks DynamoDB's protocol; its tables are made once, and tests share them."""
    location = f"dynamodb://{REGION}?endpoint={endpoint}"
    store, _ = open_store(location, environment={}, credentials=Credentials(ACCESS_KEY, SECRET_KEY))
    try:
        yield Home(store, location, Clock(), is_shared=True)
    finally:
        store.close()


@contextmanager
def served() -> Generator[Home]:
    """The engine behind its wire server."""
    with Engine.open("memory:") as engine, serve(engine) as url, remote(url) as home:
        yield home


def no_sleep(seconds: float) -> None:
    """Stand for `time.sleep` where pauses are of no interest."""
    del seconds


def eventually(read: Callable[[], V], expected: object) -> V:
    """Read until an index shows what is expected, as long as an index may lag; then give up."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    found = read()
    while found != expected and time.monotonic() < deadline:
        time.sleep(0.02)
        found = read()
    return found


Item = dict[str, dict[str, Any]]


def put_raw(table: Table, item: Item) -> None:
    """Write an item behind the library's back, as a foreign program would."""
    table.store.execute("PutItem", {"TableName": table.own_place.table, "Item": item})


def delete_raw(table: Table, key: Item) -> None:
    """Take an item away behind the library's back."""
    table.store.execute("DeleteItem", {"TableName": table.own_place.table, "Key": key})


def set_raw(table: Table, key: Item, name: str, value: dict[str, Any]) -> None:
    """Change one attribute of an item behind the library's back."""
    table.store.execute(
        "UpdateItem",
        {
            "TableName": table.own_place.table,
            "Key": key,
            "UpdateExpression": "SET #n = :v",
            "ExpressionAttributeNames": {"#n": name},
            "ExpressionAttributeValues": {":v": value},
        },
    )


def read_raw(table: Table, key: Item) -> Item | None:
    """Read an item as it is stored."""
    body = {"TableName": table.own_place.table, "Key": key, "ConsistentRead": True}
    answer: dict[str, Item] = msgspec.json.decode(table.store.execute("GetItem", body))
    return answer.get("Item")


def managed_key(prefix: str, value: str) -> Item:
    """The key of an item in the managed layout whose sort key is its prefix."""
    return {"_pk": {"S": f"{prefix}#{value}"}, "_sk": {"S": prefix}}
