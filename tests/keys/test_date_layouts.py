"""Dates by a layout: written in full, read as others write them, sorted as text."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavola.keys import date_layout, is_date_layout, key_form, stored_unit

PYNAMODB = "%Y-%m-%dT%H:%M:%S.%f%z"
LAYOUTS = (
    PYNAMODB,
    "%Y-%m-%dT%H:%M:%S.%f%:z",
    "%Y%m%d%H%M%S",
    "%Y/%m/%d %Hh%M",
    "%Y-%m-%d %H",
    "%Y%m%d",
)
DATES = st.datetimes(timezones=st.just(UTC))
NOON = datetime(2025, 1, 15, 10, 30, 5, 60, tzinfo=UTC)


@pytest.mark.parametrize(
    ("layout", "text"),
    [
        (PYNAMODB, "2025-01-15T10:30:05.000060+0000"),
        ("%Y-%m-%dT%H:%M:%S.%f%:z", "2025-01-15T10:30:05.000060+00:00"),
        ("%Y-%m-%dT%H:%M:%S.%fZ", "2025-01-15T10:30:05.000060Z"),
        ("%Y%m%d", "20250115"),
        ("%Y-%m-%d %H:%M UTC", "2025-01-15 10:30 UTC"),
    ],
)
def test_a_date_is_written_by_its_layout(layout: str, text: str) -> None:
    assert date_layout(layout).write(NOON) == text


def test_a_year_has_four_digits() -> None:
    assert date_layout("%Y-%m-%d").write(datetime(7, 1, 2, tzinfo=UTC)) == "0007-01-02"


@pytest.mark.parametrize(
    "text",
    [
        "2025-01-15T10:30:05.00006+0000",
        "2025-01-15T10:30:05.000060Z",
        "2025-01-15T12:30:05.000060+02:00",
        "2025-01-15T07:00:05.000060-0330",
        "2025-01-16T10:29:05.000060+23:59",
    ],
)
def test_other_offsets_and_fewer_decimals_are_read(text: str) -> None:
    assert date_layout(PYNAMODB).read(text) == NOON


@pytest.mark.parametrize(
    "text",
    ["", "2025-01-15", "2025-13-15T10:30:05.000060+0000", "2025-01-15T10:30:05.000060+9900", "x"],
)
def test_what_is_no_date_of_the_layout_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the decoder says what is wrong
        date_layout(PYNAMODB).read(text)


@given(st.sampled_from(LAYOUTS), DATES)
def test_what_is_written_is_read_back_without_what_is_left_out(
    layout: str, moment: datetime
) -> None:
    made = date_layout(layout)
    kept = made.cut(moment)

    assert made.read(made.write(moment)) == kept
    assert moment - kept < made.unit
    assert made.cut(kept) == kept


@given(st.sampled_from(LAYOUTS), DATES, DATES)
def test_texts_sort_as_their_dates_do(layout: str, one: datetime, other: datetime) -> None:
    made = date_layout(layout)
    one, other = sorted([made.cut(one), made.cut(other)])

    assert made.write(one) <= made.write(other)


@given(st.sampled_from(LAYOUTS), DATES)
def test_a_key_holds_the_same_text(layout: str, moment: datetime) -> None:
    form = key_form(f"date:{layout}")
    elsewhere = moment.replace(tzinfo=timezone(timedelta(hours=5)))

    assert form.write(moment) == date_layout(layout).write(moment)
    assert form.read(form.write(moment)) == date_layout(layout).cut(moment)
    if 1 < moment.year < 9999:
        assert form.write(elsewhere) == form.write(elsewhere.astimezone(UTC))


@pytest.mark.parametrize(
    "text",
    [
        "%d.%m.%Y",
        "%Y-%m",
        "%Y-%m-%d %S",
        "%Y-%m-%dT%H:%M:%S.%f%Z",
        "%z%Y-%m-%d",
        "%Y-%m-%d%%",
        "%Y-%m-%d{x}",
        "%y-%m-%d",
        "iso",
    ],
)
def test_a_layout_that_would_not_sort_is_none(text: str) -> None:
    assert not is_date_layout(text)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_layout_that_sorts_is_one(layout: str) -> None:
    assert is_date_layout(layout)


@pytest.mark.parametrize(
    ("storage", "unit"),
    [
        ("iso", timedelta(milliseconds=1)),
        ("epochSeconds", timedelta(seconds=1)),
        (PYNAMODB, timedelta(microseconds=1)),
        ("%Y-%m-%d %H", timedelta(hours=1)),
        ("%Y%m%d", timedelta(days=1)),
        ("epochMillis", timedelta(milliseconds=1)),
        ("isoSeconds", timedelta(seconds=1)),
        ("%Y%m%d%H%M", timedelta(minutes=1)),
        ("%Y%m%d%H%M%S", timedelta(seconds=1)),
    ],
)
def test_a_storage_has_a_least_unit(storage: str, unit: timedelta) -> None:
    assert stored_unit(storage) == unit
