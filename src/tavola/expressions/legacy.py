"""The parameters that expressions replaced, translated to the same trees.

legacy_condition(body["Expected"], body.get("ConditionalOperator"))        # a Condition
legacy_filter(body["QueryFilter"], body.get("ConditionalOperator"))        # a Condition
legacy_key_condition(body["KeyConditions"])                                # a KeyCondition
legacy_update(body["AttributeUpdates"])                                    # an Update
legacy_projection(body["AttributesToGet"])                                 # a Projection
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from tavola.errors import ValidationFailed
from tavola.expressions.key_condition import KeyCondition, KeyTest, KeyTests
from tavola.expressions.project import compile_paths
from tavola.expressions.render import Placeholders
from tavola.expressions.scope import CompiledUpdate, Condition, Projection
from tavola.expressions.tree import (
    And,
    Between,
    Comparison,
    Function,
    In,
    Keyword,
    Literal,
    Not,
    Operand,
    Or,
    Path,
    UpdateAction,
    UpdateClause,
    UpdateTree,
)
from tavola.expressions.tree import Condition as ConditionTree
from tavola.expressions.update import WRONG_TYPE, compile_update
from tavola.values import ORDERED_TYPES, Item, Value, check_name, check_value, compare_values

__all__ = [
    "legacy_condition",
    "legacy_filter",
    "legacy_key_condition",
    "legacy_projection",
    "legacy_update",
]

_INVALID: Final = "One or more parameter values were invalid: "
_COMPARATORS: Final[Mapping[str, Any]] = {
    "EQ": "=",
    "NE": "<>",
    "LT": "<",
    "LE": "<=",
    "GT": ">",
    "GE": ">=",
}
_SCALARS: Final = ORDERED_TYPES | {"BOOL", "NULL"}
_NO_VALUES: Final = frozenset({"NULL", "NOT_NULL"})
_TYPES: Final[Mapping[str, frozenset[str]]] = {
    "LT": ORDERED_TYPES,
    "LE": ORDERED_TYPES,
    "GT": ORDERED_TYPES,
    "GE": ORDERED_TYPES,
    "IN": ORDERED_TYPES,
    "BETWEEN": ORDERED_TYPES,
    "CONTAINS": _SCALARS,
    "NOT_CONTAINS": _SCALARS,
    "BEGINS_WITH": frozenset({"S", "B"}),
}
_KEY_OPERATORS: Final[Mapping[str, str]] = {
    "EQ": "=",
    "LT": "<",
    "LE": "<=",
    "GT": ">",
    "GE": ">=",
    "BETWEEN": "between",
    "BEGINS_WITH": "begins_with",
}
_SET_TYPES: Final = frozenset({"SS", "NS", "BS"})
_ADD_TYPES: Final = _SET_TYPES | {"N", "L"}


def legacy_condition(
    expected: Mapping[str, Mapping[str, Any]],
    conditional_operator: str | None = None,
) -> Condition:
    """Translate `Expected`."""
    trees = [_expected(name, condition) for name, condition in expected.items()]
    return _condition(trees, expected, conditional_operator)


def legacy_filter(
    conditions: Mapping[str, Mapping[str, Any]],
    conditional_operator: str | None = None,
) -> Condition:
    """Translate `QueryFilter` or `ScanFilter`."""
    trees: list[ConditionTree] = []
    for name, condition in conditions.items():
        operator = str(condition["ComparisonOperator"])
        values = _checked_values(operator, condition.get("AttributeValueList") or [])
        trees.append(_tree(name, operator, values))
    return _condition(trees, conditions, conditional_operator)


def _condition(
    trees: list[ConditionTree],
    conditions: Mapping[str, Any],
    conditional_operator: str | None,
) -> Condition:
    if not trees:
        return Condition.of_tree(And(()), {}, frozenset())
    node = Or if conditional_operator == "OR" else And
    tree = trees[0] if len(trees) == 1 else node(tuple(trees))
    return Condition.of_tree(tree, {}, frozenset(conditions))


def _expected(name: str, condition: Mapping[str, Any]) -> ConditionTree:
    _check_expected(name, condition)
    operator = condition.get("ComparisonOperator")
    values = condition.get("AttributeValueList")
    if values is None:
        values = [condition["Value"]] if condition.get("Value") is not None else []
    if operator is not None:
        return _tree(name, operator, _checked_values(operator, values))
    if not values:
        return Function("attribute_not_exists", (Path((name,)),))
    return Comparison("=", Path((name,)), Literal(check_value(values[0])))


def _check_expected(name: str, condition: Mapping[str, Any]) -> None:
    operator, exists = condition.get("ComparisonOperator"), condition.get("Exists")
    has_value = condition.get("Value") is not None
    has_list = condition.get("AttributeValueList") is not None
    faults = {
        "Value and AttributeValueList cannot be used together": has_value and has_list,
        "Exists and ComparisonOperator cannot be used together": (
            operator is not None and exists is not None
        ),
        f"Value or AttributeValueList must be used with ComparisonOperator: {operator}": (
            operator is not None and operator not in _NO_VALUES and not (has_value or has_list)
        ),
        "AttributeValueList can only be used with a ComparisonOperator": (
            operator is None and has_list
        ),
        f"Value must be provided when Exists is {_text(exists)}": (
            operator is None and exists is not False and not has_value
        ),
        "Value cannot be used when Exists is false": (
            operator is None and exists is False and has_value
        ),
    }
    fault = next((fault for fault, is_present in faults.items() if is_present), None)
    if fault is not None:
        raise ValidationFailed(f"{_INVALID}{fault} for Attribute: {name}")


def _text(exists: bool | None) -> str:
    return "null" if exists is None else str(exists).lower()


def _checked_values(operator: str, given: Sequence[Any]) -> list[Value]:
    values = [check_value(value) for value in given]
    if not _has_right_count(operator, len(values)):
        raise ValidationFailed(
            f"{_INVALID}Invalid number of argument(s) for the {operator} ComparisonOperator",
        )
    kinds = {kind for value in values for kind in value}
    if len(kinds) > 1:
        raise ValidationFailed(
            f"{_INVALID}AttributeValues inside AttributeValueList must be of same type",
        )
    for kind in kinds - _TYPES.get(operator, kinds):
        raise ValidationFailed(
            f"{_INVALID}ComparisonOperator {operator} is not valid for {kind} AttributeValue type",
        )
    if operator == "BETWEEN" and (compare_values(values[0], values[1]) or 0) > 0:
        raise ValidationFailed(
            "The BETWEEN condition was provided a range where the lower bound is greater "
            "than the upper bound",
        )
    return values


def _has_right_count(operator: str, count: int) -> bool:
    if operator == "IN":
        return count > 0
    wanted = 0 if operator in _NO_VALUES else 2 if operator == "BETWEEN" else 1
    return count == wanted


def _tree(name: str, operator: str, values: Sequence[Value]) -> ConditionTree:
    path = Path((name,))
    literals = tuple(Literal(value) for value in values)
    match operator:
        case "NULL":
            return Function("attribute_not_exists", (path,))
        case "NOT_NULL":
            return Function("attribute_exists", (path,))
        case "IN":
            return In(path, literals)
        case "BETWEEN":
            return Between(path, literals[0], literals[1])
        case "NOT_CONTAINS":
            # DynamoDB: unlike NE, this is false of an attribute that is not there.
            exists = Function("attribute_exists", (path,))
            return And((exists, Not(Function("contains", (path, literals[0])))))
        case "CONTAINS" | "BEGINS_WITH":
            return Function(operator.lower(), (path, literals[0]))
        case _:
            return Comparison(_COMPARATORS[operator], path, literals[0])


def legacy_key_condition(conditions: Mapping[str, Mapping[str, Any]]) -> KeyCondition:
    """Translate `KeyConditions`."""
    placeholders = Placeholders()
    tests: list[KeyTest] = []
    for name, condition in conditions.items():
        operator = str(condition["ComparisonOperator"])
        values = _checked_values(operator, condition.get("AttributeValueList") or [])
        if operator not in _KEY_OPERATORS:
            raise ValidationFailed("Attempted conditional constraint is not an indexable operation")
        refs = tuple(placeholders.value(value) for value in values)
        tests.append(KeyTest(name, _KEY_OPERATORS[operator], refs))
    values_by_ref = {ref: dict(value) for ref, value in placeholders.values.items()}
    return KeyCondition(KeyTests(tests), values_by_ref)


def legacy_projection(names: Sequence[str]) -> Projection:
    """Translate `AttributesToGet`."""
    for name in names:
        check_name(name)
    if len(set(names)) != len(names):
        repeated = next(name for name in names if names.count(name) > 1)
        raise ValidationFailed(
            f"{_INVALID}Duplicate value in attribute name: {repeated}",
        )
    return Projection(compile_paths([(name,) for name in names]), frozenset(names))


def legacy_update(updates: Mapping[str, Mapping[str, Any]]) -> CompiledUpdate:
    """Translate `AttributeUpdates`."""
    sections = tuple(
        UpdateClause(keyword, (UpdateAction(Path((name,)), operand),))
        for name, update in updates.items()
        for keyword, operand in [_action(name, update)]
    )
    apply = compile_update(UpdateTree(sections), {})
    touched = compile_paths([(name,) for name in updates])
    makes_items = not updates or any(section.keyword in ("SET", "ADD") for section in sections)
    return CompiledUpdate(
        _retold(partial(apply, {})), frozenset(updates), touched, makes_items=makes_items
    )


def _action(name: str, update: Mapping[str, Any]) -> tuple[Keyword, Operand | None]:
    check_name(name)
    action = update.get("Action") or "PUT"
    if update.get("Value") is None:
        if action != "DELETE":
            raise ValidationFailed(
                f"{_INVALID}Only DELETE action is allowed when no attribute value is specified",
            )
        return "REMOVE", None
    value = check_value(update["Value"])
    (kind,) = value
    if action == "PUT":
        return "SET", Literal(value)
    if action == "DELETE":
        if kind not in _SET_TYPES:
            raise ValidationFailed(
                f"{_INVALID}DELETE action with value is not supported for the type {kind}",
            )
        return "DELETE", Literal(value)
    if kind not in _ADD_TYPES:
        raise ValidationFailed(f"{_INVALID}ADD action is not supported for the type {kind}")
    if kind == "L":
        current = Function("if_not_exists", (Path((name,)), Literal({"L": []})))
        return "SET", Function("list_append", (current, Literal(value)))
    return "ADD", Literal(value)


def _retold(
    apply: Callable[[Mapping[str, Value]], Item],
) -> Callable[[Mapping[str, Value]], Item]:
    """Tell a fault of the tree in the words of the older parameter."""

    def apply_retold(item: Mapping[str, Value]) -> Item:
        try:
            return apply(item)
        except ValidationFailed as fault:
            if fault.message == WRONG_TYPE:
                message = "Type mismatch for attribute to update"
                raise ValidationFailed(message) from None
            raise

    return apply_retold
