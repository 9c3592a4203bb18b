"""An engine's calls: at once, briefly, in steps; each answers, refuses or gives up as it should."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tavola.engine import Engine
from tavola.engine.callers import Caller
from tavola.engine.faults import Faults
from tavola.engine.pacing import Steps
from tavola.engine.storage.sessions import LongWork
from tavola.errors import OperationError, StoreError, Throttled
from tests.engine.client import Client, n, s
from tests.engine.conftest import FLAT
from tests.engine.tables.test_in_steps import UnitPace
from tests.engine.transferring import ARN, recover

GROW = {
    "TableName": "flat",
    "Key": {"id": s("a")},
    "UpdateExpression": "SET v = :v",
    "ExpressionAttributeValues": {":v": n(1)},
}
LARGE = {"id": s("a"), "l": {"L": [n(number) for number in range(40_000)]}}


@pytest.fixture(params=["memory:", "file"])
def location(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    is_memory: bool = request.param == "memory:"
    return "memory:" if is_memory else f"{tmp_path / 'a.db'}?durability=process"


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Client]:
    (tmp_path / "lake").mkdir()
    with Engine.open("memory:", buckets=tmp_path) as engine:
        client = Client(engine)
        client("CreateTable", **FLAT)
        yield client


def finish(steps: Steps) -> Any:
    while True:
        try:
            next(steps)
        except StopIteration as done:
            return msgspec.json.decode(done.value)


def begin(engine: Engine, action: str, body: dict[str, Any], units: int = 1) -> Steps:
    return engine.start(action, engine.read_request(action, body), UnitPace(units))


def test_a_statement_that_writes_runs_in_steps_too(location: str) -> None:
    with Engine.open(location) as engine:
        client = Client(engine)
        client("CreateTable", **FLAT)
        statement = "INSERT INTO flat VALUE {'id': ?, 'v': 1}"
        body = {"Statement": statement, "Parameters": [s("a")]}

        answer = finish(begin(engine, "ExecuteStatement", body))

        assert answer == {"Items": []}
        assert client.items("flat") == [{"id": s("a"), "v": n(1)}]


@pytest.mark.parametrize("action", ["Scan", "ListTables"])
def test_what_waits_for_an_action_meets_its_steps(action: str) -> None:
    faults = Faults()
    with Engine.open("memory:", faults=faults) as engine:
        Client(engine)("CreateTable", **FLAT)
        body = {"TableName": "flat"} if action == "Scan" else {}
        faults.throttle(action)

        with pytest.raises(Throttled):
            finish(begin(engine, action, body))

        assert "LastEvaluatedKey" not in finish(begin(engine, action, body))


def test_steps_read_their_request_from_json(memory: Client) -> None:
    steps = memory.engine.start("Scan", b'{"TableName":"flat"}', UnitPace(1))

    assert finish(steps) == {"Count": 0, "ScannedCount": 0, "Items": []}


def test_steps_show_a_caller_its_own_addresses(memory: Client) -> None:
    abroad = memory.engine.seen_by(Caller("eu-west-1"))
    body = {"TableName": "flat", "BillingMode": "PAY_PER_REQUEST"}

    answer = finish(begin(abroad, "UpdateTable", body))

    arn = "arn:aws:dynamodb:eu-west-1:000000000000:table/flat"
    assert answer["TableDescription"]["TableArn"] == arn


def test_a_write_that_takes_long_is_given_up_briefly(memory: Client) -> None:
    memory.put("flat", LARGE)
    request = memory.engine.read_request("UpdateItem", dict(GROW))

    assert memory.engine.execute_briefly("UpdateItem", request) is None
    assert "v" not in memory.items("flat")[0]
    # Whoever has the time does it afterwards.
    assert memory("UpdateItem", **GROW) == {}
    assert memory.items("flat") == [{**LARGE, "v": n(1)}]


def test_a_short_write_is_done_briefly(memory: Client) -> None:
    request = memory.engine.read_request("UpdateItem", dict(GROW))

    assert memory.engine.execute_briefly("UpdateItem", request) == b"{}"
    assert memory.items("flat") == [{"id": s("a"), "v": n(1)}]


def test_a_file_does_briefly_what_takes_long(tmp_path: Path) -> None:
    with Engine.open(f"{tmp_path / 'a.db'}?durability=process") as engine:
        client = Client(engine)
        client("CreateTable", **FLAT)
        client.put("flat", LARGE)
        request = engine.read_request("UpdateItem", dict(GROW))

        assert engine.execute_briefly("UpdateItem", request) == b"{}"


def test_a_thread_that_is_limited_refuses_long_writes(memory: Client) -> None:
    memory.put("flat", LARGE)
    memory.engine.limit_work()

    with pytest.raises(LongWork) as refused:
        memory("UpdateItem", **GROW)

    assert refused.value.message == "This write takes long. Run it where nobody waits for it."
    memory.put("flat", {"id": s("b")})


def test_exports_of_memory_take_turns(memory: Client, tmp_path: Path) -> None:
    recover(memory)
    memory.put("flat", *({"id": s(f"k{number}")} for number in range(20)))
    body = {"TableArn": f"{ARN}flat", "S3Bucket": "lake"}
    first = begin(memory.engine, "ExportTableToPointInTime", body)
    second = begin(memory.engine, "ExportTableToPointInTime", body)
    next(first)
    for _ in range(5):
        next(second)

    assert len(list(tmp_path.glob("lake/AWSDynamoDB/*"))) <= 1
    finish(first)
    finish(second)
    assert len(list(tmp_path.glob("lake/AWSDynamoDB/*/manifest-summary.json"))) == 2


@pytest.mark.parametrize(
    ("action", "body", "message"),
    [
        (5, {}, "The action is of type int. Give a name, as GetItem."),
        ("ListTables", [], "The body is of type list. Give a dictionary, or bytes of JSON."),
        ("ListTables", None, "The body is of type NoneType. Give a dictionary, or bytes of JSON."),
    ],
)
def test_what_is_no_call_is_refused(memory: Client, action: Any, body: Any, message: str) -> None:
    with pytest.raises(OperationError) as refused:
        memory.engine.execute(action, body)

    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ("PutItems", "The action PutItems is not known"),
        (
            "ListGlobalTables",
            "ListGlobalTables is not available here: a table has one replica, in this file. Work "
            "with the table itself.",
        ),
    ],
)
def test_an_unknown_action_is_named(memory: Client, action: str, message: str) -> None:
    assert memory.refusal(action) == ("UnknownOperationException", message)


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b'{"a":}', b"\xff", b"[" * 100_000])
def test_a_body_that_is_no_object_is_refused(memory: Client, body: bytes) -> None:
    with pytest.raises(StoreError) as refused:
        memory.engine.execute("ListTables", body)

    assert (refused.value.code, refused.value.message) == ("SerializationException", "")


def test_half_of_a_character_is_named(memory: Client) -> None:
    stored = memory.refusal("PutItem", TableName="flat", Item={"id": s("a\ud800")})
    named = memory.refusal("BatchGetItem", RequestItems={"a\ud800": {"Keys": [{"id": s("a")}]}})

    assert stored == (
        "SerializationException",
        "Invalid UTF-8: lone surrogate U+D800 in a string",
    )
    assert named == (
        "SerializationException",
        "Invalid UTF-8: lone surrogate at character 1 of 'a\\ud800'",
    )


@pytest.mark.parametrize("count", [1, 2, 3])
def test_writes_of_one_commit_are_answered_each_for_itself(location: str, count: int) -> None:
    with Engine.open(location) as engine:
        client = Client(engine)
        client("CreateTable", **FLAT)
        put = b'{"TableName":"flat","Item":{"id":{"S":"%d"}}}'
        calls = [("PutItem", put % number) for number in range(count)]

        answers = engine.execute_together([*calls, ("PutItem", b'{"TableName":"flat"}')])

        assert answers[:count] == [b"{}"] * count
        assert isinstance(answers[count], StoreError)
        assert len(client.items("flat")) == count
