"""Waits a bounded time for what cannot be interrupted, such as the system's look-up of a name."""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import TypeVar

R = TypeVar("R")


def run_bounded(work: Callable[[], R], seconds: float) -> R:
    """Run `work` in a thread; a TimeoutError if it lasts longer, and then it ends by itself."""
    done: SimpleQueue[tuple[R | None, BaseException | None]] = SimpleQueue()

    def run() -> None:
        try:
            done.put((work(), None))
        except BaseException as error:  # noqa: BLE001 - it is raised in the thread that waits
            done.put((None, error))

    threading.Thread(target=run, name="tavola-bounded", daemon=True).start()
    try:
        result, error = done.get(timeout=max(0.0, seconds))
    except Empty:
        raise TimeoutError("timed out") from None
    if error is not None:
        raise error
    return result  # type: ignore[return-value]  # None only where R has it
