"""GetShardIterator: where to begin reading a stream's shard."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from tavola.engine.action import Action
from tavola.engine.database import Database
from tavola.engine.request.shapes import Fields, StringShape
from tavola.engine.request.stream_shapes import STREAM_ARN, TimestampShape
from tavola.engine.storage import ledger
from tavola.engine.streams.change_records import check_not_trimmed
from tavola.engine.streams.shard_iterators import OLDEST, ShardIterator, format_iterator
from tavola.engine.streams.table_streams import (
    StreamInfo,
    find_stream,
    last_sequence,
    parse_sequence_number,
)
from tavola.errors import TableNotFound, ValidationFailed

INPUT: Final[Fields] = {
    "StreamArn": STREAM_ARN,
    "ShardId": StringShape(required=True, shortest=28, longest=65),
    "ShardIteratorType": StringShape(
        required=True,
        values=(
            "AFTER_SEQUENCE_NUMBER",
            "AT_TIMESTAMP",
            "LATEST",
            "AT_SEQUENCE_NUMBER",
            "TRIM_HORIZON",
        ),
    ),
    "SequenceNumber": StringShape(shortest=21, longest=40),
    "Timestamp": TimestampShape(),
}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer a GetShardIterator request."""
    kind: str = body["ShardIteratorType"]
    _check_parameters(kind, body)
    stream = find_stream(database, body["StreamArn"])
    if body["ShardId"] != stream.shard_id:
        raise TableNotFound(
            f"Requested resource not found: Shard: {body['ShardId']} in Stream: {stream.arn} "
            "not found"
        )
    position = _position(database, stream, kind, body)
    iterator = ShardIterator(stream.arn, position, database.clock())
    return msgspec.json.encode({"ShardIterator": format_iterator(iterator)})


ACTION: Final = Action("GetShardIterator", run, INPUT)


def _check_parameters(kind: str, body: dict[str, Any]) -> None:
    for name, takers in (
        ("SequenceNumber", ("AT_SEQUENCE_NUMBER", "AFTER_SEQUENCE_NUMBER")),
        ("Timestamp", ("AT_TIMESTAMP",)),
    ):
        if kind in takers and name not in body:
            raise ValidationFailed(f"{name} is required for {kind} iterator type")
        if kind not in takers and name in body:
            raise ValidationFailed(f"{name} cannot be specified for {kind} iterator type")


def _position(database: Database, stream: StreamInfo, kind: str, body: dict[str, Any]) -> int:
    if kind == "TRIM_HORIZON":
        return OLDEST
    end = (last_sequence(database) if stream.last is None else stream.last) + 1
    if kind == "LATEST":
        return end
    if kind == "AT_TIMESTAMP":
        found = database.storage.rows(ledger.FIRST_SEQUENCE_SINCE, (stream.id, body["Timestamp"]))
        return int(found[0][0]) if found else end
    sequence = parse_sequence_number(body["SequenceNumber"])
    if not stream.first <= sequence <= end:
        raise ValidationFailed(f"Invalid SequenceNumber: {body['SequenceNumber']}")
    check_not_trimmed(database, stream, sequence)
    return sequence if kind == "AT_SEQUENCE_NUMBER" else sequence + 1
