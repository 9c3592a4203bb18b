"""Vectors and the attributes beside them, checked as DynamoDB checks them when an item is written.

# DynamoDB: API reference, PutItem; messages as AWS gave them in captures of August 2026.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

from tavola.engine.items.item_keys import LONG_PARTITION_KEY, EmptyKey
from tavola.engine.storage.catalog import TableInfo, VectorIndexInfo
from tavola.engine.storage.vector_rows import MAX_VECTOR_PARTITION_BYTES, pack_vector
from tavola.errors import ValidationFailed
from tavola.values import key_bytes

__all__ = ["check_vectors"]

Item = Mapping[str, Mapping[str, Any]]

_INVALID: Final = "One or more parameter values were invalid. "
_NOT_VALID: Final = "One or more parameter values are not valid. "
_RANGE: Final = "[-3.4028235E38, 3.4028235E38]"
_KINDS: Final = {"S": "string", "B": "binary"}


def check_vectors(table: TableInfo, item: Item, before: Item | None = None) -> None:
    """Refuse what a vector index cannot take; with `before`, only what an update has changed."""
    for name in sorted(table.vector_indexes):
        index = table.vector_indexes[name]
        vector = item.get(index.attribute)
        if vector is not None and _is_new(before, index.attribute, vector):
            _check_vector(index, vector)
        for attribute, role in index.search_schema:
            value = item.get(attribute)
            if value is not None and _is_new(before, attribute, value):
                _check_type(table, index, attribute, value)
                if role == "HASH":
                    _check_partition(table, index, value, is_update=before is not None)


def _is_new(before: Item | None, name: str, value: Mapping[str, Any]) -> bool:
    return before is None or before.get(name) != value


def _check_vector(index: VectorIndexInfo, vector: Mapping[str, Any]) -> None:
    name, values = index.attribute, vector.get("L")
    if values is None:
        raise ValidationFailed(
            f"{_INVALID}Invalid type for parameter {name}, Expected: 32-bit floating point number "
            f"list IndexName: {index.name}"
        )
    if len(values) != index.dimensions:
        raise ValidationFailed(
            f"{_INVALID}Invalid size for parameter {name}, Expected: {index.dimensions}, Actual: "
            f"{len(values)} IndexName: {index.name}"
        )
    if pack_vector(values) is None:
        _refuse_number(index, values)


def _refuse_number(index: VectorIndexInfo, values: list[dict[str, Any]]) -> None:
    for position, value in enumerate(values):
        where = f"{index.attribute}[{position}]"
        (kind,) = value
        if kind != "N":
            raise ValidationFailed(
                f"{_INVALID}Invalid type for parameter {where}, Expected: 32-bit floating point "
                f"number, Actual: {kind}. IndexName: {index.name}"
            )
        if pack_vector([value]) is None:
            shown = Decimal(value["N"]).normalize()
            raise ValidationFailed(
                f"{_INVALID}Invalid value for parameter {where}, Value: {shown} is outside valid "
                f"range {_RANGE}. IndexName: {index.name}"
            )


def _check_type(
    table: TableInfo, index: VectorIndexInfo, name: str, value: Mapping[str, Any]
) -> None:
    (actual,) = value
    wanted = table.key_types[name]
    if actual != wanted:
        raise ValidationFailed(
            f"{_INVALID}Attribute '{name}' type mismatch. Expected: {wanted}, Actual: {actual}. "
            f"IndexName: {index.name}"
        )


def _check_partition(
    table: TableInfo, index: VectorIndexInfo, value: Mapping[str, Any], *, is_update: bool
) -> None:
    (kind,) = value
    if not value[kind]:
        empty = (
            f"The AttributeValue for a key attribute cannot contain an empty {_KINDS[kind]} value."
        )
        if is_update:
            raise EmptyKey(
                f"{_NOT_VALID}The update expression attempted to update a secondary index key to "
                f"a value that is not supported. {empty}"
            )
        raise EmptyKey(
            f"{_NOT_VALID}A value specified for a secondary index key is not supported. {empty} "
            f"IndexName: {index.name}, IndexKey: {index.partition_key}"
        )
    if len(key_bytes(value, table.key_types[str(index.partition_key)])) > (
        MAX_VECTOR_PARTITION_BYTES
    ):
        raise ValidationFailed(LONG_PARTITION_KEY)
