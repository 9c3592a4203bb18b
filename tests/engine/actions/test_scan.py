from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.engine.client import Client, key, n, s, units

START = "The provided starting key is invalid"


@pytest.fixture
def filled(client: Client) -> Client:
    """Forty items in twenty partitions; every other one is in the indexes."""
    for number in range(40):
        extra = {"g": s("g"), "h": s(f"h{number}")} if number % 2 else {}
        client.put("things", {**key(f"p{number % 20}", number), "x": n(number), **extra})
    return client


def pages(client: Client, **request: Any) -> Iterator[dict[str, Any]]:
    page = client("Scan", **request)
    yield page
    while "LastEvaluatedKey" in page:
        page = client("Scan", **request, ExclusiveStartKey=page["LastEvaluatedKey"])
        yield page


def numbers(answers: Iterator[dict[str, Any]] | list[dict[str, Any]]) -> list[int]:
    return [int(item["sk"]["N"]) for answer in answers for item in answer["Items"]]


def test_a_scan_gives_every_item_once(filled: Client) -> None:
    answer = filled("Scan", TableName="things")

    assert sorted(numbers([answer])) == list(range(40))
    assert (answer["Count"], answer["ScannedCount"]) == (40, 40)


def test_items_of_one_partition_stand_together_in_the_order_of_their_sort_key(
    filled: Client,
) -> None:
    found = numbers([filled("Scan", TableName="things")])

    partitions = [number % 20 for number in found]
    assert [partitions[i] == partitions[i + 1] for i in range(0, 40, 2)] == [True] * 20
    assert [found[i] < found[i + 1] for i in range(0, 40, 2)] == [True] * 20


# DynamoDB: the orders and segments that dynalite's tests expect, which its authors run against AWS
# (test/scan.js); A and B, msg1 and msg2 are from tests of other projects, verified on AWS.
STRINGS = [*"28916", "hello", *"054", "äáöü", "aardman", *"73", "zapf"]
NUMBERS = ["7", "999.9", *"832", "-999.9", *"94", "-0.09", *"610", "0.012345", "5"]
ORDERS = Path(__file__).with_name("scan_orders.json")


def scanned(client: Client, kind: str, texts: list[str], **request: Any) -> list[str]:
    """Put keys of one type into a table of their own, and scan it."""
    client(
        "CreateTable",
        TableName="kept",
        KeySchema=[{"AttributeName": "a", "KeyType": "HASH"}],
        AttributeDefinitions=[{"AttributeName": "a", "AttributeType": kind}],
        BillingMode="PAY_PER_REQUEST",
    )
    client.put("kept", *({"a": {kind: text}} for text in sorted(texts)))
    found = [page["Items"] for page in pages(client, TableName="kept", Limit=4, **request)]
    return [item["a"][kind] for page in found for item in page]


@pytest.mark.parametrize(
    ("kind", "texts"),
    [("S", STRINGS), ("N", NUMBERS), ("S", ["A", "B"]), ("S", ["msg1", "msg2"])],
)
def test_items_come_in_the_order_that_was_seen_on_aws(
    client: Client, kind: str, texts: list[str]
) -> None:
    assert scanned(client, kind, texts) == texts


@pytest.mark.parametrize("kind", ["S", "N", "B"])
def test_items_come_in_the_order_of_dynalite(client: Client, kind: str) -> None:
    """What dynalite 4.0.0 answered for keys drawn at random; `scan_orders.json` keeps it."""
    texts: list[str] = json.loads(ORDERS.read_text())[kind]

    assert scanned(client, kind, texts) == texts


@pytest.mark.parametrize(
    ("kind", "text", "segment"),
    [
        ("S", "3635", 0),
        ("S", "228", 0),
        ("S", "1668", 1),
        ("S", "3435", 4),
        ("N", "251", 1),
        ("N", "2388", 4095),
    ],
)
def test_an_item_is_in_the_segment_that_was_seen_on_aws(
    client: Client, kind: str, text: str, segment: int
) -> None:
    found = scanned(client, kind, [text], Segment=segment, TotalSegments=4096)

    assert found == [text]


@pytest.mark.parametrize(("kind", "texts"), [("S", STRINGS), ("N", NUMBERS)])
def test_an_index_is_scanned_in_the_order_of_its_own_partition_key(
    client: Client, kind: str, texts: list[str]
) -> None:
    client(
        "CreateTable",
        TableName="indexed",
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
        AttributeDefinitions=[
            {"AttributeName": "id", "AttributeType": "S"},
            {"AttributeName": "a", "AttributeType": kind},
        ],
        GlobalSecondaryIndexes=[
            {
                "IndexName": "byA",
                "KeySchema": [{"AttributeName": "a", "KeyType": "HASH"}],
                "Projection": {"ProjectionType": "KEYS_ONLY"},
            }
        ],
        BillingMode="PAY_PER_REQUEST",
    )
    client.put("indexed", *({"id": s(f"id {text}"), "a": {kind: text}} for text in sorted(texts)))

    answer = client("Scan", TableName="indexed", IndexName="byA")

    assert [item["a"][kind] for item in answer["Items"]] == texts


