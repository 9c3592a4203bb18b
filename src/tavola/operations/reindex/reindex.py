"""Bringing stored items to what a design says now: their index keys, and their unique values.

Fields, versions and dates stay as they are; an item that is right is only read.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from tavola.codec.codec import Codec, index_key
from tavola.codec.decoder import RawItem
from tavola.errors import ConditionFailed, DecodeError, OperationError, UniqueTaken
from tavola.expressions import tree
from tavola.keys import TENANT
from tavola.operations.context import TableContext
from tavola.operations.explain import Explained
from tavola.operations.read.get import read_item
from tavola.operations.reindex.claims import (
    Locks,
    Stored,
    Taken,
    find_owner,
    is_held,
    item_name,
    read_locks,
    stored,
)
from tavola.operations.reindex.unknown_items import UnknownItems, find_unknown_items
from tavola.operations.request_bodies import SHOWS_OLD, add_expressions, all_of, exists, path
from tavola.operations.retry import MAX_RACES
from tavola.operations.steps import Request, Steps, Wait
from tavola.operations.write.plans.plan import Guard, Plan
from tavola.operations.write.rules.own_type import own_type
from tavola.operations.write.sending.lock_inspection import (
    LockFindings,
    LockHeld,
    inspect_lock,
    with_findings,
)
from tavola.operations.write.sending.send import send_all


class _Page(Struct, frozen=True):
    Items: list[RawItem]
    LastEvaluatedKey: RawItem | None = None


_PAGE = msgspec.json.Decoder(_Page)


class Reindexed(Struct, frozen=True):
    """What one page came to."""

    read: int
    """Items of the models that were looked at."""
    rewritten: int
    """Items whose index keys were not right."""
    claimed: int
    """Unique values that had no lock, or one that was not right."""
    taken: tuple[Taken, ...]
    """Unique values that belong to other items; the items that hold them too stay as they are."""
    unfit: tuple[str, ...]
    """Why items do not fit their model, one sentence with its key for each; they stay."""
    rest: Reindex | None
    """The operation that goes on, or None at the end."""
    unknown: UnknownItems = UnknownItems()
    """What the design does not know, unless only some models were looked at."""


class Reindex(Explained, frozen=True):
    """Read the next page of the table, write index keys that are not right, claim unique values."""

    context: TableContext
    codecs: tuple[Codec[Any], ...]
    start: RawItem | None = None
    segment: int = 0
    segments: int = 1
    writes: bool = True
    """False only counts what would be written."""
    page: int = 500
    is_whole: bool = True
    """Whether `codecs` are all models of the table."""
    foreseen: dict[tuple[str, ...], str] = msgspec.field(default_factory=dict[tuple[str, ...], str])
    """Who would have got which lock, for the parts of one run that writes nothing."""

    def steps(self) -> Steps[Reindexed]:
        """Send one Scan, BatchGetItems for locks, and one write for each item that needs it."""
        page = _PAGE.decode((yield Request("Scan", self._scan())))
        found = [(codec, item) for item in page.Items if (codec := self._codec_of(item))]
        items: list[Stored] = []
        unfit: list[str] = []
        for codec, item in found:
            try:
                items.append(self._stored(codec, item))
            except (DecodeError, OperationError) as wrong:
                unfit.append(_named(codec, item, wrong))
        locks = yield from read_locks(self.context, items)
        rewritten = claimed = 0
        taken: list[Taken] = []
        for one in items:
            try:
                done = yield from self._rewrite(one, locks)
            except (DecodeError, OperationError) as wrong:
                unfit.append(_named(one.codec, one.item, wrong))
                continue
            if isinstance(done, Taken):
                taken.append(done)
            elif done is not None:
                rewritten += done.kind == "Update"
                claimed += len(done.locks)
        rest = None
        if page.LastEvaluatedKey is not None:
            rest = msgspec.structs.replace(self, start=page.LastEvaluatedKey)
        unknown = UnknownItems()
        if self.is_whole:
            unknown = find_unknown_items(self.context, self.codecs, page.Items)
        left = (tuple(taken), tuple(unfit))
        return Reindexed(len(found), rewritten, claimed, *left, rest, unknown)

    def _scan(self) -> dict[str, Any]:
        body: dict[str, Any] = {
            "TableName": self.context.table,
            "Limit": self.page,
            "ConsistentRead": True,
        }
        if self.segments > 1:
            body |= {"Segment": self.segment, "TotalSegments": self.segments}
        if self.start is not None:
            body["ExclusiveStartKey"] = self.start
        return body

    def _codec_of(self, item: RawItem) -> Codec[Any] | None:
        for codec in self.codecs:
            if codec.find_key_values(item) is not None and not codec.is_foreign(item):
                return codec
        return None

    def _rewrite(self, first: Stored, locks: Locks) -> Steps[Plan | Taken | None]:
        """Write one item, again from what stands there if another writer was faster.

        Keys and locks are one transaction: an item whose value is taken stays as it is.
        """
        findings: LockFindings = {}
        item = first
        for race in range(MAX_RACES):
            plan = _plan(item, locks)
            if plan is None:
                return None
            if not self.writes:
                return (yield from self._find_lock_conflict(item, plan))
            try:
                yield from _send(item.context, with_findings(plan, findings))
            except LockHeld as held:
                try:
                    yield from inspect_lock(item.context, item.codec, held, findings, [plan])
                except UniqueTaken:
                    return (yield from find_owner(item, held.lock))
            except ConditionFailed:
                raw = yield from read_item(item.context, item.key)
                if raw is None or item.codec.is_foreign(raw):
                    return None
                item = self._stored(item.codec, raw)
            else:
                return plan
            yield Wait(self.context.backoff.pause_of_race(race))
        name = first.codec.schema.name
        raise OperationError(f"{name}: the write lost the race to other writers {MAX_RACES} times.")

    def _find_lock_conflict(self, item: Stored, plan: Plan) -> Steps[Plan | Taken]:
        """Find out whether a plan's locks could be had, without taking them."""
        for lock in plan.locks:
            held = yield from read_item(item.context, lock.key)
            if held is not None and any(held.get(name) != lock.owner[name] for name in lock.owner):
                try:
                    yield from inspect_lock(item.context, item.codec, LockHeld(lock), {})
                except UniqueTaken:
                    return (yield from find_owner(item, lock))
            owner = self.foreseen.get(lock.text, item.name)
            if owner != item.name:
                return Taken(item.name, lock.field_names, lock.value, owner)
        self.foreseen.update({lock.text: item.name for lock in plan.locks})
        return plan

    def _stored(self, codec: Codec[Any], item: RawItem) -> Stored:
        """An item with its values, whichever tenant's it is."""
        tenant = (codec.find_key_values(item) or {}).get(TENANT)
        tenant = tenant if isinstance(tenant, str) else None
        return stored(msgspec.structs.replace(self.context, tenant=tenant), codec, item)


