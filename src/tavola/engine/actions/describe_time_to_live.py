"""DescribeTimeToLive: whether items of a table expire, and by which attribute."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from tavola.engine.action import Action
from tavola.engine.database import Database
from tavola.engine.request.shapes import Fields
from tavola.engine.request.table_shapes import MANAGED_TABLE_NAME

INPUT: Final[Fields] = {"TableName": MANAGED_TABLE_NAME}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer a DescribeTimeToLive request."""
    table = database.managed_table(body["TableName"])
    description = {"TimeToLiveStatus": "DISABLED"}
    if table.ttl_attribute is not None:
        description = {"TimeToLiveStatus": "ENABLED", "AttributeName": table.ttl_attribute}
    return msgspec.json.encode({"TimeToLiveDescription": description})


ACTION: Final = Action("DescribeTimeToLive", run, INPUT, requires_table_first=True)
