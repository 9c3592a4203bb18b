"""What operations consumed, added up from the responses: each by itself, and all of a block."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from msgspec import Struct

from tavola.codec.codec import Codec
from tavola.wire.capacity import Units, consumed_units


class OperationCapacity(Struct):
    """What one operation consumed, with all of its requests."""

    operation: str
    """Its kind: `Get`, `Query`, `Save`, `Transaction`."""
    models: tuple[str, ...] = ()
    """The models that it is about; several in a transaction or a batch of gets."""
    access_pattern: str | None = None
    """The question that it asks, by the design's words: `Post.postsForUser`."""
    read: float = 0.0
    write: float = 0.0
    requests: int = 0

    @property
    def total(self) -> float:
        """Reads and writes together."""
        return self.read + self.write

    def add(self, action: str, response: bytes) -> None:
        """Count one response."""
        units = consumed_units(action, response) or Units()
        self.read += units.read
        self.write += units.write
        self.requests += 1


class Capacity:
    """Capacity units consumed within a block, by all operations that it began."""

    def __init__(self, outer: Capacity | None = None) -> None:
        self.operations: list[OperationCapacity] = []
        """What each operation consumed, in the order in which they began."""
        self._outer = outer

    def __repr__(self) -> str:
        return f"<Capacity: {self.read:g} read, {self.write:g} write, {self.requests} requests>"

    @property
    def read(self) -> float:
        """Read units of all operations."""
        return sum(operation.read for operation in self.operations)

    @property
    def write(self) -> float:
        """Write units of all operations."""
        return sum(operation.write for operation in self.operations)

    @property
    def total(self) -> float:
        """Reads and writes together."""
        return self.read + self.write

    @property
    def requests(self) -> int:
        """Requests that were answered."""
        return sum(operation.requests for operation in self.operations)

    def begin(self, operation: Any) -> OperationCapacity:
        """Enter an operation that is about to run, here and in the blocks around this one."""
        entry = OperationCapacity(
            type(operation).__name__,
            tuple(dict.fromkeys(_models_of(operation))),
            getattr(operation, "access_pattern", None),
        )
        block: Capacity | None = self
        while block is not None:
            block.operations.append(entry)
            block = block._outer
        return entry


def _models_of(part: object) -> Iterator[str]:
    """The models that an operation, or what it is made of, is about."""
    if isinstance(part, Codec):
        yield part.schema.name
    elif isinstance(part, tuple):
        for one in cast("tuple[object, ...]", part):
            yield from _models_of(one)
    elif isinstance(part, Struct) and hasattr(part, "steps"):
        for name in part.__struct_fields__:
            yield from _models_of(getattr(part, name))
