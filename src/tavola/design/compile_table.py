"""Compiling the `table` section, or each table of `tables`."""

from __future__ import annotations

import re
from typing import Literal, cast

from msgspec import Struct

from tavola.design.keys.key_attributes import read_key_attribute, read_key_attributes
from tavola.design.reading.findings import Findings
from tavola.design.reading.grammar import SECTIONS
from tavola.design.reading.reader import Reader
from tavola.design.reading.sources import TableSource
from tavola.design.reading.yaml_tree import Node
from tavola.design.schema import Layout, PhysicalIndex, Projection, TableSettings

__all__ = ["MANAGED_GSI_IDS", "compile_tables", "managed_indexes"]

MANAGED_GSI_IDS = ("gsi1", "gsi2", "gsi3", "gsi4", "gsi5")
_STREAMS = ("keysOnly", "newImage", "oldImage", "newAndOldImages")
_MAX_GSIS = 20
_MAX_LSIS = 5
# DynamoDB: names of tables and indexes. Developer guide, HowItWorks.NamingRulesDataTypes.
_AWS_NAME = re.compile(r"[A-Za-z0-9_.-]{3,255}")


def managed_indexes() -> tuple[PhysicalIndex, ...]:
    """Give the indexes that every table of the managed layout has."""
    return (
        *(PhysicalIndex(name, f"_{name}_pk", f"_{name}_sk") for name in MANAGED_GSI_IDS),
        PhysicalIndex("iter_index", "_iter_pk", "_iter_sk", "keysOnly"),
    )


def compile_tables(
    design: Reader, stem: str, layout: Layout
) -> dict[str, tuple[TableSettings, TableSource]]:
    """Read `table`, or each of `tables`, by their names; `stem` is the file's."""
    node = design.child("tables")
    if node is None or layout == "managed":
        source = TableSource(design.child("table") or Node({}, 1, design.node.file), "table")
        table = compile_table(source, stem, layout, design.findings)
        return {table.name: (table, source)}
    if "table" in design.node.entries:
        design.error("has 'table' and 'tables'.", "Keep one of them.", key="tables")
    if node.value == {}:
        design.error("'tables' is empty.", "Write a table with its key.", key="tables")
    nodes = design.entries("tables") or {stem: Node({}, node.line, node.file)}
    found: dict[str, tuple[TableSettings, TableSource]] = {}
    for name, one in nodes.items():
        source = TableSource(one, f"tables.{name}")
        _check_names(Reader(one, source.where, design.findings), name)
        found[name] = compile_table(source, name, layout, design.findings), source
    return found


def compile_table(
    source: TableSource, name: str, layout: Layout, findings: Findings
) -> TableSettings:
    """Read a table's settings; `name` is its own, or the file's."""
    reader = Reader(source.node, source.where, findings)
    reader.check_keys(SECTIONS["table"], layout)
    if source.where != "table" and "name" in source.node.entries:
        reader.error(f"has its name already, '{name}'.", "Leave 'name' out.", key="name")
    billing = reader.choice("billing", ("onDemand", "provisioned"), "onDemand")
    keys = _Keys.read(reader) if layout == "templates" else _Keys("_pk", "_sk", None, "ttl", {})
    indexes = _compile_indexes(reader, keys) if layout == "templates" else managed_indexes()
    if source.where == "table":
        name = reader.text("name") or name
        _check_names(reader, name if "name" in source.node.entries else None, key="name")
    _check_capacity(reader, billing)
    return TableSettings(
        name=name,
        partition_key=keys.partition,
        sort_key=keys.sort,
        type_attribute=keys.type_attribute,
        ttl_attribute=keys.ttl,
        indexes=indexes,
        key_types={name: kind for name, kind in keys.types.items() if kind != "S"},
        billing="provisioned" if billing == "provisioned" else "onDemand",
        read_capacity=reader.integer("readCapacity", 1, 10**6),
        write_capacity=reader.integer("writeCapacity", 1, 10**6),
        point_in_time_recovery=reader.flag("pointInTimeRecovery"),
        encryption=reader.text("encryption") or "owned",
        deletion_protection=reader.flag("deletionProtection"),
        streams=cast(
            'Literal["keysOnly", "newImage", "oldImage", "newAndOldImages"] | None',
            reader.choice("streams", _STREAMS),
        ),
        tags=_tags(reader),
        has_tenancy=reader.choice("tenancy", ("required", "none")) == "required",
    )


class _Keys(Struct, frozen=True):
    """The table's own attributes."""

    partition: str
    sort: str | None
    type_attribute: str | None
    ttl: str | None
    types: dict[str, str]

    @classmethod
    def read(cls, reader: Reader) -> _Keys:
        """Read them from the table section."""
        types: dict[str, str] = {}
        partition = read_key_attribute(reader, "partitionKey", types)
        sort = read_key_attribute(reader, "sortKey", types)
        if partition is None and "sortKey" not in reader.node.entries:
            sort = "SK"
        keys = cls(
            partition or "PK",
            sort,
            reader.text("typeAttribute"),
            reader.text("ttlAttribute"),
            types,
        )
        names = [name for name in (keys.partition, sort, keys.type_attribute, keys.ttl) if name]
        if len(set(names)) < len(names):
            reader.error("one attribute is used for two things.", "Give each its own name.")
        return keys


