"""From text to trees, and the message for text that is none."""

from __future__ import annotations

import pytest

from tavola.errors import ValidationFailed
from tavola.expressions.parsing.parse import parse_condition_text, parse_projection, parse_update
from tavola.expressions.tree import (
    And,
    Arithmetic,
    Between,
    Comparison,
    Condition,
    Function,
    In,
    NameRef,
    Not,
    Or,
    Path,
    ProjectionTree,
    UpdateAction,
    UpdateClause,
    UpdateTree,
    ValueRef,
)

A = Path(("a",))
B = Path(("b",))
V = ValueRef(":v")
A_IS_V = Comparison("=", A, V)
B_IS_V = Comparison("=", B, V)


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("a = :v", A_IS_V),
        ("\t a\r\n=:v ", A_IS_V),
        ("(a = :v)", A_IS_V),
        ("(a) = (:v)", A_IS_V),
        (":v >= a", Comparison(">=", V, A)),
        ("#a.b[0][12].#c <> :v", None),
        ("a BETWEEN :v AND b", Between(A, V, B)),
        ("a between :v and b and b = :v", And((Between(A, V, B), B_IS_V))),
        ("a in(:v, b)", In(A, (V, B))),
        ("attribute_exists (a)", Function("attribute_exists", (A,))),
        ("size(a) = :v", Comparison("=", Function("size", (A,)), V)),
        ("NOT NOT a = :v", Not(Not(A_IS_V))),
        ("a = :v OR b = :v AND NOT a = :v", Or((A_IS_V, And((B_IS_V, Not(A_IS_V)))))),
        ("(a = :v OR b = :v) AND a = :v", And((Or((A_IS_V, B_IS_V)), A_IS_V))),
        ("a = :v AND (b = :v AND a = :v)", And((A_IS_V, And((B_IS_V, A_IS_V))))),
        ("(a).b = :v", Comparison("=", Path(("a", "b")), V)),
    ],
)
def test_a_condition_becomes_a_tree(text: str, tree: Condition | None) -> None:
    parts = (NameRef("#a"), "b", 0, 12, NameRef("#c"))
    expected = tree or Comparison("<>", Path(parts), V)
    assert parse_condition_text(text) == (expected, False)


@pytest.mark.parametrize("text", ["((a = :v))", "((a)) = :v", "NOT ((a = :v))", "a = ((:v))"])
def test_parentheses_around_parentheses_are_noticed(text: str) -> None:
    assert parse_condition_text(text).has_redundant_parentheses


@pytest.mark.parametrize(
    "text", ["((a = :v) AND b = :v)", "(a = :v) AND (b = :v)", "(a = (:v))", "((a).b) = :v"]
)
def test_other_parentheses_are_not_redundant(text: str) -> None:
    assert not parse_condition_text(text).has_redundant_parentheses


@pytest.mark.parametrize(
    ("text", "token", "near"),
    [
        ("a", "<EOF>", "a"),
        ("a =", "<EOF>", "="),
        ("a = = :v", "=", "= = :v"),
        ("= :v", "=", "= :v"),
        ("a = :v AND", "<EOF>", "AND"),
        ("AND a = :v", "AND", "AND a"),
        ("(a = :v", "<EOF>", ":v"),
        ("a = :v)", ")", ":v)"),
        ("a = :v b", "b", ":v b"),
        ("a ! :v", "!", "a ! :v"),
        ("a = 5", "5", "= 5"),
        ("a = '5'", "'", "= '5"),
        ("a-b = :v", "-", "a-b"),
        ("_a = :v", "_", "_a"),
        ("a = :", ":", "= :"),
        ("# = :v", "#", "# ="),
        ("a..b = :v", ".", "..b"),
        ("a[-1] = :v", "-", "[-1"),
        ("a[b] = :v", "b", "[b]"),
        ("a BETWEEN :v", "<EOF>", ":v"),
        ("a IN :v", ":v", "IN :v"),
        ("a IN ()", ")", "()"),
        ("a IN (b) = :v", "=", ") = :v"),
        ("f()", ")", "()"),
        ("f(a,)", ")", ",)"),
        ("f(a = :v)", "=", "a = :v"),
        ("(a = :v) = :v", "=", ") = :v"),
        ("a = NOT b", "NOT", "= NOT b"),
        ("(a) b = :v", "b", ") b ="),
        ("(a :v", ":v", "a :v"),
        ("(:v).b = a", ".", ").b"),
        ("NOT", "<EOF>", "NOT"),
        ("(a AND b) = :v", "AND", "a AND b"),
        ("ä = :v", "ä", "ä ="),
        ("\ud800 = :v", "?", "? ="),
        ("   ", "<EOF>", ""),
    ],
)
def test_wrong_text_is_refused_with_the_token_and_its_neighbours(
    text: str, token: str, near: str
) -> None:
    with pytest.raises(ValidationFailed) as refusal:
        parse_condition_text(text)
    assert refusal.value.message == f'Syntax error; token: "{token}", near: "{near}"'


