"""From trees to text, and back."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavola.expressions import Placeholders, render
from tavola.expressions.parsing.parse import parse_condition_text, parse_projection, parse_update
from tavola.expressions.tree import (
    And,
    Arithmetic,
    Between,
    Comparison,
    Condition,
    Function,
    In,
    Literal,
    NameRef,
    Not,
    Operand,
    Or,
    Path,
    ProjectionTree,
    UpdateAction,
    UpdateClause,
    UpdateTree,
    ValueRef,
)


def path(first: str | NameRef, rest: list[str | NameRef | int]) -> Path:
    return Path((first, *rest))


names = st.sampled_from(["a", "b", "Long_name9", NameRef("#x"), NameRef("#_1")])
parts = st.one_of(names, st.integers(0, 99))
paths = st.builds(path, names, st.lists(parts, max_size=3))
refs = st.builds(ValueRef, st.sampled_from([":v", ":_w", ":3"]))
functions = st.sampled_from(["size", "begins_with", "contains", "any_name"])


def calls(inner: st.SearchStrategy[Operand]) -> st.SearchStrategy[Operand]:
    arguments = st.lists(inner, min_size=1, max_size=3).map(tuple)
    return st.builds(Function, functions, arguments)


operands: st.SearchStrategy[Operand] = st.recursive(st.one_of(paths, refs), calls, max_leaves=4)
several_operands = st.lists(operands, min_size=1, max_size=3).map(tuple)
leaves: st.SearchStrategy[Condition] = st.one_of(
    st.builds(Comparison, st.sampled_from(("=", "<>", "<", "<=", ">", ">=")), operands, operands),
    st.builds(Between, operands, operands, operands),
    st.builds(In, operands, several_operands),
    st.builds(Function, functions, several_operands),
)


def connected(inner: st.SearchStrategy[Condition]) -> st.SearchStrategy[Condition]:
    several = st.lists(inner, min_size=2, max_size=3).map(tuple)
    return st.one_of(st.builds(And, several), st.builds(Or, several), st.builds(Not, inner))


conditions: st.SearchStrategy[Condition] = st.recursive(leaves, connected, max_leaves=8)
sums = st.builds(Arithmetic, st.sampled_from(("+", "-")), operands, operands)
set_actions = st.builds(UpdateAction, paths, st.one_of(operands, sums))
ref_actions = st.builds(UpdateAction, paths, refs)
sections = st.one_of(
    st.builds(
        UpdateClause, st.just("SET"), st.lists(set_actions, min_size=1, max_size=3).map(tuple)
    ),
    st.builds(
        UpdateClause,
        st.just("REMOVE"),
        st.lists(st.builds(UpdateAction, paths), min_size=1, max_size=3).map(tuple),
    ),
    st.builds(
        UpdateClause,
        st.sampled_from(("ADD", "DELETE")),
        st.lists(ref_actions, min_size=1, max_size=3).map(tuple),
    ),
)
updates = st.builds(UpdateTree, st.lists(sections, min_size=1, max_size=4).map(tuple))


@settings(max_examples=200)
@given(conditions)
def test_a_rendered_condition_parses_to_the_same_tree(tree: Condition) -> None:
    assert parse_condition_text(render(tree)).tree == tree


@settings(max_examples=150)
@given(updates)
def test_a_rendered_update_parses_to_the_same_tree(tree: UpdateTree) -> None:
    assert parse_update(render(tree)) == tree


@given(st.builds(ProjectionTree, st.lists(paths, min_size=1, max_size=4).map(tuple)))
def test_a_rendered_projection_parses_to_the_same_tree(tree: ProjectionTree) -> None:
    assert parse_projection(render(tree)) == tree


def test_literal_names_and_values_become_placeholders() -> None:
    tree = And(
        (
            Comparison("=", Path(("status",)), Literal({"S": "open"})),
            Comparison(">", Path(("sub", "status", 0)), Literal({"N": "3"})),
        )
    )
    placeholders = Placeholders()
    assert render(tree, placeholders) == "#n0 = :v0 AND #n1.#n0[0] > :v1"
    assert placeholders.names == {"#n0": "status", "#n1": "sub"}
    assert placeholders.values == {":v0": {"S": "open"}, ":v1": {"N": "3"}}


def test_expressions_of_one_request_share_their_placeholders() -> None:
    placeholders = Placeholders()
    update = UpdateTree((UpdateClause("SET", (UpdateAction(Path(("a",)), Literal({"N": "1"})),)),))
    condition = Comparison("=", Path(("a",)), Literal({"N": "2"}))
    assert render(update, placeholders) == "SET #n0 = :v0"
    assert render(condition, placeholders) == "#n0 = :v1"


def test_a_literal_value_cannot_be_written_into_text() -> None:
    with pytest.raises(TypeError) as refusal:
        render(Comparison("=", Path(("a",)), Literal({"S": "x"})))
    assert str(refusal.value) == "A tree with literal values needs placeholders to be rendered."


def test_an_expression_that_is_rendered_already_has_the_first_placeholders() -> None:
    placeholders = Placeholders()
    placeholders.begin(["a", "b"], {"S": "x"})
    condition = Comparison("=", Path(("c", "b")), Literal({"N": "2"}))
    assert render(condition, placeholders) == "#n2.#n1 = :v1"
    assert placeholders.names == {"#n0": "a", "#n1": "b", "#n2": "c"}
    assert placeholders.values == {":v0": {"S": "x"}, ":v1": {"N": "2"}}
