"""ListTagsOfResource: the tags of a table."""

from __future__ import annotations

from typing import Any

import msgspec

from tavola.engine.database import Database
from tavola.engine.resources import tagged_table


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer a ListTagsOfResource request; fifty tags always fit one page."""
    table = tagged_table(database, body.get("ResourceArn"))
    tags = [{"Key": key, "Value": value} for key, value in table.tags.items()]
    return msgspec.json.encode({"Tags": tags})
