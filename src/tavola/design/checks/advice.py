"""Advice: what works but could be better."""

from __future__ import annotations

from collections.abc import Iterator

from tavola.design.checks.shared_ranges import find_shared_ranges
from tavola.design.reading.findings import Findings
from tavola.design.reading.sources import Sources
from tavola.design.reading.yaml_tree import Node
from tavola.design.schema import (
    Design,
    FieldSchema,
    IndexSchema,
    KeyPair,
    ModelSchema,
    PhysicalIndex,
)

__all__ = ["advise"]

_MANY_INDEXES = 4

Advice = tuple[Node, str, str, str]


def advise(design: Design, sources: Sources, findings: Findings) -> None:
    """Note everything that could be better, but nothing that may follow from an error."""
    wrong = {finding.where.partition(".")[0] for finding in findings.items if finding.is_error}
    for model in design.models.values():
        if model.name in wrong:
            continue
        node = sources.models[model.name]
        for source in (_hot_partitions, _uniques, _write_cost, _heavy_lists):
            for found in source(model, node):
                findings.advise(*found)
        for found in _best_practices(model, node) if design.layout == "managed" else ():
            findings.advise(*found)
        for found in _mapping(model, node) if model.is_mapping else ():
            findings.advise(*found)
    if wrong:
        return
    by_table = (
        found
        for part in design.parts
        for source in (_unused_indexes, _provisioned, _untold_types)
        for found in source(part, sources)
    )
    by_design = (*_heavy_collections(design, sources), *find_shared_ranges(design, sources))
    for found in (*by_table, *by_design):
        findings.advise(*found)


def _untold_types(design: Design, sources: Sources) -> Iterator[Advice]:
    """Find what an index lacks to tell models apart that share their keys."""
    kind = design.table.type_attribute
    for model in design.models.values():
        for index in model.indexes.values() if model.shares else ():
            physical = index.physical
            if physical is None or physical.projection != "include" or kind in physical.included:
                continue
            others = " and ".join(model.shares)
            yield (
                _entry(sources.models[model.name], "indexes", index.name),
                f"{model.name}.indexes.{index.name}",
                f"{physical.name} does not hold '{kind}', which tells {model.name} from {others}, "
                "so that every item is read once more from the table.",
                f"Add '{kind}' to its projection.",
            )


def _entry(node: Node, *path: str) -> Node:
    """Find the deepest node on a path that is there."""
    for key in path:
        node = node.entries.get(key, node)
    return node


def _hot_partitions(model: ModelSchema, node: Node) -> Iterator[Advice]:
    if _is_hot(model.key):
        yield (
            _entry(node, "primaryKey" if model.model_prefix else "key"),
            f"{model.name}.key",
            f"every item stands in the partition '{model.key.partition}', and it cannot change "
            "later.",
            "Let an iteration index list them, and choose a partition key with many values.",
        )
    for index in model.indexes.values():
        if not index.is_primary and _is_hot(index.key):
            yield (
                _entry(node, "indexes", index.name),
                f"{model.name}.indexes.{index.name}",
                f"every item stands in the partition '{index.key.partition}', which takes 1,000 "
                "writes a second.",
                "Iterate by buckets, or divide it into shards, as {id:shard:8}.",
            )


def _is_hot(key: KeyPair) -> bool:
    return not key.partition_fields and bool(key.sort_fields)


def _uniques(model: ModelSchema, node: Node) -> Iterator[Advice]:
    for unique in model.uniques.values():
        for index in model.indexes.values():
            if not index.is_primary and _partition_fields(index, model) == list(unique.fields):
                yield (
                    _entry(node, "indexes", index.name),
                    f"{model.name}.indexes.{index.name}",
                    f"{_quoted(unique.fields)} is unique, so that {unique.python_name} finds it "
                    "already.",
                    "Leave the index out unless it orders several items.",
                )


def _quoted(names: tuple[str, ...]) -> str:
    return ", ".join(f"'{name}'" for name in names)


def _partition_fields(index: IndexSchema, model: ModelSchema) -> list[str]:
    return [name for name in index.key.partition_fields if name in model.fields]


def _write_cost(model: ModelSchema, node: Node) -> Iterator[Advice]:
    indexes = sum(not index.is_primary for index in model.indexes.values())
    writes = 1 + indexes + (model.iteration is not None)
    if writes > _MANY_INDEXES:
        yield (
            node,
            model.name,
            f"a write of one item is up to {writes} writes (its table, {indexes} indexes"
            f"{', iteration' if model.iteration else ''}).",
            "Drop an index that a filter could replace, or iterable: false.",
        )


