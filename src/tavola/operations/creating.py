"""The creation that most are: one PutItem of an instance that nobody has seen before.

It is prepared without steps; a table that cannot send it so runs a Create of the same instance.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from tavola.codec.codec import NO_KEY, Codec
from tavola.model.model import Model
from tavola.operations.bodies import unless_exists
from tavola.operations.instances import set_automatic
from tavola.operations.place import Place

M = TypeVar("M", bound=Model)


def prepare_new(
    place: Place, codec: Codec[M], values: Mapping[str, Any]
) -> tuple[M, dict[str, Any] | None]:
    """Make a new item's instance, and the body of its PutItem.

    There is none where more goes with it: hooks, unique values, the place of an expired item. What
    the instance's `__init__` has checked is written as it stands, and taken for what was loaded.
    """
    instance: Any = codec.model(**values)
    if not codec.is_written_at_once or place.hooks.are_there:
        return instance, None
    if codec.shape.automatic:
        set_automatic(place, instance)
    try:
        item = codec.new_item(instance, place.tenant)
    except NO_KEY:
        return instance, None
    # Nobody sees it before it is stored, so that it can be bound already.
    instance._loaded = item
    if codec.is_bound:
        instance._table = place.owner
    condition = unless_exists(codec.schema.key.partition_attribute)
    return instance, {"TableName": place.table, "Item": item, **condition}
