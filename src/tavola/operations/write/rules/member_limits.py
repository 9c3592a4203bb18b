"""MemberLimit for more members: additions by key keep to a set's or list's `maxMemberCount` too."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from msgspec import Struct

from tavola.codec.codec import Codec
from tavola.codec.decoder import RawItem
from tavola.errors import OutOfBounds
from tavola.expressions import tree
from tavola.model.field_expressions import Change
from tavola.model.model import Model
from tavola.operations.request_bodies import any_of, equals, is_missing, path
from tavola.operations.write.known import Known

M = TypeVar("M", bound=Model)


class MemberLimit(Struct, frozen=True):
    """How many members an attribute may have before some are added."""

    name: str
    """The field's own name."""
    attribute_name: str
    most: int
    """So few that all of the new ones fit, even if none of them is there already."""
    known: dict[str, Any] | None = None
    """The members as they were read, with which the new ones fit."""

    @property
    def condition(self) -> tree.Condition:
        """The room as a condition."""
        size = tree.Function("size", (path(self.attribute_name),))
        return any_of(
            is_missing(self.attribute_name),
            tree.Comparison("<=", size, tree.Literal({"N": str(self.most)})),
            *([equals(self.attribute_name, self.known)] if self.known else []),
        )

    def holds(self, item: RawItem | None) -> bool:
        """Say whether a stored item has the room."""
        stored = (item or {}).get(self.attribute_name)
        if stored is None:
            return True
        return len(_members(stored)) <= self.most or _is_same(stored, self.known)


def find_member_limits(
    codec: Codec[M], changes: Iterable[Change], known: Known[M] | None
) -> tuple[MemberLimit, ...]:
    """Find the limits that changes must keep to; refuse what a known item has no room for.

    A set may hold some of the new members already. Only the item itself can tell, so a refusal
    by the number alone is followed by a plan that knows the members.
    """
    limits: list[MemberLimit] = []
    for change in changes:
        most = change.field.schema.max_member_count
        if most is None or change.path or change.verb not in ("add", "append"):
            continue
        stored = None if known is None else known.attribute(change.field)
        if known is not None and known.is_fresh:
            _check_fits(codec, change, known, most)
        name, attribute_name = change.field.name, change.field.attribute_name
        limits.append(MemberLimit(name, attribute_name, most - len(change.value), stored))
    return tuple(limits)


def _check_fits(codec: Codec[M], change: Change, known: Known[M], most: int) -> None:
    old = known.value(change.field)
    is_set = change.verb == "add"
    count = len((old or set()) | change.value) if is_set else len(old or ()) + len(change.value)
    if count > most:
        raise OutOfBounds(
            f"{codec.schema.name}.{change.field.python_name} would have {count} members. "
            f"At most {most} are allowed.",
            field=change.field.python_name,
            item=known.item,
        )


def _members(stored: dict[str, Any]) -> list[Any]:
    members: list[Any] = stored.get("SS", stored.get("L", []))
    return members


def _is_same(stored: dict[str, Any], known: dict[str, Any] | None) -> bool:
    if known is None or "SS" not in stored:
        return stored == known
    return sorted(stored["SS"]) == sorted(known.get("SS", []))
