from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tavola.engine import Engine
from tests.engine.client import Client, n, s
from tests.engine.streaming import changes, create_streamed, iterator, records, shard_of

NOW = 1_800_000_000.0
DAY = 24 * 60 * 60


class Clock:
    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def client(clock: Clock) -> Iterator[Client]:
    with Engine.open("memory:", clock=clock) as engine:
        yield Client(engine)


def item(text: str, number: int = 1) -> dict[str, Any]:
    return {"id": s(text), "v": n(number)}


def put(client: Client, *items: dict[str, Any]) -> None:
    client.put("log", *items)


def test_a_record_says_what_happened_and_how_large_it_is(client: Client) -> None:
    arn = create_streamed(client)
    put(client, item("a", 101))

    (record,) = records(client, iterator(client, arn))

    number = record["dynamodb"].pop("SequenceNumber")
    assert (len(record.pop("eventID")), number.isdigit(), len(number)) == (32, True, 21)
    assert record == {
        "eventName": "INSERT",
        "eventVersion": "1.1",
        "eventSource": "aws:dynamodb",
        "awsRegion": "us-east-1",
        "dynamodb": {
            "ApproximateCreationDateTime": NOW,
            "Keys": {"id": s("a")},
            "NewImage": item("a", 101),
            "SizeBytes": 3 + 7,
            "StreamViewType": "NEW_AND_OLD_IMAGES",
        },
    }


@pytest.mark.parametrize(
    ("view", "images"),
    [
        ("KEYS_ONLY", set[str]()),
        ("NEW_IMAGE", {"NewImage"}),
        ("OLD_IMAGE", {"OldImage"}),
        ("NEW_AND_OLD_IMAGES", {"NewImage", "OldImage"}),
    ],
)
def test_a_view_decides_which_images_are_shown(client: Client, view: str, images: set[str]) -> None:
    arn = create_streamed(client, view)
    put(client, item("a", 1), item("a", 2))

    change = records(client, iterator(client, arn))[1]["dynamodb"]

    assert change["Keys"] == {"id": s("a")}
    assert change.keys() & {"NewImage", "OldImage"} == images


def test_every_way_of_writing_leaves_a_record(client: Client) -> None:
    arn = create_streamed(client)
    put(client, item("a"))
    client(
        "UpdateItem",
        TableName="log",
        Key={"id": s("a")},
        UpdateExpression="SET v = :two",
        ExpressionAttributeValues={":two": n(2)},
    )
    client("DeleteItem", TableName="log", Key={"id": s("a")})
    client("BatchWriteItem", RequestItems={"log": [{"PutRequest": {"Item": item("b")}}]})
    client(
        "TransactWriteItems",
        TransactItems=[
            {"Delete": {"TableName": "log", "Key": {"id": s("b")}}},
            {"Put": {"TableName": "log", "Item": item("c")}},
        ],
    )
    client("ExecuteStatement", Statement="UPDATE log SET v = 3 WHERE id = 'c'")
    client("BatchExecuteStatement", Statements=[{"Statement": "DELETE FROM log WHERE id = 'c'"}])
    insert = {"Statement": "INSERT INTO log VALUE {'id': 'd', 'v': 1}"}
    client("ExecuteTransaction", TransactStatements=[insert])

    assert changes(client, arn) == [
        ("INSERT", None, item("a")),
        ("MODIFY", item("a"), item("a", 2)),
        ("REMOVE", item("a", 2), None),
        ("INSERT", None, item("b")),
        ("REMOVE", item("b"), None),
        ("INSERT", None, item("c")),
        ("MODIFY", item("c"), item("c", 3)),
        ("REMOVE", item("c", 3), None),
        ("INSERT", None, item("d")),
    ]


def test_what_changes_nothing_leaves_no_record(client: Client) -> None:
    arn = create_streamed(client)
    tagged = {"id": s("a"), "tags": {"SS": ["x", "y"]}}
    put(client, tagged, {"id": s("a"), "tags": {"SS": ["y", "x"]}})
    client("UpdateItem", TableName="log", Key={"id": s("a")})
    client("DeleteItem", TableName="log", Key={"id": s("nobody")})
    client(
        "TransactWriteItems",
        TransactItems=[
            {
                "ConditionCheck": {
                    "TableName": "log",
                    "Key": {"id": s("a")},
                    "ConditionExpression": "attribute_exists(id)",
                }
            }
        ],
    )

    assert changes(client, arn) == [("INSERT", None, tagged)]


def test_a_refused_write_leaves_no_record(client: Client) -> None:
    arn = create_streamed(client)
    client.refusal(
        "TransactWriteItems",
        TransactItems=[
            {"Put": {"TableName": "log", "Item": item("a")}},
            {
                "Delete": {
                    "TableName": "log",
                    "Key": {"id": s("b")},
                    "ConditionExpression": "attribute_exists(id)",
                }
            },
        ],
    )

    assert changes(client, arn) == []


def test_a_deletion_by_time_to_live_says_who_did_it(client: Client) -> None:
    arn = create_streamed(client)
    client(
        "UpdateTimeToLive",
        TableName="log",
        TimeToLiveSpecification={"AttributeName": "ttl", "Enabled": True},
    )
    put(client, {"id": s("old"), "ttl": n(int(NOW) - 5)})

    client.engine.sweep_expired()

    record = records(client, iterator(client, arn))[1]
    assert (record["eventName"], record["userIdentity"]) == (
        "REMOVE",
        {"Type": "Service", "PrincipalId": "dynamodb.amazonaws.com"},
    )


