"""What can be proved about a whole design: keys never collide, tenants never meet, names differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from msgspec import Struct

from tavola.design.checks.cost import estimate_pattern_units
from tavola.design.checks.sharing import key_in_index
from tavola.design.checks.table_limits import check_included, check_table_limits
from tavola.design.names import KEY_NAMES, suggest
from tavola.design.reading.findings import Findings
from tavola.design.reading.sources import Sources
from tavola.design.reading.yaml_tree import Node
from tavola.design.schema import Design, IndexSchema, KeyPair, ModelSchema, UniqueSchema
from tavola.keys import TENANT, Template
from tavola.keys.overlap import find_common_text

__all__ = ["check_whole"]


class _Place(Struct, frozen=True):
    """Something that writes items into the table."""

    where: str
    at: Node
    key: KeyPair
    model: ModelSchema

    @property
    def is_item(self) -> bool:
        """Whether the model's own items are written there, not locks."""
        return self.key is self.model.key


def check_whole(design: Design, sources: Sources, findings: Findings) -> None:
    """Report everything that is wrong between the parts of a design."""
    _check_related(design, sources, findings)
    for part in design.parts:
        _check_prefixes(part, sources, findings)
        _check_collisions(part, sources, findings)
        _check_tenants(part, sources, findings)
        check_table_limits(part, sources, findings)
        check_included(part, sources, findings)
    _check_handles(design, sources, findings)
    _check_queries(design, sources, findings)
    _check_key_names(design, sources, findings)
    _check_capacity(design, sources, findings)


def _check_related(design: Design, sources: Sources, findings: Findings) -> None:
    for model in design.models.values():
        for field in model.fields.values():
            if field.model is None or field.model in sources.models:
                continue
            at = sources.models[model.name].entries["fields"].entries[field.name]
            problem = f"refers to unknown model '{field.model}'."
            where = f"{model.name}.fields.{field.name}"
            remedy = suggest(field.model, sources.models)
            findings.error(at, where, problem, remedy, f"model {field.model}")


def _check_prefixes(design: Design, sources: Sources, findings: Findings) -> None:
    seen: dict[str, str] = {}
    for model in design.models.values():
        kinds = (("modelPrefix", model.model_prefix), ("type", model.type_value))
        for key, value in kinds:
            if value is None:
                continue
            if value in seen:
                at = sources.models[model.name]
                problem = f"{key} '{value}' is that of {seen[value]}."
                remedy = "Give each model its own."
                findings.error(at.entries.get(key, at), model.name, problem, remedy)
            seen.setdefault(value, model.name)


def _places(design: Design, sources: Sources) -> Iterator[_Place]:
    for model in design.models.values():
        node = sources.models[model.name]
        at = node.entries.get("key", node)
        # What is wrong with a made-up key is reported where it stands.
        if str(model.key.partition) != f"?{model.name}":
            yield _Place(f"{model.name}.key", at, model.key, model)
        for unique in model.uniques.values():
            lock = node.entries["uniqueConstraints"].entries[unique.name]
            where = f"{model.name}.uniqueConstraints.{unique.name}"
            yield _Place(where, lock, unique.key, model)


def _check_collisions(design: Design, sources: Sources, findings: Findings) -> None:
    for first, second in combinations(_places(design, sources), 2):
        partition = find_common_text(first.key.partition, second.key.partition)
        # Two models with one prefix are a finding of their own.
        if partition is None or _share_prefix(first.model, second.model):
            continue
        if first.is_item and second.is_item and first.model.name in second.model.shares:
            continue
        sort = ""
        if first.key.sort is not None and second.key.sort is not None:
            common = find_common_text(first.key.sort, second.key.sort)
            if common is None:
                continue
            sort = f", {first.key.sort_attribute}={common!r}"
        example = f"{first.key.partition_attribute}={partition!r}{sort}"
        findings.error(
            second.at,
            second.where,
            f"{_text(second.key)} and {first.where} {_text(first.key)} can give one key "
            f"({example}).",
            "Begin each with a literal of its own.",
        )


def _share_prefix(first: ModelSchema, second: ModelSchema) -> bool:
    return first.model_prefix is not None and first.model_prefix == second.model_prefix


def _text(key: KeyPair) -> str:
    return f"'{key.partition}'" + (f" / '{key.sort}'" if key.sort else "")


