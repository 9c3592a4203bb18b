"""ListImports: the imports into all tables or into one, a page at a time."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from tavola.engine.action import Action
from tavola.engine.database import Database
from tavola.engine.request.shapes import Fields, IntegerShape, StringShape
from tavola.engine.request.transfer_shapes import TABLE_ARN
from tavola.engine.transfers.transfers import list_transfers, page_of

_PAGE: Final = 25
_SHOWN: Final = (
    "ImportArn",
    "ImportStatus",
    "TableArn",
    "S3BucketSource",
    "InputFormat",
    "StartTime",
    "EndTime",
)

INPUT: Final[Fields] = {
    "TableArn": TABLE_ARN,
    "PageSize": IntegerShape(least=1, most=25),
    "NextToken": StringShape(shortest=112, longest=1024, pattern="([0-9a-f]{16})+"),
}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer a ListImports request."""
    listed = list_transfers(database, "Import", body.get("TableArn"))
    page, token = page_of(listed, "Import", body.get("PageSize", _PAGE), body.get("NextToken"))
    answer: dict[str, Any] = {
        "ImportSummaryList": [{name: each[name] for name in _SHOWN} for each in page]
    }
    if token is not None:
        answer["NextToken"] = token
    return msgspec.json.encode(answer)


ACTION: Final = Action("ListImports", run, INPUT)
