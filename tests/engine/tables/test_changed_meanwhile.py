"""Two changes of tables in steps, or a change beside a long write: neither undoes the other."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tavola.engine import Engine
from tavola.engine.items import writes
from tavola.errors import StoreError, TableNotFound, ValidationFailed
from tests.engine.client import Client
from tests.engine.conftest import FLAT
from tests.engine.tables.test_in_steps import CREATE_INDEX, UnitPace, fill, item, run

ITEMS = 250
"""More than are deleted at once, so that a table that was deleted has rows for some steps."""


@pytest.fixture
def engine() -> Generator[Engine]:
    with Engine.open("memory:") as engine:
        engine.execute("CreateTable", FLAT)
        fill(engine, ITEMS)
        yield engine


def at_pause(number: int, do: Callable[[], object]) -> Callable[[int], None]:
    """Do something once, when a change pauses for the so-manieth time."""

    def between(pause: int) -> None:
        if pause == number:
            do()

    return between


@pytest.mark.parametrize("pause", [1, 5, 12])
def test_tags_of_a_table_whose_index_is_filled_stay(engine: Engine, pause: int) -> None:
    client = Client(engine)
    arn = client("DescribeTable", TableName="flat")["Table"]["TableArn"]
    tags = [{"Key": "team", "Value": "blue"}]

    def tag() -> None:
        engine.execute("TagResource", {"ResourceArn": arn, "Tags": tags})

    pauses = run(engine, "UpdateTable", CREATE_INDEX, at_pause(pause, tag))

    assert pauses >= pause
    assert client("ListTagsOfResource", ResourceArn=arn)["Tags"] == tags
    (index,) = client("DescribeTable", TableName="flat")["Table"]["GlobalSecondaryIndexes"]
    assert index["IndexStatus"] == "ACTIVE"
    assert client("Scan", TableName="flat", IndexName="byX", Select="COUNT")["Count"] == ITEMS


@pytest.mark.parametrize("pause", [1, 5, 12])
def test_a_table_that_is_deleted_while_its_index_is_filled_stays_deleted(
    engine: Engine, pause: int
) -> None:
    deleting = engine.start("DeleteTable", b'{"TableName":"flat"}', UnitPace(1))

    def remove() -> None:
        while engine.storage.catalog().find("flat") is not None:
            next(deleting)

    # Refused, or answered: the table was there when it was asked for.
    with suppress(TableNotFound):
        run(engine, "UpdateTable", CREATE_INDEX, at_pause(pause, remove))
    while next(deleting, deleting) is not deleting:
        pass

    assert Client(engine)("ListTables")["TableNames"] == []
    assert engine.storage.find_table_ids() == set()


@pytest.mark.parametrize("pause", [1, 5, 12])
def test_nothing_is_left_of_an_index_that_is_deleted_while_it_is_filled(
    engine: Engine, pause: int
) -> None:
    client = Client(engine)

    def delete() -> None:
        changes = [{"Delete": {"IndexName": "byX"}}]
        client("UpdateTable", TableName="flat", GlobalSecondaryIndexUpdates=changes)

    run(engine, "UpdateTable", CREATE_INDEX, at_pause(pause, delete))
    # It takes the place of the one that is gone, and no item has its key.
    another = json.loads(json.dumps(CREATE_INDEX).replace('"x"', '"y"').replace("byX", "byY"))
    client("UpdateTable", **another)

    (index,) = client("DescribeTable", TableName="flat")["Table"]["GlobalSecondaryIndexes"]
    assert (index["IndexName"], index["IndexStatus"]) == ("byY", "ACTIVE")
    assert client("Scan", TableName="flat", IndexName="byY")["Items"] == []


def test_a_table_that_is_protected_before_it_goes_stays(engine: Engine) -> None:
    fill(engine, 12_000)  # counted in steps before it is deleted
    client = Client(engine)

    def protect() -> None:
        client("UpdateTable", TableName="flat", DeletionProtectionEnabled=True)

    with pytest.raises(ValidationFailed, match="protected against deletion"):
        run(engine, "DeleteTable", {"TableName": "flat"}, at_pause(1, protect), units=1)

    assert client("ListTables")["TableNames"] == ["flat"]


def test_a_change_of_a_table_that_was_made_anew_changes_the_new_one(engine: Engine) -> None:
    fill(engine, 12_000)  # counted in steps before the change
    client = Client(engine)

    def make_anew() -> None:
        client("DeleteTable", TableName="flat")
        client("CreateTable", **FLAT)
        client("PutItem", TableName="flat", Item=item(7))

    run(engine, "UpdateTable", CREATE_INDEX, at_pause(1, make_anew), units=1)

    shown = client("DescribeTable", TableName="flat")["Table"]
    assert (shown["ItemCount"], len(shown["GlobalSecondaryIndexes"])) == (1, 1)
    assert client("Scan", TableName="flat", IndexName="byX")["Items"] == [item(7)]


def test_items_that_are_imported_after_an_index_was_made_are_in_it(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    lines = [json.dumps({"Item": item(number)}) for number in range(ITEMS)]
    (tmp_path / "in" / "a.json").write_text("\n".join(lines))
    body = {
        "S3BucketSource": {"S3Bucket": "in"},
        "InputFormat": "DYNAMODB_JSON",
        "TableCreationParameters": FLAT,
    }
    with Engine.open("memory:", buckets=tmp_path) as engine:

        def make_index() -> None:
            engine.execute("UpdateTable", CREATE_INDEX)

        run(engine, "ImportTable", body, at_pause(1, make_index), units=1)

        counts = [
            Client(engine)("Scan", TableName="flat", Select="COUNT", **more)["Count"]
            for more in ({}, {"IndexName": "byX"})
        ]
    assert counts == [ITEMS, ITEMS]


UPDATE: dict[str, Any] = {
    "TableName": "flat",
    "Key": {"id": {"S": "000007"}},
    "UpdateExpression": "SET x = :x",
    "ExpressionAttributeValues": {":x": {"S": "other"}},
}
STATEMENT = """UPDATE "flat" SET x = 'other' WHERE id = '000007'"""


@pytest.mark.parametrize(
    ("action", "body"),
    [
        ("UpdateItem", UPDATE),
        ("TransactWriteItems", {"TransactItems": [{"Update": UPDATE}]}),
        ("ExecuteStatement", {"Statement": STATEMENT}),
        ("BatchExecuteStatement", {"Statements": [{"Statement": STATEMENT}]}),
        ("ExecuteTransaction", {"TransactStatements": [{"Statement": STATEMENT}]}),
    ],
)
def test_a_write_beside_that_began_before_an_index_was_made_is_in_it(
    engine: Engine, monkeypatch: pytest.MonkeyPatch, action: str, body: dict[str, Any]
) -> None:
    work_out = writes.UpdateWrite.work_out
    calls: list[None] = []

    def make_index_first(self: writes.UpdateWrite) -> None:
        calls.append(None)
        if len(calls) == 1:
            engine.execute("UpdateTable", CREATE_INDEX)
        work_out(self)

    monkeypatch.setattr(writes.UpdateWrite, "work_out", make_index_first)

    engine.execute_checked(action, engine.read_request(action, body), is_apart=True)

    found = Client(engine)(
        "Query",
        TableName="flat",
        IndexName="byX",
        KeyConditionExpression="x = :x",
        ExpressionAttributeValues={":x": {"S": "other"}},
    )
    assert [one["id"]["S"] for one in found["Items"]] == ["000007"]


def test_a_write_beside_to_a_table_that_goes_meanwhile_is_refused(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    work_out = writes.UpdateWrite.work_out

    def delete_first(self: writes.UpdateWrite) -> None:
        engine.execute("DeleteTable", {"TableName": "flat"})
        work_out(self)

    monkeypatch.setattr(writes.UpdateWrite, "work_out", delete_first)

    with pytest.raises(StoreError) as refused:
        engine.execute_checked(
            "UpdateItem", engine.read_request("UpdateItem", UPDATE), is_apart=True
        )

    assert refused.value.code == "ResourceNotFoundException"
    assert json.loads(engine.execute("ListTables", {}))["TableNames"] == []
