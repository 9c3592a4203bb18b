from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavola.keys import HIGHEST, SortRange, beyond, empty_range

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


@pytest.mark.parametrize(
    ("found", "above", "below"),
    [
        (None, SortRange(">=", "4", tag="N"), SortRange("<=", "4", tag="N")),
        (
            SortRange("=", "3", tag="N"),
            empty_range("N"),
            SortRange("between", "3", "4", tag="N"),
        ),
        (
            SortRange("between", "1", "10", tag="N"),
            SortRange("between", "4", "10", tag="N"),
            SortRange("between", "1", "4", tag="N"),
        ),
        (
            SortRange("<", "10", tag="N"),
            SortRange("between", "4", "10", tag="N"),
            SortRange("<=", "4", tag="N"),
        ),
        (
            SortRange("<=", "4", tag="N"),
            SortRange("between", "4", "4", tag="N"),
            SortRange("<=", "4", tag="N"),
        ),
        (SortRange(">", "5", tag="N"), SortRange(">=", "4", tag="N"), empty_range("N")),
        (
            SortRange(">=", "4", tag="N"),
            SortRange(">=", "4", tag="N"),
            SortRange("between", "4", "4", tag="N"),
        ),
    ],
)
def test_a_range_of_numbers_is_narrowed_by_an_included_bound(
    found: SortRange | None, above: SortRange, below: SortRange
) -> None:
    assert beyond(found, "4", forward=True, inclusive=False, tag="N") == above
    assert beyond(found, "4", forward=False, inclusive=False, tag="N") == below


def test_what_begins_with_some_bytes_is_narrowed_at_one_side_alone() -> None:
    found = SortRange("begins_with", "AA==", tag="B")

    assert beyond(found, "AQ==", forward=True, inclusive=True, tag="B") == SortRange(
        ">=", "AQ==", tag="B"
    )
    assert beyond(found, "AQ==", forward=False, inclusive=True, tag="B") == SortRange(
        "<=", "AQ==", tag="B"
    )


@pytest.mark.parametrize("inclusive", [True, False])
def test_a_whole_partition_is_narrowed_to_an_open_range(inclusive: bool) -> None:
    above = beyond(None, "c", forward=True, inclusive=inclusive)
    below = beyond(None, "c", forward=False, inclusive=inclusive)

    assert above == SortRange(">=", "c" if inclusive else "c\0")
    assert below == SortRange("<=", "c" if inclusive else f"b{HIGHEST}")


def test_a_bound_may_be_as_long_as_a_key() -> None:
    found, longest = SortRange("begins_with", "a"), "a" * 1024

    assert beyond(found, longest, forward=True, inclusive=True) == SortRange(
        "between", longest, f"a{HIGHEST}"
    )
    assert beyond(found, longest, forward=False, inclusive=True) == SortRange(
        "between", "a", longest
    )
    assert beyond(None, longest + "a", forward=True, inclusive=True) is None
    assert beyond(None, longest + "a", forward=False, inclusive=True) is None
