"""Rewriting the keys of stored items after a design's indexes or bucket counts have changed.

Fields, versions and dates stay as they are; an item whose keys are right is only read.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from tavola.codec.codec import Codec, index_key
from tavola.codec.decoder import RawItem
from tavola.errors import ConditionFailed, DecodeError, OperationError
from tavola.expressions import tree
from tavola.keys import TENANT
from tavola.operations.bodies import add_expressions, all_of, equals, exists, is_missing, path
from tavola.operations.explain import Explained
from tavola.operations.place import Place
from tavola.operations.sending import MAX_RACES, read_item
from tavola.operations.steps import Request, Steps


class _Page(Struct, frozen=True):
    Items: list[RawItem]
    LastEvaluatedKey: RawItem | None = None


_PAGE = msgspec.json.Decoder(_Page)


class Reindexed(Struct, frozen=True):
    """What one page came to."""

    read: int
    """Items of the models that were looked at."""
    rewritten: int
    unfit: tuple[str, ...]
    """Why items do not fit their model, one sentence with its key for each; they stay."""
    rest: Reindex | None
    """The operation that goes on, or None at the end."""


class Reindex(Explained, frozen=True):
    """Read the next page of the table, and write the index keys that are not right."""

    place: Place
    codecs: tuple[Codec[Any], ...]
    start: RawItem | None = None
    segment: int = 0
    segments: int = 1
    writes: bool = True
    """False only counts what would be written."""
    page: int = 500

    def steps(self) -> Steps[Reindexed]:
        """Send one Scan, and one UpdateItem for each item whose keys are not right."""
        page = _PAGE.decode((yield Request("Scan", self._scan())))
        read = rewritten = 0
        unfit: list[str] = []
        for item in page.Items:
            codec = self._codec_of(item)
            if codec is None:
                continue
            read += 1
            try:
                rewritten += yield from self._rewrite(codec, item)
            except (DecodeError, OperationError) as wrong:
                unfit.append(_named(codec, item, str(wrong)))
        rest = None
        if page.LastEvaluatedKey is not None:
            rest = msgspec.structs.replace(self, start=page.LastEvaluatedKey)
        return Reindexed(read, rewritten, tuple(unfit), rest)

    def _scan(self) -> dict[str, Any]:
        body: dict[str, Any] = {
            "TableName": self.place.table,
            "Limit": self.page,
            "ConsistentRead": True,
        }
        if self.segments > 1:
            body |= {"Segment": self.segment, "TotalSegments": self.segments}
        if self.start is not None:
            body["ExclusiveStartKey"] = self.start
        return body

    def _codec_of(self, item: RawItem) -> Codec[Any] | None:
        return next((codec for codec in self.codecs if _key_values(codec, item) is not None), None)

    def _rewrite(self, codec: Codec[Any], item: RawItem) -> Steps[bool]:
        """Write an item's keys, again from what stands there if another writer was faster."""
        key = {name: item[name] for name in _names(codec.schema.key)}
        current: RawItem | None = item
        for _ in range(MAX_RACES):
            if current is None:
                return False
            body = self._update(codec, key, current)
            if body is None or not self.writes:
                return body is not None
            try:
                yield Request("UpdateItem", body)
            except ConditionFailed:
                current = yield from read_item(self.place, key)
            else:
                return True
        raise OperationError(f"{codec.schema.name}: other writers were faster {MAX_RACES} times.")

    def _update(self, codec: Codec[Any], key: RawItem, item: RawItem) -> dict[str, Any] | None:
        """The UpdateItem that makes an item's index keys right; None where they are."""
        wanted = wanted_keys(codec, item)
        stale = {name: wanted.get(name) for name in _index_attributes(codec)}
        stale = {name: value for name, value in stale.items() if item.get(name) != value}
        if not stale:
            return None
        guards = [
            equals(name, item[name]) if name in item else is_missing(name)
            for name in sorted({field for pair in codec.secondary for field in pair.fields})
            if name in codec.schema.fields
        ]
        body: dict[str, Any] = {"TableName": self.place.table, "Key": key}
        return add_expressions(
            body,
            condition=all_of(exists(codec.schema.key.partition_attribute), *guards),
            update=_change(stale),
        )


def _change(stale: dict[str, Any]) -> tree.Update:
    sets = tuple(
        tree.Action(path(name), tree.Literal(value)) for name, value in stale.items() if value
    )
    removes = tuple(tree.Action(path(name)) for name, value in stale.items() if not value)
    sections = (tree.Section("SET", sets), tree.Section("REMOVE", removes))
    return tree.Update(tuple(section for section in sections if section.actions))


def wanted_keys(codec: Codec[Any], item: RawItem) -> RawItem:
    """The index keys that an item should have, whichever tenant's it is."""
    found = _key_values(codec, item) or {}
    tenant = found.get(TENANT)
    values = codec.values(codec.decoder.raw(item, None))
    scope = codec.scope(values, tenant if isinstance(tenant, str) else None)
    keys: RawItem = {}
    for pair in codec.secondary:
        keys |= index_key(pair, scope)
    return keys


def _key_values(codec: Codec[Any], item: RawItem) -> dict[str, object] | None:
    """Read a model's primary key from an item; None if it is another model's."""
    type_attribute = codec.design.table.type_attribute
    if type_attribute and item.get(type_attribute, {}).get("S") != codec.schema.type_value:
        return None
    pair = codec.schema.key
    try:
        values = pair.partition.parse(item[pair.partition_attribute]["S"])
        if pair.sort and pair.sort_attribute:
            values |= pair.sort.parse(item[pair.sort_attribute]["S"])
    except (KeyError, DecodeError):
        return None
    return values


def _named(codec: Codec[Any], item: RawItem, why: str) -> str:
    """Put an item's key before a sentence that does not name it yet."""
    key = "/".join(item[name]["S"] for name in _names(codec.schema.key))
    return why if key in why else f"{codec.schema.name} {key}: {why}"


def _names(pair: Any) -> list[str]:
    return [name for name in (pair.partition_attribute, pair.sort_attribute) if name]


def _index_attributes(codec: Codec[Any]) -> list[str]:
    """The attributes that hold keys of the table's indexes, but for fields and the primary key."""
    table = codec.design.table
    names = [name for index in table.indexes for name in (index.partition_key, index.sort_key)]
    own = {*codec.schema.fields, *_names(codec.schema.key)}
    return [name for name in dict.fromkeys(names) if name and name not in own]
