"""Items as a design expects them: a value of the expected size in every field."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

from tavola.codec.codec import Codec
from tavola.codec.decoder import RawItem, loaded_value, was_read
from tavola.design.checks.cost import field_bytes
from tavola.design.schema import Design, FieldSchema
from tavola.errors import TavolaError
from tavola.model.kinds import InvalidValue
from tavola.model.model import Model
from tavola.model.shape import FieldShape
from tavola.operations.context import TableContext

_DEEPEST = 3
_LIFE = timedelta(days=365)


def expected_values(
    context: TableContext, codec: Codec[Any], number: int, given: Mapping[str, Any]
) -> dict[str, Any]:
    """The values of a model's item with this number, by the fields' own names."""
    return {
        field.name: _fitting(field, _value(codec.design, field.schema, number, context.now()))
        for field in codec.shape.fields
    } | {name: value for name, value in given.items() if name in codec.shape.by_name}


def _fitting(field: FieldShape, value: Any) -> Any:
    """A typed map or list of the field's own classes; other values as they are."""
    if not field.schema.is_typed:
        return value
    try:
        return field.kind.check(value)
    except InvalidValue:
        return None


def expected_item(
    context: TableContext, codec: Codec[Any], number: int, given: Mapping[str, Any]
) -> RawItem:
    """The item of a model with this number, which has the values that are given."""
    values = expected_values(context, codec, number, given)
    attributes = codec.attributes(values)
    try:
        return codec.complete(attributes, values, context.tenant)
    except TavolaError:
        # A key that such values do not fit, or that asks for more than the model's own.
        return attributes | codec.type_item | codec.key(values, context.tenant)


def item_of(context: TableContext, codec: Codec[Any], instance: Model) -> RawItem | None:
    """The item that an instance was loaded from, with what was not read as it is expected."""
    loaded: Any = instance
    if loaded._loaded is None:
        return None
    read = [field for field in codec.shape.fields if was_read(instance, field)]
    return expected_item(
        context, codec, 0, {field.name: loaded_value(instance, field) for field in read}
    )


def _value(design: Design, field: FieldSchema, number: int, now: datetime, depth: int = 0) -> Any:
    """A value of a field that differs from number to number, as far as its type has several."""
    if field.is_date:
        moment = now.replace(microsecond=0) + timedelta(seconds=number)
        return moment + _LIFE if field.type == "TtlField" else moment
    if field.members:
        return {one.name: _value(design, one, number, now, depth) for one in field.members}
    if field.element is not None:
        inner = _value(design, field.element, number, now, depth)
        return [inner] if field.type == "ListField" else {"x": inner}
    if field.type == "RelatedField":
        return _related(design, field, number, now, depth)
    if field.type == "EnumField":
        return field.values[0]
    if field.type == "VersionField" and field.is_numbered:
        return number
    make = _FIXED.get(field.type)
    return _of_size(field, field_bytes(field), number) if make is None else make(number)


_FIXED: Mapping[str, Callable[[int], Any]] = {
    "IntegerField": int,
    "CounterField": int,
    "FloatField": float,
    "DecimalField": Decimal,
    "BooleanField": lambda number: True,
    "UuidField": lambda number: UUID(int=number),
    "UlidField": "{:026d}".format,
    "VersionField": "{:026d}".format,
}
"""Values of types that have one size."""


def _of_size(field: FieldSchema, size: int, number: int) -> Any:
    """A value of some bytes, of a type that can have any number of them."""
    match field.type:
        case "BinaryField":
            return bytes(size)
        case "StringSetField":
            return {_text(size, number)}
        case "JsonField":
            return _text(max(size - 2, 1), number)
        case "ListField":
            # DynamoDB: 3 bytes for the list itself, one for each member.
            return [_text(max(size - 4, 1), number)] if field.items in (None, "StringField") else []
        case "MapField":
            is_open = field.items in (None, "StringField")
            return {"x": _text(max(size - 5, 1), number)} if is_open else {}
        case _:
            return _text(size, number)


def _text(size: int, number: int) -> str:
    return str(number).rjust(size, "x")[-max(size, len(str(number))) :]


def _related(design: Design, field: FieldSchema, number: int, now: datetime, depth: int) -> str:
    """The primary id of an item of the model that is referred to."""
    model = design.models.get(field.model or "")
    if model is None or depth == _DEEPEST:
        return _text(field_bytes(field), number)
    values = {
        name: _value(design, model.fields[name], number, now, depth + 1)
        for name in model.key_fields
    }
    return model.primary_id.format(values) or _text(field_bytes(field), number)
