"""Where uploads are kept: a folder, S3, or memory. They know names and bytes."""

from __future__ import annotations

import base64
import hashlib
import os
import re
import tempfile
from pathlib import Path
from typing import Any, Final, Protocol

from tavola.errors import OperationError, TavolaError

__all__ = [
    "ContentDamaged",
    "ContentMissing",
    "FolderStorage",
    "MemoryStorage",
    "S3Client",
    "S3Storage",
    "UploadStorage",
    "checksum_of",
    "is_checksum",
    "verify",
]

_FOLDER: Final = "folder:"
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*(\.[A-Za-z0-9_-]+)*")
_CHECKSUM: Final = re.compile(r"(sha256:[0-9a-f]{64}|md5:[0-9a-f]{32})")


class ContentMissing(TavolaError):
    """An asset's content is not in the storage."""


class ContentDamaged(TavolaError):
    """An asset's content is not what was uploaded."""


class UploadStorage(Protocol):
    """Keeps contents by name; a name's content never changes."""

    def put(self, name: str, content: bytes, media_type: str) -> str:
        """Keep a content, verified, and return its URI."""
        ...

    def get(self, uri: str) -> bytes:
        """Return a content, or raise ContentMissing."""
        ...

    def delete(self, uri: str) -> None:
        """Remove a content; one that is not there is none."""
        ...


def checksum_of(content: bytes) -> str:
    """Return the checksum that assets carry: `sha256:` and the digest."""
    return f"sha256:{hashlib.sha256(content).hexdigest()}"


def is_checksum(text: str) -> bool:
    """Say whether a text is a checksum that can be verified."""
    return _CHECKSUM.fullmatch(text.lower()) is not None


def verify(content: bytes, checksum: str) -> bool:
    """Say whether a content has this checksum, `sha256:…` or the older `md5:…`."""
    algorithm, _, digest = checksum.lower().partition(":")
    if not is_checksum(checksum):
        raise OperationError(
            f"checksum: {checksum[:100]!r} is none. Write sha256: or md5: and the digest in hex."
        )
    return hashlib.new(algorithm, content, usedforsecurity=False).hexdigest() == digest


class MemoryStorage:
    """Keeps contents as long as the process lives; URIs are `memory:` and the name."""

    def __init__(self) -> None:
        self._contents: dict[str, bytes] = {}

    def put(self, name: str, content: bytes, media_type: str) -> str:
        """Keep a content."""
        del media_type
        uri = f"memory:{check_name(name)}"
        self._contents[uri] = content
        return uri

    def get(self, uri: str) -> bytes:
        """Return a content."""
        found = self._contents.get(uri)
        if found is None:
            raise ContentMissing(f"{uri} is not in this memory.")
        return found

    def delete(self, uri: str) -> None:
        """Forget a content."""
        self._contents.pop(uri, None)


class FolderStorage:
    """A folder of this machine; URIs are `folder:` and the file's name."""

    _SCHEME: Final = _FOLDER

    def __init__(self, root: Path) -> None:
        self._root = root

    def put(self, name: str, content: bytes, media_type: str) -> str:
        """Write a file whole or not at all, and read it back."""
        del media_type
        path = self._path(name)
        self._root.mkdir(parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(dir=self._root, prefix=".upload-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            if Path(draft).read_bytes() != content:
                raise ContentDamaged(f"{name} was not written as it is. Look at the disk.")
            Path(draft).replace(path)
        finally:
            Path(draft).unlink(missing_ok=True)
        return f"{self._SCHEME}{name}"

    def get(self, uri: str) -> bytes:
        """Read a file."""
        try:
            return self._path(self._name(uri)).read_bytes()
        except FileNotFoundError:
            raise ContentMissing(f"{uri} is not in the folder.") from None

    def delete(self, uri: str) -> None:
        """Remove a file."""
        self._path(self._name(uri)).unlink(missing_ok=True)

    def _name(self, uri: str) -> str:
        if not uri.startswith(self._SCHEME):
            raise ContentMissing(f"{uri} is not in this folder.")
        return uri.removeprefix(self._SCHEME)

    def _path(self, name: str) -> Path:
        """Names are plain, so no name leads out of the folder; a link there might."""
        path = self._root / check_name(name)
        if path.is_symlink():
            raise OperationError(f"{name} is a link. The folder holds files only.")
        return path


class S3Client(Protocol):
    """The part of boto3's S3 client that is used here."""

    @property
    def exceptions(self) -> Any:
        """The service's exceptions."""
        ...

    def put_object(self, **parameters: Any) -> Any:
        """Write an object."""
        ...

    def get_object(self, **parameters: Any) -> Any:
        """Read an object."""
        ...

    def delete_object(self, **parameters: Any) -> Any:
        """Remove an object."""
        ...


class S3Storage:
    """A bucket, through boto3's client; URIs are `s3://bucket/key`.

    What was in a folder before is found by its name, once the files were copied to the prefix.
    """

    def __init__(self, client: S3Client, bucket: str, *, prefix: str = "assets/") -> None:
        self._client = client
        self._bucket = bucket
        self._prefix = prefix

    def put(self, name: str, content: bytes, media_type: str) -> str:
        """Write an object; S3 compares the checksum and refuses what differs."""
        key = f"{self._prefix}{check_name(name)}"
        digest = base64.b64encode(hashlib.sha256(content).digest()).decode()
        self._client.put_object(
            Bucket=self._bucket,
            Key=key,
            Body=content,
            ContentType=media_type,
            ChecksumSHA256=digest,
            CacheControl="public, max-age=31536000, immutable",
            # Who opens the object's own address gets a file to keep: S3 sends no policy with it
            # that would hold an SVG's script back. Images in pages are shown all the same.
            ContentDisposition="attachment",
        )
        return f"s3://{self._bucket}/{key}"

    def get(self, uri: str) -> bytes:
        """Read an object."""
        try:
            answer = self._client.get_object(Bucket=self._bucket, Key=self._key(uri))
        except self._client.exceptions.NoSuchKey:
            raise ContentMissing(f"{uri} is not in the bucket.") from None
        content: bytes = answer["Body"].read()
        return content

    def delete(self, uri: str) -> None:
        """Remove an object."""
        self._client.delete_object(Bucket=self._bucket, Key=self._key(uri))

    def _key(self, uri: str) -> str:
        start = f"s3://{self._bucket}/"
        if uri.startswith(_FOLDER):
            return f"{self._prefix}{check_name(uri.removeprefix(_FOLDER))}"
        if not uri.startswith(start):
            raise ContentMissing(f"{uri} is not in bucket {self._bucket}.")
        return uri.removeprefix(start)


def check_name(name: str) -> str:
    """Return a content's name if it is a plain one: no folders, no leading dot."""
    if len(name) > 200 or _NAME.fullmatch(name) is None:
        raise OperationError(
            f"storage: {name!r} is not a name. Use letters, digits, '_', '-' and single dots."
        )
    return name
