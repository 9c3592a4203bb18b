"""Key conditions: which partition a Query reads, and which range of sort keys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec import Struct

from tavola.errors import ValidationFailed
from tavola.expressions.paths import Leaf, operands_of, resolve_path
from tavola.expressions.tree import (
    And,
    Between,
    Comparison,
    Condition,
    Function,
    In,
    Not,
    Operand,
    Or,
    Path,
    ValueRef,
)
from tavola.values import Value

__all__ = ["KeyCondition", "KeyRange", "KeyTest", "KeyTests", "find_key_tests"]

_MIRRORED: Final[Mapping[str, str]] = {"=": "=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
_WRONG_FUNCTIONS: Final = frozenset(
    {"attribute_exists", "attribute_not_exists", "attribute_type", "contains"},
)


class KeyTest(Struct, frozen=True):
    """A condition on one key attribute; the values are placeholders."""

    attribute: str
    operator: str
    refs: tuple[str, ...]


class KeyRange(Struct, frozen=True):
    """What a Query reads: partition values, sort values fixed by `=`, and a last condition."""

    partition: tuple[Value, ...]
    sort: tuple[Value, ...] = ()
    operator: str | None = None
    bounds: tuple[Value, ...] = ()


def find_key_tests(tree: Condition, names: Mapping[str, str]) -> tuple[KeyTest, ...]:
    """Turn a checked condition into tests of attributes, or refuse it as a key condition."""
    tests: list[KeyTest] = []
    for leaf in _conjunction(tree):
        test = _key_test(leaf, names)
        if any(test.attribute == other.attribute for other in tests):
            raise ValidationFailed(
                "KeyConditionExpressions must only contain one condition per key",
            )
        tests.append(test)
    return tuple(tests)


def _conjunction(tree: Condition) -> Iterator[Leaf]:
    """Yield the leaves of a tree that may have no connective but AND."""
    waiting: list[Condition] = [tree]
    while waiting:
        node = waiting.pop()
        match node:
            case And(conditions):
                waiting.extend(reversed(conditions))
            case Or() | Not() | In():
                raise _wrong_operator(type(node).__name__.upper())
            case Comparison("<>"):
                raise _wrong_operator("<>")
            case Function(name) if name in _WRONG_FUNCTIONS:
                raise _wrong_operator(name)
            case _:
                yield node


def _wrong_operator(operator: str) -> ValidationFailed:
    return ValidationFailed(f"Invalid operator used in KeyConditionExpression: {operator}")


def _key_test(leaf: Leaf, names: Mapping[str, str]) -> KeyTest:
    operands = operands_of(leaf)
    if isinstance(leaf, Between | Function) and not isinstance(operands[0], Path):
        operator = "BETWEEN" if isinstance(leaf, Between) else leaf.name
        raise ValidationFailed(
            f"Invalid condition in KeyConditionExpression: {operator} operator must have the "
            "key attribute as its first operand",
        )
    attribute = _attribute(operands, names)
    refs = tuple(operand.text for operand in operands if isinstance(operand, ValueRef))
    if isinstance(leaf, Between):
        return KeyTest(attribute, "between", refs)
    if isinstance(leaf, Comparison):
        is_mirrored = isinstance(leaf.left, ValueRef)
        operator = _MIRRORED[leaf.operator] if is_mirrored else leaf.operator
        return KeyTest(attribute, operator, refs)
    return KeyTest(attribute, "begins_with", refs)


def _attribute(operands: Sequence[Operand], names: Mapping[str, str]) -> str:
    """Return the one attribute that a condition is about."""
    found: list[str] = []
    for operand in operands:
        if isinstance(operand, Function):
            raise ValidationFailed("KeyConditionExpressions cannot contain nested operations")
        if not isinstance(operand, Path):
            continue
        if found:
            raise ValidationFailed(
                "Invalid condition in KeyConditionExpression: "
                "Multiple attribute names used in one condition",
            )
        if len(operand.parts) > 1:
            raise ValidationFailed(
                "KeyConditionExpressions cannot have conditions on nested attributes",
            )
        found.append(str(resolve_path(operand, names)[0]))
    if not found:
        raise ValidationFailed(
            "Invalid condition in KeyConditionExpression: No key attribute specified",
        )
    return found[0]


class KeyTests:
    """The tests of one key condition by attribute; equal only to itself, so a cheap cache key."""

    __slots__ = ("by_attribute",)

    def __init__(self, tests: Sequence[KeyTest]) -> None:
        self.by_attribute = {test.attribute: test for test in tests}


class KeyCondition:
    """The key condition of one Query, not yet bound to the keys of a table or index."""

    __slots__ = ("_tests", "_values")

    def __init__(self, tests: KeyTests, values: Mapping[str, Value]) -> None:
        self._tests = tests
        self._values = values

    @property
    def attributes(self) -> frozenset[str]:
        """The attributes that the condition is about."""
        return frozenset(self._tests.by_attribute)

    def bind(
        self,
        partition: Sequence[str],
        sort: Sequence[str],
        types: Mapping[str, str],
    ) -> KeyRange:
        """Match the conditions with the key attributes of a table or index, or refuse."""
        plan = _plan(self._tests, tuple(partition), tuple(sort))
        values = self._values
        for name, ref in plan.typed:
            if types[name] not in values[ref]:
                raise ValidationFailed(
                    "One or more parameter values were invalid: "
                    "Condition parameter type does not match schema type",
                )
        return KeyRange(
            tuple([values[ref] for ref in plan.partition]),
            tuple([values[ref] for ref in plan.sort]),
            plan.operator,
            tuple([values[ref] for ref in plan.bounds]),
        )


class _KeyPlan(NamedTuple):
    """A `KeyRange` whose values are still placeholders."""

    partition: tuple[str, ...]
    sort: tuple[str, ...]
    operator: str | None
    bounds: tuple[str, ...]
    typed: tuple[tuple[str, str], ...]


@lru_cache(2048)
def _plan(tests: KeyTests, partition: tuple[str, ...], sort: tuple[str, ...]) -> _KeyPlan:
    found = tests.by_attribute
    _check_attributes(found, partition, sort)
    if any(found[name].operator != "=" for name in partition):
        raise _not_supported()
    fixed, last = _sort_tests(found, sort)
    return _KeyPlan(
        partition=tuple(found[name].refs[0] for name in partition),
        sort=tuple(test.refs[0] for test in fixed),
        operator=None if last is None else last.operator,
        bounds=() if last is None else last.refs,
        typed=tuple((test.attribute, ref) for test in found.values() for ref in test.refs),
    )


def _check_attributes(
    found: Mapping[str, KeyTest],
    partition: Sequence[str],
    sort: Sequence[str],
) -> None:
    defined = len(partition) + len(sort)
    if len(found) > max(defined, 2):
        raise ValidationFailed(
            f"The number of query conditions ({len(found)}) exceeds the number of key attributes "
            f"defined in the schema ({defined})",
        )
    for name in partition:
        if name not in found:
            raise _missing(name)
    if all(name in partition or name in sort for name in found):
        return
    if not sort:
        raise _not_supported()
    raise _missing(next((name for name in sort if name not in found), sort[0]))


def _sort_tests(
    found: Mapping[str, KeyTest],
    sort: Sequence[str],
) -> tuple[list[KeyTest], KeyTest | None]:
    """Split the sort conditions into leading equalities and at most one other, the last."""
    given = [position for position, name in enumerate(sort) if name in found]
    if not given:
        return [], None
    leading = sort[: given[-1]]
    loose = [name for name in leading if name not in found or found[name].operator != "="]
    last = found[sort[given[-1]]]
    if loose:
        raise ValidationFailed(
            f"RANGE key attributes {', '.join(loose)} must have equality conditions specified in "
            f"the query because a condition is present on key attribute {last.attribute}"
        )
    fixed = [found[name] for name in leading]
    return ([*fixed, last], None) if last.operator == "=" else (fixed, last)


def _missing(name: str) -> ValidationFailed:
    return ValidationFailed(f"Query condition missed key schema element: {name}")


def _not_supported() -> ValidationFailed:
    return ValidationFailed("Query key condition not supported")
