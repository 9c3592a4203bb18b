"""Another number of places for a first-come event, while people apply and wait."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from tavola import Change
from tavola.errors import ConditionFailed, ItemMissing
from tavola.operations.write.operations import Write
from tavola.patterns.pieces.parts import part_of
from tavola_systems.requests.models import (
    AsyncEventTable,
    Capacity,
    TicketBlock,
    TicketCounter,
)
from tavola_systems.requests.rules import WrongState, check_capacity
from tavola_systems.requests.services.promises import Claims, claims_on

__all__ = ["CapacityChanges"]

_TRIES: Final = 8


class CapacityChanges:
    """Changes numbers of places."""

    def __init__(self, db: AsyncEventTable) -> None:
        self._db = db

    def change(self, event_id: str, total: int) -> Capacity:
        """Give an event more places, or take away some that nobody has or was promised."""
        check_capacity(total)
        for _ in range(_TRIES):
            given = _Given.of(self._db, event_id)
            places = self._read(event_id)
            more = total - places.capacity_total
            if more == 0:
                return places
            if more > 0:
                is_done = self._added(places, more)
            else:
                is_done = self._reduced(places, more, self._claims(places, total), given)
            if is_done:
                return self._db.capacity.get(event_id) or places
        raise WrongState(f"event {event_id}: others change it all the time. Try again.")

    def _read(self, event_id: str) -> Capacity:
        config, places = self._db.event_config.get(event_id), self._db.capacity.get(event_id)
        if config is None:
            raise ItemMissing(f"Event {event_id} does not exist.")
        if places is None or config.status not in {"DRAFT", "OPEN", "CLOSED"}:
            raise WrongState(
                f"event {event_id}: its number of places is fixed. Only first-come events that"
                " are not announced can change it."
            )
        return places

    def _claims(self, places: Capacity, total: int) -> Claims:
        """See who counts on places, and refuse to take those away."""
        event_id, left = places.event_id, places.capacity_remaining
        fewer = places.capacity_total - total
        if fewer > left:
            taken = places.capacity_total - left
            raise WrongState(
                f"event {event_id}: {taken} places are taken, so that there cannot be {total}."
            )
        progress = self._db.progress.get(event_id)
        claims = claims_on(self._db, places, progress.settled_through if progress else 0)
        if fewer > left - claims.needed:
            failed = claims.needed - claims.told
            others = f" and {failed} that failed may be queued again," if failed > 0 else ""
            raise WrongState(
                f"event {event_id}: {claims.told} requests that are not decided yet were told that"
                f" a place is theirs,{others} so that there cannot be {total}."
            )
        return claims

    def _added(self, places: Capacity, more: int) -> bool:
        return self._written(places, more, [Capacity.fields.vacant.add(more)])

    def _reduced(self, places: Capacity, more: int, claims: Claims, given: _Given) -> bool:
        """Write a reduction if nobody has won since, and nobody was promised a place since."""
        fields, left = Capacity.fields, places.capacity_remaining + more
        changes = [
            fields.capacity_remaining.add(more),
            fields.sure_through.set(claims.sure_with(left)),
        ]
        return self._written(places, more, changes, given.checks(self._db))

    def _written(
        self,
        places: Capacity,
        more: int,
        changes: Sequence[Change],
        checks: Sequence[Write[Any]] = (),
    ) -> bool:
        fields, event_id = Capacity.fields, places.event_id
        total = places.capacity_total + more
        condition = fields.capacity_total == places.capacity_total
        if more < 0:
            condition &= fields.capacity_remaining == places.capacity_remaining
        resize = self._db.capacity.plan.update(
            event_id, fields.capacity_total.set(total), *changes, condition=condition
        )
        try:
            with self._db.transaction() as tx:
                for write in (resize, *checks):
                    tx.add(write)
                tx.add(self._db.event_config.plan.update(event_id, capacity_total=total))
        except ConditionFailed:
            return False
        return True


class _Given(Struct, frozen=True):
    """Which tickets were given: the block that is used, and the last ticket of all blocks."""

    event_id: str
    reserved: int
    block: TicketBlock | None

    @classmethod
    def of(cls, db: AsyncEventTable, event_id: str) -> _Given:
        """Read it."""
        counter, blocks = db.ticket_counter.get(event_id), db.ticket_block
        last = blocks.first(
            blocks.plan.ticket_blocks(event_id=event_id, descending=True, consistent=True)
        )
        return cls(event_id, counter.last_ticket if counter else 0, last)

    def checks(self, db: AsyncEventTable) -> list[Write[Any]]:
        """Plan to find it as it was."""
        counter = part_of(db, TicketCounter)
        found: list[Write[Any]] = [
            counter.check((self.event_id,), TicketCounter.fields.last_ticket == self.reserved)
        ]
        if self.block is not None:
            key = (self.event_id, self.block.from_ticket)
            is_same = TicketBlock.fields.used == self.block.used
            found.append(part_of(db, TicketBlock).check(key, is_same))
        return found
