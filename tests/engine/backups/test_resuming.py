"""What a process left half done is finished by whoever opens the file next."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tavola.engine import Engine
from tavola.engine.engine import CheckedRequest
from tests.engine.backing_up import backed_up
from tests.engine.client import Client, s
from tests.engine.conftest import FLAT
from tests.engine.tables.test_in_steps import UnitPace

COUNT = 500


@pytest.fixture
def path(tmp_path: Path) -> str:
    """A file with a table of some items."""
    location = f"{tmp_path / 'a.db'}?durability=process"
    with Engine.open(location) as engine:
        client = Client(engine)
        client("CreateTable", **FLAT)
        client.put("flat", *({"id": s(f"k{number}")} for number in range(COUNT)))
    return location


def leave(engine: Engine, action: str, **body: Any) -> None:
    """Begin an action, and never go on with it."""
    steps = engine.start(action, engine.read_request(action, body), UnitPace(1))
    next(steps)
    steps.close()


def copies(engine: Engine) -> list[str]:
    found = "SELECT name FROM sqlite_master WHERE name GLOB 'b[0-9]*' AND type = 'table'"
    return [name for (name,) in engine.storage.rows(found)]


def test_a_backup_that_was_begun_is_whole_after_the_next_opening(path: str) -> None:
    with Engine.open(path) as stopped, ExitStack() as later:
        body = {"TableName": "flat", "BackupName": "half"}
        steps = stopped.start("CreateBackup", CheckedRequest(body), UnitPace(1))
        # A process that ended would not even close it.
        later.callback(steps.close)
        next(steps)
        (before,) = Client(stopped)("ListBackups")["BackupSummaries"]
        client = Client(later.enter_context(Engine.open(path)))
        (summary,) = client("ListBackups")["BackupSummaries"]
        shown = client("DescribeBackup", BackupArn=summary["BackupArn"])["BackupDescription"]

        assert (before["BackupStatus"], summary["BackupStatus"]) == ("CREATING", "AVAILABLE")
        assert shown["SourceTableDetails"]["ItemCount"] == COUNT


def test_a_restore_that_was_begun_is_whole_after_the_next_opening(path: str) -> None:
    with Engine.open(path) as engine:
        arn = backed_up(Client(engine), "flat")
        leave(engine, "RestoreTableFromBackup", TargetTableName="again", BackupArn=arn)

    with Engine.open(path) as engine:
        table = Client(engine)("DescribeTable", TableName="again")["Table"]

        assert (table["TableStatus"], table["ItemCount"]) == ("ACTIVE", COUNT)


def test_what_a_deleted_backup_left_is_removed_at_the_next_opening(path: str) -> None:
    with Engine.open(path) as engine:
        client = Client(engine)
        kept, deleted = backed_up(client, "flat", "kept"), backed_up(client, "flat", "gone")
        leave(engine, "DeleteBackup", BackupArn=deleted)
        left = copies(engine)

    with Engine.open(path) as engine:
        assert (len(left), len(copies(engine))) == (2, 1)
        (summary,) = Client(engine)("ListBackups")["BackupSummaries"]
        assert summary["BackupArn"] == kept
