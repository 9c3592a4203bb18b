"""DescribeContinuousBackups: the stored setting of point-in-time recovery."""

from __future__ import annotations

from typing import Any

import msgspec

from tavola.engine.database import Database
from tavola.engine.tables.backups import describe_backups


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer a DescribeContinuousBackups request."""
    return msgspec.json.encode(describe_backups(database, database.backed_table(body["TableName"])))
