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
    empty_range,
    eq,
    ge,
    gt,
    le,
    lt,
    next_written,
    part,
    sort_bounds,
    sort_ranges,
)
from tavola.keys.ranges import just_below

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


NUMBER = Template((Placeholder("n", "number:int"),))
BYTES = Template((Placeholder("b", "binary"),))
TEXT = Template((Placeholder("t"),))
LEADING_FIRST = "Give the leading fields by equality and a condition on the last one."
COMPARE = "Use lt, le, gt, ge or between."


@pytest.mark.parametrize(
    ("template", "given_values", "problem"),
    [
        (QUEUED, {"id": "x"}, f"id is given but at before it is not. {LEADING_FIRST}"),
        (
            QUEUED,
            {"at": gt(1), "id": "x"},
            "at has a condition and is not the last given. "
            "Only the last given field may have a condition.",
        ),
        (
            TEXT,
            {"t": part("2026")},
            "t has no parts here. part is for a date part of a partition key; use between.",
        ),
        (
            Template((Placeholder("n", "int"),)),
            {"n": gt(1)},
            "n does not sort in this form. Ask for equality only.",
        ),
        (TEXT, {"t": SortCondition("begins_with", 5)}, "begins_with takes a string, not 5."),
        (
            QUEUED,
            {"at": begins_with("1")},
            f"at is not text, so nothing begins with '1'. {COMPARE}",
        ),
        (
            NUMBER,
            {"n": begins_with("1")},
            f"n is stored as N, so that begins_with means nothing. {COMPARE}",
        ),
        (NUMBER, {"n": part("1")}, f"n is stored as N, so that part means nothing. {COMPARE}"),
        (BYTES, {"b": part("1")}, f"b is stored as B, so that part means nothing. {COMPARE}"),
    ],
)
def test_what_cannot_be_asked_is_refused(
    template: Template, given_values: dict[str, object], problem: str
) -> None:
    with pytest.raises(OperationError) as refused:
        sort_bounds(template, given_values)

    assert str(refused.value) == f"sort key '{template}': {problem}"


def test_a_condition_needs_a_component() -> None:
    with pytest.raises(OperationError) as refused:
        sort_bounds(BARE, {"at": 1}, gt(2))

    assert str(refused.value) == (
        "sort key '{at}': no field is left for the condition. Give it as a value."
    )


REQUEST = "QAT#00000005#REQ#"


@pytest.mark.parametrize(
    ("template", "given_values", "expected"),
    [
        (QUEUED, {"at": lt(5)}, SortRange("between", "QAT#", f"QAT#00000004{HIGHEST}")),
        (QUEUED, {"at": le(5)}, SortRange("between", "QAT#", f"{REQUEST}{HIGHEST}")),
        (QUEUED, {"at": gt(5)}, SortRange("between", f"{REQUEST}{HIGHEST}", f"QAT#{HIGHEST}")),
        (QUEUED, {"at": ge(5)}, SortRange("between", REQUEST, f"QAT#{HIGHEST}")),
        (
            QUEUED,
            {"at": between(5, 6)},
            SortRange("between", REQUEST, f"QAT#00000006#REQ#{HIGHEST}"),
        ),
        (
            QUEUED,
            {"at": 5, "id": lt("b")},
            SortRange("between", REQUEST, f"{REQUEST}a{HIGHEST}"),
        ),
        (QUEUED, {"at": 5, "id": le("b")}, SortRange("between", REQUEST, f"{REQUEST}b")),
        (
            QUEUED,
            {"at": 5, "id": gt("b")},
            SortRange("between", f"{REQUEST}b\0", f"{REQUEST}{HIGHEST}"),
        ),
        (
            QUEUED,
            {"at": 5, "id": ge("b")},
            SortRange("between", f"{REQUEST}b", f"{REQUEST}{HIGHEST}"),
        ),
        (
            QUEUED,
            {"at": 5, "id": between("b", "c")},
            SortRange("between", f"{REQUEST}b", f"{REQUEST}c"),
        ),
        (TEXT, {"t": lt("b")}, SortRange("<", "b")),
        (TEXT, {"t": ge("b")}, SortRange(">=", "b")),
        (LEADING, {"page": gt("b")}, SortRange(">=", f"b#{HIGHEST}")),
        (LEADING, {"page": le("b")}, SortRange("<=", f"b#{HIGHEST}")),
        (TEXT, {"t": between("", "b")}, SortRange("<=", "b")),
        (TEXT, {"t": between("", "")}, empty_range()),
        (TEXT, {"t": between("a", "a")}, SortRange("between", "a", "a")),
        (TEXT, {"t": between("b", "a")}, empty_range()),
        (NUMBER, {}, None),
        (NUMBER, {"n": 5}, SortRange("=", "5", tag="N")),
        (NUMBER, {"n": eq(5)}, SortRange("=", "5", tag="N")),
        (NUMBER, {"n": between(9, 10)}, SortRange("between", "9", "10", tag="N")),
        (NUMBER, {"n": between(10, 9)}, empty_range("N")),
        (BYTES, {"b": between(b"b", b"a")}, empty_range("B")),
        (BYTES, {"b": SortCondition("begins_with", b"")}, None),
        *(
            (Template((Placeholder("t", form), "#")), {"t": begins_with("2B")}, expected)
            for form, expected in [
                ("text", SortRange("begins_with", "2B")),
                ("lower", SortRange("begins_with", "2b")),
                ("fold", SortRange("begins_with", "2b")),
                ("raw:#", SortRange("begins_with", "2B")),
                ("iso", SortRange("begins_with", "2B")),
                ("isoSeconds", SortRange("begins_with", "2B")),
                ("date:%Y-%m-%d", SortRange("begins_with", "2B")),
            ]
        ),
    ],
)
def test_bounds_are_exact(
    template: Template, given_values: dict[str, object], expected: SortRange | None
) -> None:
    assert sort_bounds(template, given_values) == expected


