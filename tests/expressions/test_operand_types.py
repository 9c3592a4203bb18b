"""Which types the operators and functions of expressions take: every type with each of them."""

from __future__ import annotations

from typing import Any

import pytest

from tavola.errors import ValidationFailed
from tavola.expressions import Scope

VALUES: dict[str, Any] = {
    "S": "S",
    "N": "1",
    "B": "AA==",
    "BOOL": True,
    "NULL": True,
    "L": [],
    "M": {},
    "SS": ["a"],
    "NS": ["1"],
    "BS": ["AA=="],
}
ALL = set(VALUES)
ORDERED = {"S", "N", "B"}
SIZED = ALL - {"N", "BOOL", "NULL"}
CONDITIONS: dict[str, tuple[str, set[str]]] = {
    "a = :v": ("=", ALL),
    "a <> :v": ("<>", ALL),
    **{f"a {sign} :v": (sign, ORDERED) for sign in ("<", "<=", ">", ">=")},
    ":v < a": ("<", ORDERED),
    "a IN (b, :v)": ("IN", ALL),
    "a BETWEEN :v AND b": ("BETWEEN", ORDERED),
    "a BETWEEN b AND :v": ("BETWEEN", ORDERED),
    ":v BETWEEN a AND b": ("BETWEEN", ORDERED),
    "begins_with(a, :v)": ("begins_with", {"S", "B"}),
    "begins_with(:v, a)": ("begins_with", {"S", "B"}),
    "contains(a, :v)": ("contains", ALL),
    "contains(:v, a)": ("contains", ALL),
    "size(:v) = a": ("size", SIZED),
    "a < size(:v)": ("size", SIZED),
    "attribute_type(a, :v)": ("attribute_type", {"S"}),
    "attribute_type(:v, :s)": ("attribute_type", ALL),
}
WORDS = {
    "S": "STRING",
    "B": "BINARY",
    "N": "NUMBER",
    "BOOL": "BOOLEAN",
    "NULL": "NULL",
    "L": "LIST",
    "M": "MAP",
}
UPDATES: dict[str, tuple[str, set[str]]] = {
    "SET a = :v": ("", ALL),
    "SET a = if_not_exists(b, :v)": ("", ALL),
    "SET a = b + :v": ("operator or function: +", {"N"}),
    "SET a = :v - b": ("operator or function: -", {"N"}),
    "SET a = list_append(:v, b)": ("operator or function: list_append", {"L"}),
    "SET a = list_append(b, :v)": ("operator or function: list_append", {"L"}),
    "ADD a :v": ("operator: ADD", {"N", "SS", "NS", "BS"}),
    "DELETE a :v": ("operator: DELETE", {"SS", "NS", "BS"}),
}
WRONG = "Incorrect operand type for operator or function; "


def fault_of(text: str, kind: str, *, is_update: bool = False) -> str | None:
    """What is told of an expression with a value of a type; None if it is taken."""
    values = {":v": {kind: VALUES[kind]}, **({":s": {"S": "S"}} if ":s" in text else {})}
    scope = Scope(None, values)
    try:
        scope.update(text) if is_update else scope.condition(text)
    except ValidationFailed as fault:
        return fault.message.partition("Expression: ")[2]
    scope.check_all_used()
    return None


@pytest.mark.parametrize("kind", VALUES)
@pytest.mark.parametrize("text", CONDITIONS)
def test_a_condition_takes_values_of_its_types(text: str, kind: str) -> None:
    operator, allowed = CONDITIONS[text]
    wrong = f"{WRONG}operator or function: {operator}, operand type: {kind}"
    assert fault_of(text, kind) == (None if kind in allowed else wrong)


@pytest.mark.parametrize("kind", VALUES)
@pytest.mark.parametrize("text", UPDATES)
def test_an_update_takes_values_of_its_types(text: str, kind: str) -> None:
    operator, allowed = UPDATES[text]
    word = WORDS.get(kind, kind) if operator.startswith("operator:") else kind
    wrong = f"{WRONG}{operator}, operand type: {word}"
    assert fault_of(text, kind, is_update=True) == (None if kind in allowed else wrong)


@pytest.mark.parametrize("kind", VALUES)
def test_every_type_has_a_name_to_be_asked_for(kind: str) -> None:
    condition = Scope(None, {":t": {"S": kind}}).condition("attribute_type(a, :t)")
    holds = [other for other in VALUES if condition.matches({"a": {other: VALUES[other]}})]
    assert holds == [kind]


@pytest.mark.parametrize(
    "name",
    ["attribute_exists", "attribute_not_exists", "attribute_type", "begins_with", "contains",
     "size"],
)  # fmt: skip
def test_functions_of_conditions_are_none_of_updates(name: str) -> None:
    assert fault_of(f"SET a = {name}(b, :v)", "S", is_update=True) == (
        f"The function is not allowed in an update expression; function: {name}"
    )


@pytest.mark.parametrize("name", ["if_not_exists", "list_append"])
def test_functions_of_updates_are_none_of_conditions(name: str) -> None:
    assert fault_of(f"a = {name}(b, :v)", "S") == (
        f"The function is not allowed in a condition expression; function: {name}"
    )


@pytest.mark.parametrize(
    ("text", "name", "count"),
    [
        ("attribute_exists(a, :v)", "attribute_exists", 2),
        ("attribute_not_exists(a, :v)", "attribute_not_exists", 2),
        ("attribute_type(a, :v, b)", "attribute_type", 3),
        ("begins_with(a, :v, b)", "begins_with", 3),
        ("contains(:v)", "contains", 1),
        ("size(a, b) = :v", "size", 2),
    ],
)
def test_a_function_has_its_number_of_operands(text: str, name: str, count: int) -> None:
    assert fault_of(text, "S") == (
        "Incorrect number of operands for operator or function; "
        f"operator or function: {name}, number of operands: {count}"
    )


@pytest.mark.parametrize("word", ["and", "or"])
def test_300_operators_are_counted_with_those_between_conditions(word: str) -> None:
    many = "The expression contains too many operators; operator count: 301"
    conditions = ["a < :v"] * 150
    assert fault_of(f" {word} ".join(conditions), "S") is None
    assert fault_of(f" {word} ".join(["not a < :v", *conditions[1:]]), "S") is None
    assert fault_of(f" {word} ".join([*conditions, "contains(a, :v)"]), "S") is None
    assert fault_of(f" {word} ".join([*conditions, "a < :v"]), "S") == many
