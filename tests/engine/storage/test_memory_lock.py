"""All threads share memory's one connection: who touches it without its lock reads others' rows."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from tavola.engine import Engine
from tavola.engine.actions import ACTIONS
from tavola.engine.engine import LARGE_BODY_BYTES
from tavola.engine.storage import sqlite
from tavola.errors import StoreError
from tests.engine.client import Client
from tests.engine.conftest import FLAT, THINGS

_make_lock = threading.RLock
KEY = {"pk": {"S": "a"}, "sk": {"N": "1"}}
UNKNOWN = {"TableName": "unknown", "Key": KEY}
REPORTS = {"ReturnConsumedCapacity": "INDEXES", "ReturnItemCollectionMetrics": "SIZE"}
SELECT = """SELECT * FROM "things" WHERE pk = 'a' AND sk = 1"""
UPDATE = """UPDATE "things" SET x = 'y' WHERE pk = 'a' AND sk = 1"""
FAILING = {
    "ConditionExpression": "x = :x",
    "ExpressionAttributeValues": {":x": {"S": "another"}},
    "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
}
CHANGE = {
    "UpdateExpression": "SET x = :x",
    "ExpressionAttributeValues": {":x": {"S": "y"}},
}


class HeldLock:
    """A lock that knows whether the thread that asks holds it."""

    def __init__(self) -> None:
        self._lock = _make_lock()
        self._held = threading.local()

    @property
    def is_held(self) -> bool:
        return bool(getattr(self._held, "times", 0))

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        is_taken = self._lock.acquire(blocking, timeout)
        self._held.times = getattr(self._held, "times", 0) + is_taken
        return is_taken

    def release(self) -> None:
        self._held.times -= 1
        self._lock.release()

    __enter__ = acquire

    def __exit__(self, *_: object) -> None:
        self.release()


class WatchedConnection:
    """A connection that notes what is asked of it without the lock."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection
        self.lock: HeldLock | None = None
        self.unlocked: list[str] = []

    def watch(self, what: str) -> None:
        if self.lock is not None and not self.lock.is_held:
            self.unlocked.append(what)

    def __getattr__(self, name: str) -> Any:
        self.watch(name)
        return getattr(self._connection, name)

    def execute(self, statement: str, *values: Any) -> Any:
        self.watch(statement)
        return self._connection.execute(statement, *values)

    def cursor(self) -> Any:
        return _WatchedCursor(self, self._connection.cursor())


class _WatchedCursor:
    def __init__(self, connection: WatchedConnection, cursor: Any) -> None:
        self._connection, self._cursor = connection, cursor

    def execute(self, statement: str, *values: Any) -> Any:
        self._connection.watch(statement)
        return self._cursor.execute(statement, *values)


class Watched:
    """An engine in memory with a connection that notes what is done without the lock."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        connect = sqlite.connect_memory
        connections: list[WatchedConnection] = []

        def connect_watched(schema: Any) -> Any:
            connections.append(WatchedConnection(connect(schema)))
            return connections[-1]

        monkeypatch.setattr(sqlite, "connect_memory", connect_watched)
        with monkeypatch.context() as patch:
            patch.setattr(threading, "RLock", HeldLock)
            self.engine = Engine.open("memory:")
        client = Client(self.engine)
        for table in (THINGS, FLAT):
            client("CreateTable", **table)
        client("PutItem", TableName="things", Item=KEY | {"x": {"S": "y"}})
        (self.connection,) = connections
        lock: Any = self.engine.storage.memory_lock
        self.connection.lock = lock

    def run(self, action: str, body: dict[str, Any]) -> list[str]:
        """Run an action as a thread beside does; what it did without the lock."""
        checked = self.engine.read_request(action, body)
        with suppress(StoreError):
            self.engine.execute_checked(action, checked, is_apart=True)
        return self.connection.unlocked


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Iterator[Watched]:
    made = Watched(monkeypatch)
    yield made
    made.connection.lock = None
    made.engine.close()


REQUESTS: list[tuple[str, dict[str, Any]]] = [
    ("PutItem", {"TableName": "things", "Item": KEY, **REPORTS}),
    ("PutItem", {"TableName": "things", "Item": KEY, **FAILING}),
    ("PutItem", {"TableName": "unknown", "Item": KEY}),
    ("UpdateItem", {"TableName": "things", "Key": KEY, **CHANGE, **REPORTS}),
    ("UpdateItem", UNKNOWN),
    ("DeleteItem", {"TableName": "things", "Key": KEY, **REPORTS}),
    ("DeleteItem", {"TableName": "things", "Key": {"pk": {"S": "a"}}}),
    ("DeleteItem", UNKNOWN),
    ("BatchWriteItem", {"RequestItems": {"things": [{"PutRequest": {"Item": KEY}}]}, **REPORTS}),
    ("BatchWriteItem", {"RequestItems": {"unknown": [{"DeleteRequest": {"Key": KEY}}]}}),
    (
        "TransactWriteItems",
        {
            "TransactItems": [
                {"Update": {"TableName": "things", "Key": KEY, **CHANGE}},
                {"Put": {"TableName": "flat", "Item": {"id": {"S": "1"}}}},
            ],
            "ClientRequestToken": "once",
            **REPORTS,
        },
    ),
    ("TransactWriteItems", {"TransactItems": [{"Delete": UNKNOWN}]}),
    ("ExecuteStatement", {"Statement": 'SELECT * FROM "things"'}),
    ("ExecuteStatement", {"Statement": """SELECT * FROM "things"."whole" WHERE g = 'x'"""}),
    ("ExecuteStatement", {"Statement": 'SELECT * FROM "unknown"'}),
    ("ExecuteStatement", {"Statement": UPDATE, "ReturnConsumedCapacity": "TOTAL"}),
    ("ExecuteStatement", {"Statement": """INSERT INTO "things" VALUE {'pk': 'a', 'sk': 1}"""}),
    ("BatchExecuteStatement", {"Statements": [{"Statement": SELECT}]}),
    ("BatchExecuteStatement", {"Statements": [{"Statement": UPDATE}]}),
    ("ExecuteTransaction", {"TransactStatements": [{"Statement": SELECT}]}),
    ("ExecuteTransaction", {"TransactStatements": [{"Statement": UPDATE}]}),
]


@pytest.mark.parametrize(("action", "body"), REQUESTS)
def test_what_runs_beside_touches_memory_only_with_its_lock(
    watched: Watched, action: str, body: dict[str, Any]
) -> None:
    # Twice: a token that was used, an item that is there now.
    unlocked = [watched.run(action, body) for _ in range(2)]

    assert unlocked == [[], []]


def test_every_action_that_may_run_beside_is_tried() -> None:
    assert {action for action, _ in REQUESTS} == {
        name for name, action in ACTIONS.items() if action.may_run_apart
    }


def test_a_long_select_by_its_body_is_locked_too(watched: Watched) -> None:
    # As a program does with an engine of its own, in any of its threads.
    body = b'{"Statement": "SELECT * FROM \\"things\\""%b}' % (b" " * LARGE_BODY_BYTES)

    answer = watched.engine.execute("ExecuteStatement", body)

    assert (b'"pk"' in answer, watched.connection.unlocked) == (True, [])


def test_a_touch_without_the_lock_is_noted(watched: Watched) -> None:
    watched.engine.storage.session().refresh()

    assert len(watched.connection.unlocked) == 1
