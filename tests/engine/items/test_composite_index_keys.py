"""Global indexes whose keys have several attributes: they sort by the first, then the next."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavola.engine import Engine
from tests.engine.client import Client, n, s

Sort = tuple[str, int, str]

TABLE: dict[str, Any] = {
    "TableName": "composite",
    "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [
        {"AttributeName": name, "AttributeType": "N" if name == "s2" else "S"}
        for name in ("id", "p1", "p2", "s1", "s2", "s3")
    ],
    "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
    "GlobalSecondaryIndexes": [
        {
            "IndexName": "parts",
            "KeySchema": [
                {"AttributeName": "p1", "KeyType": "HASH"},
                {"AttributeName": "p2", "KeyType": "HASH"},
                {"AttributeName": "s1", "KeyType": "RANGE"},
                {"AttributeName": "s2", "KeyType": "RANGE"},
                {"AttributeName": "s3", "KeyType": "RANGE"},
            ],
            "Projection": {"ProjectionType": "ALL"},
        }
    ],
}
BOUND = {":a": s("a"), ":aa": s("aa"), ":two": n(2)}
QUERIES: list[tuple[str, Callable[[Sort], bool]]] = [
    ("", lambda _: True),
    ("s1 = :a", lambda key: key[0] == "a"),
    ("s1 > :a", lambda key: key[0] > "a"),
    ("s1 >= :a", lambda key: key[0] >= "a"),
    ("s1 < :a", lambda key: key[0] < "a"),
    ("s1 <= :a", lambda key: key[0] <= "a"),
    ("s1 BETWEEN :a AND :aa", lambda key: "a" <= key[0] <= "aa"),
    ("begins_with(s1, :a)", lambda key: key[0].startswith("a")),
    ("s1 = :a AND s2 > :two", lambda key: key[0] == "a" and key[1] > 2),
    ("s1 = :a AND s2 <= :two", lambda key: key[0] == "a" and key[1] <= 2),
    (
        "s1 = :a AND s2 = :two AND begins_with(s3, :a)",
        lambda key: key[:2] == ("a", 2) and key[2].startswith("a"),
    ),
    ("s1 = :a AND s2 = :two AND s3 > :a", lambda key: key[:2] == ("a", 2) and key[2] > "a"),
    ("s1 = :a AND s2 = :two AND s3 = :a", lambda key: key == ("a", 2, "a")),
]
texts = st.text("\x00\x01a\x7f", min_size=1, max_size=3)
keys = st.sets(st.tuples(texts, st.integers(-2, 12), texts), max_size=25)


@pytest.fixture
def composite(engine: Engine) -> Client:
    engine.execute("CreateTable", TABLE)
    return Client(engine)


def query(client: Client, partition: str, condition: str) -> list[Sort]:
    used = {name: BOUND[name] for name in re.findall(r":\w+", condition)}
    answer = client(
        "Query",
        TableName="composite",
        IndexName="parts",
        KeyConditionExpression=" AND ".join(
            part for part in ("p1 = :p1 AND p2 = :p2", condition) if part
        ),
        ExpressionAttributeValues={":p1": s(partition), ":p2": s("q"), **used},
    )
    return [(item["s1"]["S"], int(item["s2"]["N"]), item["s3"]["S"]) for item in answer["Items"]]


def fill(client: Client, partition: str, found: set[Sort]) -> None:
    client.put(
        "composite",
        *(
            {
                "id": s(f"{partition}-{number}"),
                "p1": s(partition),
                "p2": s("q"),
                "s1": s(key[0]),
                "s2": n(key[1]),
                "s3": s(key[2]),
            }
            for number, key in enumerate(found)
        ),
    )


@pytest.mark.parametrize(("condition", "holds"), QUERIES)
@settings(max_examples=25)
@given(found=keys)
def test_conditions_go_by_the_attributes_in_their_order(
    condition: str, holds: Callable[[Sort], bool], found: set[Sort]
) -> None:
    with Engine.open("memory:") as engine:
        engine.execute("CreateTable", TABLE)
        client = Client(engine)
        fill(client, "p", found)

        assert query(client, "p", condition) == sorted(filter(holds, found))


def test_an_item_without_one_of_the_attributes_is_not_in_the_index(composite: Client) -> None:
    composite.put("composite", {"id": s("half"), "p1": s("half"), "p2": s("q"), "s1": s("a")})

    assert query(composite, "half", "") == []


def test_parts_of_the_partition_key_do_not_run_together(composite: Client) -> None:
    sort = {"s1": s("a"), "s2": n(1), "s3": s("a")}
    composite.put("composite", {"id": s("x"), "p1": s("left\x00"), "p2": s("q"), **sort})

    assert query(composite, "left", "") == []
