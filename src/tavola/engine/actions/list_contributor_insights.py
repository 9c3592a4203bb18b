"""ListContributorInsights: the tables and indexes that are watched, a page at a time."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from tavola.engine.action import Action
from tavola.engine.database import Database
from tavola.engine.request.shapes import Fields, IntegerShape, StringShape
from tavola.engine.request.value_shapes import TableNameShape
from tavola.engine.tables.contributor_insights import insights_of
from tavola.errors import ValidationFailed

_PAGE: Final = 100

INPUT: Final[Fields] = {
    "TableName": TableNameShape(required=False),
    "NextToken": StringShape(),
    "MaxResults": IntegerShape(most=100),
}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer a ListContributorInsights request."""
    name = body.get("TableName")
    tables = database.storage.refresh().tables.values()
    wanted = tables if name is None else [database.managed_table(name)]
    watched = sorted((table.name, index) for table in wanted for index in table.insights)
    if "NextToken" in body:
        last = _read_token(body["NextToken"])
        watched = [each for each in watched if each > last]
    size = max(body.get("MaxResults", 0), 0) or _PAGE
    by_name = {table.name: table for table in wanted}
    page = watched[:size]
    summaries = [insights_of(by_name[table], index or None) for table, index in page]
    answer: dict[str, Any] = {"ContributorInsightsSummaries": summaries}
    if len(watched) > size:
        answer["NextToken"] = "/".join(page[-1])
    return msgspec.json.encode(answer)


ACTION: Final = Action("ListContributorInsights", run, INPUT)


def _read_token(token: str) -> tuple[str, str]:
    """Read the last table and index of the previous page; neither name can have a slash."""
    table, slash, index = token.partition("/")
    if not slash:
        raise ValidationFailed("Invalid NextToken")
    return table, index
