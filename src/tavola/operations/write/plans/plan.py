"""From a change of an item to the one action that makes it, index keys and locks included.

Nothing here is sent. A plan that needs to know the stored item first says so with `NEEDS_ITEM`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, Final, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tavola.codec.codec import Codec, index_key, touched
from tavola.codec.decoder import RawItem
from tavola.codec.encoder import Encoded
from tavola.design.schema import KeyPair, UniqueSchema
from tavola.expressions import tree
from tavola.model.field_expressions import Change, Expr
from tavola.model.model import Model
from tavola.model.shape import FieldShape
from tavola.operations.context import TableContext
from tavola.operations.expiry import expired_condition, live_condition
from tavola.operations.read.get import key_text
from tavola.operations.read.matching import matcher
from tavola.operations.request_bodies import (
    SHOWS_OLD,
    add_expressions,
    all_of,
    any_of,
    equals,
    exists,
    is_missing,
    path,
    unless_exists,
)
from tavola.operations.write.known import Known
from tavola.operations.write.plans.changes import (
    check_changes,
    check_inside,
    is_plain,
    new_values,
    resolved,
)
from tavola.operations.write.plans.locks import LockChange, is_same, plan_locks
from tavola.operations.write.plans.update_tree import update_tree
from tavola.operations.write.rules.copies import (
    Need,
    find_needs,
    sources_to_read,
    with_values,
)
from tavola.operations.write.rules.expiry_rules import with_expiry
from tavola.operations.write.rules.member_limits import MemberLimit, find_member_limits
from tavola.operations.write.rules.number_limits import NumberLimit, find_number_limits
from tavola.operations.write.rules.own_type import own_type, own_type_or_none
from tavola.operations.write.rules.transitions import (
    Transition,
    check_initial,
    find_transitions,
    transitions_of_put,
)

M = TypeVar("M", bound=Model)
Values = Mapping[str, Any]

Expectation = Literal["absent", "present", "any"]


class Needs(Enum):
    """What a plan may lack."""

    ITEM = "item"


NEEDS_ITEM: Final = Needs.ITEM


class Guard(Struct, frozen=True):
    """An attribute that must still be what was read, or an index key would be wrong."""

    field: FieldShape
    attribute: dict[str, Any] | None

    @property
    def name(self) -> str:
        """The field's own name."""
        return self.field.name

    @property
    def attribute_name(self) -> str:
        """The attribute's name in the item."""
        return self.field.attribute_name

    @property
    def condition(self) -> tree.Condition:
        """The guard as a condition."""
        if self.attribute is None:
            return is_missing(self.attribute_name)
        return equals(self.attribute_name, self.attribute)

    def holds(self, item: Mapping[str, Any] | None) -> bool:
        """Say whether the attribute of an item is still what was read."""
        return is_same((item or {}).get(self.attribute_name), self.attribute)


class Plan(Struct, frozen=True):
    """One write of one item: an action of TransactWriteItems, and the locks that go with it."""

    kind: Literal["Put", "Update", "Delete", "ConditionCheck"]
    model: str
    key_names: tuple[str, ...]
    body: dict[str, Any]
    expects: Expectation
    condition: tree.Condition | None = None
    """The condition that the body holds, and below the update."""
    update: tree.UpdateTree | None = None
    guards: tuple[Guard, ...] = ()
    version: Guard | None = None
    """The version that an instance was read with."""
    grows: Guard | None = None
    """The new version, which must be greater than the stored one."""
    locks: tuple[LockChange, ...] = ()
    ttl: str | None = None
    """The attribute that says when the item expires."""
    limits: tuple[MemberLimit | NumberLimit, ...] = ()
    needs: tuple[Need, ...] = ()
    transitions: tuple[Transition, ...] = ()
    foreign: Callable[[RawItem], bool] | None = None
    """Says of an item whether it is another model's; None where the key says it."""
    values: Values = {}
    """The item's values by the fields' own names: as written, or as deleted; where known."""
    before: RawItem | None = None
    """The item that was read to plan an update."""

    def also(self, conditions: Iterable[tree.Condition]) -> Plan:
        """The same write on more conditions."""
        condition = all_of(self.condition, *conditions)
        body = {name: part for name, part in self.body.items() if "Expression" not in name}
        add_expressions(body, condition=condition, update=self.update)
        return replace(self, condition=condition, body=body)

    @property
    def text(self) -> tuple[str, ...]:
        """The item's table and key as something to compare."""
        return (str(self.body["TableName"]), *key_text(self.key))

    @property
    def key(self) -> RawItem:
        """The primary key of the item."""
        found = self.body.get("Key") or self.body["Item"]
        return {name: found[name] for name in self.key_names}

    def action(self) -> dict[str, Any]:
        """The action of a TransactWriteItems."""
        return {self.kind: self.body}


