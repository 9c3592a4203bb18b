"""Partitions by month and day: a range of dates reads the parts that it touches."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tavola import OperationError, Page, between, ge, part
from tests.patience import eventually
from tests.table.generated.spread import Reading, Spread
from tests.table.stores import plain, read_raw, unsent

START = datetime(2026, 1, 30, tzinfo=UTC)
DAY = timedelta(days=1)


def fill(spread: Spread, device: str, number: int = 40) -> list[Reading]:
    """One reading a day, over three months."""
    made = [
        Reading(device=device, at=START + day * DAY, level=(day * 7) % 10) for day in range(number)
    ]
    spread.reading.put_all(made)
    return made


def test_the_month_is_part_of_the_key(spread: Spread, some: str) -> None:
    made = spread.reading.create(device=some, at=START, level=3)

    key = spread.reading.plan.get(some, START).key
    assert plain(key) == {
        "PK": ("S", f"DEVICE#{some}#2026-01"),
        "SK": ("S", "2026-01-30T00:00:00.000Z"),
    }
    assert plain(read_raw(spread, key))["GSI1PK"] == ("S", f"DAY#{some}#2026-01-30")
    assert spread.reading.get(some, START) == made


@pytest.mark.parametrize("descending", [False, True])
def test_a_range_leads_through_its_months_in_order_and_back(
    spread: Spread, some: str, descending: bool
) -> None:
    made = fill(spread, some)[1:39]
    ordered = made[::-1] if descending else made
    asked: Any = between(START + DAY, START + 38 * DAY)

    def page(cursor: str | None = None) -> Page[Reading]:
        return spread.reading.readings(
            device=some, at=asked, limit=15, cursor=cursor, descending=descending, consistent=True
        )

    first = page()
    second = page(first.cursor)
    third = page(second.cursor)
    back = page(third.previous)

    assert [first.items, second.items, third.items] == [
        ordered[:15],
        ordered[15:30],
        ordered[30:],
    ]
    assert (third.cursor, back.items) == (None, ordered[15:30])
    assert page(back.previous).items == ordered[:15]


def test_a_whole_part_is_asked_by_its_text(spread: Spread, some: str) -> None:
    made = fill(spread, some)

    page = spread.reading.readings(device=some, at=part("2026-02"), consistent=True)

    assert page.items == made[2:30]
    assert spread.reading.count(spread.reading.plan.readings(device=some, at=part("2026-02"))) == 28


def test_a_date_is_asked_by_equality(spread: Spread, some: str) -> None:
    made = fill(spread, some, 4)

    assert spread.reading.readings(device=some, at=made[1].at, consistent=True).items == [made[1]]


def test_parts_that_the_sort_key_does_not_follow_are_merged_and_kept_to_the_range(
    spread: Spread, some: str
) -> None:
    made = fill(spread, some, 10)
    half = timedelta(hours=12)
    asked = between(made[1].at - half, made[8].at + half)
    expected = sorted(made[1:9], key=lambda one: (one.level, one.at))

    def found() -> list[Reading]:
        return list(spread.reading.readings_by_level(device=some, at=asked, limit=3).all())

    eventually(found, expected)
    plan = spread.reading.plan.readings_by_level(device=some, at=asked)
    assert spread.reading.count(plan) == 8


def test_within_a_part_only_the_dates_asked_for_are_found(spread: Spread, some: str) -> None:
    hours = [START + timedelta(hours=hour) for hour in range(6)]
    spread.reading.put_all([Reading(device=some, at=at, level=1) for at in hours])

    def found(at: Any) -> list[datetime]:
        return [one.at for one in spread.reading.readings_by_level(device=some, at=at)]

    eventually(lambda: sorted(found(part("2026-01-30"))), hours)
    assert sorted(found(between(hours[1], hours[3]))) == hours[1:4]
    assert found(hours[2]) == [hours[2]]
    tick = timedelta(microseconds=1)
    assert found(between(hours[2] + tick, hours[2] + 2 * tick)) == []


def test_an_access_pattern_takes_a_range_of_dates(spread: Spread, some: str) -> None:
    made = fill(spread, some)

    page = spread.reading.readings_of_time(device=some, at=(made[1].at, made[36].at))

    assert [one.at for one in page.all()] == [one.at for one in made[1:37]]


def test_a_changed_level_stays_in_its_day(spread: Spread, some: str) -> None:
    spread.reading.create(device=some, at=START, level=3)
    changed = spread.reading.update(some, START, level=5)

    eventually(lambda: spread.reading.readings_by_level(device=some, at=START).items, [changed])


def test_a_range_the_wrong_way_round_finds_nothing(spread: Spread, some: str) -> None:
    fill(spread, some, 3)
    asked = between(START + DAY, START)

    assert spread.reading.readings(device=some, at=asked).items == []
    assert spread.reading.count(spread.reading.plan.readings(device=some, at=asked)) == 0


@pytest.mark.parametrize(
    ("at", "wrong"),
    [
        (ge(START), "at: '>=' is an open range"),
        (part("2026"), "'2026' is not a part '%Y-%m' of a date. Write it as '2026-05'."),
        (between(START, START + 40000 * DAY), "more than 400 parts"),
        (between(START, datetime(2027, 1, 1)), "not a datetime with a time zone"),
        (None, "at has no value. Give a date, between or part."),
    ],
    ids=["open", "another part", "too many", "no time zone", "nothing"],
)
def test_what_cannot_be_asked_of_parts_is_refused(at: Any, wrong: str) -> None:
    spread = unsent(Spread)

    with pytest.raises(OperationError) as refused:
        spread.reading.readings(device="d", at=at)

    assert wrong in str(refused.value)


def test_a_part_is_for_partition_keys_alone() -> None:
    with pytest.raises(OperationError, match="use between"):
        unsent(Spread).order.orders_by_shop(shop="s", at=part("2026-05"))