@pytest.mark.parametrize(
    ("text", "below"),
    [
        ("a", f"`{HIGHEST}"),
        ("b\0", "b"),
        ("\ue000", f"\ud7ff{HIGHEST}"),
        ("a\ue001", f"a\ue000{HIGHEST}"),
        ("\0", ""),
    ],
)
def test_the_highest_key_below_a_text_is_known(text: str, below: str) -> None:
    assert just_below(text) == below


@pytest.mark.parametrize(
    ("form", "unit"),
    [
        ("iso", timedelta(milliseconds=1)),
        ("ms:13", timedelta(milliseconds=1)),
        ("number:ms", timedelta(milliseconds=1)),
        ("isoSeconds", timedelta(seconds=1)),
        ("s:10", timedelta(seconds=1)),
        ("descs:10", timedelta(seconds=1)),
        ("number:s", timedelta(seconds=1)),
        ("date:%Y-%m-%d", timedelta(days=1)),
    ],
)
def test_a_date_moves_up_to_the_last_moment_before_the_next_but_one(
    form: str, unit: timedelta
) -> None:
    moment = datetime(2025, 1, 1, tzinfo=UTC)

    assert next_written(form, moment) == moment + unit - timedelta(microseconds=1)


@pytest.mark.parametrize("value", ["text", datetime(2025, 1, 1), datetime.max.replace(tzinfo=UTC)])
def test_what_cannot_move_up_stays(value: object) -> None:
    assert next_written("isoSeconds", value) == value


DAY = Template((Placeholder("day", "int:2"),))
AT = Template((Placeholder("at", "int:3"), "#", Placeholder("id")))
SEVERAL = (DAY, AT, Template((Placeholder("x"),)))


@pytest.mark.parametrize(
    ("given_values", "expected"),
    [
        ({}, [None]),
        ({"day": 1}, [SortRange("=", "01")]),
        ({"day": gt(1)}, [SortRange(">", "01")]),
        ({"day": 1, "at": 2}, [SortRange("=", "01"), SortRange("begins_with", "002#")]),
        ({"day": 1, "at": 2, "id": "a"}, [SortRange("=", "01"), SortRange("=", "002#a")]),
        (
            {"day": 1, "at": 2, "id": "a", "x": lt("z")},
            [SortRange("=", "01"), SortRange("=", "002#a"), SortRange("<", "z")],
        ),
    ],
)
def test_each_attribute_of_a_sort_key_has_its_condition(
    given_values: dict[str, object], expected: list[SortRange | None]
) -> None:
    assert sort_ranges(SEVERAL, given_values) == expected


@pytest.mark.parametrize(
    ("given_values", "problem"),
    [
        ({"at": 2}, "'{day}': at is given, and day"),
        ({"x": "q"}, "'{day}': x is given, and day"),
        ({"day": gt(1), "at": 2}, "'{day}': at is given, and day"),
        ({"day": between(2, 1), "x": "q"}, "'{day}': x is given, and day"),
        ({"day": 1, "x": "q"}, "'{at}#{id}': x is given, and at, id"),
        ({"day": 1, "at": 1, "x": "q"}, "'{at}#{id}': x is given, and at, id"),
    ],
)
def test_an_attribute_after_one_that_is_open_is_refused(
    given_values: dict[str, object], problem: str
) -> None:
    with pytest.raises(OperationError) as refused:
        sort_ranges(SEVERAL, given_values)

    assert str(refused.value) == f"sort key {problem} before it not by equality. {LEADING_FIRST}"


def test_a_field_of_two_attributes_may_have_a_condition() -> None:
    again = Template((Placeholder("day", "int:4"),))

    assert sort_ranges((DAY, again), {"day": gt(1)}) == [SortRange(">", "01")]


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
