"""What the table sets on instances, and the difference that saving writes."""

from __future__ import annotations

from typing import Any, TypeVar
from uuid import UUID

from tavola.codec.codec import Codec
from tavola.codec.decoder import RawItem, loaded_value
from tavola.errors import OperationError
from tavola.model.fields import Change
from tavola.model.model import Model
from tavola.model.shape import FieldShape
from tavola.operations.place import Place
from tavola.operations.planning import Guard

M = TypeVar("M", bound=Model)

_ABSENT: Any = object()


_AT_EVERY_WRITE = ("ModifiedDateField", "VersionField")


def set_automatic(place: Place, instance: Model, *, again: bool = False) -> None:
    """Give an instance its ids, dates and version; `again` if it replaces a stored one."""
    for field in instance.__shape__.automatic:
        before = getattr(instance, field.python_name, None)
        if before is None or (again and field.schema.type in _AT_EVERY_WRITE):
            setattr(instance, field.python_name, _automatic(place, field, before))


def _automatic(place: Place, field: FieldShape, before: Any) -> Any:
    if field.schema.type == "UlidField":
        return place.ids()
    if field.schema.type == "VersionField":
        return place.ids(before)
    if field.schema.type == "UuidField":
        return UUID(place.token())
    return field.check("", place.now())


def automatic_changes(place: Place, codec: Codec[M], version_before: str | None) -> list[Change]:
    """What every update changes by itself: the modification date and the version."""
    changes = []
    for field in codec.shape.automatic:
        if field.schema.type in _AT_EVERY_WRITE:
            changes.append(Change(field, "set", _automatic(place, field, version_before)))
    return changes


def version_guard(codec: Codec[M], version: str | None) -> Guard | None:
    """The condition that an item still has this version."""
    name = codec.schema.version_field
    if name is None:
        return None
    return Guard(name, None if version is None else {"S": version})


def check_all(codec: Codec[M], instance: Model) -> dict[str, Any]:
    """Check every field as it stands now; return the values by the fields' own names."""
    values: dict[str, Any] = {}
    for field in codec.shape.fields:
        value = getattr(instance, field.python_name, _ABSENT)
        if value is not _ABSENT:
            values[field.name] = field.check(codec.schema.name, value)
    return values


def difference(codec: Codec[M], instance: Model) -> list[Change]:
    """What an instance changed since it was read."""
    changes: list[Change] = []
    for field in codec.shape.fields:
        now = getattr(instance, field.python_name, _ABSENT)
        if now is _ABSENT or field.schema.type in _AT_EVERY_WRITE:
            continue
        now = field.check(codec.schema.name, now)
        before = loaded_value(instance, field)
        if now != before:
            changes.append(_change(codec, field, before, now))
    return changes


def _change(codec: Codec[M], field: FieldShape, before: Any, now: Any) -> Change:
    if field.attribute(now) is None:
        return Change(field, "remove")
    if field.name in codec.schema.counters:
        return Change(field, "add", now - (before or 0))
    if field.kind.tag == "SS" and before:
        if now > before:
            return Change(field, "add", now - before)
        if now < before:
            return Change(field, "discard", before - now)
    return Change(field, "set", now)


def adopt(instance: Any, item: RawItem, owner: object) -> None:
    """Remember an item as what the instance was loaded with."""
    instance._loaded = item
    if hasattr(type(instance), "_table"):
        instance._table = owner


def take_over(instance: Any, fresh: Any) -> None:
    """Make an instance what a fresh one is."""
    for field in instance.__shape__.fields:
        value = getattr(fresh, field.python_name, _ABSENT)
        if value is not _ABSENT:
            setattr(instance, field.python_name, value)
    instance._loaded = fresh._loaded


def need_loaded(codec: Codec[M], instance: Model, verb: str) -> None:
    """Refuse to change an instance that stands for no stored item."""
    if getattr(instance, "_loaded", None) is None:
        raise OperationError(
            f"{codec.schema.name}: this instance is in no table, so it cannot be {verb}. "
            f"Create it first: db.{codec.schema.handle}.put(instance), or create(…)."
        )
