from __future__ import annotations

from tests.engine.backing_up import backed_up, fill
from tests.engine.client import Client


def test_a_deleted_backup_is_shown_once_more(client: Client) -> None:
    fill(client)
    arn = backed_up(client)

    gone = client("DeleteBackup", BackupArn=arn)["BackupDescription"]

    assert gone["BackupDetails"]["BackupStatus"] == "DELETED"
    assert gone["SourceTableDetails"]["ItemCount"] == 3
    assert client.refusal("DescribeBackup", BackupArn=arn)[0] == "BackupNotFoundException"
    assert client("ListBackups")["BackupSummaries"] == []


def test_its_items_leave_the_file(client: Client) -> None:
    fill(client, 250)
    arn = backed_up(client)

    client("DeleteBackup", BackupArn=arn)

    tables = client.engine.storage.rows("SELECT name FROM sqlite_master WHERE name GLOB 'b[0-9]*'")
    assert tables == []


def test_one_that_is_deleted_already_is_refused(client: Client) -> None:
    arn = backed_up(client)
    client("DeleteBackup", BackupArn=arn)

    refusal = client.refusal("DeleteBackup", BackupArn=arn)

    assert refusal == ("BackupNotFoundException", f"Backup not found: {arn}")
