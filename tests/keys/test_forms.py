from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavola.errors import OperationError
from tavola.keys import HIGHEST, LiteralKeyText, check_tenant, key_form

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
    ("int:8", 0, "00000000"),
    ("int:8", 10**8 - 1, "99999999"),
    ("desc:8", 0, "99999999"),
    ("desc:8", 10**8 - 1, "00000000"),
    ("descms:13", NOON, "8263062999999"),
    ("descs:10", NOON, "8263062999"),
    ("int20", 0, "0" * 20),
    ("int20", 10**20 - 1, "9" * 20),
    ("int20", -1, "-" + "9" * 19 + "8"),
    ("int20", 1 - 10**20, "-" + "0" * 20),
    ("decimal", 5, "5"),
    ("decimal", 100, "100"),
    ("fixed:6.1", 0, "0000.0"),
    ("fixed:6.1", Decimal("9999.9"), "9999.9"),
    ("float16", 1, "bff0000000000000"),
    ("float16", Decimal("-1"), "400fffffffffffff"),
    ("fold", "ADA", "ada"),
    ("fold", "Stra\u00dfe", "strasse"),
    ("uuid", "00000000000000000000000000000001", "00000000-0000-0000-0000-000000000001"),
    ("iso", NOON.replace(microsecond=1999), "2025-01-15T10:30:00.001Z"),
    ("isoSeconds", NOON.replace(microsecond=999_999), "2025-01-15T10:30:00Z"),
    ("ms", NOON.replace(second=1, microsecond=1999), "1736937001001"),
    ("ms", datetime(1969, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC), "-1"),
    ("s", datetime(1969, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC), "-1"),
    ("shard:8:text", LiteralKeyText(12), "12"),
    ("part:%Y-%m", LiteralKeyText("2025-07"), "2025-07"),
]


@pytest.mark.parametrize(("code", "value", "text"), WRITTEN)
def test_a_form_writes_a_value(code: str, value: object, text: str) -> None:
    assert key_form(code).write(value) == text


EAST = timezone(timedelta(hours=1))
DIGITS = "widen the template or check the value."
DECIMALS = "It takes no negative number and loses no digit; widen the template."
TENANT_ID = "is not a tenant id. Give a string that is not empty."

REFUSED: list[tuple[str, object, str]] = [
    ("text", 5, "It takes a string."),
    ("text", f"a{HIGHEST}", "It takes a string without the character U+10FFFF."),
    ("lower", 5, "It takes a string."),
    ("fold", 5, "It takes a string."),
    ("uuid", "no uuid", "It takes a UUID."),
    ("uuid", 5, "It takes a string."),
    ("bool", 1, "It takes a boolean."),
    ("int", True, "It takes an integer."),
    ("int", "5", "It takes an integer."),
    ("int20", 10**20, "It takes an integer of at most 20 digits."),
    ("int20", -(10**20), "It takes an integer of at most 20 digits."),
    ("int20", True, "It takes an integer."),
    ("decimal", 1.5, "It takes a decimal."),
    ("decimal", True, "It takes a decimal."),
    ("decimal", Decimal("NaN"), "It takes a finite decimal."),
    ("fixed:6.1", "1", "It takes a decimal."),
    ("float16", float("nan"), "It takes a finite number."),
    ("float16", float("inf"), "It takes a finite number."),
    ("float16", float("-inf"), "It takes a finite number."),
    ("float16", "1", "It takes a number."),
    ("float16", True, "It takes a number."),
    ("iso", "2025-01-15", "It takes a datetime."),
    ("iso", datetime(2025, 1, 15), "It takes a datetime with a time zone."),
    (
        "iso",
        datetime.min.replace(tzinfo=EAST),
        "It takes a datetime that is one in UTC too, from year 1 to 9999.",
    ),
    ("date:%Y-%m-%d", 5, "It takes a datetime."),
    ("part:%Y-%m", 5, "It takes a datetime."),
    ("shard:8:int", "x", "It takes an integer."),
    ("number:int", 1.5, "It takes an integer."),
    ("number:int", True, "It takes an integer."),
    ("number:float", "1", "It takes a number."),
    ("number:float", True, "It takes a number."),
    ("number:decimal", 1.5, "It takes a decimal."),
    ("number:decimal", True, "It takes a decimal."),
    ("number:ms", 5, "It takes a datetime."),
    ("binary", "text", "It takes bytes."),
]


