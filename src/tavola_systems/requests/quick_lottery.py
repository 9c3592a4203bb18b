"""The demonstration's lottery: 300 applicants at once, a cutoff in half a minute, and its draw.

Only stores with sample data have it. Nobody waits there for the numbers of a city's lottery, so
dice are thrown in their place; the page of the draw says so.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Final

from tavola_systems.platform.system import Services
from tavola_systems.requests.desk import Desk, desk_of
from tavola_systems.requests.rules import WrongState
from tavola_systems.requests.services.events import NewEvent
from tavola_systems.requests.services.intake import MOST_TOGETHER, Applicant
from tavola_systems.requests.services.joined_writes import now_of

__all__ = ["QuickDraws", "begin_lottery"]

APPLICANTS: Final = 300
PLACES: Final = 20
SECONDS: Final = 30
_PREFIX: Final = "balloon-rides-"
_DICE: Final = 6
_TEXT: Final = """\
Sunrise over the river, in a basket for four. 300 people have applied already. Apply before the
cutoff: everybody has the same chance, and the draw can be checked in this page."""


def begin_lottery(services: Services) -> str:
    """Open a lottery that many have applied to; return where a visitor applies."""
    desk = desk_of(services)
    event_id = f"{_PREFIX}{secrets.token_hex(4)}"
    desk.events.create(
        NewEvent(
            event_id,
            "Balloon rides at sunrise",
            "LOTTERY",
            PLACES,
            description=_TEXT,
            # The applicants come before the visitor sees the countdown.
            ends_at=now_of(desk.db) + timedelta(seconds=SECONDS + 2),
            public_source="Six dice, thrown by the demonstration after the cutoff",
        )
    )
    desk.events.open(event_id)
    config = desk.events.get(event_id)
    guests = [Applicant(f"guest-{number:03d}") for number in range(1, APPLICANTS + 1)]
    for first in range(0, APPLICANTS, MOST_TOGETHER):
        some = guests[first : first + MOST_TOGETHER]
        desk.db.run(desk.intake.accept_all(config, some))
    return f"/events/{event_id}"


class QuickDraws:
    """Draws the demonstration's lotteries once they are over, as an operator would."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def step(self) -> int:
        """Fix the entries or draw, where it is time; say how many lotteries went on."""
        active = [one for one in self._desk.events.active() if one.startswith(_PREFIX)]
        return sum(self._go_on(one) for one in active)

    def _go_on(self, event_id: str) -> int:
        config, draw = self._desk.events.get(event_id), self._desk.draws.get(event_id)
        if config.ends_at is None or config.ends_at > now_of(self._desk.db):
            return 0
        if draw.state == "COMMITTED":
            try:
                self._desk.draws.freeze(event_id)
            except WrongState:  # Some of the requests are not in the queue yet.
                return 0
        elif draw.state == "FROZEN":
            thrown = " ".join(str(secrets.randbelow(6) + 1) for _ in range(_DICE))
            self._desk.draws.draw(event_id, thrown)
        else:
            return 0
        return 1
