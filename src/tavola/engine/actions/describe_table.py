"""DescribeTable: everything that is known of one table."""

from __future__ import annotations

from typing import Any

import msgspec

from tavola.engine.database import Database
from tavola.engine.tables.descriptions import describe_table


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer a DescribeTable request."""
    table = database.managed_table(body["TableName"])
    return msgspec.json.encode({"Table": describe_table(database, table)})