def _partitions(
    design: Design, sources: Sources
) -> Iterator[tuple[str, str, Template, Node, bool]]:
    """Yield every partition key: its attribute, where, template, node, and whether tenanted."""
    for place in _places(design, sources):
        pair = place.key
        yield (
            pair.partition_attribute,
            place.where,
            pair.partition,
            place.at,
            place.model.is_tenanted,
        )
    for model in design.models.values():
        node = sources.models[model.name]
        declared = {one.physical.name: one for one in model.indexes.values() if one.physical}
        for physical in design.table.indexes:
            key = None if physical.is_local else key_in_index(model, physical)
            if key is None:
                continue
            index = declared.get(physical.name)
            at, where = node, model.name
            if index is not None:
                at = node.entries["indexes"].entries[index.name]
                where = f"{model.name}.indexes.{index.name}"
            yield key.partition_attribute, where, key.partition, at, model.is_tenanted


def _check_tenants(design: Design, sources: Sources, findings: Findings) -> None:
    """Report partitions in which items of two tenants, or of one and of none, could meet."""
    if not design.table.has_tenancy:
        return
    for first, second in combinations(_partitions(design, sources), 2):
        if first[0] != second[0] or not (first[4] or second[4]):
            continue
        if _lead(first[2]) == _lead(second[2]) and first[4] == second[4]:
            continue
        common = find_common_text(first[2], second[2])
        if common is not None:
            findings.error(
                second[3],
                second[1],
                f"'{second[2]}' and {first[1]} '{first[2]}' can share a partition across tenants "
                f"({common!r}).",
                "Begin tenanted keys alike, and others with a literal of their own.",
            )


def _lead(template: Template) -> str:
    return str(template).split("{tenant}")[0] if TENANT in template.fields else str(template)


def _check_handles(design: Design, sources: Sources, findings: Findings) -> None:
    seen: dict[str, str] = {}
    for model in design.models.values():
        if model.handle in seen:
            problem = f"its handle '{model.handle}' is {seen[model.handle]}."
            findings.error(sources.models[model.name], model.name, problem, "Rename the model.")
        seen.setdefault(model.handle, f"that of {model.name}")
    for collection in design.collections.values():
        if collection.python_name in seen:
            where = f"collections.{collection.name}"
            problem = f"its method '{collection.python_name}' is {seen[collection.python_name]}."
            findings.error(sources.collections[collection.name], where, problem, "Rename it.")
        seen.setdefault(collection.python_name, f"that of collections.{collection.name}")


def _check_queries(design: Design, sources: Sources, findings: Findings) -> None:
    """Report a second method of one name on a model's handle."""
    for model in design.models.values():
        node = sources.models[model.name]
        methods = [
            *_methods(model.indexes, f"{model.name}.indexes", node.entries.get("indexes")),
            *_methods(
                model.uniques,
                f"{model.name}.uniqueConstraints",
                node.entries.get("uniqueConstraints"),
            ),
            *(
                (one.python_name, f"accessPatterns.{one.name}", sources.patterns[one.name])
                for one in design.patterns_of(model.name)
            ),
        ]
        seen: dict[str, str] = {}
        for method, where, at in methods:
            if method in seen:
                problem = f"its method '{method}' is {seen[method]}."
                findings.error(at, where, problem, "Choose another name.")
            seen.setdefault(method, f"that of {where}")


def _methods(
    parts: Mapping[str, IndexSchema] | Mapping[str, UniqueSchema], where: str, node: Node | None
) -> Iterator[tuple[str, str, Node]]:
    for name, part in parts.items():
        if node is not None:
            yield part.python_name, f"{where}.{name}", node.entries[name]


def _check_capacity(design: Design, sources: Sources, findings: Findings) -> None:
    for pattern in design.patterns.values():
        if pattern.max_capacity is None:
            continue
        units = estimate_pattern_units(design, pattern)
        if units > pattern.max_capacity:
            at = sources.patterns[pattern.name]
            findings.error(
                at.entries.get("maxCapacity", at),
                f"accessPatterns.{pattern.name}",
                f"a page costs about {units:g} read units, more than maxCapacity "
                f"{pattern.max_capacity:g}.",
                "Lower limit, project less into the index, or give fields their expectedBytes.",
            )


def _check_key_names(design: Design, sources: Sources, findings: Findings) -> None:
    """Methods take the fields of keys by name, beside arguments of their own."""
    for model in design.models.values():
        pairs = (model.key, *(index.key for index in model.indexes.values()))
        named = {name for pair in pairs for name in pair.fields}
        named |= {name for unique in model.uniques.values() for name in unique.fields}
        for field in (field for name, field in model.fields.items() if name in named):
            if field.python_name in KEY_NAMES:
                at = sources.models[model.name].entries["fields"].entries[field.name]
                where = f"{model.name}.fields.{field.name}"
                problem = f"'{field.name}' is in a key, and an argument of ours."
                findings.error(at, where, problem, "Choose another name.")
