"""A served engine, and connections to it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tavola.engine import Engine
from tavola.server import serve
from tests.server.client import Connect, Wire


@pytest.fixture
def connect() -> Iterator[Connect]:
    """Open connections that end with the test."""
    with ExitStack() as stack:

        def open_wire(url: str) -> Wire:
            wire = Wire(url)
            stack.callback(wire.close)
            return wire

        yield open_wire


@pytest.fixture
def engine() -> Iterator[Engine]:
    with Engine.open("memory:") as engine:
        yield engine


@pytest.fixture
def url(engine: Engine) -> Iterator[str]:
    with serve(engine) as url:
        yield url


@pytest.fixture
def wire(url: str, connect: Connect) -> Wire:
    return connect(url)
