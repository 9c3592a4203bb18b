"""What operations consumed, added up from the responses: each by itself, and all of a block."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import FrameType
from typing import Any, cast

from msgspec import Struct

from tavola.codec.codec import Codec
from tavola.design.schema import PatternSchema
from tavola.operations.steps import Request
from tavola.wire.metering import Units, consumed_units


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
    items: int = 0
    """Items that its queries read, also those that a filter left out."""
    budget: PatternSchema | None = None
    """The access pattern, where the design says what it may cost."""
    sent: list[Request] | None = None
    """Its answered requests, in a block that keeps them."""
    called_from: tuple[tuple[str, int], ...] = ()
    """Files and lines outside of Tavola that led to it, the nearest first; in such a block."""

    @property
    def total(self) -> float:
        """Reads and writes together."""
        return self.read + self.write

    @property
    def excess(self) -> list[str]:
        """What is more than the access pattern's budget, in words; nothing if it holds."""
        if self.budget is None:
            return []
        told = (
            ("maxCapacity", self.budget.max_capacity, self.read, "read units"),
            ("maxReads", self.budget.max_reads, self.requests, "requests"),
            ("maxItems", self.budget.max_items, self.items, "items read"),
        )
        return [
            f"{self.access_pattern}: {used:g} {what}, more than {name} {most:g}"
            for name, most, used, what in told
            if most is not None and used > most
        ]

    def add(self, request: Request, response: bytes) -> None:
        """Count one response."""
        units = consumed_units(request.action, response) or Units()
        if self.sent is not None:
            self.sent.append(request)
        self.read += units.read
        self.write += units.write
        self.items += units.items
        self.requests += 1


class ConsumedCapacity:
    """Capacity units consumed within a block, by all operations that it began."""

    def __init__(
        self, outer: ConsumedCapacity | None = None, *, keeps_requests: bool = False
    ) -> None:
        self.operations: list[OperationCapacity] = []
        """What each operation consumed, in the order in which they began."""
        self._outer = outer
        self._keeps_requests: bool = keeps_requests or (outer is not None and outer._keeps_requests)

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
            budget=_budget_of(operation),
        )
        if self._keeps_requests:
            entry.sent = []
            # `inspect` has a name for it, and would be imported with every program for it alone.
            frame = sys._getframe(1)  # pyright: ignore[reportPrivateUsage]
            entry.called_from = tuple(_lines_outside(frame))
        block: ConsumedCapacity | None = self
        while block is not None:
            block.operations.append(entry)
            block = block._outer
        return entry


_OWN = __name__.partition(".")[0]
_MAX_LINES = 20


def _lines_outside(frame: FrameType | None) -> Iterator[tuple[str, int]]:
    """The lines of other packages that led here, the nearest first; the outermost are left out."""
    found = 0
    while frame is not None and found < _MAX_LINES:
        if frame.f_globals.get("__name__", "").partition(".")[0] != _OWN:
            yield frame.f_code.co_filename, frame.f_lineno
            found += 1
        frame = frame.f_back


def _budget_of(operation: Any) -> PatternSchema | None:
    """The access pattern that an operation asks, if it has a budget."""
    name: str | None = getattr(operation, "access_pattern", None)
    context = getattr(operation, "context", None)
    if name is None or context is None:
        return None
    pattern: PatternSchema | None = context.design.patterns.get(name.rpartition(".")[2])
    return pattern if pattern is not None and pattern.has_budget else None


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
