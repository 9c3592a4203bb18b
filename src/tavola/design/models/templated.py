"""Models whose keys are written as templates: `key: {PK: "USER#{name}", SK: METADATA}`."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from tavola.design.keys.key_reader import (
    check_attribute_keys,
    check_derived,
    is_natural,
    read_key_pair,
    read_template,
)
from tavola.design.keys.key_templates import TemplateScope
from tavola.design.models.model_scope import (
    ModelParts,
    ModelScope,
    check_key_fields,
    read_former_buckets,
)
from tavola.design.models.natural_keys import check_key_attributes
from tavola.design.models.template_uniques import compile_template_uniques
from tavola.design.names import HANDLE_NAMES, name_problem, snake_case
from tavola.design.reading.reader import Reader
from tavola.design.schema import (
    IndexSchema,
    IterationSchema,
    KeyPair,
    PhysicalIndex,
    TableSettings,
)
from tavola.keys import BUCKET, MAX_SHARDS, TENANT, Placeholder, Template, key_form

__all__ = ["compile_templated", "find_physical"]

Known = dict[str, Template]
"""The templates of a model's key attributes, by the attributes' names."""


def compile_templated(scope: ModelScope) -> ModelParts:
    """Read where a template model's items live; what is wrong is reported and made up for."""
    # A made-up key lets the rest of the model be checked too.
    made_up = Template((f"?{scope.name}",))
    table = scope.table
    read = _read_key(scope)
    key = read or KeyPair(
        table.partition_key, made_up, table.sort_key, made_up if table.sort_key else None
    )
    check_key_fields(scope, "key", key)
    _check_tenant_name(scope)
    known = {one.name: one.template for one in key.attributes}
    indexes = _compile_indexes(scope, key, known)
    iteration = _compile_iteration(scope, known)
    pairs = [key, *(index.key for index in indexes.values())]
    broken = _broken_attributes(scope, indexes)
    check_key_attributes(
        scope,
        [*pairs, iteration.key] if iteration else pairs,
        broken if read else {*broken, *table.keys},
    )
    return ModelParts(
        key=key,
        primary_id=_primary_id(key, scope),
        indexes=indexes,
        uniques=compile_template_uniques(scope),
        iteration=iteration,
        is_mapping=scope.reader.choice("tableType", ("standard", "mapping")) == "mapping",
        type_value=scope.reader.text("type") or scope.name,
    )


def _broken_attributes(scope: ModelScope, indexes: Mapping[str, IndexSchema]) -> set[str]:
    """The key attributes of indexes that could not be compiled."""
    nodes = scope.reader.entries("indexes").items()
    broken = [node.entries.get("index") for name, node in nodes if name not in indexes]
    names = [node.value for node in broken if node is not None]
    return {one for index in scope.table.indexes if index.name in names for one in index.keys}


def _example(scope: ModelScope) -> str:
    sort = f", {scope.table.sort_key}: …" if scope.table.sort_key else ""
    return f"{scope.table.partition_key}: …{sort}"


_ID_FORMS = {
    "number:int": "int",
    "number:float": "float16",
    "number:decimal": "decimal",
    "number:ms": "ms",
    "number:s": "s",
}


def _primary_id(key: KeyPair, scope: ModelScope) -> Template:
    """Join the key's fields, partition first; a model of one item has its name as id."""
    found: dict[str, Placeholder] = {}
    for template in (key.partition, key.sort):
        for part in template.placeholders if template else ():
            if part.field in scope.fields and not key_form(part.form).is_derived:
                found.setdefault(part.field, part)
    parts: list[str | Placeholder] = [] if found else [scope.name]
    for index, part in enumerate(found.values()):
        is_last = index + 1 == len(found)
        is_text = not key_form(part.form).is_fixed_width
        form = "text" if part.form.startswith("raw:") else _ID_FORMS.get(part.form, part.form)
        parts.append(replace(part, form=form, escaped="%#" if is_text and not is_last else ""))
        if not is_last:
            parts.append("#")
    return Template(tuple(parts))


