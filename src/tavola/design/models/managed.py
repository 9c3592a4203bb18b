"""Models of the managed layout: `modelPrefix`, `primaryKey`, `gsi1` to `gsi5`, `uc1` to `uc3`."""

from __future__ import annotations

import re

from tavola.design.compile_table import MANAGED_GSI_IDS, managed_indexes
from tavola.design.fields.field_types import UNFILLABLE_TYPES
from tavola.design.keys.field_forms import managed_form
from tavola.design.models.model_scope import (
    ModelParts,
    ModelScope,
    check_attributes,
    check_key_fields,
    find_field,
    read_former_buckets,
)
from tavola.design.models.unique_fields import (
    key_of_fields,
    read_unique_condition,
    read_unique_fields,
)
from tavola.design.names import HANDLE_NAMES, name_problem, snake_case, stem_of_unique
from tavola.design.reading.grammar import SECTIONS
from tavola.design.reading.reader import Reader
from tavola.design.reading.yaml_tree import Node
from tavola.design.schema import FieldSchema, IndexSchema, IterationSchema, KeyPair, UniqueSchema
from tavola.keys import BUCKET, TENANT, Placeholder, Template

__all__ = ["compile_managed"]

_PREFIX = re.compile(r"[A-Za-z0-9]{1,4}")
_UNIQUE_IDS = ("uc1", "uc2", "uc3")
_ID_SEPARATOR = "##__SK__##"
_LOCK = "_raft_uc"
_MODEL_PREFIX = "modelPrefix"
_TABLE_ATTRIBUTES = frozenset({"_pk", "_sk", "_gsi_test_id"}).union(
    name for one in managed_indexes() for name in (one.partition_key, one.sort_key)
)


def compile_managed(scope: ModelScope) -> ModelParts:
    """Read where a managed model's items live; what is wrong is reported and made up for."""
    # A made-up prefix and key let the rest of the model be checked too.
    prefix = _read_prefix(scope.reader)
    names = _read_primary_key(scope) or (next(iter(scope.fields)), _MODEL_PREFIX)
    layout = _Layout(scope, prefix or f"?{scope.name}")
    key = layout.primary(*names)
    check_key_fields(scope, "primaryKey", key)
    check_attributes(scope, _TABLE_ATTRIBUTES)
    primary_id = layout.primary_id(*names)
    is_mapping = scope.reader.choice("tableType", ("standard", "mapping")) == "mapping"
    return ModelParts(
        key=key,
        primary_id=primary_id,
        indexes=_compile_indexes(scope, layout, key),
        uniques=_compile_uniques(scope, layout),
        iteration=_compile_iteration(scope, layout, primary_id, is_mapping=is_mapping),
        is_mapping=is_mapping,
        model_prefix=prefix,
    )


def _read_primary_key(scope: ModelScope) -> tuple[str, str] | None:
    node = scope.reader.child("primaryKey")
    if node is None:
        scope.reader.error("'primaryKey' is missing.", "Write primaryKey: {partitionKey: …}.")
        return None
    reader = scope.part(node, "primaryKey")
    reader.check_keys(SECTIONS["primaryKey"])
    return _key_names(reader, scope, default_sort=_MODEL_PREFIX)


def _read_prefix(reader: Reader) -> str | None:
    prefix = reader.text(_MODEL_PREFIX)
    if prefix is None:
        if reader.child(_MODEL_PREFIX) is None:
            reader.error("'modelPrefix' is missing.", "Write 1 to 4 letters or digits.")
        return None
    if not _PREFIX.fullmatch(prefix):
        reader.error(
            f"'modelPrefix' is '{prefix}'.", "Write 1 to 4 letters or digits.", key=_MODEL_PREFIX
        )
        return None
    return prefix


