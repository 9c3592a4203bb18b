"""CreateBackup: keeps a table as it is now, beside it in the file, until the backup is deleted."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from tavola.engine.action import Action
from tavola.engine.backups.backup_records import backup_details
from tavola.engine.backups.copying import begin_backup, complete_backup, forget_backup
from tavola.engine.database import Database
from tavola.engine.pacing import UNPACED, Pace, Steps, finish
from tavola.engine.request.shapes import Fields, StringShape
from tavola.engine.request.value_shapes import NAME_PATTERN, TableNameShape
from tavola.errors import StoreError

INPUT: Final[Fields] = {
    "TableName": TableNameShape(),
    "BackupName": StringShape(required=True, pattern=NAME_PATTERN, shortest=3, longest=255),
}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer a CreateBackup request; the backup is complete when it returns."""
    return finish(steps(database, body, UNPACED))


def steps(database: Database, body: dict[str, Any], pace: Pace) -> Steps:
    """Answer, in steps, between which items are copied; the backup is of the first one's moment."""
    table = database.table_for_backups(body["TableName"])
    if table.status_at(database.clock()) != "ACTIVE":
        raise StoreError(f"Table is being created: {table.name}", code="TableInUseException")
    record = begin_backup(database, table, body["BackupName"])
    try:
        yield from complete_backup(database, record, pace)
    except GeneratorExit:
        # Who asked has gone: nobody knows what this backup is called.
        forget_backup(database, record.arn, is_unfinished=True)
        raise
    # DynamoDB: the answer shows the backup as it was when it began.
    return msgspec.json.encode({"BackupDetails": backup_details(record)})


ACTION: Final = Action("CreateBackup", run, INPUT, steps=steps)
