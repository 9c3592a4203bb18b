"""Which iteration bucket an item belongs to."""

from __future__ import annotations

from array import array
from functools import lru_cache
from operator import mul

__all__ = ["bucket_of"]


def bucket_of(primary_id: str, buckets: int) -> int:
    """Find an id's bucket: |h| mod buckets, h = 32-bit signed h*31 + code over UTF-16 codes."""
    if buckets <= 1:
        return 0
    codes = primary_id.encode() if primary_id.isascii() else _utf16(primary_id)
    total: int = sum(map(mul, codes, _powers(len(codes)))) & 0xFFFFFFFF
    signed = total - 0x1_0000_0000 if total & 0x8000_0000 else total
    return abs(signed) % buckets


@lru_cache(maxsize=128)
def _powers(count: int) -> tuple[int, ...]:
    """What h*31 + code, done again and again, multiplies each of so many codes by."""
    return tuple(pow(31, left, 0x1_0000_0000) for left in reversed(range(count)))


def _utf16(text: str) -> array[int]:
    codes = array("H")
    codes.frombytes(text.encode("utf-16-le", "surrogatepass"))
    return codes
