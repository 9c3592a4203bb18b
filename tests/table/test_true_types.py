"""What a type checker shows of an instance holds at run time, whatever is stored."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavola import DecodeError, OperationError
from tests.patience import eventually
from tests.table.generated import async_club
from tests.table.generated.library import Library
from tests.table.generated.stock import Part, Stock
from tests.table.stores import Home, Run, managed_key, put_raw, read_raw, set_raw, tries

FITTING: dict[str, Any] = {
    "store": {"S": "s"},
    "number": {"N": "1"},
    "title": {"S": "t"},
    "state": {"S": "new"},
    "grade": {"S": "a"},
    "unit": {"S": "kg"},
    "fragile": {"BOOL": True},
    "sizes": {"L": [{"N": "2"}]},
    "places": {"M": {"x": {"S": "y"}}},
    "labels": {"SS": ["l"]},
    "left": {"N": "3"},
    "createdAt": {"N": "1"},
    "changedAt": {"N": "1"},
    "version": {"S": "v"},
}
ALIEN: list[dict[str, Any]] = [
    {"NULL": True},
    {"S": "other"},
    {"N": "1.5"},
    {"L": [{"S": "x"}]},
    {"M": {"x": {"N": "1"}}},
    {"BOOL": False},
    {"SS": ["x"]},
]
CHANGES = st.dictionaries(
    st.sampled_from(list(FITTING)), st.none() | st.sampled_from(ALIEN), max_size=4
)

CHECKS: dict[str, Callable[[Any], bool]] = {
    "store": lambda value: isinstance(value, str),
    "number": lambda value: type(value) is int,
    "title": lambda value: isinstance(value, str),
    "state": lambda value: value in ("new", "used"),
    "grade": lambda value: value in ("a", "b", None),
    "unit": lambda value: isinstance(value, str),
    "fragile": lambda value: isinstance(value, bool),
    "sizes": lambda value: (
        type(value) is list and set(map(type, cast("list[object]", value))) <= {int}
    ),
    "places": lambda value: (
        value is None or all(isinstance(one, str) for pair in value.items() for one in pair)
    ),
    "labels": lambda value: isinstance(value, set),
    "left": lambda value: type(value) is int,
    "created_at": lambda value: isinstance(value, datetime),
    "changed_at": lambda value: isinstance(value, datetime),
    "version": lambda value: isinstance(value, str),
}
"""What the generated module says of each field."""


def stored(store: str, number: int, changes: dict[str, Any]) -> dict[str, Any]:
    """An item of a Part, with some attributes changed, or taken away by None."""
    values = {**FITTING, "store": {"S": store}, "number": {"N": str(number)}} | changes
    return {
        **{name: value for name, value in values.items() if value is not None},
        "kind": {"S": "PART"},
        "PK": {"S": f"STORE#{store}"},
        "SK": {"S": f"PART#{number:04d}"},
        "GSI1PK": {"S": f"UNIT#{store}#kg"},
        "GSI1SK": {"S": f"{number:04d}"},
        "GSI2PK": {"S": f"STATE#{store}#new"},
        "GSI2SK": {"S": f"{number:04d}"},
        "GSI3PK": {"S": "PARTS#000"},
        "GSI3SK": {"S": f"{store}#{number:04d}"},
    }


def fits(part: Part) -> bool:
    """Whether every field that was read is what its type says."""
    there = {name: getattr(part, name) for name in CHECKS if hasattr(part, name)}
    return all(CHECKS[name](value) for name, value in there.items())


def test_every_instance_is_what_its_types_say(home: Home, stock: Stock, some: str) -> None:
    ways: list[Callable[[], list[Part | None]]] = [
        lambda: [stock.part.get(some, 1)],
        lambda: stock.part.get_many([(some, 1)]),
        lambda: [*stock.part.parts(store=some)],
        lambda: [*stock.part.parts(store=some, only=["title", "sizes", "state"])],
        lambda: [part for part in stock.whole_store(store=some).items if isinstance(part, Part)],
    ]

    @tries(home, 120)
    @given(CHANGES, st.sampled_from(ways))
    def property_(changes: dict[str, Any], read: Callable[[], list[Part | None]]) -> None:
        put_raw(stock, stored(some, 1, changes))
        try:
            found = read()
        except DecodeError as error:
            check_named(error)
            return
        assert [fits(part) for part in found if part is not None] == [True]

    def check_named(error: DecodeError) -> None:
        assert error.model == "Part"
        assert str(error).startswith(f"Part.{error.field}: the item STORE#{some}/PART#0001 ")

    property_()


def test_a_missing_field_has_the_default_of_its_design(stock: Stock, some: str) -> None:
    missing = dict.fromkeys(["unit", "fragile", "sizes", "createdAt", "labels", "left", "grade"])
    put_raw(stock, stored(some, 1, missing))

    found = stock.part.get(some, 1)

    assert found is not None
    assert (found.unit, found.fragile, found.sizes) == ("piece", False, [1])
    assert found.created_at == datetime(2020, 1, 1, tzinfo=UTC)
    assert (found.labels, found.left, found.grade) == (set(), 0, None)
    found.title = "New"
    found.save()
    key = {"PK": {"S": f"STORE#{some}"}, "SK": {"S": "PART#0001"}}
    assert not missing.keys() & (read_raw(stock, key) or missing).keys()


def test_a_default_that_was_read_makes_right_index_keys(stock: Stock, some: str) -> None:
    put_raw(stock, {**stored(some, 1, {"unit": None}), "GSI1PK": {"S": "OLD"}})
    found = stock.part.get(some, 1)
    assert found is not None

    found.save(force_reindex=True)

    def of_unit() -> list[int]:
        return [part.number for part in stock.part.by_unit(store=some, unit="piece")]

    eventually(of_unit, [1])


@pytest.mark.parametrize("field", ["title", "state", "changedAt", "version"])
def test_an_item_that_lacks_a_field_can_be_mended(stock: Stock, some: str, field: str) -> None:
    put_raw(stock, stored(some, 1, {field: None}))
    with pytest.raises(DecodeError, match=r"lacks it\. .*update") as refused:
        stock.part.get(some, 1)

    mended = stock.part.update(some, 1, title="mended", state="used")

    assert refused.value.field in ("title", "state", "changed_at", "version")
    assert (mended.title, stock.part.get(some, 1)) == ("mended", mended)


def test_an_unknown_word_of_an_enum_is_named_with_those_that_are_known(
    stock: Stock, some: str
) -> None:
    put_raw(stock, stored(some, 1, {"state": {"S": "lost"}}))

    with pytest.raises(DecodeError) as refused:
        stock.part.get(some, 1)

    assert str(refused.value) == (
        f"Part.state: the item STORE#{some}/PART#0001 holds 'lost', which is none of 'new', 'used'."
        " Add it to the values in the design, or give the item another one by an update."
    )


def test_what_was_written_though_the_item_does_not_fit_is_said(stock: Stock, some: str) -> None:
    put_raw(stock, stored(some, 1, {"state": {"S": "lost"}}))

    with pytest.raises(DecodeError, match=r"The write was applied\.$"):
        stock.part.update(some, 1, title="New")

    assert stock.part.update(some, 1, state="new").title == "New"


def test_a_bad_item_with_unique_values_can_be_deleted(library: Library, some: str) -> None:
    library.book.create(shelf=some, number=1, title="T", isbn=some)
    key = {"PK": {"S": f"SHELF#{some}"}, "SK": {"S": "BOOK#00000001"}}
    set_raw(library, key, "book title", {"NULL": True})
    set_raw(library, key, "__state__", {"S": "burnt"})

    assert library.book.delete(some, 1)
    assert library.book.create(shelf=some, number=2, title="T", isbn=some).isbn == some


def bad_one_of_three(stock: Stock, some: str) -> None:
    for number in (1, 2, 3):
        bad: dict[str, Any] = {"title": None} if number == 2 else {}
        put_raw(stock, stored(some, number, bad))


READS: dict[str, Callable[[Stock, str, Any], list[int]]] = {
    "query": lambda db, some, how: [
        part.number for part in db.part.parts(store=some, on_bad_item=how)
    ],
    "index": lambda db, some, how: [
        part.number for part in db.part.by_unit(store=some, unit="kg", on_bad_item=how)
    ],
    "keysOnly": lambda db, some, how: [
        part.number for part in db.part.by_state(store=some, state="new", on_bad_item=how)
    ],
    "collection": lambda db, some, how: [
        part.number for part in db.whole_store(store=some, on_bad_item=how).of(Part)
    ],
    "get_many": lambda db, some, how: [
        part.number
        for part in db.part.get_many([(some, 1), (some, 2), (some, 3)], on_bad_item=how)
        if part is not None
    ],
    "iterate_all": lambda db, some, how: sorted(
        part.number for part in db.part.iterate_all(on_bad_item=how) if part.store == some
    ),
    "iterate_bucket": lambda db, some, how: sorted(
        part.number for part in db.part.iterate_bucket(0, on_bad_item=how) if part.store == some
    ),
    "scan": lambda db, some, how: sorted(
        part.number for part in db.part.scan(allow_scan=True, on_bad_item=how) if part.store == some
    ),
}


@pytest.mark.parametrize("read", READS.values(), ids=READS)
def test_one_bad_item_does_not_hide_the_others(
    home: Home, some: str, read: Callable[[Stock, str, Any], list[int]]
) -> None:
    db = home.empty(Stock)
    bad_one_of_three(db, some)
    seen: list[DecodeError] = []

    eventually(lambda: read(db, some, "skip"), [1, 3])
    assert read(db, some, seen.append) == [1, 3]
    assert [error.field for error in seen] == ["title"]
    assert "/PART#0002 lacks it" in str(seen[0])
    with pytest.raises(DecodeError, match=r"^Part\.title"):
        read(db, some, "raise")


@pytest.mark.parametrize("read", READS.values(), ids=READS)
def test_what_says_nothing_about_bad_items_is_refused(
    home: Home, some: str, read: Callable[[Stock, str, Any], list[int]]
) -> None:
    db = home.open(Stock, home.name_of("stock", some))

    with pytest.raises(OperationError, match=r"on_bad_item is 'ignore'\. Give 'raise', 'skip'"):
        read(db, some, "ignore")


def test_what_a_function_raises_about_a_bad_item_is_raised(stock: Stock, some: str) -> None:
    bad_one_of_three(stock, some)

    def stop(error: DecodeError) -> None:
        raise LookupError(error.field)

    with pytest.raises(LookupError, match="title"):
        stock.part.parts(store=some, on_bad_item=stop)


def test_pages_are_full_though_bad_items_are_left_out(stock: Stock, some: str) -> None:
    bad_one_of_three(stock, some)

    first = stock.part.parts(store=some, limit=2, on_bad_item="skip")
    descending = stock.part.parts(store=some, limit=1, descending=True, on_bad_item="skip")
    rest = stock.part.parts(
        store=some, limit=1, descending=True, cursor=descending.cursor, on_bad_item="skip"
    )

    assert [part.number for part in first.items] == [1, 3]
    assert [part.number for part in (*descending.items, *rest.items)] == [3, 1]


def test_an_async_read_leaves_bad_items_out_too(run: Run, some: str) -> None:
    async def scenario(club: async_club.Club) -> None:
        await club.account.create(name=some)
        body = {"Key": managed_key("a", some), "UpdateExpression": "REMOVE modifiedAt"}
        store: Any = club.store
        await store.execute("UpdateItem", {"TableName": club.table_name, **body})

        assert await club.account.get_many([some], on_bad_item="skip") == [None]

    run(scenario)
