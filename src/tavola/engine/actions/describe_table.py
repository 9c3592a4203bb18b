"""DescribeTable: everything that is known of one table."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from tavola.engine.action import Action
from tavola.engine.database import Database
from tavola.engine.pacing import UNPACED, Pace, Steps, finish
from tavola.engine.request.shapes import Fields
from tavola.engine.request.table_shapes import MANAGED_TABLE_NAME
from tavola.engine.tables.descriptions import describe_table
from tavola.engine.tables.totals import count_items

INPUT: Final[Fields] = {"TableName": MANAGED_TABLE_NAME}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer a DescribeTable request."""
    return finish(steps(database, body, UNPACED))


def steps(database: Database, body: dict[str, Any], pace: Pace) -> Steps:
    """Answer, in steps: a large table is counted."""
    table = database.managed_table(body["TableName"])
    totals = yield from count_items(database, table, pace)
    return msgspec.json.encode({"Table": describe_table(database, table, totals)})


ACTION: Final = Action("DescribeTable", run, INPUT, steps=steps, requires_table_first=True)
