"""Where models share their keys, an item's type says whose it is."""

from __future__ import annotations

from typing import Any

from tavola.codec.codec import Codec
from tavola.expressions import tree
from tavola.operations.request_bodies import any_of, equals, is_missing

__all__ = ["own_type", "own_type_or_none"]


def own_type(codec: Codec[Any]) -> tree.Condition | None:
    """The item is this model's, as a condition; None where its key says so already."""
    if not codec.shares_keys:
        return None
    ((name, value),) = codec.type_item.items()
    return equals(name, value)


def own_type_or_none(codec: Codec[Any]) -> tree.Condition | None:
    """There is no item of another model, not even an expired one."""
    own = own_type(codec)
    return None if own is None else any_of(is_missing(codec.schema.key.partition_attribute), own)
