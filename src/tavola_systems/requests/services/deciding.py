"""Deciding: which of some requests win, are refused, or wait for others, by what is left.

While places remain, tickets that are sure win at once; a later one waits until all before it are
final, and takes what failures left. A vacant place goes to the next in order. Without any place all
are refused: whoever has one then has a lower ticket.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from tavola.operations.steps import Steps
from tavola_systems.requests.models import AsyncEventTable, Capacity, Request
from tavola_systems.requests.services.letters import Letters
from tavola_systems.requests.services.places import Places
from tavola_systems.requests.services.progress import ProgressKeeper

__all__ = ["Decider", "Verdict"]

# Three writes each, with a mail, and one for the places: a transaction takes a hundred.
_TOGETHER: Final = 30


class Verdict(Struct, frozen=True):
    """What becomes of some requests, in order of their tickets."""

    kind: Literal["sure", "next", "vacant", "refuse", "wait", "no event"]
    chosen: tuple[Request, ...] = ()
    blocker: Request | None = None
    """Who is waited for."""


class Decider:
    """Decides requests of an event."""

    def __init__(self, db: AsyncEventTable, *, by: str, letters: Letters | None = None) -> None:
        self._progress = ProgressKeeper(db)
        self.places = Places(db, self._progress, letters)
        self._by = by

    def judge(self, event_id: str, requests: Sequence[Request]) -> Steps[Verdict]:
        """Say which of some requests can be decided now, and how; passes vacant places on."""
        while True:
            places = yield from self.places.get(event_id)
            if places is None:
                return Verdict("no event", tuple(requests[:_TOGETHER]))
            if places.capacity_remaining:
                return (yield from self._among(places, requests))
            if not places.vacant:
                return Verdict("refuse", tuple(requests[:_TOGETHER]))
            following = yield from self.places.pass_on(event_id, by=self._by)
            if following is not None:
                own = [one for one in requests if one.request_id == following.request_id]
                return Verdict("vacant", tuple(own)) if own else Verdict("wait", (), following)

    def _among(self, places: Capacity, requests: Sequence[Request]) -> Steps[Verdict]:
        """Choose as many as there are places."""
        most = min(_TOGETHER, places.capacity_remaining)
        sure = [one for one in requests if (one.ticket or 0) <= places.sure_through]
        if sure:
            return Verdict("sure", tuple(sure[:most]))
        frontier = yield from self._progress.settle(places.event_id)
        expected = frontier.settled_through + 1
        chosen: list[Request] = []
        for one in requests:
            ticket = one.ticket or 0
            if ticket > expected or len(chosen) == most:
                break
            expected = max(expected, ticket + 1)
            chosen.append(one)
        return Verdict("next" if chosen else "wait", tuple(chosen), frontier.blocker)

    def carry_out(self, event_id: str, verdict: Verdict) -> Steps[bool]:
        """Write a verdict; False if somebody was faster, so that it has to be judged again."""
        chosen, by = verdict.chosen, self._by
        if verdict.kind == "refuse":
            return (yield from self.places.refuse(event_id, chosen, by=by))
        if verdict.kind == "vacant":
            return (yield from self.places.take_vacant(chosen[0], by=by))
        is_sure = verdict.kind == "sure"
        return (yield from self.places.win(event_id, chosen, by=by, are_sure=is_sure))
