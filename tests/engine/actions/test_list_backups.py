from __future__ import annotations

from collections.abc import Iterator

import pytest

from tavola.engine import Engine
from tavola.testing import Clock
from tests.engine.backing_up import backed_up
from tests.engine.client import Client
from tests.engine.conftest import FLAT

START = 1_800_000_000.0


@pytest.fixture
def clock() -> Clock:
    return Clock(START)


@pytest.fixture
def listing(clock: Clock) -> Iterator[tuple[Client, list[str]]]:
    """Five backups, a second apart, of two tables in turn."""
    with Engine.open("memory:", clock=clock) as engine:
        client = Client(engine)
        client("CreateTable", **FLAT)
        client("CreateTable", **{**FLAT, "TableName": "other"})
        arns: list[str] = []
        for number in range(5):
            arns.append(backed_up(client, ("flat", "other")[number % 2], f"number{number}"))
            clock.advance(1)
        yield client, arns


def arns_of(answer: dict[str, list[dict[str, str]]]) -> list[str]:
    return [each["BackupArn"] for each in answer["BackupSummaries"]]


def test_backups_are_listed_oldest_first(listing: tuple[Client, list[str]]) -> None:
    client, arns = listing

    assert arns_of(client("ListBackups")) == arns


def test_a_summary_names_the_table(listing: tuple[Client, list[str]]) -> None:
    client, arns = listing

    summary = client("ListBackups", Limit=1)["BackupSummaries"][0]

    table = client("DescribeTable", TableName="flat")["Table"]
    assert summary == {
        "TableName": "flat",
        "TableId": table["TableId"],
        "TableArn": table["TableArn"],
        "BackupArn": arns[0],
        "BackupName": "number0",
        "BackupSizeBytes": 0,
        "BackupStatus": "AVAILABLE",
        "BackupType": "USER",
        "BackupCreationDateTime": START,
    }


def test_pages_follow_one_another(listing: tuple[Client, list[str]]) -> None:
    client, arns = listing

    first = client("ListBackups", Limit=2)
    second = client("ListBackups", Limit=2, ExclusiveStartBackupArn=first["LastEvaluatedBackupArn"])
    last = client("ListBackups", Limit=2, ExclusiveStartBackupArn=second["LastEvaluatedBackupArn"])

    assert [*arns_of(first), *arns_of(second), *arns_of(last)] == arns
    assert "LastEvaluatedBackupArn" not in last


def test_a_page_goes_on_behind_a_backup_that_was_deleted(
    listing: tuple[Client, list[str]],
) -> None:
    client, arns = listing
    client("DeleteBackup", BackupArn=arns[1])

    assert arns_of(client("ListBackups", ExclusiveStartBackupArn=arns[1])) == arns[2:]


@pytest.mark.parametrize(
    ("filters", "chosen"),
    [
        ({"TableName": "flat"}, [0, 2, 4]),
        ({"TableName": "arn:aws:dynamodb:us-east-1:000000000000:table/other"}, [1, 3]),
        ({"TableName": "nothing"}, []),
        ({"TimeRangeLowerBound": START + 1, "TimeRangeUpperBound": START + 3}, [1, 2]),
        ({"TimeRangeUpperBound": START}, []),
        ({"BackupType": "USER"}, [0, 1, 2, 3, 4]),
        ({"BackupType": "ALL"}, [0, 1, 2, 3, 4]),
        ({"BackupType": "SYSTEM"}, []),
        ({"BackupType": "AWS_BACKUP"}, []),
    ],
)
def test_filters_choose(
    listing: tuple[Client, list[str]], filters: dict[str, object], chosen: list[int]
) -> None:
    client, arns = listing

    assert arns_of(client("ListBackups", **filters)) == [arns[each] for each in chosen]


def test_a_range_of_time_begins_before_it_ends(listing: tuple[Client, list[str]]) -> None:
    client, _ = listing
    turned = {"TimeRangeLowerBound": START + 1, "TimeRangeUpperBound": START}
    assert client.invalid("ListBackups", **turned) == (
        "One or more parameter values were invalid: Time range lower bound must be less than or "
        "equal to upper bound"
    )
    assert arns_of(client("ListBackups", **{**turned, "TimeRangeLowerBound": START})) == []


def test_a_page_has_one_to_100_backups(listing: tuple[Client, list[str]]) -> None:
    client, _ = listing

    few = client.invalid("ListBackups", Limit=0)
    many = client.invalid("ListBackups", Limit=101)

    assert "Member must have value greater than or equal to 1" in few
    assert "Member must have value less than or equal to 100" in many


def test_backups_of_deleted_tables_stay_listed(listing: tuple[Client, list[str]]) -> None:
    client, arns = listing
    client("DeleteTable", TableName="flat")

    assert arns_of(client("ListBackups", TableName="flat")) == [arns[0], arns[2], arns[4]]
