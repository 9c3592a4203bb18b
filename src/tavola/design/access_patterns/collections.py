"""Compiling `collections`: items of several models that one query reads from one partition."""

from __future__ import annotations

from collections.abc import Mapping

from tavola.design.access_patterns.collection_ranges import find_absent, read_sort_part
from tavola.design.fields.fields import UnknownField
from tavola.design.fields.member_paths import key_field
from tavola.design.models.model_scope import has_broken_indexes
from tavola.design.models.templated import find_physical
from tavola.design.names import (
    INSTANCE_NAMES,
    KEY_NAMES,
    TABLE_NAMES,
    name_problem,
    snake_case,
)
from tavola.design.reading.findings import Findings
from tavola.design.reading.grammar import SECTIONS
from tavola.design.reading.reader import Reader
from tavola.design.reading.sources import Sources
from tavola.design.reading.yaml_tree import Node
from tavola.design.schema import (
    CollectionArgument,
    CollectionSchema,
    KeyPair,
    ModelSchema,
    PhysicalIndex,
    TableSettings,
)
from tavola.keys import TENANT, Placeholder, Template, key_form

__all__ = ["compile_collections"]


def compile_collections(
    sources: Sources,
    models: Mapping[str, ModelSchema],
    tables: Mapping[str, TableSettings],
    findings: Findings,
) -> dict[str, CollectionSchema]:
    """Read the collections; one that is wrong is reported and left out.

    `tables` has the tables by the names that models give; the only one of a design by no name.
    """
    collections: dict[str, CollectionSchema] = {}
    for name, node in sources.collections.items():
        reader = Reader(node, f"collections.{name}", findings)
        problem = name_problem(name, TABLE_NAMES)
        if problem is not None:
            reader.error(f"'{name}' {problem}.", "Choose another name.")
        members = [models[one] for one in _read_models(reader, sources.models) if one in models]
        table = tables[members[0].table] if members else next(iter(tables.values()))
        if not _is_in_one_table(reader, members):
            continue
        collection = _compile_collection(name, reader, members, table, sources)
        if collection is not None:
            collections[name] = collection
    return collections


def _compile_collection(
    name: str,
    reader: Reader,
    members: list[ModelSchema],
    table: TableSettings,
    sources: Sources,
) -> CollectionSchema | None:
    physical = find_physical(reader, table)
    if physical is None and reader.child("index") is not None:
        return None
    partition_attribute = physical.partition_key if physical else table.partition_key
    sort_attribute = physical.sort_key if physical else table.sort_key
    if physical is not None and (physical.more_partition_keys or physical.more_sort_keys):
        reader.error(
            f"{physical.name} has several attributes in its key.",
            "A collection reads an index with one partition key and one sort key.",
            key="index",
        )
        return None
    attributes = [one for one in (partition_attribute, sort_attribute) if one]
    reader.check_keys(SECTIONS["collection"], more=attributes)
    text = reader.text(partition_attribute)
    if text is None:
        if isinstance(reader.node.value, dict) and reader.child(partition_attribute) is None:
            reader.error(f"'{partition_attribute}' is missing.", "It takes a template.")
        return None
    if not members:
        return None
    keys = _keys_of(reader, members, physical, sources)
    if keys is None or any(_is_doubtful(model, keys[model.name]) for model in members):
        return None
    partition = _match(reader, text, partition_attribute, keys)
    if partition is None:
        return None
    arguments = _arguments(partition, members[0], keys[members[0].name].partition)
    _check_arguments(reader, arguments)
    is_tenanted = TENANT in partition.fields
    part = read_sort_part(reader, sort_attribute, arguments, is_tenanted=is_tenanted)
    collection = CollectionSchema(
        name=name,
        python_name=snake_case(name),
        models=tuple(model.name for model in members),
        partition_attribute=partition_attribute,
        partition=partition,
        arguments=arguments,
        physical=physical,
        sort_attribute=sort_attribute,
        sort_prefix=part.prefix,
        sort_from=part.start,
        sort_to=part.end,
        is_tenanted=is_tenanted,
        line=reader.node.line,
    )
    absent = find_absent(collection, ((one, pair.sort) for one, pair in keys.items()))
    if absent is not None:
        reader.error(
            f"no item of {absent} ('{keys[absent].sort}') stands in this part of the partition.",
            f"Widen it, or leave {absent} out.",
            key=sort_attribute,
        )
    return collection


