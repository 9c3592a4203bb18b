"""The creation that most are: one PutItem of an instance that nobody has seen before.

It is prepared without steps; a table that cannot send it so runs a Create of the same instance.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from tavola.codec.codec import Codec
from tavola.model.model import Model
from tavola.operations.bodies import unless_exists
from tavola.operations.instances import set_automatic
from tavola.operations.place import Place

M = TypeVar("M", bound=Model)


def prepare_new(
    place: Place, codec: Codec[M], values: Mapping[str, Any]
) -> tuple[M, dict[str, Any] | None]:
    """Make a new item's instance, and the body of its PutItem.

    There is none where more goes with it: hooks, unique values, the place of an expired item, an
    `__init__` of one's own. Otherwise the item is taken for what was loaded.
    """
    if not codec.is_written_at_once or place.hooks.are_there:
        return codec.model(**values), None
    instance, item = codec.make_new(place, set_automatic, **values)
    if item is None:
        return instance, None
    condition = unless_exists(codec.schema.key.partition_attribute)
    return instance, {"TableName": place.table, "Item": item, **condition}
