"""Which partition and which range a key condition means."""

from __future__ import annotations

from typing import Any

import pytest

from tavola.errors import ValidationFailed
from tavola.expressions import KeyRange, Scope

VALUES: dict[str, dict[str, Any]] = {
    ":p": {"S": "k"},
    ":n": {"N": "1"},
    ":m": {"N": "2"},
    ":s": {"S": "x"},
    ":t": {"BOOL": True},
    ":string": {"S": "S"},
}
K = ({"S": "k"},)
N, M = {"N": "1"}, {"N": "2"}
TYPES = {"pk": "S", "sk": "N", "q": "S", "r": "S"}


def bound(text: str, sort: tuple[str, ...] = ("sk",)) -> KeyRange:
    return Scope({"#k": "pk"}, VALUES).key_condition(text).bind(("pk",), sort, TYPES)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("pk = :p", KeyRange(K)),
        ("#k = :p", KeyRange(K)),
        (":p = pk", KeyRange(K)),
        ("(pk = :p)", KeyRange(K)),
        ("pk = :p AND sk = :n", KeyRange(K, (N,))),
        ("((sk = :n) and (pk = :p))", KeyRange(K, (N,))),
        ("pk = :p AND sk < :n", KeyRange(K, (), "<", (N,))),
        ("pk = :p AND :n < sk", KeyRange(K, (), ">", (N,))),
        ("pk = :p AND :n >= sk", KeyRange(K, (), "<=", (N,))),
        ("pk = :p AND :n > sk", KeyRange(K, (), "<", (N,))),
        ("pk = :p AND :n <= sk", KeyRange(K, (), ">=", (N,))),
        ("pk = :p AND :n = sk", KeyRange(K, (N,))),
        ("pk = :p AND sk <= :n", KeyRange(K, (), "<=", (N,))),
        ("pk = :p AND sk > :n", KeyRange(K, (), ">", (N,))),
        ("pk = :p AND sk >= :n", KeyRange(K, (), ">=", (N,))),
        ("pk = :p AND sk BETWEEN :n AND :m", KeyRange(K, (), "between", (N, M))),
    ],
)
def test_a_key_condition_is_a_partition_and_a_range(text: str, expected: KeyRange) -> None:
    assert bound(text) == expected


def test_a_prefix_is_a_range_of_string_sort_keys() -> None:
    found = bound("pk = :p AND begins_with(q, :s)", sort=("q",))
    assert found == KeyRange(K, (), "begins_with", ({"S": "x"},))


def test_several_sort_attributes_are_fixed_from_the_left() -> None:
    found = bound("pk = :p AND q = :s AND sk > :n", sort=("q", "sk", "r"))
    assert found == KeyRange(K, ({"S": "x"},), ">", (N,))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sk = :n", "Query condition missed key schema element: pk"),
        ("a = :s", "Query condition missed key schema element: pk"),
        ("pk = :p AND a = :s", "Query condition missed key schema element: sk"),
        (
            "pk = :p AND sk = :n AND a = :s",
            "The number of query conditions (3) exceeds the number of key attributes defined in "
            "the schema (2)",
        ),
        ("pk < :p", "Query key condition not supported"),
        ("begins_with(pk, :p)", "Query key condition not supported"),
        (
            "pk = :n",
            "One or more parameter values were invalid: "
            "Condition parameter type does not match schema type",
        ),
        (
            "pk = :p AND sk = :s",
            "One or more parameter values were invalid: "
            "Condition parameter type does not match schema type",
        ),
    ],
)
def test_a_key_condition_that_does_not_fit_the_keys_is_refused(text: str, message: str) -> None:
    with pytest.raises(ValidationFailed) as refusal:
        bound(text)
    assert refusal.value.message == message


LOOSE = (
    "RANGE key attributes {} must have equality conditions specified in the query because a"
    " condition is present on key attribute {}"
)


