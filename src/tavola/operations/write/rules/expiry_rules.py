"""When an item expires if nobody says so: a while after its creation, or after a date of it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, TypeVar

from tavola.codec.codec import Codec
from tavola.codec.decoder import loaded_value, was_read
from tavola.errors import OperationError
from tavola.model.field_expressions import Change
from tavola.model.model import Model
from tavola.model.shape import FieldShape
from tavola.operations.context import TableContext

M = TypeVar("M", bound=Model)


def set_expiry(context: TableContext, codec: Codec[M], instance: Any) -> None:
    """Give an instance that is written whole its time to live, unless one was given."""
    ttl = codec.ttl
    if ttl is None or ttl.schema.expires_after is None:
        return
    source = codec.shape.by_name.get(ttl.schema.expires_from)
    now = getattr(instance, ttl.python_name, None)
    if now is not None and (source is None or not _follows(instance, ttl, source)):
        return
    start = context.now() if source is None else getattr(instance, source.python_name, None)
    setattr(instance, ttl.python_name, _end(codec, ttl, start))


def _follows(instance: Any, ttl: FieldShape, source: FieldShape) -> bool:
    """Whether the date was changed since the instance was loaded, and its end was not."""
    if instance._loaded is None or not was_read(instance, ttl) or not was_read(instance, source):
        return False
    is_kept: bool = getattr(instance, ttl.python_name, None) == loaded_value(instance, ttl)
    if not is_kept:
        return False
    moved: bool = getattr(instance, source.python_name, None) != loaded_value(instance, source)
    return moved


def with_expiry(codec: Codec[M], changes: Sequence[Change]) -> Sequence[Change]:
    """Add the change of the time to live that follows from the change of a date."""
    ttl = codec.ttl
    if ttl is None or not ttl.schema.expires_from:
        return changes
    by_name = {change.field.name: change for change in changes}
    moved = by_name.get(ttl.schema.expires_from)
    if moved is None or ttl.name in by_name:
        return changes
    if moved.verb not in ("set", "remove"):
        raise OperationError(
            f"{codec.schema.name}.{moved.field.python_name}: {ttl.python_name} follows it, so that "
            f"{moved.verb} cannot tell when the item ends. Use set, with a condition if need be."
        )
    end = _end(codec, ttl, moved.value)
    return [*changes, Change(ttl, "remove") if end is None else Change(ttl, "set", end)]


def _end(codec: Codec[M], ttl: FieldShape, start: datetime | None) -> datetime | None:
    if start is None:
        return None
    try:
        end = start + timedelta(seconds=ttl.schema.expires_after or 0)
    except OverflowError:
        raise OperationError(
            f"{codec.schema.name}.{ttl.python_name} would be after the year 9999. "
            f"Give {ttl.schema.expires_from} an earlier date."
        ) from None
    checked: datetime = ttl.check(codec.schema.name, end)
    return checked
