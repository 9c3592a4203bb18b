"""What each action on streams takes, parameter by parameter, in the order of its faults' report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tavola.engine.request.shapes import Predicate, Shape, Structure, Text, Whole
from tavola.engine.request.value_shapes import NAME_PATTERN
from tavola.errors import MalformedRequest

__all__ = ["STREAM_ACTIONS", "Moment"]


@dataclass(frozen=True, slots=True)
class Moment:
    """A time, in seconds since 1970."""

    required: bool = False

    def predicate(self) -> Predicate:
        """Make the quick test."""
        return lambda value: type(value) in (int, float)

    def read(self, value: Any, depth: int) -> float:
        """Accept a number."""
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise MalformedRequest("Expected number or null for Date")
        return value

    def faults(self, value: Any, path: str) -> Iterator[str]:
        """List nothing: every number is a time."""
        return iter(())

    def show(self, value: Any) -> str:
        """Print the number."""
        return str(value)


_STREAM_ARN = Text(required=True, shortest=37, longest=1024)
_SHARD_ID = Text(shortest=28, longest=65)
_LIMIT = Whole(least=1, most=100)

STREAM_ACTIONS: Mapping[str, Mapping[str, Shape]] = {
    "ListStreams": {
        "TableName": Text(pattern=NAME_PATTERN, shortest=3, longest=255),
        "Limit": _LIMIT,
        "ExclusiveStartStreamArn": Text(shortest=37, longest=1024),
    },
    "DescribeStream": {
        "StreamArn": _STREAM_ARN,
        "Limit": _LIMIT,
        "ExclusiveStartShardId": _SHARD_ID,
        "ShardFilter": Structure(
            "ShardFilter", {"Type": Text(values=("CHILD_SHARDS",)), "ShardId": _SHARD_ID}
        ),
    },
    "GetShardIterator": {
        "StreamArn": _STREAM_ARN,
        "ShardId": Text(required=True, shortest=28, longest=65),
        "ShardIteratorType": Text(
            required=True,
            values=(
                "AFTER_SEQUENCE_NUMBER",
                "AT_TIMESTAMP",
                "LATEST",
                "AT_SEQUENCE_NUMBER",
                "TRIM_HORIZON",
            ),
        ),
        "SequenceNumber": Text(shortest=21, longest=40),
        "Timestamp": Moment(),
    },
    "GetRecords": {
        "ShardIterator": Text(required=True, shortest=1, longest=2048),
        "Limit": Whole(least=1, most=1000),
    },
}
"""Parameters of the actions on streams."""
