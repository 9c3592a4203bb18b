"""What access patterns with a budget cost on stored data: measured where they find most."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tavola.cli.judge.crowded import Crowded
from tavola.design.schema import Design, ModelSchema, PatternSchema
from tavola.keys import part
from tavola.operations.reindex.claims import Stored

__all__ = ["Budgets"]

_MEASURED = 3
"""The fullest places in which each pattern is measured."""


class Budgets:
    """Collects where each access pattern of a design is asked, and measures it there."""

    def __init__(self, design: Design) -> None:
        self._design = design
        self._patterns = [one for one in design.patterns.values() if one.has_budget]
        self._places = {pattern.name: Crowded() for pattern in self._patterns}

    def add(self, items: Iterable[Stored]) -> None:
        """Count items where the patterns would find them."""
        if not self._patterns:
            return
        for item in items:
            for pattern in self._patterns:
                if pattern.model == item.codec.schema.name:
                    self._add(pattern, item)

    def _add(self, pattern: PatternSchema, item: Stored) -> None:
        model = item.codec.schema
        names = _asked(pattern, model)
        if any(item.values.get(name) is None for name in names):
            return
        if not _has_constants(pattern, item.values):
            return
        tenant = item.context.tenant
        arguments = {
            model.fields[name].python_name: _argument(pattern, model, name, item.values[name])
            for name in names
            if name not in pattern.constants
        }
        place = (tenant, *(str(value) for value in arguments.values()))
        self._places[pattern.name].add(place, {"tenant": tenant, "arguments": arguments})

    def measure(self, db: Any) -> Iterable[str]:
        """Ask each pattern where it finds most; say what is beyond its budget."""
        for pattern in self._patterns:
            model = self._design.models[pattern.model]
            for place in self._places[pattern.name].fullest(_MEASURED):
                yield from _measure(db, model, pattern, place)


def _measure(
    db: Any, model: ModelSchema, pattern: PatternSchema, place: Mapping[str, Any]
) -> Iterable[str]:
    scoped = db if place["tenant"] is None else db.tenant(place["tenant"])
    if place["tenant"] is None and not model.is_tenanted and db.design.has_tenancy:
        scoped = db.untenanted
    with scoped.consumed() as consumed:
        getattr(getattr(scoped, model.handle), pattern.python_name)(**place["arguments"])
    for operation in consumed.operations:
        for line in operation.excess:
            told = ", ".join(f"{name}={value!r}" for name, value in place["arguments"].items())
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


def _argument(pattern: PatternSchema, model: ModelSchema, name: str, value: Any) -> Any:
    """A field's value, or the whole part of a date that the partition key has."""
    index = model.indexes[pattern.index]
    if name != index.date_part:
        return value
    placeholders = index.key.partition_placeholders
    layout = next(each.date_layout for each in placeholders if each.field == name)
    return part(value.strftime(layout))
