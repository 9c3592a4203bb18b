"""What reading costs, estimated from the design alone: read capacity units of one page."""

from __future__ import annotations

import math
from collections.abc import Mapping

from msgspec.structs import replace

from tavola.design.schema import (
    CollectionSchema,
    Design,
    FieldSchema,
    IndexSchema,
    ModelSchema,
    PatternSchema,
    PhysicalIndex,
)

__all__ = [
    "DEFAULT_LIMIT",
    "estimate_collection_units",
    "estimate_item_bytes",
    "estimate_page_units",
    "estimate_pattern_units",
    "field_bytes",
    "is_merged",
    "read_units",
]

DEFAULT_LIMIT = 100
_UNIT_BYTES = 4096
# DynamoDB: an eventually consistent read costs half a unit per 4 KB. Developer guide,
# HowItWorks.ReadWriteCapacityMode.
_EVENTUAL = 0.5
_KEY_BYTES = 40

_USUAL_BYTES: Mapping[str, int] = {
    "StringField": 30,
    "EnumField": 10,
    "IntegerField": 6,
    "CounterField": 4,
    "FloatField": 9,
    "DecimalField": 8,
    "BooleanField": 1,
    "UuidField": 36,
    "UlidField": 26,
    "VersionField": 26,
    "RelatedField": 26,
    "StringSetField": 60,
    "ListField": 200,
    "MapField": 200,
    "JsonField": 400,
    "BinaryField": 1000,
}
_DATE_BYTES = 8
_HEAVY_BYTES = 10_000


def estimate_item_bytes(model: ModelSchema) -> int:
    """Estimate the size of one item: names, usual values, and key attributes."""
    keys = 2 + 2 * sum(not index.is_primary for index in model.indexes.values())
    keys += 2 if model.iteration else 0
    fields = sum(len(field.attribute_name) + field_bytes(field) for field in model.fields.values())
    return fields + keys * _KEY_BYTES


def field_bytes(field: FieldSchema) -> int:
    """Estimate the size of a field's value."""
    if field.expected_bytes is not None:
        return field.expected_bytes
    if field.is_heavy:
        return _HEAVY_BYTES
    usual = _DATE_BYTES if field.is_date else _USUAL_BYTES[field.type]
    return min(usual, field.max_length) if field.max_length is not None else usual


def read_units(size: int) -> float:
    """Give the read units of so many bytes that one query reads."""
    return _EVENTUAL * math.ceil(size / _UNIT_BYTES)


def estimate_page_units(
    model: ModelSchema, index: IndexSchema, limit: int, *, parts: int = 1
) -> float:
    """Estimate a page of a query; an index that holds keys alone is read a second time by key.

    `parts` is over how many parts of a date it goes.
    """
    partitions = max(index.shards, 1) * (parts if is_merged(index) else 1)
    if partitions > 1:
        share = math.ceil(limit / partitions) + 2
        alone = replace(index, shards=0, date_part="")
        return partitions * estimate_page_units(model, alone, share)
    listed = read_units(limit * _shown_bytes(model, index.physical))
    if index.physical is None or index.physical.projection != "keysOnly":
        return listed
    return listed + limit * read_units(estimate_item_bytes(model))


def _shown_bytes(model: ModelSchema, index: PhysicalIndex | None) -> int:
    """Estimate what the table or an index holds of one item."""
    if index is None or index.projection == "all":
        return estimate_item_bytes(model)
    return 4 * _KEY_BYTES + sum(
        len(field.attribute_name) + field_bytes(field)
        for field in model.fields.values()
        if field.attribute_name in index.included
    )


def estimate_pattern_units(design: Design, pattern: PatternSchema) -> float:
    """Estimate one page of an access pattern; a filter does not make it cheaper."""
    model = design.models[pattern.model]
    index = model.indexes[pattern.index]
    # A range of a date ends in another part than it begins in, or it would be none.
    is_range = bool(index.date_part) and pattern.given.get(index.date_part) == "between"
    return estimate_page_units(
        model, index, pattern.limit or DEFAULT_LIMIT, parts=2 if is_range else 1
    )


def estimate_collection_units(design: Design, collection: CollectionSchema) -> float:
    """Estimate a page of a collection in which all its models have equal shares."""
    models = [design.models[name] for name in collection.models]
    shown = sum(_shown_bytes(model, collection.physical) for model in models)
    listed = read_units(math.ceil(DEFAULT_LIMIT * shown / len(models)))
    if collection.physical is None or collection.physical.projection != "keysOnly":
        return listed
    whole = sum(read_units(estimate_item_bytes(model)) for model in models)
    return listed + DEFAULT_LIMIT * whole / len(models)


def is_merged(index: IndexSchema) -> bool:
    """Say whether parts of a date are read side by side, since the sort key has another order."""
    sort = index.key.sort
    return bool(index.date_part) and (sort is None or sort.fields[:1] != (index.date_part,))
