"""What `explain` takes for data: items as a design expects them, and what they are charged."""

from __future__ import annotations

from typing import Any

import pytest

from tavola.codec.codec import Codec
from tavola.design import PhysicalIndex
from tavola.operations.dry_run.charges import entry_of, read_charge, write_charge
from tavola.operations.dry_run.expected_items import expected_item, expected_values, item_of
from tavola.table.internals import codec_of, context_of
from tavola.testing import Clock
from tests.table.generated.depot import Crate, Depot, Score, ScoreLine
from tests.table.generated.dynamobao_models import DynamobaoModels, Kitchen
from tests.table.generated.library import Book, Library

NOW = 1_700_000_000.5


def sized(length: int, number: int = 12) -> str:
    return f"{number}".rjust(length, "x")


def expected(database: Any, model: Any, at: int = 12, /, **given: Any) -> dict[str, Any]:
    with database.open("memory:", clock=Clock(NOW)) as db:
        codec: Codec[Any] = codec_of(db, model)
        return expected_item(context_of(db, codec), codec, at, given)


def test_a_field_of_every_type_has_a_value_of_the_expected_size() -> None:
    item = expected(Library, Book, shelf="s", other="is not a field")

    assert item == {
        "PK": {"S": "SHELF#s"},
        "SK": {"S": "BOOK#00000012"},
        "GSI1PK": {"S": "STATE#here"},
        "GSI1SK": {"S": "s#00000012"},
        "GSI2PK": {"S": "BOOKS"},
        "GSI2SK": {"S": sized(30)},
        "GSI3PK": {"S": "PAGES#s"},
        "GSI3SK": {"S": "00000012"},
        "kind": {"S": "BOOK"},
        "shelf": {"S": "s"},
        "number": {"N": "12"},
        "book title": {"S": sized(30)},
        "isbn": {"S": sized(30)},
        "__state__": {"S": "here"},
        "price": {"N": "12"},
        "code": {"S": "00000000-0000-0000-0000-00000000000c"},
        "pages": {"N": "12"},
        "words": {"L": [{"S": sized(196)}]},
        "facts.all": {"M": {"x": {"S": sized(195)}}},
        "extra": {"S": f'"{sized(398)}"'},
        "cover": {"B": "A" * 1334 + "=="},
        "ratio": {"N": "12"},
        "printedAt": {"S": "2023-11-14T22:13:32.000Z"},
        "boughtAt": {"N": "1700000012"},
        "readAt": {"N": "1700000012000"},
        "body": {"S": sized(10_000)},
        "labels": {"SS": [sized(60)]},
        "expires": {"N": "1731536012"},
    }


def test_what_the_table_sets_is_expected_too() -> None:
    item = expected(DynamobaoModels, Kitchen)

    assert {name: value for name, value in item.items() if not name.startswith("_")} == {
        **{name: {"S": sized(30)} for name in ("kid", "grp", "str")},
        **{name: {"S": f"{12:026d}"} for name in ("uid", "ver", "ref")},
        **{name: {"N": "1700000012000"} for name in ("at", "createdAt", "modifiedAt")},
        **{name: {"N": "12"} for name in ("int", "flt", "cnt")},
        "flag": {"BOOL": True},
        "bin": {"B": "A" * 1334 + "=="},
        "sset": {"SS": [sized(60)]},
        "ttl": {"N": "1731536012"},
    }


def test_numbered_fields_are_expected_as_numbers() -> None:
    item = expected(Depot, Crate)

    assert [item[name] for name in ("version", "sealed", "checked", "dueOn")] == [
        {"N": "12"},
        {"N": "1"},
        {"N": "1"},
        {"S": "20231114"},
    ]


def test_typed_maps_are_expected_as_their_classes_and_left_out_where_rules_forbid() -> None:
    with Depot.open("memory:", clock=Clock(NOW)) as db:
        codec = codec_of(db, Score)
        values = expected_values(context_of(db, codec), codec, 12, {})

    line = ScoreLine(sku=sized(30), quantity=12, price=12)  # type: ignore[arg-type]  # any number
    assert (values["lines"], values["address"], values["marks"]) == ([line], None, None)


