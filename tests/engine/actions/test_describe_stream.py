from __future__ import annotations

from tests.engine.client import Client
from tests.engine.streaming import create_streamed, shard_of

NOW = 1_800_000_000.0


def test_a_stream_is_described_with_its_shard(client: Client) -> None:
    arn = create_streamed(client, "KEYS_ONLY")

    description = client("DescribeStream", StreamArn=arn)["StreamDescription"]

    (shard,) = description.pop("Shards")
    assert description == {
        "StreamArn": arn,
        "StreamLabel": "2027-01-15T08:00:00.000",
        "StreamStatus": "ENABLED",
        "StreamViewType": "KEYS_ONLY",
        "CreationRequestDateTime": NOW,
        "TableName": "log",
        "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
    }
    assert shard["SequenceNumberRange"] == {"StartingSequenceNumber": "100000000000000000001"}
    assert shard["ShardId"].startswith("shardId-00000001800000000000-")


def test_a_stream_shows_the_whole_key_of_its_table(client: Client) -> None:
    stream = {"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"}
    client("UpdateTable", TableName="things", StreamSpecification=stream)
    arn = client("DescribeTable", TableName="things")["Table"]["LatestStreamArn"]

    description = client("DescribeStream", StreamArn=arn)["StreamDescription"]

    assert description["KeySchema"] == [
        {"AttributeName": "pk", "KeyType": "HASH"},
        {"AttributeName": "sk", "KeyType": "RANGE"},
    ]


def test_no_shard_follows_the_only_one(client: Client) -> None:
    arn = create_streamed(client)
    shard = shard_of(client, arn)["ShardId"]

    answer = client("DescribeStream", StreamArn=arn, ExclusiveStartShardId=shard)

    assert answer["StreamDescription"]["Shards"] == []


def test_a_stream_that_was_switched_off_is_disabled_and_ends(client: Client) -> None:
    arn = create_streamed(client)
    client("UpdateTable", TableName="log", StreamSpecification={"StreamEnabled": False})

    description = client("DescribeStream", StreamArn=arn)["StreamDescription"]

    assert description["StreamStatus"] == "DISABLED"
    assert "EndingSequenceNumber" in description["Shards"][0]["SequenceNumberRange"]


def test_an_unknown_stream_is_refused(client: Client) -> None:
    arn = create_streamed(client) + "7"

    assert client.refusal("DescribeStream", StreamArn=arn) == (
        "ResourceNotFoundException",
        f"Requested resource not found: Stream: {arn} not found",
    )


def test_what_is_no_stream_is_refused(client: Client) -> None:
    assert client.invalid("DescribeStream", StreamArn="x" * 40) == f"Invalid StreamArn: {'x' * 40}"
