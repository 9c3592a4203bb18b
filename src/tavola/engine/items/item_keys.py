"""Keys of items, checked as DynamoDB checks them.

Values are canonical (`tavola.values.check_item`) before they come here; `rows` encodes them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NoReturn

from tavola.engine.storage.catalog import TableInfo
from tavola.engine.storage.key_encoding import HASH_BYTES
from tavola.engine.storage.rows import MAX_PARTITION_KEY_BYTES, MAX_SORT_KEY_BYTES, key_of
from tavola.errors import ValidationFailed
from tavola.values import key_bytes

__all__ = [
    "LONG_PARTITION_KEY",
    "EmptyKey",
    "check_index_keys",
    "check_key",
    "check_key_attributes",
    "check_key_bytes",
]

Item = Mapping[str, Mapping[str, Any]]

MISMATCH: Final = "The provided key element does not match the schema"
_INVALID: Final = "One or more parameter values were invalid: "
_NOT_VALID: Final = "One or more parameter values are not valid. "
LONG_PARTITION_KEY: Final = (
    f"{_INVALID}Size of hashkey has exceeded the maximum size limit of"
    f"{MAX_PARTITION_KEY_BYTES} bytes"
)
_LONG_SORT_KEY: Final = (
    f"{_INVALID}Aggregated size of all range keys has exceeded the size limit of "
    f"{MAX_SORT_KEY_BYTES} bytes"
)
# So many characters have no more bytes than any key may have.
_SURELY_SHORT: Final = MAX_SORT_KEY_BYTES // 4
_KINDS: Final = {"S": "string", "B": "binary"}
_LONGEST_PARTITION: Final = HASH_BYTES + MAX_PARTITION_KEY_BYTES


class EmptyKey(ValidationFailed):
    """A key attribute is empty: refuses a whole transaction, without a reason per action."""


def check_key(table: TableInfo, key: Item) -> tuple[bytes, bytes]:
    """Return the encoded key that a `Key` parameter names, or refuse it."""
    if len(key) != len(table.key_attributes):
        raise ValidationFailed(MISMATCH)
    try:
        pk, sk = key_of(table, key)
    except KeyError:
        # An attribute, or its value in the right type, is missing.
        raise ValidationFailed(MISMATCH) from None
    if not (HASH_BYTES < len(pk) <= _LONGEST_PARTITION and 0 < len(sk) <= MAX_SORT_KEY_BYTES):
        check_key_bytes(table, pk, sk)
    return pk, sk


def check_key_attributes(table: TableInfo, item: Item) -> None:
    """Refuse an item that lacks an attribute of its key or has it in another type."""
    types = table.key_types
    for name in table.key_attributes:
        value = item.get(name)
        if value is None:
            raise ValidationFailed(f"{_INVALID}Missing the key {name} in the item")
        if types[name] not in value:
            (actual,) = value
            raise ValidationFailed(
                f"{_INVALID}Type mismatch for key {name} expected: {types[name]} actual: {actual}"
            )


def check_key_bytes(table: TableInfo, pk: bytes, sk: bytes) -> None:
    """Refuse an encoded key that is empty or too long."""
    if not HASH_BYTES < len(pk) <= _LONGEST_PARTITION:
        _refuse_partition(table, pk)
    if table.sort_key is not None and not 0 < len(sk) <= MAX_SORT_KEY_BYTES:
        _refuse_sort(table, table.sort_key, sk)


def _refuse_partition(table: TableInfo, pk: bytes) -> NoReturn:
    if len(pk) == HASH_BYTES:
        _refuse_empty(table, table.partition_key)
    raise ValidationFailed(LONG_PARTITION_KEY)


def _refuse_sort(table: TableInfo, name: str, sk: bytes) -> NoReturn:
    if not sk:
        _refuse_empty(table, name)
    raise ValidationFailed(_LONG_SORT_KEY)


def _refuse_empty(table: TableInfo, name: str) -> NoReturn:
    raise EmptyKey(f"{_NOT_VALID}{_empty(table, name)} Key: {name}")


def _empty(table: TableInfo, name: str) -> str:
    kind = _KINDS[table.key_types[name]]
    return f"The AttributeValue for a key attribute cannot contain an empty {kind} value."


def check_index_keys(table: TableInfo, item: Item, *, is_update: bool = False) -> None:
    """Refuse an index's key attribute that is empty or of another type, in an index or not."""
    for name, kind in table.key_types.items():
        value = item.get(name)
        if value is None:
            continue
        content = value.get(kind)
        if not content:
            _check_index_value(table, name, value, is_update=is_update)
        elif len(content) > _SURELY_SHORT and name not in table.key_attributes:
            _check_index_length(table, name, len(key_bytes(value, kind)))


def _check_index_length(table: TableInfo, name: str, size: int) -> None:
    for index in table.indexes.values():
        if name in index.partition_keys and size > MAX_PARTITION_KEY_BYTES:
            raise ValidationFailed(LONG_PARTITION_KEY)
        if name in index.sort_keys and size > MAX_SORT_KEY_BYTES:
            raise ValidationFailed(_LONG_SORT_KEY)


def _check_index_value(
    table: TableInfo, name: str, value: Mapping[str, Any], *, is_update: bool
) -> None:
    (actual,) = value
    wanted = table.key_types[name]
    users = [index.name for index in table.indexes.values() if name in index.key_attributes]
    if not users:
        return
    # DynamoDB: of several indexes on one attribute, the first by name is reported.
    index = min(users)
    if actual != wanted:
        raise ValidationFailed(
            f"{_INVALID}Type mismatch for Index Key {name} Expected: {wanted} Actual: {actual} "
            f"IndexName: {index}"
        )
    if is_update:
        raise EmptyKey(
            f"{_NOT_VALID}The update expression attempted to update a secondary index key to a "
            f"value that is not supported. {_empty(table, name)}"
        )
    raise EmptyKey(
        f"{_NOT_VALID}A value specified for a secondary index key is not supported. "
        f"{_empty(table, name)} IndexName: {index}, IndexKey: {name}"
    )
