"""What operations consumed, added up from the responses."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

_READS = frozenset({"GetItem", "Query", "Scan", "BatchGetItem", "TransactGetItems"})


class _Consumed(Struct, frozen=True):
    CapacityUnits: float = 0.0
    ReadCapacityUnits: float | None = None
    WriteCapacityUnits: float | None = None


class _One(Struct, frozen=True):
    ConsumedCapacity: _Consumed | list[_Consumed] | None = None


_DECODER = msgspec.json.Decoder(_One)


class Capacity(Struct):
    """Capacity units consumed within a block."""

    read: float = 0.0
    write: float = 0.0
    requests: int = 0

    @property
    def total(self) -> float:
        """Reads and writes together."""
        return self.read + self.write

    def add(self, action: str, response: bytes) -> float:
        """Count one response; return its units."""
        consumed = _DECODER.decode(response).ConsumedCapacity
        parts = consumed if isinstance(consumed, list) else [consumed] if consumed else []
        units = sum(part.CapacityUnits for part in parts)
        self.requests += 1
        if action in _READS:
            self.read += units
        else:
            self.write += units
        return units


def with_capacity(body: dict[str, Any]) -> dict[str, Any]:
    """Ask for the consumed capacity in a request."""
    return {"ReturnConsumedCapacity": "TOTAL", **body}
