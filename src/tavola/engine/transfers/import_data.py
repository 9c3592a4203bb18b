"""Fills a new table from the objects of a bucket, item by item; errors are counted."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from itertools import islice
from json import JSONDecoder
from typing import Any, Final

import msgspec
from msgspec import Struct

from tavola.engine.database import Database
from tavola.engine.items.writes import PutWrite, check_item_size, encode
from tavola.engine.pacing import Pace
from tavola.engine.storage.catalog import TableInfo
from tavola.engine.storage.rows import row_of
from tavola.engine.storage.storage import StorageTransaction
from tavola.engine.transfers.bucket_folders import Bucket, NoSuchBucket, find_bucket
from tavola.engine.transfers.transfers import transfer_id, write_with_retry
from tavola.errors import StoreError
from tavola.values import measure_item

__all__ = ["import_items"]

_ITEMS_PER_STEP: Final = 100
_SOME_FAILED: Final = (
    "Some of the items failed validation checks. Please check CloudWatch error logs for more "
    "details."
)
_SCANNER: Final = JSONDecoder()

_decode = msgspec.json.Decoder(dict[str, dict[str, Any]]).decode


class _Progress(Struct):
    """Counts of an import."""

    processed: int = 0
    imported: int = 0
    errors: int = 0
    size: int = 0


def import_items(
    database: Database, table: TableInfo, body: Mapping[str, Any], now: float, pace: Pace
) -> Generator[None, None, dict[str, Any]]:
    """Import what the request names into its new table, in steps; describe what came of it."""
    description: dict[str, Any] = {
        "ImportArn": f"{table.arn}/import/{transfer_id(database, now)}",
        "ImportStatus": "COMPLETED",
        "TableArn": table.arn,
        "TableId": table.table_id,
        "ClientToken": body.get("ClientToken", database.new_id()),
        "S3BucketSource": body["S3BucketSource"],
        "InputFormat": body["InputFormat"],
        "InputCompressionType": body.get("InputCompressionType", "NONE"),
        "TableCreationParameters": body["TableCreationParameters"],
        "StartTime": now,
    }
    progress = _Progress()
    try:
        yield from _load(database, table, body, progress, pace)
    except NoSuchBucket:
        description |= _failure("S3NoSuchBucket", "The specified bucket does not exist")
    if progress.errors:
        # DynamoDB: what could be imported stays. Developer guide, S3DataImport.
        description |= _failure("ItemValidationError", _SOME_FAILED)
    description |= {
        "EndTime": round(database.clock(), 3),
        "ErrorCount": progress.errors,
        "ProcessedSizeBytes": progress.size,
        "ProcessedItemCount": progress.processed,
        "ImportedItemCount": progress.imported,
    }
    return description


def _failure(code: str, message: str) -> dict[str, Any]:
    return {"ImportStatus": "FAILED", "FailureCode": code, "FailureMessage": message}


def _load(
    database: Database, table: TableInfo, body: Mapping[str, Any], progress: _Progress, pace: Pace
) -> Generator[None]:
    source = body["S3BucketSource"]
    bucket = find_bucket(database.buckets, source["S3Bucket"])
    keys = bucket.keys(source.get("S3KeyPrefix", ""))
    is_compressed = body.get("InputCompressionType") == "GZIP"
    for key in keys:
        puts = _puts(bucket, key, table, progress, is_compressed=is_compressed)
        while step := list(islice(puts, _ITEMS_PER_STEP)):
            write_with_retry(database, table, _writer(step))
            if pace.is_over():
                yield


def _writer(step: list[PutWrite]) -> Any:
    def write(tx: StorageTransaction, table: TableInfo) -> None:
        for put in step:
            tx.put(table, put.row if put.table is table else _row_of_changed(table, put))

    return write


def _row_of_changed(table: TableInfo, put: PutWrite) -> tuple[Any, ...]:
    """Make an item's row again: its table got or lost an index since."""
    item = put.new or {}
    return row_of(table, item, encode(item), put.new_size)


def _puts(
    bucket: Bucket, key: str, table: TableInfo, progress: _Progress, *, is_compressed: bool
) -> Iterator[PutWrite]:
    """Read the items of one object; a line that is not an item of this table is an error."""
    try:
        for line in bucket.read_lines(key, is_compressed=is_compressed):
            progress.size += len(line) if line.strip() else 0
            for document in _documents(line):
                progress.processed += 1
                put = _read(table, document)
                if put is None:
                    progress.errors += 1
                else:
                    progress.imported += 1
                    yield put
    except OSError:
        progress.errors += 1


def _documents(line: bytes) -> Iterator[bytes]:
    """Split a line into documents: usually one, but nothing need stand between two."""
    rest = line.strip()
    while rest:
        end = _end_of_document(rest)
        yield rest[:end]
        rest = rest[end:].lstrip()


def _end_of_document(text: bytes) -> int:
    """Find where the first document ends; what does not parse goes to the end of the line."""
    try:
        msgspec.json.decode(text, type=msgspec.Raw)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        pass
    else:
        return len(text)
    try:
        content = text.decode()
        _, end = _SCANNER.raw_decode(content)
    except (ValueError, RecursionError):
        return len(text)
    return len(content[:end].encode())


def _read(table: TableInfo, document: bytes) -> PutWrite | None:
    try:
        item, size = measure_item(_decode(document)["Item"])
        check_item_size(item, size)
        return PutWrite.prepare(table, item, size)
    except (StoreError, msgspec.MsgspecError, UnicodeError, RecursionError, KeyError):
        return None
