"""ListStreams: the streams of all tables or of one, a page at a time."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from tavola.engine.action import Action
from tavola.engine.database import Database
from tavola.engine.request.shapes import Fields, StringShape
from tavola.engine.request.stream_shapes import PAGE_LIMIT
from tavola.engine.request.value_shapes import NAME_PATTERN
from tavola.engine.streams.table_streams import check_stream_arn, find_stream, list_streams

_PAGE: Final = 100

INPUT: Final[Fields] = {
    "TableName": StringShape(pattern=NAME_PATTERN, shortest=3, longest=255),
    "Limit": PAGE_LIMIT,
    "ExclusiveStartStreamArn": StringShape(shortest=37, longest=1024),
}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer a ListStreams request; streams are listed in the order of their beginning."""
    after = _start(database, body.get("ExclusiveStartStreamArn"))
    wanted = body.get("TableName")
    streams = [
        stream
        for stream in list_streams(database)
        if stream.id > after and wanted in (None, stream.table_name)
    ]
    limit = body.get("Limit", _PAGE)
    page = streams[:limit]
    answer: dict[str, Any] = {
        "Streams": [
            {"StreamArn": each.arn, "TableName": each.table_name, "StreamLabel": each.label}
            for each in page
        ]
    }
    if len(streams) > limit:
        answer["LastEvaluatedStreamArn"] = page[-1].arn
    return msgspec.json.encode(answer)


ACTION: Final = Action("ListStreams", run, INPUT)


def _start(database: Database, arn: str | None) -> int:
    if arn is None:
        return 0
    check_stream_arn(arn)
    return find_stream(database, arn).id
