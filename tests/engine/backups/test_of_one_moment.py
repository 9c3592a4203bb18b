"""A backup is of the moment at which it began, whatever is written while it is copied."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tavola.engine import Engine
from tavola.engine.pacing import Steps
from tests.engine.backing_up import backed_up, restored
from tests.engine.client import Client, n, s
from tests.engine.conftest import FLAT, THINGS
from tests.engine.tables.test_in_steps import UnitPace

KEYS = 24


@pytest.fixture(params=["memory:", "file"])
def location(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    is_memory: bool = request.param == "memory:"
    return "memory:" if is_memory else f"{tmp_path / 'a.db'}?durability=process"


@pytest.fixture
def shop(location: str) -> Iterator[Client]:
    with Engine.open(location, clock=lambda: 1_800_000_000.0) as engine:
        client = Client(engine)
        client("CreateTable", **THINGS)
        client("CreateTable", **FLAT)
        yield client


def item(number: int, value: int) -> dict[str, Any]:
    return {"id": s(f"k{number}"), "v": n(value), "filler": s("x" * 150_000)}


def begin(engine: Engine, action: str, **body: Any) -> Steps:
    """Run the first step of an action, of one unit of work."""
    steps = engine.start(action, engine.read_request(action, body), UnitPace(1))
    next(steps)
    return steps


def finish(steps: Steps) -> None:
    for _ in steps:
        pass


WRITES = st.lists(
    st.tuples(
        st.sampled_from(["put", "delete", "update", "transact"]),
        st.integers(0, KEYS + 5),
        st.booleans(),
    ),
    max_size=25,
)


def write(client: Client, kind: str, number: int) -> None:
    key = {"id": s(f"k{number}")}
    update = {
        "Key": key,
        "UpdateExpression": "ADD v :one",
        "ExpressionAttributeValues": {":one": n(1)},
    }
    if kind == "put":
        client.put("flat", {**key, "v": n(-1)})
    elif kind == "delete":
        client("DeleteItem", TableName="flat", Key=key)
    elif kind == "update":
        client("UpdateItem", TableName="flat", **update)
    else:
        other = {"TableName": "flat", "Key": {"id": s(f"k{(number + 7) % KEYS}")}}
        changes = [{"Update": {"TableName": "flat", **update}}, {"Delete": other}]
        client("TransactWriteItems", TransactItems=changes)


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    max_examples=20,
)
@given(writes=WRITES)
def test_writes_during_the_copy_change_nothing_in_it(
    location: str, writes: list[tuple[str, int, bool]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    where = location if location == "memory:" else f"{tmp_path_factory.mktemp('one') / 'a.db'}"
    with Engine.open(where) as engine:
        client = Client(engine)
        client("CreateTable", **FLAT)
        client.put("flat", *(item(number, number) for number in range(KEYS)))
        before = client("Scan", TableName="flat", ProjectionExpression="id, v")["Items"]
        steps = begin(engine, "CreateBackup", TableName="flat", BackupName="busy")
        for kind, number, goes_on in writes:
            write(client, kind, number)
            if goes_on:
                next(steps, None)
        finish(steps)
        (backup,) = client("ListBackups")["BackupSummaries"]

        restored(client, backup["BackupArn"])

        assert client("Scan", TableName="again", ProjectionExpression="id, v")["Items"] == before


def test_a_copy_goes_on_when_its_table_is_deleted(shop: Client) -> None:
    shop.put("flat", *(item(number, number) for number in range(KEYS)))
    before = shop("Scan", TableName="flat", ProjectionExpression="id, v")["Items"]
    steps = begin(shop.engine, "CreateBackup", TableName="flat", BackupName="last")

    shop("DeleteTable", TableName="flat")
    finish(steps)

    (backup,) = shop("ListBackups")["BackupSummaries"]
    restored(shop, backup["BackupArn"])
    assert shop("Scan", TableName="again", ProjectionExpression="id, v")["Items"] == before


def test_a_copy_goes_on_when_indexes_are_made(shop: Client) -> None:
    shop.put("flat", *(item(number, number) for number in range(KEYS)))
    steps = begin(shop.engine, "CreateBackup", TableName="flat", BackupName="last")

    shop(
        "UpdateTable",
        TableName="flat",
        AttributeDefinitions=[{"AttributeName": "v", "AttributeType": "N"}],
        GlobalSecondaryIndexUpdates=[
            {
                "Create": {
                    "IndexName": "byV",
                    "KeySchema": [{"AttributeName": "v", "KeyType": "HASH"}],
                    "Projection": {"ProjectionType": "ALL"},
                }
            }
        ],
    )
    finish(steps)

    (backup,) = shop("ListBackups")["BackupSummaries"]
    table = restored(shop, backup["BackupArn"])
    assert (table["ItemCount"], "GlobalSecondaryIndexes" in table) == (KEYS, False)


def test_nobody_finds_a_table_that_is_half_restored(shop: Client) -> None:
    shop.put("flat", *(item(number, number) for number in range(KEYS)))
    arn = backed_up(shop, "flat")

    steps = begin(shop.engine, "RestoreTableFromBackup", TargetTableName="again", BackupArn=arn)

    table = shop("DescribeTable", TableName="again")["Table"]
    assert (table["TableStatus"], table["RestoreSummary"]["RestoreInProgress"]) == (
        "CREATING",
        True,
    )
    assert shop.refusal("Scan", TableName="again")[0] == "ResourceNotFoundException"
    assert shop.refusal("PutItem", TableName="again", Item=item(1, 1))[0] == (
        "ResourceNotFoundException"
    )
    assert shop.refusal("CreateBackup", TableName="again", BackupName="now")[0] == (
        "TableInUseException"
    )
    assert shop.refusal("DeleteBackup", BackupArn=arn)[0] == "BackupInUseException"
    finish(steps)
    assert shop("DescribeTable", TableName="again")["Table"]["ItemCount"] == KEYS


def test_a_restore_ends_when_its_table_is_deleted(shop: Client) -> None:
    shop.put("flat", *(item(number, number) for number in range(KEYS)))
    arn = backed_up(shop, "flat")
    steps = begin(shop.engine, "RestoreTableFromBackup", TargetTableName="again", BackupArn=arn)

    shop("DeleteTable", TableName="again")
    finish(steps)

    assert shop("ListTables")["TableNames"] == ["flat", "things"]
    assert restored(shop, arn)["ItemCount"] == KEYS


def test_a_backup_that_is_not_whole_is_neither_restored_nor_deleted(shop: Client) -> None:
    shop.put("flat", *(item(number, number) for number in range(KEYS)))
    steps = begin(shop.engine, "CreateBackup", TableName="flat", BackupName="begun")
    (backup,) = shop("ListBackups")["BackupSummaries"]
    arn = backup["BackupArn"]

    restoring = shop.refusal("RestoreTableFromBackup", TargetTableName="again", BackupArn=arn)

    assert backup["BackupStatus"] == "CREATING"
    assert restoring == ("BackupInUseException", f"Backup is being created: {arn}")
    assert shop.refusal("DeleteBackup", BackupArn=arn)[0] == "BackupInUseException"
    finish(steps)


def test_a_backup_that_nobody_waits_for_is_gone(shop: Client) -> None:
    shop.put("flat", *(item(number, number) for number in range(KEYS)))
    steps = begin(shop.engine, "CreateBackup", TableName="flat", BackupName="left")

    steps.close()

    assert shop("ListBackups")["BackupSummaries"] == []
    triggers = shop.engine.storage.rows("SELECT name FROM sqlite_master WHERE type = 'trigger'")
    assert triggers == []
