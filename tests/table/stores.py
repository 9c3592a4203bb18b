"""Where the runtime's tests run: the embedded engine, the wire server, two reference engines."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import hypothesis
import msgspec

from tavola.design import TableSettings
from tavola.engine import Engine
from tavola.engine.faults import Faults
from tavola.operations.tables.table_operations import ApplyPlan, PlanTable
from tavola.server import serve
from tavola.stores.embedded import AsyncEmbeddedStore, EmbeddedStore
from tavola.stores.opening import open_async_store, open_store
from tavola.stores.store import AsyncStore, Call, Store, identity_of
from tavola.table import Table
from tavola.table.async_table import AsyncTable
from tavola.table.base import BaseTable
from tavola.table.dynamic import table_class
from tavola.testing import Clock
from tavola.wire.sigv4 import Credentials
from tests.patience import eventually, short_sleep
from tests.reference.endpoint import ACCESS_KEY, REGION, SECRET_KEY
from tests.table.generated import async_club

SHARED = "all-tests-"
"""Begins the names of tables that outlive a test."""
_OWN = re.compile("n[0-9]+|[0-9A-Z]{26}|^[0-9.]{7,}$")
"""What no other test has: the fixture `some`, a ULID, or a number made of one."""
DAY = datetime(2026, 3, 1, tzinfo=UTC)
CREDENTIALS = Credentials(ACCESS_KEY, SECRET_KEY)
T = TypeVar("T", bound=Table)
A = TypeVar("A", bound=AsyncTable)
V = TypeVar("V")
Scenario = Callable[[async_club.Club], Awaitable[None]]
Run = Callable[[Scenario], None]


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
    address: str = "memory:"
    """What an application would give to open this store."""
    access: dict[str, Any] = field(default_factory=dict[str, Any])
    """The options that go with it."""
    name: str = "embedded"
    """Whose differences from AWS are to be expected."""

    def open(self, kind: type[T], name: str, **options: Any) -> T:
        """Open a table; on a service it is made first."""
        options = {"store": self.store, "table": name, "clock": self.clock, **options}
        opened = kind.open(self.location, **options)
        if self.location.startswith("dynamodb:") and name not in self.made:
            options["sleep"] = short_sleep
            maker = kind.open(self.location, **options)
            for part in kind.design.parts:
                physical = maker.table_names[part.table.name]
                maker.run(ApplyPlan(maker.run(PlanTable(part, physical))))
            self.made.add(name)
        return opened

    def name_of(self, design: str, some: str) -> str:
        """Name a test's table: its own, or on a service the one that it shares with others."""
        return f"{SHARED}{design}" if self.is_shared else f"{design}-{some}"

    def own(self, kind: type[T], design: str, some: str) -> T:
        """Open several tables that are a test's own wherever it runs."""
        return self.open(kind, f"{design}-{some}-*")

    def empty(self, kind: type[T], **options: Any) -> T:
        """Open a table that holds nothing; on a service, tests of one layout use it in turn."""
        opened = self.open(kind, f"empty-{_layout(kind.design.table)}", **options)
        if self.is_shared:
            clear(opened)
        return opened

    def way(self, kind: type[BaseTable], name: str | None = None) -> dict[str, Any]:
        """Say how an application opens a table itself, sync or async; without a name an empty one.

        In memory that is an engine of its own.
        """
        dynamic = table_class(kind.design)
        table = self.empty(dynamic) if name is None else self.open(dynamic, name)
        return {"location": self.address, "table": table.table_name, **self.access}

    async def open_async(self, kind: type[A], name: str) -> A:
        """Open a table that is made already, for the event loop that runs; close it at the end."""
        store: AsyncStore
        if isinstance(self.store, EmbeddedStore):
            store = AsyncEmbeddedStore(self.store.engine)
        else:
            sent, _ = open_async_store(self.location, environment={}, credentials=CREDENTIALS)
            store = AsyncGuardedStore(sent)
        return await kind.open(self.location, store=store, table=name, clock=self.clock)


