"""What is refused in conditions that parse, in which words and in which order."""

from __future__ import annotations

from typing import Any

import pytest

from tavola.errors import ValidationFailed
from tavola.expressions import Scope

VALUES: dict[str, dict[str, Any]] = {
    ":s": {"S": "x"},
    ":n": {"N": "1"},
    ":two": {"N": "2"},
    ":l": {"L": []},
    ":t": {"BOOL": True},
    ":z": {"NULL": True},
    ":dog": {"S": "DOG"},
}
WRONG_TYPE = "Incorrect operand type for operator or function; operator or function: "
WRONG_COUNT = "Incorrect number of operands for operator or function; operator or function: "
SAME = (
    "The first operand must be distinct from the remaining operands for this operator or "
    "function; operator: "
)
MISUSED = "The function is not allowed to be used this way in an expression; function: "
UNDEFINED_NAME = (
    "An expression attribute name used in the document path is not defined; attribute name: "
)
UNDEFINED_VALUE = (
    "An expression attribute value used in expression is not defined; attribute value: "
)
RESERVED = "Attribute name is a reserved keyword; reserved keyword: "


def fault(text: str) -> str:
    scope = Scope({"#a": "a"}, VALUES)
    with pytest.raises(ValidationFailed) as refusal:
        scope.condition(text, "FilterExpression")
    return refusal.value.message.removeprefix("Invalid FilterExpression: ")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "The expression can not be empty;"),
        ("((a = :s))", "The expression has redundant parentheses;"),
        ("foo(a)", "Invalid function name; function: foo"),
        ("Attribute_Exists(a)", "Invalid function name; function: Attribute_Exists"),
        (
            "if_not_exists(a, b) = :s",
            "The function is not allowed in a condition expression; function: if_not_exists",
        ),
        ("size(a)", MISUSED + "size"),
        ("NOT size(a)", MISUSED + "size"),
        ("attribute_exists(a) = :t", MISUSED + "attribute_exists"),
        ("contains(a, contains(b, c))", MISUSED + "contains"),
        ("abort = :s", RESERVED + "abort"),
        ("a.Name = :s", RESERVED + "Name"),
        ("a[4294967296] = :s", "List index is not within the allowable range; index: [4294967296]"),
        ("a[2147483648] = :s", "List index is not within the allowable range; index: [2147483648]"),
        ("#b = :s", UNDEFINED_NAME + "#b"),
        ("a = :q", UNDEFINED_VALUE + ":q"),
        (
            "a" + ".a" * 32 + " = :s",
            "The document path has too many nesting levels; nesting levels: 33",
        ),
        ("size(a, b) = :n", WRONG_COUNT + "size, number of operands: 2"),
        ("begins_with(a)", WRONG_COUNT + "begins_with, number of operands: 1"),
        ("a = a", SAME + "=, first operand: [a]"),
        ("a.b[0] < #a.b[0]", SAME + "<, first operand: [a, b, [0]]"),
        ("contains(a, #a)", SAME + "contains, first operand: [a]"),
        ("a BETWEEN :s AND a", SAME + "BETWEEN, first operand: [a]"),
        ("a IN (:s, a)", SAME + "IN, first operand: [a]"),
        (
            "attribute_exists(:s)",
            "Operator or function requires a document path; operator or function: attribute_exists",
        ),
        (
            "attribute_not_exists(size(a))",
            "Operator or function requires a document path; "
            "operator or function: attribute_not_exists",
        ),
        ("begins_with(a, :n)", WRONG_TYPE + "begins_with, operand type: N"),
        ("begins_with(:n, a)", WRONG_TYPE + "begins_with, operand type: N"),
        ("begins_with(size(a), :s)", WRONG_TYPE + "begins_with, operand type: N"),
        ("attribute_type(a, :n)", WRONG_TYPE + "attribute_type, operand type: N"),
        (
            "attribute_type(a, b)",
            WRONG_TYPE + "attribute_type, operand type: {NS,SS,L,BS,N,M,B,BOOL,NULL,S}",
        ),
        (
            "attribute_type(a, :dog)",
            "Invalid attribute type name found; type: DOG, "
            "valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}",
        ),
        ("size(:n) = :n", WRONG_TYPE + "size, operand type: N"),
        ("size(size(a)) = :n", WRONG_TYPE + "size, operand type: N"),
        ("a < :t", WRONG_TYPE + "<, operand type: BOOL"),
        (":l >= a", WRONG_TYPE + ">=, operand type: L"),
        ("a BETWEEN :z AND :z", WRONG_TYPE + "BETWEEN, operand type: NULL"),
        (
            "a BETWEEN :s AND :n",
            "The BETWEEN operator requires same data type for lower and upper bounds; "
            "lower bound operand: AttributeValue: {S:x}, "
            "upper bound operand: AttributeValue: {N:1}",
        ),
        (
            "a BETWEEN :two AND :n",
            "The BETWEEN operator requires upper bound to be greater than or equal to lower "
            "bound; lower bound operand: AttributeValue: {N:2}, "
            "upper bound operand: AttributeValue: {N:1}",
        ),
        (
            f"a IN ({', '.join([':s'] * 101)})",
            "The IN operator is provided with too many operands; number of operands: 101",
        ),
    ],
)
def test_a_wrong_condition_is_refused_in_dynamodbs_words(text: str, message: str) -> None:
    assert fault(text) == message


