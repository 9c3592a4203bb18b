"""A capacity: so many places, of which none is given twice and none is lost.

    capacities   key (owner…)   total, remaining

The YAML to paste:

    Seats:
      fields:
        eventId: {type: StringField, required: true}
        total: {type: IntegerField, required: true}
        remaining: {type: IntegerField, required: true}
      key: {PK: "EVENT#{eventId}", SK: SEATS}

Taking is one conditional write, without reading: whoever finds too few is refused. It belongs into
the transaction of what the place is for (`taking`, or `also`): taken by itself, a place is lost if
its taker dies before saying for what. Giving back and a new total depend on the total, so they are
conditioned on the one that was read.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from tavola.errors import ConditionFailed, ItemMissing, OperationError
from tavola.model.field_expressions import Expr
from tavola.model.model import Model
from tavola.operations.steps import Steps
from tavola.operations.write.operations import Create, Update, Write
from tavola.patterns.pieces.parts import Part, part_of
from tavola.patterns.pieces.races import among_others, until_done
from tavola.table.base import BaseTable

__all__ = ["Capacity", "ChangeTotal", "GiveBack", "NotTaken", "SoldOut", "Take"]

C = TypeVar("C", bound=Model)
Writes = Sequence[Write[Any]]


class SoldOut(ConditionFailed):
    """Fewer places are left than were wanted: `remaining`."""

    def __init__(self, message: str, *, remaining: int) -> None:
        super().__init__(message)
        self.remaining = remaining


class NotTaken(ConditionFailed):
    """More places would be given back than are taken: `taken`."""

    def __init__(self, message: str, *, taken: int) -> None:
        super().__init__(message)
        self.taken = taken


class Capacity(Generic[C]):
    """The places of owners, as operations to run on a table, sync or async."""

    def __init__(self, table: BaseTable, capacities: type[C]) -> None:
        self._part = part_of(table, capacities, "total", "remaining")

    def create(self, *owner: Any, total: int, **values: Any) -> Create[C]:
        """Create a capacity of which nothing is taken."""
        _check("total", total, 0)
        made = self._part.make(owner, total=total, remaining=total, **values)
        return self._part.create(made)

    def taking(self, *owner: Any, count: int = 1) -> Update[C]:
        """Plan the taking of places, as one write of a transaction of your own.

        A ConditionFailed at its position says that too few are left, an ItemMissing that there is
        no such capacity.
        """
        _check("count", count, 1)
        remaining = self._part.field("remaining")
        return self._part.update(owner, remaining.add(-count), condition=remaining >= count)

    def take(self, *owner: Any, count: int = 1, also: Writes = ()) -> Take:
        """Take places, with the writes that they are for in one transaction."""
        return Take(self._part, self.taking(*owner, count=count), count, tuple(also))

    def give_back(self, *owner: Any, count: int = 1, also: Writes = ()) -> GiveBack:
        """Give places back, with the writes that end their use in one transaction."""
        _check("count", count, 1)
        return GiveBack(self._part, owner, count, tuple(also))

    def set_total(self, *owner: Any, total: int, also: Writes = ()) -> ChangeTotal:
        """Change the total; not below what is taken."""
        _check("total", total, 0)
        return ChangeTotal(self._part, owner, total, tuple(also))


def _check(name: str, number: int, least: int) -> None:
    if number < least:
        raise OperationError(f"{name}: {number} is too few. Give {least} or more.")


class Take(Struct, frozen=True):
    """Take places."""

    part: Part[Any]
    write: Update[Any]
    count: int
    also: tuple[Write[Any], ...]

    def steps(self) -> Steps[None]:
        """Send it, with what the places are for."""
        try:
            yield from self.part.transaction([self.write, *self.also]).steps()
        except ItemMissing:
            raise
        except ConditionFailed as refused:
            if refused.position != 0:
                raise among_others(refused, 1) from None
            raise self._sold_out(refused) from refused

    def _sold_out(self, refused: ConditionFailed) -> SoldOut:
        found: Any = self.part.decode(refused.item or {}) if refused.item else None
        remaining = 0 if found is None else found.remaining
        name = self.part.label(tuple(self.write.key_values.values()))
        return SoldOut(
            f"{name}: {remaining} are left, {self.count} were wanted.", remaining=remaining
        )


class ByTotal(Struct, frozen=True):
    """What depends on the total, and is tried again when somebody else changed that."""

    part: Part[Any]
    owner: tuple[Any, ...]
    number: int
    also: tuple[Write[Any], ...]

    def steps(self) -> Steps[None]:
        """Read the total, and write on the condition that it is still the same."""
        yield from until_done(self.part, self.part.label(self.owner), self._try)

    def _try(self) -> Steps[bool | None]:
        found: Any = yield from self.part.get(self.owner).steps()
        if found is None:
            raise ItemMissing(f"{self.part.label(self.owner)} does not exist. Create it.")
        try:
            yield from self.part.transaction([self.write(found), *self.also]).steps()
        except ConditionFailed as refused:
            if refused.position != 0:
                raise among_others(refused, 1) from None
            return None
        return True

    def write(self, found: Any) -> Update[Any]:
        """What is written, from what was read."""
        raise AssertionError  # every one says what


class GiveBack(ByTotal, frozen=True):
    """Give places back."""

    def write(self, found: Any) -> Update[Any]:
        """Raise what remains, but not beyond the total."""
        taken = found.total - found.remaining
        if taken < self.number:
            raise NotTaken(
                f"{self.part.label(self.owner)}: {taken} are taken, {self.number} cannot be "
                "given back.",
                taken=taken,
            )
        total, remaining = self.part.field("total"), self.part.field("remaining")
        condition: Expr = (total == found.total) & (remaining <= found.total - self.number)
        return self.part.update(self.owner, remaining.add(self.number), condition=condition)


class ChangeTotal(ByTotal, frozen=True):
    """Change how many places there are."""

    def write(self, found: Any) -> Update[Any]:
        """Move what remains by as much as the total, but not below nothing."""
        taken = found.total - found.remaining
        if self.number < taken:
            raise SoldOut(
                f"{self.part.label(self.owner)}: {taken} are taken, so that the total cannot be "
                f"{self.number}.",
                remaining=found.remaining,
            )
        total, remaining = self.part.field("total"), self.part.field("remaining")
        more = self.number - found.total
        condition: Expr = (total == found.total) & (remaining >= -more)
        changes = (total.set(self.number), remaining.add(more))
        return self.part.update(self.owner, *changes, condition=condition)
