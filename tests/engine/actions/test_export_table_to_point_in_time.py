from __future__ import annotations

import gzip
import json
from base64 import b64encode
from collections.abc import Iterator
from hashlib import md5
from pathlib import Path
from typing import Any

import pytest

from tavola.engine import Engine
from tavola.testing import Clock
from tests.engine.client import Client, n, s
from tests.engine.conftest import FLAT
from tests.engine.transferring import ARN, export, recover

NOW = 1_800_000_000.0


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    (tmp_path / "lake").mkdir()
    with Engine.open("memory:", clock=lambda: NOW, buckets=tmp_path) as engine:
        client = Client(engine)
        client("CreateTable", **FLAT)
        yield client


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]


def test_the_items_lie_compressed_one_to_a_line(client: Client, tmp_path: Path) -> None:
    recover(client)
    items = [{"id": s("a"), "b": {"B": "AQ=="}}, {"id": s("é"), "v": n(1)}]
    client.put("flat", *items)

    described = export(client)

    (data,) = tmp_path.glob("lake/AWSDynamoDB/*/data/*.json.gz")
    assert sorted((line["Item"] for line in lines(data)), key=str) == sorted(items, key=str)
    assert (described["ExportStatus"], described["ItemCount"]) == ("COMPLETED", 2)


def test_the_manifests_name_what_was_exported(client: Client, tmp_path: Path) -> None:
    recover(client)
    client.put("flat", {"id": s("a")})

    described = export(client, S3Prefix="2027/jan")

    (data,) = tmp_path.glob("lake/2027/jan/AWSDynamoDB/*/data/*.json.gz")
    folder = data.parent.parent
    checksum = md5(data.read_bytes(), usedforsecurity=False).digest()
    key = data.relative_to(tmp_path / "lake").as_posix()
    assert json.loads((folder / "manifest-files.json").read_text()) == {
        "itemCount": 1,
        "md5Checksum": b64encode(checksum).decode(),
        "etag": f"{checksum.hex()}-1",
        "dataFileS3Key": key,
    }
    summary = json.loads((folder / "manifest-summary.json").read_text())
    assert summary == {
        "version": "2020-06-30",
        "exportArn": described["ExportArn"],
        "startTime": "2027-01-15T08:00:00.000Z",
        "endTime": "2027-01-15T08:00:00.000Z",
        "tableArn": f"{ARN}flat",
        "tableId": described["TableId"],
        "exportTime": "2027-01-15T08:00:00.000Z",
        "s3Bucket": "lake",
        "s3Prefix": "2027/jan",
        "s3SseAlgorithm": "AES256",
        "s3SseKmsKeyId": None,
        "manifestFilesS3Key": key.partition("data/")[0] + "manifest-files.json",
        "billedSizeBytes": 3,
        "itemCount": 1,
        "outputFormat": "DYNAMODB_JSON",
        "exportType": "FULL_EXPORT",
    }
    assert {path.name for path in folder.iterdir()} == {
        "_started",
        "data",
        "manifest-files.checksum",
        "manifest-files.json",
        "manifest-summary.checksum",
        "manifest-summary.json",
    }


def test_an_export_has_only_begun_when_it_is_answered(client: Client) -> None:
    recover(client)

    begun = client("ExportTableToPointInTime", TableArn=f"{ARN}flat", S3Bucket="lake")

    description = begun["ExportDescription"]
    assert description["ExportStatus"] == "IN_PROGRESS"
    assert "ItemCount" not in description


def test_the_same_token_exports_once(client: Client, tmp_path: Path) -> None:
    recover(client)

    first, again = export(client, ClientToken="t"), export(client, ClientToken="t")

    assert first == again
    assert len(list(tmp_path.glob("lake/AWSDynamoDB/*"))) == 1


def test_an_export_to_a_missing_bucket_failed(client: Client, tmp_path: Path) -> None:
    # moto, aws_verified: test_export_from_missing_s3_table
    recover(client)

    described = export(client, S3Bucket="nowhere")

    assert (described["ExportStatus"], described["FailureCode"]) == ("FAILED", "S3NoSuchBucket")
    assert [each.name for each in tmp_path.iterdir()] == ["lake"]