def _compile_indexes(table: Reader, keys: _Keys) -> tuple[PhysicalIndex, ...]:
    indexes = tuple(
        _compile_index(name, node, table, keys) for name, node in table.entries("indexes").items()
    )
    if sum(index.is_local for index in indexes) > _MAX_LSIS:
        table.error(f"has more than {_MAX_LSIS} local indexes.", "DynamoDB has 5.", key="indexes")
    if sum(not index.is_local for index in indexes) > _MAX_GSIS:
        table.error(f"has more than {_MAX_GSIS} global indexes.", "DynamoDB has 20.", key="indexes")
    return indexes


def _compile_index(name: str, node: Node, table: Reader, keys: _Keys) -> PhysicalIndex:
    reader = Reader(node, f"{table.where}.indexes.{name}", table.findings)
    reader.check_keys(SECTIONS["tableIndex"])
    if not _AWS_NAME.fullmatch(name):
        reader.error(
            f"'{name}' is not an index name.", "Use 3 to 255 of a-z, A-Z, 0-9, '_', '.', '-'."
        )
    is_local = reader.flag("local")
    partition, *more_partition = _read_index_attributes(reader, "partitionKey", keys, is_local)
    sort, *more_sort = _read_index_attributes(reader, "sortKey", keys, is_local)
    if is_local and partition not in (None, keys.partition):
        reader.error(
            f"a local index has the table's partition key, not '{partition}'.",
            "Leave partitionKey out, or local.",
            key="partitionKey",
        )
    if is_local and (sort is None or keys.sort is None):
        reader.error("a local index needs a sort key, and so does its table.", "Add sortKey.")
    if not is_local and reader.child("partitionKey") is None and isinstance(node.value, dict):
        reader.error("'partitionKey' is missing.", "It takes the attribute's name.")
    names = [one for one in (partition, *more_partition, sort, *more_sort) if one]
    doubled = [name for name in names if names.count(name) > 1]
    if sort is not None and partition is None and sort == keys.partition:
        doubled = [sort]
    if doubled:
        reader.error(
            f"'{doubled[0]}' is partition key and sort key."
            if not more_partition and not more_sort
            else f"'{doubled[0]}' is in its key twice.",
            "Give each its own attribute.",
        )
    projection, included = _projection(reader)
    return PhysicalIndex(
        name,
        keys.partition if is_local else partition or "",
        sort,
        projection,
        included,
        is_local=is_local,
        more_partition_keys=tuple(name for name in more_partition if name),
        more_sort_keys=tuple(name for name in more_sort if name),
    )


def _read_index_attributes(
    reader: Reader, key: str, keys: _Keys, is_local: bool
) -> tuple[str | None, ...]:
    """Read the attributes of an index's key; one None where there are none."""
    if is_local:
        return (read_key_attribute(reader, key, keys.types),)
    return read_key_attributes(reader, key, keys.types) or (None,)


def _projection(reader: Reader) -> tuple[Projection, tuple[str, ...]]:
    node = reader.child("projection")
    if node is not None and isinstance(node.value, dict):
        inner = Reader(node, f"{reader.where}.projection", reader.findings)
        if list(node.value) != ["include"]:
            inner.error(f"has {', '.join(node.value)}.", "Write {include: [attributes]}.")
            return "all", ()
        return "include", inner.texts("include")
    projection = reader.choice("projection", ("all", "keysOnly"), "all")
    return ("keysOnly" if projection == "keysOnly" else "all"), ()


def _tags(reader: Reader) -> dict[str, str]:
    tags: dict[str, str] = {}
    for name, node in reader.entries("tags").items():
        if isinstance(node.value, str):
            tags[name] = node.value
        else:
            problem = f"the tag '{name}' is {node.kind}."
            reader.error(problem, "Write a string in quotes.", key="tags")
    return tags


def _check_names(reader: Reader, name: str | None, *, key: str | None = None) -> None:
    if name is not None and not _AWS_NAME.fullmatch(name):
        reader.error(
            f"'{name}' is not a table name.",
            "Use 3 to 255 of a-z, A-Z, 0-9, '_', '.', '-'.",
            key=key,
        )


def _check_capacity(reader: Reader, billing: str | None) -> None:
    given = [key for key in ("readCapacity", "writeCapacity") if reader.child(key)]
    if billing == "provisioned" and len(given) < 2:
        reader.error(
            "provisioned billing needs readCapacity and writeCapacity.", "Give both.", key="billing"
        )
    if billing == "onDemand" and given:
        reader.error(
            f"{given[0]} has no meaning on demand.", "Write billing: provisioned.", key=given[0]
        )
