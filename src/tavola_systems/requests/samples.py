"""Sample data: a concert that was full within the hour, lotteries drawn and open, and what comes.

It is made by the same services as real data, with a clock that begins some hours ago.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from random import Random
from typing import Final

from msgspec import Struct

from tavola_systems.platform.system import Progress, Services
from tavola_systems.requests.desk import Desk, open_desk
from tavola_systems.requests.models import AsyncEventTable
from tavola_systems.requests.queue_models import RequestQueue
from tavola_systems.requests.queues.table_queue import EmbeddedQueue
from tavola_systems.requests.services.dispatching import Dispatcher
from tavola_systems.requests.services.events import NewEvent
from tavola_systems.requests.services.intake import Applicant
from tavola_systems.requests.services.joined_writes import Doing
from tavola_systems.requests.services.progress import ProgressKeeper
from tavola_systems.requests.services.working import RequestWorker

__all__ = ["seed"]

_FIRST: Final = (
    *("Aino", "Bela", "Chiara", "Dmitri", "Elif", "Femi", "Greta", "Hiro", "Ines", "Jonas"),
    *("Kaya", "Luis", "Mara", "Nils", "Oona"),
)
_LAST: Final = (
    *("Abe", "Bauer", "Costa", "Dahl", "Egger", "Fontana", "Gruber", "Hansen", "Ivanov"),
    "Jensen",
)
_CONCERT: Final = """\
An evening on the quay with the harbour orchestra. Bring a cushion; the steps are stone.
Doors open at seven. Children on a lap need no place."""
_GARDEN: Final = """\
Twelve plots of 40 square metres by the old mill, for five years, with water and a shed.
All who apply before the cutoff have the same chance."""
_HOURS: Final = 3
_GUESTS: Final = 150


class _Clock:
    """A time that begins in the past and moves when it is told to."""

    def __init__(self, now: float) -> None:
        self.now = now

    def __call__(self) -> float:
        self.now += 0.001
        return self.now


class _Stage(Struct, frozen=True):
    """The services, with a clock that can be moved."""

    desk: Desk
    clock: _Clock
    dispatcher: Dispatcher
    worker: RequestWorker

    def apply(self, event_id: str, guests: Sequence[str]) -> None:
        config = self.desk.events.get(event_id)
        for guest in guests:
            self.desk.db.run(self.desk.intake.accept(config, Applicant(guest)))

    def work(self, event_id: str, queue_seconds: float, decide_seconds: float) -> None:
        """Give tickets, and let a worker decide a little later."""
        self.clock.now += queue_seconds
        self.desk.db.run(Doing(lambda: self.dispatcher.look_after(event_id)))
        self.clock.now += decide_seconds
        while self.desk.db.run(Doing(self.worker.work)):
            pass


def seed(services: Services, progress: Progress) -> None:
    """Write the sample data."""
    stage = _stage(services)
    guests = _guests(services)
    progress(1, 5)
    _concert(stage, guests)
    progress(2, 5)
    _garden(stage, guests)
    progress(3, 5)
    stage.clock.now = max(stage.clock.now, services.clock())
    _museum(stage, guests)
    progress(4, 5)
    _coming(stage)
    progress(5, 5)


def _stage(services: Services) -> _Stage:
    clock = _Clock(services.clock() - _HOURS * 3600)
    own, messages = services.table(AsyncEventTable), services.table(RequestQueue)
    # The tables are there: named like this, nothing is looked at or changed when they are opened.
    past = AsyncEventTable.open(
        f"dynamodb://eu-west-1/{own.table_name}", store=own.store, clock=clock
    )
    waiting = RequestQueue.open(
        f"dynamodb://eu-west-1/{messages.table_name}", store=messages.store, clock=clock
    )
    queue = EmbeddedQueue(waiting)
    dispatcher = Dispatcher(past, queue, holder="samples")
    return _Stage(open_desk(past), clock, dispatcher, RequestWorker(past, queue, name="samples"))


def _guests(services: Services) -> list[str]:
    """Alan, who shows the demonstration to applicants, and people without passwords."""
    users = services.shared.users
    alan = users.find_or_create("alan@example.com", "Alan Turing").user_id
    users.confirm(alan)
    names = [f"{first} {last}" for last in _LAST for first in _FIRST]
    found = [
        users.find_or_create(f"{name.replace(' ', '.').lower()}@example.com", name).user_id
        for name in names[:_GUESTS]
    ]
    return [*found[:20], alan, *found[20:]]


def _concert(stage: _Stage, guests: Sequence[str]) -> None:
    """First come: a rush at the opening, then fewer and fewer."""
    stage.desk.events.create(
        NewEvent("harbour-concert", "Harbour concert", "FIRST_COME", 90, description=_CONCERT)
    )
    stage.desk.events.open("harbour-concert")
    random, left = Random(20), list(guests)  # noqa: S311 - nothing depends on it
    rush = 34
    while left:
        minute = stage.clock.now
        some, left = left[:rush], left[rush:]
        stage.apply("harbour-concert", some)
        stage.work("harbour-concert", 0.05, 0.1 * random.random() + len(some) * 0.06)
        stage.clock.now = minute + 60
        rush = max(2, round(rush * 0.82))
    keeper = ProgressKeeper(stage.desk.db)
    settled = stage.desk.db.run(Doing(lambda: keeper.settle("harbour-concert"))).settled_through
    stage.desk.counts.catch_up("harbour-concert", settled)


def _garden(stage: _Stage, guests: Sequence[str]) -> None:
    """A lottery that was drawn."""
    cutoff = stage.desk.db.now() + timedelta(minutes=50)
    stage.desk.events.create(
        NewEvent(
            "garden-plots",
            "Garden plots by the old mill",
            "LOTTERY",
            12,
            description=_GARDEN,
            ends_at=cutoff,
            public_source="The six numbers of the city lottery, first draw after the cutoff",
        )
    )
    stage.desk.events.open("garden-plots")
    stage.apply("garden-plots", guests[:85])
    stage.work("garden-plots", 0.2, 0)
    stage.clock.now += 3600
    stage.desk.draws.freeze("garden-plots")
    stage.clock.now += 600
    stage.desk.draws.draw("garden-plots", "4 11 17 23 38 41")
    stage.desk.results.finish("garden-plots")


def _museum(stage: _Stage, guests: Sequence[str]) -> None:
    """A lottery that takes requests."""
    stage.desk.events.create(
        NewEvent(
            "museum-night",
            "Night at the museum",
            "LOTTERY",
            25,
            description="Sleep under the whale. For families with children from six to twelve.",
            ends_at=stage.desk.db.now() + timedelta(days=3),
            public_source="The six numbers of the city lottery, first draw after the cutoff",
        )
    )
    stage.desk.events.open("museum-night")
    stage.apply("museum-night", guests[21:58])
    stage.work("museum-night", 0.1, 0)


def _coming(stage: _Stage) -> None:
    events, now = stage.desk.events, stage.desk.db.now()
    events.create(
        NewEvent(
            "repair-cafe",
            "Repair café: bring your bicycle",
            "FIRST_COME",
            30,
            description="A stand, tools and somebody who knows how. One hour each.",
            ends_at=now + timedelta(days=12),
        )
    )
    events.open("repair-cafe")
    events.create(
        NewEvent(
            "city-run",
            "City run, starting numbers",
            "FIRST_COME",
            500,
            opens_at=now + timedelta(days=2),
            ends_at=now + timedelta(days=9),
        )
    )
    events.open("city-run")
    events.create(NewEvent("winter-camp", "Winter camp", "FIRST_COME", 40))
