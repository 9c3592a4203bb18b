"""Unique values: a lock item for each, claimed and released with the item that holds the value.

The theory, since everything else about unique values follows from it.

DynamoDB knows one unique thing, the primary key. So a unique value is the key of an item of its
own, the lock. Its key is made of the value (of several values, if they are unique together), and
it says who owns it: the model and the primary id of the item that holds the value.

*The promise.* Of all items that live, at most one holds a value; it is the lock's owner. Whoever
finds the lock finds the item.

*How it is kept.* An item and its locks are written in one transaction, so that no reader and no
crash sees one without the other. Each lock is conditioned:

- a claim (Put) holds if there is no lock, or it is the writer's own already, or it has expired,
  or it is of a former owner that was found to be gone;
- a release (Delete) holds if there is no lock or it is the writer's own. Somebody else's lock is
  not ours to release: then the transaction checks that it is not ours, and leaves it.

Which locks move follows from the values before and after. The values before were read, by the
write itself or when an instance was loaded, so the write of the item is guarded by them: if
another writer changed one in between, the transaction is cancelled, the item is read again and
the write is planned again (`send.py`). Between the read and the transaction nothing is believed
that is not conditioned.

*What can go wrong, and why it does not.*

1. Two writers claim one value. Both put one key; DynamoDB serialises them, the second one's
   condition fails. It reads the lock and asks whether the owner still holds the value; if so, the
   value is taken.
2. A lock stays behind without its owner (an item that was deleted or changed by another program,
   or that expired). The claimant reads the owner, finds that it does not hold the value, and
   takes the lock over in a transaction that checks that this is still so (`GoneOwner`), because
   the owner may get the value back in that very moment.
3. The owner is written in the same transaction. A transaction names an item once, so the check of
   the owner joins the owner's own write, or falls away where that write gives the value up
   itself.
4. The constraint holds only `while` a condition does. Then an item that breaks the condition has
   no lock, as one without a value; the condition's fields decide with the values, are read and
   guarded like them, and an owner that breaks it is gone.
5. One transaction releases and claims one value (a swap). Both name one key, so they become one
   conditioned Put (`merge_locks`).
6. The item has a time to live. The lock has the same; both count as absent from the same moment,
   by the table's clock, whether or not DynamoDB has deleted them yet.
7. Two models share their keys, and the owner's place was taken by an item of the other one. It is
   not an owner, whatever its attributes say; the owner's type is part of what is checked.
8. The transaction is cancelled, or its answer is lost. Nothing or everything was written; the
   token of a repeated request keeps it from being done twice.

The tests run all of this request by request in every order
(`tests/operations/write/test_interleavings.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tavola.codec.codec import Codec
from tavola.codec.decoder import RawItem, read_attribute
from tavola.design.schema import UniqueSchema
from tavola.errors import DecodeError, OperationError, UniqueTaken
from tavola.expressions import tree
from tavola.model.model import Model
from tavola.operations.context import TableContext
from tavola.operations.expiry import expired_condition
from tavola.operations.read.get import key_text
from tavola.operations.read.matching import matcher
from tavola.operations.read.unique_conditions import condition_of, find_lock, is_in_force
from tavola.operations.request_bodies import (
    add_expressions,
    all_of,
    any_of,
    equals,
    is_missing,
    path,
)
from tavola.operations.write.rules.own_type import own_type

M = TypeVar("M", bound=Model)
Values = Mapping[str, Any]
Attribute = Mapping[str, Any]


class GoneOwner(Struct, frozen=True):
    """An item that was found not to hold a value any more, and the condition that this is so."""

    key: RawItem
    attributes: Mapping[str, Attribute]
    """The values that it had, by the attributes' names."""
    condition: tree.Condition
    in_force: tree.Condition | None = None
    """What an item must fulfil to hold values: the constraint's own condition, and its type."""


