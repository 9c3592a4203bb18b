"""Records of changes: written in the transaction of the change, read shard by shard.

It must not know how a change came about: it is given the item before and after, as it is stored.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from typing import Any, Final

import msgspec
from msgspec import Raw, Struct

from tavola.engine.database import Database
from tavola.engine.storage import ledger
from tavola.engine.storage.catalog import TableInfo
from tavola.engine.storage.large_items import read_key
from tavola.engine.storage.storage import StorageTransaction
from tavola.engine.streams.table_streams import (
    RETENTION_SECONDS,
    StreamInfo,
    last_sequence,
    sequence_number,
)
from tavola.errors import StoreError
from tavola.values import Item, item_size, values_equal

__all__ = [
    "MAX_RECORDS",
    "Image",
    "add_record",
    "are_equal",
    "check_not_trimmed",
    "read_records",
]

# DynamoDB: at most 1,000 records or 1 MB at a time. API reference, GetRecords.
MAX_RECORDS: Final = 1000
_MAX_BYTES: Final = 1 << 20

_IMAGES: Final[Mapping[str, tuple[bool, bool]]] = {
    "KEYS_ONLY": (False, False),
    "NEW_IMAGE": (True, False),
    "OLD_IMAGE": (False, True),
    "NEW_AND_OLD_IMAGES": (True, True),
}
"""Whether a view shows the item after and before."""

# DynamoDB: who deletes an expired item. Developer guide, time-to-live-ttl-streams.
_EXPIRY: Final = {"Type": "Service", "PrincipalId": "dynamodb.amazonaws.com"}

_encode = msgspec.json.Encoder().encode


class Image(Struct, frozen=True):
    """An item as it is stored, which a record shows without anybody decoding it."""

    data: bytes
    size: int


def add_record(
    database: Database,
    tx: StorageTransaction,
    table: TableInfo,
    old: Image | None,
    new: Image | None,
    *,
    is_expiry: bool = False,
) -> None:
    """Write the record of a change to a table that has a stream; see `are_equal` for none."""
    present = old if new is None else new
    if table.stream is None or present is None:
        return
    now = database.clock()
    record: dict[str, Any] = {
        "eventName": "INSERT" if old is None else "REMOVE" if new is None else "MODIFY",
        "eventVersion": "1.1",
        "eventSource": "aws:dynamodb",
        "awsRegion": database.region,
    }
    if is_expiry:
        record["userIdentity"] = _EXPIRY
    keys = read_key(present.data, table.key_attributes)
    change = _change(table.stream["StreamViewType"], keys, old, new)
    change["ApproximateCreationDateTime"] = float(int(now))
    record["dynamodb"] = change
    tx.run(ledger.ADD_RECORD, (table.stream_id, now, change["SizeBytes"], _encode(record)))
    tx.run(ledger.TRIM, (now - RETENTION_SECONDS,))


def _change(view: str, keys: Item, old: Image | None, new: Image | None) -> dict[str, Any]:
    shows_new, shows_old = _IMAGES[view]
    change: dict[str, Any] = {"Keys": keys}
    size = item_size(keys)
    if shows_new and new is not None:
        change["NewImage"] = Raw(new.data)
        size += new.size
    if shows_old and old is not None:
        change["OldImage"] = Raw(old.data)
        size += old.size
    change["SizeBytes"] = size
    change["StreamViewType"] = view
    return change


def are_equal(old: Item | None, new: Item | None) -> bool:
    """Return whether a write changes nothing."""
    # DynamoDB: a write that changes nothing leaves no record. Developer guide, Streams.
    if old is None or new is None:
        return old is new
    return old == new or (
        old.keys() == new.keys() and all(values_equal(old[name], new[name]) for name in old)
    )


def read_records(
    database: Database, stream: StreamInfo, position: int, limit: int
) -> tuple[list[bytes], int]:
    """Read the records from a sequence on; also return the sequence at which to continue."""
    sequences = _sequences_of_page(database, stream, position, limit)
    if not sequences:
        return [], position
    rows = database.storage.rows(ledger.RECORDS, (stream.id, sequences[0], sequences[-1]))
    return [_completed(stream, *row) for row in rows], sequences[-1] + 1


def _sequences_of_page(
    database: Database, stream: StreamInfo, position: int, limit: int
) -> list[int]:
    """Find the records that fit into one answer, by their sizes, before any is read."""
    oldest = database.clock() - RETENTION_SECONDS
    sequences: list[int] = []
    total = 0
    for sequence, size in database.storage.rows(
        ledger.RECORD_SIZES, (stream.id, position, oldest, limit)
    ):
        total += size
        if sequences and total > _MAX_BYTES:
            break
        sequences.append(sequence)
    return sequences


def check_not_trimmed(database: Database, stream: StreamInfo, sequence: int) -> None:
    """Refuse to read on from a record that is past its 24 hours."""
    oldest = database.clock() - RETENTION_SECONDS
    if stream.created_at >= oldest:
        return
    kept = database.storage.rows(ledger.FIRST_SEQUENCE_SINCE, (stream.id, oldest))
    if sequence < (kept[0][0] if kept else last_sequence(database) + 1):
        raise StoreError(
            "The operation attempted to read past the oldest stream record in a shard",
            code="TrimmedDataAccessException",
        )


def _completed(stream: StreamInfo, sequence: int, record: bytes) -> bytes:
    """Add what is only known once a record is written; the change is its last member."""
    number = sequence_number(sequence).encode()
    event = blake2b(stream.arn.encode() + number, digest_size=16).hexdigest().encode()
    return b'{"eventID":"%b",%b,"SequenceNumber":"%b"}}' % (event, record[1:-2], number)
