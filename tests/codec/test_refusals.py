"""What a codec says of keys, indexes and items that do not fit, word for word."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from tavola import DecodeError, OperationError
from tavola.codec.codec import Codec
from tests.table.generated.board import Board, Pin
from tests.table.generated.club import Club, Member
from tests.table.generated.depot import Crate, Depot, Score
from tests.table.generated.dynamobao_models import DynamobaoModels, Kitchen
from tests.table.generated.library import Book, Library
from tests.table.generated.offices import Desk, Offices

BOOKS = Codec(Library.design, Book)
CRATES = Codec(Depot.design, Crate)
DESKS = Codec(Offices.design, Desk)
KITCHENS = Codec(DynamobaoModels.design, Kitchen)
MEMBERS = Codec(Club.design, Member)
PINS = Codec(Board.design, Pin)
SCORES = Codec(Depot.design, Score)

ULID = {"S": "0" * 26}
TIME = {"N": "1"}
BOOK_KEY = {"PK": {"S": "SHELF#s"}, "SK": {"S": "BOOK#00000001"}}
BOOK = {"shelf": {"S": "s"}, "number": {"N": "1"}, "book title": {"S": "t"}}
SCORE = {"userId": {"S": "u"}, "game": {"S": "g"}}
KITCHEN = {"kid": {"S": "k"}, "createdAt": TIME, "modifiedAt": TIME}


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: MEMBERS.index("x"),
            "Member has no index 'x'. It has membersForTeam, membersByJoining, membersByVisits, "
            "membersByWeight. All items: iterate_all() or scan().",
        ),
        (
            lambda: BOOKS.index("x"),
            "Book has no index 'x'. It has booksOnShelf, booksByState, booksByTitle, booksByPages.",
        ),
        (lambda: CRATES.field("x"), "Crate has no field 'x'."),
        (lambda: BOOKS.key_name("tittle"), "Book has no field 'tittle'. Did you mean 'title'?"),
        (
            lambda: BOOKS.key_of(("s",), None),
            "Book: 1 key values are given. Its key has shelf, number.",
        ),
        (lambda: BOOKS.key_of(("s", "1"), None), "Book.number is '1'. Use an int."),
        (lambda: BOOKS.key_of((None, 1), None), "Book.shelf is missing. It is required."),
        (
            lambda: MEMBERS.key_of((None,), None),
            "Member: its key ['memberId'] has no value. Give one.",
        ),
        (lambda: BOOKS.key_from_id(5, None), "Book: 5 is not a primary id. Use a str."),  # type: ignore[arg-type]  # the mistake
        (
            lambda: BOOKS.key({"shelf": "s"}, None),
            "key 'BOOK#{number}': number has no value. Give every field of the key.",
        ),
        (
            lambda: DESKS.key({"room": "r", "number": 1}, None),
            "Desk: no tenant is given. Use db.tenant('…').desk.",
        ),
        (
            lambda: DESKS.key_of(("r", 1), None),
            "Desk: no tenant is given. Use db.tenant('…').desk.",
        ),
    ],
)
def test_a_call_that_names_nothing_is_refused(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(OperationError) as refused:
        call()

    assert str(refused.value) == message


ANY_REMEDY = "Give it a value by an update of this field, or a defaultValue in the design."
TYPE_REMEDY = "Give the item a fitting value by an update, or change the type in the design."
MISFIT = "the item holds a map that does not fit:"


MISFITS: list[tuple[Any, ...]] = [
    (BOOKS, BOOK_KEY, "title", f"the item SHELF#s/BOOK#00000001 lacks it. {ANY_REMEDY}"),
    (BOOKS, BOOK | {"book title": {"NULL": True}}, "title", f"the item lacks it. {ANY_REMEDY}"),
    (KITCHENS, {"kid": {"S": "k"}}, "created_at", f"the item lacks it. {ANY_REMEDY}"),
    (
        KITCHENS,
        KITCHEN,
        "uid",
        "the item lacks it. Give it a value by an update of this field.",
    ),
    (
        KITCHENS,
        KITCHEN | {"uid": ULID},
        "ver",
        "the item lacks it. Any update of the item writes one.",
    ),
    (
        BOOKS,
        BOOK | {"__state__": {"S": "burnt"}},
        "state",
        "the item holds 'burnt', which is none of 'here', 'lent', 'lost'. Add it to the values "
        "in the design, or give the item another one by an update.",
    ),
    (
        BOOKS,
        BOOK | {"pages": {"S": "7"}},
        "pages",
        f"the item holds {{'S': '7'}}, which does not fit IntegerField, stored as N. {TYPE_REMEDY}",
    ),
    (
        PINS,
        {"pinId": ULID, "createdAt": TIME, "notes": {"L": [{"N": "1"}]}},
        "notes",
        "the item holds {'L': [{'N': '1'}]}, which does not fit ListField of StringFields, "
        f"stored as L. {TYPE_REMEDY}",
    ),
    (
        SCORES,
        SCORE | {"address": {"M": {}}},
        "address",
        f"{MISFIT} ScoreAddress.city is missing, and is required. {TYPE_REMEDY}",
    ),
    (
        SCORES,
        SCORE | {"address": {"M": {"city": {"NULL": True}}}},
        "address",
        f"{MISFIT} ScoreAddress.city is missing, and is required. {TYPE_REMEDY}",
    ),
    (
        SCORES,
        SCORE | {"address": {"M": {"city": {"S": "x"}, "kind": {"S": "q"}}}},
        "address",
        f"{MISFIT} ScoreAddress.kind holds {{'S': 'q'}}, which does not fit EnumField, "
        f"stored as S. {TYPE_REMEDY}",
    ),
    (
        SCORES,
        SCORE | {"address": {"M": {"city": {"S": "x"}, "geo": {"M": {"lat": {"N": "1"}}}}}},
        "address",
        f"{MISFIT} ScoreAddressGeo.lon is missing, and is required. {TYPE_REMEDY}",
    ),
    (
        SCORES,
        SCORE | {"rooms": {"M": {"a": {"S": "x"}}}},
        "rooms",
        "the item holds {'M': {'a': {'S': 'x'}}}, which does not fit MapField, stored as M. "
        f"{TYPE_REMEDY}",
    ),
    (
        CRATES,
        {"crateId": {"S": "a"}, "sealed": {"N": "2"}},
        "sealed",
        f"the item holds {{'N': '2'}}, which does not fit BooleanField, stored as N. {TYPE_REMEDY}",
    ),
]


@pytest.mark.parametrize(("codec", "item", "field", "message"), MISFITS)
def test_an_item_that_does_not_fit_is_told_with_its_remedy(
    codec: Codec[Any], item: Any, field: str, message: str
) -> None:
    with pytest.raises(DecodeError) as refused:
        codec.decoder.raw(item, None)

    error, name = refused.value, codec.schema.name
    assert str(error) == f"{name}.{field}: {message}"
    assert (error.model, error.field) == (name, field)


@pytest.mark.parametrize(
    ("key", "shown"),
    [
        ({"PK": {"S": "x"}, "SK": {"S": "BOOK#00000001"}}, "x/BOOK#00000001"),
        ({"SK": {"S": "BOOK#00000001"}}, "BOOK#00000001"),
        ({"PK": {"S": "SHELF#s"}, "SK": {"N": "1"}}, "SHELF#s/1"),
    ],
)
def test_a_key_of_another_form_is_told_beside_the_right_one(key: Any, shown: str) -> None:
    with pytest.raises(DecodeError) as refused:
        BOOKS.decoder.raw(key | BOOK, None)

    assert str(refused.value) == (
        f"Book: the item {shown} has a key of another form. "
        "The key of a Book is 'SHELF#{shelf}', 'BOOK#{number}'."
    )


@pytest.mark.parametrize(
    ("name", "attribute"),
    [
        ("book title", {"S": "t", "N": "1"}),
        ("number", {"N": "1", "S": "1"}),
        ("labels", {"SS": ["a"], "S": "a"}),
        ("cover", {"B": "YQ==", "S": "a"}),
        ("words", {"L": [], "M": {}}),
        ("facts.all", {"M": {}, "L": []}),
        ("ratio", {"N": "1.5", "S": "1"}),
    ],
)
def test_the_fast_way_and_the_tolerant_way_agree_on_odd_attributes(
    name: str, attribute: dict[str, Any]
) -> None:
    item = {**BOOK_KEY, **BOOK, name: attribute}
    slow = BOOKS.decoder.raw(item, None)

    assert BOOKS.decoder.one(msgspec.json.encode({"Item": item}), None) == slow
    assert BOOKS.decoder.bytes(msgspec.json.encode(item), None) == slow


def test_the_values_of_a_key_come_with_the_tenant_and_none_of_another_models() -> None:
    desk = DESKS.key({"room": "r", "number": 1}, "acme")

    assert DESKS.find_key_values(desk) == {"$tenant": "acme", "room": "r", "number": 1}
    assert DESKS.find_key_values(BOOK_KEY) is None
    assert BOOKS.find_key_values(BOOK_KEY | {"kind": {"S": "SHELF"}}) is None
    assert BOOKS.find_key_values(BOOK_KEY | {"kind": {"S": "BOOK"}}) == {"shelf": "s", "number": 1}


def test_fields_that_are_heavy_are_left_out_of_lists() -> None:
    assert BOOKS.listed == frozenset(BOOKS.schema.fields) - {"body"}
    assert CRATES.listed is None
