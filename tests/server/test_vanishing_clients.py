"""Clients that vanish at any moment: their writes are whole or absent, and others get theirs."""

from __future__ import annotations

import json
import socket
import struct
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tavola.engine import Engine
from tavola.server import serve
from tests.patience import eventually, until
from tests.server.client import TABLE, Wire, request

_RESET_ON_CLOSE = struct.pack("ii", 1, 0)
KEY = {"TableName": "things", "Key": {"pk": {"S": "counter"}}}
ONE = {"ExpressionAttributeValues": {":one": {"N": "1"}}}
ADD = request("UpdateItem", {**KEY, **ONE, "UpdateExpression": "ADD n :one"})
ADD_TO_ANOTHER = request("UpdateItem", {**KEY, **ONE, "UpdateExpression": "ADD beside :one"})
BOTH = request(
    "TransactWriteItems",
    {
        "TransactItems": [
            {"Update": {**KEY, **ONE, "UpdateExpression": "ADD paired :one"}},
            {
                "Update": {
                    "TableName": "things",
                    "Key": {"pk": {"S": "second"}},
                    **ONE,
                    "UpdateExpression": "ADD n :one",
                }
            },
        ]
    },
)

ITEMS = 5_000
MAKE_INDEX = {
    "TableName": "things",
    "AttributeDefinitions": [{"AttributeName": name, "AttributeType": "S"} for name in ("pk", "x")],
    "GlobalSecondaryIndexUpdates": [
        {
            "Create": {
                "IndexName": "by_x",
                "KeySchema": [{"AttributeName": "x", "KeyType": "HASH"}],
                "Projection": {"ProjectionType": "ALL"},
            }
        }
    ],
}

IMPORT = {
    "S3BucketSource": {"S3Bucket": "lake"},
    "InputFormat": "DYNAMODB_JSON",
    "TableCreationParameters": {**TABLE, "TableName": "imported"},
}


@pytest.fixture(params=["memory", "file"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    location = "memory:" if request.param == "memory" else str(tmp_path / "a.db")
    with Engine.open(location, buckets=tmp_path) as engine:
        engine.execute("CreateTable", TABLE)
        yield engine


def number(engine: Engine, key: str, attribute: str) -> int:
    body = {"TableName": "things", "Key": {"pk": {"S": key}}}
    item = json.loads(engine.execute("GetItem", body)).get("Item", {})
    return int(item.get(attribute, {"N": "0"})["N"])


def vanish(wire: Wire) -> None:
    """End a connection as a process that is killed ends it."""
    wire.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET_ON_CLOSE)
    wire.close()


def test_a_request_that_is_cut_at_any_byte_does_nothing(engine: Engine) -> None:
    with serve(engine) as url:
        steady = Wire(url)
        told = 0
        for length in range(len(ADD)):
            gone = Wire(url)
            gone.send(ADD[:length])
            steady.send(ADD_TO_ANOTHER)
            vanish(gone)
            told += steady.receive().status == 200
        steady.close()

    found = (number(engine, "counter", "n"), number(engine, "counter", "beside"))
    assert found == (0, told) == (0, len(ADD))


def test_a_table_is_changed_to_the_end_though_its_client_vanishes(engine: Engine) -> None:
    for start in range(0, ITEMS, 25):
        puts = [
            {"PutRequest": {"Item": {"pk": {"S": f"{number}"}, "x": {"S": "x"}}}}
            for number in range(start, start + 25)
        ]
        engine.execute("BatchWriteItem", {"RequestItems": {"things": puts}})
    with serve(engine) as url:
        gone, steady = Wire(url), Wire(url)
        gone.send(request("UpdateTable", MAKE_INDEX))
        until(lambda: status_of_index(steady), "the index is being made")
        vanish(gone)
        eventually(lambda: status_of_index(steady), "ACTIVE")
        steady.close()

    count = {"TableName": "things", "IndexName": "by_x", "Select": "COUNT"}
    assert msgspec.json.decode(engine.execute("Scan", count))["Count"] == ITEMS


def test_an_import_goes_to_its_end_though_its_client_vanishes(
    engine: Engine, tmp_path: Path
) -> None:
    lines = (b'{"Item":{"pk":{"S":"%d"},"x":{"S":"x"}}}\n' % number for number in range(ITEMS))
    (tmp_path / "lake").mkdir()
    (tmp_path / "lake" / "items.json").write_bytes(b"".join(lines))
    with serve(engine) as url:
        gone, steady = Wire(url), Wire(url)
        gone.send(request("ImportTable", IMPORT))
        until(lambda: has_items(steady), "the import has begun")
        vanish(gone)
        eventually(lambda: imports(steady), ["COMPLETED"])
        steady.close()

    count = {"TableName": "imported", "Select": "COUNT"}
    assert msgspec.json.decode(engine.execute("Scan", count))["Count"] == ITEMS


def has_items(wire: Wire) -> bool:
    """Whether there is something in the table that is imported into."""
    answer = wire.exchange(request("Scan", {"TableName": "imported", "Limit": 1}))
    return bool(msgspec.json.decode(answer.body).get("Count"))


def imports(wire: Wire) -> list[str]:
    """How far each import is that has ended."""
    answer = wire.exchange(request("ListImports", {}))
    return [one["ImportStatus"] for one in msgspec.json.decode(answer.body)["ImportSummaryList"]]


def status_of_index(wire: Wire) -> str | None:
    """How far it is, None if it was not asked for yet."""
    answer = wire.exchange(request("DescribeTable", {"TableName": "things"}))
    table = msgspec.json.decode(answer.body)["Table"]
    return next((one["IndexStatus"] for one in table.get("GlobalSecondaryIndexes", [])), None)


@pytest.mark.parametrize("rounds", range(12))
def test_writes_of_clients_that_do_not_wait_are_whole_or_absent(
    engine: Engine, rounds: int
) -> None:
    crowd = 6
    with serve(engine) as url:
        steady = [Wire(url) for _ in range(3)]
        gone = [Wire(url) for _ in range(crowd)]
        for wire in gone:
            wire.send(BOTH)
        for wire in steady:
            wire.send(ADD)
        # Each round, some more of them are answered before the rest vanish.
        answers = [wire.receive().status for wire in gone[: rounds % (crowd + 1)]]
        for wire in gone:
            vanish(wire)
        answers_to_others = [wire.receive().status for wire in steady]
        for wire in steady:
            wire.close()

    assert answers_to_others == [200] * 3
    assert number(engine, "counter", "n") == 3
    first = number(engine, "counter", "paired")
    assert first == number(engine, "second", "n")
    assert answers == [200] * len(answers)
    assert len(answers) <= first <= crowd
