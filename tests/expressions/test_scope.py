"""The placeholders that a request's expressions share."""

from __future__ import annotations

from collections.abc import Callable, Generator
from itertools import count
from typing import Any

import pytest

from tavola.errors import MalformedRequest, ValidationFailed
from tavola.expressions import Condition, Scope
from tavola.values import ValueRefused


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


def test_a_placeholder_may_have_255_characters() -> None:
    name, value = "#" + "a" * 254, ":" + "v" * 254
    scope = Scope({name: "x"}, {value: {"S": "y"}})
    condition = scope.condition(f"{name} = {value}")
    scope.check_all_used()
    assert condition.matches({"x": {"S": "y"}})


def test_a_placeholder_of_a_value_may_not_have_256() -> None:
    with pytest.raises(ValidationFailed) as refusal:
        Scope(None, {":" + "v" * 255: {"S": "y"}})
    assert refusal.value.message == (
        "ExpressionAttributeValues contains invalid key: The expression attribute map "
        "contains a key that is too long; size of key: 256"
    )


@pytest.mark.parametrize(
    ("value", "older"),
    [
        (
            {"N": ""},
            "ExpressionAttributeValues contains invalid value: The parameter cannot be converted "
            "to a numeric value for key :v",
        ),
        (
            {"NULL": False},
            "One or more parameter values were invalid: "
            "Null attribute value types must have the value of true",
        ),
    ],
)
def test_older_checks_say_which_value_is_wrong(value: dict[str, Any], older: str) -> None:
    with pytest.raises(ValueRefused) as refusal:
        Scope(None, {":v": value})
    assert refusal.value.older == older


def test_two_expressions_use_the_placeholders_of_both() -> None:
    scope = Scope({"#a": "a", "#b": "b"}, {":v": {"S": "x"}, ":w": {"S": "y"}})
    scope.update("SET #a = :v")
    scope.condition("#b = :w")
    scope.check_all_used()


UPDATES: list[tuple[str, bool, set[str]]] = [
    ("SET a = :v", True, set()),
    ("ADD a.b :v", True, {"a"}),
    ("REMOVE a.b, c, d[0]", False, {"a", "d"}),
    ("DELETE a :s", False, set()),
    ("REMOVE a SET b.c = :v", True, {"b"}),
]


@pytest.mark.parametrize(("text", "makes_items", "nested"), UPDATES)
def test_an_update_says_whether_it_makes_items_and_what_it_changes_in_part(
    text: str, makes_items: bool, nested: set[str]
) -> None:
    update = Scope(None, {":v": {"N": "1"}, ":s": {"SS": ["a"]}}).update(text)
    assert (update.makes_items, set(update.nested)) == (makes_items, nested)


TOO_LONG = "Expression size has exceeded the maximum allowed size;"


@pytest.mark.parametrize(
    ("compile_text", "kind", "message"),
    [
        (Scope().condition, "ConditionExpression", f"{TOO_LONG} expression size: 4097"),
        (Scope().key_condition, "KeyConditionExpression", f"{TOO_LONG} expression size: 4097"),
        (Scope().projection, "ProjectionExpression", f"{TOO_LONG} expression size: 4097"),
        (Scope().update, "UpdateExpression", TOO_LONG),
    ],
)
def test_text_past_4096_bytes_is_refused(
    compile_text: Callable[[str], object], kind: str, message: str
) -> None:
    with pytest.raises(ValidationFailed) as refusal:
        compile_text("a" * 4097)
    assert refusal.value.message == f"Invalid {kind}: {message}"


def test_text_may_have_4096_bytes() -> None:
    text = f"attribute_exists({'a' * 4078})"
    assert (len(text), Scope().condition(text).matches({"a" * 4078: {"S": ""}})) == (4096, True)


X = {"S": "x"}
SEARCH_VALUES: dict[str, dict[str, Any]] = {":v": {"S": "x"}, ":w": {"N": "1.0"}}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a = :v", (("a", {"S": "x"}),)),
        (":v = a AND #b = :w", (("a", {"S": "x"}), ("bee", {"N": "1"}))),
        ("(c = :v AND #b = :w) AND a = :v", (("c", X), ("bee", {"N": "1"}), ("a", X))),
    ],
)  # fmt: skip
def test_a_search_condition_is_equalities_in_their_order(
    text: str, found: tuple[tuple[str, Any], ...]
) -> None:
    assert Scope({"#b": "bee"}, SEARCH_VALUES).search_condition(text) == found


COMPARATOR = "Invalid comparator used in SearchConditionExpression"
OPERATOR = "Invalid operator used in SearchConditionExpression"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a < :v", COMPARATOR),
        ("a = b", COMPARATOR),
        ("size(a) = :w", COMPARATOR),
        ("a = :v OR b = :w", OPERATOR),
        ("NOT a = :v", OPERATOR),
        ("a IN (:v)", OPERATOR),
        ("a = :v AND attribute_exists(b)", OPERATOR),
        ("a.b = :v", "SearchConditionExpression cannot have conditions on nested attributes"),
        (
            "a = :v AND a = :w",
            "SearchConditionExpression must only contain one condition per attribute",
        ),
        ("a =", 'Syntax error; token: "<EOF>", near: "="'),
    ],
)
def test_what_is_no_search_condition_is_refused(text: str, message: str) -> None:
    with pytest.raises(ValidationFailed) as refusal:
        Scope(None, SEARCH_VALUES).search_condition(text)
    assert refusal.value.message == f"Invalid SearchConditionExpression: {message}"


def run_to_end(verdict: Generator[None, None, bool]) -> tuple[bool, int]:
    """What a condition says, and after how many steps."""
    for taken in count():
        try:
            next(verdict)
        except StopIteration as end:
            return bool(end.value), taken
    raise AssertionError


STEPS = {"a": {"N": "1"}, "b": {"N": "2"}}


@pytest.mark.parametrize(
    ("text", "holds", "steps", "weight"),
    [
        ("a = :one", True, 1, 1),
        ("a = :one AND b = :one AND a = :one", False, 2, 3),
        ("a = :one AND a < b", True, 2, 2),
        ("b = :one OR a = :one OR a < b", True, 2, 3),
        ("NOT (b = :one OR a = b)", True, 2, 2),
        ("b IN (:one, a, :two)", True, 3, 3),
        ("b IN (:one, a)", False, 2, 2),
        ("a BETWEEN :one AND :two", True, 1, 1),
    ],
)
def test_a_condition_is_judged_in_steps_as_at_once(
    text: str, holds: bool, steps: int, weight: int
) -> None:
    values = {":one": {"N": "1"}, ":two": {"N": "2"}, ":three": {"N": "3"}}
    condition = Scope(None, values).condition(text)
    assert run_to_end(condition.judge(STEPS)) == (holds, steps)
    assert condition.weight == weight
    assert condition.matches(STEPS) is holds


def test_a_condition_of_a_function_is_judged_in_one_step() -> None:
    condition = Condition(lambda item: "a" in item, frozenset({"a"}))
    assert run_to_end(condition.judge({"a": {"S": "x"}})) == (True, 1)
    assert condition.weight == 1
