"""Every order in which the requests of several operations can reach the store.

Operations are generators of requests, so a test can send them in whatever order it likes. A play is
run once for every sequence of choices: who is next, who dies, whose answer is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tavola.errors import OutcomeUnknown, StoreError, TavolaError
from tavola.operations.steps import Operation, Request
from tavola.stores.store import Store

MOST_REQUESTS = 200
"""More than any operation of these tests needs: it goes on for ever."""


class Choices:
    """A path through a tree of choices, which comes to every leaf in turn."""

    def __init__(self, path: Sequence[int] = ()) -> None:
        self._path = list(path)
        self._options: list[int] = []

    def choose(self, options: int) -> int:
        """Take the path's next choice, or the first option where it ends."""
        place = len(self._options)
        self._options.append(options)
        if place == len(self._path):
            self._path.append(0)
        return self._path[place]

    def following(self) -> Choices | None:
        """The next path; None when this was the last one."""
        for place in reversed(range(len(self._options))):
            if self._path[place] + 1 < self._options[place]:
                return Choices([*self._path[:place], self._path[place] + 1])
        return None


@dataclass
class Actor:
    """One operation on its way, request by request."""

    name: str
    operation: Operation[Any]
    store: Store
    result: Any = None
    error: TavolaError | None = None
    is_done: bool = False
    is_dead: bool = False
    requests: int = 0
    _steps: Any = field(default=None, repr=False)
    _pending: Any = field(default=None, repr=False)

    def step(self, *, answer_is_lost: bool = False) -> None:
        """Begin, and send one request."""
        if self._steps is None:
            self._steps = self.operation.steps()
            self._advance(self._steps.send, None)
            if self.is_done:
                return
        self.requests += 1
        assert self.requests < MOST_REQUESTS, f"{self.name} goes on and on"
        try:
            answer = self._send()
        except StoreError as refusal:
            self._advance(self._steps.throw, refusal)
            return
        if answer_is_lost:
            self._advance(self._steps.throw, OutcomeUnknown("the answer is lost"))
        else:
            self._advance(self._steps.send, answer)

    def finish(self) -> None:
        """Send all that is left."""
        while not self.is_done:
            self.step()

    def _send(self) -> Any:
        step = self._pending
        if isinstance(step, Request):
            return self.store.execute(step.action, step.body)
        return self.store.execute_all([(part.action, part.body) for part in step])

    @property
    def is_writing(self) -> bool:
        """Whether the next request writes, so that a lost answer leaves its outcome unknown."""
        step = self._pending
        return isinstance(step, Request) and step.action not in ("GetItem", "Query")

    def _advance(self, go: Callable[[Any], Any], answer: Any) -> None:
        """Go on to the next request; pauses are over at once."""
        try:
            step = go(answer)
            while not isinstance(step, Request | tuple):
                step = self._steps.send(None)
            self._pending = step
        except StopIteration as done:
            self.result, self.is_done = done.value, True
        except TavolaError as error:
            self.error, self.is_done = error, True


@dataclass(frozen=True)
class Play:
    """What is tried in every order."""

    begin: Callable[[], Sequence[Actor]]
    """Put the store in its first state, and make the actors."""
    check: Callable[[Sequence[Actor]], None]
    """What must hold whatever happened."""
    deaths: int = 0
    """How many actors may die, each after any of its requests, or before the first."""
    losses: int = 0
    """How many answers to writes may be lost."""
    switches: int | None = None
    """How often an actor may be interrupted by another; None for as often as can be."""

    def run(self) -> int:
        """Play it in every order; says how many there are."""
        choices: Choices | None = Choices()
        count = 0
        while choices is not None:
            self._run_once(choices)
            choices = choices.following()
            count += 1
        return count

    def _run_once(self, choices: Choices) -> None:
        actors = self.begin()
        deaths, losses, switches = self.deaths, self.losses, self.switches
        current: Actor | None = None
        while live := [one for one in actors if not one.is_done and not one.is_dead]:
            going_on = [one for one in live if one is current]
            able = going_on if going_on and switches == 0 else live
            options: list[tuple[str, Actor]] = [("step", one) for one in able]
            options += [("die", one) for one in able if deaths]
            options += [("lose", one) for one in able if losses and one.is_writing]
            what, actor = options[choices.choose(len(options))]
            if switches is not None and going_on and actor is not current:
                switches -= 1
            current = actor
            if what == "die":
                actor.is_dead, deaths = True, deaths - 1
            else:
                actor.step(answer_is_lost=what == "lose")
                losses -= what == "lose"
        self.check(actors)
