"""What each type of field takes, up to its limits, how it is stored, and what it refuses."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest

from tavola import OperationError
from tavola.codec.codec import Codec
from tavola.model.document import decode_document, encode_document
from tests.table.generated.library import Book, Library

BOOKS = Codec(Library.design, Book)
MOMENT = datetime(2026, 1, 2, 3, 4, 5, 678901, UTC)
WHOLE_SECOND = MOMENT.replace(microsecond=0)
BEFORE_1970 = datetime(1969, 12, 31, 23, 59, 59, 999999, UTC)
FAR_EAST = timezone(timedelta(hours=14))
ID = UUID(int=5)
NO_MAGNITUDE = "DynamoDB keeps magnitudes from 1E-130 to 9.9E+125."
MISFIT = "holds a value that does not fit:"
NO_SET = "cannot be stored as a set. Use members of one kind, at least one: str, bytes or numbers."


def book(name: str, value: Any) -> Book:
    values: dict[str, Any] = {"shelf": "s", "number": 1, "title": "t", name: value}
    return Book(**values)


@pytest.mark.parametrize(
    ("name", "given", "kept", "stored"),
    [
        ("title", "ä", "ä", {"S": "ä"}),
        ("number", 0, 0, {"N": "0"}),
        ("pages", 10**38, 10**38, {"N": f"{10**38}"}),
        ("pages", -(10**125), -(10**125), {"N": f"-{10**125}"}),
        ("price", 5, Decimal(5), {"N": "5"}),
        ("price", Decimal("1" * 38), Decimal("1" * 38), {"N": "1" * 38}),
        ("price", Decimal("1.50"), Decimal("1.5"), {"N": "1.5"}),
        ("price", Decimal("9E+125"), Decimal("9E+125"), {"N": f"{9 * 10**125}"}),
        ("price", Decimal("1E-130"), Decimal("1E-130"), {"N": f"0.{'0' * 129}1"}),
        ("ratio", 0, 0.0, {"N": "0"}),
        ("ratio", 2, 2.0, {"N": "2"}),
        ("ratio", -3.5, -3.5, {"N": "-3.5"}),
        ("ratio", 9999999999999998.0, 9999999999999998.0, {"N": "9999999999999998"}),
        ("ratio", 1e16, 1e16, {"N": "1e+16"}),
        ("ratio", -1e16, -1e16, {"N": "-1e+16"}),
        ("ratio", 1e-130, 1e-130, {"N": "1e-130"}),
        ("ratio", -1e-130, -1e-130, {"N": "-1e-130"}),
        ("ratio", -9.9e125, -9.9e125, {"N": "-9.9e+125"}),
        ("code", ID, ID, {"S": "00000000-0000-0000-0000-000000000005"}),
        ("cover", b"ab", b"ab", {"B": "YWI="}),
        ("labels", ["b", "a", "a"], {"a", "b"}, {"SS": ["a", "b"]}),
        ("labels", ("a",), {"a"}, {"SS": ["a"]}),
        ("labels", frozenset({"a"}), {"a"}, {"SS": ["a"]}),
        ("extra", ["null", 1.5], ["null", 1.5], {"S": '["null",1.5]'}),
        ("extra", {"a": (None, 1)}, {"a": [None, 1]}, {"S": '{"a":[null,1]}'}),
        (
            "printed_at",
            MOMENT,
            MOMENT.replace(microsecond=678000),
            {"S": "2026-01-02T03:04:05.678Z"},
        ),
        ("printed_at", WHOLE_SECOND, WHOLE_SECOND, {"S": "2026-01-02T03:04:05.000Z"}),
        ("bought_at", MOMENT, WHOLE_SECOND, {"N": "1767323045"}),
        ("bought_at", BEFORE_1970, BEFORE_1970.replace(microsecond=0), {"N": "-1"}),
        ("read_at", MOMENT, MOMENT.replace(microsecond=678000), {"N": "1767323045678"}),
        ("read_at", BEFORE_1970, BEFORE_1970.replace(microsecond=999000), {"N": "-1"}),
        ("expires", MOMENT, WHOLE_SECOND, {"N": "1767323045"}),
    ],
)
def test_a_value_is_kept_as_it_is_stored(name: str, given: Any, kept: Any, stored: Any) -> None:
    made = book(name, given)
    attributes = BOOKS.attributes(BOOKS.values(made))

    assert attributes[BOOKS.field(name).attribute_name] == stored
    assert (getattr(made, name), type(getattr(made, name))) == (kept, type(kept))
    assert getattr(BOOKS.decoder.raw(attributes, None), name) == kept


@pytest.mark.parametrize(
    ("given", "kept", "stored"),
    [
        ("a", "a", {"S": "a"}),
        (True, True, {"BOOL": True}),
        (False, False, {"BOOL": False}),
        (None, None, {"NULL": True}),
        (7, 7, {"N": "7"}),
        (10**126 - 1, 10**126 - 1, {"N": "9" * 126}),
        (1 - 10**126, 1 - 10**126, {"N": "-" + "9" * 126}),
        (1.5, Decimal("1.5"), {"N": "1.5"}),
        (2.0, 2, {"N": "2.0"}),
        (Decimal("0E+200"), 0, {"N": "0"}),
        (Decimal("1.50"), Decimal("1.5"), {"N": "1.50"}),
        (b"a", b"a", {"B": "YQ=="}),
        ((1, "b"), [1, "b"], {"L": [{"N": "1"}, {"S": "b"}]}),
        ({"x": [1]}, {"x": [1]}, {"M": {"x": {"L": [{"N": "1"}]}}}),
        ({"b", "a"}, {"a", "b"}, {"SS": ["a", "b"]}),
        (frozenset({b"b", b"a"}), {b"a", b"b"}, {"BS": ["YQ==", "Yg=="]}),
        ({1.5}, {Decimal("1.5")}, {"NS": ["1.5"]}),
        ({Decimal(3)}, {3}, {"NS": ["3"]}),
    ],
)
def test_a_document_holds_plain_python(given: Any, kept: Any, stored: Any) -> None:
    read = decode_document(stored)

    assert encode_document(given) == stored
    assert (read, type(read)) == (kept, type(kept))


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("title", 5, "is 5. Use a str."),
        ("title", "\ud800", "is '\\ud800'. Use text without lone surrogates."),
        ("number", 1.5, "is 1.5. Use an int."),
        ("number", True, "is True. Use an int."),
        ("pages", 10**38 + 1, f"is {10**38 + 1}. DynamoDB keeps 38 digits."),
        ("pages", -(10**38) - 1, f"is {-(10**38) - 1}. DynamoDB keeps 38 digits."),
        (
            "pages",
            -(10**126),
            "has more than 126 digits. DynamoDB keeps magnitudes up to 9.9E+125.",
        ),
        (
            "ratio",
            10**126,
            "has more than 126 digits. DynamoDB keeps magnitudes up to 9.9E+125.",
        ),
        ("price", 1.5, "is 1.5. Use a finite Decimal."),
        ("price", True, "is True. Use a finite Decimal."),
        ("price", Decimal("-Infinity"), "is Decimal('-Infinity'). Use a finite Decimal."),
        ("price", Decimal("1" * 39), f"is Decimal('{'1' * 39}'). DynamoDB keeps 38 digits."),
        ("price", Decimal("1E+126"), f"is Decimal('1E+126'). {NO_MAGNITUDE}"),
        ("price", Decimal("9.9E-131"), f"is Decimal('9.9E-131'). {NO_MAGNITUDE}"),
        ("ratio", float("-inf"), "is -inf. Use a finite number."),
        ("ratio", 1e126, f"is 1e+126. {NO_MAGNITUDE}"),
        ("ratio", -1e126, f"is -1e+126. {NO_MAGNITUDE}"),
        ("ratio", 9.9e-131, f"is 9.9e-131. {NO_MAGNITUDE}"),
        ("ratio", True, "is True. Use a float."),
        ("ratio", "1", "is '1'. Use a float."),
        ("state", "burnt", "is 'burnt'. Use one of 'here', 'lent', 'lost'."),
        ("state", 5, "is 5. Use one of 'here', 'lent', 'lost'."),
        ("code", "x", "is 'x'. Use a UUID."),
        ("cover", "t", "is 't'. Use bytes."),
        ("words", (1,), "is (1,). Use a list."),
        ("facts", [], "is []. Use a dict."),
        (
            "words",
            [int],
            f"{MISFIT} <class 'int'> cannot be stored. "
            "Use str, int, float, Decimal, bool, None, bytes, list, dict or a set of one kind.",
        ),
        (
            "words",
            [10**126],
            f"{MISFIT} an int with more than 126 digits cannot be stored. Use a str.",
        ),
        (
            "words",
            [-(10**126)],
            f"{MISFIT} an int with more than 126 digits cannot be stored. Use a str.",
        ),
        (
            "words",
            [float("inf")],
            f"{MISFIT} inf is not a number that can be stored. Use a finite one.",
        ),
        (
            "words",
            [Decimal("NaN")],
            f"{MISFIT} Decimal('NaN') is not a number that can be stored. Use a finite one.",
        ),
        ("words", ["\ud800"], f"{MISFIT} '\\ud800' has lone surrogates. Use text without them."),
        ("words", [set[str]()], f"{MISFIT} set() {NO_SET}"),
        ("words", [{(1,)}], f"{MISFIT} {{(1,)}} {NO_SET}"),
        ("facts", {1: 2}, f"{MISFIT} 1 cannot name a map's entry. Use a string."),
        ("facts", {"\ud800": 2}, f"{MISFIT} '\\ud800' has lone surrogates. Use text without them."),
        ("printed_at", "x", "is 'x'. Use a datetime."),
        (
            "read_at",
            datetime(2026, 1, 1),
            "is datetime.datetime(2026, 1, 1, 0, 0), which has no time zone. "
            "Use an aware one, such as UTC.",
        ),
        (
            "bought_at",
            datetime(1, 1, 1, tzinfo=FAR_EAST),
            f"is {datetime(1, 1, 1, tzinfo=FAR_EAST)!r}. "
            "Use one that is from year 1 to 9999 in UTC too.",
        ),
        ("labels", "abc", "is 'abc'. Use a set of str."),
        ("labels", 5, "is 5. Use a set of str."),
        ("labels", {1}, "is 1. Use a str."),
        ("extra", int, "is <class 'int'>. Use what JSON can hold."),
        ("extra", [float("nan")], "is [nan]. Use finite numbers."),
        ("extra", {"a": (1, float("inf"))}, "is {'a': (1, inf)}. Use finite numbers."),
        ("extra", "\ud800", "is '\\ud800'. Use text without lone surrogates."),
        ("extra", [10**5000], "holds a number with more digits than Python writes. Use a str."),
    ],
    ids=lambda part: str(part)[:30] if isinstance(part, str) else type(part).__name__,
)
def test_a_value_that_does_not_fit_is_told_with_what_would(
    name: str, value: Any, problem: str
) -> None:
    with pytest.raises(OperationError) as refused:
        book(name, value)

    assert str(refused.value) == f"Book.{name} {problem}"
