"""Long reads in steps: the same answer, and between two steps nothing is held."""

from __future__ import annotations

import threading
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tavola.engine import Engine
from tavola.engine.pacing import Unpaced, finish, join_answer
from tavola.engine.storage.sqlite import SqliteError
from tavola.errors import TableNotFound, ValidationFailed
from tests.patience import PATIENCE_SECONDS

ITEMS = 30
TABLE: dict[str, Any] = {
    "TableName": "table",
    "KeySchema": [
        {"AttributeName": "pk", "KeyType": "HASH"},
        {"AttributeName": "sk", "KeyType": "RANGE"},
    ],
    "AttributeDefinitions": [
        {"AttributeName": name, "AttributeType": kind}
        for name, kind in (("pk", "S"), ("sk", "N"), ("mail", "S"))
    ],
    "GlobalSecondaryIndexes": [
        {
            "IndexName": "global",
            "KeySchema": [
                {"AttributeName": "mail", "KeyType": "HASH"},
                {"AttributeName": "sk", "KeyType": "RANGE"},
            ],
            "Projection": {"ProjectionType": "ALL"},
        }
    ],
    "LocalSecondaryIndexes": [
        {
            "IndexName": "local",
            "KeySchema": [
                {"AttributeName": "pk", "KeyType": "HASH"},
                {"AttributeName": "mail", "KeyType": "RANGE"},
            ],
            "Projection": {"ProjectionType": "KEYS_ONLY"},
        }
    ],
    "BillingMode": "PAY_PER_REQUEST",
}
FILTER: dict[str, Any] = {
    "TableName": "table",
    "FilterExpression": "n < :n",
    "ExpressionAttributeValues": {":n": {"N": "20"}},
}


def query(key: str, value: str, **more: Any) -> tuple[str, dict[str, Any]]:
    values = {**FILTER["ExpressionAttributeValues"], ":key": {"S": value}}
    condition = {"KeyConditionExpression": f"{key} = :key", "ExpressionAttributeValues": values}
    return "Query", {**FILTER, **condition, **more}


READS: dict[str, tuple[str, dict[str, Any]]] = {
    "scan": ("Scan", FILTER),
    "scan, limit": ("Scan", {**FILTER, "Limit": 7}),
    "scan, count": ("Scan", {**FILTER, "Select": "COUNT"}),
    "scan, projection": ("Scan", {"TableName": "table", "ProjectionExpression": "n"}),
    "scan of an index": ("Scan", {**FILTER, "IndexName": "global"}),
    "scan of a segment": ("Scan", {**FILTER, "TotalSegments": 2, "Segment": 1}),
    "query": query("pk", "p1"),
    "query, descending": query("pk", "p1", ScanIndexForward=False),
    "query, limit": query("pk", "p1", Limit=6),
    "query of an index": query("mail", "o1", IndexName="global"),
    "query of an index, descending": query(
        "mail", "o1", IndexName="global", ScanIndexForward=False
    ),
    "query that fetches": query("pk", "p1", IndexName="local", Select="ALL_ATTRIBUTES"),
    "batch": (
        "BatchGetItem",
        {
            "RequestItems": {
                "table": {
                    "Keys": [
                        {"pk": {"S": f"p{n % 3}"}, "sk": {"N": str(n)}} for n in range(ITEMS + 2)
                    ],
                    "ProjectionExpression": "n",
                }
            }
        },
    ),
    "statement": ("ExecuteStatement", {"Statement": 'SELECT * FROM "table" WHERE n < 20'}),
    "statement, limit": (
        "ExecuteStatement",
        {"Statement": 'SELECT n FROM "table" WHERE n < 20', "Limit": 9},
    ),
    "statement with parameters": (
        "ExecuteStatement",
        {
            "Statement": 'SELECT * FROM "table" WHERE pk = ? AND n < ?',
            "Parameters": [{"S": "p1"}, {"N": "20"}],
        },
    ),
    "statement on keys": (
        "ExecuteStatement",
        {"Statement": "SELECT * FROM \"table\" WHERE pk IN ['p1', 'p2'] AND n < 20"},
    ),
}


class CountingPace(Unpaced):
    """Is over after so many items, in every step."""

    def __init__(self, items: int) -> None:
        self._items = items
        self._left = items
        self.asked = 0

    def is_over(self) -> bool:
        self.asked += 1
        self._left -= 1
        if self._left:
            return False
        self._left = self._items
        return True


