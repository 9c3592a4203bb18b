from __future__ import annotations

from tests.engine.client import Client


def test_recovery_is_off_at_first(client: Client) -> None:
    assert client("DescribeContinuousBackups", TableName="flat") == {
        "ContinuousBackupsDescription": {
            "ContinuousBackupsStatus": "ENABLED",
            "PointInTimeRecoveryDescription": {"PointInTimeRecoveryStatus": "DISABLED"},
        }
    }


def test_an_unknown_table_is_named(client: Client) -> None:
    assert client.refusal("DescribeContinuousBackups", TableName="nowhere") == (
        "TableNotFoundException",
        "Table not found: nowhere",
    )
