"""A schema as Python source: constructor calls with literals, never a design's text as code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import NODEFAULT, Struct
from msgspec.structs import FieldInfo, fields

from tavola.design.schema import POSITION_FIELDS

__all__ = ["dump_python", "is_worth_writing"]


def dump_python(value: Any, *, prefix: str = "") -> str:
    """Write a schema as an expression that makes an equal one; `prefix` stands before class names.

    Defaults and line numbers are left out, so that the text changes only when the meaning does.
    """
    kind: Any = value.__class__
    if issubclass(kind, Struct):
        arguments = ", ".join(
            f"{item.name}={dump_python(getattr(value, item.name), prefix=prefix)}"
            for item in fields(value)
            if is_worth_writing(item, getattr(value, item.name))
        )
        return f"{prefix}{kind.__name__}({arguments})"
    if issubclass(kind, Mapping):
        return _dump_mapping(value, prefix)
    if issubclass(kind, tuple | list):
        return _dump_sequence(value, prefix)
    return repr(value)


def _dump_mapping(mapping: Mapping[Any, Any], prefix: str) -> str:
    pairs = (f"{key!r}: {dump_python(item, prefix=prefix)}" for key, item in mapping.items())
    return "{" + ", ".join(pairs) + "}"


def _dump_sequence(items: tuple[Any, ...] | list[Any], prefix: str) -> str:
    texts = [dump_python(item, prefix=prefix) for item in items]
    if isinstance(items, list):
        return "[" + ", ".join(texts) + "]"
    return "(" + ", ".join(texts) + ("," if len(texts) == 1 else "") + ")"


def is_worth_writing(item: FieldInfo, value: object) -> bool:
    """Say whether a member of a Struct is anything but its default."""
    if item.name in POSITION_FIELDS:
        return False
    if item.default is not NODEFAULT:
        return bool(value != item.default or type(value) is not type(item.default))
    if item.default_factory is not NODEFAULT:
        return bool(value != item.default_factory())
    return True
