"""The bytes of keys on disk: their order is DynamoDB's order, and no two keys share their bytes.

SQLite compares blobs byte by byte and knows nothing of strings, numbers or composite keys. All that
a Query promises (order, ranges, exactly one item per key) rests on this encoding, and so does every
file that was ever written: whoever changes a byte here must raise FORMAT_VERSION in sqlite.py.

The columns
    pk          hash(key) ‖ key         the partition key, behind four bytes of its hash
    sk          key                     the sort key; empty in a table that has none
    g0_pk …     as pk and sk, for each index: its attributes joined; NULL in an item that lacks one
                of them or has it in another type, and then no entry stands in the SQLite index

The hash
    A scan goes in its order and segments divide it. It is DynamoDB's own: MD5 of a salt and the
    key, numbers in the form that DynamoDB stores (`values.number_hash_bytes`). Files of formats 1
    to 3 were begun with crc32 and keep it. Which one a table has stands in its definition. Vector
    indexes have crc32 in all files: their partitions are looked up and never scanned.

One value (`values.key_bytes`)
    S           its UTF-8, whose byte order is the order of code points, which is DynamoDB's
    B           the bytes themselves
    N           0x40, 0x80 or 0xC0 for negative, zero or positive; a biased exponent; two digits to
                a byte. Of negatives, exponent and digits are complemented and 0xFF ends them, so
                that -1.2 is below -1. The text is canonical before: 1 and 1.0 are one key

Several attributes (`join_parts`)
    Each part but the last: 0x00 becomes 0x00 0xFF, then 0x00 0x01 ends it. The last part stands as
    it is. A shorter part sorts before one that it begins, because its end, 0x00 0x01, is below any
    byte that may follow: 0x01 to 0xFF, or an escaped 0x00 0xFF. A key of one part is that part.

What can go wrong
    Two keys, one row. ("a", "bc") and ("ab", "c") would meet if parts were only put end to end; the
    escape makes joining one to one for a given number of parts, and an index has one number. A hash
    alone would make two partition keys meet; the whole key follows it.
    Rows out of order. Without the escape a 0x00 within a part would look like its end. Within one
    partition the hash is the same for all rows, so it never takes part in the order of sort keys.
    A range that takes too much or too little. Every range is half open, low <= key < high, and all
    of DynamoDB's operators are made of three bounds: the key itself, `after` it (key ‖ 0x00, the
    smallest bytes above it), and `after_prefix` (the last byte raised, 0xFF cut off before). On a
    part that is not the last, equality is a prefix with its end, and begins_with one without it.
    A bound that does not bound. TOP is "no upper end": 2,100 bytes 0xFF. With the hash no part
    is longer than 2,052 bytes, so none has as many in a row, and after a part comes its end, 0x00.
    A page that starts in the wrong place. Index entries with equal keys are ordered by the table's
    own pk and sk, so a position is unique; it is compared as a row value, not column by column.
    Segments of a parallel scan that overlap or leave a gap. They divide the numbers that four bytes
    can have; the upper bound of one is the lower bound of the next, and the last one ends at TOP.

Properties in tests/engine/storage/test_key_encoding.py and tests/values show each of these.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import md5
from typing import Final, Literal
from zlib import crc32

from tavola.values import number_hash_bytes

__all__ = [
    "TOP",
    "HashName",
    "PartitionHash",
    "after",
    "after_prefix",
    "hash_bounds",
    "hashed_by_crc32",
    "hashed_by_md5",
    "join_parts",
    "part_prefix",
    "partition_hash",
]

HashName = Literal["crc32", "md5"]
PartitionHash = Callable[[bytes], bytes]
"""Puts the hash of an encoded partition key before it."""

HASH_BYTES = 4

# DynamoDB: what stands before a key that is hashed. Nowhere documented; the orders and segments
# that dynalite's tests expect, which its authors run against AWS, come out with it.
_SALTED: Final = md5(b"Outliers", usedforsecurity=False)

TOP = b"\xff" * 2100
"""Above every key."""

_NUL = b"\x00"
_ESCAPED_NUL = b"\x00\xff"
_END_OF_PART = b"\x00\x01"


def partition_hash(name: HashName, kinds: Sequence[str]) -> PartitionHash:
    """Return how keys of one table or index are hashed; `kinds` are the types of their parts."""
    if name == "crc32":
        return hashed_by_crc32
    return _number_hashed_by_md5 if list(kinds) == ["N"] else hashed_by_md5


def hashed_by_md5(key: bytes) -> bytes:
    """Put a key behind DynamoDB's hash of it."""
    digest = _SALTED.copy()
    digest.update(key)
    return digest.digest()[:HASH_BYTES] + key


def _number_hashed_by_md5(key: bytes) -> bytes:
    return hashed_by_md5(number_hash_bytes(key))[:HASH_BYTES] + key


def hashed_by_crc32(key: bytes) -> bytes:
    """Put a key behind the hash that files of formats 1 to 3 have."""
    return crc32(key).to_bytes(HASH_BYTES, "big") + key


def hash_bounds(segment: int, total: int) -> tuple[bytes, bytes]:
    """Return the half-open range of hashed keys that parallel scan `segment` of `total` reads."""
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
    """Return what every key begins with whose next part, not its last, is exactly `part`."""
    return part.replace(_NUL, _ESCAPED_NUL) + _END_OF_PART


def after(key: bytes) -> bytes:
    """Return the smallest bound above `key`, which turns `>` into `>=` and `<=` into `<`."""
    return key + _NUL


def after_prefix(prefix: bytes) -> bytes:
    """Return the smallest bound above every key that begins with `prefix`."""
    head = prefix.rstrip(b"\xff")
    return head[:-1] + bytes((head[-1] + 1,)) if head else TOP