def test_reading_goes_on_where_it_ended(client: Client) -> None:
    arn = create_streamed(client)
    put(client, item("a"), item("b"), item("c"))

    first = client("GetRecords", ShardIterator=iterator(client, arn), Limit=2)
    second = client("GetRecords", ShardIterator=first["NextShardIterator"])
    put(client, item("d"))
    third = client("GetRecords", ShardIterator=second["NextShardIterator"])

    read = [
        [each["dynamodb"]["Keys"]["id"]["S"] for each in page["Records"]]
        for page in (first, second, third)
    ]
    assert read == [["a", "b"], ["c"], ["d"]]


def test_an_answer_has_at_most_a_megabyte(client: Client) -> None:
    arn = create_streamed(client, "NEW_IMAGE")
    put(client, *({"id": s(name), "v": s("x" * 390_000)} for name in "abc"))

    first = client("GetRecords", ShardIterator=iterator(client, arn))
    second = client("GetRecords", ShardIterator=first["NextShardIterator"])

    assert (len(first["Records"]), len(second["Records"])) == (2, 1)


def test_iterators_begin_where_they_are_told_to(client: Client) -> None:
    arn = create_streamed(client)
    put(client, item("a"), item("b"), item("c"))
    second = records(client, iterator(client, arn))[1]["dynamodb"]["SequenceNumber"]

    read = {
        kind: [each["dynamodb"]["Keys"]["id"]["S"] for each in records(client, start)]
        for kind, start in {
            "at": iterator(client, arn, "AT_SEQUENCE_NUMBER", SequenceNumber=second),
            "after": iterator(client, arn, "AFTER_SEQUENCE_NUMBER", SequenceNumber=second),
            "latest": iterator(client, arn, "LATEST"),
            "time": iterator(client, arn, "AT_TIMESTAMP", Timestamp=NOW),
        }.items()
    }

    assert read == {"at": ["b", "c"], "after": ["c"], "latest": [], "time": ["a", "b", "c"]}


def test_the_latest_iterator_shows_what_comes_after_it(client: Client) -> None:
    arn = create_streamed(client)
    put(client, item("a"))
    latest = iterator(client, arn, "LATEST")
    put(client, item("b"))

    assert [each["dynamodb"]["NewImage"] for each in records(client, latest)] == [item("b")]


def test_an_iterator_expires_after_a_quarter_of_an_hour(client: Client, clock: Clock) -> None:
    start = iterator(client, create_streamed(client))
    clock.now += 15 * 60 + 1

    assert client.refusal("GetRecords", ShardIterator=start) == (
        "ExpiredIteratorException",
        "The provided iterator exceeds the maximum age allowed",
    )


def test_records_are_kept_for_a_day(client: Client, clock: Clock) -> None:
    arn = create_streamed(client)
    put(client, item("a"))
    clock.now += DAY + 1
    put(client, item("b"))

    assert changes(client, arn) == [("INSERT", None, item("b"))]


def test_a_sequence_number_from_before_yesterday_is_refused(client: Client, clock: Clock) -> None:
    arn = create_streamed(client)
    put(client, item("a"))
    shard = shard_of(client, arn)
    clock.now += DAY + 1

    refused = client.refusal(
        "GetShardIterator",
        StreamArn=arn,
        ShardId=shard["ShardId"],
        ShardIteratorType="AT_SEQUENCE_NUMBER",
        SequenceNumber=shard["SequenceNumberRange"]["StartingSequenceNumber"],
    )

    assert refused[0] == "TrimmedDataAccessException"


def test_a_closed_shard_ends(client: Client) -> None:
    arn = create_streamed(client)
    put(client, item("a"))
    client("UpdateTable", TableName="log", StreamSpecification={"StreamEnabled": False})
    put(client, item("b"))

    first = client("GetRecords", ShardIterator=iterator(client, arn))
    second = client("GetRecords", ShardIterator=first["NextShardIterator"])

    assert (len(first["Records"]), second) == (1, {"Records": []})


def test_a_deleted_table_leaves_its_records(client: Client) -> None:
    arn = create_streamed(client)
    put(client, item("a"))
    client("DeleteTable", TableName="log")

    assert changes(client, arn) == [("INSERT", None, item("a"))]


@pytest.mark.parametrize("text", ["foo", "arn|1|", "arn|1|!!!!", "arn|1|e30="])
def test_what_is_no_iterator_is_refused(client: Client, text: str) -> None:
    assert client.invalid("GetRecords", ShardIterator=text) == "Invalid ShardIterator"


def test_records_survive_in_a_file(tmp_path: Path) -> None:
    with Engine.open(str(tmp_path / "log.db"), clock=lambda: NOW) as engine:
        arn = create_streamed(Client(engine))
        put(Client(engine), item("a"))

    with Engine.open(str(tmp_path / "log.db"), clock=lambda: NOW) as engine:
        put(Client(engine), item("a", 2))

        assert changes(Client(engine), arn) == [
            ("INSERT", None, item("a")),
            ("MODIFY", item("a"), item("a", 2)),
        ]


def test_a_table_without_a_stream_writes_no_records(client: Client) -> None:
    create_streamed(client)
    client("UpdateTable", TableName="log", StreamSpecification={"StreamEnabled": False})
    put(client, item("a"))

    assert client.engine.storage.rows("SELECT count(*) FROM records") == [(0,)]