@pytest.mark.parametrize("limit", [1, 3, 40])
@pytest.mark.parametrize("place", [{}, {"IndexName": "keys"}, {"IndexName": "local"}])
def test_pages_together_are_the_whole(filled: Client, place: dict[str, str], limit: int) -> None:
    whole = numbers([filled("Scan", TableName="things", **place)])

    assert numbers(pages(filled, TableName="things", **place, Limit=limit)) == whole


@pytest.mark.parametrize("total", [1, 3, 16])
def test_segments_share_the_items_among_them(filled: Client, total: int) -> None:
    found = [
        number
        for segment in range(total)
        for number in numbers(
            pages(filled, TableName="things", Segment=segment, TotalSegments=total, Limit=2)
        )
    ]

    assert sorted(found) == list(range(40))


def test_a_filter_may_look_at_the_key(filled: Client) -> None:
    answer = filled(
        "Scan",
        TableName="things",
        FilterExpression="pk = :p AND x >= :x",
        ExpressionAttributeValues={":p": s("p3"), ":x": n(10)},
    )

    assert (numbers([answer]), answer["Count"], answer["ScannedCount"]) == ([23], 1, 40)


def test_a_projection_and_a_count(filled: Client) -> None:
    projected = filled("Scan", TableName="things", ProjectionExpression="x")
    counted = filled("Scan", TableName="things", IndexName="whole", Select="COUNT")

    assert sorted(int(item["x"]["N"]) for item in projected["Items"]) == list(range(40))
    assert counted == {"Count": 20, "ScannedCount": 20}


def test_what_an_index_holds_may_be_asked_for_by_name(filled: Client) -> None:
    projected = {"Select": "ALL_PROJECTED_ATTRIBUTES"}
    keys = filled("Scan", TableName="things", IndexName="keys", **projected)["Items"]
    whole = filled("Scan", TableName="things", IndexName="whole", **projected)["Items"]

    assert {tuple(sorted(item)) for item in keys} == {("g", "h", "pk", "sk")}
    assert {tuple(sorted(item)) for item in whole} == {("g", "h", "pk", "sk", "x")}


def test_a_scan_of_an_index_is_charged_to_it(filled: Client) -> None:
    answer = filled("Scan", TableName="things", IndexName="whole", ReturnConsumedCapacity="INDEXES")

    assert units(answer["ConsumedCapacity"]) == {"total": 0.5, "table": 0.0, "whole": 0.5}


def test_scanning_nothing_costs_a_read(client: Client) -> None:
    answer = client("Scan", TableName="flat", ReturnConsumedCapacity="TOTAL")

    assert answer == {
        "Count": 0,
        "ScannedCount": 0,
        "Items": [],
        "ConsumedCapacity": {"TableName": "flat", "CapacityUnits": 0.5},
    }


def test_a_page_holds_at_most_one_megabyte(client: Client) -> None:
    client.put("flat", *({"id": s(str(i)), "x": s("x" * 300_000)} for i in range(7)))

    sizes = [page["Count"] for page in pages(client, TableName="flat")]

    assert sizes == [3, 3, 1]


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"IndexName": "nothing"}, "The table does not have the specified index: nothing"),
        (
            {"IndexName": "whole", "ConsistentRead": True},
            "Consistent reads are not supported on global secondary indexes",
        ),
        (
            {"IndexName": "keys", "Select": "ALL_ATTRIBUTES"},
            "One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not "
            "supported for global secondary index keys because its projection type is not ALL",
        ),
        (
            {"Segment": 1},
            "The TotalSegments parameter is required but was not present in the request when "
            "Segment parameter is present",
        ),
        (
            {"TotalSegments": 1},
            "The Segment parameter is required but was not present in the request when parameter "
            "TotalSegments is present",
        ),
        (
            {"Segment": 4, "TotalSegments": 4, "FilterExpression": ""},
            "The Segment parameter is zero-based and must be less than parameter TotalSegments: "
            "Segment: 4 is not less than TotalSegments: 4",
        ),
        (
            {"ExclusiveStartKey": {"pk": s("a")}},
            f"{START}: The provided key element does not match the schema",
        ),
        (
            {"ExclusiveStartKey": {"pk": s("a"), "sk": s("1")}},
            f"{START}: The provided key element does not match the schema",
        ),
        ({"IndexName": "whole", "ExclusiveStartKey": key("a", 1)}, START),
    ],
)
def test_a_scan_must_fit_the_table(
    client: Client, parameters: dict[str, Any], message: str
) -> None:
    assert client.invalid("Scan", TableName="things", **parameters) == message


def test_a_start_of_another_segment_is_refused(filled: Client) -> None:
    (start, segment) = next(
        (page["LastEvaluatedKey"], segment)
        for segment in range(2)
        for page in pages(filled, TableName="things", Segment=segment, TotalSegments=2, Limit=1)
    )

    message = filled.invalid(
        "Scan",
        TableName="things",
        Segment=1 - segment,
        TotalSegments=2,
        ExclusiveStartKey=start,
    )

    assert message == (
        f"{START}: Invalid ExclusiveStartKey. Please use ExclusiveStartKey with correct Segment. "
        f"TotalSegments: 2 Segment: {1 - segment}"
    )
