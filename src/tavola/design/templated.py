"""Models whose keys are written as templates: `key: {PK: "USER#{name}", SK: METADATA}`."""

from __future__ import annotations

from msgspec.structs import replace

from tavola.design.key_templates import TemplateProblem, TemplateScope, build_template
from tavola.design.names import HANDLE_NAMES, name_problem, snake_case, stem_of_unique
from tavola.design.reader import Reader
from tavola.design.schema import (
    IndexSchema,
    IterationSchema,
    KeyPair,
    PhysicalIndex,
    TableSettings,
    UniqueSchema,
)
from tavola.design.scope import (
    ModelParts,
    ModelScope,
    check_key_fields,
    read_former_buckets,
)
from tavola.design.tree import Node
from tavola.design.unique_fields import read_unique_condition, read_unique_fields
from tavola.keys import BUCKET, TENANT, Placeholder, Template, key_form

__all__ = ["compile_templated", "find_physical", "read_key_pair", "report_template"]


def compile_templated(scope: ModelScope) -> ModelParts:
    """Read where a template model's items live; what is wrong is reported and made up for."""
    # A made-up key lets the rest of the model be checked too.
    made_up = Template((f"?{scope.name}",))
    table = scope.table
    key = _read_key(scope) or KeyPair(
        table.partition_key, made_up, table.sort_key, made_up if table.sort_key else None
    )
    check_key_fields(scope, "key", key)
    _check_attributes(scope)
    return ModelParts(
        key=key,
        primary_id=_primary_id(key, scope),
        indexes=_compile_indexes(scope, key),
        uniques=_compile_uniques(scope, key),
        iteration=_compile_iteration(scope, key),
        is_mapping=scope.reader.choice("tableType", ("standard", "mapping")) == "mapping",
        type_value=scope.reader.text("type") or scope.name,
    )


def _example(scope: ModelScope) -> str:
    sort = f", {scope.table.sort_key}: …" if scope.table.sort_key else ""
    return f"{scope.table.partition_key}: …{sort}"


def _primary_id(key: KeyPair, scope: ModelScope) -> Template:
    """Join the key's fields, partition first; a model of one item has its name as id."""
    found: dict[str, Placeholder] = {}
    for template in (key.partition, key.sort):
        for part in template.placeholders if template else ():
            if part.field in scope.fields:
                found.setdefault(part.field, part)
    parts: list[str | Placeholder] = [] if found else [scope.name]
    for index, part in enumerate(found.values()):
        is_last = index + 1 == len(found)
        is_text = not key_form(part.form).is_fixed_width
        form = "text" if part.form.startswith("raw:") else part.form
        parts.append(replace(part, form=form, escaped="%#" if is_text and not is_last else ""))
        if not is_last:
            parts.append("#")
    return Template(tuple(parts))


def _read_key(scope: ModelScope) -> KeyPair | None:
    node = scope.reader.child("key")
    if node is None:
        if "key" not in scope.reader.node.entries:
            scope.reader.error("'key' is missing.", f"Write key: {{{_example(scope)}}}.")
        return None
    table = scope.table
    return read_key_pair(
        scope.part(node, "key"),
        (table.partition_key, table.sort_key),
        TemplateScope(scope.fields, has_tenant=scope.is_tenanted, is_primary=True),
        is_tenanted=scope.is_tenanted,
    )


def read_key_pair(
    reader: Reader,
    attributes: tuple[str, str | None],
    allowed: TemplateScope,
    *,
    is_tenanted: bool,
    more: tuple[str, ...] = (),
) -> KeyPair | None:
    """Read the templates of a key's attributes; `more` are other keys of the same mapping."""
    _check_attribute_keys(reader, attributes, more)
    partition_name, sort_name = attributes
    partition = _read_template(reader, partition_name, allowed, is_sort=False)
    sort = _read_template(reader, sort_name, allowed, is_sort=True) if sort_name else None
    if partition is None or (sort_name is not None and sort is None):
        return None
    if is_tenanted:
        _check_tenant_first(reader, partition_name, partition)
    return KeyPair(partition_name, partition, sort_name, sort)


def _check_attribute_keys(
    reader: Reader, attributes: tuple[str, str | None], more: tuple[str, ...]
) -> None:
    if not isinstance(reader.node.value, dict):
        reader.error(f"{reader.node.kind} stands here.", "Write a mapping.")
        return
    known = [name for name in (*more, *attributes) if name]
    unknown = [name for name in reader.node.entries if name not in known]
    missing = [name for name in known if name not in reader.node.entries]
    if len(unknown) == len(missing) == 1:
        # Where the table names its attribute otherwise, every model has the same one too many.
        remedy = f"Did you mean '{missing[0]}'?"
        topic = f"attribute {unknown[0]} {missing[0]}"
        reader.error(f"unknown key '{unknown[0]}'.", remedy, key=unknown[0], topic=topic)
        reader.rename(unknown[0], missing[0])
        return
    reader.mend_keys(known)
    for name in known:
        if name not in reader.node.entries:
            reader.error(f"'{name}' is missing.", "It takes a template, as 'USER#{name}'.")


