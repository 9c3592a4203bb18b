"""The Python types of fields, as the generated module writes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tavola.design.names import pascal_case
from tavola.design.schema import Design, FieldSchema, FieldType, ModelSchema
from tavola.generate.imports import Imports
from tavola.generate.layout import Group, quote

__all__ = ["Annotations", "typed_maps"]

_PLAIN: Mapping[FieldType, str] = {
    "StringField": "str",
    "UlidField": "str",
    "VersionField": "str",
    "RelatedField": "str",
    "EnumField": "str",
    "IntegerField": "int",
    "CounterField": "int",
    "FloatField": "float",
    "DecimalField": "Decimal",
    "BooleanField": "bool",
    "BinaryField": "bytes",
    "UuidField": "UUID",
    "DateTimeField": "datetime",
    "CreateDateField": "datetime",
    "ModifiedDateField": "datetime",
    "TtlField": "datetime",
    "JsonField": "Any",
}
_NUMBERS = ("IntegerField", "CounterField", "FloatField", "DecimalField")
_TEXTS = ("StringField", "UlidField", "VersionField", "RelatedField")
_SET_BY_TABLE = ("CreateDateField", "ModifiedDateField", "VersionField")
_MEMBERS: Mapping[FieldType, str] = {
    "StringField": "str",
    "UlidField": "str",
    "EnumField": "str",
    "RelatedField": "str",
    "IntegerField": "int",
    "BooleanField": "bool",
    "BinaryField": "bytes",
}
"""What members of lists and maps are read as; other kinds are read by their stored form."""


def typed_maps(design: Design) -> dict[str, tuple[ModelSchema, FieldSchema]]:
    """The typed maps of a design by their classes, inner ones first, each with its model."""
    found: dict[str, tuple[ModelSchema, FieldSchema]] = {}
    for model in design.models.values():
        for field in model.fields.values():
            for typed in _maps_in(field):
                found.setdefault(typed.class_name, (model, typed))
    return found


def _maps_in(field: FieldSchema) -> Iterator[FieldSchema]:
    for inner in (*field.members, *((field.element,) if field.element else ())):
        yield from _maps_in(inner)
    if field.members:
        yield field


class Annotations:
    """Types of one design's fields; an EnumField's is an alias of the module."""

    def __init__(self, design: Design, imports: Imports) -> None:
        self._imports = imports
        self._aliases: dict[tuple[str, str], str] = {}
        self.map_refs = {name: imports.claim(f"{name}Fields") for name in typed_maps(design)}
        """The classes that stand for typed maps in conditions and changes."""
        for model in design.models.values():
            for field in model.fields.values():
                if field.type == "EnumField":
                    name = model.name + pascal_case(field.name)
                    alias = imports.claim(name)
                    self._aliases[model.name, field.name] = alias

    def aliases(self, model: ModelSchema) -> list[tuple[str, Group]]:
        """The aliases that a model's enums need, with what they stand for."""
        return [
            (
                self._aliases[model.name, field.name],
                Group(
                    f"{self._imports.name('Literal')}[",
                    tuple(("", quote(value)) for value in field.values),
                    "]",
                ),
            )
            for field in model.fields.values()
            if field.type == "EnumField"
        ]

    def value(self, model: ModelSchema, field: FieldSchema) -> str:
        """The type of a value that is there."""
        name = self._imports.name
        if field.type == "EnumField":
            alias = self._aliases.get((model.name, field.name))
            return (
                alias if alias is not None and field in model.fields.values() else self._enum(field)
            )
        if field.members:
            return field.class_name
        if field.type == "StringSetField":
            return f"{name('set')}[{name('str')}]"
        if field.type == "ListField":
            return f"{name('list')}[{self._member(model, field)}]"
        if field.type == "MapField":
            return f"{name('dict')}[{name('str')}, {self._member(model, field)}]"
        if field.type == "VersionField" and field.is_numbered:
            return name("int")
        return name(_PLAIN[field.type])

    def _enum(self, field: FieldSchema) -> str:
        """The type of an enum inside of a map, which has no alias."""
        return f"{self._imports.name('Literal')}[{', '.join(map(quote, field.values))}]"

    def _member(self, model: ModelSchema, field: FieldSchema) -> str:
        name = self._imports.name
        if field.element is not None:
            return self.value(model, field.element)
        if field.items == "MapField":
            return f"{name('dict')}[{name('str')}, {name('Any')}]"
        if field.items == "ListField":
            return f"{name('list')}[{name('Any')}]"
        return name(_MEMBERS.get(field.items or "JsonField", "Any"))

    def stored(self, model: ModelSchema, field: FieldSchema) -> str:
        """The type of an instance's field, which may have no value."""
        value = self.value(model, field)
        return f"{value} | None" if may_be_missing(field) else value

    def sort(self, model: ModelSchema, field: FieldSchema) -> str:
        """The type of what a query may say about a field of its sort key."""
        return f"{self.value(model, field)} | {self._imports.name('SortCondition')} | None"

    def ref(self, model: ModelSchema, field: FieldSchema) -> str:
        """The type of the field in `Model.fields`."""
        name = self._imports.name
        if field.type in _TEXTS and not field.is_numbered:
            return name("TextRef")
        if field.type in _NUMBERS:
            return f"{name('NumberRef')}[{self.value(model, field)}]"
        if field.members:
            return self.map_refs[field.class_name]
        if field.type == "ListField" and field.element is not None and field.element.members:
            inner = field.element.class_name
            return f"{name('TypedListRef')}[{inner}, {self.map_refs[inner]}]"
        if field.type in ("StringSetField", "ListField", "MapField"):
            kind = field.type.removesuffix("Field").removeprefix("String")
            return name(f"{kind}Ref")
        return f"{name('FieldRef')}[{self.value(model, field)}]"


def is_automatic(field: FieldSchema) -> bool:
    """Whether the table sets it: an id, a date, a version."""
    return field.auto_assign or field.type in _SET_BY_TABLE


def may_be_missing(field: FieldSchema) -> bool:
    """Whether an item may lack it, so that it is None."""
    is_always_there = field.required or is_automatic(field)
    return not is_always_there and field.type not in ("StringSetField", "CounterField", "JsonField")
