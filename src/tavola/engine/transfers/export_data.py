"""Writes a table to a bucket in the layout of DynamoDB's exports.

# DynamoDB: prefix/AWSDynamoDB/<export id>/ holds the manifests, and data/ in it the items, one to a
# line. Developer guide, S3DataExport.Output.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Iterator, Mapping
from typing import Any, Final

import msgspec

from tavola.engine.database import Database
from tavola.engine.pacing import UNPACED, Pace
from tavola.engine.storage.catalog import TableInfo
from tavola.engine.tables.moments import (
    begin_moment,
    copy_moment,
    forget_moment,
    read_moment,
)
from tavola.engine.transfers.bucket_folders import Bucket, NoSuchBucket, WrittenObject, find_bucket
from tavola.engine.transfers.transfers import timestamp, transfer_id

__all__ = ["export_table"]

Row = tuple[bytes, int]

_MANIFEST_VERSION: Final = "2020-06-30"


def export_table(
    database: Database, table: TableInfo, body: Mapping[str, Any], now: float, pace: Pace
) -> Generator[None, None, dict[str, Any]]:
    """Export a table as it is now, in steps; return its description."""
    number = transfer_id(database, now)
    prefix = body.get("S3Prefix", "").strip("/")
    root = f"{prefix}/AWSDynamoDB/{number}" if prefix else f"AWSDynamoDB/{number}"
    description: dict[str, Any] = {
        "ExportArn": f"{table.arn}/export/{number}",
        "ExportStatus": "COMPLETED",
        "StartTime": now,
        "ExportManifest": f"{root}/manifest-summary.json",
        "TableArn": table.arn,
        "TableId": table.table_id,
        "ExportTime": body.get("ExportTime", now),
        "ClientToken": body.get("ClientToken", database.new_id()),
        "S3Bucket": body["S3Bucket"],
        "S3SseAlgorithm": body.get("S3SseAlgorithm", "AES256"),
        "ExportFormat": "DYNAMODB_JSON",
        "ExportType": "FULL_EXPORT",
    }
    for name in ("S3Prefix", "S3BucketOwner", "S3SseKmsKeyId"):
        if name in body:
            description[name] = body[name]
    try:
        bucket = find_bucket(database.buckets, body["S3Bucket"])
        yield from _write(database, table, bucket, root, description, pace)
    except NoSuchBucket:
        description |= _failure("S3NoSuchBucket", "The specified bucket does not exist")
    except OSError as error:
        description |= _failure("S3AccessDenied", f"The bucket cannot be written to: {error}")
    return description


def _failure(code: str, message: str) -> dict[str, Any]:
    return {"ExportStatus": "FAILED", "FailureCode": code, "FailureMessage": message}


def _write(
    database: Database,
    table: TableInfo,
    bucket: Bucket,
    root: str,
    description: dict[str, Any],
    pace: Pace,
) -> Generator[None]:
    bucket.write(f"{root}/_started", b"")
    sizes = [0]
    key = f"{root}/data/{database.new_id().replace('-', '')}.json.gz"
    if database.storage.path is None:
        data = yield from _write_memory(database, table, bucket, key, sizes, pace)
    else:
        # From a file one cursor reads what was there when it began; nothing may come between.
        rows = database.storage.read(table.statements.scan, None)
        data = yield from bucket.write_lines(key, _lines(rows, sizes), UNPACED)
    description["EndTime"] = round(database.clock(), 3)
    description["ItemCount"] = data.lines
    description["BilledSizeBytes"] = sizes[0]
    _write_manifest(bucket, f"{root}/manifest-files", msgspec.json.encode(_data_file(data)) + b"\n")
    summary = _summary(root, description)
    _write_manifest(bucket, f"{root}/manifest-summary", msgspec.json.encode(summary))


def _write_memory(
    database: Database, table: TableInfo, bucket: Bucket, key: str, sizes: list[int], pace: Pace
) -> Generator[None, None, WrittenObject]:
    """Write a table of memory as it is now, from a copy, since others write between two steps."""
    with database.storage.transaction() as tx:
        number = begin_moment(tx, table.id)
    is_whole = False
    try:
        yield from copy_moment(database, number, table.id, pace)
        lines = _lines(read_moment(database, number), sizes)
        data = yield from bucket.write_lines(key, lines, pace)
        is_whole = True
    finally:
        # Where nobody goes on with it, nothing can pause.
        forgetting = forget_moment(database, number, pace if is_whole else UNPACED)
        if not is_whole:
            deque(forgetting, 0)
    yield from forgetting
    return data


def _lines(rows: Iterable[Row], sizes: list[int]) -> Iterator[bytes]:
    """Return every item as a line; `sizes` gets their sum."""
    for item, size in rows:
        sizes[0] += size
        yield b'{"Item":%b}' % item


def _data_file(data: WrittenObject) -> dict[str, Any]:
    return {
        "itemCount": data.lines,
        "md5Checksum": data.md5,
        "etag": f"{data.checksum.hex()}-1",
        "dataFileS3Key": data.key,
    }


def _summary(root: str, description: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "version": _MANIFEST_VERSION,
        "exportArn": description["ExportArn"],
        "startTime": timestamp(description["StartTime"]),
        "endTime": timestamp(description["EndTime"]),
        "tableArn": description["TableArn"],
        "tableId": description["TableId"],
        "exportTime": timestamp(description["ExportTime"]),
        "s3Bucket": description["S3Bucket"],
        "s3Prefix": description.get("S3Prefix"),
        "s3SseAlgorithm": description["S3SseAlgorithm"],
        "s3SseKmsKeyId": description.get("S3SseKmsKeyId"),
        "manifestFilesS3Key": f"{root}/manifest-files.json",
        "billedSizeBytes": description["BilledSizeBytes"],
        "itemCount": description["ItemCount"],
        "outputFormat": "DYNAMODB_JSON",
        "exportType": "FULL_EXPORT",
    }


def _write_manifest(bucket: Bucket, key: str, content: bytes) -> None:
    manifest = bucket.write(f"{key}.json", content)
    bucket.write(f"{key}.checksum", manifest.md5.encode())
