"""Models as Pydantic sees them: validated like `User(**values)`, shown in JSON schemas.

Imported by Pydantic's own call alone; the library does not need it.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from pydantic_core import CoreSchema, core_schema

from tavola.design.schema import FieldSchema, Number
from tavola.design.value_rules import exact_number
from tavola.errors import OperationError
from tavola.model.shape import FieldShape, element_of, typed_class

__all__ = ["core_schema_of"]


def core_schema_of(model: type[Any], values_of: Callable[[Any], dict[str, Any]]) -> CoreSchema:
    """Describe a model: instances pass as they are, mappings become instances."""
    return core_schema.no_info_wrap_validator_function(
        _taker(model),
        _fields_schema(model, _given),
        serialization=core_schema.plain_serializer_function_ser_schema(
            values_of, return_schema=_fields_schema(model, _stored)
        ),
        ref=f"{model.__module__}.{model.__qualname__}:{id(model)}",
    )


def _taker(model: type[Any]) -> Callable[[Any, core_schema.ValidatorFunctionWrapHandler], Any]:
    def take(given: Any, validated: core_schema.ValidatorFunctionWrapHandler) -> Any:
        if isinstance(given, model):
            return given
        try:
            return model(**validated(given))
        except OperationError as wrong:
            raise ValueError(str(wrong)) from None

    return take


def _fields_schema(
    model: type[Any], describe: Callable[[FieldShape], core_schema.TypedDictField]
) -> CoreSchema:
    shape = model.__shape__
    fields = {field.python_name: describe(field) for field in shape.fields}
    # An instance that was read in part lacks fields, so none is required when it is written;
    # the JSON schema still names those that whole items always have.
    always = [
        field.schema.json_name or field.python_name
        for field in shape.fields
        if fields[field.python_name].get("required") or (describe is _stored and _is_certain(field))
    ]
    shown: dict[str, Any] = {"title": model.__name__}
    described = getattr(shape, "schema", None) or shape.map_schema
    if described.description:
        shown["description"] = described.description
    if always:
        shown["required"] = always
    return core_schema.typed_dict_schema(
        fields, total=False, extra_behavior="forbid", metadata={"pydantic_js_updates": shown}
    )


def _is_certain(field: FieldShape) -> bool:
    return field.is_required or field.is_automatic or field.nothing() is not None


def _given(field: FieldShape) -> core_schema.TypedDictField:
    """A field as it is given: what the table sets, or what has a default, may be left out."""
    schema = _value_schema(field)
    default = None if field.is_automatic else field.default()
    if not field.is_required and not field.is_automatic:
        schema = core_schema.nullable_schema(schema) if field.nothing() is None else schema
    if default is not None or not (field.is_required or field.is_automatic):
        schema = core_schema.with_default_schema(schema, default_factory=field.default)
    shown: dict[str, Any] = {"readOnly": True} if field.is_automatic else {}
    if isinstance(default, str | int | float | bool):
        shown["default"] = default
    return core_schema.typed_dict_field(
        schema,
        required=field.is_required and default is None,
        **_aliases(field),
        metadata={"pydantic_js_updates": _described(field, shown)},
    )


def _stored(field: FieldShape) -> core_schema.TypedDictField:
    """A field as an instance holds it."""
    schema = _value_schema(field)
    if not _is_certain(field):
        schema = core_schema.nullable_schema(schema)
    return core_schema.typed_dict_field(
        schema,
        required=False,
        **_aliases(field),
        metadata={"pydantic_js_updates": _described(field, {})},
    )


def _aliases(field: FieldShape) -> Any:
    """The name of a field in JSON, where that is another one; its own is read too."""
    name = field.schema.json_name
    if not name:
        return {}
    return {"validation_alias": [[name], [field.python_name]], "serialization_alias": name}


def _described(field: FieldShape, shown: dict[str, Any]) -> dict[str, Any]:
    if field.schema.description:
        return {**shown, "description": field.schema.description}
    return shown


def _value_schema(field: FieldShape) -> CoreSchema:
    schema = field.schema
    if schema.is_typed:
        return _typed_schema(field)
    return _plain_schema(schema)


def _plain_schema(schema: FieldSchema) -> CoreSchema:
    if schema.is_date:
        return core_schema.datetime_schema(tz_constraint="aware")
    if schema.type == "EnumField":
        return core_schema.literal_schema(list(schema.values))
    if schema.type == "StringField":
        return _text_schema(schema)
    if schema.type in ("IntegerField", "CounterField"):
        return core_schema.int_schema(ge=_whole(schema.minimum), le=_whole(schema.maximum))
    if schema.type == "FloatField":
        low, high = _exact(schema.minimum), _exact(schema.maximum)
        return core_schema.float_schema(
            allow_inf_nan=False,
            ge=None if low is None else float(low),
            le=None if high is None else float(high),
        )
    if schema.type == "DecimalField":
        return core_schema.decimal_schema(ge=_exact(schema.minimum), le=_exact(schema.maximum))
    if schema.type == "UlidField":
        return core_schema.str_schema(pattern="^[0-7][0-9A-HJKMNP-TV-Z]{25}$")
    if schema.type == "StringSetField":
        return _set_schema(schema.max_string_length, schema.max_member_count)
    if schema.type == "BinaryField":
        return _binary_schema()
    plain = core_schema.int_schema if _is_counted(schema) else _PLAIN[schema.type]
    return plain()


def _typed_schema(field: FieldShape) -> CoreSchema:
    """A typed map by its class; a list or map by what its members are."""
    made = typed_class(field)
    if made is not None:
        return core_schema_of(made, _members)
    element = element_of(field)
    if element is None:
        raise AssertionError  # nothing else is typed
    inner = _value_schema(element)
    if field.schema.type == "ListField":
        return core_schema.list_schema(inner, max_length=field.schema.max_member_count)
    return core_schema.dict_schema(core_schema.str_schema(), inner)


def _members(instance: Any) -> dict[str, Any]:
    """The members of a typed map that have a value."""
    found = {name: getattr(instance, name) for name in instance.__shape__.by_python_name}
    return {name: value for name, value in found.items() if value is not None}


def _is_counted(schema: FieldSchema) -> bool:
    return schema.type == "VersionField" and schema.is_numbered


def _text_schema(schema: FieldSchema) -> CoreSchema:
    shown: dict[str, Any] = {}
    if schema.pattern:
        # The model itself matches it: Pydantic's expressions are not Python's.
        shown["pattern"] = f"^(?:{schema.pattern})$"
    return core_schema.str_schema(
        min_length=schema.min_length,
        max_length=schema.max_length,
        metadata={"pydantic_js_updates": shown},
    )


def _whole(number: Number | None) -> int | None:
    return None if number is None else int(number)


def _exact(number: Number | None) -> Decimal | None:
    return None if number is None else exact_number(number)


def _set_schema(longest: int | None, most: int | None) -> CoreSchema:
    return core_schema.set_schema(
        core_schema.str_schema(max_length=longest),
        max_length=most,
        serialization=core_schema.plain_serializer_function_ser_schema(sorted, when_used="json"),
    )


def _binary_schema() -> CoreSchema:
    return core_schema.no_info_before_validator_function(
        _bytes_of,
        core_schema.bytes_schema(strict=True),
        serialization=core_schema.plain_serializer_function_ser_schema(
            _base64_of, return_schema=core_schema.str_schema(), when_used="json"
        ),
        metadata={"pydantic_js_updates": {"format": "base64"}},
    )


def _bytes_of(given: Any) -> Any:
    """Read base64, as JSON holds bytes; bytes are what they are."""
    if not isinstance(given, str):
        return given
    try:
        return b64decode(given, validate=True)
    except NotBase64:
        raise ValueError("is not base64 text") from None


def _base64_of(value: bytes) -> str:
    return b64encode(value).decode()


_PLAIN: Mapping[str, Callable[[], CoreSchema]] = {
    "VersionField": core_schema.str_schema,
    "BooleanField": core_schema.bool_schema,
    "UuidField": core_schema.uuid_schema,
    "RelatedField": core_schema.str_schema,
    "ListField": core_schema.list_schema,
    "MapField": lambda: core_schema.dict_schema(core_schema.str_schema()),
    "JsonField": core_schema.any_schema,
}
