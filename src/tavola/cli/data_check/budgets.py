"""What access patterns with a budget cost on stored data: measured where they find most."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Any

import msgspec

from tavola.cli.data_check.hot_partitions import HotPartitions
from tavola.design.schema import Design, ModelSchema, PatternSchema
from tavola.keys import part
from tavola.model.shape import Shape
from tavola.operations.reindex.claims import Stored

__all__ = ["Budgets"]

_MEASURED = 3
"""The fullest places in which each pattern is measured."""


class Budgets:
    """Collects where each access pattern of a design is asked, and measures it there.

    A place is the tenant and the arguments that find it, as JSON: so a journal keeps it, and a
    search that was interrupted measures the same places as one that was not.
    """

    def __init__(self, design: Design) -> None:
        self._design = design
        self._patterns = [one for one in design.patterns.values() if one.has_budget]
        self._places = {pattern.name: HotPartitions() for pattern in self._patterns}

    def add(self, items: Iterable[Stored]) -> None:
        """Count items where the patterns would find them."""
        if not self._patterns:
            return
        for item in items:
            for pattern in self._patterns:
                if pattern.model == item.codec.schema.name:
                    self._add(pattern, item)

    def _add(self, pattern: PatternSchema, item: Stored) -> None:
        shape = item.codec.shape
        names = _asked(pattern, shape.schema)
        if any(item.values.get(name) is None for name in names):
            return
        if not _has_constants(pattern, item.values):
            return
        arguments = {
            name: _stored(pattern, shape, name, item.values[name])
            for name in names
            if name not in pattern.constants
        }
        place = {"tenant": item.context.tenant, "arguments": arguments}
        self._places[pattern.name].add(msgspec.json.encode(place).decode())

    def seen_in(self, models: Container[str]) -> dict[str, dict[str, int]]:
        """What was counted of some models, for a journal."""
        found = (one for one in self._patterns if one.model in models)
        return {pattern.name: self._places[pattern.name].counts for pattern in found}

    def go_on_from(self, seen: Mapping[str, Mapping[str, int]]) -> None:
        """Begin with what a journal has."""
        for name, counts in seen.items():
            if name in self._places:
                self._places[name].go_on_from(counts)

    def measure(self, db: Any) -> Iterable[str]:
        """Ask each pattern where it finds most; say what is beyond its budget."""
        shapes: dict[str, Shape] = {one.__shape__.schema.name: one.__shape__ for one in db.models}
        for pattern in self._patterns:
            for place in self._places[pattern.name].fullest(_MEASURED):
                yield from _measure(db, shapes[pattern.model], pattern, msgspec.json.decode(place))


def _measure(
    db: Any, shape: Shape, pattern: PatternSchema, place: Mapping[str, Any]
) -> Iterable[str]:
    model, tenant = shape.schema, place["tenant"]
    scoped = db if tenant is None else db.tenant(tenant)
    if tenant is None and not model.is_tenanted and db.design.has_tenancy:
        scoped = db.untenanted
    arguments = {
        shape.by_name[name].python_name: _argument(pattern, shape, name, stored)
        for name, stored in place["arguments"].items()
    }
    with scoped.consumed() as consumed:
        getattr(getattr(scoped, model.handle), pattern.python_name)(**arguments)
    for operation in consumed.operations:
        for line in operation.excess:
            told = ", ".join(f"{name}={value!r}" for name, value in arguments.items())
            yield f"{line} ({told})"


def _asked(pattern: PatternSchema, model: ModelSchema) -> list[str]:
    """The fields that a call of the pattern must give."""
    index = model.indexes[pattern.index]
    partition = [name for name in index.key.partition_fields if name in model.fields]
    equal = [name for name, how in pattern.given.items() if how == "equals"]
    placeholders = index.key.partition_placeholders
    shards = {placeholder.field for placeholder in placeholders if placeholder.is_shard}
    return [name for name in dict.fromkeys((*partition, *equal)) if name not in shards]


def _has_constants(pattern: PatternSchema, values: Mapping[str, Any]) -> bool:
    equal = (n for n in pattern.constants if pattern.given.get(n) == "equals")
    return all(str(values.get(name)) == str(pattern.constants[name]) for name in equal)


def _stored(pattern: PatternSchema, shape: Shape, name: str, value: Any) -> Any:
    """A field's value as it is stored, or the part of a date that the partition key has."""
    index = shape.schema.indexes[pattern.index]
    if name != index.date_part:
        return shape.by_name[name].kind.encode(value)
    placeholders = index.key.partition_placeholders
    layout = next(each.date_layout for each in placeholders if each.field == name)
    return value.strftime(layout)


def _argument(pattern: PatternSchema, shape: Shape, name: str, stored: Any) -> Any:
    """What a call is given to find what is stored."""
    if name == shape.schema.indexes[pattern.index].date_part:
        return part(stored)
    decode = shape.by_name[name].kind.decode
    return stored if decode is None else decode(stored)
