"""Point-in-time recovery as DynamoDB shows it; it is a stored setting here, without backups."""

from __future__ import annotations

from typing import Any, Final

from tavola.engine.database import Database
from tavola.engine.storage.catalog import TableInfo

__all__ = ["MAX_RECOVERY_DAYS", "describe_backups"]

# DynamoDB: 35 days unless fewer are asked for. API reference, PointInTimeRecoverySpecification.
MAX_RECOVERY_DAYS: Final = 35
_DAY_SECONDS: Final = 86_400


def describe_backups(database: Database, table: TableInfo) -> dict[str, Any]:
    """Describe the continuous backups of a table."""
    shown: dict[str, Any] = {"PointInTimeRecoveryStatus": "DISABLED"}
    if table.recovery is not None:
        now, days = round(database.clock(), 3), table.recovery["days"]
        shown = {
            "PointInTimeRecoveryStatus": "ENABLED",
            "RecoveryPeriodInDays": days,
            "EarliestRestorableDateTime": max(table.recovery["since"], now - days * _DAY_SECONDS),
            "LatestRestorableDateTime": now,
        }
    return {
        "ContinuousBackupsDescription": {
            "ContinuousBackupsStatus": "ENABLED",
            "PointInTimeRecoveryDescription": shown,
        }
    }
