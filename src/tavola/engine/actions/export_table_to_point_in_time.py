"""ExportTableToPointInTime: writes a table to a bucket, which is a local folder here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from tavola.engine.action import Action
from tavola.engine.database import Database
from tavola.engine.pacing import UNPACED, Pace, Steps, finish
from tavola.engine.request.shapes import Fields, StringShape, StructureShape
from tavola.engine.request.stream_shapes import TimestampShape
from tavola.engine.request.transfer_shapes import BUCKET, BUCKET_OWNER, CLIENT_TOKEN, KEY_PREFIX
from tavola.engine.storage.catalog import TableInfo
from tavola.engine.transfers.export_data import export_table
from tavola.engine.transfers.transfers import earlier_transfer, save_transfer
from tavola.errors import StoreError, ValidationFailed

_TOLERANCE_SECONDS: Final = 1.0
_GIVEN_LATER: Final = ("EndTime", "ItemCount", "BilledSizeBytes", "FailureCode", "FailureMessage")

INPUT: Final[Fields] = {
    "TableArn": StringShape(required=True, shortest=1, longest=1024),
    "ExportTime": TimestampShape(),
    "ClientToken": CLIENT_TOKEN,
    "S3Bucket": BUCKET,
    "S3BucketOwner": BUCKET_OWNER,
    "S3Prefix": KEY_PREFIX,
    "S3SseAlgorithm": StringShape(values=("AES256", "KMS")),
    "S3SseKmsKeyId": StringShape(shortest=1, longest=2048),
    "ExportFormat": StringShape(values=("DYNAMODB_JSON", "ION")),
    "ExportType": StringShape(values=("FULL_EXPORT", "INCREMENTAL_EXPORT")),
    "IncrementalExportSpecification": StructureShape("IncrementalExportSpecification", {}),
    "FilterSpecification": StructureShape("FilterSpecification", {}),
}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer an ExportTableToPointInTime request; the export is complete when it returns."""
    return finish(steps(database, body, UNPACED))


def steps(database: Database, body: dict[str, Any], pace: Pace) -> Steps:
    """Answer, in steps, between which the file is written."""
    table = database.table_for_backups(body["TableArn"])
    now = round(database.clock(), 3)
    description = earlier_transfer(database, "Export", body, now)
    if description is None:
        _check(table, body, now)
        # One after another where they take turns: each holds what it reads of memory.
        while database.running_exports and pace is not UNPACED:
            yield
        database.running_exports.append(table.name)
        try:
            description = yield from export_table(database, table, body, now, pace)
        finally:
            database.running_exports.remove(table.name)
        save_transfer(database, "Export", description)
    # DynamoDB: the answer shows the export as it was when it began.
    begun = {name: value for name, value in description.items() if name not in _GIVEN_LATER}
    return msgspec.json.encode({"ExportDescription": {**begun, "ExportStatus": "IN_PROGRESS"}})


ACTION: Final = Action("ExportTableToPointInTime", run, INPUT, steps=steps)


def _check(table: TableInfo, body: Mapping[str, Any], now: float) -> None:
    if table.recovery is None:
        raise StoreError(
            f"Point in time recovery is not enabled for table '{table.name}'",
            code="PointInTimeRecoveryUnavailableException",
        )
    unsupported = {
        "ExportFormat": body.get("ExportFormat", "DYNAMODB_JSON") != "DYNAMODB_JSON",
        "ExportType": body.get("ExportType", "FULL_EXPORT") != "FULL_EXPORT",
        "FilterSpecification": "FilterSpecification" in body,
    }
    for name, is_given in unsupported.items():
        if is_given:
            raise ValidationFailed(
                f"{name} is not supported here. Full exports in DYNAMODB_JSON are."
            )
    asked = body.get("ExportTime", now)
    if abs(asked - now) > _TOLERANCE_SECONDS:
        # A file keeps no history of its items.
        raise StoreError(
            f"ExportTime: {asked} is not now, {now}. Leave it out.",
            code="InvalidExportTimeException",
        )
