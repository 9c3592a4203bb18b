"""What the table sets on instances, and the difference that saving writes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar
from uuid import UUID

from tavola.codec.codec import Codec
from tavola.codec.decoder import PartialItem, RawItem, loaded_value, was_read
from tavola.errors import OperationError
from tavola.model.field_expressions import Change
from tavola.model.model import Model
from tavola.model.shape import FieldShape
from tavola.operations.context import TableContext
from tavola.operations.write.known import Known
from tavola.operations.write.plans.plan import Guard

M = TypeVar("M", bound=Model)

_ABSENT: Any = object()

Version = str | int
"""A ULID, or a number that counts."""


_AT_EVERY_WRITE = ("ModifiedDateField", "VersionField")


def set_automatic(context: TableContext, instance: Model, *, again: bool = False) -> None:
    """Give an instance its ids, dates and version; `again` if it replaces a stored one."""
    for field in instance.__shape__.automatic:
        before = getattr(instance, field.python_name, None)
        if before is None or (again and field.schema.type in _AT_EVERY_WRITE):
            setattr(instance, field.python_name, automatic_value(context, field, before))


def automatic_value(context: TableContext, field: FieldShape, before: Any = None) -> Any:
    """Make an id, a date or a version of a field that the table sets."""
    if field.schema.type == "UlidField":
        return context.ids()
    if field.schema.type == "VersionField":
        return (before or 0) + 1 if field.schema.is_numbered else context.ids(before)
    if field.schema.type == "UuidField":
        return UUID(context.token())
    return field.check("", context.now())


def automatic_changes(
    context: TableContext,
    codec: Codec[M],
    version_before: Version | None,
    *,
    by_key: bool = False,
) -> list[Change]:
    """What every update changes by itself: the modification date and the version.

    By key a number is counted on from whatever is stored.
    """
    changes: list[Change] = []
    for field in codec.shape.automatic:
        if by_key and field.schema.type == "VersionField" and field.schema.is_numbered:
            changes.append(Change(field, "add", 1))
        elif field.schema.type in _AT_EVERY_WRITE:
            changes.append(Change(field, "set", automatic_value(context, field, version_before)))
    return changes


def version_guard(codec: Codec[M], version: Version | None) -> Guard | None:
    """The condition that an item still has this version."""
    name = codec.schema.version_field
    if name is None:
        return None
    field = codec.shape.by_name[name]
    return Guard(field, field.attribute(version))


def expected_version(codec: Codec[M], version: Version | None) -> Guard | None:
    """The condition that an item has the version that a caller expects."""
    if version is None:
        return None
    name = codec.schema.version_field
    if name is not None:
        version = codec.shape.by_name[name].check_type(codec.schema.name, version)
    guard = version_guard(codec, version)
    if guard is None:
        raise OperationError(
            f"{codec.schema.name} has no VersionField, so expect_version has no effect. "
            "Add one to the design, or use condition."
        )
    return guard


def version_of(codec: Codec[M], known: Known[Any] | None) -> Version | None:
    """The version of an item as it was read."""
    name = codec.schema.version_field
    if name is None or known is None:
        return None
    value: Version | None = known.value(codec.shape.by_name[name])
    return value


def counts_versions(codec: Codec[Any]) -> bool:
    """Whether a model's versions are numbers, each one more than the one before."""
    name = codec.schema.version_field
    return name is not None and codec.schema.fields[name].is_numbered


def growing(codec: Codec[M], changes: Sequence[Change]) -> Guard | None:
    """The condition that the version which changes set is greater than the stored one."""
    name = codec.schema.version_field
    for change in changes:
        if change.field.name == name and change.verb == "set":
            return Guard(change.field, change.field.attribute(change.value))
    return None


def difference(codec: Codec[M], instance: Model) -> list[Change]:
    """What an instance changed since it was read; only that is checked."""
    changes: list[Change] = []
    for field in codec.shape.fields:
        now = getattr(instance, field.python_name, _ABSENT)
        if now is _ABSENT or field.schema.type in _AT_EVERY_WRITE:
            continue
        before = loaded_value(instance, field)
        is_known = was_read(instance, field)
        if is_known and now == before:
            continue
        now = field.check(codec.schema.name, now)
        if not is_known:
            changes.append(_assignment(field, now))
        elif now != before:
            changes.append(_change(codec, field, before, now))
        else:
            # Another way to write what is stored, such as None for an empty set.
            setattr(instance, field.python_name, now)
    return changes


