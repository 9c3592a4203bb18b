"""Several clients on one table, one request at a time, in an order that a test chooses.

Operations are generators of requests, so the order of all requests is the whole of concurrency,
and every run can be repeated. The outcome of a run is what each operation ended with, and what is
stored in the end; it is right if some order of whole operations has the same outcome.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, cast

import msgspec

from tavola import ConditionFailed
from tavola.errors import StoreError
from tavola.model.field_expressions import Change
from tavola.operations.read.lookup import FindByUnique
from tavola.operations.reindex.reindex import Reindex
from tavola.operations.steps import Request
from tavola.operations.write.operations import Create, Delete, Save, Update
from tavola.operations.write.transaction import Check, Transaction
from tavola.operations.write.upsert import Upsert
from tests.table.hall import START, Act, Hall, Scene, Stage, Values

MOST_REQUESTS = 40
"""More than any operation needs that waits for nobody; fewer than one that never gets anywhere."""


Running = Generator[Any, Any, Any]


class Client:
    """Does one thing after another, and remembers what it has read."""

    def __init__(self, hall: Hall, scene: Scene, acts: Sequence[Act]) -> None:
        self.memory = {name: hall.table.run(hall.get(name)) for name in scene.items}
        self.ends: list[object] = []
        self._whole = self._hall = hall
        self._acts = acts
        self._running: Running | None = None
        self._answer: Any = None
        self._requests = 0

    @property
    def is_done(self) -> bool:
        return len(self.ends) == len(self._acts)

    def step(self) -> None:
        """Send one request; what comes before the next one belongs to the same step."""
        if self._running is None:
            self._begin()
        else:
            self._send()

    def finish(self) -> None:
        """Bring the operation that is under way, or else the next one, to its end."""
        ended = len(self.ends)
        while len(self.ends) == ended:
            self.step()

    def _begin(self) -> None:
        act = self._acts[len(self.ends)]
        self._requests = 0
        self._hall = self._whole.seen_by(act.model)
        running: Running = getattr(self, f"_{act.verb}")(act)
        self._running = running
        self._advance(running.send, None)

    def _send(self) -> None:
        self._requests += 1
        assert self._requests < MOST_REQUESTS, "goes on and on"
        step, store = self._answer, self._hall.stage.store
        running = cast("Running", self._running)
        try:
            if isinstance(step, Request):
                answer: Any = store.execute(step.action, step.body)
            else:
                answer = store.execute_all([(part.action, part.body) for part in step])
        except StoreError as refusal:
            self._advance(running.throw, refusal)
        else:
            self._advance(running.send, answer)

    def _advance(self, go: Callable[[Any], Any], answer: object) -> None:
        """Go on to the next request; pauses are over at once."""
        running = cast("Running", self._running)
        try:
            step = go(answer)
            while not isinstance(step, Request | tuple):
                step = running.send(None)
            self._answer = step
        except StopIteration as done:
            self._end(done.value)
        except ConditionFailed as refused:
            # What is refused for two reasons may be told either of them.
            if "times. Try again" in refused.message:
                raise
            self._end("refused")

    def _end(self, result: object) -> None:
        self.ends.append(result)
        self._running = None

    def _create(self, act: Act) -> Running:
        yield from self._creating(act.one, act.values).steps()

    def _put(self, act: Act) -> Running:
        yield from self._putting(act.one, act.values).steps()

    def _update(self, act: Act) -> Running:
        yield from self._updating(act.one, act.values).steps()

    def _upsert(self, act: Act) -> Running:
        yield from self._upserting(act.one, act.values).steps()

    def _delete(self, act: Act) -> Running:
        return (yield from self._deleting(act.one, act.values).steps())

    def _load(self, act: Act) -> Running:
        self.memory[act.one] = found = yield from self._hall.get(act.one).steps()
        return found and (found.email, found.points)

    def _save(self, act: Act) -> Running:
        save = self._saving(act.one, act.values)
        if save is not None:
            yield from save.steps()
            self._forget(act.one)

    def _reindex_one(self, act: Act) -> Running:
        save = self._saving(act.one, act.values)
        if save is not None:
            yield from msgspec.structs.replace(save, reindex=True).steps()
            self._forget(act.one)

    def _forget(self, name: str) -> None:
        """Without versions an instance shows after saving what others wrote in the meantime."""
        if self._hall.codec.schema.version_field is None:
            del self.memory[name]

    def _remove(self, act: Act) -> Running:
        instance = self._own(act.one)
        if instance is None:
            return None
        removal: Running = self._hall.table.plans(type(instance)).remove(instance).steps()
        return (yield from removal)

    def _find(self, act: Act) -> Running:
        hall = self._hall
        unique = hall.codec.schema.uniques["uniqueEmail"]
        given = {"team": "t", **act.values}
        values = tuple(given.get(name) for name in unique.fields)
        found = yield from FindByUnique(hall.context, hall.codec, unique, values).steps()
        return found and found.guest_id

    def _reindex(self, act: Act) -> Running:
        yield from Reindex(self._hall.context, (self._hall.codec,)).steps()

    def _wait(self, act: Act) -> Running:
        self._hall.stage.clock.advance(10)
        yield from ()

    def _both(self, act: Act) -> Running:
        """Two writes as one."""
        kinds = {
            "create": self._creating,
            "put": self._putting,
            "update": self._updating,
            "upsert": self._upserting,
            "delete": self._deleting,
            "check": self._checking,
            "save": self._saving,
        }
        writes = [self._updating(act.one, act.values), kinds[act.second](act.other, act.more)]
        known = tuple(write for write in writes if write is not None)
        yield from Transaction(self._hall.context, known).steps()

    def _own(self, name: str) -> Any:
        """What was read of an item, if it is an instance of the act's model."""
        instance = self.memory.get(name)
        return instance if isinstance(instance, self._hall.codec.model) else None

    def _creating(self, name: str, values: Values) -> Create[Any]:
        hall = self._hall
        return Create(hall.context, hall.codec, hall.make(name, values))

    def _putting(self, name: str, values: Values) -> Create[Any]:
        hall = self._hall
        return Create(hall.context, hall.codec, hall.make(name, values), "any")

    def _updating(self, name: str, values: Values) -> Update[Any]:
        """Count every update, so that none is lost unseen."""
        hall = self._hall
        fields = hall.codec.model.fields
        changes: list[Change] = [fields.points.add(1)]
        for key, value in hall.values(values).items():
            if key == "visits":
                changes.append(fields.visits.add(value))
            elif key == "tags" and value:
                changes.append(fields.tags.add(*value))
            elif key != "points":
                changes.append(getattr(fields, key).set(value))
        return Update(hall.context, hall.codec, {"guestId": name}, tuple(changes))

    def _upserting(self, name: str, values: Values) -> Upsert[Any]:
        hall, update = self._hall, self._updating(name, values)
        return Upsert(hall.context, hall.codec, update, lambda: hall.make(name, values))

    def _deleting(self, name: str, values: Values) -> Delete[Any]:
        del values
        return Delete(self._hall.context, self._hall.codec, {"guestId": name})

    def _checking(self, name: str, values: Values) -> Check:
        del values
        hall = self._hall
        condition = hall.codec.model.fields.team == "t"
        return Check(hall.context, hall.codec, {"guestId": name}, condition)

    def _saving(self, name: str, values: Values) -> Save[Any] | None:
        instance = self._own(name)
        if instance is None:
            return None
        for key, value in self._hall.values(values).items():
            setattr(instance, key, value)
        instance.points = (instance.points or 0) + 1
        return Save(self._hall.context, self._hall.codec, instance)


