"""Unique values that stored items hold without a lock: which they are, and who has them instead."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Raw, Struct

from tavola.codec.codec import Codec
from tavola.codec.decoder import RawItem
from tavola.errors import DecodeError, OperationError
from tavola.operations.context import TableContext
from tavola.operations.expiry import is_expired
from tavola.operations.read.get import key_text, read_batches, read_item, value_text
from tavola.operations.steps import Steps
from tavola.operations.write.plans.locks import LockChange, plan_locks

# DynamoDB: a partition key has up to 2048 bytes. Developer guide, Constraints.
MAX_PARTITION_KEY_BYTES = 2048

Locks = Mapping[tuple[str, ...], Raw]
"""Stored locks by the text of their keys."""


class Taken(Struct, frozen=True):
    """A unique value that two items hold: the one that has the lock, and one that does not."""

    item: str
    """The model and key of the item that was left as it is."""
    field: str
    value: Any
    owner: str
    """The model and key of the item that the value belongs to."""

    def __str__(self) -> str:
        return f"{self.item}: {self.field} {self.value!r} belongs to {self.owner}."


class Stored(Struct, frozen=True):
    """An item as it was read: its model, its values, the tenant that it belongs to."""

    context: TableContext
    codec: Codec[Any]
    item: RawItem
    values: Mapping[str, Any]
    locks: tuple[LockChange, ...]
    """The locks of all its unique values; an expired item has none."""

    @property
    def key(self) -> RawItem:
        """Its primary key."""
        return {name: self.item[name] for name in self.codec.primary_attributes}

    @property
    def name(self) -> str:
        """Its model and key, for people."""
        return item_name(self.codec, self.key)


def stored(context: TableContext, codec: Codec[Any], item: RawItem) -> Stored:
    """Read an item's values and its locks, in the context of the tenant that it belongs to."""
    values = codec.values(codec.decoder.raw(item, None, context.tenant))
    uniques = codec.schema.uniques.values()
    locks: list[LockChange] = []
    if uniques and not is_expired(context, codec.ttl_attribute, item):
        locks = plan_locks(context, codec, uniques, None, values)
    for lock in locks:
        _check_length(lock)
    return Stored(context, codec, item, values, tuple(locks))


def _check_length(lock: LockChange) -> None:
    """Refuse a value that no lock can be made of; items may have got it before the constraint."""
    length = len(value_text(lock.key[lock.unique.key.partition_attribute]).encode())
    if length > MAX_PARTITION_KEY_BYTES:
        raise OperationError(
            f"{lock.field_names}: its value makes a lock's key of {length:,} bytes. "
            f"DynamoDB takes {MAX_PARTITION_KEY_BYTES:,}."
        )


def read_locks(context: TableContext, items: Iterable[Stored]) -> Steps[Locks]:
    """Read the locks of items, as far as there are any."""
    keys = [lock.key for item in items for lock in item.locks]
    return (yield from read_batches(context, keys, consistent=True))


def is_held(lock: LockChange, found: Locks) -> bool:
    """Say whether a lock was found as it should be: with its owner, and expiring with it."""
    stored = found.get(key_text(lock.key))
    if stored is None or lock.claim is None:
        return False
    item: RawItem = msgspec.json.decode(stored)
    names = ("relatedId", "relatedModel", lock.ttl or "relatedId")
    return all(item.get(name) == lock.claim.get(name) for name in names)


def find_owner(item: Stored, lock: LockChange) -> Steps[Taken]:
    """Name the item that has a value which another one holds too."""
    held = (yield from read_item(item.context, lock.key)) or {}
    model, primary_id = (held.get(name, {}).get("S", "") for name in ("relatedModel", "relatedId"))
    owner = f"{model} {primary_id}"
    if model == item.codec.schema.name:
        with suppress(DecodeError):
            key = item.codec.key_from_id(primary_id, item.context.tenant)
            owner = item_name(item.codec, key)
    return Taken(item.name, lock.field_names, lock.value, owner)


def item_name(codec: Codec[Any], key: RawItem) -> str:
    """An item's model and key, for people."""
    texts = [value_text(key[name]) for name in codec.primary_attributes]
    return f"{codec.schema.name} {'/'.join(texts)}"
