"""Keys that are numbers or bytes: written exactly, read back, and in DynamoDB's order."""

from __future__ import annotations

from base64 import b64decode
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavola.errors import OperationError
from tavola.keys import (
    Placeholder,
    SortRange,
    Template,
    begins_with,
    between,
    beyond,
    empty_range,
    ge,
    gt,
    key_form,
    key_value,
    le,
    lt,
    sort_bounds,
)
from tavola.values.numbers import number_sort_key

DATES = st.datetimes(datetime(1, 1, 2), datetime(9999, 12, 30), timezones=st.just(UTC))
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "number:int": st.integers(-(10**38) + 1, 10**38 - 1),
    "number:float": st.floats(-1e125, 1e125, allow_nan=False).filter(
        lambda number: number == 0 or abs(number) > 1e-129
    ),
    "number:decimal": st.decimals(
        min_value=Decimal("-1e30"), max_value=Decimal("1e30"), places=6, allow_nan=False
    ),
    "number:ms": DATES.map(lambda date: date.replace(microsecond=date.microsecond // 1000 * 1000)),
    "number:s": DATES.map(lambda date: date.replace(microsecond=0)),
    "binary": st.binary(min_size=1, max_size=8),
}
FORMS = [pytest.param(code, values, id=code) for code, values in VALUES.items()]


def template(code: str) -> Template:
    return Template((Placeholder("it", code),))


@pytest.mark.parametrize(("code", "values"), FORMS)
def test_what_is_written_is_read_back(code: str, values: st.SearchStrategy[Any]) -> None:
    @given(values)
    def check(value: Any) -> None:
        text = template(code).format_all({"it": value})
        assert template(code).parse(text) == {"it": value}

    check()


@pytest.mark.parametrize(("code", "values"), FORMS)
def test_keys_sort_as_dynamodb_sorts_them(code: str, values: st.SearchStrategy[Any]) -> None:
    tag = key_form(code).tag

    @given(values, values)
    def check(first: Any, second: Any) -> None:
        texts = [key_form(code).write(one) for one in (first, second)]
        stored = [number_sort_key(one) if tag == "N" else b64decode(one) for one in texts]
        assert (stored[0] < stored[1]) is (first < second)
        assert (stored[0] == stored[1]) is (first == second)
        low, high = (key_value(tag, one) for one in texts)
        assert (low < high) is (first < second)  # type: ignore[operator]  # of one type

    check()


@pytest.mark.parametrize(("code", "values"), FORMS)
def test_bounds_are_those_of_the_values(code: str, values: st.SearchStrategy[Any]) -> None:
    key = template(code)

    @given(values, values, values)
    def check(low: Any, high: Any, stored: Any) -> None:
        text = key.format_all({"it": stored})

        def holds(condition: Any) -> bool:
            found = sort_bounds(key, {"it": condition})
            assert found is not None
            return found.matches(text)

        assert holds(ge(low)) is (stored >= low)
        assert holds(gt(low)) is (stored > low)
        assert holds(le(low)) is (stored <= low)
        assert holds(lt(low)) is (stored < low)
        assert holds(between(low, high)) is (low <= stored <= high)
        assert holds(low) is (stored == low)

    check()


@given(
    st.sampled_from([None, ge, gt, le, lt]),
    *(st.integers(-5, 5) for _ in range(3)),
    st.booleans(),
)
def test_what_lies_beyond_a_number_is_in_the_narrowed_range(
    how: Any, bound: int, at: int, stored: int, forward: bool
) -> None:
    whole = None if how is None else sort_bounds(template("number:int"), {"it": how(bound)})
    left = beyond(whole, str(at), forward=forward, inclusive=True, tag="N")

    is_beyond = stored >= at if forward else stored <= at
    is_asked = whole is None or whole.matches(str(stored))
    if is_beyond and is_asked:
        assert left is None or left.matches(str(stored))


@pytest.mark.parametrize("tag", ["S", "N", "B"])
def test_nothing_stands_in_an_empty_range(tag: str) -> None:
    texts = {"S": ["", "z"], "N": ["-9.9E+125", "0", "1"], "B": ["AA==", "/w=="]}

    assert not any(empty_range(tag).matches(text) for text in texts[tag])
    assert empty_range(tag).is_empty
    assert not SortRange("=", texts[tag][-1], tag=tag).is_empty


def test_numbers_of_one_value_are_one_key() -> None:
    key = template("number:decimal")

    assert key.format({"it": Decimal("1.50")}) == key.format({"it": Decimal("1.5")}) == "1.5"
    assert key.find_values("1.500") == {"it": Decimal("1.5")}
    assert template("number:int").find_values("1.5") is None
    assert template("number:float").find_values("0.1000000000000000055511") is None


def test_bytes_may_begin_with_others() -> None:
    found = sort_bounds(template("binary"), {"it": begins_with(b"ab")})  # type: ignore[arg-type]  # bytes

    assert found is not None
    assert found == SortRange("begins_with", "YWI=", tag="B")
    assert found.matches("YWJj")
    assert not found.matches("YQ==")


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("number:int", 1.5),
        ("number:int", True),
        ("number:float", "1"),
        ("number:decimal", Decimal("1e200")),
        ("number:ms", datetime(2026, 1, 1)),
        ("binary", "text"),
    ],
)
def test_what_is_no_such_key_is_refused(code: str, value: object) -> None:
    with pytest.raises(OperationError, match="cannot stand in a key"):
        template(code).format({"it": value})


@pytest.mark.parametrize(("tag", "text"), [("N", "x"), ("B", "%"), ("B", "AAA")])
def test_what_is_no_value_of_a_type_is_not_compared(tag: str, text: str) -> None:
    with pytest.raises(OperationError) as refused:
        key_value(tag, text)

    assert str(refused.value) == f"key: {text!r} is not a value of type {tag}."


@pytest.mark.parametrize(
    ("tag", "text", "value"),
    [("S", "10", "10"), ("N", "10", Decimal(10)), ("B", "YWI=", b"ab")],
)
def test_a_key_is_compared_by_its_value(tag: str, text: str, value: object) -> None:
    assert key_value(tag, text) == value


def test_a_number_that_dynamodb_refuses_is_refused_in_its_words() -> None:
    with pytest.raises(OperationError) as refused:
        key_form("number:decimal").write(Decimal("1E+200"))

    assert str(refused.value) == (
        "key: Decimal('1E+200') cannot stand in a key. ValidationException: Number overflow. "
        "Attempting to store a number with magnitude larger than supported range."
    )


@pytest.mark.parametrize("operator", ["=", "<", "<=", ">", ">=", "begins_with"])
def test_only_a_range_between_two_has_two_bounds(operator: Any) -> None:
    assert SortRange(operator, "a", "b").bounds == ("a",)
    assert SortRange("between", "a", "b").bounds == ("a", "b")
