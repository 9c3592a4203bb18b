"""DescribeStream: a stream with its one shard."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from tavola.engine.action import Action
from tavola.engine.database import Database
from tavola.engine.request.shapes import Fields, StringShape, StructureShape
from tavola.engine.request.stream_shapes import PAGE_LIMIT, SHARD_ID, STREAM_ARN
from tavola.engine.streams.table_streams import StreamInfo, find_stream

INPUT: Final[Fields] = {
    "StreamArn": STREAM_ARN,
    "Limit": PAGE_LIMIT,
    "ExclusiveStartShardId": SHARD_ID,
    "ShardFilter": StructureShape(
        "ShardFilter", {"Type": StringShape(values=("CHILD_SHARDS",)), "ShardId": SHARD_ID}
    ),
}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Answer a DescribeStream request."""
    stream = find_stream(database, body["StreamArn"])
    return msgspec.json.encode(
        {
            "StreamDescription": {
                "StreamArn": stream.arn,
                "StreamLabel": stream.label,
                "StreamStatus": "ENABLED" if stream.closed_at is None else "DISABLED",
                "StreamViewType": stream.view,
                "CreationRequestDateTime": stream.created_at,
                "TableName": stream.table_name,
                "KeySchema": stream.key_schema,
                "Shards": _shards(stream, body),
            }
        }
    )


ACTION: Final = Action("DescribeStream", run, INPUT)


def _shards(stream: StreamInfo, body: dict[str, Any]) -> list[dict[str, Any]]:
    # Its one shard has no children.
    is_after = body.get("ExclusiveStartShardId", "") >= stream.shard_id
    return [] if is_after or "ShardFilter" in body else [stream.describe_shard()]
