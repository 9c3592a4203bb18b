"""Compressed bodies: which encoding a client wants of a response, and what a request's body was."""

from __future__ import annotations

import gzip
import zlib
from functools import lru_cache
from typing import Final

from tavola.wire.http1 import BadRequest
from tavola.wire.http1.requests import BODY_TOO_LARGE, MAX_REQUEST_BYTES

__all__ = [
    "MAX_COMPRESSED_BYTES",
    "MIN_COMPRESSED_BYTES",
    "choose_encoding",
    "compress",
    "decompress",
]

# DynamoDB: shorter responses are never compressed. Seen in its responses.
MIN_COMPRESSED_BYTES: Final = 4096
# A longer one goes as it is: others would wait a fifth of a second for 16 MB.
MAX_COMPRESSED_BYTES: Final = 2 * 1024 * 1024
_LEVEL: Final = 1
_ENCODINGS: Final = (b"gzip", b"deflate")
_GZIP_WINDOW: Final = 16 + zlib.MAX_WBITS
_UNREADABLE: Final = 400
_FIRST_WINDOW: Final = 4096
# Clients send one; each takes some microseconds, however little is in it.
_MAX_MEMBERS: Final = 1000


new_unzipper = zlib.decompressobj


@lru_cache(256)
def choose_encoding(accepted: bytes) -> bytes | None:
    """Choose from an Accept-Encoding header; None for a body as it is."""
    # DynamoDB: of equal weights the first counts; `identity` is never preferred.
    weights: dict[bytes, float] = {}
    for entry in accepted.lower().split(b","):
        name, *parameters = (part.strip() for part in entry.split(b";"))
        weights[name] = max(weights.get(name, 0.0), _weight(parameters))
    others = weights.pop(b"*", 0.0)
    candidates = {name: weight for name, weight in weights.items() if name in _ENCODINGS}
    for name in _ENCODINGS:
        candidates.setdefault(name, others)
    best = max(candidates, key=candidates.__getitem__)
    return best if candidates[best] > 0 else None


def _weight(parameters: list[bytes]) -> float:
    """Read the first `q=`; what cannot be read counts fully."""
    for parameter in parameters:
        name, _, value = parameter.partition(b"=")
        if name.strip() == b"q":
            try:
                return min(max(float(value), 0.0), 1.0)
            except ValueError:
                return 1.0
    return 1.0


def compress(body: bytes, encoding: bytes) -> bytes:
    """Compress a response's body."""
    if encoding == b"gzip":
        return gzip.compress(body, _LEVEL, mtime=0)
    return zlib.compress(body, _LEVEL)


def decompress(body: bytes, encoding: bytes) -> bytes:
    """Give a request's body as it was; BadRequest if it cannot be read or is too long."""
    if encoding.strip().lower() != b"gzip" or not body:
        raise BadRequest(_UNREADABLE, "The body is not gzip.")
    parts: list[bytes] = []
    room, start = MAX_REQUEST_BYTES, 0
    for _ in range(_MAX_MEMBERS):
        content, start = _decompress_member(body, start, room)
        room -= len(content)
        parts.append(content)
        if start == len(body):
            return b"".join(parts)
    raise BadRequest(_UNREADABLE, f"The body has more than {_MAX_MEMBERS} parts.")


def _decompress_member(body: bytes, start: int, room: int) -> tuple[bytes, int]:
    """Unzip one of the parts that gzip allows in a row; gives where the next one begins.

    zlib copies what it was given beyond the end, so it is given little at first.
    """
    member, parts, window = new_unzipper(_GZIP_WINDOW), list[bytes](), _FIRST_WINDOW
    while not member.eof:
        given = body[start : start + window]
        if not given:
            raise BadRequest(_UNREADABLE, "The gzip body is truncated.")
        try:
            # One byte more than there is room for, to tell a full body from a longer one.
            parts.append(member.decompress(given, room + 1))
        except zlib.error:
            raise BadRequest(_UNREADABLE, "The body is not gzip.") from None
        room -= len(parts[-1])
        if room < 0:
            raise BadRequest(
                BODY_TOO_LARGE, "The body decompresses to more than a request may have."
            )
        start += len(given)
        window *= 2
    return b"".join(parts), start - len(member.unused_data)
