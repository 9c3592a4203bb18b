"""Updates as functions: the item that comes of an item.

Every value is read from the item as it was; then all is written, and at last removed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any, Final, NamedTuple

from tavola.errors import ValidationFailed
from tavola.expressions.checking.check_update import actions_of
from tavola.expressions.evaluate import Items, Read, Values
from tavola.expressions.paths import ResolvedPath, find_value, path_reader, resolve_path
from tavola.expressions.tree import (
    Arithmetic,
    Function,
    Literal,
    Operand,
    Path,
    UpdateAction,
    UpdateTree,
    ValueRef,
)
from tavola.values import (
    Item,
    Value,
    add_numbers,
    check_value,
    in_set_order,
    subtract_numbers,
)

__all__ = ["WRONG_TYPE", "Apply", "compile_update"]

Apply = Callable[[Values, Items], Item]

WRONG_TYPE: Final = "An operand in the update expression has an incorrect data type"
_WRONG_PATH: Final = "The document path provided in the update expression is invalid for update"
_MISSING: Final = "The provided expression refers to an attribute that does not exist in the item"
_SETS: Final = ("SS", "NS", "BS")


class _PathWrite(NamedTuple):
    """One action: the value to put at the path, or None to remove what stands there."""

    path: ResolvedPath
    read: Read
    is_removal: bool


def compile_update(update: UpdateTree, names: Mapping[str, str]) -> Apply:
    """Compile a checked update."""
    writes = [_write(section.keyword, action, names) for section, action in actions_of(update)]
    # DynamoDB: elements set past the end of a list are appended in the order of their indexes.
    # Developer guide, Expressions.UpdateExpressions.
    writes.sort(key=lambda write: write.path[-1] if isinstance(write.path[-1], int) else -1)
    is_nested = any(len(write.path) > 1 for write in writes)

    def apply(values: Values, item: Items) -> Item:
        changes = [(path, read(values, item)) for path, read, _ in writes]
        updated = dict(item)
        removed = [path for path, _, is_removal in writes if is_removal]
        for path, value in changes:
            if value is None:
                if path not in removed and find_value(item, path) is not None:
                    removed.append(path)
            elif len(path) == 1:
                updated[str(path[0])] = value
            else:
                _put(updated, path, value)
        # DynamoDB: from an item that does not exist, any path may be removed.
        for path in sorted(removed, key=_from_the_end) if item else ():
            _remove(updated, path)
        if is_nested:
            _check_nesting(updated, changes)
        return updated

    return apply


def _write(keyword: str, action: UpdateAction, names: Mapping[str, str]) -> _PathWrite:
    path = resolve_path(action.path, names)
    return _PathWrite(path, _new_value(keyword, path, action, names), keyword == "REMOVE")


def _from_the_end(path: ResolvedPath) -> tuple[int, ...]:
    return tuple(-part if isinstance(part, int) else 0 for part in path)


def _put(item: Item, path: ResolvedPath, value: Value) -> None:
    holder, last = _open(item, path), path[-1]
    if isinstance(last, int) and last >= len(holder):
        holder.append(value)
    else:
        holder[last] = value


def _remove(item: Item, path: ResolvedPath) -> None:
    holder, last = _open(item, path), path[-1]
    if isinstance(last, str):
        holder.pop(last, None)
    elif last < len(holder):
        del holder[last]


def _open(item: Item, path: ResolvedPath) -> Any:
    """Copy the containers along a path, so that the last may be changed, and return it."""
    holder: Any = item
    for part, following in pairwise(path):
        kind = "M" if isinstance(following, str) else "L"
        is_within = part in holder if isinstance(part, str) else part < len(holder)
        if not is_within or kind not in holder[part]:
            raise ValidationFailed(_WRONG_PATH)
        inner = holder[part][kind]
        inner = dict(inner) if kind == "M" else list(inner)
        holder[part] = {kind: inner}
        holder = inner
    return holder


def _check_nesting(item: Item, changes: list[tuple[ResolvedPath, Value | None]]) -> None:
    for path, value in changes:
        if value is not None and len(path) > 1 and not value.keys().isdisjoint(("L", "M")):
            check_value(item[str(path[0])])


def _new_value(
    keyword: str, path: ResolvedPath, action: UpdateAction, names: Mapping[str, str]
) -> Read:
    if action.value is None:
        return lambda values, item: None
    operand = _operand(action.value, names)
    if keyword == "SET":
        return operand
    combine = _added if keyword == "ADD" else _without
    current = path_reader(path)
    return lambda values, item: combine(current(item), operand(values, item))


def _operand(operand: Operand, names: Mapping[str, str]) -> Callable[[Values, Items], Value]:
    match operand:
        case ValueRef(ref):
            return lambda values, item: values[ref]
        case Literal(value):
            literal = dict(value)
            return lambda values, item: literal
        case Path():
            return _required(resolve_path(operand, names))
        case Arithmetic(operator, left, right):
            calculate = add_numbers if operator == "+" else subtract_numbers
            return _calculation(calculate, _operand(left, names), _operand(right, names))
        case Function("if_not_exists", (Path() as path, otherwise)):
            return _if_not_exists(resolve_path(path, names), _operand(otherwise, names))
        case Function(_, (first, second)):
            return _list_append(_operand(first, names), _operand(second, names))
        case Function():
            raise ValidationFailed(WRONG_TYPE)


def _required(path: ResolvedPath) -> Callable[[Values, Items], Value]:
    def read(values: Values, item: Items) -> Value:
        value = find_value(item, path)
        if value is None:
            raise ValidationFailed(_MISSING)
        return value

    return read


def _calculation(
    calculate: Callable[[str, str], str],
    left: Callable[[Values, Items], Value],
    right: Callable[[Values, Items], Value],
) -> Callable[[Values, Items], Value]:
    def read(values: Values, item: Items) -> Value:
        ours, theirs = left(values, item), right(values, item)
        if "N" not in ours or "N" not in theirs:
            raise ValidationFailed(WRONG_TYPE)
        return {"N": calculate(ours["N"], theirs["N"])}

    return read


def _if_not_exists(
    path: ResolvedPath,
    otherwise: Callable[[Values, Items], Value],
) -> Callable[[Values, Items], Value]:
    def read(values: Values, item: Items) -> Value:
        value = find_value(item, path)
        return otherwise(values, item) if value is None else value

    return read


def _list_append(
    left: Callable[[Values, Items], Value],
    right: Callable[[Values, Items], Value],
) -> Callable[[Values, Items], Value]:
    def read(values: Values, item: Items) -> Value:
        ours, theirs = left(values, item), right(values, item)
        if "L" not in ours or "L" not in theirs:
            raise ValidationFailed(WRONG_TYPE)
        return {"L": [*ours["L"], *theirs["L"]]}

    return read


def _added(current: Value | None, operand: Value) -> Value:
    if current is None:
        return operand
    if "N" in operand and "N" in current:
        return {"N": add_numbers(current["N"], operand["N"])}
    for kind in _SETS:
        if kind in operand and kind in current:
            present: set[str] = set(current[kind])
            new = [member for member in operand[kind] if member not in present]
            return {kind: in_set_order(kind, [*current[kind], *new])} if new else current
    raise ValidationFailed(WRONG_TYPE)


def _without(current: Value | None, operand: Value) -> Value | None:
    if current is None:
        return None
    for kind in _SETS:
        if kind in operand and kind in current:
            gone: set[str] = set(operand[kind])
            kept = [member for member in current[kind] if member not in gone]
            return {kind: kept} if kept else None
    raise ValidationFailed(WRONG_TYPE)
