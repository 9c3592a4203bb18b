"""ImportTable: makes a table and fills it from a bucket, which is a local folder here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from tavola.engine.action import Action
from tavola.engine.actions import create_table, delete_table
from tavola.engine.database import Database
from tavola.engine.pacing import UNPACED, Pace, Steps, finish
from tavola.engine.request.shapes import Fields, StringShape, StructureShape
from tavola.engine.request.transfer_shapes import BUCKET, BUCKET_OWNER, CLIENT_TOKEN, KEY_PREFIX
from tavola.engine.transfers.import_data import import_items
from tavola.engine.transfers.transfers import earlier_transfer, save_transfer
from tavola.errors import ValidationFailed

_GIVEN_LATER: Final = ("EndTime", "FailureCode", "FailureMessage")
_COUNTS: Final = ("ErrorCount", "ProcessedSizeBytes", "ProcessedItemCount", "ImportedItemCount")

_CREATION_NAMES = (
    "TableName",
    "KeySchema",
    "AttributeDefinitions",
    "BillingMode",
    "ProvisionedThroughput",
    "OnDemandThroughput",
    "SSESpecification",
    "GlobalSecondaryIndexes",
    "VectorIndexes",
)
INPUT: Final[Fields] = {
    "ClientToken": CLIENT_TOKEN,
    "S3BucketSource": StructureShape(
        "S3BucketSource",
        {"S3BucketOwner": BUCKET_OWNER, "S3Bucket": BUCKET, "S3KeyPrefix": KEY_PREFIX},
        required=True,
    ),
    "InputFormat": StringShape(required=True, values=("DYNAMODB_JSON", "ION", "CSV")),
    "InputFormatOptions": StructureShape("InputFormatOptions", {}),
    "InputCompressionType": StringShape(values=("GZIP", "ZSTD", "NONE")),
    "TableCreationParameters": StructureShape(
        "TableCreationParameters",
        {
            **{name: create_table.INPUT[name] for name in _CREATION_NAMES},
            "TableName": StringShape(
                required=True, shortest=3, longest=255, pattern="[a-zA-Z0-9_.-]+"
            ),
        },
        required=True,
    ),
}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer an ImportTable request; the import is complete when it returns."""
    return finish(steps(database, body, UNPACED))


def steps(database: Database, body: dict[str, Any], pace: Pace) -> Steps:
    """Answer, in steps, between which items are stored."""
    now = round(database.clock(), 3)
    description = earlier_transfer(database, "Import", body, now)
    if description is None:
        _check(body)
        creation: dict[str, Any] = body["TableCreationParameters"]
        create_table.run(database, creation)
        table = database.managed_table(creation["TableName"])
        description = yield from import_items(database, table, body, now, pace)
        if description.get("FailureCode") == "S3NoSuchBucket":
            # DynamoDB: where there was no bucket, there is no table either.
            delete_table.run(database, {"TableName": table.name})
        save_transfer(database, "Import", description)
    # DynamoDB: the answer shows the import as it was when it began.
    begun = {name: value for name, value in description.items() if name not in _GIVEN_LATER}
    begun |= {"ImportStatus": "IN_PROGRESS", **dict.fromkeys(_COUNTS, 0)}
    return msgspec.json.encode({"ImportTableDescription": begun})


ACTION: Final = Action("ImportTable", run, INPUT, steps=steps)


def _check(body: Mapping[str, Any]) -> None:
    if body["InputFormat"] != "DYNAMODB_JSON":
        raise ValidationFailed(
            f"InputFormat: {body['InputFormat']} is not supported here. DYNAMODB_JSON is."
        )
    if body.get("InputCompressionType") == "ZSTD":
        raise ValidationFailed(
            "InputCompressionType: ZSTD is not supported here. GZIP and NONE are."
        )
