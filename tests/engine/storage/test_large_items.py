"""Items of many members are decoded part by part, into what one call gives."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavola.engine import Engine
from tavola.engine.pacing import Unpaced, join_answer
from tavola.engine.storage import large_items
from tavola.engine.storage.large_items import (
    decode_for_row,
    decode_in_parts,
    decode_in_steps,
    read_key,
    takes_long,
)
from tavola.engine.storage.sessions import LongWork
from tavola.server.time_slices import MAX_LARGE_ITEMS, SlicePace
from tests.server.client import TABLE

KEY: dict[str, Any] = {"pk": {"S": "a"}}
SETS = [{"SS": ["a"]}] * 30_000
"""As many objects as so many bytes can be."""

Value = dict[str, Any]

texts = st.text('aä\\"[]{},:', max_size=6)


def kind_of(kind: str, content: st.SearchStrategy[Any]) -> st.SearchStrategy[Value]:
    """Values of one kind."""
    return st.fixed_dictionaries({kind: content})


def containers(inner: st.SearchStrategy[Value]) -> st.SearchStrategy[Value]:
    """Lists and maps of values."""
    maps = st.dictionaries(texts, inner, max_size=8)
    return kind_of("L", st.lists(inner, max_size=8)) | kind_of("M", maps)


scalars = (
    kind_of("S", texts)
    | kind_of("N", st.integers().map(str))
    | kind_of("NULL", st.just(value=True))
    | kind_of("SS", st.lists(texts, min_size=1, max_size=3))
)
values = st.recursive(scalars, containers, max_leaves=40)
items: st.SearchStrategy[dict[str, Value]] = st.dictionaries(texts, values, max_size=8)


class EveryPart(Unpaced):
    """Every part ends a slice."""

    def is_over(self) -> bool:
        """Let others go first."""
        return True


@contextmanager
def small_parts() -> Generator[None]:
    """Take everything for large."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(large_items, "_LONG_BYTES", 12)
        patch.setattr(large_items, "_MANY_MEMBERS", 0)
        patch.setattr(large_items, "_GROUP", 3)
        yield


@given(item=items)
def test_parts_give_what_one_call_gives(item: dict[str, Any]) -> None:
    with small_parts():
        assert decode_in_parts(msgspec.json.encode(item)) == item


@given(item=items, key=texts)
def test_a_key_is_read_without_the_rest(item: dict[str, Any], key: str) -> None:
    item[key] = {"S": key}

    with small_parts():
        assert read_key(msgspec.json.encode(item), (key,)) == {key: {"S": key}}


def pauses(data: bytes) -> int:
    """Count how often others may go first while an item is decoded."""
    return sum(1 for _ in decode_in_steps(data, EveryPart()))


@pytest.mark.parametrize(
    ("value", "parts"),
    [
        ({"L": SETS}, 33),
        ({"M": {f"m{number}": {"SS": ["a"]} for number in range(30_000)}}, 30_004),
        ({"L": [{"L": SETS}]}, 35),
        ({"NS": [str(number) for number in range(30_000)]}, 3),
        ({"L": SETS[:1000]}, 0),
        ({"S": "," * 300_000}, 3),
    ],
)
def test_no_part_has_more_than_a_thousand_members(value: dict[str, Any], parts: int) -> None:
    assert pauses(msgspec.json.encode({"x": value})) == parts


@pytest.mark.parametrize(
    ("value", "is_long"),
    [
        ({"L": SETS}, True),
        ({"L": [{"S": "x" * 300_000}, *SETS[:10_001]]}, True),
        ({"L": [*SETS[:10_001], {"S": "x" * 300_000}]}, True),
        ({"L": [{"S": "x" * 300_000}, *SETS[:10_000]]}, False),
        ({"S": "x" * 300_000}, False),
        ({"L": SETS[:1000]}, False),
    ],
)
def test_only_many_members_take_long(value: dict[str, Any], is_long: bool) -> None:
    assert takes_long(msgspec.json.encode({"x": value})) is is_long


@pytest.fixture
def stored(engine: Engine) -> Engine:
    """An engine with a large item."""
    engine.execute("CreateTable", TABLE)
    engine.execute("PutItem", {"TableName": "things", "Item": {**KEY, "x": {"L": SETS}}})
    return engine


GET = {"TableName": "things", "Key": KEY, "ProjectionExpression": "x[1], pk"}
EXPECTED = {"pk": {"S": "a"}, "x": {"L": [{"SS": ["a"]}]}}
READS: dict[str, tuple[str, dict[str, Any]]] = {
    "GetItem": ("GetItem", GET),
    "BatchGetItem": (
        "BatchGetItem",
        {"RequestItems": {"things": {"Keys": [KEY], "ProjectionExpression": "x[1], pk"}}},
    ),
    "TransactGetItems": ("TransactGetItems", {"TransactItems": [{"Get": GET}]}),
    "Scan": ("Scan", {"TableName": "things", "ProjectionExpression": "x[1], pk"}),
    "Scan with a filter": (
        "Scan",
        {
            "TableName": "things",
            "ProjectionExpression": "x[1], pk",
            "FilterExpression": "size(x) > pk OR attribute_exists(x)",
        },
    ),
    "Scan of all": ("Scan", {"TableName": "things", "ProjectionExpression": "x, pk"}),
    "GetItem of all": ("GetItem", {**GET, "ProjectionExpression": "x, pk"}),
    "SELECT of all": ("ExecuteStatement", {"Statement": "SELECT x, pk FROM things"}),
    "SELECT": ("ExecuteStatement", {"Statement": "SELECT x[1], pk FROM things"}),
}


