"""DescribeTable: everything that is known of one table."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from tavola.engine.action import Action
from tavola.engine.database import Database
from tavola.engine.request.shapes import Fields
from tavola.engine.request.table_shapes import MANAGED_TABLE_NAME
from tavola.engine.tables.descriptions import describe_table

INPUT: Final[Fields] = {"TableName": MANAGED_TABLE_NAME}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer a DescribeTable request."""
    table = database.managed_table(body["TableName"])
    return msgspec.json.encode({"Table": describe_table(database, table)})


ACTION: Final = Action("DescribeTable", run, INPUT, requires_table_first=True)
