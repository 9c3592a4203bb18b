"""ListContributorInsights: the tables and indexes that are watched."""

from __future__ import annotations

from typing import Any

import msgspec

from tavola.engine.contributor_insights import insights_of
from tavola.engine.database import Database


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer a ListContributorInsights request, all of it at once."""
    name = body.get("TableName")
    tables = database.storage.refresh().tables.values()
    wanted = tables if name is None else [database.managed_table(name)]
    summaries = [
        insights_of(table, place or None) for table in wanted for place in sorted(table.insights)
    ]
    return msgspec.json.encode({"ContributorInsightsSummaries": summaries})
