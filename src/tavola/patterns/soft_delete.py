"""Deleted, but not gone: marked where it stands, or moved to a bin.

`SoftDelete` marks an item. It costs one write and keeps the item's place, its index entries and its
unique values; lists show it unless they filter it out.

    models   any key   deleted_at; deleted_by and a TtlField (both optional)

`Bin` moves an item to a model of its own, in one transaction. No list, index or unique value knows
it any more, without a filter; what comes back is refused if its place or a value is taken.

    models   any key            anything
    binned   the same key, …    the same fields, and deleted_at; deleted_by, a TtlField (optional)

The YAML to paste:

    Memo:
      fields:
        memoId: {type: StringField, required: true}
        text: {type: StringField}
        deletedAt: {type: DateTimeField}          # for SoftDelete
        deletedBy: {type: StringField}
        ttl: {type: TtlField}
      key: {PK: MEMOS, SK: "MEMO#{memoId}"}
    BinnedMemo:                                   # for Bin
      fields:
        memoId: {type: StringField, required: true}
        text: {type: StringField}
        deletedAt: {type: DateTimeField, required: true}
        deletedBy: {type: StringField}
        ttl: {type: TtlField}
      key: {PK: BIN, SK: "MEMO#{memoId}"}

With a TtlField, what is deleted expires after `keep_seconds`, and what is restored does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from datetime import timedelta
from typing import Any, Generic, TypeVar

from msgspec import Struct

from tavola.errors import ConditionFailed, ItemMissing
from tavola.model.field_expressions import Change, Expr
from tavola.model.model import Model
from tavola.operations.steps import Steps
from tavola.operations.write.operations import Write
from tavola.patterns.pieces.parts import Part, part_of
from tavola.patterns.pieces.races import among_others, until_done
from tavola.table.base import BaseTable

__all__ = ["Bin", "IsDeleted", "Mark", "MoveBack", "MoveToBin", "NotDeleted", "SoftDelete"]

M = TypeVar("M", bound=Model)
B = TypeVar("B", bound=Model)
Writes = Sequence[Write[Any]]


class IsDeleted(ConditionFailed):
    """The item is deleted already."""


class NotDeleted(ConditionFailed):
    """The item is not deleted, so it can be neither restored nor purged."""


class SoftDelete(Generic[M]):
    """Marks of deletion, as operations to run on a table, sync or async."""

    def __init__(
        self, table: BaseTable, model: type[M], *, keep_seconds: float | None = None
    ) -> None:
        self._part = part_of(table, model, "deleted_at")
        self._keep_seconds = keep_seconds

    @property
    def live(self) -> Expr:
        """Not deleted: a filter for lists, a condition for updates."""
        condition: Expr = self._part.field("deleted_at").is_missing()
        return condition

    def delete(self, *key: Any, by: str | None = None, also: Writes = ()) -> Mark[M]:
        """Mark an item as deleted."""
        part = self._part
        changes = [part.field("deleted_at").set(part.context.now())]
        if part.has("deleted_by"):
            changes.append(part.field("deleted_by").set(by))
        if part.ttl is not None and self._keep_seconds is not None:
            end = part.context.now() + timedelta(seconds=self._keep_seconds)
            changes.append(part.ttl.set(end))
        return Mark(part, key, tuple(changes), self.live, tuple(also), is_deletion=True)

    def restore(self, *key: Any, also: Writes = ()) -> Mark[M]:
        """Take the mark away."""
        part = self._part
        changes = [part.field("deleted_at").remove()]
        if part.has("deleted_by"):
            changes.append(part.field("deleted_by").remove())
        if part.ttl is not None and self._keep_seconds is not None:
            changes.append(part.ttl.remove())
        return Mark(part, key, tuple(changes), ~self.live, tuple(also), is_deletion=False)

    def purge(self, *key: Any, also: Writes = ()) -> Mark[M]:
        """Delete a marked item for good."""
        return Mark(self._part, key, (), ~self.live, tuple(also), is_deletion=False)


class Mark(Struct, Generic[M], frozen=True):
    """Change an item's mark, or delete what is marked."""

    part: Part[M]
    key: tuple[Any, ...]
    changes: tuple[Change, ...]
    condition: Expr
    also: tuple[Write[Any], ...]
    is_deletion: bool

    def steps(self) -> Steps[None]:
        """Send it on the condition that it is still to be done."""
        part = self.part
        write: Write[Any] = (
            part.update(self.key, *self.changes, condition=self.condition)
            if self.changes
            else part.delete(self.key, condition=self.condition)
        )
        try:
            yield from part.transaction([write, *self.also]).steps()
        except ConditionFailed as refused:
            if refused.position != 0:
                raise among_others(refused, 1) from None
            raise self._explain_refusal(refused) from refused

    def _explain_refusal(self, refused: ConditionFailed) -> ConditionFailed:
        name = self.part.label(self.key)
        if refused.item is None:
            return ItemMissing(f"{name} does not exist.")
        if self.is_deletion:
            return IsDeleted(f"{name} is deleted already.", item=refused.item)
        return NotDeleted(f"{name} is not deleted. Delete it first.", item=refused.item)


