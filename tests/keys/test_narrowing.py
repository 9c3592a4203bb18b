from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavola.keys import SortRange, beyond, empty_range

TEXTS = st.text("ab\0\ud7ff\ue000", min_size=1, max_size=3)
RANGES = st.one_of(
    st.none(),
    st.builds(SortRange, st.sampled_from(["=", "<", "<=", ">", ">=", "begins_with"]), TEXTS),
    st.builds(SortRange, st.just("between"), TEXTS, TEXTS),
)


@given(RANGES, TEXTS, TEXTS, st.booleans(), st.booleans())
def test_what_is_left_is_what_the_range_holds_beyond_the_text(
    found: SortRange | None, text: str, key: str, forward: bool, inclusive: bool
) -> None:
    left = beyond(found, text, forward=forward, inclusive=inclusive)

    is_in = found is None or found.matches(key)
    is_beyond = key == text if key == text and inclusive else (key > text) is forward
    is_left = is_in and is_beyond and (key != text or inclusive)
    assert (left is None or left.matches(key)) == is_left


def test_nothing_is_left_beyond_an_equal_key() -> None:
    assert beyond(SortRange("=", "a"), "a", forward=True, inclusive=False) is empty_range()


@pytest.mark.parametrize("forward", [True, False])
def test_a_bound_that_would_be_too_long_leaves_the_range_as_it_was(forward: bool) -> None:
    text = "a" * 1024
    found = SortRange("begins_with", "a")

    assert beyond(found, text, forward=forward, inclusive=False) == found
