"""Whose item it is: an item's primary key says so, because no two models can write one key.

The key is the truth. Where a field of the key says something else than the key itself, as other
programs may leave it, the key is believed; so an instance always leads back to its own item.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from typing import Any

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from tavola.design.key_pair import KeyAttribute
from tavola.design.schema import ModelSchema
from tavola.keys import TENANT, Placeholder, Template
from tavola.keys.template import text_pattern, writer_of

RawItem = Mapping[str, Mapping[str, Any]]


class KeyText(Struct, frozen=True, gc=False):
    """An attribute of a key, as it is stored."""

    S: str


TYPE = "_type"
"""What an item's type is called beside a model's fields."""


class _KeyNumber(Struct, frozen=True, gc=False):
    N: str


class _KeyBytes(Struct, frozen=True, gc=False):
    B: str


_STORED: Mapping[str, type[Struct]] = {"S": KeyText, "N": _KeyNumber, "B": _KeyBytes}


def key_members(attributes: Iterable[KeyAttribute]) -> dict[str, KeyAttribute]:
    """Give attributes of a key by what they are called beside a model's fields."""
    return {f"_key{number}": one for number, one in enumerate(attributes)}


def read_key(schema: ModelSchema, item: RawItem) -> dict[str, object] | None:
    """Read the fields of a model's primary key, and the tenant; None for another model's item."""
    values: dict[str, object] = {}
    texts: list[tuple[Template, str]] = []
    for one in schema.key.attributes:
        text = item.get(one.name, {}).get(one.template.tag)
        found = one.template.find_values(text) if isinstance(text, str) else None
        if found is None or not isinstance(text, str):
            return None
        texts.append((one.template, text))
        values |= found
    # A field in both parts has to be the same in both.
    return values if all(template.writes(values, text) for template, text in texts) else None


def is_of_tenant(values: Mapping[str, object], tenant: str | None) -> bool:
    """Say whether a key is the tenant's; a key without a tenant is everybody's."""
    return values.get(TENANT, tenant) == tenant


def agreement(schema: ModelSchema, names: dict[str, Any], variable: Callable[[str], str]) -> str:
    """Write the expression that is true where the stored key is the one that the fields make.

    It stands in a function that has the parsed item as `item` and the tenant as `tenant`.
    """
    tests: list[str] = []
    for member, one in key_members(schema.key.made).items():
        parts = [
            repr(part) if isinstance(part, str) else _written(part, names, variable)
            for part in one.template.parts
        ]
        tests.append(f"{' + '.join(parts)} == item.{member}.S")
    tests += _natural_tests(schema, names, variable)
    if schema.shares:
        tests.append(f"item.{TYPE}.S == {schema.type_value!r}")
    return " and ".join(tests) or "True"


def _natural_tests(
    schema: ModelSchema, names: dict[str, Any], variable: Callable[[str], str]
) -> Iterable[str]:
    """Compare a field that is a key with what is stored, where several strings have one value."""
    for one in schema.key.attributes:
        (part, *_) = one.template.placeholders or (None,)
        if one.name not in schema.key.natural or part is None or part.form == "text":
            continue
        stored = f"item.{variable(part.field).removeprefix('self.')}.{one.template.tag}"
        if part.form == "number:float":
            names["Decimal"] = Decimal
            yield f"Decimal({_written(part, names, variable)}) == {stored}"
        elif one.template.tag == "S":
            yield f"{_written(part, names, variable)} == {stored}"


def _written(part: Placeholder, names: dict[str, Any], variable: Callable[[str], str]) -> str:
    value = "tenant" if part.field == TENANT else variable(part.field)
    if part.form == "tenant" or (part.form == "text" and not part.escaped):
        return value
    write = f"write_{len(names)}"
    names[write] = writer_of(part)
    if part.form != "text":
        return f"{write}({value})"
    usual = " and ".join(f"{mark!r} not in {value}" for mark in part.escaped)
    return f"({value} if {usual} else {write}({value}))"


def item_filter(schema: ModelSchema, type_attribute: str | None) -> Callable[[Raw], bool]:
    """Make the quick look at an item's bytes that leaves out nearly all of other models'.

    What it lets through may still be foreign; decoding it tells for certain.
    """
    members = key_members(schema.key.attributes)
    rename = {member: one.name for member, one in members.items()}
    fields: list[Any] = [(member, _STORED[one.template.tag]) for member, one in members.items()]
    if type_attribute is not None:
        rename[TYPE] = type_attribute
        fields.append((TYPE, KeyText | UnsetType, UNSET))
    decode = msgspec.json.Decoder(msgspec.defstruct("KeyOnly", fields, rename=rename)).decode
    matches = [
        text_pattern(one.template).fullmatch if one.template.tag == "S" else None
        for one in schema.key.attributes
    ]
    matches_partition, matches_sort = matches[0], matches[1] if len(matches) > 1 else None
    has_type, type_value = type_attribute is not None, schema.type_value

    def may_be_own(item: Raw) -> bool:
        try:
            key: Any = decode(item)
        except msgspec.MsgspecError:
            return False
        if has_type and key._type is not UNSET and type_value != key._type.S:
            return False
        if matches_sort is not None and matches_sort(key._key1.S) is None:
            return False
        return matches_partition is None or matches_partition(key._key0.S) is not None

    return may_be_own


def has_other_type(schema: ModelSchema, type_attribute: str | None, item: RawItem) -> bool:
    """Say whether an item's type, where it was read, is another model's."""
    if type_attribute is None or type_attribute not in item:
        return False
    return item[type_attribute].get("S") != schema.type_value


def is_of_other_model(schema: ModelSchema, type_attribute: str | None, item: RawItem) -> bool:
    """Say whether a whole item is another model's, where models share their keys."""
    return item.get(type_attribute or "", {}).get("S") != schema.type_value