@pytest.mark.parametrize(("code", "value", "wanted"), REFUSED)
def test_a_form_says_what_it_takes_instead(code: str, value: object, wanted: str) -> None:
    with pytest.raises(OperationError) as refused:
        key_form(code).write(value)

    assert str(refused.value) == f"key: {value!r} cannot stand in a key. {wanted}"


@pytest.mark.parametrize(
    ("code", "value", "problem"),
    [
        ("int:8", 10**8, f"does not fit 8 digits. It takes 0 to 99999999; {DIGITS}"),
        ("int:8", -1, f"does not fit 8 digits. It takes 0 to 99999999; {DIGITS}"),
        ("desc:2", 100, f"does not fit 2 digits. It takes 0 to 99; {DIGITS}"),
        ("desc:2", -1, f"does not fit 2 digits. It takes 0 to 99; {DIGITS}"),
        ("s:5", NOON, f"does not fit 5 digits. It takes 0 to 99999; {DIGITS}"),
        (
            "ms:13",
            datetime(1969, 12, 31, tzinfo=UTC),
            f"does not fit 13 digits. It takes 0 to 9999999999999; {DIGITS}",
        ),
        ("fixed:6.1", Decimal("0.15"), f"does not fit 6 characters with 1 decimals. {DECIMALS}"),
        ("fixed:6.1", Decimal(10000), f"does not fit 6 characters with 1 decimals. {DECIMALS}"),
        ("fixed:6.1", Decimal(-1), f"does not fit 6 characters with 1 decimals. {DECIMALS}"),
        (
            "raw:#",
            "a#",
            "cannot stand before '#' as it is: a reader would end it too early. Choose another "
            "value, or write the field without raw.",
        ),
    ],
)
def test_what_does_not_fit_is_told_how_much_does(code: str, value: object, problem: str) -> None:
    with pytest.raises(OperationError) as refused:
        key_form(code).write(value)

    assert str(refused.value) == f"key: {value!r} {problem}"


@pytest.mark.parametrize(
    "tenant",
    [
        "a]#u#[b",
        "a#b",
        "[a",
        "a]",
        "50%",
        "a\nb",
        "\x00",
        "\x1f",
        "\x7f",
        "\x9f",
        "\ud800",
        HIGHEST,
    ],
)
def test_a_tenant_that_could_break_out_is_refused(tenant: str) -> None:
    with pytest.raises(OperationError) as refused:
        check_tenant(tenant)

    assert str(refused.value) == (
        f"tenant: {tenant!r} holds '#', '[', ']', '%' or a control character. "
        "Use letters, digits, '-', '_' and '.'."
    )


@pytest.mark.parametrize("tenant", ["", None, 5])
def test_a_tenant_is_a_text(tenant: object) -> None:
    with pytest.raises(OperationError) as refused:
        check_tenant(tenant)

    assert str(refused.value) == f"tenant: {tenant!r} {TENANT_ID}"


