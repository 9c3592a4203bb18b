from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavola.errors import OperationError
from tavola.keys import HIGHEST, check_tenant, key_form

NOON = datetime(2025, 1, 15, 10, 30, tzinfo=UTC)

WRITTEN: list[tuple[str, object, str]] = [
    ("text", "a#b", "a#b"),
    ("lower", "Ada@Example.com", "ada@example.com"),
    ("uuid", UUID(int=1), "00000000-0000-0000-0000-000000000001"),
    ("bool", True, "1"),
    ("bool", False, "0"),
    ("int", -5, "-5"),
    ("int:8", 42, "00000042"),
    ("int20", 42, "00000000000000000042"),
    ("int20", -5, "-99999999999999999994"),
    ("decimal", Decimal("12.50"), "12.5"),
    ("decimal", Decimal("-0.00"), "0"),
    ("decimal", Decimal("1E+3"), "1000"),
    ("fixed:12.2", Decimal("12.5"), "000000012.50"),
    ("fixed:6.1", 0.1, "0000.1"),
    ("float16", 0.0, "8000000000000000"),
    ("float16", -0.0, "8000000000000000"),
    ("iso", NOON, "2025-01-15T10:30:00.000Z"),
    ("iso", NOON.astimezone(timezone(timedelta(hours=2))), "2025-01-15T10:30:00.000Z"),
    ("isoSeconds", NOON, "2025-01-15T10:30:00Z"),
    ("ms", NOON, "1736937000000"),
    ("ms:13", NOON, "1736937000000"),
    ("ms20", NOON, "00000001736937000000"),
    ("s", NOON, "1736937000"),
    ("s:10", NOON, "1736937000"),
]


@pytest.mark.parametrize(("code", "value", "text"), WRITTEN)
def test_a_form_writes_a_value(code: str, value: object, text: str) -> None:
    assert key_form(code).write(value) == text


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("text", 5),
        ("text", f"a{HIGHEST}"),
        ("uuid", "no uuid"),
        ("bool", 1),
        ("int", True),
        ("int", "5"),
        ("int:8", 10**8),
        ("int:8", -1),
        ("int20", 10**20),
        ("int20", -(10**20)),
        ("decimal", 1.5),
        ("decimal", Decimal("NaN")),
        ("fixed:6.1", Decimal("0.15")),
        ("fixed:6.1", Decimal("10000")),
        ("fixed:6.1", Decimal("-1")),
        ("float16", float("nan")),
        ("float16", float("inf")),
        ("float16", "1"),
        ("iso", "2025-01-15"),
        ("iso", datetime(2025, 1, 15)),  # a date without a zone is the point
        ("ms:13", datetime(1969, 12, 31, tzinfo=UTC)),
        ("s:5", NOON),
        ("tenant", ""),
        ("tenant", None),
    ],
)
def test_a_form_refuses_what_it_cannot_write(code: str, value: object) -> None:
    with pytest.raises(OperationError):
        key_form(code).write(value)


@pytest.mark.parametrize("tenant", ["a]#u#[b", "a#b", "[a", "a]", "50%", "a\nb", "a\x7f", ""])
def test_a_tenant_that_could_break_out_is_refused(tenant: str) -> None:
    with pytest.raises(OperationError, match="tenant"):
        check_tenant(tenant)


def test_an_overflow_says_what_would_fit() -> None:
    with pytest.raises(OperationError) as caught:
        key_form("int:8").write(100_000_000)
    assert str(caught.value) == (
        "key: 100000000 does not fit 8 digits. "
        "It takes 0 to 99999999; widen the template or check the value."
    )


def dates() -> st.SearchStrategy[datetime]:
    naive = st.datetimes(min_value=datetime(1, 1, 2), max_value=datetime(9999, 12, 30))
    return naive.map(
        lambda date: date.replace(tzinfo=UTC, microsecond=date.microsecond // 1000 * 1000)
    )


ORDERED: list[tuple[str, st.SearchStrategy[Any]]] = [
    ("int:8", st.integers(0, 10**8 - 1)),
    ("int20", st.integers(-(10**20) + 1, 10**20 - 1)),
    ("float16", st.floats(allow_nan=False, allow_infinity=False).map(lambda x: x + 0.0)),
    ("fixed:12.2", st.decimals(0, 999_999_999, places=2)),
    ("bool", st.booleans()),
    ("iso", dates()),
    ("ms20", dates()),
    ("isoSeconds", dates().map(lambda date: date.replace(microsecond=0))),
    ("uuid", st.uuids()),
]


@pytest.mark.parametrize(("code", "values"), ORDERED)
def test_texts_sort_as_their_values_do(code: str, values: st.SearchStrategy[Any]) -> None:
    form = key_form(code)

    @given(st.lists(values, max_size=12))
    @settings(max_examples=60)
    def check(drawn: list[Any]) -> None:
        assert sorted(form.write(value) for value in drawn) == [
            form.write(value) for value in sorted(drawn)
        ]

    check()


@pytest.mark.parametrize(
    ("code", "values"),
    [
        *ORDERED,
        ("int", st.integers()),
        ("decimal", st.decimals(allow_nan=False, allow_infinity=False, places=3)),
        ("ms", dates()),
        ("text", st.text(st.characters(exclude_categories=["Cs"], exclude_characters=HIGHEST))),
    ],
)
def test_reading_gives_back_what_was_written(code: str, values: st.SearchStrategy[Any]) -> None:
    form = key_form(code)

    @given(values)
    @settings(max_examples=60)
    def check(value: object) -> None:
        assert form.read(form.write(value)) == value

    check()


@pytest.mark.parametrize("code", ["int", "decimal", "ms", "s"])
def test_plain_numbers_say_that_they_do_not_sort(code: str) -> None:
    assert key_form(code).is_ordered is False