@pytest.mark.parametrize(
    ("text", "first_fault"),
    [
        ("((foo(a))) AND", 'Syntax error; token: "<EOF>", near: "AND"'),
        ("((foo(abort)))", "The expression has redundant parentheses;"),
        ("abort = :s AND foo(a)", "Invalid function name; function: foo"),
        ("abort = :s AND size(a)", MISUSED + "size"),
        ("#b = :s AND abort = :s", RESERVED + "abort"),
        ("begins_with(#b, :n)", UNDEFINED_NAME + "#b"),
        ("begins_with(a, :n) AND #b = :s", WRONG_TYPE + "begins_with, operand type: N"),
        ("a = :s OR begins_with(:q)", UNDEFINED_VALUE + ":q"),
    ],
)
def test_of_several_faults_the_first_in_dynamodbs_order_is_told(
    text: str, first_fault: str
) -> None:
    assert fault(text) == first_fault


@pytest.mark.parametrize(
    "text",
    [
        f"a IN ({', '.join([':s'] * 100)})",
        "a" + ".a" * 31 + " = :s",
        "a[2147483647] = :s",
        "not " * 298 + "a < :n",
        "not " * 299 + "a < :n",
        "a < :n " + "or (a < :n " * 149 + ")" * 149,
        "contains(a, size(b))",
        "attribute_type(:s, :dog) OR a = :s".replace(":dog", ":S"),
    ],
)
def test_conditions_at_the_limits_are_accepted(text: str) -> None:
    scope = Scope(None, {**VALUES, ":S": {"S": "S"}})
    assert scope.condition(text).matches({}) in {True, False}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(" * 4096, 'Syntax error; token: "<EOF>", near: "("'),
        ("(" * 2046 + "a<b" + ")" * 2046, "The expression has redundant parentheses;"),
        (
            "not " * 300 + "a<b",
            "The expression contains too many operators; operator count: 301",
        ),
        (
            "not " * 1000 + "a<b",
            "The expression contains too many operators; operator count: 301",
        ),
        (
            "a<b " + "or (a<b " * 454 + ")" * 454,
            "The expression contains too many operators; operator count: 301",
        ),
        ("a < " + "f(" * 1355 + "b" + ")" * 1355, "Invalid function name; function: f"),
        ("a < " + "size(" * 680 + "b" + ")" * 680, WRONG_TYPE + "size, operand type: N"),
        (
            "a" * 4097,
            "Expression size has exceeded the maximum allowed size; expression size: 4097",
        ),
        (
            "é" * 1_000_000,
            "Expression size has exceeded the maximum allowed size; expression size: 2000000",
        ),
    ],
)
def test_hostile_conditions_are_refused_cleanly(text: str, message: str) -> None:
    assert fault(text) == message