class Bin(Generic[M, B]):
    """A bin, as operations to run on a table, sync or async."""

    def __init__(
        self,
        table: BaseTable,
        model: type[M],
        binned: type[B],
        *,
        keep_seconds: float | None = None,
    ) -> None:
        self._part = part_of(table, model)
        self._binned = part_of(table, binned, "deleted_at")
        self._keep_seconds = keep_seconds

    def delete(self, *key: Any, by: str | None = None, also: Writes = ()) -> MoveToBin[M, B]:
        """Move an item to the bin; returns what is there. An older one of its key makes room."""
        return MoveToBin(self._part, self._binned, key, by, self._keep_seconds, tuple(also))

    def restore(self, *key: Any, also: Writes = ()) -> MoveBack[M, B]:
        """Move an item back, by its key in the bin; returns it.

        Refused by AlreadyExists or UniqueTaken if its place or one of its values is taken.
        """
        return MoveBack(self._part, self._binned, key, tuple(also))


def _shared(source: Part[Any], target: Part[Any], instance: Any) -> dict[str, Any]:
    """The values that both models have, but for an end that belongs to one of them."""
    ttl = target.codec.ttl.python_name if target.codec.ttl else None
    names = [shape.python_name for shape in target.codec.shape.fields]
    found = {name: getattr(instance, name, None) for name in names if source.has(name)}
    return {
        name: deepcopy(value) for name, value in found.items() if value is not None and name != ttl
    }


class MoveToBin(Struct, Generic[M, B], frozen=True):
    """Move an item to the bin."""

    part: Part[M]
    binned: Part[B]
    key: tuple[Any, ...]
    by: str | None
    keep_seconds: float | None
    also: tuple[Write[Any], ...]

    def steps(self) -> Steps[B]:
        """Read it, and move it on the condition that it is still what was read."""
        return (yield from until_done(self.part, self.part.label(self.key), self._try))

    def _try(self) -> Steps[B | None]:
        part = self.part
        found = yield from part.get(self.key).steps()
        if found is None:
            raise ItemMissing(f"{part.label(self.key)} does not exist.")
        made = self._make(found)
        delete = part.delete(self.key, condition=part.unchanged(found))
        writes: list[Write[Any]] = [delete, self.binned.put(made), *self.also]
        return made if (yield from _moved(part, writes)) else None

    def _make(self, found: M) -> B:
        now = self.binned.context.now()
        values = _shared(self.part, self.binned, found) | {"deleted_at": now}
        if self.by is not None and self.binned.has("deleted_by"):
            values["deleted_by"] = self.by
        if self.binned.codec.ttl is not None and self.keep_seconds is not None:
            end = now + timedelta(seconds=self.keep_seconds)
            values[self.binned.codec.ttl.python_name] = end
        return self.binned.codec.model(**values)


class MoveBack(Struct, Generic[M, B], frozen=True):
    """Move an item out of the bin."""

    part: Part[M]
    binned: Part[B]
    key: tuple[Any, ...]
    also: tuple[Write[Any], ...]

    def steps(self) -> Steps[M]:
        """Create it where it was, and take it out of the bin, unless somebody did."""
        return (yield from until_done(self.part, self.binned.label(self.key), self._try))

    def _try(self) -> Steps[M | None]:
        binned = self.binned
        found: Any = yield from binned.get(self.key).steps()
        if found is None:
            raise NotDeleted(f"{binned.label(self.key)} is not in the bin.")
        values = _shared(binned, self.part, found)
        for mark in ("deleted_at", "deleted_by"):  # the bin's, not the item's own
            values.pop(mark, None)
        made = self.part.codec.model(**values)
        same = binned.field("deleted_at") == found.deleted_at
        writes: list[Write[Any]] = [binned.delete(self.key, condition=same)]
        writes += [self.part.create(made), *self.also]
        return made if (yield from _moved(self.part, writes)) else None


def _moved(part: Part[Any], writes: list[Write[Any]]) -> Steps[bool]:
    """Send a move; False if what is moved was not what was read."""
    try:
        yield from part.transaction(writes).steps()
    except ConditionFailed as refused:
        if refused.position != 0:
            raise among_others(refused, 2) from None
        return False
    return True
