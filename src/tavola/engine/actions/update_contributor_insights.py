"""UpdateContributorInsights: enable or disable it for a table or index."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec.structs import replace

from tavola.engine.action import Action
from tavola.engine.database import Database
from tavola.engine.request.shapes import Fields, StringShape
from tavola.engine.request.table_shapes import MANAGED_TABLE_NAME, WATCHED_INDEX
from tavola.engine.tables.contributor_insights import insights_of, watched_table

INPUT: Final[Fields] = {
    "TableName": MANAGED_TABLE_NAME,
    "IndexName": WATCHED_INDEX,
    "ContributorInsightsAction": StringShape(required=True, values=("ENABLE", "DISABLE")),
}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer an UpdateContributorInsights request."""
    table = watched_table(database, body)
    index = body.get("IndexName")
    is_enabled = body["ContributorInsightsAction"] == "ENABLE"
    insights = {name: since for name, since in table.insights.items() if name != (index or "")}
    if is_enabled:
        insights[index or ""] = round(database.clock(), 3)
    with database.storage.transaction() as tx:
        tx.save_table(replace(table, insights=insights))
    answer = insights_of(table, index)
    answer["ContributorInsightsStatus"] = "ENABLING" if is_enabled else "DISABLING"
    return msgspec.json.encode(answer)


ACTION: Final = Action("UpdateContributorInsights", run, INPUT, requires_table_first=True)