def _read_models(reader: Reader, declared: Mapping[str, Node]) -> tuple[str, ...]:
    names = reader.texts("models")
    for name in names:
        if name not in declared:
            problem = f"names unknown model '{name}'."
            reader.unknown(problem, name, declared, key="models", topic=f"model {name}")
    return names


def _is_in_one_table(reader: Reader, members: list[ModelSchema]) -> bool:
    """Say whether all models are in the table of the first; one that is not is reported."""
    for model in members:
        if model.table != members[0].table:
            reader.error(
                f"{model.name} is in the table '{model.table}', and {members[0].name} in "
                f"'{members[0].table}'.",
                "A collection reads one table.",
                key="models",
            )
            return False
    return True


def _is_doubtful(model: ModelSchema, key: KeyPair) -> bool:
    """Whether a model's key is wrong or made up, which is reported there."""
    fields = [model.fields.get(name) for name in key.partition.fields]
    return str(key.partition) == f"?{model.name}" or any(
        isinstance(field, UnknownField) for field in fields
    )


def _keys_of(
    reader: Reader,
    members: list[ModelSchema],
    physical: PhysicalIndex | None,
    sources: Sources,
) -> dict[str, KeyPair] | None:
    """Find each member's key in the table or index that the collection reads."""
    keys: dict[str, KeyPair] = {}
    for model in members:
        if physical is None:
            keys[model.name] = model.key
            continue
        index = next((one for one in model.indexes.values() if one.physical == physical), None)
        if index is not None:
            keys[model.name] = index.key
        elif not has_broken_indexes(model, sources.models[model.name]):
            reader.error(
                f"{model.name} has no key in {physical.name}.", "Add an index to it.", key="models"
            )
    return keys if len(keys) == len(members) else None


def _match(
    reader: Reader, text: str, attribute: str, keys: Mapping[str, KeyPair]
) -> Template | None:
    """Compile the collection's partition template after its members', which must be alike."""
    shapes = {name: _shape(pair.partition) for name, pair in keys.items()}
    first = next(iter(keys))
    spread = [name for name, pair in keys.items() if _is_spread(pair.partition)]
    if spread:
        reader.error(
            f"a collection reads one partition, and {spread[0]} "
            f"('{keys[spread[0]].partition}') is spread over several.",
            "Query each model by itself, or give them an index without shards and date parts.",
            key=attribute,
        )
        return None
    arguments = _argument_names(text, keys[first].partition)
    if arguments is None:
        reader.error(
            f"'{text}' is not the partition key of {first} ('{keys[first].partition}').",
            "Write the same literals, with names of your own.",
            key=attribute,
        )
        return None
    for name, shape in shapes.items():
        if shape != shapes[first]:
            reader.error(
                f"{name} ('{keys[name].partition}') stands in other partitions than {first} "
                f"('{keys[first].partition}').",
                "A collection's models share their partition key's template.",
                key="models",
            )
            return None
    return arguments


def _is_spread(template: Template) -> bool:
    return any(key_form(part.form).is_derived for part in template.placeholders)


def _shape(template: Template) -> tuple[str | tuple[str, str], ...]:
    return tuple(
        part if isinstance(part, str) else (part.form, part.escaped) for part in template.parts
    )


def _argument_names(text: str, template: Template) -> Template | None:
    """Give the member's template with the collection's names, if they are alike otherwise."""
    rest = text
    parts: list[str | Placeholder] = []
    for part in template.parts:
        if isinstance(part, str):
            if not rest.startswith(part):
                return None
            rest = rest[len(part) :]
            parts.append(part)
            continue
        if not rest.startswith("{") or "}" not in rest:
            return None
        name, rest = rest[1:].split("}", 1)
        name = name.split(":")[0].strip()
        if (part.field == TENANT) != (name == "tenant" and TENANT in template.fields):
            return None
        parts.append(
            Placeholder(part.field if part.field == TENANT else name, part.form, part.escaped)
        )
    return None if rest else Template(tuple(parts))


def _arguments(
    partition: Template, model: ModelSchema, template: Template
) -> tuple[CollectionArgument, ...]:
    return tuple(
        CollectionArgument(mine.field, snake_case(mine.field), key_field(model, theirs.field))
        for mine, theirs in zip(partition.placeholders, template.placeholders, strict=True)
        if mine.field != TENANT
    )


def _check_arguments(reader: Reader, arguments: tuple[CollectionArgument, ...]) -> None:
    for argument in arguments:
        problem = name_problem(argument.name, INSTANCE_NAMES | KEY_NAMES)
        if problem is not None:
            reader.error(f"'{argument.name}' {problem}.", "Choose another name.")
