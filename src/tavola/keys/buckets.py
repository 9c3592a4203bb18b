"""Which iteration bucket an item belongs to."""

from __future__ import annotations

from array import array

__all__ = ["bucket_of"]


def bucket_of(primary_id: str, buckets: int) -> int:
    """Find an id's bucket: |h| mod buckets, h = 32-bit signed h*31 + code over UTF-16 codes."""
    if buckets <= 1:
        return 0
    total = 0
    for code in primary_id.encode() if primary_id.isascii() else _utf16(primary_id):
        total = (total * 31 + code) & 0xFFFFFFFF
    signed = total - 0x1_0000_0000 if total & 0x8000_0000 else total
    return abs(signed) % buckets


def _utf16(text: str) -> array[int]:
    codes = array("H")
    codes.frombytes(text.encode("utf-16-le", "surrogatepass"))
    return codes
