from __future__ import annotations

from typing import Any

import pytest

from tests.engine.client import Client


def recovery(client: Client, **specification: Any) -> dict[str, Any]:
    client(
        "UpdateContinuousBackups",
        TableName="flat",
        PointInTimeRecoverySpecification=specification,
    )
    answer = client("DescribeContinuousBackups", TableName="flat")
    shown: dict[str, Any] = answer["ContinuousBackupsDescription"]["PointInTimeRecoveryDescription"]
    return shown


@pytest.mark.parametrize(("asked", "days"), [({}, 35), ({"RecoveryPeriodInDays": 5}, 5)])
def test_recovery_is_switched_on(client: Client, asked: dict[str, int], days: int) -> None:
    assert recovery(client, PointInTimeRecoveryEnabled=True, **asked) == {
        "PointInTimeRecoveryStatus": "ENABLED",
        "RecoveryPeriodInDays": days,
        "EarliestRestorableDateTime": 1_800_000_000.0,
        "LatestRestorableDateTime": 1_800_000_000.0,
    }


def test_recovery_is_switched_off(client: Client) -> None:
    recovery(client, PointInTimeRecoveryEnabled=True)

    assert recovery(client, PointInTimeRecoveryEnabled=False) == {
        "PointInTimeRecoveryStatus": "DISABLED"
    }


def test_a_period_needs_recovery(client: Client) -> None:
    message = client.invalid(
        "UpdateContinuousBackups",
        TableName="flat",
        PointInTimeRecoverySpecification={
            "PointInTimeRecoveryEnabled": False,
            "RecoveryPeriodInDays": 5,
        },
    )

    assert message == (
        "Invalid Request: Cannot specify RecoveryPeriodInDays when disabling "
        "point-in-time recovery."
    )