def _heavy_lists(model: ModelSchema, node: Node) -> Iterator[Advice]:
    """A list of items with a heavy field costs as much as if it showed it.

    Only an index of the design's own can leave it out: the table has it, and the managed layout's
    indexes copy everything.
    """
    for index in model.indexes.values():
        heavy = _heavy_in(model, index.physical)
        # A partition of the table with one item is read as `get` reads it.
        if not heavy or (index.physical is None and not index.key.sort_fields):
            continue
        at = _entry(node, "indexes", index.name)
        where = f"{model.name}.indexes.{index.name}"
        problem = f"its lists leave the heavy {_quoted(heavy)} out, but pay for it"
        if index.physical is None or model.model_prefix:
            yield at, where, f"{problem}.", _ITEM_OF_ITS_OWN
        else:
            remedy = f"Give {index.physical.name} a projection that includes what lists show."
            yield at, where, f"{problem}: the index copies it.", remedy


_ITEM_OF_ITS_OWN = "Keep it in an item of its own."


def _heavy_in(model: ModelSchema, physical: PhysicalIndex | None) -> tuple[str, ...]:
    """The heavy fields that items have in an index, or in the table."""
    if physical is None or physical.projection == "all":
        return model.heavy_fields
    fields = (model.fields[name] for name in model.heavy_fields)
    return tuple(one.name for one in fields if one.attribute_name in physical.included)


def _heavy_collections(design: Design, sources: Sources) -> Iterator[Advice]:
    for collection in design.collections.values():
        heavy = tuple(
            f"{name}.{field}"
            for name in collection.models
            for field in _heavy_in(design.models[name], collection.physical)
        )
        if heavy:
            yield (
                sources.collections[collection.name],
                f"collections.{collection.name}",
                f"it leaves the heavy {_quoted(heavy)} out, but pays for it.",
                _ITEM_OF_ITS_OWN,
            )


def _best_practices(model: ModelSchema, node: Node) -> Iterator[Advice]:
    if not any(field.type == "CreateDateField" for field in model.fields.values()):
        yield (
            _entry(node, "fields"),
            model.name,
            "has no CreateDateField.",
            "Add createdAt: {type: CreateDateField} to know when an item was made.",
        )
    for name in model.key_fields:
        yield from _id_field(model, model.fields[name], node)


def _id_field(model: ModelSchema, field: FieldSchema, node: Node) -> Iterator[Advice]:
    at = _entry(node, "fields", field.name)
    where = f"{model.name}.fields.{field.name}"
    if field.type == "UlidField" and not field.auto_assign:
        yield at, where, "is an id that nobody assigns.", "Add autoAssign: true."
    if field.type == "StringField" and field.name == f"{model.name[0].lower()}{model.name[1:]}Id":
        yield (
            at,
            where,
            "is the model's id as free text.",
            "Use a UlidField with autoAssign: true, which also sorts by time.",
        )


def _mapping(model: ModelSchema, node: Node) -> Iterator[Advice]:
    related = [field for field in model.fields.values() if field.type == "RelatedField"]
    if len(related) < 2:
        yield (
            node,
            model.name,
            f"is a mapping with {len(related)} RelatedField.",
            "A mapping relates two models by a RelatedField for each.",
        )
        return
    for field in related:
        if not field.required:
            yield (
                _entry(node, "fields", field.name),
                f"{model.name}.fields.{field.name}",
                "relates two models, but is not required.",
                "Add required: true.",
            )
    partitions = {
        name for index in model.indexes.values() for name in _partition_fields(index, model)
    }
    for field in related[:2]:
        if field.name not in partitions:
            yield (
                _entry(node, "indexes"),
                model.name,
                f"cannot be queried from the side of '{field.name}'.",
                f"Add an index with partitionKey: {field.name}.",
            )


def _unused_indexes(design: Design, sources: Sources) -> Iterator[Advice]:
    if design.layout == "managed":
        return
    for name in _without_keys(design):
        at, where = sources.table_entry(design.table.name, "indexes", name)
        yield at, where, "no model has a key in it.", "Leave it out."


def _without_keys(design: Design) -> list[str]:
    """Find the physical indexes in which no model has a key."""
    used = {
        index.physical.name
        for model in design.models.values()
        for index in model.indexes.values()
        if index.physical
    } | {model.iteration.physical.name for model in design.models.values() if model.iteration}
    return [index.name for index in design.table.indexes if index.name not in used]


def _provisioned(design: Design, sources: Sources) -> Iterator[Advice]:
    """Say what the managed layout's indexes cost, which every table of it has."""
    table = design.table
    if design.layout != "managed" or table.billing != "provisioned":
        return
    unused = _without_keys(design)
    idle = f", and no model has a key in {', '.join(unused)}" if unused else ""
    at, where = sources.table_entry(table.name, "billing")
    yield (
        at,
        where,
        f"the capacity is paid {1 + len(table.indexes)} times: for the table and for each of its "
        f"{len(table.indexes)} indexes, gsi1 to gsi5 and iter_index{idle}.",
        "Write billing: onDemand, which pays for requests alone; or use key templates, whose table "
        "has only the indexes that it names.",
    )