@dataclass(frozen=True)
class Outcome:
    """What the operations ended with, by client, and what is stored."""

    ends: tuple[tuple[object, ...], ...]
    stored: tuple[tuple[tuple[str, str], ...], ...]


class Run:
    """A scene and its clients."""

    def __init__(self, stage: Stage, scene: Scene) -> None:
        self.hall = Hall(stage, scene)
        self.clients = [Client(self.hall, scene, acts) for acts in scene.clients]

    def outcome(self) -> Outcome:
        stored = (
            tuple(
                sorted(
                    (name, _text(value)) for name, value in item.items() if _is_told(name, value)
                )
            )
            for item in self.hall.stage.stored()
        )
        return Outcome(tuple(tuple(one.ends) for one in self.clients), tuple(sorted(stored)))


def _is_told(name: str, value: dict[str, Any]) -> bool:
    """Whether every run makes the same of it: a ULID is a new one each time, a number counts."""
    return name != "version" or "N" in value


def _text(value: dict[str, Any]) -> str:
    return str({tag: sorted(inner) if tag == "SS" else inner for tag, inner in value.items()})


def play(stage: Stage, scene: Scene, order: Sequence[int]) -> Run:
    """Let clients act in turns; when the order is over, one after the other ends what it does."""
    run = Run(stage, scene)
    for turn in order:
        waiting = [client for client in run.clients if not client.is_done]
        if waiting:
            waiting[turn % len(waiting)].step()
    for client in run.clients:
        while not client.is_done:
            client.step()
    return run


def serial_runs(stage: Stage, scene: Scene) -> Iterator[Run]:
    """Let clients act in every order of whole operations.

    An operation reads the clock before its request is sent, so that it may come late.
    """
    counts = [len(acts) for acts in scene.clients]
    waits = [any(act.verb == "wait" for act in acts) for acts in scene.clients]
    late = [(False, True) if any(waits) and not is_waiting else (False,) for is_waiting in waits]
    for order in serial_orders(counts):
        for are_late in product(*late):
            run = Run(stage, scene)
            for number in order:
                _finish(run, number, is_late=are_late[number])
            yield run


def _finish(run: Run, number: int, *, is_late: bool) -> None:
    clock = run.hall.stage.clock
    now = clock.now
    if is_late:
        clock.now = START
    run.clients[number].finish()
    if is_late:
        clock.now = now


def interruptions(stage: Stage, scene: Scene) -> Iterator[Run]:
    """Let the second client do all that it does before each step of the first one."""
    is_over = False
    steps = 0
    while not is_over:
        run = Run(stage, scene)
        first, second = run.clients
        for _ in range(steps):
            first.step()
        is_over = first.is_done
        while not second.is_done:
            second.step()
        while not first.is_done:
            first.step()
        yield run
        steps += 1


def serial_orders(counts: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All orders of so many operations of each client."""
    if not any(counts):
        yield ()
    for number, count in enumerate(counts):
        if count:
            rest = (*counts[:number], count - 1, *counts[number + 1 :])
            for order in serial_orders(rest):
                yield (number, *order)