@pytest.mark.parametrize(
    ("text", "sort", "message"),
    [
        ("pk = :p AND sk = :n", (), "Query key condition not supported"),
        ("pk = :p AND sk = :n", ("q", "sk"), LOOSE.format("q", "sk")),
        ("pk = :p AND sk > :n AND q = :s", ("sk", "q"), LOOSE.format("sk", "q")),
        ("pk = :p AND r > :s", ("q", "sk", "r"), LOOSE.format("q, sk", "r")),
        ("pk = :p AND a = :s", ("q", "sk"), "Query condition missed key schema element: q"),
        (
            "pk = :p AND q = :s AND a = :s",
            ("q", "sk"),
            "Query condition missed key schema element: sk",
        ),
        (
            "pk = :p AND q = :s AND a = :s",
            (),
            "The number of query conditions (3) exceeds the number of key attributes defined in"
            " the schema (1)",
        ),
        (
            "pk = :p AND q = :s AND sk = :n AND a = :s",
            ("q", "sk"),
            "The number of query conditions (4) exceeds the number of key attributes defined in"
            " the schema (3)",
        ),
    ],
)
def test_conditions_on_other_attributes_than_the_next_are_refused(
    text: str, sort: tuple[str, ...], message: str
) -> None:
    with pytest.raises(ValidationFailed) as refusal:
        bound(text, sort=sort)
    assert refusal.value.message == message


def test_a_key_condition_says_which_attributes_it_is_about() -> None:
    condition = Scope({"#k": "pk"}, VALUES).key_condition("#k = :p AND sk > :n")
    assert condition.attributes == {"pk", "sk"}


def test_several_partition_attributes_are_all_given() -> None:
    condition = Scope(None, VALUES).key_condition("q = :s AND sk < :n AND pk = :p")
    assert condition.bind(("pk", "q"), ("sk",), TYPES) == KeyRange(
        ({"S": "k"}, {"S": "x"}), (), "<", (N,)
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "The expression can not be empty;"),
        ("pk", 'Syntax error; token: "<EOF>", near: "pk"'),
        ("pk = :p AND sk != :n", 'Syntax error; token: "!", near: "sk !="'),
        ("((pk = :p))", "The expression has redundant parentheses;"),
        ("pk = :p OR sk = :n", "Invalid operator used in KeyConditionExpression: OR"),
        ("NOT sk = :n AND pk = :p", "Invalid operator used in KeyConditionExpression: NOT"),
        ("pk = :p AND sk IN (:n)", "Invalid operator used in KeyConditionExpression: IN"),
        ("pk = :p AND sk <> :n", "Invalid operator used in KeyConditionExpression: <>"),
        (
            "pk = :p AND attribute_exists(sk)",
            "Invalid operator used in KeyConditionExpression: attribute_exists",
        ),
        (
            "pk = :p AND attribute_not_exists(sk)",
            "Invalid operator used in KeyConditionExpression: attribute_not_exists",
        ),
        (
            "pk = :p AND contains(sk, :s)",
            "Invalid operator used in KeyConditionExpression: contains",
        ),
        (
            "pk = :p AND attribute_type(sk, :string)",
            "Invalid operator used in KeyConditionExpression: attribute_type",
        ),
        ("pk = :p AND dog(sk, :n)", "Invalid function name; function: dog"),
        ("size(pk) = :n", "KeyConditionExpressions cannot contain nested operations"),
        (
            "pk = :p AND a.b < :n",
            "KeyConditionExpressions cannot have conditions on nested attributes",
        ),
        (
            "pk = :p AND sk >= :n AND sk <= :m",
            "KeyConditionExpressions must only contain one condition per key",
        ),
        (
            "pk = sk",
            "Invalid condition in KeyConditionExpression: "
            "Multiple attribute names used in one condition",
        ),
        (
            ":p = :s",
            "Invalid condition in KeyConditionExpression: No key attribute specified",
        ),
        (
            "pk = :p AND :n BETWEEN sk AND :m",
            "Invalid condition in KeyConditionExpression: BETWEEN operator must have the key "
            "attribute as its first operand",
        ),
        (
            "begins_with(:s, pk)",
            "Invalid condition in KeyConditionExpression: begins_with operator must have the "
            "key attribute as its first operand",
        ),
        (
            "pk = :p AND begins_with(sk, :n)",
            "Incorrect operand type for operator or function; "
            "operator or function: begins_with, operand type: N",
        ),
        (
            "pk = :p AND sk BETWEEN :m AND :n",
            "The BETWEEN operator requires upper bound to be greater than or equal to lower "
            "bound; lower bound operand: AttributeValue: {N:2}, "
            "upper bound operand: AttributeValue: {N:1}",
        ),
        ("name = :p", "Attribute name is a reserved keyword; reserved keyword: name"),
        (
            "pk = :p OR sk = :q",
            "An expression attribute value used in expression is not defined; attribute value: :q",
        ),
    ],
)
def test_what_is_no_key_condition_is_refused_in_dynamodbs_words(text: str, message: str) -> None:
    with pytest.raises(ValidationFailed) as refusal:
        Scope(None, VALUES).key_condition(text)
    assert refusal.value.message == f"Invalid KeyConditionExpression: {message}"
