"""Writes that share a commit: each is answered for itself, and all are stored or none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tavola.engine import Engine
from tavola.errors import ConditionFailed, StoreUnavailable
from tests.engine.client import Client
from tests.engine.storage.writer import TABLE, put
from tests.patience import RUNS_OUT_SECONDS

UNLESS_THERE = {"ConditionExpression": "attribute_not_exists(id)"}


@pytest.fixture
def engine(tmp_path: Path) -> Any:
    with Engine.open(f"{tmp_path / 'store.db'}?durability=process") as opened:
        opened.execute("CreateTable", TABLE)
        yield opened


def call(name: str, group: str = "all", **more: Any) -> tuple[str, bytes]:
    return "PutItem", json.dumps(put(name, group) | more).encode()


def names(engine: Engine, **more: Any) -> list[str]:
    found = Client(engine)("Scan", TableName="written", **more)["Items"]
    return sorted(item["id"]["S"] for item in found)


def test_all_are_answered_and_stored(engine: Engine) -> None:
    answers = engine.execute_together([call("a"), call("b"), call("c")])

    assert (answers, names(engine)) == ([b"{}"] * 3, ["a", "b", "c"])


def test_one_that_is_refused_leaves_the_others(engine: Engine) -> None:
    calls = [call("a"), call("a", **UNLESS_THERE), ("PutItem", b"{"), call("b")]

    answers = engine.execute_together(calls)

    kinds = [type(answer).__name__ for answer in answers]
    assert kinds == ["bytes", "ConditionFailed", "MalformedRequest", "bytes"]
    assert names(engine) == ["a", "b"]


def test_each_sees_what_those_before_it_wrote(engine: Engine) -> None:
    add = {
        "TableName": "written",
        "Key": {"id": {"S": "a"}},
        "UpdateExpression": "ADD n :one",
        "ExpressionAttributeValues": {":one": {"N": "1"}},
    }

    engine.execute_together([("UpdateItem", json.dumps(add).encode())] * 5)

    item = Client(engine)("GetItem", TableName="written", Key={"id": {"S": "a"}})["Item"]
    assert item == {"id": {"S": "a"}, "n": {"N": "5"}}


def test_a_transaction_that_is_cancelled_leaves_nothing(engine: Engine) -> None:
    parts = [{"Put": put("a", "all")}, {"Put": put("b", "all") | UNLESS_THERE}]
    transaction = ("TransactWriteItems", json.dumps({"TransactItems": parts}).encode())

    answers = engine.execute_together([call("b"), transaction, call("c")])

    assert (type(answers[1]).__name__, names(engine)) == ("TransactionCancelled", ["b", "c"])


def test_the_index_agrees_with_the_table(engine: Engine) -> None:
    engine.execute_together([call("a", "one"), call("b", "two"), call("a", "two")])

    assert names(engine, IndexName="groups") == ["a", "b"]
    query = {
        "KeyConditionExpression": "#g = :g",
        "ExpressionAttributeNames": {"#g": "group"},
        "ExpressionAttributeValues": {":g": {"S": "one"}},
    }
    found = Client(engine)("Query", TableName="written", IndexName="groups", **query)
    assert found["Count"] == 0


def test_a_table_that_another_connection_changed_is_seen(engine: Engine) -> None:
    path = f"{engine.storage.path}?durability=process"
    with Engine.open(path) as other:
        other.execute("DeleteTable", {"TableName": "written"})

    answers = engine.execute_together([call("a"), call("b")])

    assert [type(answer).__name__ for answer in answers] == ["TableNotFound"] * 2


def test_when_the_lock_is_held_all_are_refused_alike(engine: Engine) -> None:
    path = f"{engine.storage.path}?durability=process"
    with Engine.open(path, lock_seconds=RUNS_OUT_SECONDS) as impatient:
        with engine.storage.transaction():
            answers = impatient.execute_together([call("a"), call("b")])
        after = impatient.execute_together([call("a"), call("b")])

    assert [type(answer) for answer in answers] == [StoreUnavailable] * 2
    assert (after, names(engine)) == ([b"{}"] * 2, ["a", "b"])


def test_on_a_full_disk_nothing_is_acknowledged(engine: Engine) -> None:
    connection = engine.storage.session().connection
    connection.execute("PRAGMA max_page_count = 20")
    body = put("b", "all")
    body["Item"]["filler"] = {"S": "x" * 300_000}

    large = ("PutItem", json.dumps(body).encode())

    answers = engine.execute_together([call("a"), large, call("c"), call("d")])

    messages = [answer.message for answer in answers if isinstance(answer, StoreUnavailable)]
    full = f"{engine.storage.path}: the disk is full. Make room; nothing was written."
    assert (messages, names(engine)) == ([full] * 4, [])


def test_memory_answers_each_too() -> None:
    with Engine.open("memory:") as engine:
        engine.execute("CreateTable", TABLE)
        answers = engine.execute_together([call("a"), call("a", **UNLESS_THERE)])

    assert [type(answer) for answer in answers] == [bytes, ConditionFailed]