def _read_template(
    reader: Reader, attribute: str, allowed: TemplateScope, *, is_sort: bool
) -> Template | None:
    given = text = reader.text(attribute)
    while text is not None:
        try:
            return build_template(text, allowed, is_sort=is_sort)
        except TemplateProblem as found:
            # What is wrong with a guess alone is nobody's mistake.
            if text == given or found.unknown:
                report_template(reader, attribute, found)
            text = found.mended
    return None


def report_template(reader: Reader, attribute: str, found: TemplateProblem) -> None:
    """Report what is wrong with a template; a name that no field has once for the whole model."""
    topic = f"{reader.owner}.{found.unknown}" if found.unknown else ""
    if found.unknown == "tenant":
        topic = "tenant"
    reader.error(found.problem, found.remedy, key=attribute, topic=topic)


def _check_tenant_first(reader: Reader, attribute: str, partition: Template) -> None:
    if partition.fields[:1] != (TENANT,):
        reader.error(
            f"the partition key '{partition}' does not begin with the tenant.",
            "Make {tenant} its first placeholder, or say tenancy: none for the model.",
            key=attribute,
        )


def _check_attributes(scope: ModelScope) -> None:
    """Report fields whose names the table needs for its own attributes."""
    table = scope.table
    taken = {table.partition_key, table.sort_key, table.type_attribute}
    for index in table.indexes:
        taken |= {index.partition_key, index.sort_key}
    for name, field in scope.fields.items():
        if name in taken:
            at = scope.reader.entries("fields")[name]
            scope.part(at, f"fields.{name}").error(
                f"'{name}' is an attribute of the table.", "Give the field another name."
            )
        if name == "tenant" and scope.is_tenanted:
            at = scope.reader.entries("fields")[field.name]
            scope.part(at, f"fields.{name}").error(
                "'tenant' means the table's tenant in templates.", "Choose another name."
            )


def _find_physical(reader: Reader, scope: ModelScope) -> PhysicalIndex | None:
    reader.mend_key("index")
    if "index" not in reader.node.entries:
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
    reader: Reader, physical: PhysicalIndex, scope: ModelScope, key: KeyPair, *, has_bucket: bool
) -> KeyPair | None:
    allowed = TemplateScope(scope.fields, has_tenant=scope.is_tenanted, has_bucket=has_bucket)
    if not physical.is_local:
        attributes = (physical.partition_key, physical.sort_key)
        return read_key_pair(
            reader, attributes, allowed, is_tenanted=scope.is_tenanted, more=("index",)
        )
    _check_attribute_keys(reader, (physical.sort_key or "", None), ("index",))
    sort = _read_template(reader, physical.sort_key or "", allowed, is_sort=True)
    if sort is None:
        return None
    return KeyPair(physical.partition_key, key.partition, physical.sort_key, sort)


def _compile_indexes(scope: ModelScope, key: KeyPair) -> dict[str, IndexSchema]:
    indexes: dict[str, IndexSchema] = {}
    slots = _iteration_slot(scope)
    for name, node in scope.reader.entries("indexes").items():
        reader = scope.part(node, f"indexes.{name}")
        problem = name_problem(name, HANDLE_NAMES)
        if problem is not None:
            reader.error(f"'{name}' {problem}.", "Choose another name.")
        if node.value == "primaryKey":
            indexes[name] = IndexSchema(name, snake_case(name), key, line=node.line)
            continue
        index = _compile_index(name, reader, scope, key)
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
    name: str, reader: Reader, scope: ModelScope, key: KeyPair
) -> IndexSchema | None:
    if not isinstance(reader.node.value, dict):
        reader.error(
            f"{reader.node.plain()!r} is no index.",
            "Write primaryKey, or {index: …} with its key attributes.",
        )
        return None
    physical = _find_physical(reader, scope)
    if physical is None:
        return None
    pair = _read_index_key(reader, physical, scope, key, has_bucket=False)
    if pair is None:
        return None
    return IndexSchema(name, snake_case(name), pair, physical, line=reader.node.line)


def _compile_uniques(scope: ModelScope, key: KeyPair) -> dict[str, UniqueSchema]:
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
    allowed = TemplateScope(scope.fields, has_tenant=scope.is_tenanted)
    table = scope.table
    named = read_unique_fields(reader, scope.fields)
    if named and node.entries.keys() <= {"fields", "while"}:
        _write_lock_templates(reader, name, named, scope)
    lock = read_key_pair(
        reader,
        (table.partition_key, table.sort_key),
        allowed,
        is_tenanted=scope.is_tenanted,
        more=_own_keys(node),
    )
    if lock is None or not named:
        return None
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


def _compile_iteration(scope: ModelScope, key: KeyPair) -> IterationSchema | None:
    node = scope.reader.child("iteration")
    buckets = scope.reader.integer("iterationBuckets", 1, 1000)
    if node is None:
        if buckets is not None:
            scope.reader.error(
                "'iterationBuckets' without 'iteration'.",
                "Say where: iteration: {index: …}.",
                key="iterationBuckets",
            )
        return None
    reader = scope.part(node, "iteration")
    physical = _find_physical(reader, scope)
    if physical is None:
        return None
    pair = _read_index_key(reader, physical, scope, key, has_bucket=True)
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
