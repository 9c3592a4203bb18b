"""A reader of streams for tests."""

from __future__ import annotations

from typing import Any

from tests.engine.client import Client


def create_streamed(client: Client, view: str = "NEW_AND_OLD_IMAGES", name: str = "log") -> str:
    """Make a table with a stream; return the stream's ARN."""
    described = client(
        "CreateTable",
        TableName=name,
        BillingMode="PAY_PER_REQUEST",
        AttributeDefinitions=[{"AttributeName": "id", "AttributeType": "S"}],
        KeySchema=[{"AttributeName": "id", "KeyType": "HASH"}],
        StreamSpecification={"StreamEnabled": True, "StreamViewType": view},
    )
    arn: str = described["TableDescription"]["LatestStreamArn"]
    return arn


def shard_of(client: Client, arn: str) -> dict[str, Any]:
    """Describe the one shard of a stream."""
    shards: list[dict[str, Any]] = client("DescribeStream", StreamArn=arn)["StreamDescription"][
        "Shards"
    ]
    (shard,) = shards
    return shard


def iterator(client: Client, arn: str, kind: str = "TRIM_HORIZON", **more: Any) -> str:
    """Ask where to begin."""
    answer = client(
        "GetShardIterator",
        StreamArn=arn,
        ShardId=shard_of(client, arn)["ShardId"],
        ShardIteratorType=kind,
        **more,
    )
    text: str = answer["ShardIterator"]
    return text


def records(client: Client, start: str, **more: Any) -> list[dict[str, Any]]:
    """Read records."""
    found: list[dict[str, Any]] = client("GetRecords", ShardIterator=start, **more)["Records"]
    return found


def changes(client: Client, arn: str) -> list[tuple[str, Any, Any]]:
    """Read all records of a stream: what happened, and the item before and after."""
    return [
        (each["eventName"], each["dynamodb"].get("OldImage"), each["dynamodb"].get("NewImage"))
        for each in records(client, iterator(client, arn))
    ]