@contextmanager
def embedded(location: str | Path) -> Generator[Home]:
    """The engine in this process."""
    clock, faults = Clock(), Faults()
    with Engine.open(str(location), clock=clock, faults=faults) as engine:
        yield Home(EmbeddedStore(engine), "memory:", clock, faults=faults, address=str(location))


@contextmanager
def remote(endpoint: str) -> Generator[Home]:
    """A service that speaks DynamoDB's protocol; its tables are made once, and tests share them."""
    location = f"dynamodb://{REGION}?endpoint={endpoint}"
    store, _ = open_store(location, environment={}, credentials=CREDENTIALS)
    try:
        access: dict[str, Any] = {"environment": {}, "credentials": CREDENTIALS}
        guarded = GuardedStore(store)
        yield Home(guarded, location, Clock(), is_shared=True, address=location, access=access)
    finally:
        store.close()


@contextmanager
def served() -> Generator[Home]:
    """The engine behind its wire server."""
    with Engine.open("memory:") as engine, serve(engine) as url, remote(url) as home:
        yield home


class GuardedStore:
    """Passes requests on to a service, unless one reads all of a table that tests share.

    Others leave damaged items there on purpose, so that such a test would fail now and then.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.identity = identity_of(store)

    def execute(self, action: str, body: dict[str, Any]) -> bytes:
        """Send a request that stays with what is the test's own."""
        refuse_reading_of_others(action, body)
        return self.store.execute(action, body)

    def execute_all(self, calls: Sequence[Call]) -> list[bytes]:
        """Send several of them."""
        for action, body in calls:
            refuse_reading_of_others(action, body)
        return self.store.execute_all(calls)

    def close(self) -> None:
        """Give back its connections."""
        self.store.close()


class AsyncGuardedStore:
    """The same, awaited."""

    def __init__(self, store: AsyncStore) -> None:
        self.store = store
        self.identity = identity_of(store)

    async def execute(self, action: str, body: dict[str, Any]) -> bytes:
        """Send a request that stays with what is the test's own."""
        refuse_reading_of_others(action, body)
        return await self.store.execute(action, body)

    async def execute_all(self, calls: Sequence[Call]) -> list[bytes]:
        """Send several of them."""
        for action, body in calls:
            refuse_reading_of_others(action, body)
        return await self.store.execute_all(calls)

    async def close(self) -> None:
        """Give back its connections."""
        await self.store.close()


def refuse_reading_of_others(action: str, body: dict[str, Any]) -> None:
    """Fail for a Scan, or a Query of what other tests may have written too, of a shared table."""
    if action not in ("Scan", "Query") or not str(body["TableName"]).startswith(SHARED):
        return
    values = dict[str, dict[str, str]](body.get("ExpressionAttributeValues", {})).values()
    texts = [text for value in values for tag, text in value.items() if tag in "SN"]
    is_own = action == "Query" and any(map(_OWN.search, texts))
    assert is_own, f"{body['TableName']} is shared: take empty_club, home.empty or run_alone"


class Deaf:
    """A store that takes no request."""

    def execute(self, action: str, body: dict[str, Any]) -> bytes:
        """Fail."""
        raise AssertionError(f"{action} was sent: {body}")

    def execute_all(self, calls: Sequence[Call]) -> list[bytes]:
        """Fail."""
        raise AssertionError(f"{calls} were sent")

    def close(self) -> None:
        """Do nothing."""


def unsent(kind: type[T], location: str = f"dynamodb://{REGION}", **options: Any) -> T:
    """Open a table for calls that are refused before anything is sent, on whatever store."""
    return kind.open(location, store=Deaf(), **options)


def no_sleep(seconds: float) -> None:
    """Stand for `time.sleep` where pauses are of no interest."""
    del seconds


def _layout(settings: TableSettings) -> str:
    """Name what a table's layout is made of: designs that differ otherwise can share a table."""
    parts = (settings.partition_key, settings.sort_key, settings.ttl_attribute, settings.indexes)
    return sha256(repr(parts).encode()).hexdigest()[:12]


