from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavola.errors import OperationError
from tavola.keys import MAX_PARTS, check_part, is_layout, key_form, parts_between

LAYOUTS = ("%Y", "%Y-%m", "%Y/%m/%d", "%Y-%m-%dT%H", "%Y%m%d")
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("layout", "text"),
    [
        ("%Y", "2026"),
        ("%Y-%m", "2026-05"),
        ("%Y%m%d", "20260501"),
        ("%Y-%m-%dT%H", "2026-05-01T12"),
        ("%Yw%m", "2026w05"),
    ],
)
def test_a_part_is_written_in_utc(layout: str, text: str) -> None:
    form = key_form(f"part:{layout}")

    assert form.write(NOON) == text
    assert form.write(NOON.astimezone(timezone(timedelta(hours=-13)))) == text
    assert check_part(layout, text) == text


def test_early_years_keep_their_width() -> None:
    assert key_form("part:%Y-%m").write(datetime(7, 1, 1, tzinfo=UTC)) == "0007-01"


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_year_and_what_follows_it_is_a_layout(layout: str) -> None:
    assert is_layout(layout)


@pytest.mark.parametrize("text", ["", "%m", "%Y%d", "%Y-%m-%d %H:%M", "%y", "Y", "%Y-", "%Y^%m"])
def test_other_texts_are_no_layouts(text: str) -> None:
    assert not is_layout(text)


@given(st.datetimes(timezones=st.just(UTC)), st.datetimes(timezones=st.just(UTC)))
def test_parts_sort_as_their_dates_do(one: datetime, other: datetime) -> None:
    forms = [key_form(f"part:{layout}") for layout in LAYOUTS]

    assert [form.write(one) <= form.write(other) for form in forms if one <= other] == [
        True for _ in forms if one <= other
    ]


@given(
    st.sampled_from(LAYOUTS),
    st.datetimes(datetime(1, 1, 1), datetime(9999, 12, 28), timezones=st.just(UTC)),
    st.timedeltas(timedelta(0), timedelta(days=3)),
    st.floats(0, 1),
)
def test_a_date_of_a_range_is_in_one_of_its_parts(
    layout: str, low: datetime, length: timedelta, at: float
) -> None:
    parts = parts_between(layout, low, low + length)
    write = key_form(f"part:{layout}").write

    assert parts == sorted(set(parts))
    assert (parts[0], parts[-1]) == (write(low), write(low + length))
    assert write(low + length * at) in parts


def test_a_range_to_the_end_of_time_ends() -> None:
    last = datetime(9999, 12, 31, 23, 59, tzinfo=UTC)

    assert parts_between("%Y", last, last) == ["9999"]
    assert parts_between("%Y-%m-%dT%H", last, last) == ["9999-12-31T23"]


def test_a_range_the_wrong_way_round_has_no_parts() -> None:
    assert parts_between("%Y", NOON, NOON - timedelta(days=1)) == []


def test_too_many_parts_are_refused() -> None:
    day = timedelta(days=1)

    assert len(parts_between("%Y-%m-%d", NOON, NOON + (MAX_PARTS - 1) * day)) == MAX_PARTS
    with pytest.raises(OperationError) as refused:
        parts_between("%Y-%m-%d", NOON, NOON + MAX_PARTS * day)

    assert str(refused.value) == (
        "key: from 2026-05-01T12:00:00+00:00 to 2027-06-05T12:00:00+00:00 there are more than 400 "
        "parts '%Y-%m-%d'. Ask for a shorter time."
    )


@pytest.mark.parametrize("text", ["2026", "2026-13", "2026-5", "2026-05-01", "0000-01", 5, None])
def test_what_no_date_has_is_no_part(text: object) -> None:
    with pytest.raises(OperationError) as refused:
        check_part("%Y-%m", text)

    assert str(refused.value) == (
        f"key: {text!r} is not a part '%Y-%m' of a date. Write it as '2026-05'."
    )


def test_a_part_says_no_value() -> None:
    with pytest.raises(OperationError) as refused:
        key_form("part:%Y").read("2026")

    assert str(refused.value) == "key: '2026' is a part of a date, from which no value can be read."


@pytest.mark.parametrize(
    ("layout", "days", "parts"),
    [
        ("%Y", 366, ["2026", "2027"]),
        ("%Y-%m", 62, ["2026-11", "2026-12", "2027-01"]),
        ("%Y-%m-%d", 1, ["2026-11-30", "2026-12-01"]),
        ("%Y-%m-%d %H", 1 / 24, ["2026-11-30 12", "2026-11-30 13"]),
    ],
)
def test_parts_go_on_over_the_end_of_a_unit(layout: str, days: float, parts: list[str]) -> None:
    low = datetime(2026, 11, 30, 12, 30, 30, 30, tzinfo=UTC)

    assert parts_between(layout, low, low + timedelta(days=days)) == parts


@pytest.mark.parametrize(
    ("layout", "text"),
    [("%Y-%m-%dT%H", "2026-05-01T23"), ("%Y-%m-%d", "2026-12-31"), ("%Y", "9999")],
)
def test_the_last_part_of_a_unit_is_one(layout: str, text: str) -> None:
    assert check_part(layout, text) == text


@pytest.mark.parametrize(("layout", "text"), [("%Y-%m-%dT%H", "2026-05-01T24"), ("%Y", "0000")])
def test_beyond_the_last_part_there_is_none(layout: str, text: str) -> None:
    with pytest.raises(OperationError, match="is not a part"):
        check_part(layout, text)
