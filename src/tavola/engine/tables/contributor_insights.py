"""Contributor insights of tables and indexes: a stored setting that counts nothing."""

from __future__ import annotations

from typing import Any

from tavola.engine.database import Database
from tavola.engine.storage.catalog import TableInfo
from tavola.errors import TableNotFound

__all__ = ["insights_of", "watched_table"]


def watched_table(database: Database, body: dict[str, Any]) -> TableInfo:
    """Find the table of a request about insights, or refuse as DynamoDB does."""
    table = database.managed_table(body["TableName"])
    index = body.get("IndexName")
    if index is not None and index not in table.indexes:
        raise TableNotFound(f"Requested resource not found: Index: {index} not found")
    return table


def insights_of(table: TableInfo, index: str | None) -> dict[str, Any]:
    """Return which table or index is meant, and whether it is watched."""
    shown: dict[str, Any] = {"TableName": table.name}
    if index is not None:
        shown["IndexName"] = index
    is_watched = (index or "") in table.insights
    return shown | {"ContributorInsightsStatus": "ENABLED" if is_watched else "DISABLED"}
