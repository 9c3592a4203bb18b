"""Fills a new table from the objects of a bucket, item by item; errors are counted."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from itertools import islice
from typing import Any, Final

import msgspec
from msgspec import Struct

from tavola.engine.database import Database
from tavola.engine.items.writes import PutWrite, check_item_size
from tavola.engine.pacing import Pace
from tavola.engine.storage.catalog import TableInfo
from tavola.engine.storage.storage import StorageTransaction
from tavola.engine.transfers.bucket_folders import Bucket, NoSuchBucket, find_bucket
from tavola.engine.transfers.transfers import transfer_id, write_with_retry
from tavola.errors import StoreError
from tavola.values import measure_item

__all__ = ["import_items"]

_ITEMS_PER_STEP: Final = 100

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
    except FileNotFoundError:
        description |= _failure("S3NoSuchKey", "The specified key does not exist.")
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
    if not keys:
        raise FileNotFoundError
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
            tx.put(table, put.row)

    return write


def _puts(
    bucket: Bucket, key: str, table: TableInfo, progress: _Progress, *, is_compressed: bool
) -> Iterator[PutWrite]:
    """Read the items of one object; a line that is not an item of this table is an error."""
    try:
        for line in bucket.read_lines(key, is_compressed=is_compressed):
            if not line.strip():
                continue
            progress.processed += 1
            progress.size += len(line)
            put = _read(table, line)
            if put is None:
                progress.errors += 1
            else:
                progress.imported += 1
                yield put
    except OSError:
        progress.errors += 1


def _read(table: TableInfo, line: bytes) -> PutWrite | None:
    try:
        item, size = measure_item(_decode(line)["Item"])
        check_item_size(item, size)
        return PutWrite.prepare(table, item, size)
    except (StoreError, msgspec.MsgspecError, UnicodeError, RecursionError, KeyError):
        return None
