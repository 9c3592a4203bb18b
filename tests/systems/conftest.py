"""What the systems' tests share: the engine behind its wire server, beside the other services."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tavola.engine import Engine
from tavola.server import serve
from tests.reference.endpoint import HttpEndpoint


class TickingClock:
    """A clock that goes on by a millisecond with each look, so that dates order what happens."""

    def __init__(self, now: float = 1_800_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        """The time."""
        self.now += 0.001
        return self.now


@pytest.fixture(scope="session", name="http")
def served() -> Iterator[HttpEndpoint]:
    """The embedded engine as `tavola serve` offers it, one for the session."""
    with Engine.open("memory:") as engine, serve(engine) as url:
        yield HttpEndpoint("tavola serve", int(url.rpartition(":")[2]))
