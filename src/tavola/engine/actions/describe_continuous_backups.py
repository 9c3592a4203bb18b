"""DescribeContinuousBackups: the stored setting of point-in-time recovery."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from tavola.engine.action import Action
from tavola.engine.database import Database
from tavola.engine.request.shapes import Fields
from tavola.engine.request.table_shapes import MANAGED_TABLE_NAME
from tavola.engine.tables.backups import describe_backups

INPUT: Final[Fields] = {"TableName": MANAGED_TABLE_NAME}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer a DescribeContinuousBackups request."""
    return msgspec.json.encode(
        describe_backups(database, database.table_for_backups(body["TableName"]))
    )


ACTION: Final = Action("DescribeContinuousBackups", run, INPUT, requires_table_first=True)
