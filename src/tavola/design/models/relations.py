"""The relation methods that RelatedFields, indexes and mapping tables give to models."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec.structs import replace

from tavola.design.names import INSTANCE_NAMES, snake_case, stem_of_index, stem_of_related
from tavola.design.reading.reader import Reader
from tavola.design.schema import IndexSchema, ModelSchema, Relation
from tavola.keys import TENANT

__all__ = ["add_relations"]


def add_relations(
    models: Mapping[str, ModelSchema], readers: Mapping[str, Reader]
) -> dict[str, ModelSchema]:
    """Give every model the relation methods that its instances have."""
    found = [
        *(relation for model in models.values() for relation in _getters(model, models)),
        *_without_clashes(
            relation
            for model in models.values()
            for index in model.indexes.values()
            for relation in _queries(model, index, models)
        ),
    ]
    for model in models.values():
        _check_methods(model, [one for one in found if one.model == model.name], readers)
    return {
        name: replace(model, relations=tuple(one for one in found if one.model == name))
        for name, model in models.items()
    }


def _getters(model: ModelSchema, models: Mapping[str, ModelSchema]) -> Iterable[Relation]:
    for field in model.fields.values():
        if field.model is not None and field.model in models:
            method = f"get_{stem_of_related(field.name)}"
            yield Relation("getter", model.name, method, field.model, field.name)


def _queries(
    model: ModelSchema, index: IndexSchema, models: Mapping[str, ModelSchema]
) -> Iterable[Relation]:
    """Yield the methods that an index by a RelatedField gives to the related model."""
    field_name = _owner_field(model, index)
    if field_name is None:
        return
    owner = model.fields[field_name].model
    if owner is None or owner not in models:
        return
    kind: Literal["query", "mapping"] = "query"
    target, other, verb = model.name, "", "query"
    if model.is_mapping:
        kind, verb = "mapping", "get"
        other = _other_field(model, index, field_name)
        target = model.fields[other].model or "" if other else ""
        if target not in models:
            return
    method = f"{verb}_{stem_of_index(index.name)}"
    yield Relation(kind, owner, method, target, field_name, model.name, index.name, other)


def _owner_field(model: ModelSchema, index: IndexSchema) -> str | None:
    """Find the RelatedField that alone makes up an index's partition key."""
    names = [name for name in index.key.partition_asked if name != TENANT]
    if len(names) != 1 or names[0] not in model.fields:
        return None
    return names[0] if model.fields[names[0]].type == "RelatedField" else None


def _other_field(model: ModelSchema, index: IndexSchema, field_name: str) -> str:
    """Find the other side of a mapping: in the index's sort key, in the key, or anywhere."""
    related = [
        field.name
        for field in model.fields.values()
        if field.type == "RelatedField" and field.name != field_name
    ]
    preferred = [*index.key.sort_fields, *model.key.fields, *related]
    return next((name for name in preferred if name in related), "")


def _without_clashes(relations: Iterable[Relation]) -> list[Relation]:
    """Give methods that would share a name the whole name of their index."""
    found = list(relations)
    names = [(one.model, one.python_name) for one in found]
    return [
        replace(one, python_name=_whole_name(one))
        if names.count((one.model, one.python_name)) > 1
        else one
        for one in found
    ]


def _whole_name(relation: Relation) -> str:
    verb = "get" if relation.kind == "mapping" else "query"
    return f"{verb}_{snake_case(relation.index)}"


def _check_methods(
    model: ModelSchema, relations: list[Relation], readers: Mapping[str, Reader]
) -> None:
    seen: dict[str, str] = {
        field.python_name: f"the field '{field.name}'" for field in model.fields.values()
    }
    seen |= dict.fromkeys(INSTANCE_NAMES, "a method of ours")
    for relation in relations:
        source = relation.source or relation.model
        section, name = (
            ("indexes", relation.index) if relation.index else ("fields", relation.field)
        )
        where = f"{source}.{section}.{name}"
        if relation.python_name in seen:
            reader = readers[source]
            reader.findings.error(
                reader.entries(section)[name],
                where,
                f"gives {model.name} the method '{relation.python_name}', which is also "
                f"{seen[relation.python_name]}.",
                "Rename one of them.",
            )
        seen.setdefault(relation.python_name, f"that of {where}")
