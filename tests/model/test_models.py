"""Models: checked when they are made, with problems told all at once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from enum import Enum
from typing import Any

import pytest

from tavola import OperationError
from tavola.model.identifiers import UlidSource, decode_ulid, encode_ulid, is_ulid
from tests.table.generated.club import Member
from tests.table.generated.library import Book


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("title", 5),
        ("title", ["a"]),
        ("title", "\ud800"),
        ("number", 1.5),
        ("number", "1"),
        ("number", True),
        ("pages", 10**38 + 1),
        ("price", 1.5),
        ("price", Decimal("NaN")),
        ("price", Decimal("1" * 39)),
        ("ratio", float("inf")),
        ("ratio", 1e127),
        ("ratio", 1e-131),
        ("state", "burnt"),
        ("code", "no uuid"),
        ("cover", "text"),
        ("words", {"a": 1}),
        ("words", [object()]),
        ("words", [{"\ud800"}]),
        ("facts", {1: "a"}),
        ("facts", {"\ud800": 1}),
        ("facts", {"a": "\ud800"}),
        ("printed_at", datetime(2026, 1, 1)),
        ("printed_at", "2026-01-01"),
        ("labels", "abc"),
        ("labels", {1}),
        ("extra", object()),
        ("extra", ["\ud800"]),
    ],
)
def test_a_value_that_does_not_fit_is_refused(name: str, value: Any) -> None:
    values: dict[str, Any] = {"shelf": "s", "number": 1, "title": "t", name: value}

    with pytest.raises(OperationError, match=rf"^Book\.{name} "):
        Book(**values)


HUGE = 10**5000
"""A number that Python does not write as a text."""


@pytest.mark.parametrize(
    ("name", "make"),
    [
        ("pages", lambda: 10**126),
        ("pages", lambda: -HUGE),
        ("price", lambda: HUGE),
        ("ratio", lambda: HUGE),
        ("words", lambda: [HUGE]),
        ("extra", lambda: [HUGE]),
        ("title", lambda: HUGE),
        ("state", lambda: HUGE),
        ("code", lambda: HUGE),
        ("cover", lambda: HUGE),
        ("facts", lambda: HUGE),
        ("labels", lambda: {HUGE}),
        ("read_at", lambda: HUGE),
    ],
)
def test_a_number_that_nothing_holds_is_refused(name: str, make: Callable[[], Any]) -> None:
    values: dict[str, Any] = {"shelf": "s", "number": 1, "title": "t", name: make()}

    with pytest.raises(OperationError, match=rf"^Book\.{name} "):
        Book(**values)


class Vector:
    """What compares to many things at once, as arrays do."""

    def __eq__(self, other: object) -> Any:
        return [other]

    __hash__ = None  # type: ignore[assignment]  # as arrays have none


@pytest.mark.parametrize("name", ["number", "title", "state", "price", "read_at", "labels"])
def test_what_is_equal_to_anything_fits_nowhere(name: str) -> None:
    values: dict[str, Any] = {"shelf": "s", "number": 1, "title": "t", name: Vector()}

    with pytest.raises(OperationError, match=rf"^Book\.{name} is <.*Vector"):
        Book(**values)


@pytest.mark.parametrize("member", [{"a"}, ["a"], 1, None])
def test_what_is_no_member_of_a_set_is_not_added_to_it(member: Any) -> None:
    with pytest.raises(OperationError, match=r"^Book\.labels "):
        Book.fields.labels.add("b", member)


def test_all_problems_are_told_at_once() -> None:
    with pytest.raises(OperationError) as refused:
        Book(number="x", tittle="t")  # type: ignore[call-arg, arg-type]  # the mistakes are the test

    assert str(refused.value).splitlines() == [
        "Book.shelf is missing. It is required.",
        "Book.number is 'x'. Use an int.",
        "Book.title is missing. It is required.",
        "Book has no field 'tittle'. Did you mean 'title'?",
    ]


def test_a_date_is_kept_in_utc_as_it_is_stored() -> None:
    moment = datetime(2026, 1, 2, 3, 4, 5, 678901, timezone(timedelta(hours=2)))

    book = Book(shelf="s", number=1, title="t", read_at=moment, bought_at=moment)

    assert book.read_at == datetime(2026, 1, 2, 1, 4, 5, 678000, UTC)
    assert book.bought_at == datetime(2026, 1, 2, 1, 4, 5, tzinfo=UTC)


class State(str, Enum):  # noqa: UP042 - a StrEnum's texts are its values anyway
    """What a program may have its own words for."""

    LENT = "lent"


class Pages(int, Enum):
    """Numbers with names."""

    FEW = 3


class Moment(datetime):
    """A date of another library."""


def test_members_of_enums_are_kept_as_their_values() -> None:
    book = Book(shelf=State.LENT, number=Pages.FEW, title="t", state=State.LENT)  # type: ignore[arg-type]  # any text that fits
    member = Member(team=State.LENT, tags={State.LENT})

    assert [type(value) for value in (book.shelf, book.number, book.state)] == [str, int, str]
    assert (book.shelf, book.number, book.state) == ("lent", 3, "lent")
    assert (str(member.team), [str(tag) for tag in member.tags]) == ("lent", ["lent"])


def test_dates_of_other_classes_are_kept_as_plain_ones() -> None:
    moment = Moment(2026, 1, 2, 3, 4, 5, 678901, timezone(timedelta(hours=2)))

    book = Book(shelf="s", number=1, title="t", read_at=moment, bought_at=moment)

    assert (type(book.read_at), type(book.bought_at)) == (datetime, datetime)
    assert book.read_at == datetime(2026, 1, 2, 1, 4, 5, 678000, UTC)
    assert book.bought_at == datetime(2026, 1, 2, 1, 4, 5, tzinfo=UTC)


def test_a_ulid_of_another_class_is_kept_as_a_plain_text() -> None:
    class Id(str):
        __slots__ = ()

    assert type(Member(member_id=Id(encode_ulid(7))).member_id) is str


def test_defaults_are_made_anew_for_every_instance() -> None:
    first, second = Member(), Member()
    first.tags.add("x")

    assert (second.tags, second.note, second.active, second.level) == (set(), "", False, 0)


def test_a_field_that_the_table_sets_says_so() -> None:
    with pytest.raises(AttributeError, match="is set when the instance is created in a table"):
        _ = Member().member_id


def test_instances_are_compared_by_their_values() -> None:
    assert Member(note="a") == Member(note="a")
    assert Member(note="a") != Member(note="b")
    assert Member(note="a") != "a"


def test_an_instance_has_no_other_attributes() -> None:
    with pytest.raises(AttributeError):
        Member().nto = "a"  # type: ignore[attr-defined]  # the mistake is the test


def test_ulids_grow_within_a_millisecond_and_when_the_clock_goes_back() -> None:
    times = iter([5.0] * 500 + [1.0] * 500)
    source = UlidSource(lambda: next(times), lambda bits: 2**bits - 1)

    made = [source() for _ in range(1000)]

    assert made == sorted(set(made))
    assert [one for one in made if is_ulid(one)] == made


def test_a_ulid_is_greater_than_the_one_it_follows() -> None:
    source = UlidSource(lambda: 1.0, lambda bits: 0)
    ahead = encode_ulid(2**127)

    assert source(ahead) > ahead


@pytest.mark.parametrize("number", [0, 1, 2**64, 2**128 - 1])
def test_a_ulid_is_read_back(number: int) -> None:
    assert decode_ulid(encode_ulid(number)) == number


@pytest.mark.parametrize("text", ["", "01M7GAV5QJKRFV7RSCNSMV6MC", "8" * 26, "I" * 26, "o" * 26])
def test_what_is_no_ulid_is_refused(text: str) -> None:
    with pytest.raises(OperationError, match="Use a ULID"):
        Member(member_id=text)