def _key_names(
    reader: Reader, scope: ModelScope, default_sort: str | None = None
) -> tuple[str, str] | None:
    """Read partitionKey and sortKey; each a field or `modelPrefix`."""
    partition = reader.text("partitionKey")
    sort = reader.text("sortKey") or default_sort
    if partition is None or sort is None:
        return None
    if partition == sort == _MODEL_PREFIX:
        reader.error(
            "partitionKey and sortKey are both modelPrefix, so only one item fits.",
            "Use a field for one of them.",
        )
        return None
    found = (
        _find_key_field(reader, "partitionKey", partition, scope),
        _find_key_field(reader, "sortKey", sort, scope),
    )
    # A misspelt `modelPrefix` is meant twice, too; that was reported where it stands.
    if found == (_MODEL_PREFIX, _MODEL_PREFIX):
        return None
    return (found[0], found[1]) if found[0] and found[1] else None


def _find_key_field(reader: Reader, key: str, name: str, scope: ModelScope) -> str | None:
    meant = find_field(reader, key, name, (*scope.fields, _MODEL_PREFIX))
    if meant != name or name == _MODEL_PREFIX:
        return meant
    return name if _check_key_field(reader, key, scope.fields[name]) else None


def _check_key_field(reader: Reader, key: str, field: FieldSchema) -> bool:
    name = field.name
    if field.type in UNFILLABLE_TYPES:
        reader.error(
            f"'{name}' is a {field.type}, which no key can hold.",
            "Use a field with one string, number or date.",
            key=key,
        )
        return False
    if key == "sortKey" and field.type == "DecimalField":
        reader.error(
            f"the number '{name}' is a DecimalField, which does not sort in this layout.",
            "Use an IntegerField or a FloatField.",
            key=key,
        )
        return False
    return True


class _Layout:
    """The managed layout's key texts for one model."""

    def __init__(self, scope: ModelScope, prefix: str) -> None:
        self._scope = scope
        self._prefix = prefix

    def primary(self, partition: str, sort: str) -> KeyPair:
        """Give the table's key."""
        start = self._prefix if partition == _MODEL_PREFIX else f"{self._prefix}#"
        return KeyPair("_pk", self._tenanted(start, partition), "_sk", self._sort(sort))

    def index(self, gsi: str, partition: str, sort: str) -> KeyPair:
        """Give the key of one of the five indexes."""
        start = f"{self._prefix}#{gsi}#"
        if partition == _MODEL_PREFIX:
            start += self._prefix
        return KeyPair(
            f"_{gsi}_pk", self._tenanted(start, partition), f"_{gsi}_sk", self._sort(sort)
        )

    def iteration(self, buckets: int, primary_id: Template) -> KeyPair:
        """Give the key of the iteration index."""
        partition = self._with_tenant(f"{self._prefix}#iter")
        if buckets > 1:
            partition = self._with_tenant(f"{self._prefix}#iter#", Placeholder(BUCKET, "int:3"))
        return KeyPair("_iter_pk", partition, "_iter_sk", primary_id)

    def lock(self, slot: str, fields: tuple[str, ...]) -> KeyPair:
        """Give the key of a unique constraint's lock item."""
        parts: list[str | Placeholder] = []
        for field in fields:
            form = managed_form(self._scope.fields[field])
            # A lock is only ever looked up whole, so its numbers stand there as they are stored.
            plain = {"int20": "int", "ms20": "ms"}.get(form, form)
            is_escaped = plain == "text" and field != fields[-1]
            parts += [f"#{field}:", Placeholder(field, plain, "%#" if is_escaped else "")]
        start = f"{_LOCK}#_{slot}#{self._prefix}{parts[0]}"
        partition = self._with_tenant(start, *parts[1:])
        return KeyPair("_pk", partition, "_sk", Template((_LOCK,)))

    def primary_id(self, partition: str, sort: str) -> Template:
        """Give the public id."""
        if sort == _MODEL_PREFIX:
            return Template((self._placeholder(partition),))
        if partition == _MODEL_PREFIX:
            return Template((self._placeholder(sort),))
        return Template((self._placeholder(partition), _ID_SEPARATOR, self._placeholder(sort)))

    def _placeholder(self, name: str) -> Placeholder:
        return Placeholder(name, managed_form(self._scope.fields[name]))

    def _sort(self, name: str) -> Template:
        return Template((self._prefix if name == _MODEL_PREFIX else self._placeholder(name),))

    def _tenanted(self, start: str, name: str) -> Template:
        if name == _MODEL_PREFIX:
            return self._with_tenant(start)
        return self._with_tenant(start, self._placeholder(name))

    def _with_tenant(self, start: str, *rest: str | Placeholder) -> Template:
        if not self._scope.is_tenanted:
            return Template((start, *rest))
        return Template(("[", Placeholder(TENANT, "tenant"), f"]#{start}", *rest))


