"""The `$` form of filters: `{"status": {"$in": ["open", "held"]}}`, by the fields' own names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from decimal import Decimal
from functools import reduce
from typing import Any, TypeVar, cast

from tavola.codec.codec import Codec
from tavola.errors import OperationError, shown
from tavola.model.comparisons import Comparable
from tavola.model.field_expressions import Expr, FieldRef
from tavola.model.model import Model
from tavola.model.shape import typed_class
from tavola.operations.request_bodies import attributes_of

M = TypeVar("M", bound=Model)
Filter = Expr | Mapping[str, Any]
"""A condition made of fields, or the `$` form."""


def as_expr(codec: Codec[M], given: Filter | None) -> Expr | None:
    """Return a filter as a condition, whichever form it was given in."""
    if given is None:
        return None
    if isinstance(given, Expr):
        for name in attributes_of(given.tree):
            if name not in codec.shape.by_attribute:
                codec.field(name)
        return given
    return parse_filter(codec, given) if given else None


def parse_filter(codec: Codec[M], given: Mapping[str, Any]) -> Expr:
    """Read the `$` form; all entries must hold."""
    if not isinstance(given, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance] # a user's
        raise OperationError(f"filter: {shown(given)} is not a filter. Use {{field: value}}.")
    if not given:
        raise OperationError("The filter is empty. Name at least one field.")
    return reduce(_both, (_entry(codec, name, value) for name, value in given.items()))


def _entry(codec: Codec[M], name: str, value: Any) -> Expr:
    given: Any = name
    if not isinstance(given, str):
        raise OperationError(f"filter: {shown(given)} is not a field. Use {{field: value}}.")
    if name in ("$and", "$or"):
        if not isinstance(value, list | tuple) or not value:
            raise OperationError(
                f"filter: {name} has {shown(cast('Any', value))}. Give it a list of filters."
            )
        parts = [parse_filter(codec, part) for part in cast("list[Mapping[str, Any]]", value)]
        return reduce(_both if name == "$and" else _either, parts)
    if name == "$not":
        return ~parse_filter(codec, value)
    if name.startswith("$"):
        raise OperationError(f"filter: {name!r} is not an operator here. Use $and, $or or $not.")
    ref = _ref_of(codec, name)
    value = _with_fields(codec, value)
    if isinstance(value, Mapping) and any(str(key).startswith("$") for key in cast("Any", value)):
        operators = cast("Mapping[str, Any]", value)
        return reduce(_both, (_operator(ref, op, operand) for op, operand in operators.items()))
    return ref.__eq__(read_literal(ref, value))


def _ref_of(codec: Codec[M], name: str) -> FieldRef[Any]:
    first, *inside = name.split(".") if name not in codec.shape.by_name else [name]
    ref: FieldRef[Any] = getattr(codec.model.fields, codec.field(first).python_name)
    for part in inside:
        made = typed_class(ref.field_shape)
        member = None if made is None else made.__shape__.by_name.get(part)
        if member is None:
            raise OperationError(
                f"filter: {codec.schema.name} has no member {name!r}. "
                "Name a field, or a member of a typed map."
            )
        ref = getattr(ref, member.python_name)
    return ref


def _with_fields(codec: Codec[M], operand: Any) -> Any:
    """Put the field that `{$field: name}` stands for in its place."""
    if isinstance(operand, Mapping):
        given = cast("Mapping[str, Any]", operand)
        if list(given) == ["$field"]:
            return _ref_of(codec, given["$field"])
        return {
            name: _with_fields(codec, one) if name.startswith("$") else one
            for name, one in given.items()
        }
    if isinstance(operand, list | tuple):
        return [_with_fields(codec, one) for one in cast("list[Any]", operand)]
    return operand


def _both(left: Expr, right: Expr) -> Expr:
    return left & right


def _either(left: Expr, right: Expr) -> Expr:
    return left | right


def _operator(ref: Any, operator: str, operand: Any) -> Expr:
    apply = _OPERATORS.get(operator)
    name = ref.field_shape.name
    if apply is None:
        from difflib import get_close_matches

        near = get_close_matches(operator, _OPERATORS, n=1)
        hint = f" Did you mean {near[0]}?" if near else f" Use one of {', '.join(_OPERATORS)}."
        raise OperationError(f"filter: {name}: {operator!r} is not an operator.{hint}")
    try:
        return apply(ref, operand)
    except AttributeError:
        raise OperationError(
            f"filter: {name}: {operator} does not fit a {ref.field_shape.schema.type}."
        ) from None


def read_literal(ref: FieldRef[Any], value: Any) -> Any:
    """Read a YAML literal, which stands for a date, a UUID or a decimal number by its text.

    `{$field: name}` stands for another field of the item.
    """
    if isinstance(value, Comparable):
        return cast("Any", value)
    read = _reader(ref, value)
    if read is None:
        return value
    try:
        return read(str(value))
    except (ValueError, ArithmeticError):
        return value


def _reader(ref: FieldRef[Any], value: Any) -> Callable[[str], Any] | None:
    kind, schema = ref.field_shape.kind, ref.field_shape.schema
    if schema.type == "DecimalField":
        return Decimal if isinstance(value, str | float) else None
    if not isinstance(value, str) or schema.type == "JsonField":
        return None
    if schema.is_date:
        return datetime.fromisoformat
    return kind.decode if kind.tag == "S" else None


def _between(ref: Any, operand: Any) -> Expr:
    low, high = _bounds(operand)
    return cast("Expr", ref.between(read_literal(ref, low), read_literal(ref, high)))


def _bounds(operand: Any) -> list[Any]:
    if not isinstance(operand, list | tuple) or len(cast("list[Any]", operand)) != 2:
        raise OperationError(f"filter: $between has {operand!r}. Give it [low, high].")
    return cast("list[Any]", operand)


def _size(ref: Any, operand: Any) -> Expr:
    size = ref.size()
    if isinstance(operand, Mapping):
        operators = cast("Mapping[str, Any]", operand)
        return reduce(_both, (_size_operator(size, op, value) for op, value in operators.items()))
    return cast("Expr", size == operand)


def _size_operator(size: Any, operator: str, operand: Any) -> Expr:
    compare = _OF_SIZES.get(operator)
    if compare is None:
        raise OperationError(
            f"filter: $size: {operator!r} is not an operator. Use one of {', '.join(_OF_SIZES)}."
        )
    return compare(size, operand)


def _in(ref: Any, operand: Any) -> Expr:
    return cast("Expr", ref.is_in([read_literal(ref, one) for one in _options(operand)]))


def _options(operand: Any) -> list[Any]:
    if not isinstance(operand, list | tuple | set | frozenset):
        raise OperationError(f"filter: $in has {operand!r}. Give it a list of values.")
    return cast("list[Any]", operand)


def _comparison(name: str) -> Callable[[Any, Any], Expr]:
    def compare(ref: Any, operand: Any) -> Expr:
        made: Expr = getattr(ref, name)(operand)
        return made

    return compare


def _converting(compare: Callable[[Any, Any], Expr]) -> Callable[[Any, Any], Expr]:
    return lambda ref, operand: compare(ref, read_literal(ref, operand))


_COMPARISONS: Mapping[str, Callable[[Any, Any], Expr]] = {
    "$eq": _comparison("__eq__"),
    "$ne": _comparison("__ne__"),
    "$gt": _comparison("__gt__"),
    "$gte": _comparison("__ge__"),
    "$lt": _comparison("__lt__"),
    "$lte": _comparison("__le__"),
}
_OF_SIZES: Mapping[str, Callable[[Any, Any], Expr]] = {
    **_COMPARISONS,
    "$in": lambda size, operand: size.is_in(_options(operand)),
    "$between": lambda size, operand: size.between(*_bounds(operand)),
}
_OPERATORS: Mapping[str, Callable[[Any, Any], Expr]] = {
    **{name: _converting(compare) for name, compare in _COMPARISONS.items()},
    "$in": _in,
    "$beginsWith": lambda ref, operand: ref.begins_with(operand),
    "$between": _between,
    "$contains": lambda ref, operand: ref.contains(operand),
    "$exists": lambda ref, operand: ref.exists() if operand else ref.is_missing(),
    "$size": _size,
}
