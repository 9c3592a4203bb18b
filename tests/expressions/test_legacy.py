"""The parameters that expressions replaced."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tavola.errors import ValidationFailed
from tavola.expressions import (
    KeyRange,
    legacy_condition,
    legacy_filter,
    legacy_key_condition,
    legacy_projection,
    legacy_update,
)

ITEM: dict[str, dict[str, Any]] = {
    "a": {"S": "hello"},
    "n": {"N": "5"},
    "l": {"L": [{"N": "1"}]},
    "ss": {"SS": ["a", "b"]},
    "t": {"BOOL": True},
}
INVALID = "One or more parameter values were invalid: "


def compared(operator: str, *values: dict[str, Any]) -> dict[str, Any]:
    return {"ComparisonOperator": operator, "AttributeValueList": list(values)}


@pytest.mark.parametrize(
    ("name", "condition"),
    [
        ("a", compared("EQ", {"S": "hello"})),
        ("ss", compared("EQ", {"SS": ["b", "a"]})),
        ("n", compared("NE", {"N": "4"})),
        ("gone", compared("NE", {"N": "4"})),
        ("n", compared("LT", {"N": "6"})),
        ("n", compared("LE", {"N": "5.0"})),
        ("n", compared("GT", {"N": "4"})),
        ("n", compared("GE", {"N": "5"})),
        ("n", compared("BETWEEN", {"N": "5"}, {"N": "6"})),
        ("n", compared("IN", {"N": "4"}, {"N": "5"})),
        ("a", compared("BEGINS_WITH", {"S": "he"})),
        ("a", compared("CONTAINS", {"S": "ell"})),
        ("ss", compared("CONTAINS", {"S": "a"})),
        ("l", compared("CONTAINS", {"N": "1"})),
        ("a", compared("NOT_CONTAINS", {"S": "z"})),
        ("gone", compared("NULL")),
        ("a", compared("NOT_NULL")),
    ],
)
def test_a_filter_holds(name: str, condition: dict[str, Any]) -> None:
    assert legacy_filter({name: condition}).matches(ITEM)


@pytest.mark.parametrize(
    ("name", "condition"),
    [
        ("a", compared("EQ", {"S": "x"})),
        ("gone", compared("EQ", {"S": "x"})),
        ("n", compared("NE", {"N": "5"})),
        ("n", compared("LT", {"S": "6"})),
        ("n", compared("BETWEEN", {"N": "6"}, {"N": "7"})),
        ("gone", compared("IN", {"N": "4"})),
        ("a", compared("BEGINS_WITH", {"S": "lo"})),
        ("a", compared("CONTAINS", {"S": "z"})),
        ("ss", compared("NOT_CONTAINS", {"S": "a"})),
        ("a", compared("NULL")),
        ("gone", compared("NOT_NULL")),
    ],
)
def test_a_filter_does_not_hold(name: str, condition: dict[str, Any]) -> None:
    assert not legacy_filter({name: condition}).matches(ITEM)


@pytest.mark.parametrize(("operator", "holds"), [(None, False), ("AND", False), ("OR", True)])
def test_conditions_are_joined_by_the_conditional_operator(
    operator: str | None, holds: bool
) -> None:
    conditions = {"a": compared("EQ", {"S": "x"}), "n": compared("EQ", {"N": "5"})}
    assert legacy_filter(conditions, operator).matches(ITEM) is holds


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        (compared("EQ"), f"{INVALID}Invalid number of argument(s) for the EQ ComparisonOperator"),
        (
            compared("NULL", {"S": "x"}),
            f"{INVALID}Invalid number of argument(s) for the NULL ComparisonOperator",
        ),
        (
            compared("BETWEEN", {"S": "x"}),
            f"{INVALID}Invalid number of argument(s) for the BETWEEN ComparisonOperator",
        ),
        (
            compared("IN", {"S": "x"}, {"N": "1"}),
            f"{INVALID}AttributeValues inside AttributeValueList must be of same type",
        ),
        (
            compared("LT", {"BOOL": True}),
            f"{INVALID}ComparisonOperator LT is not valid for BOOL AttributeValue type",
        ),
        (
            compared("BEGINS_WITH", {"N": "1"}),
            f"{INVALID}ComparisonOperator BEGINS_WITH is not valid for N AttributeValue type",
        ),
        (
            compared("CONTAINS", {"SS": ["a"]}),
            f"{INVALID}ComparisonOperator CONTAINS is not valid for SS AttributeValue type",
        ),
        (
            compared("BETWEEN", {"N": "2"}, {"N": "1"}),
            "The BETWEEN condition was provided a range where the lower bound is greater than "
            "the upper bound",
        ),
        (
            compared("EQ", {"N": "x"}),
            "The parameter cannot be converted to a numeric value: x",
        ),
    ],
)
def test_a_wrong_filter_is_refused(condition: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationFailed) as refusal:
        legacy_filter({"a": condition})
    assert refusal.value.message == message


@pytest.mark.parametrize(
    ("name", "condition", "holds"),
    [
        ("a", {"Value": {"S": "hello"}}, True),
        ("a", {"Value": {"S": "x"}, "Exists": True}, False),
        ("a", {"Exists": False}, False),
        ("gone", {"Exists": False}, True),
        ("n", {"ComparisonOperator": "GT", "Value": {"N": "4"}}, True),
        ("a", {"ComparisonOperator": "NOT_NULL"}, True),
    ],
)
def test_what_is_expected_is_compared(name: str, condition: dict[str, Any], holds: bool) -> None:
    assert legacy_condition({name: condition}).matches(ITEM) is holds


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        ({}, "Value must be provided when Exists is null"),
        ({"Exists": True}, "Value must be provided when Exists is true"),
        ({"Exists": False, "Value": {"S": "x"}}, "Value cannot be used when Exists is false"),
        (
            {**compared("EQ", {"S": "x"}), "Value": {"S": "x"}},
            "Value and AttributeValueList cannot be used together",
        ),
        (
            {"ComparisonOperator": "EQ", "Exists": True},
            "Exists and ComparisonOperator cannot be used together",
        ),
        (
            {"ComparisonOperator": "EQ"},
            "Value or AttributeValueList must be used with ComparisonOperator: EQ",
        ),
        (
            {"AttributeValueList": [{"S": "x"}]},
            "AttributeValueList can only be used with a ComparisonOperator",
        ),
    ],
)
def test_a_wrong_expectation_is_refused(condition: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationFailed) as refusal:
        legacy_condition({"a": condition})
    assert refusal.value.message == f"{INVALID}{message} for Attribute: a"


@pytest.mark.parametrize(
    ("update", "changes"),
    [
        ({"a": {"Value": {"S": "z"}}}, {"a": {"S": "z"}}),
        ({"c": {"Value": {"N": "1.0"}, "Action": "PUT"}}, {"c": {"N": "1"}}),
        ({"n": {"Value": {"N": "1"}, "Action": "ADD"}}, {"n": {"N": "6"}}),
        ({"c": {"Value": {"N": "1"}, "Action": "ADD"}}, {"c": {"N": "1"}}),
        ({"ss": {"Value": {"SS": ["c"]}, "Action": "ADD"}}, {"ss": {"SS": ["a", "b", "c"]}}),
        (
            {"l": {"Value": {"L": [{"N": "2"}]}, "Action": "ADD"}},
            {"l": {"L": [{"N": "1"}, {"N": "2"}]}},
        ),
        ({"ss": {"Value": {"SS": ["a"]}, "Action": "DELETE"}}, {"ss": {"SS": ["b"]}}),
        ({"gone": {"Action": "DELETE"}}, {}),
    ],
)
def test_attributes_are_updated(update: dict[str, dict[str, Any]], changes: dict[str, Any]) -> None:
    legacy = legacy_update(update)
    assert legacy.apply(ITEM) == {**ITEM, **changes}
    assert legacy.attributes == set(update)


def test_an_attribute_is_deleted() -> None:
    legacy = legacy_update({"a": {"Action": "DELETE"}})
    assert legacy.apply({"a": {"S": "x"}, "b": {"S": "y"}}) == {"b": {"S": "y"}}


@pytest.mark.parametrize(
    ("update", "message"),
    [
        ({}, f"{INVALID}Only DELETE action is allowed when no attribute value is specified"),
        (
            {"Action": "DELETE", "Value": {"S": "x"}},
            f"{INVALID}DELETE action with value is not supported for the type S",
        ),
        (
            {"Action": "ADD", "Value": {"BOOL": True}},
            f"{INVALID}ADD action is not supported for the type BOOL",
        ),
    ],
)
def test_a_wrong_update_is_refused(update: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationFailed) as refusal:
        legacy_update({"a": update})
    assert refusal.value.message == message


def test_an_update_that_does_not_fit_the_item_is_a_type_mismatch() -> None:
    legacy = legacy_update({"a": {"Action": "ADD", "Value": {"N": "1"}}})
    with pytest.raises(ValidationFailed) as refusal:
        legacy.apply(ITEM)
    assert refusal.value.message == "Type mismatch for attribute to update"


def test_key_conditions_are_a_partition_and_a_range() -> None:
    conditions = {
        "pk": compared("EQ", {"S": "k"}),
        "sk": compared("BETWEEN", {"N": "1"}, {"N": "2"}),
    }
    found = legacy_key_condition(conditions).bind(("pk",), ("sk",), {"pk": "S", "sk": "N"})
    assert found == KeyRange(({"S": "k"},), (), "between", ({"N": "1"}, {"N": "2"}))


@pytest.mark.parametrize("operator", ["NE", "IN", "CONTAINS"])
def test_a_key_condition_needs_an_indexable_operator(operator: str) -> None:
    with pytest.raises(ValidationFailed) as refusal:
        legacy_key_condition({"pk": compared(operator, {"S": "k"})})
    assert refusal.value.message == (
        "Attempted conditional constraint is not an indexable operation"
    )


def test_attributes_to_get_are_projected() -> None:
    assert legacy_projection(["a", "gone"]).apply(ITEM) == {"a": {"S": "hello"}}


def test_an_attribute_to_get_may_be_named_once() -> None:
    with pytest.raises(ValidationFailed) as refusal:
        legacy_projection(["n", "a", "a"])
    assert refusal.value.message == f"{INVALID}Duplicate value in attribute name: a"


INDEXABLE = ["LT", "LE", "GT", "GE", "IN", "BETWEEN"]
OF_OTHER_TYPES: list[tuple[str, dict[str, Any]]] = [
    *((operator, {"BOOL": True}) for operator in INDEXABLE),
    *((operator, {"L": []}) for operator in (*INDEXABLE, "CONTAINS", "NOT_CONTAINS")),
    *(("BEGINS_WITH", value) for value in ({"N": "1"}, {"NULL": True}, {"SS": ["a"]})),
    *((operator, {"NS": ["1"]}) for operator in ("CONTAINS", "NOT_CONTAINS")),
]


@pytest.mark.parametrize(("operator", "value"), OF_OTHER_TYPES)
def test_an_operator_is_not_valid_for_every_type(operator: str, value: dict[str, Any]) -> None:
    values = [value] * (2 if operator == "BETWEEN" else 1)
    with pytest.raises(ValidationFailed) as refusal:
        legacy_filter({"a": compared(operator, *values)})
    (kind,) = value
    assert refusal.value.message == (
        f"{INVALID}ComparisonOperator {operator} is not valid for {kind} AttributeValue type"
    )


@pytest.mark.parametrize(
    ("operator", "count"),
    [
        *((operator, 0) for operator in ("EQ", "NE", "IN", "CONTAINS", "BETWEEN")),
        *((operator, 1) for operator in ("NULL", "NOT_NULL", "BETWEEN")),
        *((operator, 2) for operator in ("EQ", "LT", "BEGINS_WITH", "NOT_CONTAINS", "NULL")),
        ("BETWEEN", 3),
    ],
)
def test_an_operator_takes_so_many_values_and_no_others(operator: str, count: int) -> None:
    with pytest.raises(ValidationFailed) as refusal:
        legacy_filter({"a": compared(operator, *[{"S": "x"}] * count)})
    assert refusal.value.message == (
        f"{INVALID}Invalid number of argument(s) for the {operator} ComparisonOperator"
    )


@pytest.mark.parametrize(
    ("name", "condition", "holds"),
    [
        ("t", compared("CONTAINS", {"BOOL": True}), False),
        ("l", compared("CONTAINS", {"NULL": True}), False),
        ("n", compared("NOT_CONTAINS", {"N": "5"}), True),
        ("gone", compared("NOT_CONTAINS", {"N": "5"}), False),
        ("n", compared("BETWEEN", {"N": "5"}, {"N": "5"}), True),
        ("n", compared("LT", {"N": "5"}), False),
        ("n", compared("GT", {"N": "5"}), False),
        ("n", compared("LE", {"N": "4"}), False),
        ("n", compared("GE", {"N": "6"}), False),
        ("n", {"ComparisonOperator": "NOT_NULL"}, True),
    ],
)
def test_a_filter_says_what_dynamodb_says(
    name: str, condition: dict[str, Any], holds: bool
) -> None:
    found = legacy_filter({name: condition})
    assert (found.matches(ITEM), set(found.attributes)) == (holds, {name})


def test_no_conditions_at_all_hold_of_everything() -> None:
    found = [legacy_filter({}), legacy_condition({})]
    assert [(one.matches({}), one.attributes, one.weight) for one in found] == [
        (True, frozenset(), 0)
    ] * 2


@pytest.mark.parametrize("name", ["NULL", "NOT_NULL"])
def test_an_expectation_without_value_needs_none(name: str) -> None:
    assert legacy_condition({"a": {"ComparisonOperator": name}}).matches(ITEM) is (
        name == "NOT_NULL"
    )


@pytest.mark.parametrize(
    ("update", "makes_items"),
    [
        ({}, True),
        ({"a": {"Action": "DELETE"}}, False),
        ({"ss": {"Action": "DELETE", "Value": {"SS": ["a"]}}}, False),
        ({"n": {"Action": "ADD", "Value": {"N": "1"}}}, True),
        ({"a": {"Action": "DELETE"}, "n": {"Value": {"N": "1"}}}, True),
    ],
)
def test_an_update_that_only_deletes_makes_no_item(
    update: dict[str, dict[str, Any]], makes_items: bool
) -> None:
    legacy = legacy_update(update)
    touched = {name: ITEM[name] for name in update}
    assert (legacy.makes_items, legacy.touched(ITEM)) == (makes_items, touched)


def test_a_list_is_added_to_what_is_not_there() -> None:
    legacy = legacy_update({"new": {"Action": "ADD", "Value": {"L": [{"N": "2"}]}}})
    assert legacy.apply({}) == {"new": {"L": [{"N": "2"}]}}


def test_a_sum_that_is_too_large_is_told_as_an_overflow() -> None:
    legacy = legacy_update({"n": {"Action": "ADD", "Value": {"N": "9E125"}}})
    with pytest.raises(ValidationFailed) as refusal:
        legacy.apply({"n": {"N": "9" + "0" * 125}})
    assert refusal.value.message == (
        "Number overflow. Attempting to store a number with magnitude larger than supported range"
    )


TRANSLATIONS: list[Callable[[str], Any]] = [
    lambda name: legacy_update({name: {"Action": "DELETE"}}),
    lambda name: legacy_projection([name]),
]


@pytest.mark.parametrize("translate", TRANSLATIONS)
def test_an_attribute_has_a_name(translate: Callable[[str], Any]) -> None:
    with pytest.raises(ValidationFailed, match="Empty attribute name"):
        translate("")


@pytest.mark.parametrize(
    ("operator", "meant"),
    [
        ("LT", "<"),
        ("LE", "<="),
        ("GT", ">"),
        ("GE", ">="),
        ("BEGINS_WITH", "begins_with"),
    ],
)
def test_a_sort_key_is_compared_as_the_operator_says(operator: str, meant: str) -> None:
    conditions = {"pk": compared("EQ", {"S": "k"}), "sk": compared(operator, {"S": "x"})}
    found = legacy_key_condition(conditions).bind(("pk",), ("sk",), {"pk": "S", "sk": "S"})
    assert found == KeyRange(({"S": "k"},), (), meant, ({"S": "x"},))


def test_a_sort_key_may_be_equal() -> None:
    conditions = {"pk": compared("EQ", {"S": "k"}), "sk": compared("EQ", {"S": "x"})}
    found = legacy_key_condition(conditions).bind(("pk",), ("sk",), {"pk": "S", "sk": "S"})
    assert found == KeyRange(({"S": "k"},), ({"S": "x"},), None, ())


def test_a_key_is_bound_by_values() -> None:
    with pytest.raises(ValidationFailed) as refusal:
        legacy_key_condition({"pk": {"ComparisonOperator": "EQ"}})
    assert refusal.value.message == (
        f"{INVALID}Invalid number of argument(s) for the EQ ComparisonOperator"
    )
