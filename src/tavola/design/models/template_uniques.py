"""Unique constraints of template models: where their locks stand."""

from __future__ import annotations

from tavola.design.keys.key_reader import check_derived, read_key_pair
from tavola.design.keys.key_templates import TemplateScope
from tavola.design.models.model_scope import ModelScope
from tavola.design.models.unique_fields import read_unique_condition, read_unique_fields
from tavola.design.names import HANDLE_NAMES, name_problem, stem_of_unique
from tavola.design.reading.reader import Reader
from tavola.design.reading.yaml_tree import Node
from tavola.design.schema import UniqueSchema
from tavola.keys import TENANT

__all__ = ["compile_template_uniques"]


def compile_template_uniques(scope: ModelScope) -> dict[str, UniqueSchema]:
    """Read the unique constraints; one that is wrong is reported and left out."""
    uniques: dict[str, UniqueSchema] = {}
    for name, node in scope.reader.entries("uniqueConstraints").items():
        reader = scope.part(node, f"uniqueConstraints.{name}")
        problem = name_problem(name, HANDLE_NAMES)
        if problem is not None:
            reader.error(f"'{name}' {problem}.", "Choose another name.")
        unique = _compile_unique(name, node, reader, scope)
        if unique is not None:
            uniques[name] = unique
    return uniques


def _compile_unique(
    name: str, node: Node, reader: Reader, scope: ModelScope
) -> UniqueSchema | None:
    table = scope.table
    allowed = TemplateScope(scope.fields, has_tenant=scope.is_tenanted, types=table.key_types)
    named = read_unique_fields(reader, scope.fields)
    if named and node.entries.keys() <= {"fields", "while"}:
        _write_lock_templates(reader, name, named, scope)
    lock = read_key_pair(
        reader,
        table.keys,
        allowed,
        is_tenanted=scope.is_tenanted,
        more=_own_keys(node),
    )
    if lock is None or not named:
        return None
    check_derived(reader, lock, "the lock's key")
    missing = [one for one in named if one not in lock.fields]
    if missing:
        reader.error(
            f"its templates do not name '{missing[0]}'.",
            f"Write '{missing[0].upper()}#{{{missing[0]}}}'.",
        )
        return None
    fields = tuple(one for one in lock.fields if one != TENANT)
    others = [one for one in fields if one not in named]
    if "fields" in node.entries and others:
        reader.error(
            f"its templates name '{others[0]}', which is not among 'fields'.",
            "Name it in both, or in none.",
            key="fields",
        )
        return None
    for one in others:
        if scope.fields[one].type == "CounterField":
            reader.error(
                f"'{one}' is a counter, and an addition cannot claim a value.",
                "Use an IntegerField.",
            )
    condition = read_unique_condition(reader, scope)
    find_by = f"find_by_{stem_of_unique(name)}"
    return UniqueSchema(name, fields, find_by, lock, *condition, line=node.line)


def _own_keys(node: Node) -> tuple[str, ...]:
    """The keys of a constraint beside the attributes of its lock, as far as they are there."""
    named = tuple(one for one in ("field", "fields") if one in node.entries) or ("field",)
    return (*named, "while") if "while" in node.entries else named


def _write_lock_templates(
    reader: Reader, name: str, fields: tuple[str, ...], scope: ModelScope
) -> None:
    """Write the templates of a lock that the design leaves to us."""
    lead = "{tenant}#" if scope.is_tenanted else ""
    floats = [one for one in fields if scope.fields[one].type == "FloatField"]
    named = "#".join(f"{{{one}:sortable}}" if one in floats else f"{{{one}}}" for one in fields)
    at = reader.node.entries["fields"]
    partition, sort = scope.table.partition_key, scope.table.sort_key
    text = f"{lead}UNIQUE#{scope.name}#{name}#{named}"
    entries = {**reader.node.entries, partition: Node(text, at.line, at.file)}
    if sort is not None:
        entries[sort] = Node("UNIQUE", at.line, at.file)
    reader.node.value = entries
