"""What DynamoDB says of global index keys with several attributes, and how they are paged.

The rules are those of the developer guide, GSI.DesignPattern.MultiAttributeKeys: every attribute of
the partition key by equality; attributes of the sort key from left to right without a gap, the last
of them by any condition.
"""

from __future__ import annotations

from typing import Any

import pytest

from tavola.engine import Engine
from tests.engine.client import Client, n, s

NAMES = ("p1", "p2", "s1", "s2", "s3")
INDEX: dict[str, Any] = {
    "IndexName": "parts",
    "KeySchema": [
        {"AttributeName": name, "KeyType": "HASH" if name[0] == "p" else "RANGE"} for name in NAMES
    ],
    "Projection": {"ProjectionType": "KEYS_ONLY"},
}
DEFINITIONS = [
    {"AttributeName": name, "AttributeType": "N" if name == "s2" else "S"} for name in NAMES
]
TABLE: dict[str, Any] = {
    "TableName": "composite",
    "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
}
VALUES = {
    ":p": s("p"),
    ":q": s("q"),
    ":a": s("a"),
    ":1": n(1),
}
GAP = (
    "RANGE key attributes s1 must have equality conditions specified in the query because a "
    "condition is present on key attribute s2"
)


def item(number: int) -> dict[str, Any]:
    return {
        "id": s(f"{number:02d}"),
        "p1": s("p"),
        "p2": s("q"),
        "s1": s("ab"[number % 2]),
        "s2": n(number // 4),
        "s3": s("z"),
    }


@pytest.fixture
def composite(engine: Engine) -> Client:
    client = Client(engine)
    client(
        "CreateTable",
        **{
            **TABLE,
            "AttributeDefinitions": [*TABLE["AttributeDefinitions"], *DEFINITIONS],
            "GlobalSecondaryIndexes": [INDEX],
        },
    )
    client.put("composite", *(item(number) for number in range(12)))
    return client


def query(condition: str, **more: Any) -> dict[str, Any]:
    used = {name: value for name, value in VALUES.items() if name in condition}
    return {
        "TableName": "composite",
        "IndexName": "parts",
        "KeyConditionExpression": condition,
        "ExpressionAttributeValues": used,
        **more,
    }


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        ("p1 = :p", "Query condition missed key schema element: p2"),
        ("p1 = :p AND s1 = :a", "Query condition missed key schema element: p2"),
        ("p1 = :p AND p2 > :q", "Query key condition not supported"),
        ("p1 = :p AND p2 = :q AND s2 = :1", GAP),
        (
            "p1 = :p AND p2 = :q AND s1 > :a AND s2 = :1",
            GAP,
        ),
        (
            "p1 = :p AND p2 = :q AND s1 = :a AND s2 = :a",
            "One or more parameter values were invalid: Condition parameter type does not match "
            "schema type",
        ),
    ],
)
def test_a_query_goes_from_left_to_right(composite: Client, condition: str, message: str) -> None:
    assert composite.invalid("Query", **query(condition)) == message


@pytest.mark.parametrize("is_ascending", [True, False])
def test_pages_follow_one_another_among_equal_keys(
    composite: Client, *, is_ascending: bool
) -> None:
    request = query("p1 = :p AND p2 = :q", ScanIndexForward=is_ascending)
    whole = composite("Query", **request)["Items"]

    first = composite("Query", **request, Limit=5)
    second = composite("Query", **request, Limit=5, ExclusiveStartKey=first["LastEvaluatedKey"])
    third = composite("Query", **request, Limit=5, ExclusiveStartKey=second["LastEvaluatedKey"])

    assert [*first["Items"], *second["Items"], *third["Items"]] == whole
    assert set(first["LastEvaluatedKey"]) == {"id", *NAMES}
    assert "LastEvaluatedKey" not in third


def test_a_scan_of_the_index_is_paged(composite: Client) -> None:
    request = {"TableName": "composite", "IndexName": "parts"}

    first = composite("Scan", **request, Limit=7)
    second = composite("Scan", **request, ExclusiveStartKey=first["LastEvaluatedKey"])

    found = {each["id"]["S"] for each in (*first["Items"], *second["Items"])}
    assert found == {f"{number:02d}" for number in range(12)}


def test_a_starting_key_must_have_every_attribute(composite: Client) -> None:
    start = {name: value for name, value in item(1).items() if name != "s2"}

    message = composite.invalid("Query", **query("p1 = :p AND p2 = :q", ExclusiveStartKey=start))

    assert message == "The provided starting key is invalid"


def test_an_index_added_later_has_the_items_from_before(engine: Engine) -> None:
    client = Client(engine)
    client("CreateTable", **TABLE)
    client.put("composite", *(item(number) for number in range(12)))

    client(
        "UpdateTable",
        TableName="composite",
        AttributeDefinitions=[*TABLE["AttributeDefinitions"], *DEFINITIONS],
        GlobalSecondaryIndexUpdates=[{"Create": INDEX}],
    )

    answer = client("Query", **query("p1 = :p AND p2 = :q AND s1 = :a AND s2 >= :1"))
    assert sorted(each["id"]["S"] for each in answer["Items"]) == ["04", "06", "08", "10"]


def test_an_item_moves_when_one_of_the_attributes_changes(composite: Client) -> None:
    composite(
        "UpdateItem",
        TableName="composite",
        Key={"id": s("04")},
        UpdateExpression="SET s2 = :n REMOVE s3",
        ExpressionAttributeValues={":n": n(9)},
    )

    answer = composite("Query", **query("p1 = :p AND p2 = :q AND s1 = :a AND s2 >= :1"))
    assert sorted(each["id"]["S"] for each in answer["Items"]) == ["06", "08", "10"]


def test_an_index_is_described_with_all_its_attributes(composite: Client) -> None:
    described = composite("DescribeTable", TableName="composite")["Table"]

    assert described["GlobalSecondaryIndexes"][0]["KeySchema"] == INDEX["KeySchema"]
