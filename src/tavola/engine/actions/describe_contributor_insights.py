"""DescribeContributorInsights: whether a table or index is watched."""

from __future__ import annotations

from typing import Any

import msgspec

from tavola.engine.database import Database
from tavola.engine.tables.contributor_insights import insights_of, watched_table


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer a DescribeContributorInsights request."""
    table = watched_table(database, body)
    index = body.get("IndexName")
    answer = insights_of(table, index)
    if (index or "") in table.insights:
        answer["LastUpdateDateTime"] = table.insights[index or ""]
    return msgspec.json.encode(answer)
