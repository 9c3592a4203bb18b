"""Leases: one holder at a time, for a time, with a number that tells a former holder from this one.

    leases   key (owner…)   holder, until, fence

The YAML to paste:

    Lease:
      fields:
        name: {type: StringField, required: true}
        holder: {type: StringField}
        until: {type: DateTimeField}
        fence: {type: IntegerField, required: true}
      key: {PK: "LEASE#{name}", SK: LEASE}

A lease alone proves nothing: its holder may be stopped for longer than it lasts and go on unaware.
So every acquisition raises the fence, and what must only happen under the lease has `check` in its
transaction: it is refused as soon as somebody else has acquired it, whatever the clocks say.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Generic, TypeVar

from msgspec import Struct

from tavola.errors import AlreadyExists, ConditionFailed, ItemMissing
from tavola.model.field_expressions import Expr
from tavola.model.model import Model
from tavola.operations.steps import Steps
from tavola.operations.write.transaction import Check
from tavola.patterns.pieces.parts import Part, part_of
from tavola.patterns.pieces.races import until_done
from tavola.table.base import BaseTable

__all__ = ["Acquire", "LeaseHeld", "LeaseLost", "Leases", "Release", "Renew"]

L = TypeVar("L", bound=Model)


class LeaseHeld(ConditionFailed):
    """Somebody else holds the lease: `holder`, `until`."""

    def __init__(self, message: str, *, holder: str, until: datetime) -> None:
        super().__init__(message)
        self.holder = holder
        self.until = until


class LeaseLost(ConditionFailed):
    """Somebody else has acquired the lease since, or it was released."""


class Leases(Generic[L]):
    """Leases, as operations to run on a table, sync or async."""

    def __init__(self, table: BaseTable, leases: type[L]) -> None:
        self._part = part_of(table, leases, "holder", "until", "fence")

    def acquire(self, *owner: Any, holder: str, seconds: float) -> Acquire[L]:
        """Take a lease that is free or over, or one's own again, for so many seconds.

        `holder` names one worker, not many: whoever has the same name takes over.
        """
        return Acquire(self._part, owner, holder, seconds)

    def renew(self, lease: L, *, seconds: float) -> Renew[L]:
        """Hold a lease for so many seconds from now."""
        return Renew(self._part, lease, seconds)

    def release(self, lease: L) -> Release:
        """Give a lease up; says whether it was still held."""
        return Release(self._part, lease)

    def check(self, lease: L) -> Check:
        """Plan the condition that nobody else has acquired the lease, for a transaction."""
        return self._part.check(_key(self._part, lease), _is_held(self._part, lease))


def _key(part: Part[Any], lease: Any) -> tuple[Any, ...]:
    return tuple(getattr(lease, shape.python_name) for shape in part.codec.key_shapes)


def _is_held(part: Part[Any], lease: Any) -> Expr:
    held: Expr = (part.field("holder") == lease.holder) & (part.field("fence") == lease.fence)
    return held


class Acquire(Struct, Generic[L], frozen=True):
    """Take a lease."""

    part: Part[L]
    owner: tuple[Any, ...]
    holder: str
    seconds: float

    def steps(self) -> Steps[L]:
        """Change the item that is there, or create it; returns the lease with its fence."""
        return (yield from until_done(self.part, self.part.label(self.owner), self._try))

    def _try(self) -> Steps[L | None]:
        try:
            return (yield from self._change())
        except ItemMissing:
            pass
        try:
            return (yield from self._create())
        except AlreadyExists:
            return None

    @property
    def _until(self) -> datetime:
        return self.part.context.now() + timedelta(seconds=self.seconds)

    def _change(self) -> Steps[L]:
        part = self.part
        until, holder, fence = part.field("until"), part.field("holder"), part.field("fence")
        is_free = until.is_missing() | (until <= part.context.now())
        changes = (holder.set(self.holder), until.set(self._until), fence.add(1))
        condition = is_free | (holder == self.holder)
        try:
            return (yield from part.update(self.owner, *changes, condition=condition).steps())
        except ItemMissing:
            raise
        except ConditionFailed as refused:
            found: Any = part.decode(refused.item or {})
            raise LeaseHeld(
                f"{part.label(self.owner)}: {found.holder} holds it until {found.until}. "
                "Try again then.",
                holder=found.holder,
                until=found.until,
            ) from refused

    def _create(self) -> Steps[L]:
        values = {"holder": self.holder, "until": self._until, "fence": 1}
        return (yield from self.part.create(self.part.make(self.owner, **values)).steps())


class Renew(Struct, Generic[L], frozen=True):
    """Hold a lease for longer."""

    part: Part[L]
    lease: Any
    seconds: float

    def steps(self) -> Steps[L]:
        """Move its end; late is fine as long as nobody else has acquired it."""
        part, key = self.part, _key(self.part, self.lease)
        until = part.context.now() + timedelta(seconds=self.seconds)
        condition = _is_held(part, self.lease)
        change = part.field("until").set(until)
        try:
            return (yield from part.update(key, change, condition=condition).steps())
        except ConditionFailed as refused:
            raise LeaseLost(
                f"{part.label(key)}: {self.lease.holder} no longer holds it. Acquire it again.",
                item=refused.item,
            ) from refused


class Release(Struct, frozen=True):
    """Give a lease up."""

    part: Part[Any]
    lease: Any

    def steps(self) -> Steps[bool]:
        """Take holder and end away; the fence stays."""
        part, key = self.part, _key(self.part, self.lease)
        changes = (part.field("holder").remove(), part.field("until").remove())
        condition = _is_held(part, self.lease)
        try:
            yield from part.update(key, *changes, condition=condition).steps()
        except ConditionFailed:
            return False
        return True
