"""DescribeBackup: one backup, and the table that it was made of."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from tavola.engine.action import Action
from tavola.engine.backups.backup_records import describe_backup, find_backup
from tavola.engine.database import Database
from tavola.engine.request.backup_shapes import BACKUP_ARN
from tavola.engine.request.shapes import Fields

INPUT: Final[Fields] = {"BackupArn": BACKUP_ARN}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer a DescribeBackup request."""
    record = find_backup(database, body["BackupArn"])
    return msgspec.json.encode({"BackupDescription": describe_backup(database, record)})


ACTION: Final = Action("DescribeBackup", run, INPUT)
