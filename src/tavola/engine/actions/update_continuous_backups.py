"""UpdateContinuousBackups: stores the setting of point-in-time recovery."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec.structs import replace

from tavola.engine.action import Action
from tavola.engine.database import Database
from tavola.engine.request.shapes import BooleanShape, Fields, IntegerShape, StructureShape
from tavola.engine.request.table_shapes import MANAGED_TABLE_NAME
from tavola.engine.tables.backups import MAX_RECOVERY_DAYS, describe_backups
from tavola.errors import ValidationFailed

INPUT: Final[Fields] = {
    "TableName": MANAGED_TABLE_NAME,
    "PointInTimeRecoverySpecification": StructureShape(
        "PointInTimeRecoverySpecification",
        {
            "PointInTimeRecoveryEnabled": BooleanShape(required=True),
            "RecoveryPeriodInDays": IntegerShape(least=1, most=35),
        },
        required=True,
    ),
}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer an UpdateContinuousBackups request."""
    request = body["PointInTimeRecoverySpecification"]
    is_enabled: bool = request["PointInTimeRecoveryEnabled"]
    if not is_enabled and "RecoveryPeriodInDays" in request:
        raise ValidationFailed(
            "Invalid Request: Cannot specify RecoveryPeriodInDays "
            "when disabling point-in-time recovery."
        )
    table = database.table_for_backups(body["TableName"])
    recovery = None
    if is_enabled:
        since = table.recovery["since"] if table.recovery else round(database.clock(), 3)
        days = request.get("RecoveryPeriodInDays", MAX_RECOVERY_DAYS)
        recovery = {"since": since, "days": days}
    changed = replace(table, recovery=recovery)
    with database.storage.transaction() as tx:
        tx.save_table(changed)
    return msgspec.json.encode(describe_backups(database, changed))


ACTION: Final = Action("UpdateContinuousBackups", run, INPUT, requires_table_first=True)
