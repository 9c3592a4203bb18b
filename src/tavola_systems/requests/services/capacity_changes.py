"""Another number of places for a first-come event, while people apply and wait."""

from __future__ import annotations

from typing import Final

from tavola.errors import ConditionFailed, ItemMissing
from tavola_systems.requests.models import AsyncEventTable, Capacity, EventConfig
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
            config, places = self._read(event_id)
            more = total - places.capacity_total
            claims = self._claims(places, total) if more < 0 else Claims()
            if more == 0 or self._written(config, places, more, claims):
                return self._db.capacity.get(event_id) or places
        raise WrongState(f"event {event_id}: others change it all the time. Try again.")

    def _read(self, event_id: str) -> tuple[EventConfig, Capacity]:
        config, places = self._db.event_config.get(event_id), self._db.capacity.get(event_id)
        if config is None:
            raise ItemMissing(f"Event {event_id} does not exist.")
        if places is None or config.status not in {"DRAFT", "OPEN", "CLOSED"}:
            raise WrongState(
                f"event {event_id}: its number of places is fixed. Only first-come events that"
                " are not announced can change it."
            )
        return config, places

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

    def _written(self, config: EventConfig, places: Capacity, more: int, claims: Claims) -> bool:
        fields, left = Capacity.fields, places.capacity_remaining + more
        total = places.capacity_total + more
        changes = [fields.capacity_total.set(total)]
        condition = fields.capacity_total == places.capacity_total
        if more > 0:
            changes.append(fields.vacant.add(more))
        else:
            sure = fields.sure_through.set(claims.sure_with(left))
            changes += [fields.capacity_remaining.add(more), sure]
            # Nobody has won since, so that those who were counted are all who come before winners.
            condition &= fields.capacity_remaining == places.capacity_remaining
        try:
            with self._db.transaction() as tx:
                tx.add(
                    self._db.capacity.plan.update(config.event_id, *changes, condition=condition)
                )
                tx.add(self._db.event_config.plan.update(config.event_id, capacity_total=total))
        except ConditionFailed:
            return False
        return True
