"""A sharded index beside one that is not, on the same items: the same order, at a bounded cost."""

from __future__ import annotations

import itertools
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavola import ge
from tavola.design.load import compile_design
from tavola.table import Table
from tavola.table.dynamic import table_class
from tests.patience import eventually
from tests.table.stores import Home, tries

DESIGN = """
table:
  name: beside
  indexes:
    whole: {partitionKey: GSI1PK, sortKey: GSI1SK}
    shards: {partitionKey: GSI2PK, sortKey: GSI2SK}
models:
  Entry:
    fields:
      entryId: {type: StringField}
      log: {type: StringField}
      number: {type: IntegerField}
      text: {type: StringField}
    key: {PK: "ENTRY#{log}#{entryId}", SK: ENTRY}
    indexes:
      inOne: {index: whole, GSI1PK: "LOG#{log}", GSI1SK: "{number:08d}"}
      inEight: {index: shards, GSI2PK: "LOG#{log}#{entryId:shard:8}", GSI2SK: "{number:08d}"}
"""


@pytest.fixture
def beside(home: Home, some: str) -> Table:
    design, findings = compile_design([("beside.yaml", DESIGN)], "beside")
    assert [one for one in findings if one.is_error] == []
    return home.open(table_class(design), home.name_of("beside", some))


def fill(table: Table, log: str, numbers: list[int], text: str = "") -> None:
    entry: Any = table.models[0]
    made = [
        entry(entry_id=str(at), log=log, number=number, text=text)
        for at, number in enumerate(numbers)
    ]
    table.run(table.plans(entry).put_all(made))
    for index in ("inOne", "inEight"):
        eventually(partial(count, table, index, log), len(numbers))


def count(table: Table, index: str, log: str) -> int:
    return len(list(table.query(table.models[0], index, log=log).all()))


def pages(table: Table, index: str, **asked: Any) -> list[Any]:
    """All items, page by page."""
    page = table.query(table.models[0], index, **asked)
    found = list(page.items)
    while page.cursor is not None:
        page = table.query(table.models[0], index, cursor=page.cursor, **asked)
        found += page.items
    return found


def by_number(entries: list[Any]) -> list[tuple[int, set[str]]]:
    """The order of the sort keys; which of equal ones comes first is nobody's promise."""
    groups = itertools.groupby(entries, key=lambda one: one.number)
    return [(number, {one.entry_id for one in group}) for number, group in groups]


def test_the_order_is_that_of_one_partition(home: Home, beside: Table, some: str) -> None:
    logs = (f"{some}-{number}" for number in itertools.count())

    @tries(home, 40)
    @given(
        st.lists(st.integers(0, 6), max_size=20),
        st.integers(1, 7),
        st.booleans(),
        st.integers(0, 6) | st.none(),
    )
    def check(numbers: list[int], limit: int, descending: bool, low: int | None) -> None:
        log = next(logs)
        fill(beside, log, numbers)
        asked: dict[str, Any] = {"log": log, "limit": limit, "descending": descending}
        if low is not None:
            asked["number"] = ge(low)

        one = pages(beside, "inOne", **asked)
        eight = pages(beside, "inEight", **asked)

        assert by_number(eight) == by_number(one)
        assert len(eight) == len(one) == sum(low is None or n >= low for n in numbers)

    check()


@pytest.mark.parametrize("size", [500, 700, 1500, 4000, 20_000])
def test_a_page_of_a_hundred_costs_at_most_half_as_much_again(
    beside: Table, some: str, size: int
) -> None:
    one, eight, _ = cost(beside, f"{some}-{size}", size)

    assert eight <= 1.5 * one


@pytest.mark.parametrize("size", [150, 200, 300, 400])
def test_a_page_of_small_items_costs_half_a_unit_more_for_each_request(
    beside: Table, some: str, size: int
) -> None:
    one, eight, requests = cost(beside, f"{some}-{size}", size)

    assert eight <= one + 0.5 * requests


def cost(table: Table, log: str, size: int) -> tuple[float, float, int]:
    """What a page of a hundred items of a size costs from one partition, and from eight."""
    bare = 120 + 4 * len(log)  # names, keys and numbers of an item without its text
    many = 130
    fill(table, log, list(range(many)), text="x" * max(size - bare, 1))
    spent: list[float] = []
    requests = 0
    for index in ("inOne", "inEight"):
        with table.consumed() as consumed:
            page: Any = table.query(table.models[0], index, log=log, limit=100)
        assert [entry.number for entry in page.items] == list(range(100))
        spent.append(consumed.read)
        requests = sum(operation.requests for operation in consumed.operations)
    return spent[0], spent[1], requests
