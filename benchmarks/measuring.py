"""Timing of small things: contenders take turns, so that noise meets them all alike."""

from __future__ import annotations

import platform
import sysconfig
import time
from collections.abc import Callable, Mapping
from statistics import median

import apsw
from rich.console import Console
from rich.table import Table

Work = Callable[[], object]


def interleaved(
    work: Mapping[str, Work],
    *,
    rounds: int = 15,
    slot_seconds: float = 0.02,
    clock: Callable[[], float] = time.perf_counter,
) -> dict[str, float]:
    """Return the median microseconds per call of each contender.

    They take turns in slots of equal length, as many calls as fit: a slot of few calls would
    measure how cold the one before left the caches. Those that work in this process alone are
    compared by its CPU (`clock=time.process_time`), so that other programs do not count.
    """
    samples: dict[str, list[float]] = {name: [] for name in work}
    calls = {name: _calls_in(slot_seconds, call) for name, call in work.items()}
    for _ in range(rounds):
        for name, call in work.items():
            count = calls[name]
            started = clock()
            for _ in range(count):
                call()
            samples[name].append((clock() - started) / count * 1e6)
    return {name: median(times) for name, times in samples.items()}


def _calls_in(seconds: float, call: Work) -> int:
    """Count the calls that fit into some seconds, from as many as fill a good part of them.

    The first calls say little: what is slow about them is that they are the first. One that imports
    and compiles fills the seconds alone.
    """
    call()
    count = 1
    while True:
        started = time.perf_counter()
        for _ in range(count):
            call()
        elapsed = time.perf_counter() - started
        if elapsed >= seconds / 4:
            return max(5, int(count * seconds / elapsed))
        count *= 2


def print_settings(console: Console, title: str) -> None:
    """Say on what the figures were measured."""
    console.rule(title)
    console.print(
        f"Python {platform.python_version()} ({platform.python_compiler()}, "
        f"{sysconfig.get_config_var('OPT') or 'unknown flags'}), "
        f"SQLite {apsw.sqlite_lib_version()}, {platform.machine()}, medians of one run"
    )


class Report:
    """Rows of ratios, each with its goal."""

    def __init__(self, console: Console, title: str, *columns: str) -> None:
        self._console = console
        self._table = Table(title=title, title_justify="left")
        for number, column in enumerate(columns):
            self._table.add_column(column, justify="left" if number == 0 else "right")

    def add(self, *cells: str) -> None:
        """Add one row."""
        self._table.add_row(*cells)

    def show(self) -> None:
        """Print the table."""
        self._console.print(self._table)


MISSED: list[str] = []
"""What this run should have reached and did not; `python -m benchmarks` ends with 1 then."""


def at_most(ratio: float, goal: float) -> str:
    """Show a ratio that should stay below its goal."""
    return f"{ratio:.2f}× {mark(f'{ratio:.2f}× (≤ {goal:g}×)', is_met=ratio <= goal)} (≤ {goal:g}×)"


def at_least(ratio: float, goal: float) -> str:
    """Show a ratio that should reach its goal."""
    return f"{ratio:.1f}× {mark(f'{ratio:.1f}× (≥ {goal:g}×)', is_met=ratio >= goal)} (≥ {goal:g}×)"


def mark(what: str, *, is_met: bool) -> str:
    """Show whether a goal is met, and remember it if not."""
    if not is_met:
        MISSED.append(what)
    return "✓" if is_met else "✗"