@pytest.fixture(params=["memory:", "file"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    location = request.param if request.param == "memory:" else str(tmp_path / "a.db")
    with Engine.open(location) as engine:
        engine.execute("CreateTable", TABLE)
        for number in range(ITEMS):
            put(engine, number)
        yield engine


def put(engine: Engine, number: int) -> None:
    item = {
        "pk": {"S": f"p{number % 3}"},
        "sk": {"N": str(number)},
        "mail": {"S": f"o{number % 2}"},
        "n": {"N": str(number)},
    }
    engine.execute("PutItem", {"TableName": "table", "Item": item})


def run_in_steps(
    engine: Engine, action: str, body: dict[str, Any], items: int
) -> tuple[bytes, int]:
    """The response, and after how many pauses it came."""
    steps, pauses = engine.start(action, msgspec.json.encode(body), CountingPace(items)), 0
    try:
        while True:
            next(steps)
            pauses += 1
    except StopIteration as done:
        return join_answer(done.value), pauses


@pytest.mark.parametrize("items", [1, 4])
@pytest.mark.parametrize(("action", "body"), READS.values(), ids=READS.keys())
def test_an_answer_in_steps_is_the_answer(
    engine: Engine, action: str, body: dict[str, Any], items: int
) -> None:
    response, pauses = run_in_steps(engine, action, body, items)

    assert response == engine.execute(action, body)
    assert pauses > 0


def test_a_step_has_as_many_items_as_the_pace_allows(engine: Engine) -> None:
    assert run_in_steps(engine, "Scan", FILTER, 7)[1] == ITEMS // 7


def test_what_is_written_between_two_steps_is_seen_behind_the_last_key(engine: Engine) -> None:
    action, body = query("pk", "p1")
    steps = engine.start(action, msgspec.json.encode(body), CountingPace(3))
    next(steps)
    engine.execute(
        "DeleteItem", {"TableName": "table", "Key": {"pk": {"S": "p1"}, "sk": {"N": "10"}}}
    )
    put(engine, 1)

    response = finish(steps)

    found = [item["n"]["N"] for item in msgspec.json.decode(response)["Items"]]
    assert found == ["1", "4", "7", "13", "16", "19"]


def test_between_two_steps_no_lock_and_no_cursor_is_held(engine: Engine) -> None:
    steps = engine.start("Scan", msgspec.json.encode(FILTER), CountingPace(3))
    next(steps)

    writer = threading.Thread(target=put, args=(engine, 99), daemon=True)
    writer.start()
    writer.join(PATIENCE_SECONDS)

    assert not writer.is_alive()
    cursor = engine.storage.session().reading()
    assert cursor is not None
    with pytest.raises(SqliteError, match="closed"):
        next(cursor)


def test_a_table_that_goes_between_two_steps_is_not_found(engine: Engine) -> None:
    steps = engine.start("Scan", msgspec.json.encode(FILTER), CountingPace(3))
    next(steps)
    engine.execute("DeleteTable", {"TableName": "table"})

    with pytest.raises(TableNotFound):
        next(steps)


def test_a_refusal_comes_with_the_first_step(engine: Engine) -> None:
    body = msgspec.json.encode({**FILTER, "FilterExpression": "n <"})

    with pytest.raises(ValidationFailed, match="Syntax error"):
        next(engine.start("Scan", body, CountingPace(3)))


@pytest.mark.parametrize("small", [0, 1, 4, 36, 500])
def test_no_more_large_items_are_read_than_a_page_may_need(
    monkeypatch: pytest.MonkeyPatch, small: int
) -> None:
    read: list[int] = []

    def rows(sizes: list[int]) -> Generator[tuple[Any, ...]]:
        for size in sizes:
            read.append(size)
            yield b'{"id":{"S":"a"}}', size

    def read_noted(*_: Any, **__: Any) -> Generator[tuple[Any, ...]]:
        return rows([20] * small + [400_000] * 500)

    with Engine.open("memory:") as engine:
        engine.execute(
            "CreateTable",
            {
                "TableName": "flat",
                "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
                "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
                "BillingMode": "PAY_PER_REQUEST",
            },
        )
        monkeypatch.setattr(engine.storage, "read", read_noted)
        page = msgspec.json.decode(engine.execute("Scan", {"TableName": "flat"}))

    assert page["Count"] == small + 2
    assert read.count(400_000) <= 32