def _change(codec: Codec[M], field: FieldShape, before: Any, now: Any) -> Change:
    if field.kind.tag == "SS" and now > before:
        return Change(field, "add", now - before)
    if field.kind.tag == "SS" and now < before:
        return Change(field, "discard", before - now)
    if field.name in codec.schema.counters:
        return Change(field, "add", now - (before or 0))
    return _assignment(field, now)


def _assignment(field: FieldShape, now: Any) -> Change:
    return Change(field, "remove") if field.attribute(now) is None else Change(field, "set", now)


def adopt(instance: Any, item: RawItem, owner: object) -> None:
    """Remember an item as what the instance was loaded with."""
    instance._loaded = item
    if hasattr(instance.__class__, "_table"):
        instance._table = owner


def take_over(instance: Any, fresh: Any, sent: Mapping[str, Any] | None = None) -> None:
    """Make an instance what a fresh one is; what changed since it was sent stays changed."""
    for field in instance.__shape__.fields:
        value = getattr(fresh, field.python_name, _ABSENT)
        if value is _ABSENT:
            continue
        if sent is None or _is_as_sent(instance, field, sent):
            setattr(instance, field.python_name, value)
    instance._loaded = fresh._loaded


def _is_as_sent(instance: Any, field: FieldShape, sent: Mapping[str, Any]) -> bool:
    """Whether a field is what was sent: while a write is under way, others may assign to it."""
    now = getattr(instance, field.python_name, _ABSENT)
    if now is _ABSENT or field.name not in sent or field.schema.type in _AT_EVERY_WRITE:
        return True
    if field.schema.expires_from and now == loaded_value(instance, field):
        # It follows another field: what the write made of it was not assigned by anybody.
        return True
    try:
        return bool(now == sent[field.name] or field.check("", now) == sent[field.name])
    except OperationError:
        return False


def remember(
    codec: Codec[M],
    instance: Any,
    sent: Mapping[str, Any],
    owner: object,
    item: RawItem | None = None,
) -> None:
    """Take what was sent for what is stored, where the answer does not show it.

    `item` is the whole item, if it was written whole.
    """
    unread = _unread(codec, instance)
    for field in codec.find_moved(instance, sent):
        if field.name not in unread and _is_as_sent(instance, field, sent):
            setattr(instance, field.python_name, sent.get(field.name, field.nothing()))
    if item is None:
        item = codec.attributes(sent)
    if unread:
        item = PartialItem(item, frozenset(codec.shape.by_name) - unread)
    adopt(instance, item, owner)


def _unread(codec: Codec[M], instance: Any) -> set[str]:
    if instance._loaded is None:
        return set()
    return {
        field.name
        for field in codec.shape.fields
        if not was_read(instance, field) and not hasattr(instance, field.python_name)
    }


def need_whole(codec: Codec[M], instance: Any) -> None:
    """Refuse to write an instance whole that was read in part."""
    if instance._loaded is None:
        return
    unread = _unread(codec, instance)
    if unread:
        names = ", ".join(sorted(unread))
        raise OperationError(
            f"{codec.schema.name} was read without {names}, which a put would delete. "
            "Save it, or refresh it first."
        )


def loaded_key(codec: Codec[M], instance: Model, verb: str) -> dict[str, Any]:
    """The key of the item that an instance was loaded from, whatever was assigned since."""
    need_loaded(codec, instance, verb)
    return {field.name: loaded_value(instance, field) for field in codec.key_shapes}


def loaded_version(codec: Codec[M], instance: Model) -> Version | None:
    """The version that an instance was loaded with; None for a model without versions."""
    name = codec.schema.version_field
    if name is None:
        return None
    field = codec.shape.by_name[name]
    if not was_read(instance, field):
        raise OperationError(
            f"{codec.schema.name} was read without {name}, so nobody can tell whether it changed. "
            "Refresh it first, or read the version too."
        )
    version: Version | None = loaded_value(instance, field)
    return version


def need_loaded(codec: Codec[M], instance: Model, verb: str) -> None:
    """Refuse to change an instance that stands for no stored item."""
    if getattr(instance, "_loaded", None) is None:
        raise OperationError(
            f"{codec.schema.name}: this instance is not stored yet, so it cannot be {verb}. "
            f"Create it first: db.{codec.schema.handle}.put(instance), or create(…)."
        )
