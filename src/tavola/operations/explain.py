"""What an operation would send, and about what it would cost. Nothing is sent."""

from __future__ import annotations

from copy import deepcopy
from math import ceil
from typing import Any

import msgspec
from msgspec import Struct

from tavola.errors import OperationError
from tavola.operations.steps import Operation, Request
from tavola.wire.actions import traits_of

# What a field takes when the design does not say: a name, and a value of ordinary length.
_USUAL_FIELD_BYTES = 40


class Explanation(Struct, frozen=True):
    """The first request of an operation, and an estimate of its cost."""

    action: str
    index: str | None
    request: dict[str, Any]
    requests: int
    """How many requests are sent side by side at first."""
    estimated_units: float
    """Capacity units of the first requests, by the sizes that the design expects."""

    def __str__(self) -> str:
        where = f" on {self.index}" if self.index else ""
        times = f" ×{self.requests}" if self.requests > 1 else ""
        body = msgspec.json.format(msgspec.json.encode(self.request), indent=2).decode()
        return f"{self.action}{where}{times}, about {self.estimated_units:g} units\n{body}"


class Explained(Struct, frozen=True):
    """The base of operations that users plan."""

    @property
    def access_pattern(self) -> str | None:
        """The question that is asked, by the design's words; None where the action says it all."""
        return None

    def explain(self) -> Explanation:
        """Show the first request and its estimated cost; nothing is sent, no hook is run."""
        operation: Any = self
        return explain(operation)


def explain(operation: Operation[Any]) -> Explanation:
    """Show the first request of an operation without sending it."""
    unhooked: Any = getattr(operation, "unhooked", operation.steps)
    step = next(unhooked(), None)
    if step is None:
        raise OperationError(f"{type(operation).__name__}: sends nothing. There is nothing to do.")
    requests: list[Any] = [*step] if isinstance(step, tuple) else [step]
    first = requests[0]
    assert isinstance(first, Request)  # noqa: S101 - no operation begins with a pause
    return Explanation(
        action=first.action,
        index=first.body.get("IndexName"),
        request=deepcopy(first.body),  # parts of it serve every such request
        requests=len(requests),
        estimated_units=_estimate(operation, first) * len(requests),
    )


def _estimate(operation: Any, request: Request) -> float:
    codec = getattr(operation, "codec", None)
    size = 400
    indexes = 0
    if codec is not None:
        fields = codec.schema.fields.values()
        size = sum(field.expected_bytes or _USUAL_FIELD_BYTES for field in fields)
        indexes = len(codec.secondary)
    if traits_of(request.action).reads_items:
        items = request.body.get("Limit", 1 if "Key" in request.body else 100)
        units = ceil(items * size / 4096)
        return float(units if request.body.get("ConsistentRead") else units / 2)
    if "TransactItems" in request.body:
        return (2.0 * len(request.body["TransactItems"]) + indexes) * ceil(size / 1024)
    return (1.0 + indexes) * ceil(size / 1024)
