"""What is refused in updates that parse, in which words and in which order."""

from __future__ import annotations

from typing import Any

import pytest

from tavola.errors import ValidationFailed
from tavola.expressions import Scope

VALUES: dict[str, dict[str, Any]] = {
    ":s": {"S": "x"},
    ":n": {"N": "1"},
    ":l": {"L": []},
    ":ss": {"SS": ["a"]},
    ":t": {"BOOL": True},
}
WRONG_TYPE = "Incorrect operand type for operator or function; "
MISUSED = "The function is not allowed to be used this way in an expression; function: "
UNDEFINED_NAME = (
    "An expression attribute name used in the document path is not defined; attribute name: "
)
UNDEFINED_VALUE = (
    "An expression attribute value used in expression is not defined; attribute value: "
)
CLASH = "with each other; must remove or rewrite one of these paths; "


def fault(text: str) -> str:
    scope = Scope({"#a": "a"}, VALUES)
    with pytest.raises(ValidationFailed) as refusal:
        scope.update(text)
    return refusal.value.message.removeprefix("Invalid UpdateExpression: ")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "The expression can not be empty;"),
        ("SET abort = :s", "Attribute name is a reserved keyword; reserved keyword: abort"),
        ("SET a = b.name", "Attribute name is a reserved keyword; reserved keyword: name"),
        ("SET a = f(b)", "Invalid function name; function: f"),
        ("SET a = LIST_APPEND(b, c)", "Invalid function name; function: LIST_APPEND"),
        (
            "SET a = size(b)",
            "The function is not allowed in an update expression; function: size",
        ),
        ("SET a = list_append(list_append(:l, :l), :l)", MISUSED + "list_append"),
        (
            "SET a = :s REMOVE b SET c = :s",
            'The "SET" section can only be used once in an update expression;',
        ),
        ("SET #b = :s", UNDEFINED_NAME + "#b"),
        ("SET a = :q", UNDEFINED_VALUE + ":q"),
        (
            "SET a = :s REMOVE a",
            f"Two document paths overlap {CLASH}path one: [a], path two: [a]",
        ),
        (
            "SET b = :s, a.c = :s, #a = :n",
            f"Two document paths overlap {CLASH}path one: [a, c], path two: [a]",
        ),
        (
            "SET a[1] = :s, a[1][2] = :s",
            f"Two document paths overlap {CLASH}path one: [a, [1]], path two: [a, [1], [2]]",
        ),
        (
            "SET a.b = :s, a[1] = :s",
            f"Two document paths conflict {CLASH}path one: [a, b], path two: [a, [1]]",
        ),
        (
            "SET a.b = :s, a.c = :s, a.c.d = :s",
            f"Two document paths overlap {CLASH}path one: [a, c], path two: [a, c, d]",
        ),
        (
            "SET a.b = :s, a[1] = :s, a.b.c = :s",
            f"Two document paths overlap {CLASH}path one: [a, b], path two: [a, b, c]",
        ),
        (
            "SET a.b = :s, a[1] = :s, a[2].c = :s",
            f"Two document paths conflict {CLASH}path one: [a, b], path two: [a, [1]]",
        ),
        ("ADD a :s", WRONG_TYPE + "operator: ADD, operand type: STRING"),
        ("ADD a :l", WRONG_TYPE + "operator: ADD, operand type: LIST"),
        ("DELETE a :n", WRONG_TYPE + "operator: DELETE, operand type: NUMBER"),
        ("DELETE a :t", WRONG_TYPE + "operator: DELETE, operand type: BOOLEAN"),
        ("SET a = b + :s", WRONG_TYPE + "operator or function: +, operand type: S"),
        ("SET a = :ss - b", WRONG_TYPE + "operator or function: -, operand type: SS"),
        (
            "SET a = list_append(b, :s)",
            WRONG_TYPE + "operator or function: list_append, operand type: S",
        ),
        (
            "SET a = list_append(:l)",
            "Incorrect number of operands for operator or function; "
            "operator or function: list_append, number of operands: 1",
        ),
        (
            "SET a = if_not_exists(:s, :n)",
            "Operator or function requires a document path; operator or function: if_not_exists",
        ),
    ],
)
def test_a_wrong_update_is_refused_in_dynamodbs_words(text: str, message: str) -> None:
    assert fault(text) == message


@pytest.mark.parametrize(
    ("text", "first_fault"),
    [
        (
            "SET a = f(b), abort = :s",
            "Attribute name is a reserved keyword; reserved keyword: abort",
        ),
        ("SET a = f(b) SET c = :s", "Invalid function name; function: f"),
        (
            "SET #b = :s SET c = :s",
            'The "SET" section can only be used once in an update expression;',
        ),
        ("SET a = :q, #b = :s", UNDEFINED_NAME + "#b"),
        ("SET a = :q, #a = :s", UNDEFINED_VALUE + ":q"),
        (
            "SET a = :n + :s, #a = :s",
            f"Two document paths overlap {CLASH}path one: [a], path two: [a]",
        ),
        ("SET a = b + :s ADD c :s", WRONG_TYPE + "operator: ADD, operand type: STRING"),
    ],
)
def test_of_several_faults_the_first_in_dynamodbs_order_is_told(
    text: str, first_fault: str
) -> None:
    assert fault(text) == first_fault


@pytest.mark.parametrize(
    ("text", "beginning"),
    [
        ("SET a = " + "(" * 4000, 'Syntax error; token: "("'),
        ("SET a = " + "f(" * 1300 + "b" + ")" * 1300, "Syntax error; token:"),
        ("SET a = :s," * 372, 'Syntax error; token: "SET"'),
        ("REMOVE a" + ", a" * 1300, "Two document paths overlap"),
        ("x" * 1_000_000, "Expression size has exceeded the maximum allowed size;"),
    ],
)
def test_hostile_updates_are_refused_cleanly(text: str, beginning: str) -> None:
    assert fault(text).startswith(beginning)
