"""What projections take of an item."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavola.errors import ValidationFailed
from tavola.expressions import Scope

ITEM: dict[str, dict[str, Any]] = {
    "a": {
        "M": {
            "b": {"L": [{"N": "2"}, {"N": "4"}, {"M": {"x": {"S": "hi"}, "y": {"S": "yo"}}}]},
            "c": {"N": "5"},
        }
    },
    "b": {"S": "hello"},
    "a.b": {"S": "dotted"},
}
CLASH = "with each other; must remove or rewrite one of these paths; "


@pytest.mark.parametrize(
    ("text", "projected"),
    [
        ("b", {"b": {"S": "hello"}}),
        ("b, gone", {"b": {"S": "hello"}}),
        ("#d", {"a.b": {"S": "dotted"}}),
        ("a.c, b", {"a": {"M": {"c": {"N": "5"}}}, "b": {"S": "hello"}}),
        ("a.b[0]", {"a": {"M": {"b": {"L": [{"N": "2"}]}}}}),
        ("a.b[2].y", {"a": {"M": {"b": {"L": [{"M": {"y": {"S": "yo"}}}]}}}}),
        ("a.b[1], a.b[0]", {"a": {"M": {"b": {"L": [{"N": "2"}, {"N": "4"}]}}}}),
        (
            "a.b[2].x, a.c, a.b[0]",
            {
                "a": {
                    "M": {
                        "b": {"L": [{"N": "2"}, {"M": {"x": {"S": "hi"}}}]},
                        "c": {"N": "5"},
                    }
                }
            },
        ),
        ("gone", {}),
        ("a.gone, a.b[3], a.b[4].x, a.c.x, a.b[0][0], b.x", {}),
        ("a[0]", {}),
        ("a.b.x", {}),
    ],
)
def test_a_projection_takes_what_is_there(text: str, projected: dict[str, Any]) -> None:
    names = {"#d": "a.b"} if text == "#d" else None
    assert Scope(names).projection(text).apply(ITEM) == projected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "The expression can not be empty;"),
        ("a, abort", "Attribute name is a reserved keyword; reserved keyword: abort"),
        (
            "#q",
            "An expression attribute name used in the document path is not defined; "
            "attribute name: #q",
        ),
        ("a, #a", f"Two document paths overlap {CLASH}path one: [a], path two: [a]"),
        ("a.b, c, a", f"Two document paths overlap {CLASH}path one: [a, b], path two: [a]"),
        (
            "a.b, a[1]",
            f"Two document paths conflict {CLASH}path one: [a, b], path two: [a, [1]]",
        ),
        ("a[2147483648]", "List index is not within the allowable range; index: [2147483648]"),
    ],
)
def test_a_wrong_projection_is_refused_in_dynamodbs_words(text: str, message: str) -> None:
    with pytest.raises(ValidationFailed) as refusal:
        Scope({"#a": "a"}).projection(text)
    assert refusal.value.message == f"Invalid ProjectionExpression: {message}"


@given(st.lists(st.sampled_from(["p", "q", "r", "s"]), min_size=1, unique=True))
def test_top_level_names_take_exactly_those_attributes(names: list[str]) -> None:
    item = {"p": {"N": "1"}, "q": {"N": "2"}, "other": {"N": "3"}}
    projection = Scope().projection(", ".join(names))
    assert projection.apply(item) == {name: value for name, value in item.items() if name in names}


def test_a_projection_names_its_attributes() -> None:
    assert Scope().projection("a.b[0], a.c, d").attributes == {"a", "d"}
