"""The JSON types inside an attribute value, refused in the words of DynamoDB's own decoder."""

from __future__ import annotations

import re
from typing import Any, Final, cast

from tavola.errors import MalformedRequest

__all__ = [
    "check_base64_text",
    "check_boolean",
    "check_list",
    "check_map",
    "check_string",
    "check_structure",
]

_VALUE_CLASS: Final = "com.amazonaws.dynamodb.v20120810.AttributeValue"
_NOT_BASE64: Final = re.compile(r"[^a-zA-Z0-9+/=]|=(?=[^=])")


def check_structure(value: object) -> dict[str, Any]:
    """Return the members of an attribute value; a missing one has none."""
    if value is None:
        return {}
    if isinstance(value, dict):
        return cast("dict[str, Any]", value)
    if isinstance(value, list):
        raise MalformedRequest(f"Unrecognized collection type class {_VALUE_CLASS}")
    raise MalformedRequest("Unexpected value type in payload")


def check_string(value: object) -> str:
    """Return a JSON string, or refuse."""
    if isinstance(value, str):
        return value
    raise _refusal(value, "String", "java.lang.String")


def check_boolean(value: object) -> bool:
    """Return a JSON boolean, or refuse."""
    if isinstance(value, bool):
        return value
    if isinstance(value, str):
        raise MalformedRequest("Unexpected token received from parser")
    raise _refusal(value, "Boolean", "java.lang.Boolean")


def check_base64_text(value: object) -> str:
    """Return a JSON string in the alphabet of base64, or refuse."""
    if not isinstance(value, str):
        if isinstance(value, list):
            raise MalformedRequest("Unrecognized collection type class java.nio.ByteBuffer")
        if isinstance(value, dict):
            raise MalformedRequest("Start of structure or map found where not expected")
        raise MalformedRequest("only base-64-encoded strings are convertible to bytes")
    if len(value) % 4:
        raise MalformedRequest(
            f"Base64 encoded length is expected a multiple of 4 bytes but found: {len(value)}",
        )
    if wrong := _NOT_BASE64.search(value):
        raise MalformedRequest(f"Invalid Base64 character: '{wrong[0]}'")
    return value


def check_list(value: Any) -> list[Any]:
    """Return a JSON array, or refuse."""
    if value.__class__ is list:
        members: list[Any] = value
        return members
    if isinstance(value, dict):
        raise MalformedRequest("Start of structure or map found where not expected")
    raise MalformedRequest("Unexpected field type")


def check_map(value: object) -> dict[str, Any]:
    """Return a JSON object, or refuse."""
    if isinstance(value, dict):
        return cast("dict[str, Any]", value)
    if isinstance(value, list):
        raise MalformedRequest(
            f"Unrecognized collection type java.util.Map<java.lang.String, {_VALUE_CLASS}>",
        )
    raise MalformedRequest("Unexpected field type")


def _refusal(value: object, wanted: str, java_class: str) -> MalformedRequest:
    if isinstance(value, list):
        return MalformedRequest(f"Unrecognized collection type class {java_class}")
    if isinstance(value, dict):
        return MalformedRequest("Start of structure or map found where not expected")
    return MalformedRequest(f"{_token(value)} cannot be converted to {wanted}")


def _token(value: object) -> str:
    if isinstance(value, bool):
        return "TRUE_VALUE" if value else "FALSE_VALUE"
    return "NUMBER_VALUE" if isinstance(value, int) else "DECIMAL_VALUE"
