"""RestoreTableFromBackup: a new table with the items of a backup."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from tavola.engine.action import Action
from tavola.engine.backups.restoring import begin_restore, complete_restore
from tavola.engine.database import Database
from tavola.engine.pacing import UNPACED, Pace, Steps, finish
from tavola.engine.request.backup_shapes import BACKUP_ARN, RESTORE_FIELDS
from tavola.engine.request.shapes import Fields
from tavola.engine.tables.descriptions import describe_table

INPUT: Final[Fields] = {**RESTORE_FIELDS, "BackupArn": BACKUP_ARN}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer a RestoreTableFromBackup request; the table is complete when it returns."""
    return finish(steps(database, body, UNPACED))


def steps(database: Database, body: dict[str, Any], pace: Pace) -> Steps:
    """Answer, in steps, between which items are stored."""
    table = begin_restore(database, body)
    # DynamoDB: the answer shows the table as it was when its making began.
    description = describe_table(database, table, {}, "CREATING")
    yield from complete_restore(database, table.name, pace)
    return msgspec.json.encode({"TableDescription": description})


ACTION: Final = Action("RestoreTableFromBackup", run, INPUT, steps=steps)