@pytest.mark.parametrize("read", READS)
def test_a_projection_of_a_large_item_pauses_after_every_part(stored: Engine, read: str) -> None:
    action, body = READS[read]
    whole = stored.execute(action, body)
    steps = stored.start(action, msgspec.json.encode(body), EveryPart())
    slices, answer = 0, b""
    try:
        while True:
            next(steps)
            slices += 1
    except StopIteration as done:
        answer = join_answer(done.value)

    assert answer == whole
    assert slices >= 30


@pytest.mark.parametrize("read", READS)
def test_so_many_large_items_are_held_at_once(stored: Engine, read: str) -> None:
    action, body = READS[read]
    pace = SlicePace(lambda: 0.0)
    works = [
        stored.start(action, msgspec.json.encode(body), pace) for _ in range(MAX_LARGE_ITEMS + 2)
    ]
    for _ in range(10):
        for work in works:
            next(work)
    room_while_held = pace.take_room()
    for work in works:
        work.close()
    room = [pace.take_room() for _ in range(MAX_LARGE_ITEMS + 1)]

    assert (room_while_held, room) == (False, [True] * MAX_LARGE_ITEMS + [False])


def test_a_get_that_others_wait_for_is_given_up_for_a_large_item(stored: Engine) -> None:
    brief = stored.made_brief()
    whole = {"TableName": "things", "Key": KEY}

    with pytest.raises(LongWork):
        brief.execute("GetItem", GET)
    assert msgspec.json.decode(brief.execute("GetItem", whole))["Item"]["x"] == {"L": SETS}
    assert msgspec.json.decode(stored.execute("GetItem", GET)) == {
        "Item": {"pk": {"S": "a"}, "x": {"L": [{"SS": ["a"]}]}}
    }


def index_on(*copied: str) -> dict[str, Any]:
    """Ask for an index on `x` that copies some attributes, or all."""
    include = {"ProjectionType": "INCLUDE", "NonKeyAttributes": [*copied]}
    create = {
        "IndexName": "byX",
        "KeySchema": [{"AttributeName": "x", "KeyType": "HASH"}],
        "Projection": include if copied else {"ProjectionType": "ALL"},
    }
    definitions = [{"AttributeName": name, "AttributeType": "S"} for name in ("pk", "x")]
    return {
        "TableName": "things",
        "AttributeDefinitions": definitions,
        "GlobalSecondaryIndexUpdates": [{"Create": create}],
    }


LARGE: dict[str, Any] = {"x": {"S": "x"}, "sets": {"L": SETS}, "other": {"S": "y"}}


@pytest.mark.parametrize(
    ("copied", "names"),
    [((), {"pk", "x", "other"}), (("other",), {"pk", "x", "other"}), (("sets",), {"pk", *LARGE})],
)
def test_of_a_large_item_only_what_an_index_copies_is_decoded(
    copied: tuple[str, ...], names: set[str]
) -> None:
    with Engine.open("memory:") as engine:
        engine.execute("CreateTable", TABLE)
        engine.execute("UpdateTable", index_on(*copied))
        (table,) = engine.storage.catalog().tables.values()
        found = decode_for_row(table, msgspec.json.encode({**KEY, **LARGE}))

    assert found == {name: {**KEY, **LARGE}[name] for name in names}


@pytest.mark.parametrize("copied", [(), ("other",), ("sets",)])
def test_a_new_index_finds_large_items(copied: tuple[str, ...]) -> None:
    query = {
        "TableName": "things",
        "IndexName": "byX",
        "KeyConditionExpression": "x = :x",
        "ExpressionAttributeValues": {":x": {"S": "x"}},
    }
    with Engine.open("memory:") as engine:
        engine.execute("CreateTable", TABLE)
        engine.execute("PutItem", {"TableName": "things", "Item": {**KEY, **LARGE}})
        engine.execute("PutItem", {"TableName": "things", "Item": {"pk": {"S": "b"}, "x": SETS[0]}})
        engine.execute("UpdateTable", index_on(*copied))
        (found,) = msgspec.json.decode(engine.execute("Query", query))["Items"]

    kept = {"pk", "x", *(copied or LARGE)}
    assert found == {name: {**KEY, **LARGE}[name] for name in kept}


@pytest.mark.parametrize(
    ("data", "is_long"),
    [
        (b"," * 65_536, False),
        (b"," * 65_537, True),
        (b"x" * 65_537 + b"," * 10_000, False),
        (b"x" * 65_537 + b"," * 10_001, True),
        (b"," * 5_000 + b"x" * 65_537 + b"," * 5_001, True),
        (b"x" * 1_000_000, False),
    ],
)
def test_an_item_takes_long_by_its_length_and_members(data: bytes, is_long: bool) -> None:
    assert takes_long(data) is is_long


@pytest.mark.parametrize("length", [10, 70_000])
def test_a_key_is_read_from_an_item_of_any_length(length: int) -> None:
    data = msgspec.json.encode({"id": {"S": "a"}, "sk": {"N": "1"}, "v": {"S": "x" * length}})

    assert read_key(data, ("id", "sk")) == {"id": {"S": "a"}, "sk": {"N": "1"}}
