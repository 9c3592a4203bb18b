"""Storages keep contents by name: in a folder that nothing leaves, or in a bucket."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from botocore.response import StreamingBody
from botocore.session import Session
from botocore.stub import Stubber

from tavola.errors import OperationError
from tavola_systems.platform.upload_storage import (
    ContentMissing,
    FolderStorage,
    MemoryStorage,
    S3Storage,
)

URI = "s3://intrale-branding/assets/logo-1.png"
PLACE = {"Bucket": "intrale-branding", "Key": "assets/logo-1.png"}


def test_a_folder_gives_back_what_it_was_given(tmp_path: Path) -> None:
    folder = FolderStorage(tmp_path / "new")
    uri = folder.put("logo-1.png", b"content", "image/png")
    assert (uri, folder.get(uri)) == ("folder:logo-1.png", b"content")


def test_a_folder_holds_nothing_but_whole_files(tmp_path: Path) -> None:
    folder = FolderStorage(tmp_path)
    folder.put("logo-1.png", b"content", "image/png")
    assert [path.name for path in tmp_path.iterdir()] == ["logo-1.png"]


def test_what_was_deleted_is_missing(tmp_path: Path) -> None:
    folder = FolderStorage(tmp_path)
    uri = folder.put("logo-1.png", b"content", "image/png")
    folder.delete(uri)
    folder.delete(uri)
    with pytest.raises(ContentMissing):
        folder.get(uri)


@pytest.mark.parametrize(
    "name",
    ["", ".", "..", "../x", "a/../../x", "/etc/passwd", "a/b", "a\\b", ".hidden", "a..b", "a\0b"],
)
def test_no_name_leads_out_of_the_folder(tmp_path: Path, name: str) -> None:
    folder = FolderStorage(tmp_path / "inner")
    with pytest.raises(OperationError, match="is not a name"):
        folder.put(name, b"content", "image/png")
    with pytest.raises(OperationError, match="is not a name"):
        folder.get(f"folder:{name}")
    assert list(tmp_path.iterdir()) == []


def test_a_link_in_the_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(b"secret")
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "logo").symlink_to(tmp_path / "secret")
    with pytest.raises(OperationError, match="is a link"):
        FolderStorage(tmp_path / "inner").get("folder:logo")


def test_a_folder_has_nothing_of_other_storages(tmp_path: Path) -> None:
    with pytest.raises(ContentMissing, match="is not in this folder"):
        FolderStorage(tmp_path).get(URI)


def test_memory_gives_back_what_it_was_given_until_it_forgets() -> None:
    memory = MemoryStorage()
    uri = memory.put("logo-1.png", b"content", "image/png")
    assert (uri, memory.get(uri)) == ("memory:logo-1.png", b"content")
    memory.delete(uri)
    with pytest.raises(ContentMissing):
        memory.get(uri)


@pytest.fixture(name="s3")
def s3_client() -> Iterator[tuple[Any, Stubber]]:
    """S3's real client, whose requests are checked against S3's own description."""
    client: Any = Session().create_client(
        "s3", region_name="eu-west-1", aws_access_key_id="x", aws_secret_access_key="y"
    )
    with Stubber(client) as stub:
        yield client, stub
        stub.assert_no_pending_responses()


def test_a_bucket_verifies_what_it_is_given(s3: tuple[Any, Stubber]) -> None:
    client, stub = s3
    digest = base64.b64encode(hashlib.sha256(b"content").digest()).decode()
    sent = {
        **PLACE,
        "Body": b"content",
        "ContentType": "image/png",
        "ChecksumSHA256": digest,
        "CacheControl": "public, max-age=31536000, immutable",
        "ContentDisposition": "attachment",
    }
    stub.add_response("put_object", {}, sent)
    storage = S3Storage(client, "intrale-branding")
    assert storage.put("logo-1.png", b"content", "image/png") == URI


def test_a_bucket_gives_back_what_it_has(s3: tuple[Any, Stubber]) -> None:
    client, stub = s3
    body = StreamingBody(BytesIO(b"content"), 7)
    stub.add_response("get_object", {"Body": body}, PLACE)
    assert S3Storage(client, "intrale-branding").get(URI) == b"content"


def test_what_a_bucket_does_not_have_is_missing(s3: tuple[Any, Stubber]) -> None:
    client, stub = s3
    stub.add_client_error("get_object", "NoSuchKey", expected_params=PLACE)
    with pytest.raises(ContentMissing, match="is not in the bucket"):
        S3Storage(client, "intrale-branding").get(URI)


def test_a_bucket_forgets_what_is_deleted(s3: tuple[Any, Stubber]) -> None:
    client, stub = s3
    stub.add_response("delete_object", {}, PLACE)
    S3Storage(client, "intrale-branding").delete(URI)


def test_a_bucket_has_nothing_of_other_buckets(s3: tuple[Any, Stubber]) -> None:
    client, _ = s3
    with pytest.raises(ContentMissing, match="is not in bucket other"):
        S3Storage(client, "other").get(URI)


def test_what_was_moved_from_a_folder_is_found_in_the_bucket(s3: tuple[Any, Stubber]) -> None:
    client, stub = s3
    body = StreamingBody(BytesIO(b"content"), 7)
    stub.add_response("get_object", {"Body": body}, PLACE)
    stub.add_response("delete_object", {}, PLACE)
    storage = S3Storage(client, "intrale-branding")
    assert storage.get("folder:logo-1.png") == b"content"
    storage.delete("folder:logo-1.png")
    with pytest.raises(OperationError, match="is not a name"):
        storage.get("folder:../secret")
