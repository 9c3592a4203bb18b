from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tavola.engine import Engine
from tests.engine.client import Client, n, s
from tests.engine.conftest import FLAT
from tests.engine.transferring import CREATION, export, load, recover

NOW = 1_800_000_000.0


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with Engine.open("memory:", clock=lambda: NOW, buckets=tmp_path) as engine:
        client = Client(engine)
        client("CreateTable", **FLAT)
        yield client


def put_object(folder: Path, key: str, content: bytes) -> None:
    path = folder / "lake" / key
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def test_an_export_can_be_imported(client: Client, tmp_path: Path) -> None:
    (tmp_path / "lake").mkdir()
    recover(client)
    client.put("flat", *({"id": s(f"item {number}"), "v": n(number)} for number in range(1200)))
    root = export(client)["ExportManifest"].removesuffix("manifest-summary.json")

    described = load(client, f"{root}data/")

    assert sorted(client.items("copy"), key=str) == sorted(client.items("flat"), key=str)
    assert (described["ImportStatus"], described["ImportedItemCount"]) == ("COMPLETED", 1200)


def test_what_is_no_item_is_counted(client: Client, tmp_path: Path) -> None:
    put_object(
        tmp_path,
        "in/a.json",
        b'{"Item":{"id":{"S":"good"}}}\n\nnot json\n{"Item":{"id":{"N":"1"}}}\n{"id":{"S":"x"}}\n',
    )

    described = load(client, "in/", InputCompressionType="NONE")

    counts = {name: described[name] for name in ("ErrorCount", "ProcessedItemCount")}
    assert counts == {"ErrorCount": 3, "ProcessedItemCount": 4}
    assert client.items("copy") == [{"id": s("good")}]


def test_every_object_under_the_prefix_is_read(client: Client, tmp_path: Path) -> None:
    put_object(tmp_path, "in/1.gz", gzip.compress(b'{"Item":{"id":{"S":"a"}}}', mtime=0))
    put_object(tmp_path, "in/2.gz", gzip.compress(b'{"Item":{"id":{"S":"b"}}}', mtime=0))
    put_object(tmp_path, "in/3.gz", b"not compressed")
    put_object(tmp_path, "out/4.gz", gzip.compress(b'{"Item":{"id":{"S":"c"}}}', mtime=0))

    described = load(client, "in/")

    assert {item["id"]["S"] for item in client.items("copy")} == {"a", "b"}
    assert described["ErrorCount"] == 1


def test_the_last_of_equal_keys_stays(client: Client, tmp_path: Path) -> None:
    put_object(
        tmp_path,
        "in/1",
        b'{"Item":{"id":{"S":"a"},"v":{"N":"1"}}}\n{"Item":{"id":{"S":"a"},"v":{"N":"2"}}}',
    )

    load(client, "in/", InputCompressionType="NONE")

    assert client.items("copy") == [{"id": s("a"), "v": n(2)}]


def test_an_import_without_objects_makes_an_empty_table(client: Client, tmp_path: Path) -> None:
    # moto, aws_verified: test_import_from_empty_s3_bucket
    put_object(tmp_path, "elsewhere", b"")

    described = load(client, "in/")

    counts = [value for name, value in described.items() if name.endswith(("Count", "Bytes"))]
    assert (described["ImportStatus"], counts) == ("COMPLETED", [0, 0, 0, 0])
    assert client.items("copy") == []


def test_an_import_from_nowhere_failed_and_left_no_table(client: Client) -> None:
    # moto, aws_verified: test_import_from_missing_s3_table
    described = load(client, "in/")

    assert (described["ImportStatus"], described["FailureCode"]) == ("FAILED", "S3NoSuchBucket")
    assert described["TableArn"].endswith(":table/copy")
    assert client("ListTables")["TableNames"] == ["flat"]


def test_items_need_nothing_between_them(client: Client, tmp_path: Path) -> None:
    # moto, aws_verified: test_import_table_single_file_with_multiple_items
    line = "".join(f'{{"Item":{{"id":{{"S":"é{number}"}}}}}}' for number in range(5))
    put_object(tmp_path, "in/1", f"{line}\n{line.replace('é', 'b')}".encode())

    described = load(client, "in/", InputCompressionType="NONE")

    assert (described["ImportStatus"], described["ImportedItemCount"]) == ("COMPLETED", 10)
    assert len(client.items("copy")) == 10


