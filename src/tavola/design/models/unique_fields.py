"""Which fields a unique constraint is about: `field: email`, or `fields: [orgId, handle]`."""

from __future__ import annotations

from collections.abc import Mapping

from tavola.design.models.filter_checks import check_filter
from tavola.design.models.model_scope import ModelScope, find_field
from tavola.design.reading.reader import Reader
from tavola.design.schema import FieldSchema, Literals

__all__ = ["key_of_fields", "read_unique_condition", "read_unique_fields"]


_DOCUMENTS = ("ListField", "MapField", "JsonField", "BinaryField")


def key_of_fields(reader: Reader) -> str:
    """Give the key under which a constraint names its fields."""
    return "fields" if "fields" in reader.node.entries else "field"


def read_unique_fields(reader: Reader, fields: Mapping[str, FieldSchema]) -> tuple[str, ...]:
    """Read a constraint's fields; none where one of them is wrong, which is reported."""
    if {"field", "fields"} <= reader.node.entries.keys():
        reader.error("has 'field' and 'fields'.", "Keep one of them.", key="fields")
        return ()
    key = key_of_fields(reader)
    if key == "fields":
        named = reader.texts("fields")
    else:
        one = reader.text("field")
        named = (one,) if one is not None else ()
    found = [find_field(reader, key, name, fields) for name in named]
    known = tuple(name for name in found if name is not None)
    counters = [name for name in known if fields[name].type == "CounterField"]
    if counters:
        reader.error(
            f"'{counters[0]}' is a counter, and an addition cannot claim a value.",
            "Use an IntegerField.",
        )
        return ()
    return known if len(known) == len(named) == len(set(known)) else ()


def read_unique_condition(
    reader: Reader, scope: ModelScope
) -> tuple[dict[str, Literals], tuple[str, ...]]:
    """Read `while`, and the fields that it names; a wrong one is reported."""
    node = reader.child("while")
    if node is None:
        return {}, ()
    inner = Reader(node, f"{reader.where}.while", reader.findings)
    named = tuple(dict.fromkeys(check_filter(inner, node, scope)))
    for name in named:
        kind = scope.fields[name].type
        if kind == "TtlField":
            inner.error(
                f"'{name}' ends the lock by itself.", "Leave it out: what has expired is gone."
            )
        elif kind in _DOCUMENTS:
            inner.error(f"'{name}' is a {kind}.", "Use fields with one string, number or date.")
    plain = node.plain()
    return (plain, named) if isinstance(plain, dict) else ({}, ())