Planner = Callable[["Known[Any] | None"], "Plan | Needs"]


def plan_put(
    context: TableContext,
    codec: Codec[M],
    encoded: Encoded,
    *,
    expects: Expectation,
    condition: Expr | None = None,
    known: Known[M] | None = None,
    guarded: str | None = None,
) -> Plan | Needs:
    """Write a whole item; `guarded` is a field that must still be what is known of it."""
    values, attributes = encoded
    uniques = codec.schema.uniques.values()
    old: Values | None = None
    guards: tuple[Guard, ...] = ()
    if uniques and expects != "absent":
        if known is None:
            return NEEDS_ITEM
        old = None if known.is_missing else _old_values(codec, values, known)
        guards = _unique_guards(codec, known, also=guarded)
    elif guarded is not None and known is not None:
        guards = (_guard(codec, guarded, known),)
    transitions: tuple[Transition, ...] = ()
    if expects == "absent":
        check_initial(codec, values)
    else:
        transitions = transitions_of_put(codec, values)
    item = codec.complete(attributes, values, context.tenant)
    body: dict[str, Any] = {"TableName": context.table, "Item": item}
    is_simple = condition is None and codec.replaced_ttl is None and not codec.shares_keys
    if expects == "absent" and is_simple:
        made = _expectation(context, codec, expects)
        body |= unless_exists(codec.schema.key.partition_attribute)
    else:
        body |= SHOWS_OLD
        made = all_of(
            _expectation(context, codec, expects),
            *(guard.condition for guard in guards),
            *(_as_absent(context, codec, Expr(one.condition)) for one in transitions),
            _as_absent(context, codec, condition),
        )
        add_expressions(body, condition=made)
    return Plan(
        kind="Put",
        model=codec.schema.name,
        key_names=codec.primary_attributes,
        body=body,
        expects=expects,
        foreign=codec.is_foreign if codec.shares_keys else None,
        condition=made,
        guards=guards,
        locks=tuple(plan_locks(context, codec, uniques, old, values)) if uniques else (),
        ttl=codec.ttl_attribute,
        transitions=transitions,
        values=values,
    )


def plan_delete(
    context: TableContext,
    codec: Codec[M],
    values: Values,
    *,
    expects: Expectation = "any",
    condition: Expr | None = None,
    version: Guard | None = None,
    known: Known[M] | None = None,
) -> Plan | Needs:
    """Take an item away, and its locks with it."""
    uniques = codec.schema.uniques.values()
    locks: list[LockChange] = []
    guards: tuple[Guard, ...] = ()
    if uniques:
        if known is None:
            return NEEDS_ITEM
        if not known.is_missing:
            locks = plan_locks(context, codec, uniques, _old_values(codec, values, known), None)
        # Whether there was an item to delete depends on its time to live.
        guards = _unique_guards(codec, known, also=codec.schema.ttl_field)
    key = codec.key(values, context.tenant)
    made = all_of(
        _expectation(context, codec, expects),
        own_type_or_none(codec) if expects == "any" else None,
        *(guard.condition for guard in guards),
        version.condition if version else None,
        _as_absent(context, codec, condition),
    )
    return Plan(
        kind="Delete",
        model=codec.schema.name,
        key_names=codec.primary_attributes,
        body=add_expressions({"TableName": context.table, "Key": key, **SHOWS_OLD}, condition=made),
        expects=expects,
        foreign=codec.is_foreign if codec.shares_keys else None,
        condition=made,
        guards=guards,
        version=version,
        locks=tuple(locks),
        ttl=codec.ttl_attribute,
        values=known.values() if known is not None else {},
    )


