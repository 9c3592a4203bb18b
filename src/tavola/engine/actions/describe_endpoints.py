"""DescribeEndpoints: where the service is, for clients that look for it."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from tavola.engine.action import Action
from tavola.engine.database import Database
from tavola.engine.request.shapes import Fields

INPUT: Final[Fields] = {}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer a DescribeEndpoints request."""
    address = database.caller.address or f"dynamodb.{database.region}.amazonaws.com"
    return msgspec.json.encode({"Endpoints": [{"Address": address, "CachePeriodInMinutes": 1440}]})


ACTION: Final = Action("DescribeEndpoints", run, INPUT)
