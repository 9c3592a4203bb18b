"""ListBackups: the backups of all tables or of one, a page at a time, oldest first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from tavola.engine.action import Action
from tavola.engine.backups.backup_records import BackupRecord, all_backups, backup_details
from tavola.engine.database import Database
from tavola.engine.request.backup_shapes import START_ARN
from tavola.engine.request.shapes import Fields, IntegerShape, StringShape
from tavola.engine.request.stream_shapes import TimestampShape
from tavola.engine.request.value_shapes import TableNameShape
from tavola.errors import ValidationFailed

_PAGE: Final = 100

INPUT: Final[Fields] = {
    "TableName": TableNameShape(required=False),
    "Limit": IntegerShape(least=1, most=100),
    "TimeRangeLowerBound": TimestampShape(),
    "TimeRangeUpperBound": TimestampShape(),
    "ExclusiveStartBackupArn": START_ARN,
    "BackupType": StringShape(values=("USER", "SYSTEM", "AWS_BACKUP", "ALL")),
}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer a ListBackups request."""
    lower, upper = body.get("TimeRangeLowerBound"), body.get("TimeRangeUpperBound")
    if lower is not None and upper is not None and lower > upper:
        # DynamoDB: as ack-api-quirks saw it in October 2026, DDB-TABLE-442.
        raise ValidationFailed(
            "One or more parameter values were invalid: Time range lower bound must be less than "
            "or equal to upper bound"
        )
    listed = [each for each in all_backups(database) if _is_asked_for(each, body)]
    start = body.get("ExclusiveStartBackupArn")
    if start is not None:
        # The time stands in the ARN, so a page goes on though its last backup was deleted.
        listed = [each for each in listed if _place(each.arn) > _place(start)]
    page = listed[: body.get("Limit", _PAGE)]
    answer: dict[str, Any] = {"BackupSummaries": [_summary(each) for each in page]}
    if len(page) < len(listed):
        answer["LastEvaluatedBackupArn"] = page[-1].arn
    return msgspec.json.encode(answer)


ACTION: Final = Action("ListBackups", run, INPUT)


def _place(arn: str) -> tuple[str, str]:
    return arn.rpartition("/")[2], arn


def _is_asked_for(record: BackupRecord, body: Mapping[str, Any]) -> bool:
    return (
        body.get("TableName", record.table.name) == record.table.name
        and body.get("BackupType", "USER") in ("USER", "ALL")
        and body.get("TimeRangeLowerBound", record.created_at) <= record.created_at
        and record.created_at < body.get("TimeRangeUpperBound", float("inf"))
    )


def _summary(record: BackupRecord) -> dict[str, Any]:
    table = record.table
    named = {"TableName": table.name, "TableId": table.table_id, "TableArn": table.arn}
    return named | backup_details(record)
