"""The upkeep of an event log: verify it, pause and resume it, restore it from a backup."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from typing import Any, Generic, TypeVar

from msgspec import Struct

from tavola.errors import ConditionFailed, OperationError
from tavola.model.model import Model
from tavola.operations.steps import Steps
from tavola.patterns.chain import NO_PREDECESSOR
from tavola.patterns.pieces.log_items import FindTip, LogDamaged, LogItems, ReadEvents, Tip

__all__ = ["Restore", "UpkeepPause", "Verify"]

E = TypeVar("E", bound=Model)

# DynamoDB: a transaction has up to 100 actions and 4 MB.
_RESTORED_AT_ONCE = 24


class Verify(Struct, frozen=True):
    """Recompute the chain from the first event to the head."""

    log: LogItems[Any, Any]
    owner: tuple[Any, ...]
    known: Mapping[int, str]
    page: int = 100

    def steps(self) -> Steps[Tip]:
        """Read the head, then every event up to it; memory does not grow with the log."""
        head = yield from FindTip(self.log, self.owner).steps()
        tip = Tip()
        self._check_known(tip, head)
        while tip.sequence < head.sequence:
            events = yield from ReadEvents(self.log, self.owner, tip.sequence, self.page).steps()
            if not events:
                break
            for event in events[: head.sequence - tip.sequence]:
                tip = self.log.check(event, tip)
                self._check_known(tip, head)
        if (tip.sequence, tip.hash) != (head.sequence, head.hash):
            raise LogDamaged(
                f"{self.log.heads.name} names event {head.sequence} with hash {head.hash}, but "
                f"the events end with {tip.sequence} and {tip.hash}. "
                "Restore the log from a backup.",
                sequence=tip.sequence,
            )
        return head

    def _check_known(self, tip: Tip, head: Tip) -> None:
        beyond = [number for number in self.known if number > head.sequence]
        if beyond or self.known.get(tip.sequence, tip.hash) != tip.hash:
            raise LogDamaged(
                f"{self.log.events.name} {max(beyond, default=tip.sequence)} is not what it was "
                "when its hash was taken. Restore the log from a backup.",
                sequence=max(beyond, default=tip.sequence),
            )


class UpkeepPause(Struct, frozen=True):
    """Pause a log, or resume it."""

    log: LogItems[Any, Any]
    owner: tuple[Any, ...]
    reason: str | None

    def steps(self) -> Steps[Tip]:
        """Mark the head, which every append has to move."""
        log, heads = self.log, self.log.heads
        if not heads.has("paused"):
            raise OperationError(
                f"{heads.name} has no field 'paused'. Add it to the design: a StringField."
            )
        change = heads.field("paused").set(self.reason)
        try:
            head = yield from heads.update(self.owner, change).steps()
        except ConditionFailed:
            made = heads.make(self.owner, sequence=0, hash=NO_PREDECESSOR, paused=self.reason)
            head = yield from heads.create(made).steps()
        tip = log.as_tip(head)
        log.remember(self.owner, tip)
        return tip


class Restore(Struct, Generic[E], frozen=True):
    """Fill an empty log from a backup."""

    log: LogItems[E, Any]
    owner: tuple[Any, ...]
    events: Iterable[E]
    goes_on: bool

    def steps(self) -> Steps[Tip]:
        """Check every event against the one before, and write them some at a time."""
        log = self.log
        stored = yield from FindTip(log, self.owner).steps()
        if stored.sequence and not self.goes_on:
            raise OperationError(
                f"{log.heads.name}: the log has {stored.sequence} events. "
                "Restore into an empty one."
            )
        tip = stored if not stored.sequence else Tip()
        events = iter(self.events)
        while tip.sequence < stored.sequence:
            following = next(events, None)
            if following is None:
                break
            tip = log.check(following, tip)
        if (tip.sequence, tip.hash) != (stored.sequence, stored.hash):
            raise OperationError(
                f"{log.heads.name}: the log holds other events than the backup. "
                "Restore into an empty one."
            )
        tip = stored
        while batch := list(itertools.islice(events, _RESTORED_AT_ONCE)):
            tip = yield from self._write(batch, tip)
        log.remember(self.owner, tip)
        return tip

    def _write(self, batch: list[E], old: Tip) -> Steps[Tip]:
        log, new = self.log, old
        for event in batch:
            new = log.check(event, new)
        writes = [log.move(self.owner, old, new), *(log.events.create(one) for one in batch)]
        yield from log.heads.transaction(writes).steps()
        return new