def _read_key(scope: ModelScope) -> KeyPair | None:
    node = scope.reader.child("key")
    if node is None:
        scope.reader.error("'key' is missing.", f"Write key: {{{_example(scope)}}}.")
        return None
    table = scope.table
    reader = scope.part(node, "key")
    pair = read_key_pair(
        reader,
        table.keys,
        TemplateScope(
            scope.fields,
            has_tenant=scope.is_tenanted,
            is_primary=True,
            types=scope.table.key_types,
        ),
        is_tenanted=scope.is_tenanted,
    )
    if pair is not None:
        check_derived(reader, pair, "the key")
    return pair


def _check_tenant_name(scope: ModelScope) -> None:
    if "tenant" in scope.fields and scope.is_tenanted:
        at = scope.reader.entries("fields")["tenant"]
        scope.part(at, "fields.tenant").error(
            "'tenant' means the table's tenant in templates.", "Choose another name."
        )


def _find_physical(reader: Reader, scope: ModelScope) -> PhysicalIndex | None:
    reader.fix_key("index")
    if reader.child("index") is None:
        reader.error("'index' is missing.", "It takes the name of a table's index.")
        return None
    return find_physical(reader, scope.table)


def find_physical(reader: Reader, table: TableSettings) -> PhysicalIndex | None:
    """Find the table's index that `index` names; one that is not there is reported."""
    name = reader.text("index")
    if name is None:
        return None
    names = [index.name for index in table.indexes]
    meant: str | None = name
    if name not in names:
        problem = f"the table has no index '{name}'."
        meant = reader.unknown(problem, name, names, key="index", topic=f"index {name}")
    return None if meant is None else table.index(meant)


def _read_index_key(
    reader: Reader, physical: PhysicalIndex, scope: ModelScope, known: Known, *, has_bucket: bool
) -> KeyPair | None:
    """Read the key of an index; an attribute that the model has already stays what it is."""
    allowed = TemplateScope(
        scope.fields,
        has_tenant=scope.is_tenanted,
        has_bucket=has_bucket,
        is_index=True,
        types=scope.table.key_types,
        known=known,
        primary=scope.table.keys,
    )
    if not physical.is_local:
        pair = read_key_pair(
            reader,
            physical.keys,
            allowed,
            is_tenanted=scope.is_tenanted,
            partitions=len(physical.partition_keys),
            more=("index",),
            optional=() if has_bucket else ("formerShards",),
        )
    else:
        pair = _read_local_key(reader, physical, allowed)
    for one in pair.attributes if pair is not None else ():
        known.setdefault(one.name, one.template)
    return pair


def _read_local_key(
    reader: Reader, physical: PhysicalIndex, allowed: TemplateScope
) -> KeyPair | None:
    partition, name = physical.partition_key, physical.sort_key or ""
    check_attribute_keys(reader, (name,), ("index",), allowed=allowed)
    sort = read_template(reader, name, allowed, is_sort=True)
    if sort is None:
        return None
    natural = (partition, name) if is_natural(name, reader, allowed) else (partition,)
    return KeyPair(partition, allowed.known[partition], physical.sort_key, sort, natural)


def _compile_indexes(scope: ModelScope, key: KeyPair, known: Known) -> dict[str, IndexSchema]:
    indexes: dict[str, IndexSchema] = {}
    slots = _iteration_slot(scope)
    for name, node in scope.reader.entries("indexes").items():
        reader = scope.part(node, f"indexes.{name}")
        problem = name_problem(name, HANDLE_NAMES)
        if problem is not None:
            reader.error(f"'{name}' {problem}.", "Choose another name.")
        if node.value == "primaryKey":
            indexes[name] = IndexSchema(
                name,
                snake_case(name),
                key,
                shards=_shards(key),
                date_part=_date_part(key),
                line=node.line,
            )
            continue
        index = _compile_index(name, reader, scope, known)
        if index is None or index.physical is None:
            continue
        slot = index.physical.name
        if slot in slots:
            reader.error(
                f"'{slots[slot]}' has {slot} already, and an item has one key in it.",
                "Give each its own index.",
                key="index",
            )
        slots.setdefault(slot, name)
        indexes[name] = index
    return indexes


