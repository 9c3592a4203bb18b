"""Constraints that hold only `while` a condition does: an item that breaks it has no lock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from tavola.codec.codec import Codec
from tavola.codec.decoder import RawItem
from tavola.design.schema import UniqueSchema
from tavola.expressions import tree
from tavola.model.model import Model
from tavola.operations.filters import as_expr
from tavola.operations.read.matching import matcher

M = TypeVar("M", bound=Model)
Values = Mapping[str, Any]


def condition_of(codec: Codec[M], unique: UniqueSchema) -> tree.Condition | None:
    """Give the condition under which a constraint holds; None for always."""
    condition = as_expr(codec, unique.condition) if unique.condition else None
    return None if condition is None else condition.tree


def is_in_force(codec: Codec[M], unique: UniqueSchema, item: RawItem) -> bool:
    """Say whether a constraint holds for an item with these attributes."""
    if not unique.condition:
        return True
    return matcher(condition_of(codec, unique))(item)


def find_lock(
    codec: Codec[M], unique: UniqueSchema, values: Values, tenant: str | None
) -> RawItem | None:
    """Give the lock that an item with these values has; None where it has none."""
    if unique.condition and not is_in_force(codec, unique, codec.attributes(values)):
        return None
    return codec.lock(unique, values, tenant)
