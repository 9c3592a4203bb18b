"""Draws of lotteries: what was promised, the entries, the order. `draw_results` gives the results.

Each step can be repeated by anybody after a crash. Fixing and drawing first write their list under
its digest, which changes nothing, and then name it in the draw, on the condition that nobody did.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

from tavola.errors import ConditionFailed, ItemMissing, OperationError
from tavola_systems.requests.domain.draw import SEED_BYTES, draw, entries_digest, tidy_public_value
from tavola_systems.requests.domain.draw_files import (
    COMMITMENT,
    DRAW,
    ENTRIES,
    ENTRIES_LIST,
    ORDER,
    Files,
    draw_files,
    entries_files,
    with_sums,
)
from tavola_systems.requests.models import AsyncEventTable, Draw, EventConfig, Request
from tavola_systems.requests.rules import SHARDS, WrongState
from tavola_systems.requests.services.commitments import milliseconds, new_draw
from tavola_systems.requests.services.draw_lists import DrawLists
from tavola_systems.requests.services.events import EventService
from tavola_systems.requests.services.joined_writes import now_of

__all__ = ["DrawService"]


class DrawService:
    """The commands and queries of draws."""

    def __init__(
        self,
        db: AsyncEventTable,
        events: EventService,
        *,
        random: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        """`random` gives the seeds of draws after the first, which was promised at the opening."""
        self._db = db
        self._events = events
        self._lists = DrawLists(db)
        self._random = random

    def all(self, event_id: str) -> list[Draw]:
        """Return an event's draws; all but the last were abandoned."""
        return list(self._db.draw.draws(event_id=event_id, consistent=True).all())

    def find(self, event_id: str) -> Draw | None:
        """Return the draw that counts, or the last one that was abandoned."""
        draws = self._db.draw
        return draws.first(draws.plan.draws(event_id=event_id, consistent=True, descending=True))

    def get(self, event_id: str) -> Draw:
        """Return the draw that counts."""
        found = self.find(event_id)
        if found is None:
            raise ItemMissing(f"event {event_id}: nothing was promised for a draw.")
        return found

    def files(self, found: Draw) -> Files:
        """Return what is published of a draw so far."""
        files: Files = {COMMITMENT: found.commitment.encode()}
        if found.entries_file is not None:
            files[ENTRIES] = found.entries_file.encode()
            files[ENTRIES_LIST] = self._text(found.event_id, found.entries_sha256)
        if found.draw_file is not None:
            files[DRAW] = found.draw_file.encode()
            files[ORDER] = self._text(found.event_id, found.order_sha256)
        return with_sums(files)

    def place_of(self, event_id: str, request_id: str) -> int | None:
        """Return at which place a request was drawn, from 1; None if it was not."""
        found = self.find(event_id)
        if found is None or found.order_sha256 is None:
            return None
        order = self._lists.read(event_id, found.order_sha256)
        return order.index(request_id) + 1 if request_id in order else None

    def _text(self, event_id: str, digest: str | None) -> bytes:
        ids = self._lists.read(event_id, digest or "")
        return "".join(f"{one}\n" for one in ids).encode()

    def undispatched(self, event_id: str) -> tuple[int, int]:
        """Count the accepted requests that the queue has not got: waiting ones, and failed ones."""
        waiting = failed = 0
        outbox, lost = self._db.outbox_entry, self._db.failed_entry
        for shard in range(SHARDS):
            waiting += outbox.count(
                outbox.plan.outbox_entries(event_id=event_id, shard=shard, consistent=True)
            )
            failed += lost.count(
                lost.plan.failed_entries(event_id=event_id, shard=shard, consistent=True)
            )
        return waiting, failed

    def freeze(self, event_id: str) -> Draw:
        """Fix who takes part, once every accepted request is in the list."""
        self._events.close_if_over(event_id)
        config, found = self._events.get(event_id), self.get(event_id)
        if found.state != "COMMITTED":
            return found
        if config.status != "CLOSED":
            raise WrongState(f"event {event_id}: still takes requests. Its entries are not fixed.")
        waiting, failed = self.undispatched(event_id)
        if waiting or failed:
            raise WrongState(
                f"event {event_id}: {waiting + failed} accepted requests are not in the queue yet"
                f" ({failed} failed). They take part: wait, or queue the failed ones again."
            )
        entries = sorted(self._entries(event_id, _cutoff_of(config)))
        self._lists.keep(event_id, entries)
        now = now_of(self._db)
        files = entries_files(found.commitment.encode(), entries, milliseconds(now))
        return self._advance(
            found,
            state="FROZEN",
            entries_file=files[ENTRIES].decode(),
            entry_count=len(entries),
            entries_sha256=entries_digest(entries),
            frozen_at=now,
        )

    def _entries(self, event_id: str, cutoff: datetime) -> Iterator[str]:
        """Everybody who took part at the cutoff; read from the table, not an index.

        Whoever withdraws later stays an entry, and is passed over if drawn: else somebody who knows
        the public value could withdraw requests until the order is the one that they want.
        """
        runs = self._db.ticket_run.ticket_runs(event_id=event_id, consistent=True)
        for run in runs.all():
            for request in self._db.request.get_many(run.request_ids, consistent=True):
                if request is not None and _took_part(request, cutoff):
                    yield request.request_id

    def draw(self, event_id: str, public_value: str = "") -> Draw:
        """Draw the order. It happens once; the same value again changes nothing."""
        found = self.get(event_id)
        value = tidy_public_value(public_value)
        if found.state in {"DRAWN", "SETTLED"} and (found.public_value or "") == value:
            return found
        if found.state != "FROZEN":
            raise WrongState(
                f"event {event_id}: its draw is {found.state}. Only fixed entries are drawn, once."
            )
        if bool(value) != bool(found.public_source):
            raise OperationError(
                "public_value: give the value that was promised, as it was published."
                if found.public_source
                else "public_value: none was promised, so that none can count. Leave it out."
            )
        if found.public_source:
            self._check_after_cutoff(event_id)
        entries = self._lists.read(event_id, found.entries_sha256 or "")
        drawn = draw(bytes.fromhex(found.seed), entries, value, found.places)
        digest = self._lists.keep(event_id, drawn.order)
        now = now_of(self._db)
        files = draw_files(self.files(found), bytes.fromhex(found.seed), value, milliseconds(now))
        return self._advance(
            found,
            state="DRAWN",
            draw_file=files[DRAW].decode(),
            order_sha256=digest,
            public_value=value or None,
            drawn_at=now,
        )

    def _check_after_cutoff(self, event_id: str) -> None:
        """A value that was known before the cutoff is not the one that was promised."""
        ends_at = self._events.get(event_id).ends_at
        if ends_at is not None and ends_at > now_of(self._db):
            raise WrongState(
                f"event {event_id}: its public value exists only after the cutoff, which is at"
                f" {ends_at.isoformat(timespec='seconds')}. Draw it then, also if it was closed"
                " earlier."
            )

    def abandon(self, event_id: str, reason: str, by: str) -> Draw:
        """Give a draw up before it is drawn, and promise a new one; the old one stays visible."""
        found, config = self.get(event_id), self._events.get(event_id)
        why = " ".join(reason.split())
        if not 0 < len(why) <= 300 or not why.isprintable():
            raise OperationError("reason: say in 1 to 300 characters why; everybody can read it.")
        now = now_of(self._db)
        following = new_draw(config, found.attempt + 1, self._random(SEED_BYTES), now)
        given: dict[str, Any] = {"abandoned_at": now, "abandoned_by": by, "abandoned_reason": why}
        fields = Draw.fields
        try:
            with self._db.transaction() as tx:
                tx.add(
                    self._db.draw.plan.update(
                        event_id,
                        found.attempt,
                        fields.state.set("ABANDONED"),
                        condition=fields.state.is_in(("COMMITTED", "FROZEN")),
                        **given,
                    )
                )
                tx.create(following)
        except ConditionFailed:
            raise WrongState(
                f"event {event_id}: its draw is {self.get(event_id).state}. What is drawn stays."
            ) from None
        return self.get(event_id)

    def _advance(self, found: Draw, **values: Any) -> Draw:
        """Change a draw, unless somebody else was faster: then theirs holds."""
        condition = Draw.fields.state == found.state
        try:
            return self._db.draw.update(
                found.event_id, found.attempt, condition=condition, **values
            )
        except ConditionFailed:
            return self.get(found.event_id)


def _cutoff_of(config: EventConfig) -> datetime:
    """When a lottery stopped to take requests: at its cutoff, or before if somebody closed it."""
    return min(one for one in (config.ends_at, config.closed_at) if one is not None)


def _took_part(request: Request, cutoff: datetime) -> bool:
    if request.status in {"QUEUED", "PROCESSING"}:
        return True
    ended = request.finished_at
    return request.result_code == "REJECTED_WITHDRAWN" and ended is not None and ended >= cutoff
