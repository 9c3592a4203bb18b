"""Every field type, with what it is in Python and in an item, and the options of its own."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from tavola.design.schema import DATE_TYPES, FieldType

__all__ = [
    "COMMON_OPTIONS",
    "DATE_TYPES",
    "FIELD_TYPES",
    "UNFILLABLE_TYPES",
    "FieldTypeGrammar",
]


class FieldTypeGrammar(Struct, frozen=True):
    """One field type: how Python sees it, how it is stored, and its own options."""

    name: FieldType
    python: str
    stored: str
    meaning: str
    options: tuple[str, ...] = ()


_LIST_OPTIONS = ("items", "maxMemberCount")

FIELD_TYPES: Mapping[str, FieldTypeGrammar] = {
    grammar.name: grammar
    for grammar in (
        FieldTypeGrammar("StringField", "str", "S", "Text.", ("minLength", "maxLength", "pattern")),
        FieldTypeGrammar("IntegerField", "int", "N", "A whole number.", ("min", "max")),
        FieldTypeGrammar(
            "FloatField", "float", "N", "A binary floating number.", ("precision", "min", "max")
        ),
        FieldTypeGrammar(
            "DecimalField", "Decimal", "N", "An exact decimal, 38 digits.", ("min", "max")
        ),
        FieldTypeGrammar(
            "BooleanField", "bool", "BOOL; N with `storage: number`", "True or false.", ("storage",)
        ),
        FieldTypeGrammar("BinaryField", "bytes", "B", "Bytes."),
        FieldTypeGrammar(
            "StringSetField",
            "set[str]",
            "SS; an empty set has no attribute",
            "A set of strings.",
            ("maxStringLength", "maxMemberCount"),
        ),
        FieldTypeGrammar(
            "EnumField",
            "Literal of its values",
            "S",
            "One of the strings in `values`.",
            ("values", "transitions", "initial"),
        ),
        FieldTypeGrammar("ListField", "list", "L", "A list.", _LIST_OPTIONS),
        FieldTypeGrammar(
            "MapField",
            "dict[str, …]; a class of its own with `fields`",
            "M",
            "A map.",
            (*_LIST_OPTIONS, "fields", "class"),
        ),
        FieldTypeGrammar("JsonField", "any JSON value", "S, as JSON text", "A JSON value."),
        FieldTypeGrammar("UuidField", "UUID", "S", "A UUID.", ("autoAssign",)),
        FieldTypeGrammar(
            "UlidField",
            "str",
            "S",
            "A ULID: sorts by its time. `ulid_to_uuid` and `uuid_to_ulid` lead to a UUID and back.",
            ("autoAssign",),
        ),
        FieldTypeGrammar(
            "VersionField",
            "str; int with `storage: number`",
            "S; N with `storage: number`",
            "A ULID, larger at every save, or with `storage: number` one more: optimistic locking.",
            ("storage",),
        ),
        FieldTypeGrammar(
            "CounterField",
            "int",
            "N",
            "A counter that changes by atomic addition.",
            ("min", "max"),
        ),
        FieldTypeGrammar(
            "RelatedField", "str", "S", "The primary id of another model's item.", ("model",)
        ),
        FieldTypeGrammar("DateTimeField", "datetime", "N or S", "A date and time.", ("storage",)),
        FieldTypeGrammar(
            "CreateDateField", "datetime", "N or S", "Set when the item is created.", ("storage",)
        ),
        FieldTypeGrammar(
            "ModifiedDateField", "datetime", "N or S", "Set at every save.", ("storage",)
        ),
        FieldTypeGrammar(
            "TtlField",
            "datetime",
            "N, epoch seconds",
            "When the item expires; stored as the table's ttlAttribute.",
            ("after",),
        ),
    )
}

UNFILLABLE_TYPES: frozenset[str] = frozenset(
    {"StringSetField", "BinaryField", "ListField", "MapField", "JsonField"}
)
"""Types that no key can hold."""

COMMON_OPTIONS: frozenset[str] = frozenset(
    {"type", "attribute", "required", "defaultValue", "heavy", "expectedBytes", "description"}
)
"""Options that every field type takes."""
