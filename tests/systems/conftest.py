"""What the systems' tests share: the engine behind its wire server, beside the other services."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tavola.engine import Engine
from tavola.server import serve
from tests.reference.endpoint import HttpEndpoint


@pytest.fixture(scope="session", name="http")
def served() -> Iterator[HttpEndpoint]:
    """The embedded engine as `tavola serve` offers it, one for the session."""
    with Engine.open("memory:") as engine, serve(engine) as url:
        yield HttpEndpoint("tavola serve", int(url.rpartition(":")[2]))
