"""Compiling `accessPatterns`: every one is answered by a query, never by a scan."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tavola.design.access_patterns.given import read_given
from tavola.design.fields.member_paths import has_key_field
from tavola.design.models.filter_checks import check_filter
from tavola.design.models.model_scope import has_broken_indexes
from tavola.design.names import HANDLE_NAMES, name_problem, snake_case
from tavola.design.reading.findings import Findings
from tavola.design.reading.grammar import SECTIONS
from tavola.design.reading.reader import Reader
from tavola.design.reading.yaml_tree import Node
from tavola.design.schema import FieldSchema, IndexSchema, ModelSchema, PatternSchema
from tavola.keys import TENANT

__all__ = ["compile_patterns"]

_MAX_LIMIT = 100_000


def compile_patterns(
    nodes: Mapping[str, Node],
    models: Mapping[str, ModelSchema],
    declared: Mapping[str, Node],
    findings: Findings,
) -> dict[str, PatternSchema]:
    """Read the access patterns; one that is wrong is reported and left out."""
    patterns: dict[str, PatternSchema] = {}
    for name, node in nodes.items():
        reader = Reader(node, f"accessPatterns.{name}", findings)
        reader.check_keys(SECTIONS["pattern"])
        problem = name_problem(name, HANDLE_NAMES)
        if problem is not None:
            reader.error(f"'{name}' {problem}.", "Choose another name.")
        model = _find_model(reader, models, declared)
        pattern = _compile_pattern(name, reader, model, declared[model.name]) if model else None
        if pattern is not None:
            patterns[name] = pattern
    return patterns


def _find_model(
    reader: Reader, models: Mapping[str, ModelSchema], declared: Mapping[str, Node]
) -> ModelSchema | None:
    name = reader.text("model")
    if name is not None and name not in declared:
        problem = f"names unknown model '{name}'."
        reader.unknown(problem, name, declared, key="model", topic=f"model {name}")
    return models.get(name) if name else None


def _compile_pattern(
    name: str, reader: Reader, model: ModelSchema, node: Node
) -> PatternSchema | None:
    read = read_given(reader, model, lambda name: _find_field(reader, "given", name, model))
    given = read.conditions if read is not None else {}
    index = _find_index(reader, model, given, node) if read is not None else None
    if index is None or read is None:
        return None
    _check_given(reader, index, given)
    only = reader.texts("only")
    _check_only(reader, model, index, only)
    _check_filter(reader, model, index)
    plain = reader.child("filter")
    filter_literals = plain.plain() if plain else {}
    return PatternSchema(
        name=name,
        python_name=snake_case(name),
        model=model.name,
        index=index.name,
        filter=filter_literals if isinstance(filter_literals, dict) else {},
        only=only,
        given=given,
        constants=read.constants,
        limit=reader.integer("limit", 1, _MAX_LIMIT),
        descending=reader.flag("descending"),
        max_capacity=reader.number("maxCapacity"),
        max_reads=reader.integer("maxReads", 1, _MAX_LIMIT),
        max_items=reader.integer("maxItems", 1, _MAX_LIMIT),
        description=reader.text("description") or "",
        line=reader.node.line,
    )


def _find_field(reader: Reader, key: str, name: str, model: ModelSchema) -> str | None:
    if name in model.fields or (key == "given" and has_key_field(model, name)):
        return name
    problem = f"'{key}' names unknown field '{name}'."
    return reader.unknown(problem, name, model.fields, key=key, topic=f"{model.name}.{name}")


def _find_index(
    reader: Reader, model: ModelSchema, given: Mapping[str, str], node: Node
) -> IndexSchema | None:
    query = reader.text("query")
    if query is not None:
        return _named_index(reader, model, query, node)
    for index in model.indexes.values():
        if given and _answers(index, given):
            return index
    if not has_broken_indexes(model, node):
        _explain_unanswered(reader, model, given)
    return None


def _explain_unanswered(reader: Reader, model: ModelSchema, given: Mapping[str, str]) -> None:
    """Say why no index answers a pattern; the primary key may, but has no name yet."""
    primary = IndexSchema(name="primaryKey", python_name="primary_key", key=model.key)
    partition = _begins_on_partition([*model.indexes.values(), primary], given)
    asked = f"by {', '.join(given)}" if given else "for all items"
    if partition is not None:
        reader.error(
            f"asks for '{partition}' by {given[partition]}, but it is in a partition key.",
            "DynamoDB takes equality there; add an index with it in the sort key.",
            key="given",
        )
    elif given and _answers(primary, given):
        reader.error(
            f"asks {model.name} {asked}; the primary key answers that, but has no name to"
            " query it by.",
            "Add it to the model's indexes, as allItems: primaryKey.",
        )
    else:
        reader.error(
            f"asks {model.name} {asked}, which no index answers, so that it needs a scan.",
            "Add an index with these fields in its key, or name one with 'query'.",
        )


def _named_index(reader: Reader, model: ModelSchema, query: str, node: Node) -> IndexSchema | None:
    if query == "primaryKey":
        found = next((one for one in model.indexes.values() if one.is_primary), None)
        if found is None:
            reader.error(
                f"{model.name}'s primary key has no name to query it by.",
                "Add it to the model's indexes, as allItems: primaryKey.",
                key="query",
            )
        return found
    if query in ("scan", "all"):
        reader.error(
            f"'query: {query}' needs a scan.", "Add an index and name it here.", key="query"
        )
        return None
    declared = node.entries["indexes"].entries if "indexes" in node.entries else {}
    if query not in declared:
        problem = f"{model.name} has no index '{query}'."
        meant = reader.unknown(
            problem, query, declared, key="query", topic=f"{model.name} index {query}"
        )
        return model.indexes.get(meant) if meant else None
    return model.indexes.get(query)


def _partition_fields(index: IndexSchema) -> list[str]:
    return [name for name in index.key.partition_asked if name != TENANT]


def _sort_fields(index: IndexSchema) -> list[str]:
    partition = _partition_fields(index)
    return [name for name in index.key.sort_fields if name not in partition]


def _answers(index: IndexSchema, given: Mapping[str, str]) -> bool:
    """Whether the partition is known whole and the rest leads the sort key, a condition last."""
    partition = _partition_fields(index)
    if any(given.get(name) not in _taken(index, name) for name in partition):
        return False
    rest = [name for name in given if name not in partition]
    leading = _sort_fields(index)[: len(rest)]
    if set(rest) != set(leading):
        return False
    return all(given[name] == "equals" for name in leading[:-1])


def _taken(index: IndexSchema, name: str) -> tuple[str, ...]:
    """The conditions that a field of the partition key takes: a range for a part of a date."""
    return ("equals", "between") if name == index.date_part else ("equals",)


def _begins_on_partition(indexes: Iterable[IndexSchema], given: Mapping[str, str]) -> str | None:
    return next(
        (
            name
            for index in indexes
            for name in _partition_fields(index)
            if given.get(name, "equals") not in _taken(index, name)
        ),
        None,
    )


def _check_given(reader: Reader, index: IndexSchema, given: Mapping[str, str]) -> None:
    if not given or _answers(index, given):
        return
    condition = _begins_on_partition([index], given)
    if condition is not None:
        reader.error(
            f"asks for '{condition}' by {given[condition]}, but it is in the partition key of "
            f"'{index.name}'.",
            "Give a part of a date by equals or between."
            if condition == index.date_part
            else "DynamoDB takes equality there; add an index with it in the sort key.",
            key="given",
        )
        return
    missing = [name for name in _partition_fields(index) if name not in given]
    if missing:
        reader.error(
            f"does not give '{missing[0]}', so that '{index.name}' would need a scan.",
            "Give every field of the partition key.",
            key="given",
        )
        return
    reader.error(
        f"gives {', '.join(given)}, which do not lead the sort key of '{index.name}' "
        f"({', '.join(_sort_fields(index)) or 'none'}).",
        "Give leading fields by equality and a condition on the last one.",
        key="given",
    )


def _held_fields(model: ModelSchema, index: IndexSchema) -> frozenset[str]:
    """Find the fields that can be read from an index."""
    if index.physical is None or index.physical.projection == "all":
        return frozenset(model.fields)
    included = (*index.physical.included, *index.key.natural, *model.key.natural)
    return frozenset(
        name for name, field in model.fields.items() if field.attribute_name in included
    )


def _check_only(
    reader: Reader, model: ModelSchema, index: IndexSchema, only: tuple[str, ...]
) -> None:
    for name in only:
        if _find_field(reader, "only", name, model) != name:
            continue
        if model.fields[name].is_heavy:
            reader.error(
                f"'only' asks for the heavy field '{name}' in a list.",
                "Read it with get, or leave heavy out of the field.",
                key="only",
            )
        elif name not in _held_fields(model, index):
            _projection_error(reader, index, model.fields[name], "only")


def _projection_error(reader: Reader, index: IndexSchema, field: FieldSchema, key: str) -> None:
    physical = index.physical.name if index.physical else ""
    reader.error(
        f"'{key}' needs '{field.name}', which the projection of {physical} misses.",
        f"Include it: projection: {{include: [{field.attribute_name}]}}, or all.",
        key=key,
    )


def _check_filter(reader: Reader, model: ModelSchema, index: IndexSchema) -> None:
    node = reader.child("filter")
    if node is None:
        return
    inner = Reader(node, f"{reader.where}.filter", reader.findings)
    for name in check_filter(inner, node, model):
        if model.fields[name].attribute_name in index.key.natural:
            inner.error(
                f"'{name}' is a key of '{index.name}', which no filter can name.",
                "Write it into 'given'.",
                key=name,
            )
        elif name not in _held_fields(model, index):
            _projection_error(reader, index, model.fields[name], "filter")
