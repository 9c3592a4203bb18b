"""Several threads on one job, with a progress bar; the first failure ends them all."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

__all__ = ["Advance", "Stop", "progress_bar", "work_side_by_side"]

Advance = Callable[[int], None]
"""Called with how many items were done."""


class Stop(Exception):
    """Another thread has failed."""


def work_side_by_side(jobs: Iterable[Callable[[threading.Event], None]], most: int) -> None:
    """Run jobs in threads; a job looks at the event now and then, and ends when it is set."""
    stop = threading.Event()
    with ThreadPoolExecutor(most) as pool:
        futures = [pool.submit(job, stop) for job in jobs]
        try:
            done, _ = wait(futures, return_when=FIRST_EXCEPTION)
            for future in done:
                future.result()
        finally:
            stop.set()
            for future in futures:
                future.cancel()
    for future in futures:
        future.result()


class _Rate(ProgressColumn):
    """Items a second, lately."""

    def render(self, task: Task) -> Text:
        """Show it once it is known."""
        speed = task.finished_speed or task.speed
        return Text("" if speed is None else f"{speed:,.0f} items/s")


@contextmanager
def progress_bar(title: str, total: int | None, done: int = 0) -> Generator[Advance]:
    """Show how far a job is, how fast, and how long it takes yet."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        _Rate(),
        TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    quiet = not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=quiet) as progress:
        task = progress.add_task(title, total=total, completed=done)

        def advance(items: int) -> None:
            progress.update(task, advance=items)

        yield advance
