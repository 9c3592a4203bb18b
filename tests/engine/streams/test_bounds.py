"""Streams, their records and iterators at the bounds of their lives."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tavola.engine import Engine
from tavola.testing import Clock
from tests.engine.client import Client, s
from tests.engine.streaming import create_streamed, iterator, records, shard_of

START = 1_800_000_000.0
DAY = 24 * 60 * 60
OFF = {"StreamEnabled": False}
ON = {"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"}
FIRST = 100_000_000_000_000_000_001
TRIMMED = (
    "TrimmedDataAccessException",
    "The operation attempted to read past the oldest stream record in a shard",
)


@pytest.fixture
def clock() -> Clock:
    return Clock(START)


@pytest.fixture
def client(clock: Clock) -> Iterator[Client]:
    with Engine.open("memory:", clock=clock) as engine:
        yield Client(engine)


def put(client: Client, *names: str) -> None:
    client.put("log", *({"id": s(name)} for name in names))


def read(client: Client, start: str, **more: Any) -> list[str]:
    return [each["dynamodb"]["Keys"]["id"]["S"] for each in records(client, start, **more)]


@pytest.mark.parametrize(("seconds", "is_valid"), [(900, True), (900.001, False)])
def test_an_iterator_lives_a_quarter_of_an_hour(
    client: Client, clock: Clock, seconds: float, is_valid: bool
) -> None:
    start = iterator(client, create_streamed(client))
    clock.advance(seconds)

    if is_valid:
        assert records(client, start) == []
    else:
        assert client.refusal("GetRecords", ShardIterator=start) == (
            "ExpiredIteratorException",
            "The provided iterator exceeds the maximum age allowed",
        )


@pytest.mark.parametrize(("later", "kept"), [(DAY, ["a", "b"]), (DAY + 1, ["b"])])
def test_a_record_is_read_until_it_is_a_day_old(
    client: Client, clock: Clock, later: float, kept: list[str]
) -> None:
    arn = create_streamed(client)
    put(client, "a")
    clock.advance(10)
    put(client, "b")
    clock.advance(later - 10)

    assert read(client, iterator(client, arn)) == kept


@pytest.mark.parametrize(("later", "count"), [(DAY - 0.001, 1), (DAY, 0)])
def test_a_closed_stream_is_found_for_a_day(
    client: Client, clock: Clock, later: float, count: int
) -> None:
    create_streamed(client)
    client("UpdateTable", TableName="log", StreamSpecification=OFF)
    clock.advance(later)

    assert len(client("ListStreams")["Streams"]) == count


def test_a_stream_that_is_too_old_is_forgotten_by_the_next(client: Client, clock: Clock) -> None:
    arn = create_streamed(client)
    client("UpdateTable", TableName="log", StreamSpecification=OFF)
    clock.advance(DAY)

    client("UpdateTable", TableName="log", StreamSpecification=ON)

    rows = client.engine.storage.rows("SELECT arn FROM streams")
    assert len(rows) == 1
    assert client.refusal("DescribeStream", StreamArn=arn)[0] == "ResourceNotFoundException"


def test_old_records_are_removed_by_the_next_write(client: Client, clock: Clock) -> None:
    create_streamed(client)
    put(client, "a")
    clock.advance(1)
    put(client, "b")
    clock.advance(DAY - 0.5)

    put(client, "c")

    assert client.engine.storage.rows("SELECT count(*) FROM records") == [(2,)]


@pytest.mark.parametrize(
    ("kind", "offset", "found"),
    [
        ("AT_SEQUENCE_NUMBER", 0, ["a", "b"]),
        ("AFTER_SEQUENCE_NUMBER", 0, ["b"]),
        ("AT_SEQUENCE_NUMBER", 1, ["b"]),
        ("AT_SEQUENCE_NUMBER", 2, []),
        ("AFTER_SEQUENCE_NUMBER", 1, []),
    ],
)
def test_reading_begins_at_or_behind_a_sequence_number(
    client: Client, kind: str, offset: int, found: list[str]
) -> None:
    arn = create_streamed(client)
    put(client, "a", "b")

    assert read(client, iterator(client, arn, kind, SequenceNumber=str(FIRST + offset))) == found


@pytest.mark.parametrize("number", [FIRST - 1, FIRST + 3])
def test_a_sequence_number_that_is_not_of_the_shard_is_refused(client: Client, number: int) -> None:
    arn = create_streamed(client)
    put(client, "a", "b")

    message = client.invalid(
        "GetShardIterator",
        StreamArn=arn,
        ShardId=shard_of(client, arn)["ShardId"],
        ShardIteratorType="AT_SEQUENCE_NUMBER",
        SequenceNumber=str(number),
    )

    assert message == f"Invalid SequenceNumber: {number}"


@pytest.mark.parametrize(
    ("time", "found"),
    [(START, ["a", "b"]), (START + 0.5, ["b"]), (START + 1, ["b"]), (START + 1.5, [])],
)
def test_reading_begins_at_a_time(
    client: Client, clock: Clock, time: float, found: list[str]
) -> None:
    arn = create_streamed(client)
    put(client, "a")
    clock.advance(1)
    put(client, "b")

    assert read(client, iterator(client, arn, "AT_TIMESTAMP", Timestamp=time)) == found


def test_a_time_is_for_one_kind_of_iterator(client: Client) -> None:
    arn = create_streamed(client)

    message = client.invalid(
        "GetShardIterator",
        StreamArn=arn,
        ShardId=shard_of(client, arn)["ShardId"],
        ShardIteratorType="TRIM_HORIZON",
        Timestamp=START,
    )

    assert message == "Timestamp cannot be specified for TRIM_HORIZON iterator type"


def test_an_unknown_shard_is_named_with_its_stream(client: Client) -> None:
    arn, shard = create_streamed(client), "shardId-00000001800000000000-deadbeef"

    refusal = client.refusal(
        "GetShardIterator", StreamArn=arn, ShardId=shard, ShardIteratorType="LATEST"
    )

    assert refusal == (
        "ResourceNotFoundException",
        f"Requested resource not found: Shard: {shard} in Stream: {arn} not found",
    )


@pytest.mark.parametrize(("offset", "is_kept"), [(0, False), (1, False), (2, True), (3, True)])
def test_a_trimmed_sequence_number_is_refused(
    client: Client, clock: Clock, offset: int, is_kept: bool
) -> None:
    arn = create_streamed(client)
    put(client, "a", "b")
    clock.advance(DAY)
    put(client, "c")
    clock.advance(1)
    body = {
        "StreamArn": arn,
        "ShardId": shard_of(client, arn)["ShardId"],
        "ShardIteratorType": "AT_SEQUENCE_NUMBER",
        "SequenceNumber": str(FIRST + offset),
    }

    if is_kept:
        assert "ShardIterator" in client("GetShardIterator", **body)
    else:
        assert client.refusal("GetShardIterator", **body) == TRIMMED


def test_an_iterator_is_refused_where_all_records_are_trimmed(client: Client, clock: Clock) -> None:
    arn = create_streamed(client)
    put(client, "a", "b")
    clock.advance(DAY - 60)
    middle = iterator(client, arn, "AT_SEQUENCE_NUMBER", SequenceNumber=str(FIRST + 1))
    latest = iterator(client, arn, "LATEST")
    clock.advance(61)

    assert client.refusal("GetRecords", ShardIterator=middle) == TRIMMED
    assert records(client, latest) == []


def test_a_closed_shard_ends_with_the_last_record(client: Client) -> None:
    arn = create_streamed(client)
    put(client, "a", "b", "c")
    client("UpdateTable", TableName="log", StreamSpecification=OFF)

    shard = shard_of(client, arn)

    assert shard["SequenceNumberRange"] == {
        "StartingSequenceNumber": str(FIRST),
        "EndingSequenceNumber": str(FIRST + 2),
    }
    assert read(client, iterator(client, arn, "LATEST")) == []


def test_a_shard_that_was_closed_empty_ends_where_it_began(client: Client) -> None:
    arn = create_streamed(client)
    client("UpdateTable", TableName="log", StreamSpecification=OFF)

    shard = shard_of(client, arn)

    assert shard["SequenceNumberRange"] == {
        "StartingSequenceNumber": str(FIRST),
        "EndingSequenceNumber": str(FIRST),
    }


def test_a_second_stream_begins_behind_the_first(client: Client) -> None:
    create_streamed(client)
    put(client, "a", "b")
    second = create_streamed(client, name="other")

    assert shard_of(client, second)["SequenceNumberRange"] == {
        "StartingSequenceNumber": str(FIRST + 2)
    }


def test_a_shard_without_children_shows_none(client: Client) -> None:
    arn = create_streamed(client)
    shard = shard_of(client, arn)["ShardId"]
    children = {"Type": "CHILD_SHARDS", "ShardId": shard}

    answer = client("DescribeStream", StreamArn=arn, ShardFilter=children)

    assert answer["StreamDescription"]["Shards"] == []


def test_streams_that_begin_together_have_names_of_their_own(client: Client) -> None:
    create_streamed(client)
    client("UpdateTable", TableName="log", StreamSpecification=OFF)
    client("UpdateTable", TableName="log", StreamSpecification=ON)
    client("UpdateTable", TableName="log", StreamSpecification=OFF)
    client("UpdateTable", TableName="log", StreamSpecification=ON)

    labels = [each["StreamLabel"] for each in client("ListStreams")["Streams"]]

    assert labels == [f"2027-01-15T08:00:00.00{number}" for number in range(3)]


def test_a_hundred_streams_are_listed_at_once(client: Client) -> None:
    for number in range(101):
        create_streamed(client, name=f"log{number}")

    page = client("ListStreams")

    assert len(page["Streams"]) == 100
    assert page["LastEvaluatedStreamArn"] == page["Streams"][-1]["StreamArn"]


@pytest.mark.parametrize(
    "arn",
    [
        "arm:aws:dynamodb:us-east-1:000000000000:table/log/stream/x",
        "arn:aws:dynamodb:us-east-1:000000000000:tables/log/stream/x",
        "arn:aws:dynamodb:us-east-1:000000000000:table/log/streams/x",
    ],
)
def test_what_is_no_arn_of_a_stream_is_refused(client: Client, arn: str) -> None:
    assert client.invalid("DescribeStream", StreamArn=arn) == f"Invalid StreamArn: {arn}"


def test_records_of_a_megabyte_together_come_at_once(client: Client) -> None:
    arn = create_streamed(client, "NEW_IMAGE")
    # The bytes of the key twice, and those of the attribute: 3 + 3 + 1 + 262,137 are 2**18.
    quarter = s("x" * (2**18 - 7))
    client.put("log", *({"id": s(name), "v": quarter} for name in "abcde"))

    page = records(client, iterator(client, arn))

    assert [each["dynamodb"]["SizeBytes"] for each in page] == [2**18] * 4


def test_a_record_beyond_a_megabyte_waits_for_the_next_answer(client: Client) -> None:
    arn = create_streamed(client, "NEW_IMAGE")
    quarter = s("x" * (2**18 - 7))
    client.put("log", {"id": s("a"), "v": s("x" * (2**18 - 6))})
    client.put("log", *({"id": s(name), "v": quarter} for name in "bcd"))

    assert read(client, iterator(client, arn)) == ["a", "b", "c"]


def test_as_many_records_come_as_are_asked_for(client: Client) -> None:
    arn = create_streamed(client)
    put(client, *(f"{number:04}" for number in range(1_001)))

    assert len(read(client, iterator(client, arn))) == 1_000
    assert read(client, iterator(client, arn), Limit=2) == ["0000", "0001"]
