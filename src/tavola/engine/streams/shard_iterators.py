"""Shard iterators: opaque strings that say where to continue, valid for 15 minutes."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as Base64Error
from typing import Final

import msgspec
from msgspec import Struct

from tavola.errors import StoreError, ValidationFailed

__all__ = ["OLDEST", "ShardIterator", "check_age", "format_iterator", "parse_iterator"]

OLDEST: Final = 0
"""The position of what is oldest at the time of reading; sequences begin with 1."""

# DynamoDB: an iterator expires 15 minutes after it was given. API reference, GetShardIterator.
_LIFETIME_SECONDS: Final = 15 * 60.0


class ShardIterator(Struct, frozen=True):
    """A stream, the sequence at which to continue, and when the iterator was issued."""

    arn: str
    position: int
    issued_at: float


def format_iterator(iterator: ShardIterator) -> str:
    """Format an iterator as DynamoDB does: the stream's ARN, then an opaque part."""
    data = msgspec.json.encode((iterator.position, iterator.issued_at))
    return f"{iterator.arn}|1|{urlsafe_b64encode(data).decode()}"


def parse_iterator(text: str) -> ShardIterator:
    """Parse an iterator, or refuse the text."""
    arn, _, hidden = text.partition("|1|")
    try:
        data = urlsafe_b64decode(hidden.encode())
        position, issued_at = msgspec.json.decode(data, type=tuple[int, float])
    except (Base64Error, UnicodeError, msgspec.MsgspecError):
        raise ValidationFailed("Invalid ShardIterator") from None
    return ShardIterator(arn, position, issued_at)


def check_age(iterator: ShardIterator, now: float) -> None:
    """Refuse an iterator that is too old."""
    if now - iterator.issued_at > _LIFETIME_SECONDS:
        raise StoreError(
            "The provided iterator exceeds the maximum age allowed",
            code="ExpiredIteratorException",
        )
