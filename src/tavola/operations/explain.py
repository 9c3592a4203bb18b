"""What an operation would send, and about what it would cost. Nothing is sent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from tavola.errors import OperationError

if TYPE_CHECKING:
    from tavola.operations.dry_run.simulated_store import Sent


class ExplainedRequest(Struct, frozen=True):
    """A request, or several of one kind one after another or side by side."""

    action: str
    index: str | None
    request: dict[str, Any]
    """The body of the first of them."""
    count: int
    estimated_units: float
    """Capacity units of all of them, by the sizes that the design expects."""
    condition: str = ""
    """When it is sent, where only the data decides; empty for always."""

    def __str__(self) -> str:
        where = f" on {self.index}" if self.index else ""
        times = f" ×{self.count}" if self.count > 1 else ""
        when = f", if {self.condition}" if self.condition else ""
        return f"{self.action}{where}{times}, about {_units(self.estimated_units)}{when}"


class Explanation(Struct, frozen=True):
    """The requests of an operation's first page, and an estimate of their cost.

    The items that it finds are taken to be as large as the design expects, and pages to be full: of
    `limit` items, or of 100; a page of a scan, of a megabyte. `steps` has every request; what only
    data decides says when it is sent, and is not part of the sums.
    """

    steps: tuple[ExplainedRequest, ...]

    @property
    def action(self) -> str:
        """The first request's action."""
        return self.steps[0].action

    @property
    def index(self) -> str | None:
        """The index that the first request asks; None for the table itself."""
        return self.steps[0].index

    @property
    def request(self) -> dict[str, Any]:
        """The body of the first request."""
        return self.steps[0].request

    @property
    def requests(self) -> int:
        """How many requests are sent."""
        return sum(step.count for step in self.steps if not step.condition)

    @property
    def estimated_units(self) -> float:
        """Capacity units of all requests that are sent in any case."""
        return sum(step.estimated_units for step in self.steps if not step.condition)

    def __str__(self) -> str:
        body = msgspec.json.format(msgspec.json.encode(self.request), indent=2).decode()
        lines = [str(step) for step in self.steps]
        if len(lines) > 1:
            lines.append(f"{self.requests} in all, about {_units(self.estimated_units)}")
        return "\n".join([*lines, body])


class Explained(Struct, frozen=True):
    """The base of operations that users plan."""

    @property
    def access_pattern(self) -> str | None:
        """The question that is asked, by the design's words; None where the action says it all."""
        return None

    def explain(self) -> Explanation:
        """Show the requests and their estimated cost; nothing is sent, no hook is run."""
        return explain(self)


def _units(number: float) -> str:
    return f"{number:g} unit" if number == 1 else f"{number:g} units"


def explain(operation: Any) -> Explanation:
    """Show the requests of an operation without sending them."""
    # Imported by who asks: an import of models should be short.
    from tavola.operations.dry_run.contents import Parts, apart
    from tavola.operations.dry_run.simulated_store import SimulatedStore

    def simulate(**how: bool) -> list[Sent]:
        copied = apart(operation)
        return SimulatedStore(Parts(copied), **how).run(copied)

    usual = simulate()
    if not usual:
        raise OperationError(f"{type(operation).__name__} sends nothing. There is nothing to do.")
    steps = [*_grouped(usual, "")]
    for condition, other in (
        ("there is no such item", simulate(is_there=False)),
        ("a page holds too few of them", simulate(is_short=True)),
    ):
        steps += _grouped(_beyond(usual, other), condition)
    return Explanation(tuple(steps))


def _grouped(sent: Iterable[Sent], condition: str) -> Iterable[ExplainedRequest]:
    for (action, index), group in groupby(sent, lambda one: (one.action, one.index)):
        alike = list(group)
        units = sum(one.units for one in alike)
        yield ExplainedRequest(action, index, alike[0].body, len(alike), units, condition)


def _beyond(usual: Iterable[Sent], other: Iterable[Sent]) -> list[Sent]:
    """What another run sends that the usual one does not."""
    known = Counter((one.action, one.index) for one in usual)
    more: list[Sent] = []
    for one in other:
        kind = (one.action, one.index)
        known[kind] -= 1
        if known[kind] < 0:
            more.append(one)
    return more
