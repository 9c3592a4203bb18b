"""Pages end at a limit or with a megabyte, however they are read."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.client import Client, key, n, s

QUARTER = 1 << 18
# A key of 2 + 1 and 2 + 2 bytes, and the name of the attribute.
OVERHEAD = 8
READS: dict[str, tuple[str, dict[str, Any]]] = {
    "query": (
        "Query",
        {
            "TableName": "things",
            "KeyConditionExpression": "pk = :p",
            "ExpressionAttributeValues": {":p": s("a")},
        },
    ),
    "scan": ("Scan", {"TableName": "things"}),
    "filter": (
        "Scan",
        {
            "TableName": "things",
            "FilterExpression": "sk > :n",
            "ExpressionAttributeValues": {":n": n(0)},
        },
    ),
    "projection": ("Scan", {"TableName": "things", "ProjectionExpression": "sk"}),
    "statement": ("ExecuteStatement", {"Statement": "SELECT sk FROM things WHERE pk = 'a'"}),
    "table statement": ("ExecuteStatement", {"Statement": "SELECT sk FROM things"}),
}


def fill(client: Client, *sizes: int) -> None:
    for number, size in enumerate(sizes, 1):
        client.put("things", {**key("a", number), "v": s("x" * (size - OVERHEAD))})


def read(client: Client, way: str, **more: Any) -> tuple[list[str], bool]:
    action, body = READS[way]
    answer = client(action, **body, **more)
    return [each["sk"]["N"] for each in answer["Items"]], "LastEvaluatedKey" in answer


@pytest.mark.parametrize("way", READS)
def test_a_megabyte_is_one_page(client: Client, way: str) -> None:
    fill(client, *([QUARTER] * 4))

    assert read(client, way) == (["1", "2", "3", "4"], False)


@pytest.mark.parametrize("way", READS)
def test_a_byte_more_is_the_next_page(client: Client, way: str) -> None:
    fill(client, QUARTER, QUARTER, QUARTER, QUARTER + 1, 100)

    assert read(client, way) == (["1", "2", "3"], True)


@pytest.mark.parametrize("way", READS)
@pytest.mark.parametrize(("limit", "has_more"), [(1, True), (3, True), (4, False)])
def test_a_limit_ends_a_page(client: Client, way: str, limit: int, has_more: bool) -> None:
    fill(client, 100, 100, 100)

    found = read(client, way, Limit=limit)

    assert found == (["1", "2", "3"][:limit], has_more)


@pytest.mark.parametrize("way", READS)
def test_pages_follow_one_another(client: Client, way: str) -> None:
    fill(client, *([100] * 7))
    action, body = READS[way]
    found: list[str] = []
    following: dict[str, Any] = {}
    for _ in range(4):
        answer = client(action, **body, **following, Limit=2)
        found += [each["sk"]["N"] for each in answer["Items"]]
        if "NextToken" in answer:
            following = {"NextToken": answer["NextToken"]}
        elif "LastEvaluatedKey" in answer:
            following = {"ExclusiveStartKey": answer["LastEvaluatedKey"]}

    assert found == ["1", "2", "3", "4", "5", "6", "7"]


def test_a_large_item_that_ends_a_page_is_judged_first(client: Client) -> None:
    large = {"L": [n(number) for number in range(60_000)]}
    client.put("things", {**key("a", 1), "l": large}, {**key("a", 2), "l": large})
    body = {
        "TableName": "things",
        "FilterExpression": "contains(l, :x) AND sk > :one",
        "ExpressionAttributeValues": {":x": n(59_999), ":one": n(1)},
        "ProjectionExpression": "sk",
    }

    first = client("Scan", **body, Limit=1)
    both = client("Scan", **body, Limit=2)

    assert (first["Items"], first["ScannedCount"]) == ([], 1)
    assert first["LastEvaluatedKey"] == key("a", 1)
    assert (both["Items"], both["ScannedCount"]) == ([{"sk": n(2)}], 2)


def test_a_fetch_through_a_local_index_costs_a_read_of_each_item(client: Client) -> None:
    client.put("things", *({**key("a", i), "h": s("h"), "z": s("z" * 5_000)} for i in (1, 2)))
    body = {
        "TableName": "things",
        "IndexName": "local",
        "KeyConditionExpression": "pk = :p",
        "ExpressionAttributeValues": {":p": s("a")},
        "ProjectionExpression": "z",
        "ReturnConsumedCapacity": "INDEXES",
    }

    answers = [client("Query", **body, ConsistentRead=each) for each in (False, True)]

    costs = [each["ConsumedCapacity"] for each in answers]
    assert [each["Table"]["CapacityUnits"] for each in costs] == [2.0, 4.0]
    assert [each["LocalSecondaryIndexes"]["local"]["CapacityUnits"] for each in costs] == [0.5, 1.0]
    assert answers[0]["Items"] == [{"z": s("z" * 5_000)}] * 2
