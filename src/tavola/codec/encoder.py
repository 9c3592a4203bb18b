"""From an instance to its values and attributes, compiled once per model.

Every field is checked as it stands now, whatever was assigned since the instance was made; a usual
value is recognized at a glance and needs no call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from tavola.codec.decoder import RawItem
from tavola.model import inline
from tavola.model.compiled import check_field_names, compile_function
from tavola.model.model import Model
from tavola.model.shape import ABSENT, FieldShape, Shape

Encoded = tuple[dict[str, Any], RawItem]
"""Checked values by the fields' own names, and their attributes by the attributes' names."""


def encoder_of(shape: Shape) -> Callable[[Model], Encoded]:
    """Make the function from an instance to its values and attributes."""
    encode = _compile(shape)

    def encode_all(instance: Model) -> Encoded:
        try:
            return encode(instance)
        except AttributeError:  # a field has no value, not even None
            return _encode_present(shape, instance)

    return encode_all


def finder_of(shape: Shape) -> Callable[[Model, Mapping[str, Any]], Iterable[FieldShape]]:
    """Make the function that finds the fields that do not hold the very objects of `values`."""
    # What is copied when it is checked is never the same object.
    copied = tuple(field for field in shape.fields if field.kind.is_copied)
    kept = [
        (number, field) for number, field in enumerate(shape.fields) if not field.kind.is_copied
    ]
    same = (f"_self.{field.python_name} is _values[_name{number}]" for number, field in kept)
    lines = ["def is_same(_self, _values):", f" return {' and '.join(same) or True}"]
    names = {f"_name{number}": field.name for number, field in kept}
    check_field_names(shape.schema.name, shape.by_python_name)
    is_same = compile_function(shape.schema.name, "is_same", lines, names)

    def find_moved(instance: Model, values: Mapping[str, Any]) -> Iterable[FieldShape]:
        try:
            return copied if is_same(instance, values) else shape.fields
        except (AttributeError, KeyError):  # a field has no value, not even None
            return shape.fields

    return find_moved


def _encode_present(shape: Shape, instance: Model) -> Encoded:
    values: dict[str, Any] = {}
    for field in shape.fields:
        value = getattr(instance, field.python_name, ABSENT)
        if value is not ABSENT:
            values[field.name] = field.check(shape.schema.name, value)
    return values, attributes_of(shape, values)


def attributes_of(shape: Shape, values: Any) -> RawItem:
    """Return the attributes of all fields that have a value."""
    found: RawItem = {}
    for field in shape.fields:
        attribute = field.attribute(values.get(field.name))
        if attribute is not None:
            found[field.attribute_name] = attribute
    return found


def _compile(shape: Shape) -> Callable[[Model], Encoded]:
    names: dict[str, Any] = {}
    lines = ["def encode(_self):", " _values, _item = {}, {}"]
    for number, field in enumerate(shape.fields):
        names |= {
            f"_name{number}": field.name,
            f"_attribute{number}": field.attribute_name,
            f"_check{number}": partial(field.check, shape.schema.name),
            f"_encode{number}": field.kind.encode,
        }
        lines += _lines_of(field, number)
    lines.append(" return _values, _item")
    check_field_names(shape.schema.name, shape.by_python_name)
    return compile_function(shape.schema.name, "encode", lines, {**inline.NAMES, **names})


def _lines_of(field: FieldShape, number: int) -> list[str]:
    stored = inline.encoding(field.kind, "_value", f"_encode{number}")
    usual = inline.fitting(field.schema, "_value")
    # What is usual has a value, so only what was checked may have none to store.
    has_value = "_value" if field.kind.tag == "SS" else "_value is not None"
    may_lack = not field.is_required and field.nothing() is None
    return [
        f" _value = _self.{field.python_name}",
        f" if {usual}:",
        f"  _item[_attribute{number}] = {stored}",
        " elif _value is not None:" if may_lack else " else:",
        f"  _value = _check{number}(_value)",
        f"  if {has_value}: _item[_attribute{number}] = {stored}",
        f" _values[_name{number}] = _value",
    ]