def plan_check(context: TableContext, codec: Codec[M], values: Values, condition: Expr) -> Plan:
    """Check an item without writing it."""
    key = codec.key(values, context.tenant)
    body: dict[str, Any] = {"TableName": context.table, "Key": key, **SHOWS_OLD}
    made = _as_absent(context, codec, condition)
    return Plan(
        kind="ConditionCheck",
        model=codec.schema.name,
        key_names=codec.primary_attributes,
        body=add_expressions(body, condition=made),
        expects="any",
        foreign=codec.is_foreign if codec.shares_keys else None,
        condition=made,
    )


def plan_update(
    context: TableContext,
    codec: Codec[M],
    key_values: Values,
    changes: Sequence[Change],
    *,
    condition: Expr | None = None,
    version: Guard | None = None,
    grows: Guard | None = None,
    known: Known[M] | None = None,
    reindex: bool = False,
) -> Plan | Needs:
    """Change fields of an item; every index key that moves is written with them."""
    sources = sources_to_read(codec, changes)
    if sources and (known is None or not all(map(known.knows, sources))):
        return NEEDS_ITEM
    changes = with_expiry(codec, with_values(codec, changes, known))
    check_changes(codec, key_values, changes)
    # DynamoDB: refuses to set an attribute of the key, even to what it is.
    changes = [one for one in changes if one.field.attribute_name not in codec.primary_attributes]
    names = {change.field.name for change in changes}
    pairs = codec.secondary if reindex else touched(codec.secondary, names)
    check_inside(codec.schema.name, changes, {name for pair in pairs for name in pair.made_of})
    uniques = list(codec.schema.uniques.values()) if reindex else _touched_uniques(codec, names)
    parts = _read_parts(codec, key_values, changes, pairs, uniques)
    if (uniques or parts) if known is None else not all(map(known.knows, parts)):
        return NEEDS_ITEM
    old = _old_values(codec, key_values, known)
    new = new_values(old, changes)
    # Everything that was taken from the known item must still be so when the write arrives.
    transitions, loaded = find_transitions(codec, changes, known)
    parts |= loaded | sources
    guards = () if known is None else tuple(_guard(codec, part, known) for part in sorted(parts))
    key = codec.key(key_values, context.tenant)
    limits: tuple[MemberLimit | NumberLimit, ...] = (
        *find_member_limits(codec, changes, known),
        *find_number_limits(codec, changes, known),
    )
    needs = find_needs(codec, changes)
    guarded = {guard.name for guard in guards}
    sent = [resolved(change, new, guarded) for change in changes]
    update = update_tree(sent, _key_changes(codec, pairs, new, context))
    made = all_of(
        _expectation(context, codec, "present"),
        *(guard.condition for guard in guards),
        version.condition if version else None,
        _is_less(grows) if grows else None,
        *(limit.condition for limit in limits),
        *(need.condition for need in needs),
        *(transition.condition for transition in transitions),
        condition,
    )
    body: dict[str, Any] = {"TableName": context.table, "Key": key, **SHOWS_OLD}
    return Plan(
        kind="Update",
        model=codec.schema.name,
        key_names=codec.primary_attributes,
        body=add_expressions(body, condition=made, update=update),
        expects="present",
        foreign=codec.is_foreign if codec.shares_keys else None,
        condition=made,
        update=update,
        guards=guards,
        version=version,
        grows=grows,
        locks=tuple(plan_locks(context, codec, uniques, old, new)),
        ttl=codec.ttl_attribute,
        limits=limits,
        needs=needs,
        transitions=transitions,
        values=new,
        before=None if known is None else known.item,
    )


