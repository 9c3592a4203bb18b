"""DeleteTable: the table, its items and its indexes are gone at once."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from tavola.engine.action import Action
from tavola.engine.database import Database
from tavola.engine.pacing import UNPACED, Pace, Steps, finish
from tavola.engine.request.shapes import Fields
from tavola.engine.request.table_shapes import MANAGED_TABLE_NAME
from tavola.engine.streams.table_streams import close_stream
from tavola.engine.tables.backfill import drop
from tavola.engine.tables.descriptions import describe_table
from tavola.engine.tables.totals import count_items
from tavola.errors import ValidationFailed

INPUT: Final[Fields] = {"TableName": MANAGED_TABLE_NAME}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer a DeleteTable request."""
    return finish(steps(database, body, UNPACED))


def steps(database: Database, body: dict[str, Any], pace: Pace) -> Steps:
    """Answer, in steps: the table is gone with the first one, its items go one after another."""
    table = database.managed_table(body["TableName"])
    if table.is_protected:
        raise ValidationFailed(
            "Resource cannot be deleted as it is currently protected against deletion. "
            "Disable deletion protection first."
        )
    totals = yield from count_items(database, table, pace)
    description = describe_table(database, table, totals, "DELETING")
    with database.storage.transaction() as tx:
        database.check_current(table)
        close_stream(database, tx, table)
        tx.remove_table(table)
    yield from drop(database, table.id, pace)
    return msgspec.json.encode({"TableDescription": _brief(description)})


ACTION: Final = Action("DeleteTable", run, INPUT, steps=steps, requires_table_first=True)


def _brief(description: dict[str, Any]) -> dict[str, Any]:
    # DynamoDB: a table under deletion no longer shows its keys and indexes.
    gone = {
        "AttributeDefinitions",
        "KeySchema",
        "CreationDateTime",
        "GlobalSecondaryIndexes",
        "LocalSecondaryIndexes",
        "VectorIndexes",
        "WarmThroughput",
    }
    return {name: value for name, value in description.items() if name not in gone}
