"""Waiting in tests: the one place that sleeps, or looks at a clock of the machine.

No test waits for time to pass. It waits until something is so, as long as the slowest machine
may need, and fails with what it found instead.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import TypeVar

PATIENCE_SECONDS = 300.0
"""How long a machine may take for anything; only what fails takes this long."""
PATIENT_CLIENT = f"&timeout={PATIENCE_SECONDS:g}&deadline={PATIENCE_SECONDS:g}"
"""What a location ends with whose client waits as long."""
RUNS_OUT_SECONDS = 0.2
"""A limit that is to run out: nothing that a test needs has to happen within it."""
_PAUSE_SECONDS = 0.01
machine_clock = time.time
"""For what has to agree with a program or service that goes by a clock of its own."""

V = TypeVar("V")


def eventually(read: Callable[[], V], expected: object) -> V:
    """Read until that is found; fails with what is found instead."""
    found, turns = read(), _patiently()
    while found != expected and next(turns, None) is not None:
        found = read()
    assert found == expected, f"found {found!r} for {PATIENCE_SECONDS} s"
    return found


async def awaited(read: Callable[[], Awaitable[V]], expected: object) -> V:
    """The same, of what is awaited."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    found = await read()
    while found != expected and time.monotonic() < deadline:
        await asyncio.sleep(_PAUSE_SECONDS)
        found = await read()
    assert found == expected, f"found {found!r} for {PATIENCE_SECONDS} s"
    return found


def until(holds: Callable[[], object], what: str) -> None:
    """Wait until something holds; fails with what was waited for."""
    assert any(holds() for _ in _patiently()), f"not in {PATIENCE_SECONDS} s: {what}"


def _patiently() -> Generator[int]:
    """Give a turn now and then, until patience ends."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    for turn in count():
        yield turn
        if time.monotonic() > deadline:
            return
        time.sleep(_PAUSE_SECONDS)


def short_sleep(seconds: float) -> None:
    """Stand for `time.sleep` on services of this machine, which take no time for anything."""
    time.sleep(min(seconds, 0.1))


@contextmanager
def at_most_cpu_seconds(limit: float) -> Generator[None]:
    """Fail if a block computes for longer than that, however long others make it wait."""
    begun = time.process_time()
    yield
    spent = time.process_time() - begun
    assert spent < limit, f"computed for {spent:.1f} s, not {limit} s at most"


def open_files() -> int:
    """How many files and sockets this process has open."""
    return sum(1 for _ in Path("/dev/fd").iterdir())
