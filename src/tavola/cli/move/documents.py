"""Items as documents of their fields, and back to exactly the items that a model writes.

A document names its model's fields; in a design with tenants `$tenant` says whose it is. Keys of
indexes and locks of unique values are not in it: they follow from the fields.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from tavola.cli.data.given_words import find_field
from tavola.cli.data.values import from_json, keep_unknown, to_json
from tavola.codec.codec import Codec
from tavola.codec.decoder import RawItem
from tavola.keys import TENANT
from tavola.operations.read.unique_conditions import find_lock

__all__ = ["Restored", "item_to_document", "restore_item"]

TENANT_MEMBER = "$tenant"


def item_to_document(codec: Codec[Any], item: RawItem) -> dict[str, Any]:
    """Write an item of a model as a document of its fields."""
    tenant = (codec.find_key_values(item) or {}).get(TENANT)
    instance = codec.decoder.raw(item, None, tenant if isinstance(tenant, str) else None)
    document: dict[str, Any] = {} if tenant is None else {TENANT_MEMBER: tenant}
    for field in codec.schema.fields.values():
        value = getattr(instance, field.python_name, None)
        if value is not None:
            document[field.name] = to_json(field, value)
    return document


class Restored(Struct, frozen=True):
    """An item to put, and the locks of its unique values."""

    item: RawItem
    locks: tuple[RawItem, ...]


def restore_item(codec: Codec[Any], document: Mapping[str, Any]) -> Restored:
    """Read a document: the item as the model writes it, dates and versions as they were."""
    values: dict[str, Any] = {}
    for name, value in document.items():
        if name != TENANT_MEMBER:
            field = find_field(codec.schema, name)
            values[field.python_name] = from_json(field, value)
    tenant = document.get(TENANT_MEMBER)
    instance = codec.model(**values)
    for field in codec.schema.fields.values():
        if field.name in document:
            keep_unknown(field, getattr(instance, field.python_name), document[field.name])
    known, attributes = codec.encode(instance)
    item = codec.complete(attributes, known, tenant)
    uniques = codec.schema.uniques.values()
    locks = (find_lock(codec, unique, known, tenant) for unique in uniques)
    return Restored(item, tuple(lock for lock in locks if lock is not None))