def _expectation(
    context: TableContext, codec: Codec[M], expects: Expectation
) -> tree.Condition | None:
    """Expired means absent, so an expired item may be replaced and may not be updated.

    Where models share their keys, the item of another one is there and is not this model's.
    """
    if expects == "any" and not codec.shares_keys:
        return None
    partition = codec.schema.key.partition_attribute
    ttl = codec.ttl_attribute
    if expects == "present":
        alive = live_condition(context, ttl) if ttl else None
        return all_of(exists(partition), own_type(codec), alive)
    gone = is_missing(partition)
    if codec.replaced_ttl is not None:
        gone = any_of(gone, expired_condition(context, codec.replaced_ttl))
    own = own_type(codec)
    return gone if expects == "absent" or own is None else any_of(gone, own)


def _as_absent(
    context: TableContext, codec: Codec[M], condition: Expr | None
) -> tree.Condition | None:
    """A condition that takes an expired item, or another model's, for none at all."""
    ttl, own = codec.ttl_attribute, own_type(codec)
    if condition is None:
        return None
    if matcher(condition.tree)({}):
        gone = [expired_condition(context, ttl)] if ttl else []
        return any_of(condition.tree, *gone, *([tree.Not(own)] if own is not None else []))
    return all_of(condition, live_condition(context, ttl) if ttl else None, own)


def _is_less(grows: Guard) -> tree.Condition:
    new = tree.Literal(grows.attribute or {})
    name = grows.attribute_name
    return any_of(is_missing(name), tree.Comparison("<", path(name), new))


def _unique_guards(
    codec: Codec[M], known: Known[M], *, also: str | None = None
) -> tuple[Guard, ...]:
    """Locks are released by the values that were read, so these must still be there."""
    names = {name for unique in codec.schema.uniques.values() for name in unique.parts}
    names -= set(codec.schema.key_fields) - codec.folded
    names |= {also} if also else set()
    return tuple(_guard(codec, name, known) for name in sorted(names))


def _guard(codec: Codec[M], name: str, known: Known[M]) -> Guard:
    field = codec.shape.by_name[name]
    return Guard(field, known.attribute(field))


def _touched_uniques(codec: Codec[M], names: set[str]) -> list[UniqueSchema]:
    """The constraints whose locks change: by their fields, or all by the time to live."""
    uniques = codec.schema.uniques.values()
    if codec.schema.ttl_field in names:
        return list(uniques)
    return [unique for unique in uniques if names.intersection(unique.parts)]


def _read_parts(
    codec: Codec[M],
    key_values: Values,
    changes: Iterable[Change],
    pairs: Iterable[KeyPair],
    uniques: Iterable[UniqueSchema],
) -> set[str]:
    """The fields that index keys and locks need, and that neither key nor changes give."""
    plain = {change.field.name for change in changes if is_plain(change)}
    parts = {name for pair in pairs for name in pair.made_of if name in codec.shape.by_name}
    read = (parts - plain) | {name for unique in uniques for name in unique.parts}
    ttl = codec.schema.ttl_field
    if ttl is not None and uniques and ttl not in plain:
        read.add(ttl)
    return read - (set(key_values) - codec.folded)


def _old_values(codec: Codec[M], key_values: Values, known: Known[M] | None) -> dict[str, Any]:
    old = dict(known.values()) if known is not None else {}
    # A folded key says nothing of how the stored field is written.
    given = (
        name
        for name in codec.schema.key_fields
        if old.get(name) is None or name not in codec.folded
    )
    return {**old, **{name: key_values[name] for name in given}}


def _key_changes(
    codec: Codec[M], pairs: Iterable[KeyPair], new: Values, context: TableContext
) -> list[tuple[str, dict[str, Any] | None]]:
    scope = codec.scope(new, context.tenant)
    keys = [(pair, index_key(pair, scope)) for pair in pairs]
    changes: dict[str, dict[str, Any] | None] = {}
    for pair, key in keys:
        for one in pair.made:
            # Two indexes may share an attribute: it goes only when none of them needs it.
            changes[one.name] = key.get(one.name) or changes.get(one.name)
    return [one for one in changes.items() if one[0] not in codec.primary_attributes]