def _send(context: TableContext, plan: Plan) -> Steps[None]:
    if plan.locks:
        yield from send_all(context, [plan], context.token())
    else:
        yield Request("UpdateItem", plan.body)


def _plan(one: Stored, found: Locks) -> Plan | None:
    """The write that makes an item's index keys right and claims its values; None if they are."""
    codec, item = one.codec, one.item
    stale = stale_keys(one)
    locks = tuple(lock for lock in one.locks if not is_held(lock, found))
    if not stale and not locks:
        return None
    parts = {field for pair in codec.secondary for field in pair.made_of} if stale else set[str]()
    if locks:
        parts |= {name for lock in locks for name in lock.unique.parts} | {
            codec.schema.ttl_field or ""
        }
    shapes = (codec.shape.by_name[name] for name in sorted(parts) if name in codec.schema.fields)
    guards = tuple(Guard(shape, item.get(shape.attribute_name)) for shape in shapes)
    present = exists(codec.schema.key.partition_attribute)
    condition = all_of(present, own_type(codec), *(guard.condition for guard in guards))
    update = _change(stale) if stale else None
    body = {"TableName": one.context.table, "Key": one.key, **SHOWS_OLD}
    return Plan(
        kind="Update" if stale else "ConditionCheck",
        model=codec.schema.name,
        key_names=codec.primary_attributes,
        body=add_expressions(body, condition=condition, update=update),
        expects="present",
        condition=condition,
        update=update,
        guards=guards,
        locks=locks,
        values=one.values,
    )


def _change(stale: dict[str, Any]) -> tree.UpdateTree:
    sets = tuple(
        tree.UpdateAction(path(name), tree.Literal(value)) for name, value in stale.items() if value
    )
    removes = tuple(tree.UpdateAction(path(name)) for name, value in stale.items() if not value)
    sections = (tree.UpdateClause("SET", sets), tree.UpdateClause("REMOVE", removes))
    return tree.UpdateTree(tuple(section for section in sections if section.actions))


def stale_keys(one: Stored) -> dict[str, Any]:
    """The attributes of index keys that are not right, with what they should be; None for none."""
    wanted = _wanted_keys(one)
    should = {name: wanted.get(name) for name in _index_attributes(one.codec)}
    return {name: value for name, value in should.items() if one.item.get(name) != value}


def _wanted_keys(one: Stored) -> RawItem:
    """The index keys that an item should have."""
    scope = one.codec.scope(one.values, one.context.tenant)
    keys: RawItem = {}
    for pair in one.codec.secondary:
        keys |= index_key(pair, scope)
    return keys


def _named(codec: Codec[Any], item: RawItem, wrong: Exception) -> str:
    """Put an item's name before a sentence that does not hold its key yet."""
    name = item_name(codec, item)
    return str(wrong) if name.partition(" ")[2] in str(wrong) else f"{name}: {wrong}"


def _index_attributes(codec: Codec[Any]) -> list[str]:
    """The attributes that hold keys of the table's indexes, but for fields and the primary key."""
    own = {*codec.field_attributes, *codec.primary_attributes}
    return [name for name in codec.design.table.key_attributes if name not in own]