class LockChange(Struct, frozen=True):
    """A lock that one write claims, keeps or releases."""

    unique: UniqueSchema
    table: str
    key: RawItem
    claim: RawItem | None
    """The lock item to put; None to release it."""
    owner: RawItem
    """`relatedId` and `relatedModel` of who holds or releases it."""
    values: tuple[Any, ...]
    """The unique values, in the order of the constraint's fields."""
    ttl: str | None
    """The attribute that says when a lock expires."""
    former: tuple[RawItem, ...] = ()
    """Owners from whom the lock may be taken: found gone, or releasing it in this transaction."""
    gone: tuple[GoneOwner, ...] = ()
    """Owners that must still be gone when the lock is taken from them."""
    is_foreign: bool = False
    """Whether somebody else was found to hold what is released, so that it is left to them."""

    @property
    def text(self) -> tuple[str, ...]:
        """The lock's table and key as something to compare."""
        return (self.table, *key_text(self.key))

    @property
    def value(self) -> Any:
        """The unique value; of several fields, all their values."""
        return self.values[0] if len(self.values) == 1 else self.values

    @property
    def field_names(self) -> str:
        """The fields that have them, for people."""
        return ", ".join(self.unique.fields)

    def taken(self, message: str) -> UniqueTaken:
        """The refusal of a value that belongs to another item."""
        return UniqueTaken(message, fields=self.unique.fields, values=self.values)

    def action(self, context: TableContext) -> dict[str, Any]:
        """The action of a TransactWriteItems."""
        body: dict[str, Any] = {"TableName": self.table}
        body["ReturnValuesOnConditionCheckFailure"] = "ALL_OLD"
        owners = [_is_owner(owner) for owner in (self.owner, *self.former)]
        if self.claim is None and self.is_foreign:
            body["Key"] = self.key
            return {"ConditionCheck": add_expressions(body, condition=tree.Not(any_of(*owners)))}
        free = [is_missing(self.unique.key.partition_attribute), *owners]
        if self.claim is None:
            body["Key"] = self.key
            return {"Delete": add_expressions(body, condition=any_of(*free))}
        if self.ttl:
            free.append(expired_condition(context, self.ttl))
        body["Item"] = self.claim
        return {"Put": add_expressions(body, condition=any_of(*free))}


def _is_owner(owner: RawItem) -> tree.Condition:
    condition = all_of(*(equals(name, value) for name, value in owner.items()))
    assert condition is not None  # noqa: S101 - an owner has two attributes
    return condition


def plan_locks(
    context: TableContext,
    codec: Codec[M],
    uniques: Iterable[UniqueSchema],
    old: Values | None,
    new: Values | None,
) -> list[LockChange]:
    """Find the locks that change when an item goes from old to new values; None means no item."""
    changes: list[LockChange] = []
    for unique in uniques:
        before = find_lock(codec, unique, old, context.tenant) if old is not None else None
        after = find_lock(codec, unique, new, context.tenant) if new is not None else None
        same = before and after and _key(unique, before) == _key(unique, after)
        if before is not None and old is not None and not same:
            changes.append(_change(context, codec, unique, before, None, old))
        if after is not None and new is not None:
            changes.append(_change(context, codec, unique, after, after, new))
    return changes


def _change(
    context: TableContext,
    codec: Codec[M],
    unique: UniqueSchema,
    lock: RawItem,
    claim: RawItem | None,
    values: Values,
) -> LockChange:
    owner = {name: lock[name] for name in ("relatedId", "relatedModel")}
    held = tuple(values[name] for name in unique.fields)
    ttl = codec.ttl_attribute
    return LockChange(unique, context.table, _key(unique, lock), claim, owner, held, ttl)


def _key(unique: UniqueSchema, lock: RawItem) -> RawItem:
    return {name: lock[name] for name in unique.key.names}


