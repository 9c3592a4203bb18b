"""The hash chain of a log: each entry's SHA-256 covers its content and its predecessor's.

The text that is hashed depends on no database, so that whoever holds the entries, in whatever
form, comes to the same hash: JSON without spaces, keys in order, UTF-8, of the list of the
predecessor's hash and the entry's fields that have a value.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from tavola.errors import OperationError

__all__ = ["NO_PREDECESSOR", "canonical", "link"]

NO_PREDECESSOR = "0" * 64
"""What stands for the hash before the first entry."""


def link(previous: str, content: Mapping[str, Any]) -> str:
    """Return the hash of an entry: SHA-256, in hex, of its predecessor's hash and its content."""
    text = json.dumps(
        [previous, canonical(content)], ensure_ascii=False, sort_keys=True, separators=(",", ":")
    )
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def canonical(value: Any) -> Any:
    """Return a value as JSON has it; fields without a value are left out.

    Times are UTC with milliseconds, decimals and bytes (base64) are strings, sets are in order.
    """
    match value:
        case None | bool() | int() | float() | str():
            return value
        case Decimal():
            return _plain_number(value)
        case datetime():
            moment = value.astimezone(UTC)
            return moment.replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"
        case date():
            return value.isoformat()
        case bytes():
            return base64.b64encode(value).decode("ascii")
        case UUID():
            return str(value)
        case Mapping() | set() | frozenset() | list() | tuple():
            return _canonical_parts(value)
        case _:
            raise OperationError(
                f"{value!r}: a {type(value).__name__} cannot be hashed. "
                "Use what JSON knows, dates, decimals, bytes or UUIDs."
            )


def _canonical_parts(value: Any) -> Any:
    is_set = issubclass(type(value), set | frozenset)
    match value:
        case {**parts}:
            return {str(key): canonical(part) for key, part in parts.items() if part is not None}
        case _:
            members = [canonical(part) for part in value]
            return sorted(members) if is_set else members


def _plain_number(value: Decimal) -> int | str:
    """A whole decimal is the whole number, however it is written."""
    if value == value.to_integral_value():
        return int(value)
    return format(value.normalize(), "f")
