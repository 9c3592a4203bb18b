"""Events: create, open, pause, prolong, close, announce, and another number of places.

Intake asks a gate, one of several copies of whether the event takes requests. Every change of that
writes the config and all gates in one transaction, on the condition that nobody else changed it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct

from tavola.errors import AlreadyExists, ConditionFailed, ItemMissing, OperationError
from tavola.operations.write.operations import Write
from tavola.table import Page
from tavola_systems.requests.domain.draw import SEED_BYTES
from tavola_systems.requests.models import (
    AsyncEventTable,
    Capacity,
    Draw,
    EventConfig,
    EventEntry,
    Gate,
    Progress,
    TicketCounter,
)
from tavola_systems.requests.rules import (
    SHARDS,
    AdmissionKind,
    EventType,
    WrongState,
    check_capacity,
    check_event_id,
    check_title,
)
from tavola_systems.requests.services.capacity_changes import CapacityChanges
from tavola_systems.requests.services.commitments import check_source, new_draw
from tavola_systems.requests.services.joined_writes import now_of
from tavola_systems.requests.services.request_lookup import count_undecided

__all__ = ["EventService", "NewEvent"]

_ALL = "ALL"
_TRIES = 8


class NewEvent(Struct, frozen=True):
    """What an event is made of."""

    event_id: str
    title: str
    event_type: EventType
    capacity: int
    description: str | None = None
    admission: AdmissionKind = "ANYBODY"
    opens_at: datetime | None = None
    ends_at: datetime | None = None
    public_source: str | None = None
    """Lotteries only: which public value will count; it exists only after the cutoff."""


class EventService:
    """The commands and queries of events."""

    def __init__(
        self, db: AsyncEventTable, random: Callable[[int], bytes] = secrets.token_bytes
    ) -> None:
        """`random` gives the seeds of lotteries."""
        self._db = db
        self._random = random

    def create(self, new: NewEvent) -> EventConfig:
        """Create an event, which takes no requests yet."""
        self._check(new)
        config = EventConfig(
            event_id=new.event_id,
            title=check_title(new.title),
            description=new.description,
            event_type=new.event_type,
            status="DRAFT",
            is_paused=False,
            capacity_total=new.capacity,
            admission=new.admission,
            opens_at=new.opens_at,
            ends_at=new.ends_at,
            lottery_cutoff_at=new.ends_at if new.event_type == "LOTTERY" else None,
            public_source=check_source(new.public_source, new.event_type),
        )
        try:
            with self._db.transaction() as tx:
                tx.create(config)
                for part in _parts_of(config):
                    tx.create(part)
        except AlreadyExists:
            raise WrongState(f"Event {new.event_id} exists already. Choose another id.") from None
        return self.get(new.event_id)

    def _check(self, new: NewEvent) -> None:
        check_event_id(new.event_id)
        check_capacity(new.capacity)
        if new.event_type == "LOTTERY" and new.ends_at is None:
            raise OperationError("ends_at: a lottery needs a cutoff. Say when intake ends.")
        if new.ends_at and new.ends_at <= (new.opens_at or now_of(self._db)):
            raise OperationError("ends_at: it is not after the opening. Choose a later time.")

    def find(self, event_id: str) -> EventConfig | None:
        """Return an event, if there is one."""
        return self._db.event_config.get(event_id)

    def get(self, event_id: str) -> EventConfig:
        """Return an event."""
        found = self.find(event_id)
        if found is None:
            raise ItemMissing(f"Event {event_id} does not exist.")
        return found

    def capacity(self, event_id: str) -> Capacity | None:
        """Return an event's places; lotteries have none."""
        return self._db.capacity.get(event_id)

    def progress(self, event_id: str) -> Progress:
        """Return how far an event is worked off."""
        found = self._db.progress.get(event_id)
        if found is None:
            raise ItemMissing(f"Event {event_id} does not exist.")
        return found

    def all(self, *, limit: int = 50, cursor: str | None = None) -> Page[EventEntry]:
        """List the events by id."""
        return self._db.event_entry.all_events(directory=_ALL, limit=limit, cursor=cursor)

    def active(self) -> Iterator[str]:
        """Yield the ids of the events that dispatchers look after."""
        for entry in self._db.event_entry.all_events(directory=_ALL).all():
            if entry.is_active:
                yield entry.event_id

    def phase(self, config: EventConfig) -> str | None:
        """Say what a lottery's page shows; None for events without one."""
        if config.event_type != "LOTTERY":
            return None
        if config.status == "ANNOUNCED":
            return "ANNOUNCED"
        is_over = config.ends_at is not None and config.ends_at <= now_of(self._db)
        return "DRAWING" if config.status == "CLOSED" or is_over else "COLLECTING"

    def takes_requests(self, config: EventConfig) -> bool:
        """Say whether somebody may apply now; intake itself asks a gate."""
        now = now_of(self._db)
        has_begun = config.opens_at is None or config.opens_at <= now
        is_over = config.ends_at is not None and config.ends_at <= now
        return config.status == "OPEN" and not config.is_paused and has_begun and not is_over

    def open(self, event_id: str) -> EventConfig:
        """Take requests, from `opens_at` on if one is set. Opening twice changes nothing.

        A lottery commits to its seed in the same transaction: nobody applies before that.
        """
        return self._change(
            event_id, "open", {"DRAFT"}, {"OPEN"}, also=self._promised, status="OPEN"
        )

    def _promised(self, config: EventConfig) -> list[Draw]:
        """What is written with the opening; it is refused where nobody could apply any more."""
        now = now_of(self._db)
        if config.ends_at is not None and config.ends_at <= now:
            raise WrongState(
                f"Event {config.event_id} was to end at"
                f" {config.ends_at.isoformat(timespec='seconds')}, which is over, so that it cannot"
                " open. Choose another end, or create another event."
            )
        if config.event_type != "LOTTERY":
            return []
        return [new_draw(config, 1, self._random(SEED_BYTES), now)]

    def pause(self, event_id: str) -> EventConfig:
        """Take no requests for a while; those that are there are worked off."""
        return self._change(event_id, "pause", {"OPEN"}, set(), is_paused=True)

    def resume(self, event_id: str) -> EventConfig:
        """Take requests again."""
        return self._change(event_id, "resume", {"OPEN"}, set(), is_paused=False)

    def prolong(self, event_id: str, ends_at: datetime) -> EventConfig:
        """Let intake end at another time, while it goes on."""
        if ends_at <= now_of(self._db):
            raise OperationError("ends_at: it is over. Close the event instead.")
        cutoff: dict[str, Any] = {}
        config = self.get(event_id)
        if config.opens_at is not None and ends_at <= config.opens_at:
            raise OperationError("ends_at: it is not after the opening. Choose a later time.")
        if config.event_type == "LOTTERY":
            cutoff["lottery_cutoff_at"] = ends_at
            if config.status != "DRAFT":
                raise WrongState(
                    f"event {event_id}: its cutoff was promised when it opened, since the public"
                    " value must not be known before. It cannot change any more."
                )
        states = {"DRAFT", "OPEN"}
        return self._change(event_id, "prolong", states, set(), ends_at=ends_at, **cutoff)

    def close(self, event_id: str) -> EventConfig:
        """Take no more requests, for good. Closing twice changes nothing."""
        now = now_of(self._db)
        states = {"OPEN"}
        return self._change(event_id, "close", states, {"CLOSED"}, status="CLOSED", closed_at=now)

    def watch(self, event_id: str) -> bool:
        """Close an event whose time is over; say whether it takes requests, or may soon."""
        config = self.find(event_id)
        if config is None or config.status != "OPEN":
            return False
        if config.ends_at is None or config.ends_at > now_of(self._db):
            return True
        self.close(event_id)
        return False

    def close_if_over(self, event_id: str) -> bool:
        """Close an event whose time is over; say whether it was."""
        was_open = self.get(event_id).status == "OPEN"
        return was_open and not self.watch(event_id)

    def announce(self, event_id: str) -> EventConfig:
        """Say that all results are out. Announcing twice changes nothing."""
        if self.get(event_id).event_type == "LOTTERY":
            self._check_drawn(event_id)
        elif self.get(event_id).status == "CLOSED":
            self._check_decided(event_id)
        now = now_of(self._db)
        states = {"CLOSED"}
        return self._change(
            event_id, "announce", states, {"ANNOUNCED"}, status="ANNOUNCED", announced_at=now
        )

    def _check_decided(self, event_id: str) -> None:
        """Refuse to announce results while some are open; an event that is closed gets no more."""
        undecided = count_undecided(self._db, event_id)
        if undecided:
            raise WrongState(
                f"Event {event_id} has requests without a result: {undecided} undecided."
                " Announce it when they are decided."
            )

    def _check_drawn(self, event_id: str) -> None:
        """Refuse to announce a lottery before everybody in it has a result."""
        draws = self._db.draw
        last = draws.first(draws.plan.draws(event_id=event_id, consistent=True, descending=True))
        is_drawn = last is not None and last.state in {"DRAWN", "SETTLED"}
        if last is None or not is_drawn or last.decided < (last.entry_count or 0):
            raise WrongState(
                f"Event {event_id} is a lottery whose results are not out. Draw it first;"
                " it is announced when everybody has a result."
            )

    def _change(
        self,
        event_id: str,
        verb: str,
        sources: set[str],
        done: set[str],
        *,
        also: Callable[[EventConfig], Sequence[Draw]] = lambda _: (),
        **values: Any,
    ) -> EventConfig:
        """Change the config and all gates, if the event is in one of these states."""
        for _ in range(_TRIES):
            config = self.get(event_id)
            if config.status in done:
                return config
            if config.status not in sources:
                raise WrongState(
                    f"Event {event_id} is {config.status}, so that it cannot {verb}."
                    f" That takes {' or '.join(sorted(sources))}."
                )
            revision = config.revision or 0
            for name, value in values.items():
                setattr(config, name, value)
            if self._written(config, revision, also(config)):
                return self.get(event_id)
        raise WrongState(f"event {event_id}: others change it all the time. Try again.")

    def _written(self, config: EventConfig, revision: int, new: Sequence[Draw]) -> bool:
        known = EventConfig.fields.revision == revision
        if not revision:
            known |= EventConfig.fields.revision.is_missing()
        config.revision = revision + 1
        try:
            with self._db.transaction() as tx:
                tx.save(config, condition=known)
                for write in self._gate_writes(config):
                    tx.add(write)
                for draw in new:
                    tx.create(draw)
        except ConditionFailed:
            return False
        return True

    def _gate_writes(self, config: EventConfig) -> Iterator[Write[Any]]:
        is_open = config.status == "OPEN" and not config.is_paused
        for shard in range(SHARDS):
            yield self._db.gate.plan.update(
                config.event_id,
                shard,
                is_open=is_open,
                opens_at=config.opens_at,
                ends_at=config.ends_at,
            )

    def change_capacity(self, event_id: str, total: int) -> Capacity:
        """Change the number of places of a first-come event, while it is open.

        More places go to those who were refused, in order; so they are vacant first. Fewer are
        possible as long as they are free and no ticket that waits was told that one of them is its
        own.
        """
        return CapacityChanges(self._db).change(event_id, total)


def _parts_of(config: EventConfig) -> Iterator[Any]:
    """The items that an event has from the beginning."""
    event_id, total = config.event_id, config.capacity_total
    yield EventEntry(
        directory=_ALL, event_id=event_id, title=config.title, event_type=config.event_type
    )
    yield Progress(event_id=event_id, settled_through=0, passed_through=0)
    yield TicketCounter(event_id=event_id, last_ticket=0)
    if config.event_type == "FIRST_COME":
        yield Capacity(
            event_id=event_id,
            capacity_total=total,
            capacity_remaining=total,
            sure_through=total,
            vacant=0,
            refusals=0,
        )
    for shard in range(SHARDS):
        yield Gate(
            event_id=event_id,
            shard=shard,
            is_open=False,
            opens_at=config.opens_at,
            ends_at=config.ends_at,
        )
