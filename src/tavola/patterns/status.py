"""Status machines: an item goes from status to status only where that is allowed, and is logged.

    models   key (owner…)           status, changes, and whatever else
    log      key (owner…, number)   before, after, at; by and note (optional)

The YAML to paste (the name of `status` can be another):

    Order:
      fields:
        orderId: {type: StringField, required: true}
        status:
          type: EnumField
          values: [open, paid, sent, cancelled]
          defaultValue: open
          transitions: {open: [paid, cancelled], paid: [sent, cancelled]}
        changes: {type: CounterField}
      key: {PK: "ORDER#{orderId}", SK: ORDER}
    OrderLog:
      fields:
        orderId: {type: StringField, required: true}
        number: {type: IntegerField, required: true}
        before: {type: StringField, required: true}
        after: {type: StringField, required: true}
        at: {type: DateTimeField, required: true}
        by: {type: StringField}
        note: {type: StringField}
      key: {PK: "ORDER#{orderId}", SK: "LOG#{number:08d}"}
      indexes: {orderLog: primaryKey}

A move reads the item, and writes it on the condition that status and `changes` are what was read;
the entry of the log, numbered by `changes`, is part of the same transaction. So every move starts
where it is allowed to, is counted once, and the log has no gap. Whoever loses a race looks again:
the move may still be allowed from where the item is then, or be refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from tavola.errors import ConditionFailed, ItemMissing, OperationError
from tavola.model.field_expressions import Expr
from tavola.model.model import Model
from tavola.operations.read.queries.query import Query
from tavola.operations.steps import Steps
from tavola.operations.write.operations import Update, Write
from tavola.patterns.pieces.parts import Part, number_is, part_of
from tavola.patterns.pieces.races import among_others, until_done
from tavola.table.base import BaseTable

__all__ = ["Move", "StatusMachine", "WrongStatus"]

M = TypeVar("M", bound=Model)
L = TypeVar("L", bound=Model)


class WrongStatus(ConditionFailed):
    """The item's status does not lead to the wanted one: `current`, `wanted`."""

    def __init__(self, message: str, *, current: str, wanted: str) -> None:
        super().__init__(message)
        self.current = current
        self.wanted = wanted


class StatusMachine(Generic[M, L]):
    """The moves of items from status to status, as operations to run on a table, sync or async.

    `transitions` says where each status leads; one that is not a key is final. Left out, they are
    the field's own in the design, which every other write keeps to as well.
    """

    def __init__(
        self,
        table: BaseTable,
        model: type[M],
        transitions: Mapping[str, Sequence[str]] | None = None,
        log: type[L] | None = None,
        *,
        status: str = "status",
    ) -> None:
        self._part = part_of(table, model, status, "changes")
        own = ("number", "before", "after", "at")
        self._log = None if log is None else part_of(table, log, *own)
        self._status = status
        if transitions is None:
            transitions = self._designed()
        self._transitions = {before: tuple(after) for before, after in transitions.items()}
        self._check()

    def _designed(self) -> Mapping[str, Sequence[str]]:
        """Where each status leads by the design."""
        designed = self._part.codec.shape.by_python_name[self._status].schema.transitions
        if not designed:
            raise OperationError(
                f"{self._part.name}.{self._status} has no transitions in the design. "
                "Write them there, or give them here."
            )
        return dict(designed)

    def _check(self) -> None:
        """Refuse a status that no item can have."""
        values = self._part.codec.shape.by_python_name[self._status].schema.values
        named = {*self._transitions, *(one for to in self._transitions.values() for one in to)}
        unknown = sorted(named - {*values}) if values else []
        if unknown:
            raise OperationError(
                f"{self._part.name}.{self._status}: {unknown[0]!r} is not a status. "
                f"Its values are {', '.join(values)}."
            )

    def sources(self, status: str) -> tuple[str, ...]:
        """The statuses that lead to one."""
        found = tuple(before for before, to in self._transitions.items() if status in to)
        if not found:
            raise OperationError(
                f"{self._part.name}.{self._status}: no status leads to {status!r}. "
                "Add it to the transitions."
            )
        return found

    def can_move(self, before: str, after: str) -> bool:
        """Say whether a status leads to another."""
        return after in self._transitions.get(before, ())

    def move(
        self,
        *owner: Any,
        to: str,
        by: str | None = None,
        note: str | None = None,
        edit: Callable[[M], Any] = lambda _: None,
        also: Callable[[M], Sequence[Write[Any]]] = lambda _: (),
    ) -> Move[M, L]:
        """Bring an item to a status; returns it.

        `edit` assigns other fields of it. `also` are writes and checks of the same transaction,
        made of the item.
        """
        return Move(
            self._part, self._log, self._status, owner, to, self.sources(to), by, note, edit, also
        )

    def moving(self, *owner: Any, to: str) -> Update[M]:
        """Plan a move as one write of a transaction of your own; it is not logged."""
        if self._log is not None:
            raise OperationError(
                f"{self._part.name}: a logged move takes more than one write. "
                "Use move, with your other writes in `also`."
            )
        status = self._part.field(self._status)
        changes = (status.set(to), self._part.field("changes").add(1))
        condition: Expr = status.is_in(self.sources(to))
        return self._part.update(owner, *changes, condition=condition)

    def history(self, *owner: Any, limit: int | None = None, cursor: str | None = None) -> Query[L]:
        """List an item's moves in order."""
        if self._log is None:
            raise OperationError(f"{self._part.name}: its moves are not logged. Give a log model.")
        names = (shape.name for shape in self._log.codec.key_shapes)
        given = dict(zip(names, owner, strict=False))
        return self._log.query(given, limit=limit, cursor=cursor)


class Move(Struct, Generic[M, L], frozen=True):
    """Bring an item from one status to another."""

    part: Part[M]
    log: Part[L] | None
    status: str
    owner: tuple[Any, ...]
    to: str
    sources: tuple[str, ...]
    by: str | None
    note: str | None
    edit: Callable[[M], Any]
    also: Callable[[M], Sequence[Write[Any]]]

    def steps(self) -> Steps[M]:
        """Try until nobody came between, or the item is where it cannot be moved from."""
        return (yield from until_done(self.part, self.part.label(self.owner), self._try))

    def _try(self) -> Steps[M | None]:
        part = self.part
        item: Any = yield from part.get(self.owner).steps()
        if item is None:
            raise ItemMissing(f"{part.label(self.owner)} does not exist.")
        before, count = getattr(item, self.status), item.changes or 0
        self._check(before)
        condition = (part.field(self.status) == before) & number_is(part.field("changes"), count)
        self.edit(item)
        setattr(item, self.status, self.to)
        item.changes = count + 1
        own: list[Write[Any]] = [part.save(item, condition=condition)]
        if self.log is not None:
            own.append(self.log.create(self._entry(self.log, before, count + 1)))
        try:
            yield from part.transaction([*own, *self.also(item)]).steps()
        except ConditionFailed as refused:
            if refused.position != 0:
                raise among_others(refused, len(own)) from None
            return None
        return item  # type: ignore[no-any-return]  # an M

    def _check(self, before: str) -> None:
        if before not in self.sources:
            raise WrongStatus(
                f"{self.part.label(self.owner)} is {before}, and {self.to} comes after "
                f"{' or '.join(self.sources)} only.",
                current=before,
                wanted=self.to,
            )

    def _entry(self, log: Part[L], before: str, number: int) -> L:
        told = {"by": self.by, "note": self.note}
        values = {name: text for name, text in told.items() if text is not None and log.has(name)}
        now = log.context.now()
        return log.make((*self.owner, number), before=before, after=self.to, at=now, **values)
