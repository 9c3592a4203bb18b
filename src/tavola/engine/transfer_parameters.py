"""What each action on exports and imports takes, in the order of its faults' report."""

from __future__ import annotations

from collections.abc import Mapping

from tavola.engine.shapes import Shape, Structure, Text, Whole
from tavola.engine.stream_parameters import Moment
from tavola.engine.table_parameters import TABLE_ACTIONS

__all__ = ["TRANSFER_ACTIONS"]

_ARN = Text(required=True, shortest=37, longest=1024)
_TABLE_ARN = Text(shortest=1, longest=1024)
_TOKEN = Text(pattern=r"^[^\$]+$")
_BUCKET = Text(required=True, longest=255, pattern=r"^[a-z0-9A-Z]+[\.\-\w]*[a-z0-9A-Z]+$")
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
        "NextToken": Text(),
    },
}
"""Parameters of the actions on exports and imports."""
