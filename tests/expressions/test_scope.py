"""The placeholders that a request's expressions share."""

from __future__ import annotations

from typing import Any

import pytest

from tavola.errors import MalformedRequest, ValidationFailed
from tavola.expressions import Scope


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ({}, "ExpressionAttributeNames must not be empty"),
        ({"a": "x"}, 'ExpressionAttributeNames contains invalid key: Syntax error; key: "a"'),
        ({"#": "x"}, 'ExpressionAttributeNames contains invalid key: Syntax error; key: "#"'),
        ({"#a-b": "x"}, 'ExpressionAttributeNames contains invalid key: Syntax error; key: "#a-b"'),
        (
            {"#a": ""},
            "ExpressionAttributeNames contains invalid value: Empty attribute name for key #a",
        ),
        (
            {"#" + "a" * 255: "x"},
            "ExpressionAttributeNames contains invalid key: The expression attribute map "
            "contains a key that is too long; size of key: 256",
        ),
    ],
)
def test_wrong_names_are_refused(names: dict[str, str], message: str) -> None:
    with pytest.raises(ValidationFailed) as refusal:
        Scope(names)
    assert refusal.value.message == message


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({}, "ExpressionAttributeValues must not be empty"),
        (
            {"v": {"S": "x"}},
            'ExpressionAttributeValues contains invalid key: Syntax error; key: "v"',
        ),
        (
            {":v": {"N": "x"}},
            "The parameter cannot be converted to a numeric value: x",
        ),
        (
            {":v": {"SS": []}},
            "One or more parameter values were invalid: An string set  may not be empty",
        ),
        (
            {":v": {"NULL": False}},
            "One or more parameter values were invalid: "
            "Null attribute value types must have the value of true",
        ),
    ],
)
def test_wrong_values_are_refused(values: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationFailed) as refusal:
        Scope(None, values)
    assert refusal.value.message == message


def test_a_malformed_value_is_told_as_such() -> None:
    with pytest.raises(MalformedRequest, match="NUMBER_VALUE cannot be converted to String"):
        Scope(None, {":v": {"S": 1}})


def test_unused_names_are_refused_before_unused_values() -> None:
    scope = Scope({"#a": "a", "#b": "b", "#c": "c"}, {":v": {"S": "x"}, ":w": {"S": "y"}})
    scope.condition("#b = :v")
    with pytest.raises(ValidationFailed) as refusal:
        scope.check_all_used()
    assert refusal.value.message == (
        "Value provided in ExpressionAttributeNames unused in expressions: keys: {#a, #c}"
    )


def test_unused_values_are_refused() -> None:
    scope = Scope(None, {":v": {"S": "x"}, ":w": {"S": "y"}})
    scope.update("SET a = :v")
    with pytest.raises(ValidationFailed) as refusal:
        scope.check_all_used()
    assert refusal.value.message == (
        "Value provided in ExpressionAttributeValues unused in expressions: keys: {:w}"
    )


def test_all_expressions_of_a_request_count_as_use() -> None:
    scope = Scope(
        {"#a": "a", "#b": "b", "#c": "c", "#d": "d"},
        {":v": {"S": "x"}, ":w": {"S": "y"}, ":k": {"S": "z"}},
    )
    scope.update("SET #a = :v")
    scope.condition("#b = :w OR #b = :v")
    scope.projection("#c.x")
    scope.key_condition("#d = :k")
    scope.check_all_used()


def test_a_request_without_placeholders_has_none_unused() -> None:
    scope = Scope()
    scope.condition("attribute_exists(a)")
    scope.check_all_used()


def test_the_same_text_means_other_attributes_under_other_names() -> None:
    item = {"a": {"S": "x"}, "b": {"S": "y"}}
    values = {":v": {"S": "x"}}
    first = Scope({"#n": "a"}, values).condition("#n = :v")
    second = Scope({"#n": "b"}, values).condition("#n = :v")
    assert (first.matches(item), second.matches(item)) == (True, False)


def test_the_same_text_is_checked_anew_for_other_values() -> None:
    Scope(None, {":v": {"N": "1"}}).condition("a < :v")
    with pytest.raises(ValidationFailed, match="operator or function: <, operand type: BOOL"):
        Scope(None, {":v": {"BOOL": True}}).condition("a < :v")


def test_values_are_compared_in_canonical_form() -> None:
    condition = Scope(None, {":v": {"N": "1.50"}}).condition("a = :v")
    assert condition.matches({"a": {"N": "1.5"}})
