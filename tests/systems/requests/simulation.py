"""Applicants, dispatchers and workers at once, request by request, in an order drawn by a seed.

Whoever is on turn sends one request to the store. Some die between two requests, and a new one
comes in their place; some answers are lost. What must hold at the end is checked on stored items.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Protocol

from tavola.errors import OutcomeUnknown, StoreError
from tavola.operations.steps import Request as StoreRequest
from tavola.operations.steps import Steps
from tavola.operations.write.operations import Write
from tavola_systems.requests.desk import Desk, open_desk
from tavola_systems.requests.models import AsyncEventTable, Request
from tavola_systems.requests.queue_models import RequestQueue
from tavola_systems.requests.queues.interface import QueueFailed, WorkQueue
from tavola_systems.requests.queues.table_queue import EmbeddedQueue
from tavola_systems.requests.rules import WrongState
from tavola_systems.requests.services.dispatching import Dispatcher
from tavola_systems.requests.services.events import NewEvent
from tavola_systems.requests.services.intake import Applicant
from tavola_systems.requests.services.joined_writes import Doing
from tavola_systems.requests.services.working import RequestWorker, WorkerSettings
from tests.systems.conftest import TickingClock

MOST_TURNS = 500_000
FINAL = {"SUCCEEDED", "REJECTED", "FAILED_FINAL"}


class MovableClock(Protocol):
    """A clock that tests set."""

    now: float

    def __call__(self) -> float: ...


@dataclass
class World:
    """A desk with its queue, and the clock that both go by."""

    desk: Desk
    messages: RequestQueue
    clock: MovableClock
    other_queue: WorkQueue | None = None

    @property
    def db(self) -> AsyncEventTable:
        return self.desk.db

    @property
    def queue(self) -> WorkQueue:
        return self.other_queue or EmbeddedQueue(self.messages)

    def run(self, make: Callable[[], Steps[Any]]) -> Any:
        """Run steps undisturbed."""
        return self.db.run(Doing(make))

    def opened(self, event_id: str = "bicycles", capacity: int = 3) -> str:
        self.desk.events.create(NewEvent(event_id, "Ten bicycles", "FIRST_COME", capacity))
        self.desk.events.open(event_id)
        return event_id

    def apply(self, event_id: str, *users: str) -> list[str]:
        """Let users apply one after another; returns their requests' ids."""
        config = self.desk.events.get(event_id)
        plans = [self.desk.intake.accept(config, Applicant(user)) for user in users]
        return [self.db.run(plan).request_id for plan in plans]

    def dispatcher(self, holder: str = "dispatcher", **more: Any) -> Dispatcher:
        return Dispatcher(self.db, self.queue, holder=holder, **more)

    def worker(self, name: str = "worker", **more: Any) -> RequestWorker:
        return RequestWorker(self.db, self.queue, name=name, **more)

    def dispatched(self, event_id: str, **more: Any) -> int:
        dispatcher = self.dispatcher(**more)
        found: int = self.run(lambda: dispatcher.dispatch(event_id))
        return found

    def worked(self, **more: Any) -> int:
        """Let one worker work until nothing is left that it can do."""
        worker, done = self.worker(**more), 0
        while found := self.run(worker.work):
            done += found
        return done

    def requests(self, ids: Sequence[str]) -> list[Request]:
        found = self.db.request.get_many(ids)
        return [one for one in found if one is not None]

    def statuses(self, ids: Sequence[str]) -> list[str]:
        return [one.status for one in self.requests(ids)]


@contextmanager
def open_world() -> Generator[World]:
    """A world in memory."""
    clock = TickingClock()
    with AsyncEventTable.open("memory:", clock=clock) as db:
        messages = RequestQueue.open("memory:", store=db.store, clock=clock)
        yield World(open_desk(db), messages, clock)


class BrokenQueue(EmbeddedQueue):
    """A queue elsewhere that accepts nothing."""

    def joining(self, bodies: Sequence[str]) -> Sequence[Write[Any]]:
        return ()

    def send(self, bodies: Sequence[str]) -> Steps[None]:
        raise QueueFailed("queue: nobody answers")


@dataclass
class Player:
    """Somebody who does one thing after another, request by request."""

    make: Callable[[], Steps[Any]]
    steps: Any = None
    pending: Any = None
    results: list[Any] = field(default_factory=list[Any])

    def turn(self, world: World, *, answer_is_lost: bool) -> None:
        """Send one request."""
        if self.steps is None:
            self.steps = self.make()
            self._go(self.steps.send, None)
            return
        try:
            answer = self._send(world)
        except StoreError as refusal:
            self._go(self.steps.throw, refusal)
            return
        if answer_is_lost:
            self._go(self.steps.throw, OutcomeUnknown("the answer is lost"))
        else:
            self._go(self.steps.send, answer)

    def _send(self, world: World) -> Any:
        step = self.pending
        if isinstance(step, StoreRequest):
            return world.db.store.execute(step.action, step.body)
        return world.db.store.execute_all([(one.action, one.body) for one in step])

    def _go(self, go: Callable[[Any], Any], answer: Any) -> None:
        try:
            step = go(answer)
            while not isinstance(step, StoreRequest | tuple):
                step = self.steps.send(None)
            self.pending = step
        except StopIteration as done:
            self.results.append(done.value)
            self.steps = None
        except StoreError:
            self.steps = None


