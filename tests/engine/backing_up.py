"""Tables, backups and restores that several tests of backups begin with."""

from __future__ import annotations

from typing import Any

from tests.engine.client import Client, n, s


def fill(client: Client, count: int = 3) -> None:
    client.put("things", *({"pk": s("p"), "sk": n(i), "g": s(f"g{i}")} for i in range(count)))


def backed_up(client: Client, table: str = "things", name: str = "first") -> str:
    """Make a backup; gives its ARN."""
    details: dict[str, Any] = client("CreateBackup", TableName=table, BackupName=name)
    arn: str = details["BackupDetails"]["BackupArn"]
    return arn


def restored(client: Client, arn: str, name: str = "again", **overrides: Any) -> dict[str, Any]:
    """Restore a backup; gives what DescribeTable shows then."""
    client("RestoreTableFromBackup", TargetTableName=name, BackupArn=arn, **overrides)
    table: dict[str, Any] = client("DescribeTable", TableName=name)["Table"]
    return table
