"""DeleteBackup: the backup is gone at once, its items one after another."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from tavola.engine.action import Action
from tavola.engine.backups.backup_records import describe_backup
from tavola.engine.backups.copying import forget_backup
from tavola.engine.database import Database
from tavola.engine.pacing import UNPACED, Pace, Steps, finish
from tavola.engine.request.backup_shapes import BACKUP_ARN
from tavola.engine.request.shapes import Fields
from tavola.engine.tables.moments import drop_moment

INPUT: Final[Fields] = {"BackupArn": BACKUP_ARN}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer a DeleteBackup request."""
    return finish(steps(database, body, UNPACED))


def steps(database: Database, body: dict[str, Any], pace: Pace) -> Steps:
    """Answer, in steps, between which its items are removed."""
    record = forget_backup(database, body["BackupArn"])
    yield from drop_moment(database, record.number, pace)
    return msgspec.json.encode({"BackupDescription": describe_backup(database, record)})


ACTION: Final = Action("DeleteBackup", run, INPUT, steps=steps)
