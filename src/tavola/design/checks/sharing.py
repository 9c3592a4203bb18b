"""Who else stands in the range of a query, found out once, when a design is compiled.

A query reads a range of keys: one partition, and in it the sort keys that begin as its template
does. Primary keys of two models never meet, but ranges may hold items of several, and in an index
whole keys may be shared. Such a range says so in the schema (`foreign`), and is read with a look at
whose each item is; the others are read without.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from tavola.design.access_patterns.collection_ranges import may_hold
from tavola.design.key_pair import KeyAttribute
from tavola.design.schema import (
    CollectionSchema,
    IndexSchema,
    IterationSchema,
    KeyPair,
    ModelSchema,
    PhysicalIndex,
)
from tavola.keys import Placeholder, Template
from tavola.keys.overlap import find_common_text

__all__ = ["add_foreign", "add_foreign_to_collections", "key_in_index"]

_ANYTHING = Placeholder("*")

Occupant = tuple[str, str, KeyPair]
"""The model, the name to tell it by, and the key of items that stand in a table or an index."""


def add_foreign(models: Mapping[str, ModelSchema]) -> dict[str, ModelSchema]:
    """Give every way to query a model the names of all others that stand in its range."""
    return {name: _with_foreign(model, _beside(model, models)) for name, model in models.items()}


def _beside(model: ModelSchema, models: Mapping[str, ModelSchema]) -> dict[str, ModelSchema]:
    """The models of one table, by one of them."""
    return {name: other for name, other in models.items() if other.table == model.table}


def _with_foreign(model: ModelSchema, models: Mapping[str, ModelSchema]) -> ModelSchema:
    indexes = {name: _index_with(index, model, models) for name, index in model.indexes.items()}
    iteration = model.iteration
    if iteration is not None:
        iteration = _iteration_with(iteration, model, models)
    return replace(model, indexes=indexes, iteration=iteration)


def _index_with(
    index: IndexSchema, model: ModelSchema, models: Mapping[str, ModelSchema]
) -> IndexSchema:
    others = _others(index.physical, (model.name,), models)
    found = _meeting(index.key.partitions, _sort_range(index.key.sort), others)
    return replace(index, foreign=found)


def _iteration_with(
    iteration: IterationSchema, model: ModelSchema, models: Mapping[str, ModelSchema]
) -> IterationSchema:
    others = _others(iteration.physical, (model.name,), models)
    found = _meeting(iteration.key.partitions, Template((_ANYTHING,)), others)
    return replace(iteration, foreign=found)


def add_foreign_to_collections(
    collections: Mapping[str, CollectionSchema], models: Mapping[str, ModelSchema]
) -> dict[str, CollectionSchema]:
    """Give every collection the names of all that stand in its range but are not of it."""
    found: dict[str, CollectionSchema] = {}
    for name, collection in collections.items():
        beside = _beside(models[collection.models[0]], models)
        others = _others(collection.physical, collection.models, beside)
        near = (one for one in others if may_hold(collection, one[2].sort))
        partition = KeyAttribute(collection.partition_attribute, collection.partition)
        foreign = _meeting((partition,), Template((_ANYTHING,)), near)
        found[name] = replace(collection, foreign=foreign)
    return found


def _others(
    physical: PhysicalIndex | None, own: Iterable[str], models: Mapping[str, ModelSchema]
) -> Iterator[Occupant]:
    """Name all that stand in the table or an index, but for some models' own items."""
    members = frozenset(own)
    for occupant in _occupants(physical, models):
        if occupant[0] not in members or occupant[0] != occupant[1]:
            yield occupant


def _occupants(
    physical: PhysicalIndex | None, models: Mapping[str, ModelSchema]
) -> Iterator[Occupant]:
    for model in models.values():
        if physical is None:
            yield model.name, model.name, model.key
        else:
            key = key_in_index(model, physical)
            if key is not None:
                yield model.name, model.name, key
        for unique in model.uniques.values():
            lock = unique.key if physical is None else _key_of(unique.key.attributes, physical)
            if lock is not None:
                yield model.name, f"{model.name}.{unique.name}", lock


def key_in_index(model: ModelSchema, physical: PhysicalIndex) -> KeyPair | None:
    """Give the key of a model's items in an index, whether it says so or its attributes lead there.

    None where an attribute of the index is not one of the model's: its items never stand there.
    """
    pairs = [model.key, *(index.key for index in model.indexes.values() if index.physical)]
    if model.iteration is not None:
        pairs.append(model.iteration.key)
    fields = (
        KeyAttribute(field.attribute_name, Template((Placeholder(field.name),)))
        for field in model.fields.values()
    )
    return _key_of((*fields, *(one for pair in pairs for one in pair.attributes)), physical)


def _key_of(attributes: Iterable[KeyAttribute], physical: PhysicalIndex) -> KeyPair | None:
    """Put the key of an index together from attributes, of which later ones count."""
    known = {one.name: one.template for one in attributes}
    if not physical.partition_key or any(name not in known for name in physical.keys):
        return None
    sort = physical.sort_key
    return KeyPair(
        physical.partition_key,
        known[physical.partition_key],
        sort,
        known[sort] if sort else None,
        more_partition=tuple(KeyAttribute(n, known[n]) for n in physical.more_partition_keys),
        more_sort=tuple(KeyAttribute(n, known[n]) for n in physical.more_sort_keys),
    )


def _sort_range(template: Template | None) -> Template | None:
    """Give the widest range of sort keys that a query of this template reads, as a template."""
    if template is None or template.is_constant:
        return template
    lead = template.parts[:1] if isinstance(template.parts[0], str) else ()
    return Template((*lead, _ANYTHING))


def _meeting(
    partitions: Sequence[KeyAttribute], sort: Template | None, others: Iterable[Occupant]
) -> tuple[str, ...]:
    """Name those who may stand in a range: all its partition attributes can be one of theirs."""
    names = [
        name
        for _, name, key in others
        if all(
            find_common_text(mine.template, theirs.template) is not None
            for mine, theirs in zip(partitions, key.partitions, strict=True)
        )
        and (sort is None or key.sort is None or find_common_text(sort, key.sort) is not None)
    ]
    return tuple(dict.fromkeys(names))
