"""Ranges of a table and of its indexes, against a sorted list."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavola.engine import Engine
from tavola.engine.storage.catalog import IndexInfo, TableInfo
from tavola.engine.storage.key_encoding import TOP
from tavola.engine.storage.rows import key_of, row_of
from tavola.values import item_size
from tests.engine.conftest import THINGS

NUMBERS = st.integers(-3, 12)


def item(number: int, group: int) -> dict[str, Any]:
    return {
        "pk": {"S": "p"},
        "sk": {"N": str(number)},
        "g": {"S": "g"},
        "h": {"S": str(group)},
    }


ITEMS = [item(number, number % 3) for number in range(10)]


@pytest.fixture(scope="module")
def filled() -> Iterator[Engine]:
    """An engine with ten items in one partition, and in one partition of each index."""
    with Engine.open("memory:") as engine:
        engine.execute("CreateTable", THINGS)
        table = engine.table("things")
        with engine.storage.transaction() as tx:
            for each in ITEMS:
                tx.put(table, row_of(table, each, msgspec.json.encode(each), item_size(each)))
        yield engine


def sort_key(table: TableInfo, number: int) -> bytes:
    return key_of(table, item(number, 0))[1]


def numbers(entries: Iterator[tuple[Any, ...]]) -> list[int]:
    return [int(msgspec.json.decode(entry[0])["sk"]["N"]) for entry in entries]


@given(NUMBERS, NUMBERS, st.booleans(), st.none() | NUMBERS)
def test_a_range_of_a_table_is_what_lies_in_it(
    filled: Engine, low: int, high: int, ascending: bool, start: int | None
) -> None:
    table = filled.table("things")
    pk, _ = key_of(table, item(0, 0))
    wanted = [number for number in range(10) if low <= number < high]
    ordered = wanted if ascending else wanted[::-1]
    behind = ordered
    if start is not None:
        behind = [each for each in ordered if (each > start) == ascending and each != start]

    entries = filled.storage.read(
        table.statements.query,
        pk,
        sort_key(table, low),
        sort_key(table, high),
        is_ascending=ascending,
        after=() if start is None else (sort_key(table, start),),
    )

    assert numbers(entries) == behind


@settings(max_examples=60)
@given(st.sampled_from(range(10)), st.booleans())
def test_an_index_goes_on_behind_any_of_its_items(
    filled: Engine, start: int, ascending: bool
) -> None:
    table = filled.table("things")
    index = table.indexes["keys"]
    order = sorted(range(10), key=lambda number: (number % 3, number), reverse=not ascending)
    row = row_of(table, ITEMS[start], b"", 0)
    pk, sk = row[:2]
    index_pk, index_sk = index_columns(table, index, row)

    entries = filled.storage.read(
        table.index_statements(index).query,
        index_pk,
        is_ascending=ascending,
        after=(index_sk, pk, sk),
    )

    assert numbers(entries) == order[order.index(start) + 1 :]


def index_columns(table: TableInfo, index: IndexInfo, row: tuple[Any, ...]) -> tuple[bytes, bytes]:
    place = 5
    for each in table.indexes.values():
        if each.name == index.name:
            break
        place += len(each.columns)
    return row[place], row[place + 1]


def test_a_fetch_gives_the_projection_and_the_whole_item(filled: Engine) -> None:
    table = filled.table("things")
    index = table.indexes["keys"]
    row = row_of(table, ITEMS[4], b"", 0)
    index_pk, index_sk = index_columns(table, index, row)

    entries = filled.storage.read(
        table.index_statements(index).fetch, index_pk, index_sk, index_sk + b"\0"
    )

    _, _, whole, size = list(entries)[1]
    assert (msgspec.json.decode(whole), size) == (ITEMS[4], item_size(ITEMS[4]))


def test_a_scan_goes_through_everything_in_one_order(filled: Engine) -> None:
    table = filled.table("things")

    assert numbers(filled.storage.read(table.statements.scan, None)) == list(range(10))


@pytest.mark.parametrize("way", ["query", "scan"])
@pytest.mark.parametrize("form", ["ascending", "descending", "ascending_after", "descending_after"])
def test_no_reading_sorts_or_walks_to_its_start(filled: Engine, way: str, form: str) -> None:
    table = filled.table("things")
    readings = [
        getattr(table.statements, way),
        getattr(table.index_statements(table.indexes["whole"]), way),
        getattr(table.index_statements(table.indexes["local"]), way),
    ]
    texts = [getattr(reading, form) for reading in readings]

    plans = [plan(filled, text) for text in texts]

    assert [[line.split()[0] for line in each] for each in plans] == [["SEARCH"]] * 3


def plan(engine: Engine, text: str) -> list[str]:
    execute = engine.storage.session().connection.execute
    return [row[3] for row in execute(f"EXPLAIN QUERY PLAN {text}", (TOP,) * text.count("?"))]


def test_the_size_of_an_item_collection_is_summed(filled: Engine) -> None:
    table = filled.table("things")
    pk, _ = key_of(table, ITEMS[0])

    total = filled.storage.total(table.statements.collection_size, (pk,))

    assert total == sum(map(item_size, ITEMS))


def test_a_token_is_remembered_until_it_expires(filled: Engine) -> None:
    with filled.storage.transaction() as tx:
        tx.keep_token("t", b"digest", b"response", now=0.0, expires=600.0)
        found = (tx.find_token("t", 599.0), tx.find_token("t", 600.0), tx.find_token("u", 1.0))

    assert found == ((b"digest", b"response"), None, None)


def test_expired_tokens_are_forgotten(filled: Engine) -> None:
    with filled.storage.transaction() as tx:
        tx.keep_token("old", b"", b"", now=0.0, expires=600.0)
        tx.keep_token("new", b"", b"", now=601.0, expires=1201.0)
        left = tx.run("SELECT token FROM tokens")

    assert left == [("new",)]