@dataclass
class Crowd:
    """What one run of the simulation is."""

    seed: int
    users: int = 30
    capacity: int = 7
    deaths: float = 0.02
    losses: float = 0.01
    dispatchers: int = 2
    workers: int = 3
    block: int = 8
    messages: int = 4
    withdrawals: int = 0
    more_places: int = 0

    def play(self, world: World, event_id: str) -> None:
        """Let everybody act in an order that the seed draws, until all is final."""
        rng = random.Random(self.seed)
        names = count()
        applying = [self._applicant(world, event_id, f"user-{n}") for n in range(self.users)]
        applying += rng.sample(applying, self.users // 3)  # some ask twice
        applying += [self._group(world, event_id, rng) for _ in range(self.users // 6)]
        applying += [self._withdrawer(world, event_id, rng) for _ in range(self.withdrawals)]
        rng.shuffle(applying)
        staff = [self._dispatcher(world, event_id, names) for _ in range(self.dispatchers)]
        staff += [self._worker(world, names) for _ in range(self.workers)]
        active: list[Player] = []
        for turn in range(MOST_TURNS):
            if applying and rng.random() < 0.2:
                active.append(Player(applying.pop()))
            number = rng.randrange(len(staff) + len(active))
            if number < len(staff):
                self._staff_turn(world, rng, staff, number)
            else:
                player = active[number - len(staff)]
                player.turn(world, answer_is_lost=rng.random() < self.losses)
                if player.steps is None:
                    active.remove(player)
            if self.more_places and rng.random() < 0.002:
                total = world.desk.events.get(event_id).capacity_total
                world.desk.events.change_capacity(event_id, total + 1)
                self.more_places -= 1
            if rng.random() < 0.01:
                world.clock.now += rng.choice([1, 5, 40, -3])
            if turn % 50 == 0 and not applying and not active and self._is_over(world, event_id):
                return
        raise AssertionError(f"seed {self.seed}: never ends")

    def _staff_turn(self, world: World, rng: random.Random, staff: list[Any], number: int) -> None:
        role, player, renew = staff[number]
        if rng.random() < self.deaths:
            staff[number] = (role, Player(renew()), renew)
            return
        player.turn(world, answer_is_lost=rng.random() < self.losses)

    def _applicant(self, world: World, event_id: str, user: str) -> Callable[[], Steps[Any]]:
        config = world.desk.events.get(event_id)
        return lambda: world.desk.intake.accept(config, Applicant(user)).steps()

    def _group(self, world: World, event_id: str, rng: random.Random) -> Callable[[], Steps[Any]]:
        """Some who come at one time, one of them twice."""
        config = world.desk.events.get(event_id)
        chosen = [f"user-{rng.randrange(self.users)}" for _ in range(5)]
        applicants = [Applicant(user) for user in (*chosen, chosen[0])]
        return lambda: world.desk.intake.accept_all(config, applicants).steps()

    def _withdrawer(self, world: World, event_id: str, rng: random.Random) -> Any:
        """Somebody who gives a request back, whatever has become of it."""

        def withdraw() -> Steps[None]:
            request_id = locked(world, event_id, f"user-{rng.randrange(self.users)}")
            if request_id is None:
                return
            with suppress(WrongState):
                yield from world.desk.giving_back.withdraw(request_id, by="user")

        return withdraw

    def _dispatcher(self, world: World, event_id: str, names: Iterator[int]) -> Any:
        def renew() -> Callable[[], Steps[Any]]:
            one = world.dispatcher(f"d{next(names)}", block=self.block)
            return lambda: one.look_after(event_id)

        return ("dispatcher", Player(renew()), renew)

    def _worker(self, world: World, names: Iterator[int]) -> Any:
        settings = WorkerSettings(messages=self.messages, attempts=50)

        def renew() -> Callable[[], Steps[Any]]:
            return world.worker(f"w{next(names)}", settings=settings).work

        return ("worker", Player(renew()), renew)

    def _is_over(self, world: World, event_id: str) -> bool:
        places = world.desk.events.capacity(event_id)
        if self.more_places or places is None or places.vacant:
            return False
        if world.db.run(world.desk.outbox.waiting(event_id, limit=1)):
            return False
        ids = [locked(world, event_id, f"user-{n}") for n in range(self.users)]
        requests = world.requests([one for one in ids if one])
        return all(one.status in FINAL for one in requests)


def locked(world: World, event_id: str, user: str) -> str | None:
    return world.desk.intake.find(event_id, user)
