"""ListTables: the names of all tables, a page at a time."""

from __future__ import annotations

from bisect import bisect_right
from typing import Any, Final

import msgspec

from tavola.engine.action import Action
from tavola.engine.database import Database
from tavola.engine.request.shapes import Fields, IntegerShape
from tavola.engine.request.table_shapes import NEW_TABLE_NAME

_PAGE: Final = 100

INPUT: Final[Fields] = {
    "ExclusiveStartTableName": NEW_TABLE_NAME,
    "Limit": IntegerShape(least=1, most=100),
}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer a ListTables request."""
    names = sorted(database.storage.refresh().tables)
    first = bisect_right(names, body["ExclusiveStartTableName"]) if _is_continued(body) else 0
    last = first + body.get("Limit", _PAGE)
    answer: dict[str, Any] = {"TableNames": names[first:last]}
    if last < len(names):
        answer["LastEvaluatedTableName"] = names[last - 1]
    return msgspec.json.encode(answer)


ACTION: Final = Action("ListTables", run, INPUT)


def _is_continued(body: dict[str, Any]) -> bool:
    return "ExclusiveStartTableName" in body
