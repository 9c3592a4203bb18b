"""How many bytes DynamoDB counts for values and items."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

__all__ = ["MAX_ITEM_BYTES", "item_size", "value_size"]

# DynamoDB: names and values together. Developer guide, ServiceQuotas.
MAX_ITEM_BYTES: Final = 400 * 1024

# DynamoDB: a list or map has 3 bytes of its own and 1 per element.
# Developer guide, CapacityUnitCalculations.
_CONTAINER_BYTES: Final = 3


def item_size(item: Mapping[str, Mapping[str, Any]]) -> int:
    """Return the size of a canonical item: names in UTF-8 and values."""
    total = 0
    for name, value in item.items():
        total += len(name) if name.isascii() else len(name.encode())
        (kind,) = value
        content = value[kind]
        if kind == "S":
            total += len(content) if content.isascii() else len(content.encode())
        elif kind == "N" and content.isdigit():
            total += (len(content.rstrip("0")) + 1) // 2 + 1
        else:
            total += _size(kind, content)
    return total


def value_size(value: Mapping[str, Any]) -> int:
    """Return the size of one canonical value."""
    (kind,) = value
    return _size(kind, value[kind])


def _size(kind: str, content: Any) -> int:
    match kind:
        case "S":
            return _string_size(content)
        case "N":
            return _number_size(content)
        case "B":
            return _binary_size(content)
        case "BOOL" | "NULL":
            return 1
        case "SS":
            return sum(_string_size(member) for member in content)
        case "NS":
            return sum(_number_size(member) for member in content)
        case "BS":
            return sum(_binary_size(member) for member in content)
        case "L":
            return _CONTAINER_BYTES + sum(1 + value_size(member) for member in content)
        case _:
            return _CONTAINER_BYTES + len(content) + item_size(content)


def _string_size(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode())


def _binary_size(base64_text: str) -> int:
    return len(base64_text) // 4 * 3 - base64_text.count("=")


def _number_size(number: str) -> int:
    """Count a byte for two digits on each side of the point, one more, and one for a minus."""
    # DynamoDB: zeros at either end do not count; 3.14159 takes 5 bytes, 314159 takes 4.
    whole, _, fraction = number.lstrip("-").partition(".")
    if not fraction:
        return (len(whole.strip("0")) + 1) // 2 + 1 + (number[0] == "-")
    whole = whole.lstrip("0")
    fraction = fraction if whole else fraction.lstrip("0")
    return (len(whole) + 1) // 2 + (len(fraction) + 1) // 2 + 1 + (number[0] == "-")