def tries(home: Home, examples: int) -> hypothesis.settings:
    """Say how many examples a property is tried on: fewer where requests travel or wait."""
    number = examples if home.address == "memory:" else examples // 4
    return hypothesis.settings(max_examples=number)


Item = dict[str, dict[str, Any]]


def put_raw(table: Table, item: Item) -> None:
    """Write an item behind the library's back, as a foreign program would."""
    table.store.execute("PutItem", {"TableName": table.table_name, "Item": item})


def delete_raw(table: Table, key: Item) -> None:
    """Take an item away behind the library's back."""
    table.store.execute("DeleteItem", {"TableName": table.table_name, "Key": key})


def set_raw(table: Table, key: Item, name: str, value: dict[str, Any]) -> None:
    """Change one attribute of an item behind the library's back."""
    table.store.execute(
        "UpdateItem",
        {
            "TableName": table.table_name,
            "Key": key,
            "UpdateExpression": "SET #n = :v",
            "ExpressionAttributeNames": {"#n": name},
            "ExpressionAttributeValues": {":v": value},
        },
    )


def scan_raw(table: Table, **options: Any) -> list[Item]:
    """Read the items of a table as they are stored, or those of an index."""
    body = {"TableName": table.table_name, **options}
    items: list[Item] = msgspec.json.decode(table.store.execute("Scan", body))["Items"]
    return items


def clear(table: Table) -> None:
    """Take every item out of a table, and wait until its indexes show none either."""
    settings = table.design.table
    is_clear = True
    while items := scan_raw(table, ConsistentRead=True):
        is_clear = False
        for item in items:
            keys = (settings.partition_key, settings.sort_key)
            delete_raw(table, {name: item[name] for name in keys if name})
    for index in () if is_clear else settings.indexes:
        eventually(partial(scan_raw, table, IndexName=index.name), [])


def settle(table: Table) -> None:
    """Wait until every index shows what its table holds; for tables that are a test's own."""
    eventually(partial(_lagging, table), [])


def _lagging(table: Table) -> list[str]:
    """Name the indexes that do not show what the table holds."""
    settings = table.design.table
    keys = tuple(name for name in (settings.partition_key, settings.sort_key) if name)
    held = {_values(item, keys): item for item in scan_raw(table, ConsistentRead=True)}
    lagging: list[str] = []
    for index in settings.indexes:
        own = tuple(name for name in (index.partition_key, index.sort_key) if name)
        wanted = {key: item for key, item in held.items() if item.keys() >= {*own}}
        shown = {_values(item, keys): item for item in scan_raw(table, IndexName=index.name)}
        if shown.keys() != wanted.keys() or any(
            not shown[key].items() <= wanted[key].items() for key in shown
        ):
            lagging.append(index.name)
    return lagging


def _values(item: Item, names: tuple[str, ...]) -> str:
    return str([item[name] for name in names])


def read_raw(table: Table, key: Item) -> Item | None:
    """Read an item as it is stored."""
    body = {"TableName": table.table_name, "Key": key, "ConsistentRead": True}
    answer: dict[str, Item] = msgspec.json.decode(table.store.execute("GetItem", body))
    return answer.get("Item")


def plain(item: Item | None) -> dict[str, Any]:
    """An item's values, of which several texts are one: numbers, and sets in any order."""
    return {name: _plain(value) for name, value in (item or {}).items()}


def _plain(value: dict[str, Any]) -> Any:
    [(kind, inner)] = value.items()
    match kind:
        case "N":
            return Decimal(inner)
        case "SS":
            return kind, set(inner)
        case "M":
            return kind, plain(inner)
        case "L":
            return kind, [_plain(part) for part in inner]
        case _:
            return kind, inner


def managed_key(prefix: str, value: str) -> Item:
    """The key of an item in the managed layout whose sort key is its prefix."""
    return {"_pk": {"S": f"{prefix}#{value}"}, "_sk": {"S": prefix}}
