"""Streams of tables: opened, closed, found, and described with their one shard.

A stream outlives its table, or its being switched off, by 24 hours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final
from zlib import crc32

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tavola.engine.database import Database
from tavola.engine.storage import ledger
from tavola.engine.storage.catalog import TableInfo
from tavola.engine.storage.storage import StorageTransaction
from tavola.engine.tables.definitions import stream_label
from tavola.errors import TableNotFound, ValidationFailed

__all__ = [
    "RETENTION_SECONDS",
    "StreamInfo",
    "check_stream_arn",
    "close_stream",
    "find_stream",
    "last_sequence",
    "list_streams",
    "open_stream",
    "sequence_number",
]

# DynamoDB: records are kept for 24 hours. Developer guide, Streams.
RETENTION_SECONDS: Final = 24 * 60 * 60.0
# DynamoDB: a sequence number has 21 digits or more. API reference, StreamRecord.
_FIRST_SEQUENCE_NUMBER: Final = 10**20


class StreamInfo(Struct, frozen=True):
    """One stream; `first` and `last` are the sequences between which its records lie."""

    arn: str
    label: str
    table_name: str
    view: str
    key_schema: tuple[Mapping[str, str], ...]
    created_at: float
    first: int
    closed_at: float | None = None
    last: int | None = None
    id: int = 0

    @property
    def shard_id(self) -> str:
        """The name of its only shard, in the form of DynamoDB's."""
        return f"shardId-{int(self.created_at * 1000):020d}-{crc32(self.arn.encode()):08x}"

    def describe_shard(self) -> dict[str, Any]:
        """Describe its only shard; a closed one has an end."""
        bounds = {"StartingSequenceNumber": sequence_number(self.first)}
        if self.last is not None:
            bounds["EndingSequenceNumber"] = sequence_number(self.last)
        return {"ShardId": self.shard_id, "SequenceNumberRange": bounds}


_decode = msgspec.json.Decoder(StreamInfo).decode
_encode = msgspec.json.Encoder().encode


def sequence_number(sequence: int) -> str:
    """Format a sequence number as DynamoDB does: always as many digits."""
    return str(_FIRST_SEQUENCE_NUMBER + sequence)


def parse_sequence_number(text: str) -> int:
    """Parse a sequence number, or refuse the text."""
    if not (text.isascii() and text.isdigit()):
        raise ValidationFailed(f"Invalid SequenceNumber: {text}")
    return int(text) - _FIRST_SEQUENCE_NUMBER


def open_stream(database: Database, tx: StorageTransaction, table: TableInfo) -> TableInfo:
    """Begin the stream that a table's definition asks for, if it does; return the definition."""
    if table.stream is None:
        return table
    now = round(database.clock(), 3)
    tx.run(ledger.FORGET_STREAMS, (now - RETENTION_SECONDS,))
    arn, label = _unused_name(tx, table, now)
    sort = (
        () if table.sort_key is None else ({"AttributeName": table.sort_key, "KeyType": "RANGE"},)
    )
    stream = StreamInfo(
        arn=arn,
        label=label,
        table_name=table.name,
        view=table.stream["StreamViewType"],
        key_schema=({"AttributeName": table.partition_key, "KeyType": "HASH"}, *sort),
        created_at=now,
        first=_last_sequence(tx.run(ledger.LAST_SEQUENCE)) + 1,
    )
    ((number,),) = tx.run(ledger.ADD_STREAM, (arn, _encode(stream)))
    return replace(table, stream_id=number, stream_label=label)


def _unused_name(tx: StorageTransaction, table: TableInfo, now: float) -> tuple[str, str]:
    """Return the ARN and label of a new stream; two may begin within a millisecond."""
    while True:
        label = stream_label(now)
        arn = f"{table.arn}/stream/{label}"
        if not tx.run(ledger.FIND_STREAM, (arn,)):
            return arn, label
        now += 0.001


def close_stream(database: Database, tx: StorageTransaction, table: TableInfo) -> None:
    """End a table's stream, if it has one; its records can still be read."""
    if table.stream is None or table.stream_label is None:
        return
    for number, definition in tx.run(
        ledger.FIND_STREAM, (f"{table.arn}/stream/{table.stream_label}",)
    ):
        now = round(database.clock(), 3)
        stream = _decode(definition)
        last = max(_last_sequence(tx.run(ledger.LAST_SEQUENCE)), stream.first)
        closed = replace(stream, closed_at=now, last=last)
        tx.run(ledger.SAVE_STREAM, (now, _encode(closed), number))


def list_streams(database: Database) -> Iterator[StreamInfo]:
    """Yield every stream that can be read, oldest first."""
    for number, definition in database.storage.rows(ledger.ALL_STREAMS):
        stream = _decode(definition)
        if _is_kept(database, stream):
            yield replace(stream, id=number)


def find_stream(database: Database, arn: str) -> StreamInfo:
    """Find a stream by its ARN, or refuse as DynamoDB does."""
    check_stream_arn(arn)
    for number, definition in database.storage.rows(ledger.FIND_STREAM, (arn,)):
        stream = _decode(definition)
        if _is_kept(database, stream):
            return replace(stream, id=number)
    raise TableNotFound(f"Requested resource not found: Stream: {arn} not found")


def check_stream_arn(arn: str) -> None:
    """Refuse what cannot be the ARN of a stream."""
    if not arn.startswith("arn:") or ":table/" not in arn or "/stream/" not in arn:
        raise ValidationFailed(f"Invalid StreamArn: {arn}")


def last_sequence(database: Database) -> int:
    """Return the sequence of the last record of any stream in this file, 0 if there is none."""
    return _last_sequence(database.storage.rows(ledger.LAST_SEQUENCE))


def _last_sequence(rows: list[tuple[Any, ...]]) -> int:
    return int(rows[0][0]) if rows else 0


def _is_kept(database: Database, stream: StreamInfo) -> bool:
    return stream.closed_at is None or database.clock() - stream.closed_at < RETENTION_SECONDS
