"""Conditions as functions: what a tree says of an item.

A compiled condition is called with the request's values and an item, `evaluate(values, item)`, so
that one compilation serves every request with the same text.
"""

from __future__ import annotations

from binascii import a2b_base64
from collections.abc import Callable, Mapping
from typing import Any, Final

from tavola.expressions.paths import path_reader, resolve_path
from tavola.expressions.tree import (
    And,
    Arithmetic,
    Between,
    Comparison,
    Condition,
    Function,
    In,
    Literal,
    Not,
    Operand,
    Or,
    Path,
    ValueRef,
)
from tavola.values import Value, compare_values, has_set, values_equal
from tavola.values.comparison import PIECE, in_pieces

__all__ = ["Evaluate", "Items", "Read", "Values", "compile_condition"]

Values = Mapping[str, Value]
Items = Mapping[str, Value]
Evaluate = Callable[[Values, Items], bool]
Read = Callable[[Values, Items], Value | None]

_HOLDS: Final[Mapping[str, Callable[[int], bool]]] = {
    "<": lambda order: order < 0,
    "<=": lambda order: order <= 0,
    ">": lambda order: order > 0,
    ">=": lambda order: order >= 0,
}
_MEMBER_OF: Final[Mapping[str, str]] = {"SS": "S", "NS": "N", "BS": "B"}


def compile_condition(tree: Condition, names: Mapping[str, str]) -> Evaluate:
    """Compile a checked condition."""
    match tree:
        case And(conditions):
            return _all_of([compile_condition(part, names) for part in conditions])
        case Or(conditions):
            return _any_of([compile_condition(part, names) for part in conditions])
        case Not(condition):
            inner = compile_condition(condition, names)
            return lambda values, item: not inner(values, item)
        case Comparison():
            return _comparison(tree, names)
        case Between(operand, low, high):
            return _between(
                _reader(operand, names),
                _reader(low, names),
                _reader(high, names),
            )
        case In(operand, options):
            return _in(_reader(operand, names), [_reader(option, names) for option in options])
        case Function():
            return _call(tree, names)


def _all_of(parts: list[Evaluate]) -> Evaluate:
    if len(parts) == 2:
        first, second = parts
        return lambda values, item: first(values, item) and second(values, item)

    return lambda values, item: all(part(values, item) for part in parts)


def _any_of(parts: list[Evaluate]) -> Evaluate:
    return lambda values, item: any(part(values, item) for part in parts)


def _reader(operand: Operand, names: Mapping[str, str]) -> Read:
    match operand:
        case Path():
            read = path_reader(resolve_path(operand, names))
            return lambda values, item: read(item)
        case ValueRef(ref):
            return lambda values, item: values[ref]
        case Literal(value):
            literal = dict(value)
            return lambda values, item: literal
        case Function(_, arguments):
            return _size(_reader(arguments[0], names))
        case Arithmetic():
            message = f"A condition cannot calculate: {operand!r}. Only updates can."
            raise TypeError(message)


def _size(read: Read) -> Read:
    def size(values: Values, item: Items) -> Value | None:
        value = read(values, item)
        if value is None:
            return None
        ((kind, content),) = value.items()
        if kind in {"N", "BOOL", "NULL"}:
            return None
        return {"N": str(_length(kind, content))}

    return size


def _length(kind: str, content: Any) -> int:
    if kind == "B":
        return len(a2b_base64(content))
    if kind == "S" and not content.isascii():
        # DynamoDB: characters count in UTF-16, so an emoji counts twice.
        return len(content.encode("utf-16-le")) // 2
    return len(content)


def _comparison(tree: Comparison, names: Mapping[str, str]) -> Evaluate:
    match tree:
        case Comparison("=", Path((str(name),)), ValueRef(ref)):
            return _attribute_equals(name, ref)
        case _:
            left, right = _reader(tree.left, names), _reader(tree.right, names)
    if tree.operator == "=":
        return _equals(left, right)
    if tree.operator == "<>":
        # DynamoDB: an attribute that is not there is not equal to anything.
        equal = _equals(left, right)
        return lambda values, item: not equal(values, item)
    return _ordered(left, right, _HOLDS[tree.operator])


def _attribute_equals(name: str, ref: str) -> Evaluate:
    def evaluate(values: Values, item: Items) -> bool:
        found = item.get(name)
        return found is not None and values_equal(found, values[ref])

    return evaluate


def _equals(left: Read, right: Read) -> Evaluate:
    def evaluate(values: Values, item: Items) -> bool:
        ours, theirs = left(values, item), right(values, item)
        return ours is not None and theirs is not None and values_equal(ours, theirs)

    return evaluate


def _ordered(left: Read, right: Read, holds: Callable[[int], bool]) -> Evaluate:
    def evaluate(values: Values, item: Items) -> bool:
        ours, theirs = left(values, item), right(values, item)
        if ours is None or theirs is None:
            return False
        order = compare_values(ours, theirs)
        return order is not None and holds(order)

    return evaluate


def _between(operand: Read, low: Read, high: Read) -> Evaluate:
    at_least = _ordered(operand, low, _HOLDS[">="])
    at_most = _ordered(operand, high, _HOLDS["<="])
    return lambda values, item: at_least(values, item) and at_most(values, item)


def _in(operand: Read, options: list[Read]) -> Evaluate:
    def evaluate(values: Values, item: Items) -> bool:
        ours = operand(values, item)
        if ours is None:
            return False
        found = (option(values, item) for option in options)
        return any(theirs is not None and values_equal(ours, theirs) for theirs in found)

    return evaluate


def _call(call: Function, names: Mapping[str, str]) -> Evaluate:
    first = _reader(call.arguments[0], names)
    if call.name == "attribute_exists":
        return lambda values, item: first(values, item) is not None
    if call.name == "attribute_not_exists":
        return lambda values, item: first(values, item) is None
    second = _reader(call.arguments[1], names)
    relation = _RELATIONS[call.name]

    def evaluate(values: Values, item: Items) -> bool:
        ours, theirs = first(values, item), second(values, item)
        return ours is not None and theirs is not None and relation(ours, theirs)

    return evaluate


def _has_type(value: Value, name: Value) -> bool:
    return name.get("S") in value


def _begins_with(value: Value, prefix: Value) -> bool:
    if "S" in value and "S" in prefix:
        return bool(value["S"].startswith(prefix["S"]))
    if "B" in value and "B" in prefix:
        return a2b_base64(value["B"]).startswith(a2b_base64(prefix["B"]))
    return False


def _contains(value: Value, part: Value) -> bool:
    ((kind, content),) = value.items()
    if kind == "L":
        # Compared as they are written, which takes a tenth of the time, unless there is a set.
        return _is_member(part, content) or (
            has_set(part) and any(values_equal(member, part) for member in content)
        )
    if kind in _MEMBER_OF:
        return _is_member(part.get(_MEMBER_OF[kind]), content)
    sought: Any = part.get(kind)
    if sought is None or kind not in {"S", "B"}:
        return False
    return sought in content if kind == "S" else a2b_base64(sought) in a2b_base64(content)


def _is_member(part: Any, members: list[Any]) -> bool:
    if len(members) <= PIECE:
        return part in members
    return any(part in piece for piece in in_pieces(members))


_RELATIONS: Final[Mapping[str, Callable[[Value, Value], bool]]] = {
    "attribute_type": _has_type,
    "begins_with": _begins_with,
    "contains": _contains,
}
