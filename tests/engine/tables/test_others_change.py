"""What goes in steps goes on though another process makes tables between any two of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tavola.engine import Engine
from tavola.testing import Clock
from tests.engine.backing_up import backed_up
from tests.engine.client import Client, n, s
from tests.engine.conftest import FLAT
from tests.engine.tables.test_in_steps import CREATE_INDEX, UnitPace
from tests.engine.transferring import CREATION

COUNT = 450
START = 1_800_000_000.0


@pytest.fixture
def location(tmp_path: Path) -> str:
    (tmp_path / "buckets" / "lake").mkdir(parents=True)
    return f"{tmp_path / 'a.db'}?durability=process"


@pytest.fixture
def here(location: str, tmp_path: Path) -> Iterator[Client]:
    with Engine.open(location, clock=Clock(START), buckets=tmp_path / "buckets") as engine:
        client = Client(engine)
        client("CreateTable", **FLAT)
        for start in range(0, COUNT, 25):
            puts = [{"PutRequest": {"Item": item(n)}} for n in range(start, start + 25)]
            client("BatchWriteItem", RequestItems={"flat": puts})
        yield client


@pytest.fixture
def there(location: str, here: Client) -> Iterator[Client]:
    """Another process, as far as the file knows."""
    assert here.engine.storage.path is not None
    with Engine.open(location) as engine:
        yield Client(engine)


def item(number: int) -> dict[str, Any]:
    return {"id": s(f"k{number:03}"), "x": s(f"x{number % 7}"), "ttl": n(START - 10)}


def disturbed(here: Client, there: Client, action: str, **body: Any) -> dict[str, Any]:
    """Run an action in short steps; between them, tables come."""
    steps = here.engine.start(action, here.engine.read_request(action, body), UnitPace(1))
    made = 0
    while True:
        try:
            next(steps)
        except StopIteration as done:
            assert made > 0
            answer: dict[str, Any] = msgspec.json.decode(done.value)
            return answer
        there("CreateTable", **{**FLAT, "TableName": f"other{made:04}"})
        made += 1


def count_of(client: Client, table: str, **more: Any) -> int:
    count: int = client("Scan", TableName=table, Select="COUNT", **more)["Count"]
    return count


def copies(client: Client) -> int:
    found = "SELECT count(*) FROM sqlite_master WHERE name GLOB 'b[0-9]*' AND type = 'table'"
    count: int = client.engine.storage.rows(found)[0][0]
    return count


def test_a_backup_is_made(here: Client, there: Client) -> None:
    made = disturbed(here, there, "CreateBackup", TableName="flat", BackupName="half")

    arn = made["BackupDetails"]["BackupArn"]
    shown = here("DescribeBackup", BackupArn=arn)["BackupDescription"]
    assert shown["BackupDetails"]["BackupStatus"] == "AVAILABLE"
    assert shown["SourceTableDetails"]["ItemCount"] == COUNT


def test_a_backup_is_restored(here: Client, there: Client) -> None:
    arn = backed_up(here, "flat")

    disturbed(here, there, "RestoreTableFromBackup", TargetTableName="again", BackupArn=arn)

    assert count_of(here, "again") == COUNT


def test_a_backup_is_deleted(here: Client, there: Client) -> None:
    arn = backed_up(here, "flat")

    disturbed(here, there, "DeleteBackup", BackupArn=arn)

    assert (copies(here), here("ListBackups")) == (0, {"BackupSummaries": []})


def test_a_table_is_deleted(here: Client, there: Client) -> None:
    number = here.engine.storage.catalog().tables["flat"].id

    disturbed(here, there, "DeleteTable", TableName="flat")

    assert number not in here.engine.storage.find_table_ids()
    assert "flat" not in here("ListTables")["TableNames"]


def test_an_index_is_filled(here: Client, there: Client) -> None:
    disturbed(here, there, "UpdateTable", **CREATE_INDEX)

    assert count_of(here, "flat", IndexName="byX") == COUNT


def test_an_import_is_loaded_and_remembered(here: Client, there: Client, tmp_path: Path) -> None:
    lines = b"\n".join(msgspec.json.encode({"Item": item(number)}) for number in range(COUNT))
    (tmp_path / "buckets" / "lake" / "items").write_bytes(lines)

    begun = disturbed(
        here,
        there,
        "ImportTable",
        S3BucketSource={"S3Bucket": "lake"},
        InputFormat="DYNAMODB_JSON",
        TableCreationParameters=CREATION,
    )["ImportTableDescription"]

    described = here("DescribeImport", ImportArn=begun["ImportArn"])["ImportTableDescription"]
    assert (described["ImportStatus"], described["ImportedItemCount"]) == ("COMPLETED", COUNT)
    assert count_of(here, "copy") == COUNT


def test_items_expire_in_the_next_sweep_at_the_latest(here: Client, there: Client) -> None:
    setting = {"Enabled": True, "AttributeName": "ttl"}
    here("UpdateTimeToLive", TableName="flat", TimeToLiveSpecification=setting)
    there("CreateTable", **{**FLAT, "TableName": "other"})

    swept = here.engine.sweep_expired() + here.engine.sweep_expired()

    assert (swept, count_of(here, "flat")) == (COUNT, 0)
