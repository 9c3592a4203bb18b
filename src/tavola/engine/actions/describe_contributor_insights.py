"""DescribeContributorInsights: whether a table or index is watched."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from tavola.engine.action import Action
from tavola.engine.database import Database
from tavola.engine.request.shapes import Fields
from tavola.engine.request.table_shapes import MANAGED_TABLE_NAME, WATCHED_INDEX
from tavola.engine.tables.contributor_insights import insights_of, watched_table

INPUT: Final[Fields] = {"TableName": MANAGED_TABLE_NAME, "IndexName": WATCHED_INDEX}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer a DescribeContributorInsights request."""
    table = watched_table(database, body)
    index = body.get("IndexName")
    answer = insights_of(table, index)
    if (index or "") in table.insights:
        answer["LastUpdateDateTime"] = table.insights[index or ""]
    return msgspec.json.encode(answer)


ACTION: Final = Action("DescribeContributorInsights", run, INPUT, requires_table_first=True)
