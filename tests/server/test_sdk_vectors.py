"""boto3 makes vector indexes and searches them on the server as it does on DynamoDB."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from botocore.exceptions import ClientError

from tavola.engine import Engine
from tavola.server import serve
from tests.engine.searching import TENANTS, ids, in_tenant, query, vector, vector_index
from tests.server.test_sdk_streams import sdk


@pytest.fixture(params=["memory:", "file"])
def client(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Any]:
    location = "memory:" if request.param == "memory:" else f"{tmp_path / 'a.db'}"
    with Engine.open(location) as engine, serve(engine) as url:
        client = sdk("dynamodb", url)
        client.create_table(**TENANTS)
        client.url = url
        yield client


def put(client: Any, name: str, *numbers: float, tenant: str = "acme") -> None:
    item = {"id": {"S": name}, "e": vector(*numbers), "tenant": {"S": tenant}}
    client.put_item(TableName="docs", Item=item)


def near(client: Any, *numbers: float, **more: Any) -> list[str]:
    wanted = {"TableName": "docs", "IndexName": "near", "TopK": 10, **more}
    return ids(client.search_vectors(SearchVector=query(*numbers), **wanted))


def test_the_nearest_are_found(client: Any) -> None:
    put(client, "x", 1, 0, 0)
    put(client, "y", 0, 1, 0)

    assert near(client, 1, 0.1, 0) == ["x", "y"]


def test_an_index_is_added_to_a_table_and_described(client: Any) -> None:
    put(client, "x", 1, 0, 0)
    create = vector_index("late", DistanceFunction="EUCLIDEAN")

    client.update_table(TableName="docs", VectorIndexUpdates=[{"Create": create}])

    client.get_waiter("table_exists").wait(TableName="docs")
    shown = client.describe_table(TableName="docs")["Table"]["VectorIndexes"]
    assert [(each["IndexName"], each["IndexStatus"]) for each in shown] == [
        ("near", "ACTIVE"),
        ("tenants", "ACTIVE"),
        ("late", "ACTIVE"),
    ]
    assert near(client, 1, 0, 0, IndexName="late") == ["x"]


def test_a_wrong_vector_is_reported(client: Any) -> None:
    with pytest.raises(ClientError, match="Invalid size for parameter e, Expected: 3, Actual: 2"):
        put(client, "x", 1, 0)


def test_no_search_shows_the_item_of_another_tenant(client: Any) -> None:
    """While items go to and fro between tenants, a search has those of its own alone."""
    is_over = threading.Event()
    writer = threading.Thread(target=move_about, args=(client.url, is_over))
    writer.start()
    try:
        seen: set[tuple[str, str]] = set()
        for number in range(24):
            tenant = f"t{number % 3}"
            found = client.search_vectors(
                TableName="docs", SearchVector=query(1, 0, 0), TopK=100, **in_tenant(tenant)
            )
            seen |= {(tenant, each["Item"]["tenant"]["S"]) for each in found["SearchResults"]}
    finally:
        is_over.set()
        writer.join()

    assert [pair for pair in sorted(seen) if pair[0] != pair[1]] == []


def move_about(url: str, is_over: threading.Event) -> None:
    client, rng = sdk("dynamodb", url), Random(3)
    for _ in range(5_000):
        if is_over.is_set():
            return
        name, tenant = f"k{rng.randrange(20)}", f"t{rng.randrange(3)}"
        put(client, name, rng.random(), rng.random(), 1, tenant=tenant)
