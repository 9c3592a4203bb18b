from __future__ import annotations

from typing import Any

import pytest

from tests.engine.client import Client
from tests.engine.streaming import create_streamed, shard_of

START = "100000000000000000001"


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        (
            {"ShardIteratorType": "AT_SEQUENCE_NUMBER"},
            "SequenceNumber is required for AT_SEQUENCE_NUMBER iterator type",
        ),
        (
            {"ShardIteratorType": "LATEST", "SequenceNumber": START},
            "SequenceNumber cannot be specified for LATEST iterator type",
        ),
        (
            {"ShardIteratorType": "AT_TIMESTAMP"},
            "Timestamp is required for AT_TIMESTAMP iterator type",
        ),
        (
            {"ShardIteratorType": "AFTER_SEQUENCE_NUMBER", "SequenceNumber": "9" * 21},
            f"Invalid SequenceNumber: {'9' * 21}",
        ),
        (
            {"ShardIteratorType": "AFTER_SEQUENCE_NUMBER", "SequenceNumber": "x" * 21},
            f"Invalid SequenceNumber: {'x' * 21}",
        ),
        (
            {"ShardIteratorType": "SOON"},
            "1 validation error detected: Value 'SOON' at 'shardIteratorType' failed to satisfy "
            "constraint: Member must satisfy enum value set: [AFTER_SEQUENCE_NUMBER, AT_TIMESTAMP, "
            "LATEST, AT_SEQUENCE_NUMBER, TRIM_HORIZON]",
        ),
    ],
)
def test_an_iterator_without_a_place_is_refused(
    client: Client, parameters: dict[str, Any], message: str
) -> None:
    arn = create_streamed(client)
    shard = shard_of(client, arn)["ShardId"]

    refused = client.invalid("GetShardIterator", StreamArn=arn, ShardId=shard, **parameters)

    assert refused == message


def test_an_unknown_shard_is_refused(client: Client) -> None:
    arn = create_streamed(client)

    code, _ = client.refusal(
        "GetShardIterator",
        StreamArn=arn,
        ShardId="shardId-00000001800000000000-deadbeef",
        ShardIteratorType="LATEST",
    )

    assert code == "ResourceNotFoundException"
