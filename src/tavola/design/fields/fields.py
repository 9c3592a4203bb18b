"""Compiling a model's fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import cast
from uuid import UUID

from tavola.design.fields.field_rules import add_rules, check_default_by_rules, check_expiry
from tavola.design.fields.field_types import COMMON_OPTIONS, DATE_TYPES, FIELD_TYPES
from tavola.design.fields.typed_maps import name_classes, read_nested
from tavola.design.names import INSTANCE_NAMES, name_problem, snake_case
from tavola.design.reading.findings import Findings
from tavola.design.reading.grammar import SECTIONS
from tavola.design.reading.reader import Reader
from tavola.design.reading.yaml_tree import Node
from tavola.design.schema import FieldSchema, FieldType, Literals
from tavola.keys import is_date_layout
from tavola.values.numbers import canonical_number
from tavola.values.refusals import ValueRefused

__all__ = ["UnknownField", "compile_fields", "wanted_literal"]

_STORAGES = ("iso", "isoSeconds", "epochMillis", "epochSeconds")
_MEMBER_TYPES = (
    "StringField",
    "IntegerField",
    "FloatField",
    "DecimalField",
    "BooleanField",
    "BinaryField",
    "ListField",
    "MapField",
)
_MOST = 10**9
_MOST_SHOWN = 45


class UnknownField(FieldSchema, frozen=True):
    """A field whose type or values are not known, so that nothing can be said about them."""


def compile_fields(model: Reader, ttl_attribute: str | None) -> dict[str, FieldSchema]:
    """Read `fields` of a model; a field that is wrong is reported and counts as text."""
    fields: dict[str, FieldSchema] = {}
    for name, node in model.entries("fields").items():
        fields[name] = name_classes(model.where, _compile_field(name, node, model, ttl_attribute))
    written = model.child("fields")
    if written is not None and written.value == {}:
        model.error("'fields' is empty.", "A model has at least the fields of its key.")
    _check_python_names(fields, model)
    _check_attributes(fields, model)
    _check_single(fields, model, "VersionField")
    _check_single(fields, model, "TtlField")
    check_expiry(fields, model)
    return fields


def _compile_field(name: str, node: Node, model: Reader, ttl_attribute: str | None) -> FieldSchema:
    reader = Reader(node, f"{model.where}.fields.{name}", model.findings)
    _check_name(name, reader)
    field = _compile(name, node, reader)
    if not isinstance(field, UnknownField):
        _check_ttl_name(field, reader, ttl_attribute)
    return field


def _compile(name: str, node: Node, reader: Reader) -> FieldSchema:
    unknown = UnknownField(name, snake_case(name), "StringField", line=node.line)
    if not isinstance(node.value, dict):
        reader.error(f"{node.kind} stands here.", "Write a mapping, as {type: StringField}.")
        return unknown
    reader.fix_key("type", what="option")
    if reader.child("type") is None:
        reader.error("'type' is missing.", "Write one, as {type: StringField}.")
    type_name = reader.text("type")
    if type_name is not None and type_name not in FIELD_TYPES:
        reader.unknown(f"has unknown field type '{type_name}'.", type_name, FIELD_TYPES, key="type")
    if type_name is None or type_name not in FIELD_TYPES:
        return unknown
    _check_options(type_name, reader)
    field = _read_options(name, FIELD_TYPES[type_name].name, reader)
    if field.type == "EnumField" and not field.values:
        return unknown
    field = add_rules(field, reader)
    if field.type in ("ListField", "MapField"):
        field = read_nested(field, reader, _compile_member)
    _check_default(field, reader)
    return field


def _compile_member(name: str, node: Node, outer: Reader) -> FieldSchema:
    """Read a member of a typed map, or what the members of a list or map are."""
    where = outer.where if node is outer.node else f"{outer.where}.fields.{name}"
    return _compile(name, node, Reader(node, where, outer.findings))


def _check_name(name: str, reader: Reader) -> None:
    if name == "modelPrefix":
        reader.error("'modelPrefix' means the model's prefix in keys.", "Choose another name.")
        return
    problem = name_problem(name, INSTANCE_NAMES)
    if problem is not None:
        reader.error(f"'{name}' {problem}.", "Choose another name.")


def _check_options(type_name: str, reader: Reader) -> None:
    allowed = (*COMMON_OPTIONS, *FIELD_TYPES[type_name].options)
    known = SECTIONS["field"].names
    reader.fix_keys(sorted(allowed), others=known, what="option")
    for option in reader.node.entries:
        if option in known and option not in allowed:
            remedy = f"It belongs to {_owners(option)}."
            reader.error(f"{type_name} takes no '{option}'.", remedy, key=option)


def _owners(option: str) -> str:
    return ", ".join(grammar.name for grammar in FIELD_TYPES.values() if option in grammar.options)


def _check_ttl_name(field: FieldSchema, reader: Reader, ttl_attribute: str | None) -> None:
    name, wanted = field.attribute_name, ttl_attribute or "ttl"
    if field.type == "TtlField" and name != wanted:
        kind = f"stored as '{wanted}'" if field.attribute else f"named '{wanted}'"
        reader.error(
            f"a TtlField must be {kind}.",
            "DynamoDB expires by one attribute of the table.",
            topic=f"ttl {name}",
        )
    if name == ttl_attribute and field.type != "TtlField":
        reader.error(
            f"'{name}' is the attribute that expires items, and {field.type} does not.",
            "Make it a TtlField, or give it another name.",
        )


def _attribute(name: str, reader: Reader) -> str:
    """Read the attribute's name; none where it is the field's own."""
    given = reader.text("attribute")
    if given == "":
        reader.error("'attribute' is empty.", "Write the attribute's name.", key="attribute")
    return given if given and given != name else ""


def _read_options(name: str, type_name: FieldType, reader: Reader) -> FieldSchema:
    default = reader.child("defaultValue")
    return FieldSchema(
        name=name,
        python_name=snake_case(name),
        type=type_name,
        attribute=_attribute(name, reader),
        required=reader.flag("required"),
        default=None if default is None else default.plain(),
        storage=_storage(type_name, reader),
        auto_assign=reader.flag("autoAssign"),
        model=_model(type_name, reader),
        values=_values(type_name, reader),
        items=_items(reader),
        max_length=reader.integer("maxLength", 0, _MOST),
        max_string_length=reader.integer("maxStringLength", 0, _MOST),
        max_member_count=reader.integer("maxMemberCount", 0, _MOST),
        precision=reader.integer("precision", 0, 20),
        is_heavy=reader.flag("heavy"),
        expected_bytes=reader.integer("expectedBytes", 0, 400 * 1024),
        description=reader.text("description") or "",
        line=reader.node.line,
    )


def _items(reader: Reader) -> FieldType | None:
    """Read the type of a list's or map's members; a mapping says more of them."""
    node = reader.child("items")
    if node is None or isinstance(node.value, dict):
        return None
    return cast("FieldType | None", reader.choice("items", _MEMBER_TYPES))


def _storage(type_name: str, reader: Reader) -> str | None:
    if type_name == "TtlField":
        return "epochSeconds"
    if type_name not in DATE_TYPES:
        usual = {"BooleanField": "boolean", "VersionField": "ulid"}.get(type_name)
        found = reader.choice("storage", (usual, "number"), usual) if usual else None
        return None if found == usual else found
    text = reader.text("storage")
    if text is None or "%" not in text:
        return reader.choice("storage", _STORAGES, "epochMillis") if text else "epochMillis"
    if is_date_layout(text):
        return text
    reader.error(
        f"'storage' is '{text}', by which dates would not sort, or not be whole.",
        "Write %Y, %m, %d, then in order %H, %M, %S and %f, and %z at the end, "
        "as '%Y-%m-%dT%H:%M:%S.%f%z'.",
        key="storage",
    )
    return "epochMillis"


def _model(type_name: str, reader: Reader) -> str | None:
    model = reader.text("model") if type_name == "RelatedField" else None
    if type_name == "RelatedField" and reader.child("model") is None:
        reader.error("a RelatedField needs 'model'.", "Write the model's name.")
    return model


def _values(type_name: str, reader: Reader) -> tuple[str, ...]:
    if type_name != "EnumField":
        return ()
    if reader.child("values") is None:
        reader.error("an EnumField needs 'values'.", "Write a list, as [draft, published].")
    return reader.texts("values")


def _is_text(value: Literals) -> bool:
    return isinstance(value, str)


def _is_integer(value: Literals) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: Literals) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_decimal(value: Literals) -> bool:
    try:
        return _is_number(value) or (isinstance(value, str) and Decimal(value).is_finite())
    except InvalidOperation:
        return False


def _is_date(value: Literals) -> bool:
    try:
        return isinstance(value, str) and datetime.fromisoformat(value).tzinfo is not None
    except ValueError:
        return False


def _is_uuid(value: Literals) -> bool:
    try:
        return isinstance(value, str) and str(UUID(value)) == value.lower()
    except ValueError:
        return False


def _is_texts(value: Literals) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


_DATES = (_is_date, "an ISO date with a time zone, as '2025-01-15T10:30:00Z'")
_DEFAULTS: Mapping[str, tuple[Callable[[Literals], bool], str]] = {
    "StringField": (_is_text, "a string"),
    "EnumField": (_is_text, "one of its values"),
    "RelatedField": (_is_text, "a primary id as a string"),
    "IntegerField": (_is_integer, "an integer"),
    "CounterField": (_is_integer, "an integer"),
    "FloatField": (_is_number, "a number"),
    "DecimalField": (_is_decimal, "a number, or text in quotes to keep every digit"),
    "BooleanField": (lambda value: isinstance(value, bool), "true or false"),
    "StringSetField": (_is_texts, "a list of strings"),
    "ListField": (lambda value: isinstance(value, list), "a list"),
    "MapField": (lambda value: isinstance(value, dict), "a mapping"),
    "JsonField": (lambda value: True, "anything"),
    "UuidField": (_is_uuid, "a UUID"),
    "DateTimeField": _DATES,
    "CreateDateField": _DATES,
    "ModifiedDateField": _DATES,
}
"""What a default of each type may be; the others set their value themselves."""


_COMPARED: Mapping[str, tuple[Callable[[Literals], bool], str]] = {
    **_DEFAULTS,
    "TtlField": _DATES,
    "UlidField": (_is_text, "a string"),
    "VersionField": (_is_text, "a string"),
}


def wanted_literal(field: FieldSchema, value: Literals) -> str | None:
    """Say what a field would take instead of a literal that does not fit it; None if it fits."""
    if field.type not in _COMPARED:
        return None
    if field.type == "VersionField" and field.is_numbered:
        return None if _is_integer(value) else "an integer"
    fits, wanted = _COMPARED[field.type]
    return None if fits(value) else wanted


def _check_default(field: FieldSchema, reader: Reader) -> None:
    if field.default is None:
        return
    if field.type not in _DEFAULTS:
        reader.error(f"a {field.type} takes no default.", "Leave it out.", key="defaultValue")
        return
    fits, wanted = _DEFAULTS[field.type]
    fitting = fits(field.default) and (field.type != "EnumField" or field.default in field.values)
    if not fitting:
        reader.error(
            f"the default {field.default!r} does not fit {field.type}.",
            f"It takes {wanted}.",
            key="defaultValue",
        )
        return
    default = field.default
    if field.type == "DecimalField" and isinstance(default, str):
        number = _refused_number(str(Decimal(default)))
    else:
        number = _unstorable_number(default)
    if number is not None:
        reader.error(
            f"the default has the number {number}, which DynamoDB cannot store.",
            "Use at most 38 digits, between -9.99E+125 and 9.99E+125.",
            key="defaultValue",
        )
        return
    check_default_by_rules(field, reader)


def _unstorable_number(value: Literals) -> str | None:
    """Find a number in a value that no item can hold: infinite, too large or too exact."""
    if isinstance(value, dict | list):
        parts = value.values() if isinstance(value, dict) else value
        return next((found for part in parts if (found := _unstorable_number(part))), None)
    return _refused_number(str(value)) if _is_number(value) else None


def _refused_number(text: str) -> str | None:
    try:
        canonical_number(text)
    except ValueRefused:
        return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"
    return None


def _check_python_names(fields: Mapping[str, FieldSchema], model: Reader) -> None:
    seen: dict[str, str] = {}
    for field in fields.values():
        if field.python_name in seen:
            _field_error(
                model.findings,
                model,
                field.name,
                f"'{field.name}' and '{seen[field.python_name]}' are both '{field.python_name}' "
                "in Python.",
                "Rename one.",
            )
        seen.setdefault(field.python_name, field.name)


def _check_attributes(fields: Mapping[str, FieldSchema], model: Reader) -> None:
    seen: dict[str, str] = {}
    for field in fields.values():
        name = field.attribute_name
        if name in seen:
            problem = f"'{field.name}' and '{seen[name]}' are both stored as '{name}'."
            _field_error(model.findings, model, field.name, problem, "Store one as another.")
        seen.setdefault(name, field.name)


def _check_single(fields: Mapping[str, FieldSchema], model: Reader, type_name: str) -> None:
    found = [field.name for field in fields.values() if field.type == type_name]
    if len(found) > 1:
        problem = f"a model has one {type_name}, not {' and '.join(found)}."
        _field_error(model.findings, model, found[1], problem, "Keep one.")


def _field_error(findings: Findings, model: Reader, name: str, problem: str, remedy: str) -> None:
    at = model.entries("fields")[name]
    findings.error(at, f"{model.where}.fields.{name}", problem, remedy)
