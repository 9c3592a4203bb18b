"""The limit on the items of one partition key, in tables with local indexes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavola.engine import Engine
from tavola.errors import CollectionTooLarge, TransactionCancelled
from tavola.values import Item, item_size
from tests.engine.client import Client, key, s
from tests.engine.conftest import FLAT, THINGS

MOST = 2000
FULL = ("ItemCollectionSizeLimitExceededException", "Collection size exceeded.")


def thing(partition: str, sort: int, length: int) -> Item:
    return {**key(partition, sort), "x": s("x" * length)}


@pytest.fixture
def client() -> Iterator[Client]:
    """A client of an engine whose collection `a` has 1806 bytes of at most 2000."""
    with Engine.open("memory:", max_collection_bytes=MOST) as engine:
        client = Client(engine)
        client("CreateTable", **THINGS)
        client("CreateTable", **FLAT)
        client.put("things", thing("a", 1, 890), thing("a", 2, 890))
        yield client


def test_an_item_that_finds_no_room_is_refused(client: Client) -> None:
    before = client.items("things")

    assert client.refusal("PutItem", TableName="things", Item=thing("a", 3, 300)) == FULL
    assert client.items("things") == before


def test_another_partition_has_room_of_its_own(client: Client) -> None:
    client.put("things", thing("b", 1, 1500))

    assert len(client.items("things")) == 3


def test_an_update_that_finds_no_room_is_refused(client: Client) -> None:
    grow = {
        "TableName": "things",
        "Key": key("a", 1),
        "UpdateExpression": "SET y = :y",
        "ExpressionAttributeValues": {":y": s("y" * 300)},
    }

    assert client.refusal("UpdateItem", **grow) == FULL


def test_an_item_may_be_replaced_where_it_does_not_grow(client: Client) -> None:
    client.put("things", thing("a", 1, 890), thing("a", 2, 100))

    assert [len(item["x"]["S"]) for item in client.items("things")] == [890, 100]


def test_what_is_deleted_makes_room(client: Client) -> None:
    client("DeleteItem", TableName="things", Key=key("a", 1))

    client.put("things", thing("a", 3, 1000))

    assert [item["sk"]["N"] for item in client.items("things")] == ["2", "3"]


def test_a_table_without_local_indexes_has_no_limit(client: Client) -> None:
    client.put("flat", {"id": s("a"), "x": s("x" * 5000)})

    assert len(client.items("flat")) == 1


def test_a_batch_that_finds_no_room_is_refused(client: Client) -> None:
    puts = [{"PutRequest": {"Item": thing("a", number, 100)}} for number in (3, 4)]

    assert client.refusal("BatchWriteItem", RequestItems={"things": puts}) == FULL
    assert len(client.items("things")) == 2


def test_a_transaction_says_which_item_found_no_room(client: Client) -> None:
    items = (thing("b", 1, 10), thing("a", 3, 300), thing("c", 1, 10))
    puts = [{"Put": {"TableName": "things", "Item": item}} for item in items]

    with pytest.raises(TransactionCancelled) as cancelled:
        client("TransactWriteItems", TransactItems=puts)

    assert [(reason.code, reason.message) for reason in cancelled.value.reasons] == [
        ("None", None),
        ("ItemCollectionSizeLimitExceeded", "Collection size exceeded."),
        ("None", None),
    ]
    assert len(client.items("things")) == 2


def test_a_statement_that_finds_no_room_is_refused(client: Client) -> None:
    insert = f"INSERT INTO things VALUE {{'pk': 'a', 'sk': 3, 'x': '{'x' * 300}'}}"

    assert client.refusal("ExecuteStatement", Statement=insert) == FULL
    assert client("BatchExecuteStatement", Statements=[{"Statement": insert}])["Responses"] == [
        {
            "TableName": "things",
            "Error": {
                "Code": "ItemCollectionSizeLimitExceeded",
                "Message": "Collection size exceeded.",
            },
        }
    ]


Put = tuple[str, int, int]
PUTS = st.lists(st.tuples(st.sampled_from("ab"), st.integers(1, 4), st.integers(0, 900)))


@settings(max_examples=50)
@given(PUTS)
def test_a_collection_takes_what_it_has_room_for_and_no_more(puts: list[Put]) -> None:
    with Engine.open("memory:", max_collection_bytes=MOST) as engine:
        client = Client(engine)
        client("CreateTable", **THINGS)
        stored: dict[tuple[str, int], Item] = {}
        for partition, sort, length in puts:
            item = thing(partition, sort, length)
            assert has_stored(client, item) == fits(stored, partition, sort, item)
            if fits(stored, partition, sort, item):
                stored[partition, sort] = item


def has_stored(client: Client, item: dict[str, Any]) -> bool:
    try:
        client.put("things", item)
    except CollectionTooLarge:
        return False
    return True


def fits(stored: dict[tuple[str, int], Item], partition: str, sort: int, item: Item) -> bool:
    """Say whether an item fits by adding everything up, as the engine does seldom."""
    others = (
        item_size(other)
        for (place, number), other in stored.items()
        if place == partition and number != sort
    )
    before = stored.get((partition, sort))
    does_grow = before is None or item_size(item) > item_size(before)
    return not does_grow or sum(others) + item_size(item) <= MOST
