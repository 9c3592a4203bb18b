"""Which keys a WHERE names: one item, or ranges of keys that a SELECT reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from tavola.engine.items.key_ranges import ReadTarget
from tavola.engine.storage.catalog import TableInfo
from tavola.errors import ValidationFailed
from tavola.expressions import KeyRange
from tavola.expressions.tree import (
    And,
    Between,
    Comparison,
    Condition,
    Function,
    In,
    Path,
    ValueRef,
)
from tavola.values import Item, Value

__all__ = ["ItemKey", "StatementFault", "find_item_key", "find_ranges"]

Values = Mapping[str, Value]

_INCOMPLETE: Final = "Where clause does not contain a mandatory equality on all key attributes"
_MIRRORED: Final[Mapping[str, str]] = {"=": "=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


class StatementFault(ValidationFailed):
    """A statement's WHERE does not fit its table: a fault of the statement, not of an item."""


class ItemKey(Struct, frozen=True):
    """The key of one item, and what else a WHERE asks of it."""

    key: Item
    rest: Condition | None


class _Test(Struct, frozen=True):
    """A comparison of one attribute with values."""

    attribute: str
    operator: str
    values: tuple[Value, ...]


def find_item_key(table: TableInfo, where: Condition | None, values: Values) -> ItemKey:
    """Find the one item that a WHERE is about, or refuse it."""
    key: Item = {}
    rest: list[Condition] = []
    for part in _conjunction(where):
        test = _read_test(part, values)
        if test is None or test.operator != "=" or test.attribute not in table.key_attributes:
            rest.append(part)
            continue
        if test.attribute in key:
            raise StatementFault(
                f"Multiple conditions on same key {test.attribute}. "
                "Only single item Update/Insert/Delete are supported"
            )
        _check_type(table, test)
        key[test.attribute] = test.values[0]
    if len(key) < len(table.key_attributes):
        raise StatementFault(_INCOMPLETE)
    return ItemKey({name: key[name] for name in table.key_attributes}, _joined(rest))


def find_ranges(target: ReadTarget, where: Condition | None, values: Values) -> list[KeyRange]:
    """Find what a SELECT must read; an empty list means everything."""
    tests = [test for part in _conjunction(where) if (test := _read_test(part, values)) is not None]
    partitions = _find_partitions(target.partition_keys, tests)
    if not partitions:
        return []
    for test in tests:
        if test.attribute in (*target.partition_keys, *target.sort_keys):
            _check_type(target.table, test)
    sort, last = _find_sort(target.sort_keys, tests)
    operator, bounds = (None, ()) if last is None else (last.operator, last.values)
    return [KeyRange(partition, sort, operator, bounds) for partition in partitions]


def _find_partitions(names: Sequence[str], tests: Sequence[_Test]) -> list[tuple[Value, ...]]:
    equal = {test.attribute: test.values[0] for test in tests if test.operator == "="}
    if all(name in equal for name in names):
        return [tuple(equal[name] for name in names)]
    if len(names) == 1:
        for test in tests:
            if test.attribute == names[0] and test.operator == "in":
                distinct = {str(value): value for value in test.values}
                return [(value,) for value in distinct.values()]
    return []


def _find_sort(
    names: Sequence[str], tests: Sequence[_Test]
) -> tuple[tuple[Value, ...], _Test | None]:
    """Find the leading equalities on a sort key, and the range that follows them."""
    fixed: list[Value] = []
    for name in names:
        mine = [test for test in tests if test.attribute == name and test.operator != "in"]
        equal = next((test for test in mine if test.operator == "="), None)
        if equal is None:
            return tuple(fixed), mine[0] if mine else None
        fixed.append(equal.values[0])
    return tuple(fixed), None


def _conjunction(where: Condition | None) -> Iterator[Condition]:
    """Yield the conditions that must all hold."""
    if isinstance(where, And):
        for part in where.conditions:
            yield from _conjunction(part)
    elif where is not None:
        yield where


def _joined(parts: Sequence[Condition]) -> Condition | None:
    if len(parts) > 1:
        return And(tuple(parts))
    return parts[0] if parts else None


def _read_test(part: Condition, values: Values) -> _Test | None:
    """Read a condition as a test of one attribute, None if it is something else."""
    match part:
        case Comparison(operator, Path((str(name),)), ValueRef(ref)) if operator in _MIRRORED:
            return _Test(name, operator, (values[ref],))
        case Comparison(operator, ValueRef(ref), Path((str(name),))) if operator in _MIRRORED:
            return _Test(name, _MIRRORED[operator], (values[ref],))
        case Between(Path((str(name),)), ValueRef(low), ValueRef(high)):
            return _Test(name, "between", (values[low], values[high]))
        case Function("begins_with", (Path((str(name),)), ValueRef(ref))):
            return _Test(name, "begins_with", (values[ref],))
        case In(Path((str(name),)), options):
            refs = [option.text for option in options if isinstance(option, ValueRef)]
            if len(refs) == len(options):
                return _Test(name, "in", tuple(values[ref] for ref in refs))
        case _:
            pass
    return None


def _check_type(table: TableInfo, test: _Test) -> None:
    kind = table.key_types[test.attribute]
    if any(kind not in value for value in test.values):
        raise StatementFault(
            "Key attribute's data type should match its data type in table's schema: "
            f"Key {test.attribute}"
        )
