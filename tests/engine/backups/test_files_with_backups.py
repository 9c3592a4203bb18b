"""Backups stand in the file: they outlive the process, and any process goes on with them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tavola.engine import Engine
from tests.engine.backing_up import backed_up, restored
from tests.engine.backups.test_of_one_moment import KEYS, begin, item
from tests.engine.client import Client, s
from tests.engine.conftest import FLAT


def filled(engine: Engine) -> Client:
    client = Client(engine)
    client("CreateTable", **FLAT)
    client.put("flat", *(item(number, number) for number in range(KEYS)))
    return client


def statuses(client: Client) -> list[str]:
    summaries: list[dict[str, Any]] = client("ListBackups")["BackupSummaries"]
    return [each["BackupStatus"] for each in summaries]


def test_a_backup_is_there_after_a_restart(tmp_path: Path) -> None:
    path = str(tmp_path / "a.db")
    with Engine.open(path) as engine:
        arn = backed_up(filled(engine), "flat")
        Client(engine)("DeleteTable", TableName="flat")

    with Engine.open(path) as engine:
        client = Client(engine)
        table = restored(client, arn, "flat")

        assert (table["ItemCount"], statuses(client)) == (KEYS, ["AVAILABLE"])


def test_another_process_completes_a_backup(tmp_path: Path) -> None:
    path = str(tmp_path / "a.db")
    with Engine.open(path) as engine:
        filled(engine)
        steps = begin(engine, "CreateBackup", TableName="flat", BackupName="left")
        with Engine.open(path) as other:
            client = Client(other)
            done = statuses(client)
            client("DeleteItem", TableName="flat", Key={"id": s("k1")})
        # The first one goes on as if nothing had been.
        list(steps)
        client = Client(engine)
        (backup,) = client("ListBackups")["BackupSummaries"]
        table = restored(client, backup["BackupArn"])

    assert (done, table["ItemCount"]) == (["AVAILABLE"], KEYS)


def test_another_process_keeps_a_backup_of_its_moment(tmp_path: Path) -> None:
    path = str(tmp_path / "a.db")
    with Engine.open(path) as writer, Engine.open(path) as engine:
        client = filled(engine)
        steps = begin(engine, "CreateBackup", TableName="flat", BackupName="left")
        other = Client(writer)
        other.put("flat", {"id": s("new")})
        other("DeleteItem", TableName="flat", Key={"id": s("k1")})
        list(steps)
        (backup,) = client("ListBackups")["BackupSummaries"]

        restored(client, backup["BackupArn"])

        kept = {each["id"]["S"] for each in client("Scan", TableName="again")["Items"]}
        shown = client("DescribeTable", TableName="again")["Table"]["ItemCount"]
        assert (shown, "new" in kept) == (KEYS, False)


def test_another_process_completes_a_restore(tmp_path: Path) -> None:
    path = str(tmp_path / "a.db")
    with Engine.open(path) as engine:
        arn = backed_up(filled(engine), "flat")
        steps = begin(engine, "RestoreTableFromBackup", TargetTableName="again", BackupArn=arn)
        with Engine.open(path) as other:
            client = Client(other)
            table = client("DescribeTable", TableName="again")["Table"]
            client("DeleteItem", TableName="again", Key={"id": s("k1")})
        list(steps)

        count = Client(engine)("DescribeTable", TableName="again")["Table"]["ItemCount"]

    # What was deleted after the restore is not put back by who was slower.
    assert (table["TableStatus"], table["ItemCount"], count) == ("ACTIVE", KEYS, KEYS - 1)


def test_rows_of_a_deleted_backup_are_removed_by_who_opens_the_file(tmp_path: Path) -> None:
    path = str(tmp_path / "a.db")
    with Engine.open(path) as engine:
        arn = backed_up(filled(engine), "flat")
        steps = begin(engine, "DeleteBackup", BackupArn=arn)
        with Engine.open(path) as other:
            find = "SELECT name FROM sqlite_master WHERE name GLOB 'b[0-9]*'"
            left = other.storage.rows(find)
        list(steps)

    assert left == []
