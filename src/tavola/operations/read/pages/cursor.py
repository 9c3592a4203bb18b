"""Cursors: opaque, URL-safe, and bound to their query, partition and tenant.

A cursor holds a position within a partition, never the partition itself: that comes from the
call, so that a forged cursor can name no other tenant's items.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode

import msgspec
from msgspec import Struct

from tavola.errors import OperationError, ValidationFailed

_MARK_BYTES = 12
_SEAL_BYTES = 16


class Position(Struct, frozen=True, array_like=True):
    """A place between two items of a query."""

    keys: dict[str, dict[str, str]]
    """Key attributes of the item beside it, without the partition key that was queried."""
    backward: bool = False
    """Whether the page before this place is meant, not the one after it."""
    partition: int = 0
    """Which partition the item stands in, of a query that reads several."""


class _Sealed(Struct, frozen=True, array_like=True):
    fingerprint: bytes
    position: Position


_DECODER = msgspec.msgpack.Decoder(_Sealed)


def fingerprint(*parts: object) -> bytes:
    """Return what distinguishes one query, with its key values and tenant, from another."""
    # OpenSSL is loaded by the first query, not by whoever imports a generated module.
    from hashlib import blake2b

    return blake2b(msgspec.msgpack.encode(parts), digest_size=_MARK_BYTES).digest()


def format_cursor(position: Position, mark: bytes, key: bytes | None) -> str:
    """Write a position as text; with a key, sealed against forging."""
    text = msgspec.msgpack.encode(_Sealed(mark, position))
    return urlsafe_b64encode(_seal(text, key) + text).rstrip(b"=").decode()


def parse_cursor(cursor: str, mark: bytes, key: bytes | None) -> Position:
    """Read a position back, refusing one that was made for another query."""
    from hmac import compare_digest

    try:
        whole = urlsafe_b64decode(cursor.encode() + b"=" * (-len(cursor) % 4))
        length = 0 if key is None else _SEAL_BYTES
        if not compare_digest(whole[:length], _seal(whole[length:], key)):
            raise _refusal(cursor, "was not made by this application")
        sealed = _DECODER.decode(whole[length:])
    except (ValueError, RecursionError, msgspec.MsgspecError):
        raise _refusal(cursor, "is damaged") from None
    if not compare_digest(sealed.fingerprint, mark):
        raise _refusal(cursor, "was made by another query, partition or tenant")
    return sealed.position


def refuse_cursor(cursor: str | None, refused: ValidationFailed) -> None:
    """Refuse a cursor whose position the database refused: the caller is to blame, not the data."""
    if cursor:
        raise _refusal(cursor, "is damaged") from refused


def _seal(text: bytes, key: bytes | None) -> bytes:
    if key is None:
        return b""
    from hmac import digest

    return digest(key, text, "sha256")[:_SEAL_BYTES]


def _refusal(cursor: str, why: str) -> OperationError:
    return OperationError(
        f"cursor: {cursor[:60]!r} {why}. Pass the cursor of a page of this very query, unchanged."
    )
