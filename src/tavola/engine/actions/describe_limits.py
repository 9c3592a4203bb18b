"""DescribeLimits: the capacity that an account and a table may have."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from tavola.engine.action import Action
from tavola.engine.database import Database
from tavola.engine.request.shapes import Fields

INPUT: Final[Fields] = {}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer a DescribeLimits request with the limits of a new account."""
    return msgspec.json.encode(
        {
            "AccountMaxReadCapacityUnits": 80_000,
            "AccountMaxWriteCapacityUnits": 80_000,
            "TableMaxReadCapacityUnits": 40_000,
            "TableMaxWriteCapacityUnits": 40_000,
        }
    )


ACTION: Final = Action("DescribeLimits", run, INPUT)
