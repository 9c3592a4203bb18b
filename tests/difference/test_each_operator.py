"""Every operator and function judges every kind of value as it does in the reference engines."""

from __future__ import annotations

from typing import Any

import pytest

from tests.difference import older_parameters as older
from tests.difference.compare import Request, Scenario
from tests.difference.conftest import Comparison
from tests.difference.tables import OPEN_SIMPLE

STORED: dict[str, Any] = {
    "id": {"S": "each"},
    "text": {"S": "abc"},
    "number": {"N": "5"},
    "bytes": {"B": "YWJj"},
    "texts": {"SS": ["a", "abc"]},
    "numbers": {"NS": ["5", "7"]},
    "list": {"L": [{"S": "a"}, {"N": "5"}]},
    "map": {"M": {"a": {"S": "a"}}},
    "truth": {"BOOL": True},
    "nothing": {"NULL": True},
}
NAMES = (*STORED, "absent")
COMPARED: tuple[Any, ...] = (
    {"S": "a"},
    {"S": "abc"},
    {"S": "b"},
    {"N": "5"},
    {"N": "6"},
    {"B": "YQ=="},
)
PUT: dict[str, Any] = {"TableName": OPEN_SIMPLE.name, "Item": STORED}
EXPRESSIONS = (
    *(f"#n {sign} :v" for sign in ("=", "<>", "<", "<=", ">", ">=")),
    "#n BETWEEN :v AND :v",
    "#n IN (:v)",
    "NOT #n = :v",
    "contains(#n, :v)",
    "NOT contains(#n, :v)",
    "begins_with(#n, :v)",
    "size(#n) > :v",
    "attribute_exists(#n) AND :v = :v",
    "attribute_not_exists(#n) AND :v = :v",
)


def put_if(**condition: Any) -> Scenario:
    """Put an item, and put it again under a condition."""
    return Request("PutItem", PUT, only_helps=True), Request("PutItem", {**PUT, **condition})


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_an_expression_judges_each_kind_of_value_alike(
    comparison: Comparison, expression: str
) -> None:
    found = [
        comparison.unexplained(
            put_if(
                ConditionExpression=expression,
                ExpressionAttributeNames={"#n": name},
                ExpressionAttributeValues={":v": value},
            )
        )
        for name in NAMES
        for value in COMPARED
    ]

    assert [each for each in found if each] == []


@pytest.mark.parametrize("operator", [*older.ONE_VALUE, "BETWEEN", "IN", "NULL", "NOT_NULL"])
def test_an_older_operator_judges_each_kind_of_value_alike(
    comparison: Comparison, operator: str
) -> None:
    pairs = [[value] * older.VALUE_COUNTS[operator] for value in COMPARED]
    found = [
        comparison.unexplained_of_wrong_parameters(put_if(Expected={name: condition}))
        for name in NAMES
        for values in pairs
        for condition in [_condition(operator, values)]
    ]

    assert [each for each in found if each] == []


def _condition(operator: str, values: list[Any]) -> dict[str, Any]:
    named = {"ComparisonOperator": operator}
    return {**named, "AttributeValueList": values} if values else named
