"""decode(encode(x)) == x for every field type, the fast way and the tolerant way."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Context, Decimal
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavola import DecodeError
from tavola.codec.codec import Codec
from tests.table.generated.dynamobao_models import DynamobaoModels, Kitchen
from tests.table.generated.library import Book, Library

BOOKS = Codec(Library.design, Book)
KITCHENS = Codec(DynamobaoModels.design, Kitchen)
TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\U0010ffff"), max_size=20)
DATES = st.datetimes(
    min_value=datetime(1, 1, 2), max_value=datetime(9999, 12, 30), timezones=st.just(UTC)
)
INTEGERS = st.integers(-(10**38) + 1, 10**38 - 1)


def _shifted(digits: int, shift: int) -> Decimal:
    return Decimal(digits).scaleb(-shift, Context(prec=60))


DECIMALS = st.builds(_shifted, INTEGERS, st.integers(-60, 90))
FLOATS = st.floats(allow_nan=False, allow_infinity=False).filter(
    lambda x: x == 0 or 1e-130 <= abs(x) < 1e126
)
LEAVES = st.none() | st.booleans() | INTEGERS | TEXTS | st.binary(max_size=5) | DECIMALS
DOCUMENTS = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
BOOK = st.fixed_dictionaries(
    {"shelf": TEXTS.filter(bool), "number": st.integers(0, 10**8 - 1), "title": TEXTS.filter(bool)},
    optional={
        "isbn": TEXTS.filter(bool),
        "state": st.sampled_from(["here", "lent", "lost"]),
        "price": DECIMALS,
        "code": st.uuids(),
        "words": st.lists(DOCUMENTS, max_size=3),
        "facts": st.dictionaries(TEXTS, DOCUMENTS, max_size=3),
        "extra": JSON.filter(lambda value: value is not None),
        "cover": st.binary(max_size=20),
        "ratio": FLOATS,
        "printed_at": DATES,
        "bought_at": DATES,
        "read_at": DATES,
        "body": TEXTS,
        "labels": st.sets(TEXTS, max_size=4),
    },
)


@given(BOOK)
@settings(max_examples=200)
def test_every_field_comes_back_as_it_was_stored(values: dict[str, Any]) -> None:
    book = Book(**values)
    item = BOOKS.item(BOOKS.values(book), None)
    response = msgspec.json.encode({"Item": item})

    assert BOOKS.decoder.one(response, None) == book
    assert BOOKS.decoder.raw(item, None) == book


@given(INTEGERS, FLOATS, st.integers())
@settings(max_examples=100)
def test_numbers_come_back_with_every_digit(whole: int, real: float, count: int) -> None:
    kitchen = Kitchen(kid="k", int=whole, flt=round(real, 2), cnt=count % 10**38)
    kitchen.flt = None if abs(real) > 1e100 else kitchen.flt
    kitchen.created_at = kitchen.modified_at = datetime(2026, 1, 1, tzinfo=UTC)
    kitchen.uid = kitchen.ver = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
    item = KITCHENS.item(KITCHENS.values(kitchen), None)
    found = KITCHENS.decoder.bytes(msgspec.json.encode(item), None)

    assert found is not None
    assert (found.int, found.cnt, found.flt) == (kitchen.int, kitchen.cnt, kitchen.flt)


def one(**attributes: dict[str, Any]) -> Book:
    item = {"shelf": {"S": "s"}, "number": {"N": "1"}, "book title": {"S": "t"}, **attributes}
    key = BOOKS.key({"shelf": "s", "number": int(float(item["number"]["N"]))}, None)
    found = BOOKS.decoder.one(msgspec.json.encode({"Item": {**item, **key}}), None)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("name", "attribute", "expected"),
    [
        ("number", {"N": "1.0"}, 1),
        ("number", {"N": "1E+3"}, 1000),
        ("pages", {"NULL": True}, None),
        ("labels", {"NULL": True}, set[str]()),
        ("price", {"N": "1.50"}, Decimal("1.5")),
        ("printed_at", {"S": "2026-01-02T03:04:05"}, datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)),
        ("printed_at", {"S": "2026-01-02"}, datetime(2026, 1, 2, tzinfo=UTC)),
        (
            "printed_at",
            {"S": "2026-01-02T03:04:05+01:00"},
            datetime(2026, 1, 2, 2, 4, 5, tzinfo=UTC),
        ),
        ("bought_at", {"N": "1.5"}, datetime(1970, 1, 1, 0, 0, 1, tzinfo=UTC)),
        ("read_at", {"N": "-1"}, datetime(1969, 12, 31, 23, 59, 59, 999000, UTC)),
        ("read_at", {"N": "253402214400123"}, datetime(9999, 12, 31, 0, 0, 0, 123000, UTC)),
    ],
)
def test_other_writings_of_a_value_are_read(
    name: str, attribute: dict[str, Any], expected: object
) -> None:
    stored = {"printed_at": "printedAt", "bought_at": "boughtAt", "read_at": "readAt"}

    found = one(**{stored.get(name, name): attribute})

    assert getattr(found, name) == expected


@pytest.mark.parametrize(
    ("name", "attribute"),
    [
        ("pages", {"S": "7"}),
        ("pages", {"N": "7.5"}),
        ("book title", {"N": "7"}),
        ("book title", {"L": []}),
        ("code", {"S": "no uuid"}),
        ("extra", {"S": "{broken"}),
        ("cover", {"B": "*"}),
        ("printedAt", {"S": "soon"}),
        ("readAt", {"N": "9" * 30}),
        ("boughtAt", {"N": "9" * 30}),
        ("words", {"L": [{"X": 1}]}),
        ("words", {"L": [{"S": "a", "N": "1"}]}),
        ("facts.all", {"M": {"a": {}}}),
        ("labels", {"L": [{"S": "a"}]}),
    ],
)
def test_what_does_not_fit_is_a_decode_error_that_carries_the_item(
    name: str, attribute: dict[str, Any]
) -> None:
    with pytest.raises(DecodeError) as refused:
        one(**{name: attribute})

    assert isinstance(refused.value.item, dict)
    assert refused.value.item[name] == attribute


def test_unknown_attributes_are_left_alone() -> None:
    assert one(_future={"S": "x"}) == one()


def test_an_item_without_a_required_field_is_no_instance() -> None:
    key = BOOKS.key({"shelf": "s", "number": 1}, None)
    item = {"shelf": {"S": "s"}, "number": {"N": "1"}, **key}

    with pytest.raises(DecodeError, match=r"^Book\.title: the item SHELF#s/BOOK#00000001 lacks it"):
        BOOKS.decoder.one(msgspec.json.encode({"Item": item}), None)


def test_where_a_field_contradicts_the_key_the_key_is_believed() -> None:
    book = Book(shelf="s", number=1, title="t")
    item = {**BOOKS.item(BOOKS.values(book), None), "number": {"N": "2"}}

    found = BOOKS.decoder.one(msgspec.json.encode({"Item": item}), None)

    assert found == book


def test_an_item_whose_key_is_not_the_models_is_none_of_its_items() -> None:
    book = Book(shelf="s", number=1, title="t")
    item = {**BOOKS.item(BOOKS.values(book), None), "SK": {"S": "ANOTHER#1"}}
    response = msgspec.json.encode({"Items": [item], "Count": 1, "ScannedCount": 1})

    assert BOOKS.decoder.find(item, None) is None
    assert BOOKS.decoder.bytes(msgspec.json.encode(item), None) is None
    assert BOOKS.decoder.page(response, None).items == []
    with pytest.raises(DecodeError, match="has a key of another form"):
        BOOKS.decoder.raw(item, None)


def test_no_item_is_none() -> None:
    assert BOOKS.decoder.one(b"{}", None) is None


def test_one_odd_item_does_not_spoil_its_page() -> None:
    items = [
        {**BOOKS.item(BOOKS.values(Book(shelf="s", number=at, title="t")), None), "number": number}
        for at, number in ((1, {"N": "1"}), (2, {"N": "2.0"}), (3, {"N": "3"}))
    ]
    page = msgspec.json.encode({"Items": items, "Count": 3, "ScannedCount": 3})

    assert [book.number for book in BOOKS.decoder.page(page, None).items] == [1, 2, 3]


def test_instances_share_no_set() -> None:
    first, second = one(), one()
    first.labels.add("x")

    assert second.labels == set()
