"""DescribeTimeToLive: whether items of a table expire, and by which attribute."""

from __future__ import annotations

from typing import Any

import msgspec

from tavola.engine.database import Database


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer a DescribeTimeToLive request."""
    table = database.managed_table(body["TableName"])
    description = {"TimeToLiveStatus": "DISABLED"}
    if table.ttl_attribute is not None:
        description = {"TimeToLiveStatus": "ENABLED", "AttributeName": table.ttl_attribute}
    return msgspec.json.encode({"TimeToLiveDescription": description})
