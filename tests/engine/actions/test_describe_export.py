from __future__ import annotations

from tests.engine.client import Client
from tests.engine.transferring import ARN, export, recover


def test_an_export_without_a_bucket_failed(client: Client) -> None:
    recover(client)

    described = export(client)

    assert (described["ExportStatus"], described["FailureCode"]) == ("FAILED", "S3NoSuchBucket")


def test_an_unknown_export_is_refused(client: Client) -> None:
    arn = f"{ARN}flat/export/01800000000000-deadbeef"

    assert client.refusal("DescribeExport", ExportArn=arn) == (
        "ExportNotFoundException",
        f"Export not found: {arn}",
    )