def test_an_import_with_bad_items_failed_and_keeps_the_good_ones(
    client: Client, tmp_path: Path
) -> None:
    # moto, aws_verified: test_some_successfull_files_and_some_with_unknown_data
    put_object(tmp_path, "in/1", b'{"Item":{"id":{"S":"msg1"}}}')
    put_object(tmp_path, "in/2", b'{"id":{"S":"msg2"}}')

    described = load(client, "in/", InputCompressionType="NONE")

    counts = {name: described[name] for name in described if name.endswith("Count")}
    assert (described["ImportStatus"], described["FailureCode"]) == (
        "FAILED",
        "ItemValidationError",
    )
    assert counts == {"ErrorCount": 1, "ProcessedItemCount": 2, "ImportedItemCount": 1}
    assert client.items("copy") == [{"id": s("msg1")}]


@pytest.mark.parametrize(
    ("parameters", "refusal"),
    [
        (
            {"TableCreationParameters": {**CREATION, "TableName": "flat"}},
            ("ResourceInUseException", "Table already exists: flat"),
        ),
        (
            {"InputFormat": "CSV"},
            (
                "ValidationException",
                "InputFormat: CSV is not supported here. DYNAMODB_JSON is.",
            ),
        ),
        (
            {"InputCompressionType": "ZSTD"},
            (
                "ValidationException",
                "InputCompressionType: ZSTD is not supported here. GZIP and NONE are.",
            ),
        ),
    ],
)
def test_what_cannot_be_imported_is_refused(
    client: Client, parameters: dict[str, Any], refusal: tuple[str, str]
) -> None:
    request = {
        "S3BucketSource": {"S3Bucket": "lake"},
        "InputFormat": "DYNAMODB_JSON",
        "TableCreationParameters": CREATION,
        **parameters,
    }

    assert client.refusal("ImportTable", **request) == refusal


def test_the_same_token_imports_once(client: Client) -> None:
    assert load(client, "in/", ClientToken="t") == load(client, "in/", ClientToken="t")


def test_a_compressed_object_that_is_cut_off_is_an_error(client: Client, tmp_path: Path) -> None:
    whole = gzip.compress(b'{"Item":{"id":{"S":"a"}}}\n' * 3, mtime=0)
    put_object(tmp_path, "in/1.gz", whole[:-9])
    put_object(tmp_path, "in/2.gz", gzip.compress(b'{"Item":{"id":{"S":"b"}}}', mtime=0))

    described = load(client, "in/")

    assert described["ErrorCount"] == 1
    assert s("b") in [item["id"] for item in client.items("copy")]


def test_sizes_leave_empty_lines_out(client: Client, tmp_path: Path) -> None:
    put_object(tmp_path, "in/1", b'{"Item":{"id":{"S":"a"}}}\n  \n{"Item":{"id":{"S":"b"}}}')

    described = load(client, "in/", InputCompressionType="NONE")

    counts = {name: described[name] for name in described if name.endswith(("Count", "Bytes"))}
    assert counts == {
        "ErrorCount": 0,
        "ProcessedSizeBytes": 51,
        "ProcessedItemCount": 2,
        "ImportedItemCount": 2,
    }


@pytest.mark.parametrize(
    ("line", "errors", "items"),
    [
        (b'{"Item":{"id":{"S":"a"}}} {"Item":{"id":{"S":"b"}}}', 0, 2),
        (b'{"Item":{"id":{"S":"a"}}} nonsense', 1, 1),
        (b'{"Item":{"id":{"S":"a"}}}{"Item":{"id":{"S":""}}}', 1, 1),
        (b'{"Item":{"id":{"S":"a"}}}\xff', 1, 0),
        (b'{"Item":{"id":{"S":"a"},"v":{"S":"%s"}}}' % (b"x" * 409_600), 1, 0),
        (b'{"Item":[]}', 1, 0),
        (b"[" * 5_000, 1, 0),
    ],
)
def test_documents_of_a_line_are_read_one_by_one(
    client: Client, tmp_path: Path, line: bytes, errors: int, items: int
) -> None:
    put_object(tmp_path, "in/1", line)

    described = load(client, "in/", InputCompressionType="NONE")

    assert (described["ErrorCount"], described["ImportedItemCount"]) == (errors, items)
    assert len(client.items("copy")) == items


def test_an_import_is_described_with_what_was_left_out(client: Client, tmp_path: Path) -> None:
    put_object(tmp_path, "1", b"")
    request = {
        "S3BucketSource": {"S3Bucket": "lake"},
        "InputFormat": "DYNAMODB_JSON",
        "TableCreationParameters": CREATION,
    }

    begun = client("ImportTable", **request)["ImportTableDescription"]

    described = client("DescribeImport", ImportArn=begun["ImportArn"])["ImportTableDescription"]
    assert described["InputCompressionType"] == "NONE"
    assert len(described["ClientToken"]) == 36
