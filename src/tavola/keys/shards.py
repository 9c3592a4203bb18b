"""Shards: a partition divided into several, by a hash of one of the item's values.

The hash is CRC-32 of the value's text in UTF-8, as every language has it, so that other programs
find the same shard.
"""

from __future__ import annotations

from collections.abc import Callable
from zlib import crc32

from tavola.errors import OperationError
from tavola.keys.key_form import KeyForm, LiteralKeyText

__all__ = ["MAX_SHARDS", "shard_form", "shard_of"]

MAX_SHARDS = 100
"""A query reads all of them side by side."""


def shard_of(text: str, shards: int) -> int:
    """Find the shard of a text: CRC-32 of its UTF-8 bytes, modulo the number of shards."""
    return crc32(text.encode("utf-8", "surrogatepass")) % shards


def shard_form(code: str, size: str, form_of: Callable[[str], KeyForm]) -> KeyForm:
    """Make the form `shard:8:text`: one of eight numbers, found by the value's text in a form."""
    number, _, inner = size.partition(":")
    shards = int(number)
    write_value = form_of(inner).write

    def write(value: object) -> str:
        if isinstance(value, LiteralKeyText):
            return str(value)
        return str(shard_of(write_value(value), shards))

    # As wide as any number of shards needs, so that what is proven holds of former shards too.
    shape = (("0123456789", 1, len(str(MAX_SHARDS - 1))),)
    return KeyForm(code, write, _no_value, False, shape, False, is_exact=False, is_derived=True)


def _no_value(text: str) -> object:
    raise OperationError(f"key: {text!r} is a shard, from which no value can be read.")
