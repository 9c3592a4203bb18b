"""What each action on exports and imports takes, in the order of its faults' report."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tavola.engine.request.shapes import Predicate, Shape, Structure, Text, Whole, fault
from tavola.engine.request.stream_parameters import Moment
from tavola.engine.request.table_parameters import TABLE_ACTIONS

__all__ = ["TRANSFER_ACTIONS"]

_BUCKET_PATTERN = r"^[a-z0-9A-Z]+[\.\-\w]*[a-z0-9A-Z]+$"
# The same names, found in one pass: as it is written above, a long name could take minutes.
_is_bucket_name = re.compile(r"[a-z0-9A-Z][\.\-\w]*[a-z0-9A-Z]", re.ASCII).fullmatch
_MAX_BUCKET_NAME = 255


@dataclass(frozen=True, slots=True)
class BucketName:
    """The name of an S3 bucket."""

    required: bool = True

    def predicate(self) -> Predicate:
        """Make the quick test."""
        return lambda value: type(value) is str and next(self.faults(value, ""), None) is None

    def read(self, value: Any, depth: int) -> str:
        """Accept a string only."""
        return Text().read(value, depth)

    def faults(self, value: Any, path: str) -> Iterator[str]:
        """List broken constraints: pattern, length."""
        if not _is_bucket_name(value):
            wanted = f"Member must satisfy regular expression pattern: {_BUCKET_PATTERN}"
            yield fault(value, path, wanted)
        yield from Text(longest=_MAX_BUCKET_NAME).faults(value, path)

    def show(self, value: Any) -> str:
        """Print the name."""
        return str(value)


_ARN = Text(required=True, shortest=37, longest=1024)
_TABLE_ARN = Text(shortest=1, longest=1024)
_TOKEN = Text(pattern=r"^[^\$]+$")
_BUCKET = BucketName()
_OWNER = Text(pattern="[0-9]{12}")
_PREFIX = Text(longest=1024)

_CREATION = TABLE_ACTIONS["CreateTable"]
_CREATION_NAMES = (
    "TableName",
    "KeySchema",
    "AttributeDefinitions",
    "BillingMode",
    "ProvisionedThroughput",
    "OnDemandThroughput",
    "SSESpecification",
    "GlobalSecondaryIndexes",
)

TRANSFER_ACTIONS: Mapping[str, Mapping[str, Shape]] = {
    "ExportTableToPointInTime": {
        "TableArn": Text(required=True, shortest=1, longest=1024),
        "ExportTime": Moment(),
        "ClientToken": _TOKEN,
        "S3Bucket": _BUCKET,
        "S3BucketOwner": _OWNER,
        "S3Prefix": _PREFIX,
        "S3SseAlgorithm": Text(values=("AES256", "KMS")),
        "S3SseKmsKeyId": Text(shortest=1, longest=2048),
        "ExportFormat": Text(values=("DYNAMODB_JSON", "ION")),
        "ExportType": Text(values=("FULL_EXPORT", "INCREMENTAL_EXPORT")),
        "IncrementalExportSpecification": Structure("IncrementalExportSpecification", {}),
        "FilterSpecification": Structure("FilterSpecification", {}),
    },
    "DescribeExport": {"ExportArn": _ARN},
    "ListExports": {
        "TableArn": _TABLE_ARN,
        "MaxResults": Whole(least=1, most=25),
        "NextToken": Text(),
    },
    "ImportTable": {
        "ClientToken": _TOKEN,
        "S3BucketSource": Structure(
            "S3BucketSource",
            {"S3BucketOwner": _OWNER, "S3Bucket": _BUCKET, "S3KeyPrefix": _PREFIX},
            required=True,
        ),
        "InputFormat": Text(required=True, values=("DYNAMODB_JSON", "ION", "CSV")),
        "InputFormatOptions": Structure("InputFormatOptions", {}),
        "InputCompressionType": Text(values=("GZIP", "ZSTD", "NONE")),
        "TableCreationParameters": Structure(
            "TableCreationParameters",
            {
                **{name: _CREATION[name] for name in _CREATION_NAMES},
                "TableName": Text(
                    required=True, shortest=3, longest=255, pattern="[a-zA-Z0-9_.-]+"
                ),
            },
            required=True,
        ),
    },
    "DescribeImport": {"ImportArn": _ARN},
    "ListImports": {
        "TableArn": _TABLE_ARN,
        "PageSize": Whole(least=1, most=25),
        "NextToken": Text(shortest=112, longest=1024, pattern="([0-9a-f]{16})+"),
    },
}
"""Parameters of the actions on exports and imports."""
