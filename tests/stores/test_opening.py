"""Locations and the stores they name."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tavola.errors import OperationError
from tavola.stores.dynamodb import DynamoDBStore
from tavola.stores.opening import is_dynamodb, open_async_store, open_store, table_of
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
