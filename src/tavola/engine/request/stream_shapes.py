"""Parameters that several actions on streams have in common."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from tavola.engine.request.shapes import IntegerShape, Predicate, StringShape
from tavola.errors import MalformedRequest


class TimestampShape(Struct, frozen=True):
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


STREAM_ARN = StringShape(required=True, shortest=37, longest=1024)
SHARD_ID = StringShape(shortest=28, longest=65)
PAGE_LIMIT = IntegerShape(least=1, most=100)