@pytest.mark.parametrize(
    ("text", "sections"),
    [
        ("SET a = :v", (UpdateClause("SET", (UpdateAction(A, V),)),)),
        ("set a = b + :v", (UpdateClause("SET", (UpdateAction(A, Arithmetic("+", B, V)),)),)),
        ("SET a = (b - :v)", (UpdateClause("SET", (UpdateAction(A, Arithmetic("-", B, V)),)),)),
        (
            "SET a = if_not_exists(a, :v) + :v",
            (
                UpdateClause(
                    "SET",
                    (UpdateAction(A, Arithmetic("+", Function("if_not_exists", (A, V)), V)),),
                ),
            ),
        ),
        (
            "REMOVE a, b ADD a :v DELETE b :v",
            (
                UpdateClause("REMOVE", (UpdateAction(A), UpdateAction(B))),
                UpdateClause("ADD", (UpdateAction(A, V),)),
                UpdateClause("DELETE", (UpdateAction(B, V),)),
            ),
        ),
    ],
)
def test_an_update_becomes_a_tree(text: str, sections: tuple[UpdateClause, ...]) -> None:
    assert parse_update(text) == UpdateTree(sections)


@pytest.mark.parametrize(
    ("text", "token", "near"),
    [
        ("INVALID SYNTAX HERE", "INVALID", "INVALID SYNTAX"),
        ("SET", "<EOF>", "SET"),
        ("SET a = :v,", "<EOF>", ","),
        ("SET a :v", ":v", "a :v"),
        ("SET a = b + c + d", "+", "c + d"),
        ("SET a = b - c - d", "-", "c - d"),
        ("SET a = b + (c + d)", "+", "c + d"),
        ("SET a = b - (c + d)", "+", "c + d"),
        ("SET a = f((b + c))", "+", "b + c"),
        ("SET a = f(b, c + d)", "+", "c + d"),
        ("SET a = (b + c", "<EOF>", "c"),
        ("SET a = f(b", "<EOF>", "b"),
        ("ADD a b", "b", "a b"),
        ("SET a = :v b = :v", "b", ":v b ="),
        ("SET a = f(b + c)", "+", "b + c"),
        ("SET set = :v", "set", "SET set ="),
        ("SET a = _f(b)", "_", "= _f"),
        ("ADD hits : incr", ":", "hits : incr"),
        ("REMOVE a = :v", "=", "a = :v"),
        ("SET a[:v] = :v", ":v", "[:v]"),
    ],
)
def test_a_wrong_update_is_refused_with_the_token_and_its_neighbours(
    text: str, token: str, near: str
) -> None:
    with pytest.raises(ValidationFailed) as refusal:
        parse_update(text)
    assert refusal.value.message == f'Syntax error; token: "{token}", near: "{near}"'


def test_a_projection_becomes_a_list_of_paths() -> None:
    paths = (A, Path((NameRef("#b"), "c", 3)), B)
    assert parse_projection(" a ,#b.c[ 3 ], b") == ProjectionTree(paths)


@pytest.mark.parametrize(
    ("text", "token", "near"),
    [("!!", "!", "!!"), ("a,", "<EOF>", ","), ("a,,b", ",", ",,b"), ("l[a]", "a", "[a]")],
)
def test_a_wrong_projection_is_refused(text: str, token: str, near: str) -> None:
    with pytest.raises(ValidationFailed) as refusal:
        parse_projection(text)
    assert refusal.value.message == f'Syntax error; token: "{token}", near: "{near}"'


def test_a_path_may_go_on_behind_parentheses() -> None:
    tree = parse_condition_text("(a).b[2] = :v").tree
    assert tree == Comparison("=", Path(("a", "b", 2)), V)
