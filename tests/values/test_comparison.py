"""Equality, order and key bytes of values."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavola.values import compare_values, key_bytes, values_equal
from tavola.values.comparison import has_set, in_pieces

texts = st.text(st.characters(exclude_categories=["Cs"]))


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ({"S": "a"}, {"S": "a"}),
        ({"SS": ["a", "b"]}, {"SS": ["b", "a"]}),
        ({"NS": ["1", "2"]}, {"NS": ["2", "1"]}),
        ({"L": [{"SS": ["a", "b"]}]}, {"L": [{"SS": ["b", "a"]}]}),
        ({"M": {"x": {"BS": ["YQ==", "Yg=="]}}}, {"M": {"x": {"BS": ["Yg==", "YQ=="]}}}),
    ],
)
def test_values_are_equal_whatever_the_order_of_sets(
    left: dict[str, Any], right: dict[str, Any]
) -> None:
    assert values_equal(left, right)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ({"S": "1"}, {"N": "1"}),
        ({"N": "1"}, {"BOOL": True}),
        ({"SS": ["a"]}, {"SS": ["a", "b"]}),
        ({"SS": ["a"]}, {"L": [{"S": "a"}]}),
        ({"L": [{"S": "a"}, {"S": "b"}]}, {"L": [{"S": "b"}, {"S": "a"}]}),
        ({"M": {"a": {"S": "x"}}}, {"M": {"b": {"S": "x"}}}),
        ({"M": {"a": {"S": "x"}}}, {"M": {"a": {"S": "y"}}}),
    ],
)
def test_values_of_other_types_or_content_are_not_equal(
    left: dict[str, Any], right: dict[str, Any]
) -> None:
    assert not values_equal(left, right)


LONG = [{"N": str(number)} for number in range(12_001)]
SETS = [*LONG[:-1], {"SS": ["a", "b"]}]
TURNED = [*LONG[:-1], {"SS": ["b", "a"]}]


@pytest.mark.parametrize(
    ("left", "right", "is_equal"),
    [
        ({"L": LONG}, {"L": [dict(one) for one in LONG]}, True),
        ({"L": SETS}, {"L": TURNED}, True),
        ({"L": SETS}, {"L": [*LONG[:-1], {"SS": ["b", "c"]}]}, False),
        ({"L": LONG}, {"L": [{"N": "1"}, *LONG[1:]]}, False),
        ({"L": LONG}, {"L": LONG[:-1]}, False),
        ({"L": LONG[:10_000]}, {"L": LONG[:5_000]}, False),
        ({"L": LONG[:5_001]}, {"L": LONG[:5_002]}, False),
        ({"L": LONG}, {"M": {}}, False),
        ({"M": {}}, {"L": LONG}, False),
    ],
)
def test_long_lists_are_compared_to_their_end(
    left: dict[str, Any], right: dict[str, Any], is_equal: bool
) -> None:
    assert values_equal(left, right) is is_equal


def test_a_long_list_is_cut_into_pieces_of_five_thousand() -> None:
    assert [(piece[0], len(piece)) for piece in in_pieces(range(12_001))] == [
        (0, 5_000),
        (5_000, 5_000),
        (10_000, 2_001),
    ]


@pytest.mark.parametrize(
    ("value", "is_found"),
    [
        ({"SS": ["a"]}, True),
        ({"NS": ["1"]}, True),
        ({"BS": ["YQ=="]}, True),
        ({"L": [{"S": "a"}, {"L": [{"SS": ["a"]}]}]}, True),
        ({"M": {"a": {"S": "b"}, "b": {"M": {"c": {"NS": ["1"]}}}}}, True),
        ({"L": [{"S": "SS"}]}, False),
        ({"M": {"SS": {"S": "a"}}}, False),
        ({"N": "1"}, False),
        ({"L": []}, False),
    ],
)
def test_a_set_is_found_wherever_it_is(value: dict[str, Any], is_found: bool) -> None:
    assert has_set(value) is is_found


@pytest.mark.parametrize(
    ("left", "right", "order"),
    [
        ({"N": "9" * 18}, {"N": "1" + "0" * 18}, -1),
        ({"N": "-" + "9" * 18}, {"N": "-" + "9" * 17}, -1),
        ({"N": "10"}, {"N": "9.5"}, 1),
        ({"N": "9.5"}, {"N": "10"}, -1),
        ({"N": "9"}, {"N": "10"}, -1),
        ({"N": "-9"}, {"N": "-10"}, 1),
        ({"N": "1.5"}, {"N": "1.5"}, 0),
        ({"N": "0.001"}, {"N": "-" + "9" * 38}, 1),
        ({"S": "a"}, {"S": "b"}, -1),
        ({"S": "\uffff"}, {"S": "🎉"}, -1),
        ({"B": "fw=="}, {"B": "gA=="}, -1),
        ({"S": "1"}, {"N": "1"}, None),
        ({"BOOL": True}, {"BOOL": False}, None),
        ({"L": []}, {"L": []}, None),
    ],
)
def test_strings_numbers_and_binaries_are_ordered(
    left: dict[str, Any], right: dict[str, Any], order: int | None
) -> None:
    assert compare_values(left, right) == order


@given(texts, texts)
def test_key_bytes_of_strings_sort_as_the_strings_do(left: str, right: str) -> None:
    assert (key_bytes({"S": left}, "S") < key_bytes({"S": right}, "S")) == (left < right)


@pytest.mark.parametrize(
    ("value", "kind", "key"),
    [({"S": "é"}, "S", b"\xc3\xa9"), ({"B": "AP8="}, "B", b"\x00\xff"), ({"N": "0"}, "N", b"\x80")],
)
def test_a_key_is_encoded_by_its_type(value: dict[str, Any], kind: str, key: bytes) -> None:
    assert key_bytes(value, kind) == key
