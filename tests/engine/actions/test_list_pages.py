"""Lists come in pages: of so many if none are asked for, and each goes on where the last ended."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tavola.engine import Engine
from tavola.testing import Clock
from tests.engine.backing_up import backed_up
from tests.engine.client import Client
from tests.engine.conftest import FLAT
from tests.engine.policies import OTHER, POLICY, arn_of, not_found
from tests.engine.transferring import ARN, CREATION, recover

START = 1_800_000_000.0
DAY = 86_400.0


@pytest.fixture
def clock() -> Clock:
    return Clock(START)


@pytest.fixture
def client(clock: Clock, tmp_path: Path) -> Iterator[Client]:
    (tmp_path / "lake").mkdir()
    with Engine.open("memory:", clock=clock, buckets=tmp_path) as engine:
        client = Client(engine)
        client("CreateTable", **FLAT)
        yield client


def make_tables(client: Client, count: int) -> None:
    for number in range(count - 1):
        client("CreateTable", **{**FLAT, "TableName": f"table{number:03}"})


def make_backups(client: Client, count: int) -> None:
    for number in range(count):
        backed_up(client, "flat", f"backup{number:03}")


def make_exports(client: Client, count: int) -> None:
    recover(client)
    for _ in range(count):
        client("ExportTableToPointInTime", TableArn=f"{ARN}flat", S3Bucket="lake")


def make_imports(client: Client, count: int) -> None:
    for number in range(count):
        client(
            "ImportTable",
            S3BucketSource={"S3Bucket": "lake", "S3KeyPrefix": "nothing"},
            InputFormat="DYNAMODB_JSON",
            TableCreationParameters={**CREATION, "TableName": f"table{number:03}"},
        )


def make_insights(client: Client, count: int) -> None:
    make_tables(client, count)
    for name in ("flat", *(f"table{number:03}" for number in range(count - 1))):
        client("UpdateContributorInsights", TableName=name, ContributorInsightsAction="ENABLE")


LISTS: dict[str, tuple[Callable[[Client, int], None], int, str, str, str]] = {
    "ListTables": (
        make_tables,
        100,
        "TableNames",
        "LastEvaluatedTableName",
        "ExclusiveStartTableName",
    ),
    "ListBackups": (
        make_backups,
        100,
        "BackupSummaries",
        "LastEvaluatedBackupArn",
        "ExclusiveStartBackupArn",
    ),
    "ListExports": (make_exports, 25, "ExportSummaries", "NextToken", "NextToken"),
    "ListImports": (make_imports, 25, "ImportSummaryList", "NextToken", "NextToken"),
    "ListContributorInsights": (
        make_insights,
        100,
        "ContributorInsightsSummaries",
        "NextToken",
        "NextToken",
    ),
}
"""What makes so many, how many a page has, and what the list, its end and a start are called."""


@pytest.mark.parametrize("action", LISTS)
def test_a_full_page_leaves_the_rest_to_the_next(client: Client, action: str) -> None:
    make, size, listed, end, start = LISTS[action]
    make(client, size + 1)

    first = client(action)
    second = client(action, **{start: first[end]})

    assert (len(first[listed]), len(second[listed])) == (size, 1)
    assert second[listed][0] not in first[listed]
    assert end not in second


@pytest.mark.parametrize("action", ["ListTables", "ListBackups", "ListExports", "ListImports"])
def test_a_page_that_is_just_full_is_the_last(client: Client, action: str) -> None:
    make, size, listed, end, _ = LISTS[action]
    make(client, size)

    page = client(action)

    assert len(page[listed]) == size
    assert end not in page


@pytest.mark.parametrize(
    ("bounds", "count"),
    [
        ({"TimeRangeLowerBound": START}, 1),
        ({"TimeRangeLowerBound": START + 0.001}, 0),
        ({"TimeRangeUpperBound": START}, 0),
        ({"TimeRangeUpperBound": START + 0.001}, 1),
        ({"TimeRangeLowerBound": START, "TimeRangeUpperBound": START}, 0),
        ({"BackupType": "ALL"}, 1),
        ({"BackupType": "USER"}, 1),
        ({"BackupType": "SYSTEM"}, 0),
        ({"BackupType": "AWS_BACKUP"}, 0),
        ({"TableName": "flat"}, 1),
        ({"TableName": "other"}, 0),
    ],
)
def test_backups_are_listed_by_table_type_and_time(
    client: Client, bounds: dict[str, Any], count: int
) -> None:
    backed_up(client, "flat")

    assert len(client("ListBackups", **bounds)["BackupSummaries"]) == count


@pytest.mark.parametrize(
    ("days", "asked", "earliest"),
    [(34, 35, START), (35, 35, START), (36, 35, START + DAY), (2, 1, START + DAY)],
)
def test_recovery_goes_back_as_many_days_as_it_may(
    client: Client, clock: Clock, days: int, asked: int, earliest: float
) -> None:
    setting = {"PointInTimeRecoveryEnabled": True, "RecoveryPeriodInDays": asked}
    body = {"TableName": "flat", "PointInTimeRecoverySpecification": setting}
    client("UpdateContinuousBackups", **body)
    clock.advance(days * DAY)

    again = client("UpdateContinuousBackups", **body)["ContinuousBackupsDescription"]

    shown = client("DescribeContinuousBackups", TableName="flat")["ContinuousBackupsDescription"]
    assert shown == again
    assert shown["PointInTimeRecoveryDescription"] == {
        "PointInTimeRecoveryStatus": "ENABLED",
        "RecoveryPeriodInDays": asked,
        "EarliestRestorableDateTime": earliest,
        "LatestRestorableDateTime": START + days * DAY,
    }


def test_a_policy_of_another_revision_is_told(client: Client) -> None:
    arn = arn_of(client, "flat")
    revision = client("PutResourcePolicy", ResourceArn=arn, Policy=POLICY)["RevisionId"]

    refusal = client.refusal(
        "PutResourcePolicy", ResourceArn=arn, Policy=OTHER, ExpectedRevisionId="5"
    )

    assert refusal == not_found(
        "Requested update for policy with revision id 5, but the policy associated to target table "
        f"flat has revision id {revision}."
    )


def test_revisions_rise_within_a_moment(client: Client) -> None:
    arn = arn_of(client, "flat")

    revisions = [
        client("PutResourcePolicy", ResourceArn=arn, Policy=policy)["RevisionId"]
        for policy in (POLICY, OTHER, POLICY)
    ]

    assert revisions == [str(1_800_000_000_000 + number) for number in range(3)]
