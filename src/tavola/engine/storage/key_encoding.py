"""How keys lie in the file: bytes whose order is DynamoDB's order."""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

__all__ = [
    "TOP",
    "after",
    "after_prefix",
    "hash_bounds",
    "hashed",
    "join_parts",
    "part_prefix",
]

HASH_BYTES = 4

TOP = b"\xff" * 2100
"""Above every key: they are at most 2,048 bytes and the hash, and 1,025 bytes 0xFF end none."""

_NUL = b"\x00"
_ESCAPED_NUL = b"\x00\xff"
_END_OF_PART = b"\x00\x01"


def hashed(key: bytes) -> bytes:
    """Put a partition key's hash before it: a scan goes in hash order, as DynamoDB's does."""
    return crc32(key).to_bytes(HASH_BYTES, "big") + key


def hash_bounds(segment: int, total: int) -> tuple[bytes, bytes]:
    """Give the half-open range of hashed keys that parallel scan `segment` of `total` reads."""
    space = 1 << (8 * HASH_BYTES)
    low = (segment * space // total).to_bytes(HASH_BYTES, "big")
    if segment == total - 1:
        return low, TOP
    return low, ((segment + 1) * space // total).to_bytes(HASH_BYTES, "big")


def join_parts(parts: Sequence[bytes]) -> bytes:
    """Make one key of several attributes: it sorts by the first, then the second, and so on.

    The parts before the last are escaped and closed, so no two different lists give one key. A
    key of one part is that part.
    """
    if len(parts) == 1:
        return parts[0]
    return b"".join(part_prefix(part) for part in parts[:-1]) + parts[-1]


def part_prefix(part: bytes) -> bytes:
    """Give what every key begins with whose next part, not its last, is exactly `part`."""
    return part.replace(_NUL, _ESCAPED_NUL) + _END_OF_PART


def after(key: bytes) -> bytes:
    """Give the smallest bound above `key`, which turns `>` into `>=` and `<=` into `<`."""
    return key + _NUL


def after_prefix(prefix: bytes) -> bytes:
    """Give the smallest bound above every key that begins with `prefix`."""
    head = prefix.rstrip(b"\xff")
    return head[:-1] + bytes((head[-1] + 1,)) if head else TOP
