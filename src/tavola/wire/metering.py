"""How a request asks for its consumed capacity, and how a response tells it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import Struct

from tavola.wire.actions import traits_of

_MENTION: Final = b'"ConsumedCapacity"'


class Units(Struct, frozen=True, gc=False):
    """Capacity units that one request consumed."""

    read: float = 0.0
    write: float = 0.0
    items: int = 0
    """Items that a query or scan read, also those that a filter left out."""

    @property
    def total(self) -> float:
        """Reads and writes together."""
        return self.read + self.write


class _Consumed(Struct, frozen=True):
    CapacityUnits: float = 0.0
    # DynamoDB: a transaction that is sent again with its token only reads. API reference,
    # TransactWriteItems.
    ReadCapacityUnits: float | None = None


class _MeteredAnswer(Struct, frozen=True):
    ConsumedCapacity: _Consumed | list[_Consumed] | None = None
    ScannedCount: int = 0


@cache
def _decode() -> Callable[[bytes], _MeteredAnswer]:
    # Made when it is first needed, since most processes count nothing.
    return msgspec.json.Decoder(_MeteredAnswer).decode


def with_capacity(action: str, body: dict[str, Any]) -> dict[str, Any]:
    """Ask for the consumed capacity, where DynamoDB can tell it."""
    if not traits_of(action).is_metered or "ReturnConsumedCapacity" in body:
        return body
    return {**body, "ReturnConsumedCapacity": "TOTAL"}


def consumed_units(action: str, answer: bytes) -> Units | None:
    """Add up the capacity units in a response, None when it does not say."""
    if _MENTION not in answer:
        return None
    try:
        told = _decode()(answer)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    consumed = told.ConsumedCapacity
    if consumed is None:
        return None
    parts = consumed if isinstance(consumed, list) else [consumed]
    total = sum(part.CapacityUnits for part in parts)
    read = (
        total
        if traits_of(action).reads_items
        else sum(part.ReadCapacityUnits or 0.0 for part in parts)
    )
    return Units(read, total - read, told.ScannedCount)
