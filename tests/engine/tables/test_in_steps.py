"""What takes long on a table goes in steps: others read and write in between, and nothing is lost.

Steps are counted by what was done in them, not by time.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import pytest

from tavola.engine import Engine
from tavola.engine.pacing import Unpaced
from tests.engine.client import Client
from tests.engine.conftest import FLAT
from tests.parts import needs_unix

ITEMS = 1_000
CREATE_INDEX: dict[str, Any] = {
    "TableName": "flat",
    "AttributeDefinitions": [
        {"AttributeName": "id", "AttributeType": "S"},
        {"AttributeName": "x", "AttributeType": "S"},
    ],
    "GlobalSecondaryIndexUpdates": [
        {
            "Create": {
                "IndexName": "byX",
                "KeySchema": [{"AttributeName": "x", "KeyType": "HASH"}],
                "Projection": {"ProjectionType": "ALL"},
            }
        }
    ],
}


class UnitPace(Unpaced):
    """A step of so many units of work."""

    def __init__(self, units: int) -> None:
        self._units = units
        self._left = units

    def begin(self) -> None:
        self._left = self._units

    def is_over(self) -> bool:
        self._left -= 1
        return self._left <= 0


@pytest.fixture(params=["memory:", "file"])
def location(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    is_memory: bool = request.param == "memory:"
    return "memory:" if is_memory else f"{tmp_path / 'a.db'}?durability=process"


@pytest.fixture
def engine(location: str, tmp_path: Path) -> Generator[Engine]:
    (tmp_path / "buckets" / "exports").mkdir(parents=True)
    with Engine.open(location, buckets=tmp_path / "buckets") as engine:
        engine.execute("CreateTable", FLAT)
        fill(engine, ITEMS)
        yield engine


def fill(engine: Engine, count: int) -> None:
    for start in range(0, count, 25):
        puts = [{"PutRequest": {"Item": item(n)}} for n in range(start, start + 25)]
        engine.execute("BatchWriteItem", {"RequestItems": {"flat": puts}})


def left_behind(engine: Engine) -> list[str]:
    """Copies of tables, and triggers that fill them."""
    found = "SELECT name FROM sqlite_master WHERE name GLOB 'b[0-9]*' ORDER BY name"
    return [name for (name,) in engine.storage.rows(found)]


def item(number: int) -> dict[str, Any]:
    return {"id": {"S": f"{number:06}"}, "x": {"S": f"x{number % 10}"}}


def run(
    engine: Engine,
    action: str,
    body: dict[str, Any],
    between: Callable[[int], object] = lambda _: None,
    units: int = 20,
) -> int:
    """Run an action in steps of so many units; gives how often it paused."""
    pace = UnitPace(units)
    steps = engine.start(action, json.dumps(body).encode(), pace)
    pauses = 0
    while next(steps, steps) is not steps:
        pauses += 1
        between(pauses)
        pace.begin()
    return pauses


def test_an_index_is_filled_in_steps_while_others_write(engine: Engine) -> None:
    client = Client(engine)

    def change(number: int) -> None:
        client("PutItem", TableName="flat", Item={"id": {"S": f"new{number}"}, "x": {"S": "x1"}})
        client("DeleteItem", TableName="flat", Key={"id": {"S": f"{number:06}"}})
        client("PutItem", TableName="flat", Item={"id": {"S": f"{900 + number:06}"}})

    pauses = run(engine, "UpdateTable", CREATE_INDEX, change)

    in_index = {
        one["id"]["S"] for one in client("Scan", TableName="flat", IndexName="byX")["Items"]
    }
    with_key = {one["id"]["S"] for one in client("Scan", TableName="flat")["Items"] if "x" in one}
    assert in_index == with_key
    # Twenty in a step, and one is deleted after it, which may still have been ahead.
    assert pauses * 21 >= ITEMS


def test_a_time_to_live_is_filled_in_steps(engine: Engine) -> None:
    setting = {"Enabled": True, "AttributeName": "ttl"}
    body = {"TableName": "flat", "TimeToLiveSpecification": setting}

    assert run(engine, "UpdateTimeToLive", body) >= ITEMS // 20


def test_a_table_is_gone_at_once_and_its_items_go_in_steps(engine: Engine) -> None:
    client, names = Client(engine), list[list[str]]()

    pauses = run(
        engine,
        "DeleteTable",
        {"TableName": "flat"},
        lambda _: names.append(client("ListTables")["TableNames"]),
        units=1,
    )

    # A hundred rows at a time, each with a look at the clock, and one for what was counted.
    assert pauses >= ITEMS // 100
    assert names[-1] == []
    assert engine.storage.find_table_ids() == set()


def test_one_of_that_name_may_be_made_before_the_old_one_is_all_gone(engine: Engine) -> None:
    client, is_made = Client(engine), list[bool]()

    def make(_: int) -> None:
        if not is_made and client("ListTables")["TableNames"] == []:
            is_made.append(True)
            client("CreateTable", **FLAT)
            client("PutItem", TableName="flat", Item=item(7))

    run(engine, "DeleteTable", {"TableName": "flat"}, make, units=1)

    assert (is_made, client("Scan", TableName="flat")["Items"]) == ([True], [item(7)])


@needs_unix
def test_what_a_process_left_of_a_deleted_table_goes_at_the_next_opening(tmp_path: Path) -> None:
    path = f"{tmp_path / 'a.db'}?durability=process"
    with Engine.open(path) as engine:
        engine.execute("CreateTable", FLAT)
        fill(engine, 500)
        steps = engine.start("DeleteTable", b'{"TableName":"flat"}', UnitPace(1))
        while engine.storage.catalog().find("flat") is not None:
            next(steps)
        steps.close()
        left = engine.storage.find_table_ids()

    with Engine.open(path) as again:
        after = again.storage.find_table_ids()

    assert (len(left), after) == (1, set())


def test_a_large_table_is_counted_in_steps(engine: Engine) -> None:
    fill(engine, 12_000)

    assert run(engine, "DescribeTable", {"TableName": "flat"}, units=1) >= 12_000 // 2_000


def test_an_export_shows_one_moment_whatever_is_written_meanwhile(
    engine: Engine, tmp_path: Path
) -> None:
    client = Client(engine)
    recovery = {"PointInTimeRecoveryEnabled": True}
    client(
        "UpdateContinuousBackups",
        TableName="flat",
        PointInTimeRecoverySpecification=recovery,
    )
    arn = client("DescribeTable", TableName="flat")["Table"]["TableArn"]

    def change(number: int) -> None:
        client("PutItem", TableName="flat", Item={"id": {"S": f"late{number}"}})
        client("DeleteItem", TableName="flat", Key={"id": {"S": f"{number * 20:06}"}})

    body = {"TableArn": arn, "S3Bucket": "exports"}
    pauses = run(engine, "ExportTableToPointInTime", body, change)

    (data,) = (tmp_path / "buckets" / "exports").rglob("*.json.gz")
    lines = gzip.decompress(data.read_bytes()).splitlines()
    exported = [json.loads(line)["Item"]["id"]["S"] for line in lines]
    assert sorted(exported) == [f"{number:06}" for number in range(ITEMS)]
    # A file is read by a cursor that nothing may come between; the server gives it a thread.
    assert pauses >= ITEMS // 20 if engine.storage.path is None else pauses == 0
    assert left_behind(engine) == []


@pytest.mark.parametrize("pauses", [1, 3, 10, 40])
def test_an_export_that_nobody_wants_any_more_leaves_nothing(engine: Engine, pauses: int) -> None:
    client = Client(engine)
    recovery = {"PointInTimeRecoveryEnabled": True}
    client("UpdateContinuousBackups", TableName="flat", PointInTimeRecoverySpecification=recovery)
    arn = client("DescribeTable", TableName="flat")["Table"]["TableArn"]
    body = {"TableArn": arn, "S3Bucket": "exports"}
    steps = engine.start("ExportTableToPointInTime", json.dumps(body).encode(), UnitPace(1))
    for number in range(pauses):
        next(steps, None)
        client("CreateTable", **FLAT | {"TableName": f"other{number}"})

    steps.close()

    assert left_behind(engine) == []
    client("PutItem", TableName="flat", Item=item(1))


def test_an_import_stores_items_in_steps(engine: Engine, tmp_path: Path) -> None:
    folder = tmp_path / "buckets" / "in"
    folder.mkdir(parents=True)
    lines = [json.dumps({"Item": item(number)}) for number in range(ITEMS)]
    (folder / "a.json").write_text("\n".join(lines))
    names = ("KeySchema", "AttributeDefinitions", "BillingMode")
    body = {
        "S3BucketSource": {"S3Bucket": "in"},
        "InputFormat": "DYNAMODB_JSON",
        "TableCreationParameters": {
            "TableName": "imported",
            **{name: FLAT[name] for name in names if name in FLAT},
        },
    }

    pauses = run(engine, "ImportTable", body, units=1)

    assert pauses == ITEMS // 100
    assert Client(engine)("Scan", TableName="imported", Select="COUNT")["Count"] == ITEMS
