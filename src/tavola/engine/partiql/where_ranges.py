"""Which ranges of keys a SELECT reads: those of every branch of its WHERE.

DynamoDB: a SELECT reads partitions, not the table, if its WHERE names them by `=` or IN, also on
both sides of an OR. Developer guide, ql-reference.select. Branches that would read an item twice
are refused, but not one that excludes sort keys by NOT or <>; what AWS answered to those is in
tests/engine/partiql/test_captured_answers.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from msgspec import Struct

from tavola.engine.items.key_ranges import Range, ReadTarget, range_of
from tavola.engine.partiql.where_keys import (
    AttributeTest,
    StatementFault,
    Values,
    check_key_type,
    read_test,
)
from tavola.expressions import KeyRange
from tavola.expressions.paths import operands_of
from tavola.expressions.tree import And, Comparison, Condition, Not, Or, Path
from tavola.values import Value

__all__ = ["find_ranges"]

_OVERLAP: Final = "Overlapping conditions with range keys are not supported in where clause"
_TOO_MANY: Final = "Too many decomposed read operations for a given query."
# DynamoDB: IN takes up to 50 values of a partition key. Developer guide, ql-operators.
_MAX_PARTITIONS: Final = 50
_MAX_BRANCHES: Final = 1000


class _Branch(Struct, frozen=True):
    """What must hold together for an item to be taken: the tests of keys in it."""

    tests: tuple[AttributeTest, ...] = ()
    excludes_sort_keys: bool = False

    def __add__(self, other: _Branch) -> _Branch:
        excludes = self.excludes_sort_keys or other.excludes_sort_keys
        return _Branch(self.tests + other.tests, excludes)

    def partitions(self, name: str) -> list[AttributeTest]:
        return [test for test in self.tests if test.attribute == name and test.operator == "="]


class _TooManyBranches(Exception):
    """The WHERE is read as a filter of everything."""


def find_ranges(target: ReadTarget, where: Condition | None, values: Values) -> list[KeyRange]:
    """Find what a SELECT must read; an empty list means everything."""
    if where is None:
        return []
    try:
        branches = _spread(target, where, values)
    except _TooManyBranches:
        return []
    if not all(branch.partitions(_pk(target)) for branch in branches):
        return []
    for branch in branches:
        for test in branch.tests:
            check_key_type(target.table, test)
    if len(branches) > 1:
        _check_overlap(target, branches)
    ranges = _merged(target, branches)
    if len(ranges) > _MAX_PARTITIONS:
        raise StatementFault(_TOO_MANY)
    return ranges


def _spread(target: ReadTarget, condition: Condition, values: Values) -> list[_Branch]:
    """Take a condition apart into branches, of which one has to hold."""
    match condition:
        case And(parts):
            branches = [_Branch()]
            for part in parts:
                others = _spread(target, part, values)
                if len(branches) * len(others) > _MAX_BRANCHES:
                    raise _TooManyBranches
                branches = [one + other for one in branches for other in others]
            return branches
        case Or(parts) if any(_tests_a_key(target, part, values) for part in parts):
            return [branch for part in parts for branch in _spread(target, part, values)]
        case _:
            return _branches_of_leaf(target, condition, values)


def _branches_of_leaf(target: ReadTarget, leaf: Condition, values: Values) -> list[_Branch]:
    test = _key_test(target, leaf, values)
    if test is None:
        return [_Branch((), _excludes(leaf, target.sort_keys))]
    if test.operator != "in":
        return [_Branch((test,))]
    return [_Branch((AttributeTest(test.attribute, "=", (value,)),)) for value in test.values]


def _key_test(target: ReadTarget, leaf: Condition, values: Values) -> AttributeTest | None:
    test = read_test(leaf, values)
    if test is None or test.attribute not in (*target.partition_keys, *target.sort_keys):
        return None
    is_range = test.attribute in target.sort_keys or test.operator in ("=", "in")
    return test if is_range else None


def _tests_a_key(target: ReadTarget, condition: Condition, values: Values) -> bool:
    match condition:
        case And(parts) | Or(parts):
            return any(_tests_a_key(target, part, values) for part in parts)
        case _:
            return _key_test(target, condition, values) is not None


def _excludes(condition: Condition, names: Sequence[str]) -> bool:
    """Whether a condition says which values of an attribute are not wanted."""
    match condition:
        case Not(inner):
            return _mentions(inner, names)
        case Comparison("<>"):
            return _mentions(condition, names)
        case _:
            return False


def _mentions(condition: Condition, names: Sequence[str]) -> bool:
    match condition:
        case And(parts) | Or(parts):
            return any(_mentions(part, names) for part in parts)
        case Not(inner):
            return _mentions(inner, names)
        case _:
            paths = (each for each in operands_of(condition) if isinstance(each, Path))
            return any(path.parts[0] in names for path in paths)


def _check_overlap(target: ReadTarget, branches: Sequence[_Branch]) -> None:
    """Refuse branches that would read an item twice."""
    taken: dict[bytes, list[Range]] = {}
    for branch in branches:
        if branch.excludes_sort_keys:
            continue
        found = {_sort_range(target, branch, each) for each in branch.partitions(_pk(target))}
        # `pk = 'a' AND pk = 'b'` takes nothing.
        if len({partition for partition, _ in found}) == 1:
            partition, (low, high) = found.pop()
            if low < high:
                taken.setdefault(partition, []).append((low, high))
    for ranges in taken.values():
        if any(low < high for (_, high), (low, _) in pairwise(sorted(ranges))):
            raise StatementFault(_OVERLAP)


def _sort_range(
    target: ReadTarget, branch: _Branch, partition: AttributeTest
) -> tuple[bytes, Range]:
    """Return the range of sort keys in which all tests of a branch hold."""
    hashed, (low, high) = range_of(target, KeyRange(partition.values))
    for test in branch.tests:
        if test.attribute in target.sort_keys:
            bounds = _range_of_test(target, partition, test)
            low, high = max(low, bounds[0]), min(high, bounds[1])
    return hashed, (low, high)


def _range_of_test(target: ReadTarget, partition: AttributeTest, test: AttributeTest) -> Range:
    if test.operator == "=":
        return range_of(target, KeyRange(partition.values, test.values))[1]
    return range_of(target, KeyRange(partition.values, (), test.operator, test.values))[1]


def _merged(target: ReadTarget, branches: Sequence[_Branch]) -> list[KeyRange]:
    """Read each partition once; by one branch's sort keys if no other reads it."""
    ranges: dict[bytes, KeyRange] = {}
    for branch in branches:
        partition = branch.partitions(_pk(target))[-1].values
        hashed, _ = range_of(target, KeyRange(partition))
        is_read = hashed in ranges
        ranges[hashed] = KeyRange(partition) if is_read else _one_range(target, branch, partition)
    return list(ranges.values())


def _one_range(target: ReadTarget, branch: _Branch, partition: tuple[Value, ...]) -> KeyRange:
    tests = [test for test in branch.tests if test.attribute in target.sort_keys]
    equal = next((test for test in tests if test.operator == "="), None)
    if equal is not None:
        return KeyRange(partition, equal.values)
    if not tests:
        return KeyRange(partition)
    return KeyRange(partition, (), tests[0].operator, tests[0].values)


def _pk(target: ReadTarget) -> str:
    # Statements on keys of several attributes were refused before.
    return target.partition_keys[0]
