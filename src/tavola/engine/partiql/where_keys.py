"""Which item a WHERE names by its key, and the tests of attributes that it is made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from tavola.engine.storage.catalog import TableInfo
from tavola.errors import ValidationFailed
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

__all__ = [
    "AttributeTest",
    "ItemKey",
    "StatementFault",
    "Values",
    "check_key_type",
    "find_item_key",
    "read_test",
]

Values = Mapping[str, Value]

_INCOMPLETE: Final = "Where clause does not contain a mandatory equality on all key attributes"
_MIRRORED: Final[Mapping[str, str]] = {"=": "=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


class StatementFault(ValidationFailed):
    """A statement's WHERE does not fit its table: a fault of the statement, not of an item."""


class ItemKey(Struct, frozen=True):
    """The key of one item, and what else a WHERE asks of it."""

    key: Item
    rest: Condition | None


class AttributeTest(Struct, frozen=True):
    """A comparison of one attribute with values."""

    attribute: str
    operator: str
    values: tuple[Value, ...]


def find_item_key(table: TableInfo, where: Condition | None, values: Values) -> ItemKey:
    """Find the one item that a WHERE is about, or refuse it."""
    key: Item = {}
    rest: list[Condition] = []
    for part in _conjunction(where):
        test = read_test(part, values)
        if test is None or test.operator != "=" or test.attribute not in table.key_attributes:
            rest.append(part)
            continue
        if test.attribute in key:
            raise StatementFault(
                f"Multiple conditions on same key {test.attribute}. "
                "Only single item Update/Insert/Delete are supported"
            )
        check_key_type(table, test)
        key[test.attribute] = test.values[0]
    if len(key) < len(table.key_attributes):
        raise StatementFault(_INCOMPLETE)
    return ItemKey({name: key[name] for name in table.key_attributes}, _join(rest))


def _conjunction(where: Condition | None) -> Iterator[Condition]:
    """Yield the conditions that must all hold."""
    if isinstance(where, And):
        for part in where.conditions:
            yield from _conjunction(part)
    elif where is not None:
        yield where


def _join(parts: Sequence[Condition]) -> Condition | None:
    if len(parts) > 1:
        return And(tuple(parts))
    return parts[0] if parts else None


def read_test(part: Condition, values: Values) -> AttributeTest | None:
    """Read a condition as a test of one attribute, None if it is something else."""
    match part:
        case Comparison(operator, Path((str(name),)), ValueRef(ref)) if operator in _MIRRORED:
            return AttributeTest(name, operator, (values[ref],))
        case Comparison(operator, ValueRef(ref), Path((str(name),))) if operator in _MIRRORED:
            return AttributeTest(name, _MIRRORED[operator], (values[ref],))
        case Between(Path((str(name),)), ValueRef(low), ValueRef(high)):
            return AttributeTest(name, "between", (values[low], values[high]))
        case Function("begins_with", (Path((str(name),)), ValueRef(ref))):
            return AttributeTest(name, "begins_with", (values[ref],))
        case In(Path((str(name),)), options):
            refs = [option.text for option in options if isinstance(option, ValueRef)]
            if len(refs) == len(options):
                return AttributeTest(name, "in", tuple(values[ref] for ref in refs))
        case _:
            pass
    return None


def check_key_type(table: TableInfo, test: AttributeTest) -> None:
    """Refuse a test of a key attribute with a value that the key cannot have."""
    kind = table.key_types[test.attribute]
    if any(kind not in value for value in test.values):
        raise StatementFault(
            "Key attribute's data type should match its data type in table's schema: "
            f"Key {test.attribute}"
        )
