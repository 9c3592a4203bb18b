"""Usual items are decoded the fast way, straight from their bytes, and odd ones the other way."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

import msgspec
import pytest

from tavola.codec.codec import Codec
from tavola.codec.decoder import loaded_item, loaded_value, portable_item, was_read
from tests.table.generated.depot import Crate, Depot, Score, ScoreAddress, ScoreLine, ScoreRoom
from tests.table.generated.library import Book, Library

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)
WHOLE: list[tuple[type[Any], type[Any], dict[str, Any]]] = [
    (
        Library,
        Book,
        {
            "shelf": "a#b",
            "number": 7,
            "title": "t",
            "isbn": "i",
            "state": "lent",
            "price": Decimal("1.5"),
            "code": UUID(int=5),
            "pages": 3,
            "words": ["a", 1, None],
            "facts": {"a": [True]},
            "extra": {"b": [None]},
            "cover": b"ab",
            "ratio": 1.5,
            "printed_at": NOON,
            "bought_at": NOON,
            "read_at": NOON,
            "body": "long",
            "labels": {"a", "b"},
            "expires": NOON,
        },
    ),
    (Library, Book, {"shelf": "s", "number": 7, "title": "t"}),
    (
        Depot,
        Crate,
        {
            "crate_id": "c",
            "sealed": True,
            "checked": False,
            "packed_at": NOON,
            "due_on": datetime(2026, 1, 2, tzinfo=UTC),
            "seen_at": NOON,
            "changed_at": NOON,
            "version": 3,
        },
    ),
    (
        Depot,
        Score,
        {
            "user_id": "u",
            "game": "g",
            "address": ScoreAddress(city="c", visits=1, seen_at=NOON, tags={"t"}),
            "lines": [ScoreLine(sku="s", price=Decimal(2))],
            "marks": [1, 2],
            "rooms": {"a": ScoreRoom(seats=1)},
        },
    ),
]


def ways(codec: Codec[Any], item: Any) -> list[Any]:
    """Decode an item in every way in which it may come."""
    encode, decoder = msgspec.json.encode, codec.decoder
    return [
        decoder.one(encode({"Item": item}), None),
        decoder.written(encode({"Attributes": item}), None),
        *decoder.page(encode({"Items": [item]}), None).items,
        *decoder.own_page(encode({"Items": [item]}), None).items,
        decoder.bytes(encode(item), None),
    ]


@pytest.mark.parametrize(("database", "model", "values"), WHOLE)
def test_a_usual_item_is_never_parsed_twice(database: Any, model: Any, values: Any) -> None:
    codec, made = Codec(database.design, model), model(**values)
    item = codec.item(codec.values(made), None)

    found = ways(codec, item)

    assert found == [made] * 5
    assert [loaded_item(one) for one in found] == [None] * 5
    assert loaded_item(codec.decoder.raw(item, None)) == item


@pytest.mark.parametrize(("database", "model", "values"), WHOLE)
def test_what_an_instance_was_loaded_from_is_the_same_either_way(
    database: Any, model: Any, values: Any
) -> None:
    codec, made = Codec(database.design, model), model(**values)
    item = codec.item(codec.values(made), None)
    attributes = codec.attributes(codec.values(made))

    for one in (ways(codec, item)[0], codec.decoder.raw(item, None)):
        before = {field.name: loaded_value(one, field) for field in codec.shape.fields}
        assert before == codec.values(made)
        assert {was_read(one, field) for field in codec.shape.fields} == {True}
    assert portable_item(ways(codec, item)[0]) == attributes
    assert portable_item(codec.decoder.raw(item, None)) == item
    assert (loaded_item(made), portable_item(made)) == (None, None)


BOOKS = Codec(Library.design, Book)
ODD: list[tuple[str, Any]] = [
    ("pages", {"NULL": True}),
    ("number", {"N": "8"}),
    ("__state__", {"NULL": True}),
    ("printedAt", {"S": "2026-01-02"}),
]


@pytest.mark.parametrize(("name", "attribute"), ODD)
def test_an_odd_item_is_parsed_and_kept(name: str, attribute: Any) -> None:
    book = Book(shelf="s", number=7, title="t")
    item = {**BOOKS.item(BOOKS.values(book), None), name: attribute}

    found = ways(BOOKS, item)

    assert [loaded_item(one) is None for one in found] == [False] * 5
    assert found == [BOOKS.decoder.raw(item, None)] * 5


def test_of_a_part_only_what_was_read_is_known() -> None:
    book = Book(shelf="s", number=7, title="t", pages=3)
    item = BOOKS.item(BOOKS.values(book), None)
    decoder = BOOKS.decoder_for(frozenset({"shelf", "number", "title"}))
    fast = decoder.bytes(msgspec.json.encode(item), None)
    slow = decoder.raw(item, None)
    assert fast is not None

    for one in (fast, slow):
        assert [field.name for field in BOOKS.shape.fields if was_read(one, field)] == [
            "shelf",
            "number",
            "title",
        ]
        assert (one.title, hasattr(one, "pages")) == ("t", False)
    portable: Any = portable_item(fast)
    assert (portable, sorted(portable.wanted)) == (
        {"shelf": {"S": "s"}, "number": {"N": "7"}, "book title": {"S": "t"}},
        ["number", "shelf", "title"],
    )


def test_the_same_decoder_serves_the_same_fields() -> None:
    wanted = frozenset({"shelf", "number"})

    assert BOOKS.decoder_for(wanted) is BOOKS.decoder_for(frozenset({"number", "shelf"}))
    assert BOOKS.decoder_for(None) is BOOKS.decoder
