from __future__ import annotations

import re

from tests.engine.backing_up import backed_up, fill
from tests.engine.client import Client, n, s


def test_the_answer_shows_a_backup_that_has_begun(client: Client) -> None:
    fill(client)

    details = client("CreateBackup", TableName="things", BackupName="first")["BackupDetails"]

    arn = details.pop("BackupArn")
    assert re.fullmatch(
        r"arn:aws:dynamodb:us-east-1:000000000000:table/things/backup/\d{14}-[0-9a-f]{8}", arn
    )
    assert details == {
        "BackupName": "first",
        "BackupSizeBytes": 0,
        "BackupStatus": "CREATING",
        "BackupType": "USER",
        "BackupCreationDateTime": 1_800_000_000.0,
    }


def test_a_backup_is_available_when_it_is_answered(client: Client) -> None:
    fill(client)

    arn = backed_up(client)

    description = client("DescribeBackup", BackupArn=arn)["BackupDescription"]
    assert description["BackupDetails"]["BackupStatus"] == "AVAILABLE"
    assert description["SourceTableDetails"]["ItemCount"] == 3


def test_a_table_may_be_named_by_its_arn(client: Client) -> None:
    arn = backed_up(client, "arn:aws:dynamodb:us-east-1:000000000000:table/flat")

    assert ":table/flat/backup/" in arn


def test_two_backups_may_have_one_name(client: Client) -> None:
    assert backed_up(client) != backed_up(client)


def test_a_table_must_be_there(client: Client) -> None:
    refusal = client.refusal("CreateBackup", TableName="nothing", BackupName="first")

    assert refusal == ("TableNotFoundException", "Table not found: nothing")


def test_a_name_has_three_to_255_letters_of_those_that_names_have(client: Client) -> None:
    short = client.invalid("CreateBackup", TableName="flat", BackupName="ab")
    long = client.invalid("CreateBackup", TableName="flat", BackupName="a" * 256)
    strange = client.invalid("CreateBackup", TableName="flat", BackupName="a b c")

    assert "Member must have length greater than or equal to 3" in short
    assert "Member must have length less than or equal to 255" in long
    assert "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+" in strange


def test_writes_after_a_backup_leave_no_trace_in_it(client: Client) -> None:
    fill(client)
    arn = backed_up(client)

    client.put("things", {"pk": s("p"), "sk": n(9)})
    client("DeleteItem", TableName="things", Key={"pk": s("p"), "sk": n(0)})

    source = client("DescribeBackup", BackupArn=arn)["BackupDescription"]["SourceTableDetails"]
    assert source["ItemCount"] == 3
