"""Who asks for an action that is not here is told why, and what to do instead."""

from __future__ import annotations

import pytest

from tavola.engine.unavailable import UNAVAILABLE, explain_missing

REPLICAS = "a table has one replica, in this file. Work with the table itself."
KINESIS = "there is no Kinesis to write to. Enable the table's stream and read it with GetRecords."
BULK = (
    "items are not loaded from S3 into a table that exists. Write them with BatchWriteItem, or "
    "make a new table with ImportTable."
)


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        *((action, BULK) for action in UNAVAILABLE if "Bulk" in action),
        *((action, KINESIS) for action in UNAVAILABLE if "Kinesis" in action),
        *((action, REPLICAS) for action in UNAVAILABLE if "Global" in action),
        *((action, REPLICAS) for action in UNAVAILABLE if "Replica" in action),
        (
            "RestoreTableToPointInTime",
            "a file keeps no history of its items. Restore a table from a backup with "
            "RestoreTableFromBackup.",
        ),
    ],
)
def test_a_missing_action_is_explained(action: str, reason: str) -> None:
    assert explain_missing(action) == f"{action} is not available here: {reason}"


def test_what_dynamodb_does_not_have_is_not_explained() -> None:
    assert explain_missing("PutItems") == ""