def test_a_token_of_another_export_is_refused(client: Client) -> None:
    recover(client)
    export(client, ClientToken="t")

    code, _ = client.refusal(
        "ExportTableToPointInTime", TableArn=f"{ARN}flat", S3Bucket="pond", ClientToken="t"
    )

    assert code == "ExportConflictException"


@pytest.mark.parametrize(
    ("parameters", "refusal"),
    [
        ({"TableArn": f"{ARN}gone"}, ("TableNotFoundException", "Table not found: gone")),
        (
            {"ExportTime": NOW - 3600},
            (
                "InvalidExportTimeException",
                "ExportTime: 1799996400.0 is not now, 1800000000.0. Leave it out.",
            ),
        ),
        (
            {"ExportFormat": "ION"},
            (
                "ValidationException",
                "ExportFormat is not supported here. Full exports in DYNAMODB_JSON are.",
            ),
        ),
        (
            {"ExportType": "INCREMENTAL_EXPORT"},
            (
                "ValidationException",
                "ExportType is not supported here. Full exports in DYNAMODB_JSON are.",
            ),
        ),
        (
            {"FilterSpecification": {}},
            (
                "ValidationException",
                "FilterSpecification is not supported here. Full exports in DYNAMODB_JSON are.",
            ),
        ),
        (
            {"ExportTime": NOW + 1.001},
            (
                "InvalidExportTimeException",
                "ExportTime: 1800000001.001 is not now, 1800000000.0. Leave it out.",
            ),
        ),
        (
            {"S3Bucket": "a" * 256},
            ("ValidationException", "Member must have length less than or equal to 255"),
        ),
        (
            {"S3Prefix": "a\0b"},
            ("ValidationException", "no file can have this name. Leave the NUL out."),
        ),
        (
            {"S3Bucket": "a" * 100_000 + "!"},
            ("ValidationException", "Member must have length less than or equal to 255"),
        ),
        (
            {"S3Bucket": "../out"},
            (
                "ValidationException",
                r"Member must satisfy regular expression pattern: "
                r"^[a-z0-9A-Z]+[\.\-\w]*[a-z0-9A-Z]+$",
            ),
        ),
        (
            {"S3Prefix": "../../out"},
            (
                "ValidationException",
                "leads out of its bucket. Use a key without '..'.",
            ),
        ),
    ],
)
def test_what_cannot_be_exported_is_refused(
    client: Client, parameters: dict[str, Any], refusal: tuple[str, str]
) -> None:
    recover(client)
    request = {"TableArn": f"{ARN}flat", "S3Bucket": "lake", **parameters}

    code, message = client.refusal("ExportTableToPointInTime", **request)

    assert (code, message.endswith(refusal[1])) == (refusal[0], True)


def test_an_export_needs_point_in_time_recovery(client: Client) -> None:
    assert client.refusal("ExportTableToPointInTime", TableArn=f"{ARN}flat", S3Bucket="lake") == (
        "PointInTimeRecoveryUnavailableException",
        "Point in time recovery is not enabled for table 'flat'",
    )


def test_an_export_is_described_as_it_was_asked_for_and_as_it_went(client: Client) -> None:
    recover(client)
    client.put("flat", {"id": s("a")})
    asked: dict[str, Any] = {
        "S3BucketOwner": "123456789012",
        "S3Prefix": "/in/",
        "S3SseAlgorithm": "KMS",
        "S3SseKmsKeyId": "key",
        "ClientToken": "t",
        "ExportTime": NOW - 1,
        "ExportFormat": "DYNAMODB_JSON",
        "ExportType": "FULL_EXPORT",
    }

    described = export(client, **asked)

    number = described["ExportArn"].rpartition("/")[2]
    assert described == {
        **asked,
        "ExportArn": f"{ARN}flat/export/{number}",
        "ExportStatus": "COMPLETED",
        "StartTime": NOW,
        "EndTime": NOW,
        "ExportManifest": f"in/AWSDynamoDB/{number}/manifest-summary.json",
        "TableArn": f"{ARN}flat",
        "TableId": client("DescribeTable", TableName="flat")["Table"]["TableId"],
        "S3Bucket": "lake",
        "ItemCount": 1,
        "BilledSizeBytes": 3,
    }