def test_a_key_that_values_do_not_fit_is_left_out() -> None:
    item = expected(Library, Book, 10**8, number=1)

    assert (item["SK"], item["kind"], "GSI3SK" in item) == (
        {"S": "BOOK#00000001"},
        {"S": "BOOK"},
        False,
    )


def test_what_an_instance_was_loaded_from_is_known_and_the_rest_expected() -> None:
    with Library.open("memory:", clock=Clock(NOW)) as db:
        codec = codec_of(db, Book)
        made = db.book.create(shelf="s", number=1, title="t", body="long")
        [listed] = db.book.books_on_shelf(shelf="s")
        made.title = "changed"
        context = context_of(db, codec)
        items = [item_of(context, codec, one) for one in (made, listed)]
        new = item_of(context, codec, Book(shelf="s", number=2, title="t"))

    assert new is None
    assert [(item["book title"], item["body"]) for item in items if item] == [
        ({"S": "t"}, {"S": "long"}),
        ({"S": "t"}, {"S": sized(10_000, 0)}),
    ]


@pytest.mark.parametrize(
    ("size", "units"), [(0, 1), (1, 1), (4096, 1), (4097, 2), (8192, 2), (8193, 3)]
)
def test_a_read_is_charged_by_four_kilobytes(size: int, units: int) -> None:
    assert read_charge(size, consistent=True) == units
    assert read_charge(size, consistent=False) == units / 2


def item(size: int, **attributes: str) -> dict[str, Any]:
    """An item with a key and some attributes, filled up to so many bytes."""
    small = {"PK": {"S": "p"}, **{name: {"S": text} for name, text in attributes.items()}}
    used = sum(len(name) + len(value["S"]) for name, value in small.items()) + len("fill")
    return {**small, "fill": {"S": "f" * (size - used)}}


@pytest.mark.parametrize(
    ("old", "new", "units"),
    [
        (None, item(1024), 1),
        (None, item(1025), 2),
        (item(1025), None, 2),
        (item(2049), item(100), 3),
        (item(100), item(2049), 3),
        (None, None, 1),
    ],
)
def test_a_write_is_charged_by_the_larger_item(old: Any, new: Any, units: int) -> None:
    assert write_charge(old, new, ["PK"], []) == units
    assert write_charge(old, new, ["PK"], [], in_transaction=True) == 2 * units


ALL = PhysicalIndex("all", "A", "B")
KEYS = PhysicalIndex("keys", "A", None, "keysOnly")
SOME = PhysicalIndex("some", "A", None, "include", ("C",))


def test_an_index_holds_what_it_projects_of_items_that_have_its_key() -> None:
    whole = item(50, A="a", B="b", C="c")

    assert entry_of(ALL, ["PK"], whole) == whole
    assert entry_of(KEYS, ["PK"], whole) == {"PK": {"S": "p"}, "A": {"S": "a"}}
    assert entry_of(SOME, ["PK"], whole) == {"PK": {"S": "p"}, "A": {"S": "a"}, "C": {"S": "c"}}
    assert entry_of(ALL, ["PK"], item(50, A="a", C="c")) is None
    assert entry_of(KEYS, ["PK"], None) is None


@pytest.mark.parametrize(
    ("index", "old", "new", "units"),
    [
        (ALL, None, item(1500, A="a", B="b"), 2),
        (ALL, item(1500, A="a", B="b"), None, 2),
        (ALL, item(2500, A="a", B="b"), item(500, A="a", B="b"), 3),
        (ALL, item(2500, A="a", B="b"), item(500, A="a", B="c"), 4),
        (ALL, item(500, A="a", B="b"), item(2500, A="x", B="b"), 4),
        (ALL, item(1500, A="a"), item(1500, A="b"), 0),
        (KEYS, item(1500, A="a", B="b"), item(2500, A="a", B="c"), 0),
        (KEYS, item(1500, A="a"), item(2500, A="b"), 2),
        (SOME, item(1500, A="a", C="c"), item(2500, A="a", C="d"), 1),
    ],
)
def test_an_index_is_charged_for_entries_that_change(
    index: PhysicalIndex, old: Any, new: Any, units: int
) -> None:
    alone = write_charge(old, new, ["PK"], [])

    assert write_charge(old, new, ["PK"], [index]) == alone + units
    assert write_charge(old, new, ["PK"], [index], in_transaction=True) == 2 * alone + units
