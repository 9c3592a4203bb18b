"""Sizes, as DynamoDB counts them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavola.values import MAX_ITEM_BYTES, check_item, item_size, measure_item, value_size


@pytest.mark.parametrize(
    ("number", "size"),
    [
        ("0", 1),
        ("1", 2),
        ("12", 2),
        ("123", 3),
        ("1200", 2),
        ("1" + "0" * 125, 2),
        ("-1", 3),
        ("0.1", 2),
        ("0.0012", 2),
        ("1.2", 3),
        ("12.3", 3),
        ("100.5", 4),
        ("3.14159", 5),
        ("314159", 4),
        ("-1.5", 4),
        ("9" * 38, 20),
    ],
)
def test_a_number_takes_a_byte_for_two_digits_on_each_side_of_the_point(
    number: str, size: int
) -> None:
    assert value_size({"N": number}) == size


@pytest.mark.parametrize(
    ("value", "size"),
    [
        ({"S": ""}, 0),
        ({"S": "abc"}, 3),
        ({"S": "é🎉"}, 6),
        ({"B": "YWI="}, 2),
        ({"B": ""}, 0),
        ({"BOOL": True}, 1),
        ({"NULL": True}, 1),
        ({"SS": ["a", "é"]}, 3),
        ({"NS": ["1", "-1"]}, 5),
        ({"BS": ["YQ==", "YWJj"]}, 4),
        ({"L": []}, 3),
        ({"L": [{"S": "ab"}, {"S": ""}]}, 7),
        ({"M": {}}, 3),
        ({"M": {"é": {"S": "ab"}}}, 8),
    ],
)
def test_a_value_has_its_documented_size(value: dict[str, Any], size: int) -> None:
    assert value_size(value) == size


def test_an_item_counts_names_and_values() -> None:
    item: dict[str, dict[str, Any]] = {
        "pk": {"S": "abc"},
        "é": {"N": "12"},
        "m": {"M": {"a": {"BOOL": True}}},
    }
    assert item_size(item) == (2 + 3) + (2 + 2) + (1 + 3 + 1 + 1 + 1)


def test_an_item_may_have_400_kilobytes() -> None:
    assert MAX_ITEM_BYTES == 409_600


TEXTS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=8)
NUMBERS = st.integers(-(10**20), 10**20).map(str) | st.sampled_from(["007.50", "1e3"])
Values = st.SearchStrategy[dict[str, Any]]
OTHERS: Values = st.sampled_from([{"BOOL": True}, {"NULL": True}, {"B": "YQ=="}])
SCALARS: Values = st.one_of(
    st.fixed_dictionaries({"S": TEXTS}), st.fixed_dictionaries({"N": NUMBERS}), OTHERS
)


def nested(inner: Values) -> Values:
    return st.one_of(
        st.fixed_dictionaries({"L": st.lists(inner, max_size=3)}),
        st.fixed_dictionaries({"M": st.dictionaries(TEXTS, inner, max_size=3)}),
    )


VALUES: Values = st.recursive(SCALARS, nested, max_leaves=6)


@given(st.dictionaries(TEXTS, VALUES, max_size=6))
def test_an_item_that_is_measured_is_checked_alike(item: dict[str, Any]) -> None:
    canonical = check_item(item)

    assert measure_item(item) == (canonical, item_size(canonical))
