from __future__ import annotations

import operator
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavola.errors import OperationError
from tavola.keys import (
    HIGHEST,
    Placeholder,
    SortCondition,
    SortRange,
    Template,
    begins_with,
    between,
    eq,
    ge,
    gt,
    le,
    lt,
    sort_bounds,
)

QUEUED = Template(("QAT#", Placeholder("at", "int:8"), "#REQ#", Placeholder("id")))
COMMENT = Template(("COMMENT#", Placeholder("page", "text", "%#"), "#", Placeholder("at", "int:8")))
BARE = Template((Placeholder("at", "int20"),))
LEADING = Template((Placeholder("page", "text", "%#"), "#", Placeholder("at", "int20")))


COMPARISONS: list[tuple[Callable[[Any], SortCondition], Callable[[Any, Any], bool]]] = [
    (eq, operator.eq),
    (lt, operator.lt),
    (le, operator.le),
    (gt, operator.gt),
    (ge, operator.ge),
]


@pytest.mark.parametrize(
    ("template", "given_values", "expected"),
    [
        (QUEUED, {}, SortRange("begins_with", "QAT#")),
        (QUEUED, {"at": 1}, SortRange("begins_with", "QAT#00000001#REQ#")),
        (QUEUED, {"at": 1, "id": "x"}, SortRange("=", "QAT#00000001#REQ#x")),
        (COMMENT, {"page": "p1"}, SortRange("begins_with", "COMMENT#p1#")),
        (COMMENT, {"page": begins_with("p")}, SortRange("begins_with", "COMMENT#p")),
        (COMMENT, {"page": eq("p1")}, SortRange("begins_with", "COMMENT#p1#")),
        (BARE, {}, None),
        (BARE, {"at": 5}, SortRange("=", "00000000000000000005")),
        (BARE, {"at": gt(5)}, SortRange(">", "00000000000000000005")),
        (BARE, {"at": le(5)}, SortRange("<=", "00000000000000000005")),
        (Template(("METADATA",)), {}, SortRange("=", "METADATA")),
    ],
)
def test_conditions_on_components_become_one_on_the_key(
    template: Template, given_values: dict[str, object], expected: SortRange | None
) -> None:
    assert sort_bounds(template, given_values) == expected


@pytest.mark.parametrize(("condition", "compare"), COMPARISONS[1:])
@pytest.mark.parametrize(("form", "unit"), [("iso", 1_000), ("ms20", 1_000), ("isoSeconds", 10**6)])
def test_a_date_between_two_written_ones_is_compared_exactly(
    form: str,
    unit: int,
    condition: Callable[[datetime], SortCondition],
    compare: Callable[[object, object], bool],
) -> None:
    template = Template(("AT#", Placeholder("at", form)))
    dates = [datetime(2025, 1, 1, tzinfo=UTC) + timedelta(microseconds=n * unit) for n in range(5)]

    @given(st.integers(0, 4 * unit))
    @settings(max_examples=40)
    def check(offset: int) -> None:
        bound = dates[0] + timedelta(microseconds=offset)
        found = sort_bounds(template, {"at": condition(bound)})
        assert found is not None
        assert [date for date in dates if found.matches(template.format_all({"at": date}))] == [
            date for date in dates if compare(date, bound)
        ]

    check()


def test_bounds_the_wrong_way_round_match_nothing() -> None:
    found = sort_bounds(QUEUED, {"at": between(5, 3)})
    assert found == SortRange("=", HIGHEST)


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (lt(""), SortRange("=", HIGHEST)),
        (le(""), SortRange("=", HIGHEST)),
        (eq(""), SortRange("=", HIGHEST)),
        (gt(""), None),
        (ge(""), None),
        (begins_with(""), None),
    ],
)
def test_an_empty_text_is_never_sent(condition: SortCondition, expected: SortRange | None) -> None:
    assert sort_bounds(Template((Placeholder("name"),)), {"name": condition}) == expected


def test_a_prefix_never_matches_a_longer_component() -> None:
    found = sort_bounds(COMMENT, {"page": "p1"})
    assert found is not None
    assert not found.matches(COMMENT.format_all({"page": "p10", "at": 1}))


@pytest.mark.parametrize(
    "given_values",
    [
        {"id": "x"},
        {"at": gt(1), "id": "x"},
    ],
)
def test_only_leading_components_may_be_given(given_values: dict[str, object]) -> None:
    with pytest.raises(OperationError, match="sort key"):
        sort_bounds(QUEUED, given_values)


def test_a_condition_needs_a_component() -> None:
    with pytest.raises(OperationError, match="no field is left"):
        sort_bounds(BARE, {"at": 1}, gt(2))


def test_begins_with_takes_text_only() -> None:
    with pytest.raises(OperationError, match="is no text"):
        sort_bounds(QUEUED, {}, begins_with("1"))


def test_a_form_that_does_not_sort_takes_no_comparison() -> None:
    with pytest.raises(OperationError, match="does not sort"):
        sort_bounds(Template((Placeholder("n", "int"),)), {"n": gt(1)})


