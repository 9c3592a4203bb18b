"""Tables, exports and imports for tests."""

from __future__ import annotations

from typing import Any

from tests.engine.client import Client

ARN = "arn:aws:dynamodb:us-east-1:000000000000:table/"
CREATION: dict[str, Any] = {
    "TableName": "copy",
    "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
}


def recover(client: Client, table: str = "flat") -> None:
    """Switch on what exports need."""
    client(
        "UpdateContinuousBackups",
        TableName=table,
        PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": True},
    )


def export(client: Client, table: str = "flat", **more: Any) -> dict[str, Any]:
    """Export a table into the bucket `lake`; return how it went."""
    begun = client(
        "ExportTableToPointInTime", TableArn=ARN + table, **{"S3Bucket": "lake", **more}
    )["ExportDescription"]
    described: dict[str, Any] = client("DescribeExport", ExportArn=begun["ExportArn"])[
        "ExportDescription"
    ]
    return described


def load(client: Client, prefix: str, **more: Any) -> dict[str, Any]:
    """Import objects of the bucket `lake` into the new table `copy`; return how it went."""
    request: dict[str, Any] = {
        "S3BucketSource": {"S3Bucket": "lake", "S3KeyPrefix": prefix},
        "InputFormat": "DYNAMODB_JSON",
        "InputCompressionType": "GZIP",
        "TableCreationParameters": CREATION,
        **more,
    }
    begun = client("ImportTable", **request)["ImportTableDescription"]
    described: dict[str, Any] = client("DescribeImport", ImportArn=begun["ImportArn"])[
        "ImportTableDescription"
    ]
    return described
