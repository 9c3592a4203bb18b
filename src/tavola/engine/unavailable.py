"""The actions of DynamoDB's API that the engine does not have, and why.

    explain_missing("EnableKinesisStreamingDestination")    # a sentence for whoever asked

A name that is not of DynamoDB's API is not known here either; that is all there is to say of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["UNAVAILABLE", "explain_missing"]

_KINESIS: Final = (
    "there is no Kinesis to write to. Enable the table's stream and read it with GetRecords."
)
_REPLICAS: Final = "a table has one replica, in this file. Work with the table itself."
_BULK: Final = (
    "items are not loaded from S3 into a table that exists. Write them with BatchWriteItem, or make"
    " a new table with ImportTable."
)

UNAVAILABLE: Final[Mapping[str, str]] = {
    "CancelBulkOperation": _BULK,
    "CreateGlobalTable": _REPLICAS,
    "DescribeBulkOperation": _BULK,
    "DescribeGlobalTable": _REPLICAS,
    "DescribeGlobalTableSettings": _REPLICAS,
    "DescribeKinesisStreamingDestination": _KINESIS,
    "DescribeTableReplicaAutoScaling": _REPLICAS,
    "DisableKinesisStreamingDestination": _KINESIS,
    "EnableKinesisStreamingDestination": _KINESIS,
    "ListBulkOperations": _BULK,
    "ListGlobalTables": _REPLICAS,
    "RestoreTableToPointInTime": (
        "a file keeps no history of its items. Restore a table from a backup with"
        " RestoreTableFromBackup."
    ),
    "StartBulkPutItems": _BULK,
    "UpdateGlobalTable": _REPLICAS,
    "UpdateGlobalTableSettings": _REPLICAS,
    "UpdateKinesisStreamingDestination": _KINESIS,
    "UpdateTableReplicaAutoScaling": _REPLICAS,
}
"""What to say of each action that is not here, by its name."""


def explain_missing(action: str) -> str:
    """Say why an action is not available; nothing, of one that DynamoDB does not have either."""
    reason = UNAVAILABLE.get(action)
    return "" if reason is None else f"{action} is not available here: {reason}"
