"""ListExports: the exports of all tables or of one, a page at a time."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from tavola.engine.action import Action
from tavola.engine.database import Database
from tavola.engine.request.shapes import Fields, IntegerShape, StringShape
from tavola.engine.request.transfer_shapes import TABLE_ARN
from tavola.engine.transfers.transfers import list_transfers, page_of

_PAGE: Final = 25
_SHOWN: Final = ("ExportArn", "ExportStatus", "ExportType")

INPUT: Final[Fields] = {
    "TableArn": TABLE_ARN,
    "MaxResults": IntegerShape(least=1, most=25),
    "NextToken": StringShape(),
}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer a ListExports request."""
    listed = list_transfers(database, "Export", body.get("TableArn"))
    page, token = page_of(listed, "Export", body.get("MaxResults", _PAGE), body.get("NextToken"))
    answer: dict[str, Any] = {
        "ExportSummaries": [{name: each[name] for name in _SHOWN} for each in page]
    }
    if token is not None:
        answer["NextToken"] = token
    return msgspec.json.encode(answer)


ACTION: Final = Action("ListExports", run, INPUT)
