"""An item as a row: key columns, the item's bytes and size, and the columns of every index.

Takes canonical items that were checked already; an attribute that cannot be an index's key leaves
the item out of that index.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from tavola.engine.storage.catalog import IndexKey, KeyType, TableInfo
from tavola.engine.storage.key_encoding import join_parts
from tavola.engine.storage.vector_rows import vector_values
from tavola.values import Item, item_size, key_bytes

__all__ = ["MAX_PARTITION_KEY_BYTES", "MAX_SORT_KEY_BYTES", "index_values", "key_of", "row_of"]

# DynamoDB: a partition key has up to 2,048 bytes, a sort key up to 1,024. Developer guide,
# ServiceQuotas.
MAX_PARTITION_KEY_BYTES = 2048
MAX_SORT_KEY_BYTES = 1024
_MAX_EPOCH_DIGITS = 15

_encode = msgspec.json.Encoder().encode


def key_of(table: TableInfo, item: Mapping[str, Any]) -> tuple[bytes, bytes]:
    """Encode the primary key that stands in an item or is one."""
    name, types = table.partition_key, table.key_types
    pk = table.hash_key(key_bytes(item[name], types[name]))
    sort = table.sort_key
    return (pk, b"") if sort is None else (pk, key_bytes(item[sort], types[sort]))


def row_of(table: TableInfo, item: Item, encoded: bytes, size: int) -> tuple[Any, ...]:
    """Make the row of an item whose bytes and size are known."""
    expires = None if table.ttl_attribute is None else expiry_of(item, table.ttl_attribute)
    row = (*key_of(table, item), encoded, size, expires)
    for key in table.index_keys:
        row += index_values(key, item)
    for index in table.vector_indexes.values():
        row += vector_values(table, index, item)
    return row


def index_values(key: IndexKey, item: Item) -> tuple[Any, ...]:
    """Return an item's columns in one index; all None if it is not in it."""
    is_projected = key.index.is_projected
    partition = _parts(key.partition, item, MAX_PARTITION_KEY_BYTES)
    sort = None if partition is None else _parts(key.sort, item, MAX_SORT_KEY_BYTES)
    if partition is None or sort is None:
        return (None, None, None, None) if is_projected else (None, None)
    keys = (key.hash_key(join_parts(partition)), join_parts(sort) if sort else b"")
    if not is_projected:
        return keys
    copy = {name: value for name, value in item.items() if name in key.projected}
    return (*keys, _encode(copy), item_size(copy))


def expiry_of(item: Item, attribute: str) -> int | None:
    """Read an item's expiry, in seconds since 1970; None if it has none."""
    value = item.get(attribute)
    text = None if value is None else value.get("N")
    if text is None:
        return None
    whole = text.partition(".")[0]
    return int(whole) if len(whole) <= _MAX_EPOCH_DIGITS else None


def _parts(
    attributes: tuple[tuple[str, KeyType], ...], item: Item, longest: int
) -> list[bytes] | None:
    parts: list[bytes] = []
    for name, kind in attributes:
        value = item.get(name)
        if value is None or not value.get(kind):
            return None
        part = key_bytes(value, kind)
        if len(part) > longest:
            return None
        parts.append(part)
    return parts