class OwnerCheck(Struct, frozen=True):
    """An item that was found gone, with all the locks that it had."""

    owners: list[tuple[LockChange, GoneOwner]]

    @property
    def text(self) -> tuple[str, ...]:
        """The item's table and key as something to compare."""
        lock, owner = self.owners[0]
        return (lock.table, *key_text(owner.key))

    @property
    def conditions(self) -> list[tree.Condition]:
        """What must still be so."""
        return [owner.condition for _, owner in self.owners]

    def action(self) -> dict[str, Any]:
        """The action of a TransactWriteItems."""
        lock, owner = self.owners[0]
        body: dict[str, Any] = {"TableName": lock.table, "Key": owner.key}
        body["ReturnValuesOnConditionCheckFailure"] = "ALL_OLD"
        return {"ConditionCheck": add_expressions(body, condition=all_of(*self.conditions))}

    def find_taken(self, item: Mapping[str, Any]) -> LockChange | None:
        """Say which lock's owner was not gone after all, from the item as it was."""
        taken = (
            lock
            for lock, one in self.owners
            if all(is_same(item.get(name), had) for name, had in one.attributes.items())
            and matcher(one.in_force)(dict(item))
        )
        return next(taken, None)


def is_same(left: Attribute | None, right: Attribute | None) -> bool:
    """Say whether two attributes are one value; numbers can be written in several ways."""
    if left is None or right is None or "N" not in left or "N" not in right:
        return left == right
    return Decimal(left["N"]) == Decimal(right["N"])


def has_value(context: TableContext, codec: Codec[M], lock: LockChange, item: RawItem) -> bool:
    """Say whether an item has the value that a lock stands for, however it is written."""
    if codec.is_foreign(item):
        return False
    said = codec.find_key_values(item) or {}
    try:
        values = {
            name: said[name]
            if name in said
            else read_attribute(codec.model, codec.shape.by_name[name], item)
            for name in lock.unique.fields
        }
        is_same_key = codec.lock_key(lock.unique, values, context.tenant) == lock.key
        return is_same_key and is_in_force(codec, lock.unique, item)
    except (DecodeError, OperationError):
        return False


def gone_owner(
    context: TableContext, codec: Codec[M], lock: LockChange, key: RawItem
) -> GoneOwner | None:
    """Say what must still be so of an item that does not hold a lock's value any more.

    None where nothing can change it: its key, which never changes, says another value.
    """
    held = dict(zip(lock.unique.fields, lock.values, strict=True))
    said = {n: value for n, value in (codec.find_key_values(key) or {}).items() if n in held}
    if codec.lock_key(lock.unique, {**held, **said}, context.tenant) != lock.key:
        return None
    fields = (codec.shape.by_name[name] for name in held if name not in said)
    attributes = {field.attribute_name: field.attribute(held[field.name]) or {} for field in fields}
    in_force = all_of(condition_of(codec, lock.unique), own_type(codec))
    condition = any_of(
        is_missing(codec.schema.key.partition_attribute),
        *(
            tree.Comparison("<>", path(name), tree.Literal(attribute))
            for name, attribute in attributes.items()
        ),
        *([expired_condition(context, lock.ttl)] if lock.ttl else []),
        *([tree.Not(in_force)] if in_force is not None else []),
    )
    return GoneOwner(key, attributes, condition, in_force)


def check_owners(locks: Iterable[LockChange]) -> list[OwnerCheck]:
    """Make sure that owners found gone are still gone; a transaction names an item only once."""
    found: dict[tuple[str, ...], list[tuple[LockChange, GoneOwner]]] = {}
    for lock in locks:
        for owner in lock.gone:
            found.setdefault((lock.table, *key_text(owner.key)), []).append((lock, owner))
    return [OwnerCheck(owners) for owners in found.values()]


def merge_locks(changes: Iterable[LockChange]) -> list[LockChange]:
    """Join a release and a claim of one value into one conditioned Put."""
    merged: dict[tuple[str, ...], LockChange] = {}
    for change in changes:
        other = merged.get(change.text)
        merged[change.text] = change if other is None else _merge(other, change)
    return list(merged.values())


def _merge(first: LockChange, second: LockChange) -> LockChange:
    claim, release = (first, second) if first.claim is not None else (second, first)
    return replace(claim, former=(*claim.former, release.owner))
