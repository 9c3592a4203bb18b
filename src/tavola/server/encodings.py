"""Compressed bodies: which encoding a client wants of a response, and what a request's body was."""

from __future__ import annotations

import gzip
import zlib
from functools import lru_cache
from typing import Final

from tavola.wire.http1 import BadRequest
from tavola.wire.http1.requests import BODY_TOO_LARGE, MAX_REQUEST_BYTES

__all__ = ["MIN_COMPRESSED_BYTES", "choose_encoding", "compress", "decompress"]

# DynamoDB: shorter responses are never compressed. Seen in its responses.
MIN_COMPRESSED_BYTES: Final = 4096
_LEVEL: Final = 1
_ENCODINGS: Final = (b"gzip", b"deflate")
_GZIP_WINDOW: Final = 16 + zlib.MAX_WBITS
_UNREADABLE: Final = 400


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
    """Return a request's body as it was; BadRequest if it cannot be read or is too long."""
    if encoding.strip().lower() != b"gzip" or not body:
        raise BadRequest(_UNREADABLE, "body: is no gzip.")
    parts: list[bytes] = []
    room = MAX_REQUEST_BYTES
    try:
        while body:
            member = zlib.decompressobj(_GZIP_WINDOW)
            # One byte more than there is room for, to tell a full body from a longer one.
            parts.append(member.decompress(body, room + 1))
            room -= len(parts[-1])
            if room < 0:
                raise BadRequest(BODY_TOO_LARGE, "body: unzips past what a request may have.")
            if not member.eof:
                raise BadRequest(_UNREADABLE, "body: ends within its gzip.")
            body = member.unused_data
    except zlib.error:
        raise BadRequest(_UNREADABLE, "body: is no gzip.") from None
    return b"".join(parts)
