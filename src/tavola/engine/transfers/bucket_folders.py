"""Folders that stand for S3 buckets: the only files that exports and imports touch.

Each bucket is a folder of its own within one folder that the engine was given; an object's key is
its path in there.
"""

from __future__ import annotations

import gzip
import zlib
from base64 import b64encode
from collections.abc import Generator, Iterable, Iterator
from hashlib import md5
from io import BufferedReader
from os.path import realpath
from pathlib import Path
from typing import Final

from msgspec import Struct

from tavola.engine.pacing import Pace
from tavola.errors import ValidationFailed

__all__ = ["Bucket", "NoSuchBucket", "WrittenObject", "find_bucket"]

_CHUNK_BYTES: Final = 1 << 16


class NoSuchBucket(Exception):
    """There is no folder for this bucket."""


class WrittenObject(Struct, frozen=True):
    """An object that was written: its key, its lines, and the checksum of its bytes."""

    key: str
    lines: int
    checksum: bytes

    @property
    def md5(self) -> str:
        """The checksum as manifests write it."""
        return b64encode(self.checksum).decode()


class Bucket:
    """One folder as a bucket."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def write(self, key: str, content: bytes) -> WrittenObject:
        """Write an object of one piece."""
        path = self._path(key)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        return WrittenObject(key, 1, _checksum(path))

    def write_lines(
        self, key: str, lines: Iterable[bytes], pace: Pace
    ) -> Generator[None, None, WrittenObject]:
        """Write an object of many lines, compressed, in steps, without holding them all."""
        path = self._path(key)
        path.parent.mkdir(parents=True, exist_ok=True)
        count = 0
        # The same items give the same bytes: no time, no name.
        with path.open("wb") as raw, gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as packed:
            for line in lines:
                packed.write(line)
                packed.write(b"\n")
                count += 1
                if pace.is_over():
                    yield
        return WrittenObject(key, count, _checksum(path))

    def keys(self, prefix: str) -> list[str]:
        """List the keys of all objects that begin with a prefix, in order."""
        every = (path for path in self._folder.rglob("*") if path.is_file())
        keys = (path.relative_to(self._folder).as_posix() for path in every)
        return sorted(key for key in keys if key.startswith(prefix))

    def read_lines(self, key: str, *, is_compressed: bool) -> Iterator[bytes]:
        """Read an object line by line; one that is broken ends early with OSError."""
        with self._path(key).open("rb") as raw:
            source = BufferedReader(gzip.GzipFile(fileobj=raw)) if is_compressed else raw
            try:
                yield from source
            except (EOFError, zlib.error) as error:
                raise OSError(f"{key} is not a gzip file: {error}") from error

    def _path(self, key: str) -> Path:
        if "\0" in key:
            raise ValidationFailed(f"{key!r}: no file can have this name. Leave the NUL out.")
        path = Path(realpath(self._folder / key))
        if not path.is_relative_to(realpath(self._folder)):
            raise ValidationFailed(
                f"The key {key} leads out of its bucket. Use a key without '..'."
            )
        return path


def find_bucket(folder: Path | None, name: str) -> Bucket:
    """Return a bucket that is there."""
    if folder is None or not (folder / name).is_dir():
        raise NoSuchBucket
    return Bucket(folder / name)


def _checksum(path: Path) -> bytes:
    digest = md5(usedforsecurity=False)
    with path.open("rb") as source:
        while chunk := source.read(_CHUNK_BYTES):
            digest.update(chunk)
    return digest.digest()