small = st.integers(0, 6)
pages = st.text("ab~%#é/0", max_size=3)
items = st.lists(st.tuples(pages, small), max_size=25)


@pytest.mark.parametrize(("condition", "compare"), COMPARISONS)
@pytest.mark.parametrize("template", [COMMENT, LEADING])
def test_a_comparison_on_the_last_component_finds_exactly_its_items(
    template: Template,
    condition: Callable[[int], SortCondition],
    compare: Callable[[int, int], bool],
) -> None:
    @given(items, pages, small)
    @settings(max_examples=60)
    def check(drawn: list[tuple[str, int]], page: str, bound: int) -> None:
        found = sort_bounds(template, {"page": page, "at": condition(bound)})
        assert found is not None
        assert [
            item
            for item in drawn
            if found.matches(template.format_all(dict(zip(("page", "at"), item, strict=True))))
        ] == [item for item in drawn if item[0] == page and compare(item[1], bound)]

    check()


@pytest.mark.parametrize(("condition", "compare"), COMPARISONS)
def test_a_comparison_on_a_leading_component_skips_its_continuations(
    condition: Callable[[int], SortCondition], compare: Callable[[int, int], bool]
) -> None:
    @given(st.lists(st.tuples(small, pages), max_size=25), small)
    @settings(max_examples=60)
    def check(drawn: list[tuple[int, str]], bound: int) -> None:
        found = sort_bounds(QUEUED, {}, condition(bound))
        assert found is not None
        assert [
            item
            for item in drawn
            if found.matches(QUEUED.format_all({"at": item[0], "id": item[1]}))
        ] == [item for item in drawn if compare(item[0], bound)]

    check()


plain = st.text("$abé~0", max_size=3)


@pytest.mark.parametrize(("condition", "compare"), COMPARISONS)
def test_strings_without_escaped_characters_keep_their_order(
    condition: Callable[[object], SortCondition], compare: Callable[[object, object], bool]
) -> None:
    @given(st.lists(st.tuples(plain, small), max_size=25), plain)
    @settings(max_examples=60)
    def check(drawn: list[tuple[str, int]], bound: str) -> None:
        found = sort_bounds(COMMENT, {"page": condition(bound)})
        assert found is not None
        assert [
            item
            for item in drawn
            if found.matches(COMMENT.format_all({"page": item[0], "at": item[1]}))
        ] == [item for item in drawn if compare(item[0], bound)]

    check()


@given(st.lists(st.tuples(small, pages), max_size=25), small, small)
@settings(max_examples=100)
def test_between_includes_both_ends(drawn: list[tuple[int, str]], low: int, high: int) -> None:
    found = sort_bounds(QUEUED, {"at": between(low, high)})
    assert found is not None
    assert [
        item for item in drawn if found.matches(QUEUED.format_all({"at": item[0], "id": item[1]}))
    ] == [item for item in drawn if low <= item[0] <= high]


@given(items, pages)
@settings(max_examples=150)
def test_begins_with_is_exact_for_all_strings(drawn: list[tuple[str, int]], start: str) -> None:
    found = sort_bounds(COMMENT, {"page": begins_with(start)})
    assert found is not None
    assert [
        item
        for item in drawn
        if found.matches(COMMENT.format_all({"page": item[0], "at": item[1]}))
    ] == [item for item in drawn if item[0].startswith(start)]


@given(st.text("ab\0é\ue000", min_size=1, max_size=3), st.text("ab\0é\ue000\ud7ff", max_size=3))
@settings(max_examples=200)
def test_less_than_excludes_the_bound_alone(bound: str, value: str) -> None:
    template = Template(("X#", Placeholder("text")))
    found = sort_bounds(template, {"text": lt(bound)})
    assert found is not None
    assert found.matches(template.format_all({"text": value})) == (value < bound)


GREATEST_FIRST = Template(("V#", Placeholder("n", "desc:4"), "#", Placeholder("id")))
numbers = st.integers(0, 30)


@pytest.mark.parametrize(("condition", "compare"), COMPARISONS)
@given(bound=numbers, stored=numbers)
@settings(max_examples=60)
def test_conditions_turn_round_where_the_greatest_is_first(
    condition: Callable[[Any], SortCondition],
    compare: Callable[[Any, Any], bool],
    bound: int,
    stored: int,
) -> None:
    found = sort_bounds(GREATEST_FIRST, {"n": condition(bound)})
    key = GREATEST_FIRST.format_all({"n": stored, "id": "x"})

    assert found is not None
    assert found.matches(key) == compare(stored, bound)


@given(low=numbers, high=numbers, stored=numbers)
def test_a_range_of_the_greatest_first_has_both_ends(low: int, high: int, stored: int) -> None:
    found = sort_bounds(GREATEST_FIRST, {"n": between(low, high)})
    key = GREATEST_FIRST.format_all({"n": stored, "id": "x"})

    assert found is not None
    assert found.matches(key) == (low <= stored <= high)