def _iteration_slot(scope: ModelScope) -> dict[str, str]:
    node = scope.reader.entries("iteration").get("index")
    return {node.value: "iteration"} if node and isinstance(node.value, str) else {}


def _compile_index(
    name: str, reader: Reader, scope: ModelScope, known: Known
) -> IndexSchema | None:
    if not isinstance(reader.node.value, dict):
        reader.error(
            f"{reader.node.plain()!r} is not an index.",
            "Write primaryKey, or {index: …} with its key attributes.",
        )
        return None
    physical = _find_physical(reader, scope)
    if physical is None:
        return None
    pair = _read_index_key(reader, physical, scope, known, has_bucket=False)
    if pair is None:
        return None
    shards = max(_shards(pair), _read_former_shards(reader, pair))
    if pair.more_sort and (shards or _date_part(pair)):
        reader.error(
            "its sort key has several attributes, and its partitions are spread.",
            "Make one sort key of them, as '{day}#{at:iso}', or leave shards and parts out.",
        )
        return None
    return IndexSchema(
        name,
        snake_case(name),
        pair,
        physical,
        shards=shards,
        date_part=_date_part(pair),
        line=reader.node.line,
    )


def _date_part(pair: KeyPair) -> str:
    """The field of which the partition key has a part of the date."""
    found = (part.field for part in pair.partition_placeholders if part.date_layout)
    return next(found, "")


def _shards(pair: KeyPair) -> int:
    """Over how many shards a key's partitions are spread; 0 for none."""
    for part in pair.partition_placeholders:
        if part.is_shard:
            return int(part.form.split(":")[1])
    return 0


def _read_former_shards(reader: Reader, pair: KeyPair) -> int:
    former = reader.integer("formerShards", 1, MAX_SHARDS) or 0
    if former and not _shards(pair):
        reader.error(
            f"'formerShards' is given without a shard in '{pair.partition}'.",
            "Write {orderId:shard:8} into the partition key, or leave formerShards out.",
            key="formerShards",
        )
        return 0
    return former


def _compile_iteration(scope: ModelScope, known: Known) -> IterationSchema | None:
    node = scope.reader.child("iteration")
    buckets = scope.reader.integer("iterationBuckets", 1, 1000)
    if node is None:
        if buckets is not None:
            scope.reader.error(
                "'iterationBuckets' is given without 'iteration'.",
                "Say where: iteration: {index: …}.",
                key="iterationBuckets",
            )
        return None
    reader = scope.part(node, "iteration")
    physical = _find_physical(reader, scope)
    if physical is None:
        return None
    if physical.more_partition_keys:
        reader.error(
            f"{physical.name} has several attributes in its partition key.",
            "Iterate by an index with one.",
            key="index",
        )
        return None
    pair = _read_index_key(reader, physical, scope, known, has_bucket=True)
    if pair is None:
        return None
    count = _check_buckets(reader, pair, buckets)
    return IterationSchema(physical, pair, count, read_former_buckets(scope, count))


def _check_buckets(reader: Reader, pair: KeyPair, buckets: int | None) -> int:
    others = [name for name in pair.partition.fields if name not in (TENANT, BUCKET)]
    if others:
        reader.error(
            f"its partition key names '{others[0]}', so that no bucket holds all items.",
            "Name {tenant} and {bucket} alone there.",
        )
    if BUCKET not in pair.partition.fields:
        if buckets not in (None, 1):
            reader.error("has buckets, but no {bucket} in its partition key.", "Add {bucket}.")
        return 1
    count = buckets or 10
    width = key_form(pair.partition.placeholder(BUCKET).form).shape[0][1]
    if count > 10**width:
        reader.error(f"{count} buckets do not fit {width} digits.", "Widen {bucket:03d}.")
    return count
