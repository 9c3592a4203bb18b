"""What changes of fields come to, and which of them cannot be made."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import deepcopy
from typing import Any, Final, TypeVar

from tavola.codec.codec import Codec
from tavola.errors import OperationError
from tavola.model.field_expressions import Change
from tavola.model.model import Model
from tavola.model.typed_map import TypedMap

M = TypeVar("M", bound=Model)
Values = Mapping[str, Any]


def check_changes(codec: Codec[M], key_values: Values, changes: Sequence[Change]) -> None:
    """Refuse changes of other models' fields, of the primary key, and of one place twice."""
    seen: set[tuple[Any, ...]] = set()
    for change in changes:
        name = change.field.name
        _check_own_field(codec, change)
        is_key = name in codec.schema.key_fields
        if is_key and not _keeps_key(codec, change, key_values.get(name)):
            raise OperationError(
                f"{codec.schema.name}.{change.field.python_name} is part of the primary key, "
                "which never changes. Delete the item and create another."
            )
        path = (name, *change.path)
        if path in seen:
            raise OperationError(
                f"{codec.schema.name}.{change.field.python_name} is changed twice. Change it once."
            )
        _check_apart(codec, path, seen)
        seen.add(path)


def _check_apart(codec: Codec[M], path: tuple[Any, ...], seen: set[tuple[Any, ...]]) -> None:
    """Refuse changes of which one is inside of the other."""
    # DynamoDB: document paths of one update may not overlap. Developer guide,
    # Expressions.UpdateExpressions.
    for other in seen:
        short, long = sorted((path, other), key=len)
        if long[: len(short)] == short:
            raise OperationError(
                f"{codec.schema.name}: {_shown(short)} and {_shown(long)} are both changed, and "
                "one is inside of the other. Change one of them."
            )


def _shown(path: tuple[Any, ...]) -> str:
    return ".".join(map(str, path))


def _keeps_key(codec: Codec[M], change: Change, value: Any) -> bool:
    """Whether a change of a key's field leaves the key what it is."""
    is_value = change.verb in ("set", "set_default")
    return is_value and codec.is_same_key(change.field.name, change.value, value)


def _check_own_field(codec: Codec[M], change: Change) -> None:
    """Refuse a change that was made of another model's field."""
    own = codec.field(change.field.name)
    if own is not change.field and own.schema != change.field.schema:
        raise OperationError(
            f"{codec.schema.name}.{own.python_name}: the change was made of another model's field. "
            f"Use {codec.schema.name}.fields."
        )


def is_plain(change: Change) -> bool:
    """Say whether a change gives a field its value, whatever it was."""
    return not change.path and change.verb in ("set", "remove")


def new_values(old: Values, changes: Iterable[Change]) -> dict[str, Any]:
    """The values that old ones come to, but for changes inside of untyped documents."""
    new = dict(old)
    for change in changes:
        name = change.field.name
        if change.path:
            new[name] = _changed_inside(new.get(name), change)
            continue
        if change.verb in ("set", "remove"):
            new[name] = change.value
        elif change.verb == "add" and change.field.kind.tag == "N":
            new[name] = (old.get(name) or 0) + change.value
        elif change.verb == "add":
            new[name] = (old.get(name) or set()) | change.value
        elif change.verb == "discard":
            new[name] = (old.get(name) or set()) - change.value
        elif change.verb == "set_default" and old.get(name) is None:
            new[name] = change.value
        elif change.source is not None and not change.source.path:
            new[name] = old.get(change.source.field.name)
    return new


def _changed_inside(value: Any, change: Change) -> Any:
    """A typed map with a change of one of its members; anything else as it was."""
    if value is None or change.leaf is None or change.verb not in INSIDE:
        return value
    whole = inner = deepcopy(value)
    *lead, last = change.path
    for part in lead:
        inner = inner[part] if isinstance(part, int) else inner.member(part)
    if not isinstance(inner, TypedMap) or isinstance(last, int):
        return value
    name = inner.__shape__.by_attribute[last].python_name
    before, new = getattr(inner, name), change.value
    if change.verb == "set_default" and before is not None:
        new = before
    if change.verb == "add":
        new = (before or set()) | new if change.leaf.kind.tag == "SS" else (before or 0) + new
    setattr(inner, name, new)
    return whole


INSIDE: Final = ("set", "set_default", "remove", "add")
"""The changes of a member whose outcome is known here."""


def check_inside(model: str, changes: Iterable[Change], keyed: Collection[str]) -> None:
    """Refuse a change by path of a map that a key reads into, if its outcome is not known."""
    for change in changes:
        if not change.path or change.field.name not in keyed:
            continue
        if change.leaf is None or change.verb not in INSIDE or change.source is not None:
            raise OperationError(
                f"{model}.{change.field.python_name}: an index key reads into it, and this change "
                "by path does not say what it comes to. Set the member, or the whole map."
            )


def resolved(change: Change, new: Values, guarded: set[str]) -> Change:
    """A sum on a field of an index key is written as its result: the key needs to know it."""
    if change.path or change.field.name not in guarded or change.verb not in ("add", "set_default"):
        return change
    return Change(change.field, "set", new[change.field.name])