def _compile_indexes(scope: ModelScope, layout: _Layout, key: KeyPair) -> dict[str, IndexSchema]:
    indexes: dict[str, IndexSchema] = {}
    slots: dict[str, str] = {}
    for name, node in scope.reader.entries("indexes").items():
        reader = scope.part(node, f"indexes.{name}")
        _check_method_name(name, reader)
        index = _compile_index(name, node, reader, scope, layout, key)
        if index is None:
            continue
        if index.physical is not None:
            slot = index.physical.name
            if slot in slots:
                reader.error(
                    f"'{slots[slot]}' has {slot} already.",
                    "Give each index its own.",
                    key="indexId",
                )
            slots.setdefault(slot, name)
        indexes[name] = index
    return indexes


def _check_method_name(name: str, reader: Reader) -> None:
    problem = name_problem(name, HANDLE_NAMES)
    if problem is not None:
        reader.error(f"'{name}' {problem}.", "Choose another name.")


def _compile_index(
    name: str, node: Node, reader: Reader, scope: ModelScope, layout: _Layout, key: KeyPair
) -> IndexSchema | None:
    if node.value == "primaryKey":
        return IndexSchema(name, snake_case(name), key, line=node.line)
    if not isinstance(node.value, dict):
        reader.error(
            f"{node.plain()!r} is not an index.",
            "Write primaryKey, or {partitionKey: …, sortKey: …, indexId: gsi1}.",
        )
        return None
    reader.check_keys(SECTIONS["managedIndex"])
    names = _key_names(reader, scope)
    gsi = reader.choice("indexId", MANAGED_GSI_IDS)
    if names is None or gsi is None:
        return None
    return IndexSchema(
        name,
        snake_case(name),
        layout.index(gsi, *names),
        scope.table.index(gsi),
        line=node.line,
    )


def _compile_uniques(scope: ModelScope, layout: _Layout) -> dict[str, UniqueSchema]:
    uniques: dict[str, UniqueSchema] = {}
    slots: dict[str, str] = {}
    for name, node in scope.reader.entries("uniqueConstraints").items():
        reader = scope.part(node, f"uniqueConstraints.{name}")
        reader.check_keys(SECTIONS["unique"], "managed")
        _check_method_name(name, reader)
        if reader.child("field") is None and reader.child("fields") is None:
            reader.error("'field' is missing.", "It takes a field.")
        slot = reader.choice("uniqueConstraintId", _UNIQUE_IDS)
        if reader.child("uniqueConstraintId") is None:
            reader.error("'uniqueConstraintId' is missing.", "It takes uc1, uc2 or uc3.")
        fields = read_unique_fields(reader, scope.fields)
        key = key_of_fields(reader)
        fit = [_check_key_field(reader, key, scope.fields[one]) for one in fields]
        if not fields or not all(fit) or slot is None:
            continue
        if slot in slots:
            reader.error(
                f"'{slots[slot]}' has {slot} already.",
                "Give each constraint its own.",
                key="uniqueConstraintId",
            )
        slots.setdefault(slot, name)
        find_by = f"find_by_{stem_of_unique(name)}"
        lock = layout.lock(slot, fields)
        condition = read_unique_condition(reader, scope)
        uniques[name] = UniqueSchema(name, fields, find_by, lock, *condition, line=node.line)
    return uniques


def _compile_iteration(
    scope: ModelScope, layout: _Layout, primary_id: Template, *, is_mapping: bool
) -> IterationSchema | None:
    is_iterable = scope.reader.flag("iterable", default=not is_mapping)
    buckets = scope.reader.integer("iterationBuckets", 1, 1000) or 10
    former = read_former_buckets(scope, buckets)
    if not is_iterable:
        return None
    physical = scope.table.index("iter_index")
    return IterationSchema(physical, layout.iteration(buckets, primary_id), buckets, former)
