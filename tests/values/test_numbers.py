"""Numbers: canonical text, limits, sums and order."""

from __future__ import annotations

from decimal import Decimal, localcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavola.errors import ValidationFailed
from tavola.values import (
    add_numbers,
    canonical_number,
    number_from_sort_key,
    number_hash_bytes,
    number_sort_key,
    subtract_numbers,
)


def scaled(digits: int, exponent: int) -> str:
    return canonical_number(f"{digits}E{exponent}")


numbers = st.builds(scaled, st.integers(-(10**38) + 1, 10**38 - 1), st.integers(-92, 87))


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("1", "1"),
        ("100", "100"),
        ("007", "7"),
        ("+3", "3"),
        ("-0", "0"),
        ("-0.0", "0"),
        ("0e125", "0"),
        ("1.00", "1"),
        ("0001.500", "1.5"),
        (".5", "0.5"),
        ("5.", "5"),
        ("-.5", "-0.5"),
        ("1e3", "1000"),
        ("1.23E-3", "0.00123"),
        ("123e-2", "1.23"),
        ("1E125", "1" + "0" * 125),
        ("1E-130", "0." + "0" * 129 + "1"),
        ("9" * 38 + "0" * 20, "9" * 38 + "0" * 20),
        ("-" + "9" * 38, "-" + "9" * 38),
        ("0" * 60 + "1", "1"),
        ("1" * 38, "1" * 38),
        ("0e-130", "0"),
        ("0.0e-129", "0"),
        ("0.00e127", "0"),
        ("1e+0000000000000000002", "100"),
    ],
)
def test_a_number_comes_back_without_exponent_and_superfluous_zeros(
    text: str, canonical: str
) -> None:
    assert canonical_number(text) == canonical


@pytest.mark.parametrize(
    "text",
    [
        "abc",
        " 5",
        "5 ",
        "NaN",
        "Infinity",
        "0x1",
        "1_0",
        "٣",
        "1e",
        ".",
        "-",
        f"1e{2**63}",
        f"1e-{2**63}",
        "1e+00000000000000000002",
    ],
)
def test_text_that_is_no_number_is_refused_with_the_text(text: str) -> None:
    with pytest.raises(ValidationFailed) as refusal:
        canonical_number(text)
    message = f"The parameter cannot be converted to a numeric value: {text}"
    assert refusal.value.message == message


OVERFLOW = (
    "Number overflow. Attempting to store a number with magnitude larger than supported range"
)
UNDERFLOW = (
    "Number underflow. Attempting to store a number with magnitude smaller than supported range"
)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "The parameter cannot be converted to a numeric value: "),
        ("1" * 39, "Attempting to store more than 38 significant digits in a Number"),
        ("1" * 39 + "e300", "Attempting to store more than 38 significant digits in a Number"),
        (f"1e{2**63 - 1}", OVERFLOW),
        (f"1e-{2**63 - 1}", UNDERFLOW),
        ("0e126", OVERFLOW),
        ("0e-131", UNDERFLOW),
        ("0.0e-130", UNDERFLOW),
        ("10e125", OVERFLOW),
        (
            "1e126",
            "Number overflow. Attempting to store a number with magnitude larger than "
            "supported range",
        ),
        (
            "-1e-131",
            "Number underflow. Attempting to store a number with magnitude smaller than "
            "supported range",
        ),
    ],
)
def test_a_number_past_dynamodbs_limits_is_refused(text: str, message: str) -> None:
    with pytest.raises(ValidationFailed) as refusal:
        canonical_number(text)
    assert refusal.value.message == message


