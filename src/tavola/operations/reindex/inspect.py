"""Looking for what is wrong with stored items; nothing is written.

Items are read while others write, so that an item and its lock may be of two moments. What looks
wrong is therefore read once more, and only what is wrong then too is reported.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct

from tavola.codec.codec import Codec
from tavola.codec.decoder import RawItem
from tavola.errors import DecodeError, OperationError
from tavola.keys import TENANT
from tavola.operations.context import TableContext
from tavola.operations.reindex.claims import Stored, is_held, read_locks, stored
from tavola.operations.reindex.reindex import stale_keys
from tavola.operations.reindex.unknown_items import is_lock
from tavola.operations.steps import Steps
from tavola.operations.transfer.raw_items import ReadItems, ReadPage

__all__ = ["Fault", "FaultKind", "Inspect", "Inspected"]

FaultKind = Literal["no model", "unfit", "rule", "stale key", "missing lock", "orphaned lock"]


class Fault(Struct, frozen=True):
    """Something that is wrong with a stored item."""

    kind: FaultKind
    item: str
    """Its key, for people, after its model where it has one."""
    problem: str

    def __str__(self) -> str:
        return f"{self.item}: {self.problem}"


class Inspected(Struct, frozen=True):
    """What one page came to."""

    counts: dict[str, int]
    """Items by the names of their models; locks and others under `lock` and `no model`."""
    faults: tuple[Fault, ...]
    items: list[Stored]
    """The items that could be read, with their values."""
    rest: Inspect | None


class Inspect(Struct, frozen=True):
    """Read the next page of a table, and find what is wrong with its items."""

    context: TableContext
    codecs: tuple[Codec[Any], ...]
    page: ReadPage

    def steps(self) -> Steps[Inspected]:
        """Send one Scan and BatchGetItems for locks and owners, and some for what looks wrong."""
        read = yield from self.page.steps()
        counts: dict[str, int] = {}
        for item in read.items:
            whose = self._whose(item)
            counts[whose] = counts.get(whose, 0) + 1
        faults, readable = yield from self._inspect(read.items)
        if faults:
            keys = _distinct(self._key(item) for item, _ in faults)
            again = yield from ReadItems(self.context, list(keys)).steps()
            faults, _ = yield from self._inspect(again)
        rest = None if read.rest is None else msgspec.structs.replace(self, page=read.rest)
        return Inspected(counts, tuple(fault for _, fault in faults), readable, rest)

    def _inspect(
        self, items: Sequence[RawItem]
    ) -> Steps[tuple[list[tuple[RawItem, Fault]], list[Stored]]]:
        faults: list[tuple[RawItem, Fault]] = []
        readable: list[Stored] = []
        locks: list[RawItem] = []
        for item in items:
            codec = self._codec_of(item)
            if codec is None and is_lock(item):
                locks.append(item)
            elif codec is None:
                text = "the item belongs to no model. Delete it, or describe it in the design."
                faults.append((item, Fault("no model", self._text(item), text)))
            else:
                self._read(codec, item, readable, faults)
        yield from self._check_locks(readable, faults)
        yield from self._check_owners(locks, faults)
        return faults, readable

    def _read(
        self,
        codec: Codec[Any],
        item: RawItem,
        readable: list[Stored],
        faults: list[tuple[RawItem, Fault]],
    ) -> None:
        name = f"{codec.schema.name} {self._text(item)}"
        try:
            one = self._stored(codec, item)
        except (DecodeError, OperationError) as wrong:
            faults.append((item, Fault("unfit", name, str(wrong))))
            return
        readable.append(one)
        for problem in _broken_rules(one):
            faults.append((item, Fault("rule", name, problem)))
        stale = stale_keys(one)
        if stale:
            told = ", ".join(_told(item, attribute, stale[attribute]) for attribute in stale)
            remedy = "`tavola reindex` fixes it."
            faults.append((item, Fault("stale key", name, f"{told}. {remedy}")))

    def _check_locks(
        self, items: Sequence[Stored], faults: list[tuple[RawItem, Fault]]
    ) -> Steps[None]:
        found = yield from read_locks(self.context, items)
        for one in items:
            for lock in one.locks:
                if not is_held(lock, found):
                    problem = (
                        f"{lock.field_names} {lock.value!r} has no lock of its own, so that another"
                        " item may take it. `tavola reindex` claims it, or says who has it."
                    )
                    name = f"{one.codec.schema.name} {self._text(one.item)}"
                    faults.append((one.item, Fault("missing lock", name, problem)))

    def _check_owners(
        self, locks: Sequence[RawItem], faults: list[tuple[RawItem, Fault]]
    ) -> Steps[None]:
        keys = {id(lock): self._owner_key(lock) for lock in locks}
        wanted = [key for key in keys.values() if key is not None]
        owners = yield from ReadItems(self.context, list(_distinct(wanted))).steps()
        by_text = {self._text(owner): owner for owner in owners}
        for lock in locks:
            key = keys[id(lock)]
            owner = None if key is None else by_text.get(self._text(key))
            if owner is None or not self._holds(owner, lock):
                whose = f"{lock['relatedModel'].get('S')} {lock['relatedId'].get('S')}"
                problem = (
                    f"it is a lock of {whose}, which does not hold the value. It is taken over by"
                    " the next item that wants it; delete it to be rid of it."
                )
                faults.append((lock, Fault("orphaned lock", self._text(lock), problem)))

    def _owner_key(self, lock: RawItem) -> RawItem | None:
        codec = self._owner_codec(lock)
        if codec is None:
            return None
        try:
            return codec.key_from_id(lock["relatedId"]["S"], self._tenant_of_lock(codec, lock))
        except (DecodeError, OperationError, KeyError):
            return None

    def _owner_codec(self, lock: RawItem) -> Codec[Any] | None:
        name = lock["relatedModel"].get("S")
        return next((codec for codec in self.codecs if codec.schema.name == name), None)

    def _tenant_of_lock(self, codec: Codec[Any], lock: RawItem) -> str | None:
        for unique in codec.schema.uniques.values():
            text = lock.get(unique.key.partition_attribute, {}).get("S")
            values = unique.key.partition.find_values(text) if isinstance(text, str) else None
            if values is not None:
                tenant = values.get(TENANT)
                return tenant if isinstance(tenant, str) else None
        return None

    def _holds(self, owner: RawItem, lock: RawItem) -> bool:
        codec = self._codec_of(owner)
        if codec is None:
            return False
        try:
            one = self._stored(codec, owner)
        except (DecodeError, OperationError):
            return True  # it is reported for itself
        return any(self._text(each.key) == self._text(lock) for each in one.locks)

    def _stored(self, codec: Codec[Any], item: RawItem) -> Stored:
        tenant = (codec.find_key_values(item) or {}).get(TENANT)
        tenant = tenant if isinstance(tenant, str) else None
        return stored(msgspec.structs.replace(self.context, tenant=tenant), codec, item)

    def _codec_of(self, item: RawItem) -> Codec[Any] | None:
        own = (codec for codec in self.codecs if codec.find_key_values(item) is not None)
        return next(own, None)

    def _whose(self, item: RawItem) -> str:
        codec = self._codec_of(item)
        if codec is not None:
            return codec.schema.name
        return "lock" if is_lock(item) else "no model"

    def _key(self, item: RawItem) -> RawItem:
        table = self.context.design.table
        return {name: item[name] for name in (table.partition_key, table.sort_key) if name}

    def _text(self, item: RawItem) -> str:
        return "/".join(str(next(iter(part.values()))) for part in self._key(item).values())


def _broken_rules(one: Stored) -> Iterable[str]:
    """What the design says of values and the item does not keep to."""
    for field in one.codec.shape.fields:
        value = one.values.get(field.name)
        if value is None:
            continue
        try:
            field.check(one.codec.schema.name, value)
        except OperationError as wrong:
            yield str(wrong)


def _told(item: RawItem, attribute: str, right: Mapping[str, Any] | None) -> str:
    stands = next(iter(item.get(attribute, {"": "nothing"}).values()))
    should = "nothing" if right is None else next(iter(right.values()))
    return f"{attribute} is {stands!r} and should be {should!r}"


def _distinct(keys: Iterable[RawItem]) -> Iterable[RawItem]:
    return {msgspec.json.encode(key): key for key in keys}.values()