def test_the_answer_leaves_out_what_is_known_later(client: Client) -> None:
    recover(client)
    request = {"TableArn": f"{ARN}flat", "S3Bucket": "nowhere", "ClientToken": "t"}

    begun = client("ExportTableToPointInTime", **request)["ExportDescription"]

    assert begun.keys() == {
        *("ExportArn", "ExportStatus", "StartTime", "ExportManifest", "TableArn", "TableId"),
        *("ExportTime", "ClientToken", "S3Bucket", "S3SseAlgorithm", "ExportFormat"),
        "ExportType",
    }
    assert begun["S3SseAlgorithm"] == "AES256"
    described = client("DescribeExport", ExportArn=begun["ExportArn"])["ExportDescription"]
    assert described["FailureMessage"] == "The specified bucket does not exist"


def test_a_bucket_that_cannot_be_written_to_says_so(client: Client, tmp_path: Path) -> None:
    recover(client)
    (tmp_path / "lake" / "AWSDynamoDB").write_text("a file where a folder should be")

    described = export(client)

    assert (described["ExportStatus"], described["FailureCode"]) == ("FAILED", "S3AccessDenied")
    assert described["FailureMessage"].startswith("The bucket cannot be written to: ")


def test_checksums_of_manifests_stand_beside_them(client: Client, tmp_path: Path) -> None:
    recover(client)
    export(client)

    for path in tmp_path.glob("lake/AWSDynamoDB/*/manifest-*.json"):
        checksum = md5(path.read_bytes(), usedforsecurity=False).digest()
        assert path.with_suffix(".checksum").read_text() == b64encode(checksum).decode()
    (started,) = tmp_path.glob("lake/AWSDynamoDB/*/_started")
    assert started.read_bytes() == b""


def test_a_token_of_another_export_is_told(client: Client) -> None:
    recover(client)
    export(client, ClientToken="other")
    export(client, ClientToken="t")

    refusal = client.refusal(
        "ExportTableToPointInTime", TableArn=f"{ARN}flat", S3Bucket="pond", ClientToken="t"
    )

    assert refusal == (
        "ExportConflictException",
        "Export with client token t has other parameters",
    )


def test_a_token_is_found_behind_later_exports(tmp_path: Path) -> None:
    (tmp_path / "lake").mkdir()
    clock = Clock(NOW)
    with Engine.open("memory:", clock=clock, buckets=tmp_path) as engine:
        client = Client(engine)
        client("CreateTable", **FLAT)
        recover(client)
        first = export(client, ClientToken="t")["ExportArn"]
        clock.advance(1)
        export(client, ClientToken="other")

        assert export(client, ClientToken="t")["ExportArn"] == first


@pytest.mark.parametrize(("hours", "exports"), [(7.999, 1), (8, 2)])
def test_a_token_is_valid_for_eight_hours(tmp_path: Path, hours: float, exports: int) -> None:
    (tmp_path / "lake").mkdir()
    clock = Clock(NOW)
    with Engine.open("memory:", clock=clock, buckets=tmp_path) as engine:
        client = Client(engine)
        client("CreateTable", **FLAT)
        recover(client)
        first = export(client, ClientToken="t")["ExportArn"]
        clock.advance(hours * 3600)

        again = export(client, ClientToken="t")["ExportArn"]

        assert len({first, again}) == exports


@pytest.mark.parametrize(("days", "count"), [(90, 1), (90.001, 0)])
def test_exports_are_listed_for_90_days(tmp_path: Path, days: float, count: int) -> None:
    (tmp_path / "lake").mkdir()
    clock = Clock(NOW)
    with Engine.open("memory:", clock=clock, buckets=tmp_path) as engine:
        client = Client(engine)
        client("CreateTable", **FLAT)
        recover(client)
        export(client)
        clock.advance(days * 24 * 3600)

        assert len(client("ListExports")["ExportSummaries"]) == count