@pytest.mark.parametrize(
    ("left", "right", "total"),
    [
        ("1", "2", "3"),
        ("-5", "5", "0"),
        ("0.1", "0.2", "0.3"),
        ("1", "10000000000000000000000", "10000000000000000000001"),
        ("9" * 38, "1", "1" + "0" * 38),
        ("1.5", "0.5", "2"),
        ("9" + "0" * 125, "9" + "0" * 124, "99" + "0" * 124),
        ("1" * 37 + ".1", "1", "1" * 36 + "2.1"),
        ("9" * 37, "1", "1" + "0" * 37),
        ("9" * 37, "9" * 37, "1" + "9" * 36 + "8"),
        ("9" * 38, "-1", "9" * 37 + "8"),
        ("-" + "9" * 38, "9" * 38, "0"),
    ],
)
def test_sums_are_exact(left: str, right: str, total: str) -> None:
    assert add_numbers(left, right) == total


@pytest.mark.parametrize(
    ("left", "right"), [("1" + "0" * 50, "1"), ("9" + "0" * 125, "9" + "0" * 125)]
)
def test_a_sum_that_dynamodb_cannot_hold_is_an_overflow(left: str, right: str) -> None:
    with pytest.raises(ValidationFailed, match="Number overflow"):
        add_numbers(left, right)


@given(numbers)
def test_a_canonical_number_is_its_own_canonical_form(number: str) -> None:
    assert canonical_number(number) == number


@given(numbers)
def test_canonical_text_keeps_the_value(number: str) -> None:
    assert canonical_number(f"{Decimal(number):E}") == number


@given(numbers)
def test_a_number_less_itself_is_zero(number: str) -> None:
    assert subtract_numbers(number, number) == "0"


@given(numbers, numbers)
def test_bytes_sort_as_the_numbers_do(left: str, right: str) -> None:
    by_value = Decimal(left) < Decimal(right)
    assert (number_sort_key(left) < number_sort_key(right)) == by_value


@given(st.integers(-99999, 99999), st.integers(-99999, 99999))
def test_bytes_of_whole_numbers_sort_as_the_numbers_do(left: int, right: int) -> None:
    assert (number_sort_key(str(left)) < number_sort_key(str(right))) == (left < right)


@given(numbers)
def test_a_number_can_be_read_back_from_its_bytes(number: str) -> None:
    assert number_from_sort_key(number_sort_key(number)) == number


def base_100(number: str) -> bytes:
    """The number's bytes by arithmetic: an exponent of 100, then digits to that base."""
    with localcontext(prec=300):
        value, exponent = abs(Decimal(number)), 0
        while value >= 1:
            value, exponent = value / 100, exponent + 1
        while value and value < Decimal("0.01"):
            value, exponent = value * 100, exponent - 1
        digits: list[int] = []
        while value:
            digits.append(int(value * 100))
            value = value * 100 - digits[-1]
    if number[0] == "-":
        end = [102] if len(digits) < 20 else []
        return bytes([63 - exponent, *(101 - digit for digit in digits), *end])
    return bytes([192 + exponent, *(digit + 1 for digit in digits)])


@given(numbers.filter(lambda number: number != "0"))
def test_a_number_is_hashed_as_its_digits_to_the_base_of_100(number: str) -> None:
    assert number_hash_bytes(number_sort_key(number)) == base_100(number)


@given(numbers, numbers)
def test_different_numbers_are_never_hashed_as_one(one: str, other: str) -> None:
    hashed = [number_hash_bytes(number_sort_key(number)) for number in (one, other)]

    assert (hashed[0] == hashed[1]) == (one == other)


@pytest.mark.parametrize(
    ("number", "hashed"),
    [
        ("0", "80"),
        ("1", "c102"),
        ("-1", "3e6466"),
        ("0.012345", "c002182e"),
        ("1E125", "ff0b"),
        ("-1E-130", "7f6466"),
        ("9" * 38, "d3" + "64" * 19),
        ("-" + "9" * 37 + ".9", "2c" + "5c" + "02" * 18 + "0b"),
    ],
)
def test_the_widest_numbers_have_bytes_to_be_hashed(number: str, hashed: str) -> None:
    assert number_hash_bytes(number_sort_key(canonical_number(number))).hex() == hashed