ANY, DIGIT, HEX = f"[^{HIGHEST}]{{0,}}", "[0123456789]", "[0123456789abcdef]"
DATE = f"{DIGIT}{{1,1}}"
DAY = DATE * 4 + r"[\-]{1,1}" + DATE * 2 + r"[\-]{1,1}" + DATE * 2
TIME = "[T]{1,1}" + DATE * 2 + "[:]{1,1}" + DATE * 2 + "[:]{1,1}" + DATE * 2
INTEGER = rf"[\-]{{0,1}}{DIGIT}{{1,}}"
NUMBER = rf"{INTEGER}[\.]{{0,1}}{DIGIT}{{0,}}"
UUID_PATTERN = r"[\-]{1,1}".join(f"{HEX}{{1,1}}" * count for count in (8, 4, 4, 4, 12))
KINDS = {
    "text": ("ordered exact", ANY),
    "lower": ("ordered", ANY),
    "fold": ("ordered", ANY),
    "raw:#": ("ordered exact", rf"[^{HIGHEST}\#]{{0,}}"),
    "raw:##": ("ordered exact", ANY),
    "uuid": ("ordered fixed_width exact", UUID_PATTERN),
    "binary": (
        "ordered exact",
        r"[ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789\+/=]{0,}",
    ),
    "bool": ("ordered fixed_width exact", "[01]{1,1}"),
    "int": ("exact", INTEGER),
    "int:8": ("ordered fixed_width exact", f"{DIGIT}{{8,8}}"),
    "desc:8": ("ordered fixed_width exact descending", f"{DIGIT}{{8,8}}"),
    "int20": ("ordered fixed_width exact", rf"[\-]{{0,1}}{DIGIT}{{20,20}}"),
    "decimal": ("exact", NUMBER),
    "fixed:6.1": ("ordered fixed_width exact", rf"{DIGIT}{{4,4}}[\.]{{1,1}}{DIGIT}{{1,1}}"),
    "float16": ("ordered fixed_width exact", f"{HEX}{{16,16}}"),
    "iso": ("ordered fixed_width exact", rf"{DAY}{TIME}[\.]{{1,1}}{DATE * 3}[Z]{{1,1}}"),
    "isoSeconds": ("ordered fixed_width exact", f"{DAY}{TIME}[Z]{{1,1}}"),
    "ms": ("exact", INTEGER),
    "ms:13": ("ordered fixed_width exact", f"{DIGIT}{{13,13}}"),
    "descms:13": ("ordered fixed_width exact descending", f"{DIGIT}{{13,13}}"),
    "ms20": ("ordered fixed_width exact", rf"[\-]{{0,1}}{DIGIT}{{20,20}}"),
    "s": ("exact", INTEGER),
    "s:10": ("ordered fixed_width exact", f"{DIGIT}{{10,10}}"),
    "descs:10": ("ordered fixed_width exact descending", f"{DIGIT}{{10,10}}"),
    "date:%Y%m%d%z": (
        "ordered fixed_width exact",
        rf"{DIGIT}{{4,4}}{DIGIT}{{2,2}}{DIGIT}{{2,2}}[\+]{{1,1}}" + "[0]{1,1}" * 4,
    ),
    "part:%Y-%m": (
        "ordered fixed_width derived",
        rf"{DIGIT}{{4,4}}[\-]{{1,1}}{DIGIT}{{2,2}}",
    ),
    "shard:8:text": ("derived", f"{DIGIT}{{1,2}}"),
    "number:int": ("ordered exact", NUMBER),
    "number:float": ("ordered exact", NUMBER),
    "number:decimal": ("ordered exact", NUMBER),
    "number:ms": ("ordered exact", NUMBER),
    "number:s": ("ordered exact", NUMBER),
}


@pytest.mark.parametrize(("code", "said", "pattern"), [(code, *one) for code, one in KINDS.items()])
def test_a_form_says_of_its_texts_what_they_are(code: str, said: str, pattern: str) -> None:
    form = key_form(code)
    words = ("ordered", "fixed_width", "exact", "descending", "derived")

    assert [word for word in words if getattr(form, f"is_{word}")] == said.split()
    assert (form.code, form.pattern) == (code, pattern)
    assert form.tag == {"number": "N", "binary": "B"}.get(code.partition(":")[0], "S")


def test_a_tenant_s_text_has_none_of_what_no_tenant_has() -> None:
    [(characters, low, high)] = key_form("tenant").shape
    controls = [*map(chr, range(32)), *map(chr, range(127, 160))]

    assert (low, high) == (1, None)
    assert sorted(characters.removeprefix("^")) == sorted(["#", "[", "]", "%", HIGHEST, *controls])


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
