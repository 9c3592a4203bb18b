"""Locations and the stores they name."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tavola.errors import OperationError
from tavola.stores.dynamodb import DynamoDBStore
from tavola.stores.opening import (
    check_kind,
    is_dynamodb,
    locate_tables,
    open_async_store,
    open_store,
    refuse_options,
    table_of,
)
from tests.stores.conftest import CREATE


def test_a_file_keeps_its_tables(tmp_path: Path) -> None:
    location = f"{tmp_path / 'things.db'}?durability=process"
    first, _ = open_store(location)
    first.execute("CreateTable", CREATE)
    first.close()

    second, name = open_store(location)
    answer = second.execute("ListTables", {})
    second.close()

    assert (answer, name) == (b'{"TableNames":["things"]}', None)


def test_a_dynamodb_location_names_its_table() -> None:
    store, table = open_store("dynamodb://eu-west-1/blog", environment={})

    assert (isinstance(store, DynamoDBStore), table) == (True, "blog")


def test_an_async_store_opens_alike() -> None:
    async def use() -> bytes:
        store, _ = open_async_store("memory:")
        answer = await store.execute("ListTables", {})
        await store.close()
        return answer

    assert asyncio.run(use()) == b'{"TableNames":[]}'


def test_an_async_dynamodb_location_names_its_table() -> None:
    _, table = open_async_store("dynamodb://eu-west-1/blog", environment={})

    assert table == "blog"


@pytest.mark.parametrize(
    ("location", "is_remote", "table"),
    [
        ("memory:", False, None),
        ("blog.db", False, None),
        ("dynamodb://eu-west-1", True, None),
        ("dynamodb://eu-west-1/blog", True, "blog"),
    ],
)
def test_a_location_tells_its_kind_and_table(
    location: str, is_remote: bool, table: str | None
) -> None:
    assert (is_dynamodb(location), table_of(location)) == (is_remote, table)


@pytest.mark.parametrize("location", ["", "http://127.0.0.1:8000", "dynamo://eu-west-1/blog"])
def test_what_is_no_location_is_refused(location: str) -> None:
    with pytest.raises(OperationError, match="is not a location"):
        open_store(location)


def test_an_empty_endpoint_does_not_mean_aws() -> None:
    with pytest.raises(OperationError, match=r"endpoint is empty\. Give its URL"):
        open_store("dynamodb://us-east-1/blog?endpoint=")


NO_LOCATION = (
    "open: location is int. Give a string or a path: memory:, a file, or dynamodb://REGION/TABLE."
)
PROD = "dynamodb://eu-west-1/prod-*?gzip=true"


@pytest.mark.parametrize(
    ("given", "tables", "name", "found"),
    [
        ("memory:", ["a", "b"], None, ("memory:", {"a": "a", "b": "b"})),
        ("memory:", ["a"], "x", ("memory:", {"a": "x"})),
        (Path("/x/a.db"), ["a"], None, ("/x/a.db", {"a": "a"})),
        (PROD, ["a", "b"], None, (PROD, {"a": "prod-a", "b": "prod-b"})),
        (PROD, ["a", "b"], "*-x", (PROD, {"a": "a-x", "b": "b-x"})),
        ("dynamodb://x/", ["a"], None, ("dynamodb://x/", {"a": "a"})),
        ("dynamodb://x/t/", ["a"], None, ("dynamodb://x/t/", {"a": "t"})),
        (
            {"a": "dynamodb://x/t", "b": "dynamodb://x"},
            ["b", "a"],
            None,
            ("dynamodb://x", {"a": "t", "b": "b"}),
        ),
        ({"a": "/x.db", "b": Path("/x.db")}, ["a", "b"], None, ("/x.db", {"a": "a", "b": "b"})),
    ],
)
def test_tables_are_found_by_one_location_or_one_for_each(
    given: Any, tables: list[str], name: str | None, found: tuple[str, dict[str, str]]
) -> None:
    assert locate_tables(given, tables, name) == found


@pytest.mark.parametrize(
    ("given", "name", "message"),
    [
        (7, None, NO_LOCATION),
        ({"a": "x", "b": 7}, None, NO_LOCATION),
        ("memory:", 7, "open: table is int. Give its name as a string."),
        ({"a": "x", "b": "x"}, "t", "open has table='t' beside a location for each. Keep one."),
        ({"a": "x"}, None, "open: there is no location for 'b'. The tables are a, b."),
        (
            {"a": "x", "b": "x", "c": "x"},
            None,
            "open: there is no table 'c'. The tables are a, b.",
        ),
        (
            {"a": "x", "b": "y"},
            None,
            "open: the tables are on different stores. Locations may differ in the table alone.",
        ),
        (
            {"a": "dynamodb://x/t", "b": "dynamodb://x/t"},
            None,
            "open: two tables have one name, t, t. Give each its own.",
        ),
        (
            "memory:",
            "a*b*",
            "Table 'a*b*' has several '*'. One stands for the table's own name.",
        ),
        (
            "memory:",
            "t",
            "Table 't' names one table, and the design has a, b. Write what all their names have,"
            " and '*' for each one's own, as dynamodb://REGION/prod-*.",
        ),
    ],
)
def test_what_locates_no_tables_is_refused(given: Any, name: Any, message: str) -> None:
    with pytest.raises(OperationError) as refused:
        locate_tables(given, ["a", "b"], name)

    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("location", "options", "message"),
    [
        (
            "http://db",
            {},
            "Store 'http://db' is not a location. Write memory:, a path, or"
            " dynamodb://REGION/TABLE?endpoint=URL.",
        ),
        (
            "memory:",
            {"environment": [("A", "b")]},
            "open: environment takes a mapping of strings, as os.environ.",
        ),
        ("memory:", {"observer": "print"}, "open: observer takes a function of one event."),
    ],
)
@pytest.mark.parametrize("opener", [open_store, open_async_store])
def test_neither_opener_takes_what_is_no_option(
    opener: Any, location: str, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(OperationError) as refused:
        opener(location, **options)

    assert str(refused.value) == message


def test_options_beside_an_open_store_are_refused() -> None:
    refuse_options({})
    with pytest.raises(OperationError) as refused:
        refuse_options({"environment": {}, "observer": print})

    assert str(refused.value) == (
        "open has store= and environment=, observer=, which only a store that is opened here can"
        " take. Give it to open_store() or open_async_store() instead."
    )


class Plain:
    def execute_all(self) -> None: ...


class Awaited:
    async def execute_all(self) -> None: ...


class Handed:
    """A store whose function is on the instance: of which kind it is cannot be told."""

    def __init__(self) -> None:
        self.execute_all = print


def test_a_store_of_the_table_s_kind_is_taken() -> None:
    check_kind(Plain(), "Blog", is_async=False)
    check_kind(Awaited(), "Blog", is_async=True)
    check_kind(Handed(), "Blog", is_async=True)
    check_kind(Handed(), "Blog", is_async=False)


@pytest.mark.parametrize(
    ("store", "is_async", "message"),
    [
        (7, False, "Blog.open: store is int, which is not a store."),
        (
            Plain(),
            True,
            "Blog.open: store is Plain, but an async table takes a store that is awaited. Open one"
            " with open_async_store(); in tests of pytest, take tavola_async_store.",
        ),
        (
            Awaited(),
            False,
            "Blog.open: store is Awaited, but it is awaited. Open one with open_store(); in tests"
            " of pytest, take tavola_store.",
        ),
    ],
)
def test_a_store_of_the_other_kind_is_refused(store: object, is_async: bool, message: str) -> None:
    with pytest.raises(OperationError) as refused:
        check_kind(store, "Blog", is_async=is_async)

    assert str(refused.value) == message


def test_an_observer_sees_what_either_kind_of_store_is_asked() -> None:
    seen: list[str] = []

    async def ask() -> None:
        store, _ = open_async_store("memory:", observer=lambda event: seen.append(event.action))
        await store.execute("ListTables", {})
        await store.close()

    store, _ = open_store("memory:", observer=lambda event: seen.append(event.action))
    store.execute("DescribeLimits", {})
    store.close()
    asyncio.run(ask())

    assert seen == ["DescribeLimits", "ListTables"]
