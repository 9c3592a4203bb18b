"""Strategies for expression texts by DynamoDB's grammar, and for texts that break it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from hypothesis import strategies as st

from tests.difference.values import (
    Value,
    numbers,
    oddities,
    scalars,
    sets,
    texts,
    typed,
    values,
    wrong_values,
)

COMPARATORS = ("=", "<>", "<", "<=", ">", ">=")
TYPES = ("S", "N", "B", "BOOL", "NULL", "SS", "NS", "BS", "L", "M")
NAMES = {"#a": "a", "#n": "n", "#m": "m", "#l": "l", "#s": "status", "#k": "id", "#z": "ss"}
VALUE_NAMES = (":v", ":w", ":n", ":s", ":t", ":l", ":z")
TOKEN = re.compile(r"\s+|[#:]?\w+|<>|<=|>=|.", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Expression:
    """A text with the names and values that go with it."""

    text: str
    names: dict[str, str]
    values: dict[str, Any]

    def parameters(self, name: str) -> dict[str, Any]:
        """Return the request parameters that carry the expression as `name`."""
        return merge({name: self})


def merge(expressions: dict[str, Expression]) -> dict[str, Any]:
    """Return the request parameters that carry several expressions in one request."""
    parameters: dict[str, Any] = {name: found.text for name, found in expressions.items()}
    names = {k: v for found in expressions.values() for k, v in found.names.items()}
    given = {k: v for found in expressions.values() for k, v in found.values.items()}
    if names:
        parameters["ExpressionAttributeNames"] = names
    if given:
        parameters["ExpressionAttributeValues"] = given
    return parameters


@cache
def paths() -> st.SearchStrategy[str]:
    """Return document paths, mostly ones that exist."""
    plain = st.sampled_from(["a", "n", "m", "l", "#a", "#n", "#m", "#l", "#s", "#z"])
    inner = st.sampled_from([".a", ".b", ".l", ".#a", "[0]", "[1]", "[2]", "[7]"])
    nested = st.builds("{}{}".format, plain, st.lists(inner, max_size=2).map("".join))
    return plain | nested | st.just("label")


@cache
def operands() -> st.SearchStrategy[str]:
    """Return what stands on a side of a comparison."""
    return st.one_of(
        paths(), paths(), st.sampled_from(VALUE_NAMES), paths().map(lambda path: f"size({path})")
    )


@cache
def _comparisons() -> st.SearchStrategy[str]:
    many = st.lists(operands(), min_size=1, max_size=3).map(", ".join)
    second = st.sampled_from(VALUE_NAMES) | operands()
    return st.one_of(
        st.builds("{} {} {}".format, operands(), st.sampled_from(COMPARATORS), second),
        st.builds("{} BETWEEN {} AND {}".format, operands(), st.just(":v"), second),
        st.builds("{} IN ({})".format, operands(), many),
        st.builds("attribute_exists({})".format, paths()),
        st.builds("attribute_not_exists({})".format, paths()),
        st.builds("attribute_type({}, :t)".format, paths()),
        st.builds("begins_with({}, {})".format, paths(), second),
        st.builds("contains({}, {})".format, paths(), second),
    )


@cache
def _condition_texts() -> st.SearchStrategy[str]:
    return st.recursive(
        _comparisons(),
        lambda inner: st.one_of(
            st.builds("{} AND {}".format, inner, inner),
            st.builds("{} OR {}".format, inner, inner),
            st.builds("NOT {}".format, inner),
            st.builds("({})".format, inner),
        ),
        max_leaves=3,
    )


@cache
def _assignments() -> st.SearchStrategy[str]:
    simple = st.one_of(
        operands().filter(lambda text: not text.startswith("size")),
        st.builds("if_not_exists({}, {})".format, paths(), st.sampled_from(VALUE_NAMES)),
        st.builds("list_append({}, {})".format, paths(), st.just(":l")),
        st.builds("list_append({}, {})".format, st.just(":l"), paths()),
        st.builds("list_append(if_not_exists({}, :l), :l)".format, paths()),
    )
    term = st.one_of(
        simple,
        st.builds("{} + {}".format, simple, simple),
        st.builds("{} - {}".format, paths(), st.just(":n")),
    )
    return st.builds("{} = {}".format, paths(), term)


def _one_or_two(parts: st.SearchStrategy[str]) -> st.SearchStrategy[list[str]]:
    return st.lists(parts, min_size=1, max_size=2)


@cache
def _update_texts() -> st.SearchStrategy[str]:
    clauses = st.one_of(
        _one_or_two(_assignments()).map(lambda parts: "SET " + ", ".join(parts)),
        _one_or_two(paths()).map(lambda parts: "REMOVE " + ", ".join(parts)),
        st.builds("ADD {} {}".format, paths(), st.sampled_from([":n", ":z", ":v"])),
        st.builds("DELETE {} {}".format, paths(), st.sampled_from([":z", ":v"])),
    )
    return st.lists(
        clauses, min_size=1, max_size=3, unique_by=lambda clause: clause.split(" ")[0]
    ).map(_making)


def _making(clauses: list[str]) -> str:
    """Join clauses so that they make an item that is not there: both engines do so anyhow."""
    # DynamoDB: what only removes attributes makes no item. API reference, AttributeUpdates.
    is_making = any(clause.startswith(("SET", "ADD")) for clause in clauses)
    return " ".join(clauses if is_making else [*clauses, "SET made = :v"])


@cache
def _projection_texts() -> st.SearchStrategy[str]:
    return st.lists(paths(), min_size=1, max_size=3).map(", ".join)


@st.composite
def _complete(draw: st.DrawFn, text_strategy: st.SearchStrategy[str]) -> Expression:
    """Give a text the names and values that it uses."""
    text = draw(text_strategy)
    names = {
        name: NAMES[name] for name in dict.fromkeys(re.findall(r"#\w+", text)) if name in NAMES
    }
    used = dict.fromkeys(re.findall(r":\w+", text))
    return Expression(text, names, {name: draw(_value_for(name)) for name in used})


@cache
def _value_for(name: str) -> st.SearchStrategy[Value]:
    pools: dict[str, st.SearchStrategy[Value]] = {
        ":n": typed("N", numbers()),
        ":s": typed("S", texts()),
        ":t": typed("S", st.sampled_from(TYPES)),
        ":l": typed("L", st.lists(scalars(), max_size=2)),
        ":z": sets(),
    }
    return pools.get(name, values())


@cache
def conditions() -> st.SearchStrategy[Expression]:
    """Return conditions and filters that follow the grammar."""
    return _complete(_condition_texts())


@cache
def updates() -> st.SearchStrategy[Expression]:
    """Return update expressions that follow the grammar."""
    return _complete(_update_texts())


@cache
def projections() -> st.SearchStrategy[Expression]:
    """Return projection expressions that follow the grammar."""
    return _complete(_projection_texts())


@st.composite
def key_conditions(
    draw: st.DrawFn, partition: tuple[str, Value], sort: tuple[str, Sequence[Value]] | None
) -> Expression:
    """Return key conditions for a partition, with any condition on the sort key."""
    name, value = partition
    text, names = "#p = :p", {"#p": name}
    given = {":p": value}
    if sort is None or not draw(st.booleans()):
        return Expression(text, names, given)
    names["#q"] = sort[0]
    forms = ["#q = :q", "#q < :q", "#q <= :q", "#q > :q", "#q >= :q", "#q BETWEEN :q AND :r"]
    if "N" not in sort[1][0]:
        forms.append("begins_with(#q, :q)")
    condition = draw(st.sampled_from(forms))
    given[":q"] = draw(st.sampled_from(list(sort[1])))
    if ":r" in condition:
        given[":r"] = draw(st.sampled_from(list(sort[1])))
    text = f"{condition} AND {text}" if draw(st.booleans()) else f"{text} AND {condition}"
    return Expression(text, names, given)


@st.composite
def broken(draw: st.DrawFn, expressions: st.SearchStrategy[Expression]) -> Expression:
    """Return expressions with a fault in the text, the names or the values."""
    damage = draw(st.sampled_from([_damage_text, _damage_text, _damage_names, _damage_values]))
    return damage(draw, draw(expressions))


def _damage_text(draw: st.DrawFn, expression: Expression) -> Expression:
    tokens = TOKEN.findall(expression.text)
    where = draw(st.integers(0, max(len(tokens) - 1, 0)))
    odd: str = draw(oddities("tokens"))
    tokens[where : where + 1] = draw(
        st.sampled_from(
            [[], [odd], tokens[where : where + 1] * 2, [odd, " ", *tokens[where : where + 1]]]
        )
    )
    return Expression("".join(tokens), expression.names, expression.values)


def _damage_names(draw: st.DrawFn, expression: Expression) -> Expression:
    kept = dict(list(expression.names.items())[draw(st.integers(0, 1)) :])
    return Expression(expression.text, kept | draw(oddities("wrong_names")), expression.values)


def _damage_values(draw: st.DrawFn, expression: Expression) -> Expression:
    kept = dict(list(expression.values.items())[draw(st.integers(0, 1)) :])
    if draw(st.booleans()):
        odd: dict[str, Any] = draw(oddities("wrong_value_names"))
    else:
        odd = {draw(st.sampled_from(VALUE_NAMES)): draw(values() | wrong_values())}
    return Expression(expression.text, expression.names, kept | odd)
