"""An item as an entry of a vector index: its partition, its packed vector and what filters ask for.

A vector is packed as 32-bit floating point numbers, lowest byte first; behind it stand the values
of the index's filters, as MessagePack. An item whose attributes do not fit is in no such index.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Mapping, Sequence
from math import inf
from typing import Any, Final

import msgspec

from tavola.engine.storage.catalog import KeyType, TableInfo, VectorIndexInfo
from tavola.engine.storage.key_encoding import hashed_by_crc32
from tavola.values import Item, item_size, key_bytes

__all__ = [
    "FLOAT_BYTES",
    "MAX_VECTOR_PARTITION_BYTES",
    "WHOLE",
    "entry_of",
    "entry_size",
    "filter_bytes",
    "pack_vector",
    "partition_bytes",
    "projected_entry",
    "unpack_entry",
    "vector_values",
]

FLOAT_BYTES: Final = 4
MAX_VECTOR_PARTITION_BYTES: Final = 2048
WHOLE: Final = hashed_by_crc32(b"")
"""The partition of an index that is not divided."""

_NOT_IN_IT: Final = (None, None, None, None)
_encode_filters = msgspec.msgpack.Encoder().encode
_decode_filters = msgspec.msgpack.Decoder(tuple[bytes | None, ...]).decode


def pack_vector(values: Sequence[Mapping[str, Any]]) -> bytes | None:
    """Pack numbers as DynamoDB's values give them; None if they are not all of 32 bits."""
    try:
        numbers = array("f", [float(value["N"]) for value in values])
    except (KeyError, TypeError):
        return None
    if inf in numbers or -inf in numbers:
        return None
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()


def unpack_entry(data: bytes, dimensions: int) -> tuple[bytes, tuple[bytes | None, ...]]:
    """Divide an entry into its vector and the values of its filters."""
    end = dimensions * FLOAT_BYTES
    return data[:end], _decode_filters(data[end:])


def partition_bytes(value: Mapping[str, Any] | None, kind: KeyType) -> bytes | None:
    """Encode the value by which an index is divided; None if it cannot be one."""
    if value is None or not value.get(kind):
        return None
    key = key_bytes(value, kind)
    return hashed_by_crc32(key) if len(key) <= MAX_VECTOR_PARTITION_BYTES else None


def filter_bytes(value: Mapping[str, Any], kind: KeyType) -> bytes | None:
    """Encode a value that a filter compares; None if it is of another type."""
    return key_bytes(value, kind) if kind in value else None


def vector_values(table: TableInfo, index: VectorIndexInfo, item: Item) -> tuple[Any, ...]:
    """Return an item's columns in a vector index; all None if it is not in it."""
    entry = entry_of(table, index, item)
    if entry is None:
        return _NOT_IN_IT
    part, data = entry
    return part, b"", data, entry_size(table, index, item)


def entry_of(table: TableInfo, index: VectorIndexInfo, item: Item) -> tuple[bytes, bytes] | None:
    """Return the partition and the packed entry of an item, None if it is not in the index."""
    values = item.get(index.attribute, {}).get("L")
    if values is None or len(values) != index.dimensions:
        return None
    part: bytes | None = WHOLE
    if index.partition_key is not None:
        name = index.partition_key
        part = partition_bytes(item.get(name), table.key_types[name])
    filters: list[bytes | None] = []
    for name in index.filters:
        value = item.get(name)
        filters.append(None if value is None else filter_bytes(value, table.key_types[name]))
        if value is not None and filters[-1] is None:
            return None
    packed = pack_vector(values)
    if part is None or packed is None:
        return None
    return part, packed + _encode_filters(filters)


def projected_entry(table: TableInfo, index: VectorIndexInfo, item: Item) -> Item:
    """Return what an index keeps of an item beside its vector."""
    if index.projection == "ALL":
        return {name: value for name, value in item.items() if name != index.attribute}
    kept = {
        *table.key_attributes,
        *(name for name, _ in index.search_schema),
        *index.non_key_attributes,
    } - {index.attribute}
    return {name: value for name, value in item.items() if name in kept}


def entry_size(table: TableInfo, index: VectorIndexInfo, item: Item) -> int:
    """Count the bytes of an entry.

    # DynamoDB: a vector has 4 bytes per dimension, the rest as in the table. Measured on AWS by the
    # dynamodb-conformance suite, August 2026.
    """
    own = FLOAT_BYTES * index.dimensions + len(index.attribute.encode())
    return own + item_size(projected_entry(table, index, item))
