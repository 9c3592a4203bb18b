from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tavola.engine import Engine
from tests.engine.client import Client
from tests.engine.transferring import ARN, CREATION, load

NOW = 1_800_000_000.0


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    (tmp_path / "lake").mkdir()
    (tmp_path / "lake" / "items").write_bytes(b'{"Item":{"id":{"S":"a"}}}\n{"Item":{}}\n')
    with Engine.open("memory:", clock=lambda: NOW, buckets=tmp_path) as engine:
        yield Client(engine)


def test_an_import_is_described_as_it_was_asked_for_and_as_it_went(client: Client) -> None:
    described = load(client, "items", InputCompressionType="NONE", ClientToken="t")

    table = client("DescribeTable", TableName="copy")["Table"]
    assert described == {
        "ImportArn": described["ImportArn"],
        "ImportStatus": "FAILED",
        "FailureCode": "ItemValidationError",
        "FailureMessage": "Some of the items failed validation checks. Please check CloudWatch "
        "error logs for more details.",
        "TableArn": table["TableArn"],
        "TableId": table["TableId"],
        "ClientToken": "t",
        "S3BucketSource": {"S3Bucket": "lake", "S3KeyPrefix": "items"},
        "ErrorCount": 1,
        "InputFormat": "DYNAMODB_JSON",
        "InputCompressionType": "NONE",
        "TableCreationParameters": CREATION,
        "StartTime": NOW,
        "EndTime": NOW,
        "ProcessedSizeBytes": 38,
        "ProcessedItemCount": 2,
        "ImportedItemCount": 1,
    }


def test_an_import_is_named_below_its_table(client: Client) -> None:
    described = load(client, "items", InputCompressionType="NONE")

    assert described["ImportArn"].startswith(f"{ARN}copy/import/01800000000000-")


def test_a_failed_import_says_why(client: Client) -> None:
    source = {"S3BucketSource": {"S3Bucket": "nowhere"}}

    described = load(client, "nothing", **source)

    failure = {name: described[name] for name in described if name.startswith("Failure")}
    assert (described["ImportStatus"], failure) == (
        "FAILED",
        {
            "FailureCode": "S3NoSuchBucket",
            "FailureMessage": "The specified bucket does not exist",
        },
    )


def test_an_import_is_known_after_its_table_is_gone(client: Client) -> None:
    described = load(client, "items", InputCompressionType="NONE")
    client("DeleteTable", TableName="copy")

    again = client("DescribeImport", ImportArn=described["ImportArn"])

    assert again == {"ImportTableDescription": described}


def test_an_unknown_import_is_refused(client: Client) -> None:
    arn = f"{ARN}flat/import/01800000000000-deadbeef"

    assert client.refusal("DescribeImport", ImportArn=arn) == (
        "ImportNotFoundException",
        f"Import not found: {arn}",
    )


def test_an_arn_that_is_too_short_is_refused(client: Client) -> None:
    assert client.invalid("DescribeImport", ImportArn="arn:aws") == (
        "1 validation error detected: Value 'arn:aws' at 'importArn' failed to satisfy constraint: "
        "Member must have length greater than or equal to 37"
    )


def test_an_import_must_be_named(client: Client) -> None:
    assert client.invalid("DescribeImport") == (
        "1 validation error detected: Value null at 'importArn' failed to satisfy constraint: "
        "Member must not be null"
    )
